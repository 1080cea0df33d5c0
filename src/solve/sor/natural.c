/* Published solvers of Bozorgmehr et al. (2021), for comparison (docs/theory/poisson.md): SOR in
 * natural order with six coefficients per cell; lexicographic on the CPU; red-black in global
 * memory; with shared memory; and with the loop on the GPU. */
#include "solve/sor/sor.h"

#include <math.h>

/* Iterations before the first true residual, and largest number between two. */
enum { FIRST = 20, AT_ONCE = 500 };

/* Cell arrays: e, f, g, h, m, n, r, lambda, old. */
enum { CELL_ARRAYS = 9, COEFFICIENTS = 6, LAMBDA = 7 };

struct solver {
  struct sm_poisson *poisson;
  struct sm_device *device;
  struct sm_store store;
  const struct sm_poisson_options *options;
  struct sm_sor_arrays lambda;
  struct sm_sor_transfer natural;
  struct sm_box cells; /* box of the solver's own arrays: half, ny, nz */
  float *arrays, *small, changes[AT_ONCE];
  float *host; /* sor-copied: host copy of coefficients and lambda between two sweeps, else NULL */
  size_t size;
  int *done;
};

enum sm_status sm_sor_natural_check(struct sm_context *ctx, const struct sm_device *device,
                                    enum sm_wind_solver solver) {
  const bool host = sm_device_is_host(device);
  if (!sm_device_has_data(device)) return SM_OK;
  if (solver == SM_SOLVER_SOR && !host)
    return sm_fail(ctx, SM_ERR_DEVICE,
                   "error: SOR in lexicographic order is serial and has no GPU form\n"
                   "help: use wind.solver = \"red-black-sor\", or --device cpu");
  const bool gpu_only = solver == SM_SOLVER_SOR_SHARED || solver == SM_SOLVER_SOR_DYNAMIC ||
                        solver == SM_SOLVER_SOR_GRAPH;
  if (gpu_only && host)
    return sm_fail(ctx, SM_ERR_DEVICE,
                   "error: the solver \"%s\" runs on a GPU only\n"
                   "help: use wind.solver = \"sor-global\", or --device cuda",
                   sm_wind_solver_name(solver));
  return SM_OK;
}

static void destroy(struct solver *s) {
  sm_store_clear(&s->store);
  sm_free(s->host);
}

/* Copies the coefficients and lambda to the host, or back. */
static enum sm_status copy_all(struct sm_context *ctx, struct solver *s, bool back) {
  float *const lambda = s->arrays + LAMBDA * s->size,
               *host_lambda = s->host + COEFFICIENTS * s->size;
  const size_t bytes = s->size * sizeof *lambda;
  if (back) {
    SM_TRY(sm_device_upload(ctx, s->device, s->arrays, s->host, COEFFICIENTS * bytes));
    return sm_device_upload(ctx, s->device, lambda, host_lambda, bytes);
  }
  SM_TRY(sm_device_download(ctx, s->device, s->host, s->arrays, COEFFICIENTS * bytes));
  return sm_device_download(ctx, s->device, host_lambda, lambda, bytes);
}

static enum sm_status create(struct sm_context *ctx, struct sm_poisson *poisson,
                             const struct sm_poisson_options *options, struct solver *s) {
  const struct sm_mg_level *level = &poisson->level[0];
  *s = (struct solver){.poisson = poisson,
                       .device = poisson->device,
                       .store = {.device = poisson->device, .what = "SOR"},
                       .options = options,
                       .cells = sm_mg_level_box(level)};
  struct sm_sor_arrays *l = &s->lambda;
  double omega = options->omega;
  ptrdiff_t origin;
  if (sm_device_has_data(s->device))
    SM_TRY(sm_sor_optimal_omega(ctx, poisson, options->omega, &omega));
  l->omega = (float)omega;
  sm_sor_arrays_layout(l, level->layout.n, &s->size, &origin);
  const size_t lines = (size_t)l->nx * (size_t)l->nz, row = (size_t)l->nx;
  SM_TRY(sm_store_put(ctx, &s->store, NULL, CELL_ARRAYS * s->size, sizeof *s->arrays, &s->arrays));
  SM_TRY(sm_store_put(ctx, &s->store, NULL, lines + 3 * row + 1 + AT_ONCE, sizeof *s->small,
                      &s->small));
  SM_TRY(sm_store_put(ctx, &s->store, NULL, 1, sizeof *s->done, &s->done));
  float **const array[CELL_ARRAYS] = {&l->e, &l->f, &l->g,      &l->h,  &l->m,
                                      &l->n, &l->r, &l->lambda, &l->old};
  for (size_t m = 0; m < CELL_ARRAYS; m++) *array[m] = s->arrays + m * s->size + origin;
  l->line = s->small;
  l->scratch = l->line + lines;
  l->change = l->scratch + 3 * row;
  s->natural = (struct sm_sor_transfer){level->op, *l, poisson->level[0].b, poisson->x};
  s->device->backend->coefficients(s->device, &s->cells, &s->natural);
  if (options->solver != SM_SOLVER_SOR_COPIED) return SM_OK;
  return sm_alloc(ctx, (COEFFICIENTS + 1) * s->size, sizeof *s->host, "copies of SOR", &s->host);
}

enum sm_status sm_sor_natural_reserve(struct sm_context *ctx, struct sm_poisson *poisson,
                                      const struct sm_poisson_options *options) {
  struct solver s;
  const enum sm_status status = create(ctx, poisson, options, &s);
  destroy(&s);
  return status;
}

/* --- iterations --- */

/* Sweep over one colour. */
static enum sm_status sweep(struct sm_context *ctx, struct solver *s,
                            const struct sm_sor_arrays *l) {
  const struct sm_backend *be = s->device->backend;
  const bool copied = s->options->solver == SM_SOLVER_SOR_COPIED;
  if (copied) {
    SM_TRY(copy_all(ctx, s, false));
    SM_TRY(copy_all(ctx, s, true));
  }
  if (s->options->solver == SM_SOLVER_SOR_SHARED) {
    be->sor_shared(s->device, l);
  } else {
    be->sor(s->device, &s->cells, l);
  }
  return SM_OK;
}

static enum sm_status iterate(struct sm_context *ctx, struct solver *s, bool measure) {
  const struct sm_backend *be = s->device->backend;
  struct sm_sor_arrays l = s->lambda;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}}, cells = {{0, 0, 0}, {l.nx, l.ny, l.nz}};
  const struct sm_box ground = {{0, 0, 0}, {l.nx, l.ny, 1}}, lines = {{0, 0, 0}, {l.nx, l.nz, 1}};
  if (s->options->solver == SM_SOLVER_SOR) {
    be->sor_serial(s->device, &one, &l);
    return SM_OK;
  }
  if (measure) be->save_lambda(s->device, &cells, &l);
  for (l.colour = 1; l.colour >= 0; l.colour--) SM_TRY(sweep(ctx, s, &l));
  be->neumann(s->device, &ground, &l);
  if (!measure) return SM_OK;
  be->error_lines(s->device, &lines, &l);
  be->error(s->device, &one, &l);
  return SM_OK;
}

/* Iterations launched one by one by the host, which reads the measured changes. */
static enum sm_status loop_on_host(struct sm_context *ctx, struct solver *s, int limit, float stop,
                                   int *done) {
  const int every = s->options->check_every;
  for (*done = 0; *done < limit;) {
    const bool measure = ++*done % every == 0;
    SM_TRY(iterate(ctx, s, measure));
    if (!measure) continue;
    float *change = &s->changes[*done / every - 1];
    SM_TRY(sm_device_download(ctx, s->device, change, s->lambda.change, sizeof *change));
    if (*change <= stop) break;
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
  }
  return SM_OK;
}

static enum sm_status loop_on_device(struct sm_context *ctx, struct solver *s, int limit,
                                     float stop, int *done) {
  const struct sm_sor_loop loop = {s->options->solver == SM_SOLVER_SOR_GRAPH,
                                   s->lambda,
                                   limit,
                                   s->options->check_every,
                                   stop,
                                   s->lambda.change + 1,
                                   s->done};
  const char *error = s->device->backend->sor_loop(s->device, &loop);
  if (error != NULL)
    return sm_fail(ctx, SM_ERR_DEVICE, "error: %s: the loop of SOR: %s", s->device->name, error);
  SM_TRY(sm_device_sync(ctx, s->device));
  SM_TRY(sm_device_download(ctx, s->device, done, s->done, sizeof *done));
  if (*done == SM_SOR_LOOP_FAILED)
    return sm_fail(ctx, SM_ERR_DEVICE, "error: %s: a kernel could not launch another one",
                   s->device->name);
  const size_t count = (size_t)(*done / loop.every);
  if (count == 0) return SM_OK;
  return sm_device_download(ctx, s->device, s->changes, loop.changes, count * sizeof *s->changes);
}

/* --- the solution --- */

/* Number of iterations until the next residual. */
static int next_limit(const struct sm_poisson_options *options, int iterations) {
  const int every = options->check_every, most = iterations == 0 ? FIRST : AT_ONCE;
  const int rounded = most < every ? every : most / every * every;
  const int left = options->max_iterations - iterations;
  return left >= rounded ? rounded : left < every ? left : left / every * every;
}

static void note_changes(const struct solver *s, int count, struct sm_poisson_result *result) {
  for (int m = 0; m < count; m++) sm_poisson_note_change(result, (double)s->changes[m]);
}

/* Adds lambda to x and computes the residual in double, the right-hand side of the next lambda. */
static enum sm_status add_correction(struct sm_context *ctx, struct solver *s,
                                     const struct sm_poisson_problem *problem, double *norm) {
  const struct sm_backend *be = s->device->backend;
  double *sum = &s->poisson->scalars[SM_CG_RR], value;
  be->add_lambda(s->device, &s->cells, &s->natural);
  problem->residual(problem->user, s->poisson->x, 1, s->poisson->level[0].b, sum);
  SM_TRY(sm_device_download(ctx, s->device, &value, sum, sizeof value));
  be->load_rhs(s->device, &s->cells, &s->natural);
  *norm = sqrt(value);
  return SM_OK;
}

/* Iterates until the change of an iteration is at most `stop`. */
static enum sm_status iterate_some(struct sm_context *ctx, struct solver *s, double stop,
                                   struct sm_poisson_result *result) {
  const struct sm_poisson_options *options = s->options;
  const bool on_device =
      options->solver == SM_SOLVER_SOR_DYNAMIC || options->solver == SM_SOLVER_SOR_GRAPH;
  int done = 0;
  if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
  SM_TRY((on_device ? loop_on_device : loop_on_host)(
      ctx, s, next_limit(options, result->iterations), (float)stop, &done));
  result->iterations += done;
  note_changes(s, done / options->check_every, result);
  return SM_OK;
}

static enum sm_status note_residual(struct sm_context *ctx, struct solver *s,
                                    const struct sm_poisson_problem *problem, double reference,
                                    struct sm_poisson_result *result) {
  double norm;
  SM_TRY(add_correction(ctx, s, problem, &norm));
  result->residual = norm / reference;
  if (isfinite(norm)) return SM_OK;
  return sm_fail(ctx, SM_ERR_DIVERGED, "error: SOR diverged (omega = %g)", (double)s->lambda.omega);
}

/* Loop of the paper: lambda stays in float from the first iteration to the last. */
static enum sm_status run_by_change(struct sm_context *ctx, struct solver *s,
                                    const struct sm_poisson_problem *problem, double reference,
                                    struct sm_poisson_result *result) {
  const struct sm_poisson_options *options = s->options;
  s->device->backend->load_rhs(s->device, &s->cells, &s->natural);
  while (!result->converged && result->iterations < options->max_iterations) {
    SM_TRY(iterate_some(ctx, s, 0.5 * options->change_tolerance, result));
    result->converged = result->change <= options->change_tolerance;
    if (isinf(result->change)) break;
    sm_progress_part(ctx, "solve", fmin(1, options->change_tolerance / result->change));
  }
  return note_residual(ctx, s, problem, reference, result);
}

static enum sm_status run(struct sm_context *ctx, struct solver *s,
                          const struct sm_poisson_problem *problem, double reference,
                          struct sm_poisson_result *result) {
  const struct sm_poisson_options *options = s->options;
  double stop = 0;
  s->device->backend->load_rhs(s->device, &s->cells, &s->natural);
  while (!result->converged && result->iterations < options->max_iterations) {
    SM_TRY(iterate_some(ctx, s, stop, result));
    SM_TRY(note_residual(ctx, s, problem, reference, result));
    result->converged =
        result->residual <= options->tolerance &&
        (problem->accept == NULL || problem->accept(problem->user, s->poisson->level[0].b, NULL));
    /* The change decreases about as fast as the residual. */
    const double factor = fmax(1e-3, 0.9 * options->tolerance / result->residual);
    stop = 0.5 * result->change * fmin(0.9, factor);
    sm_progress_part(ctx, "solve", fmin(1, log(result->residual) / log(options->tolerance)));
  }
  return SM_OK;
}

enum sm_status sm_sor_natural_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                    const struct sm_poisson_problem *problem,
                                    const struct sm_poisson_options *options, double norm,
                                    double reference, struct sm_poisson_result *result) {
  (void)norm; /* residual in level 0's b, from which the sweeps take it */
  SM_SCOPED struct solver *s = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *s, "SOR", &s));
  enum sm_status status = create(ctx, poisson, options, s);
  const bool by_change = options->change_tolerance > 0;
  if (status == SM_OK)
    status = (by_change ? run_by_change : run)(ctx, s, problem, reference, result);
  destroy(s);
  return status;
}
