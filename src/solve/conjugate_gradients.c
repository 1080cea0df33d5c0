/* Conjugate gradients preconditioned by a multigrid cycle; dispatch to the other Poisson solvers.
 */
#include "solve/poisson.h"

#include "base/clock.h"
#include "solve/amg/amg.h"
#include "solve/direct/direct.h"
#include "solve/sor/sor.h"
#include <math.h>

struct sm_poisson_options sm_poisson_options_default(void) {
  return (struct sm_poisson_options){.solver = SM_SOLVER_MULTIGRID,
                                     .tolerance = 1e-6,
                                     .max_iterations = 200,
                                     .omega = 1.78,
                                     .check_every = 20};
}

static void array_residual(void *user, const double *x, double scale, float *r, double *sum) {
  const struct sm_poisson_array *array = user;
  struct sm_poisson *poisson = array->poisson;
  const struct sm_backend *be = poisson->device->backend;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  const struct sm_box box = sm_mg_level_box(level);
  struct sm_poisson_residual residual = {level->op, x, array->b, r, scale, sum, 0};
  if (poisson->floating > 0) {
    double *rhs_sum = &poisson->scalars[SM_CG_PQ]; /* free between iterations */
    const struct sm_rhs_sum add = {s->sy, s->sz, s->colour, array->b};
    be->rhs_sum(poisson->device, &box, &add, rhs_sum);
    residual.rhs_sum = rhs_sum;
    residual.share = 1 / (double)poisson->floating;
  }
  (level->op.fx == NULL ? be->residual_open : be->residual_part)(poisson->device, &box, &residual,
                                                                 sum);
}

struct sm_poisson_problem sm_poisson_array_problem(struct sm_poisson_array *array) {
  return (struct sm_poisson_problem){.residual = array_residual, .user = array};
}

static void clear_solution(struct sm_poisson *poisson) {
  const struct sm_red_black *s = &poisson->level[0].layout;
  poisson->device->backend->clear(poisson->device, poisson->x - s->origin,
                                  s->size * sizeof(double));
}

/* Indices into poisson->number. */
enum { NORM_OF_B, NORM_OF_R, MEASURED };

/* Enqueues the residual b - A (scale x), stored in level 0's b, and its sum of squares. */
static void enqueue_residual(struct sm_poisson *poisson, const struct sm_poisson_problem *problem,
                             double scale, double *sum) {
  sm_poisson_wrap_double(poisson, poisson->x);
  problem->residual(problem->user, poisson->x, scale, poisson->level[0].b, sum);
}

/* Copies the enqueued results to the host, in one transfer. */
static enum sm_status take_numbers(struct sm_context *ctx, const struct sm_poisson *poisson,
                                   double number[SM_CG_NUMBERS]) {
  return sm_device_download(ctx, poisson->device, number, poisson->number,
                            SM_CG_NUMBERS * sizeof *number);
}

/* Residual b - A x, stored in level 0's b, its 2-norm, and the measure of the problem. */
static enum sm_status true_residual(struct sm_context *ctx, struct sm_poisson *poisson,
                                    const struct sm_poisson_problem *problem, double *norm,
                                    double *measured) {
  double number[SM_CG_NUMBERS];
  enqueue_residual(poisson, problem, 1, &poisson->number[NORM_OF_R]);
  if (problem->measure != NULL)
    problem->measure(problem->user, poisson->level[0].b, &poisson->number[MEASURED]);
  SM_TRY(take_numbers(ctx, poisson, number));
  *norm = sqrt(number[NORM_OF_R]);
  *measured = number[MEASURED];
  return SM_OK;
}

/* 2-norms of b and of the initial residual; a cold start has x = 0. The norm of a similar b is used
 * if the warm start is better than a cold one. */
static enum sm_status first_residual(struct sm_context *ctx, struct sm_poisson *poisson,
                                     const struct sm_poisson_problem *problem,
                                     const struct sm_poisson_options *options, double *reference,
                                     double *norm) {
  const bool warm = options->warm, known = warm && options->reference > 0;
  double number[SM_CG_NUMBERS];
  if (!warm) clear_solution(poisson);
  if (!known) enqueue_residual(poisson, problem, 0, &poisson->number[NORM_OF_B]);
  if (warm) enqueue_residual(poisson, problem, 1, &poisson->number[NORM_OF_R]);
  SM_TRY(take_numbers(ctx, poisson, number));
  *reference = known ? options->reference : sqrt(number[NORM_OF_B]);
  *norm = warm ? sqrt(number[NORM_OF_R]) : *reference;
  if (known && !(*norm < *reference)) {
    struct sm_poisson_options anew = *options;
    anew.reference = 0;
    return first_residual(ctx, poisson, problem, &anew, reference, norm);
  }
  if (!warm || !(*reference <= 0)) return SM_OK;
  clear_solution(poisson); /* b is 0: the solution is 0 */
  *norm = 0;
  enqueue_residual(poisson, problem, 0, &poisson->number[NORM_OF_B]);
  return SM_OK;
}

/* Every process computes the whole of it. */
static void algebraic_cycle(struct sm_poisson *poisson) {
  sm_mg_share_gather(poisson, &poisson->level[0]);
  sm_mg_share_rows(poisson, false);
  sm_amg_cycle(poisson->amg);
  sm_mg_share_rows(poisson, true);
}

/* One iteration: z = cycle(r); p = z + beta p; x += alpha p; r -= alpha A p. */
static void iterate(void *user) {
  struct sm_poisson *poisson = user;
  struct sm_device *device = poisson->device;
  const struct sm_backend *be = device->backend;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  const struct sm_box box = sm_mg_level_vector_box(poisson, level);
  const struct sm_cg_state cg = {poisson->scalars, poisson->history};
  if (poisson->algebraic)
    algebraic_cycle(poisson);
  else
    sm_poisson_cycle(poisson);
  const struct sm_cg_dot cg_dot = {s->sy, s->sz, s->colour, level->x, level->b, cg};
  be->cg_dot(device, &box, &cg_dot, &poisson->scalars[SM_CG_RZ_NEW]);
  const struct sm_cg_direction cg_direction = {s->sy, s->sz, s->colour, level->x, poisson->p, cg};
  be->cg_direction(device, &box, &cg_direction);
  sm_poisson_wrap(poisson, poisson->p);
  const struct sm_poisson_apply apply = {level->op, poisson->p, poisson->q, cg};
  (level->op.fx == NULL ? be->apply_open : be->apply_part)(device, &box, &apply,
                                                           &poisson->scalars[SM_CG_PQ]);
  const struct sm_cg_advance cg_advance = {s->sy,    s->sz,      s->colour,  poisson->x,
                                           level->b, poisson->p, poisson->q, cg};
  be->cg_advance(device, &box, &cg_advance, &poisson->scalars[SM_CG_RR]);
}

/* Single-precision recurrences drift from the true residual: it is recomputed whenever the norm has
 * decreased by this factor, and before stopping. */
static const double replace_every = 1e-5;

/* Number of successive true residuals without a decrease by a tenth after which the solver gives
 * up. */
enum { IDLE_CHECKS = 3 };

/* Data that the host reads after some iterations in one copy: scalars and first residuals. */
enum { FIRST_NOTED = 32 };
struct reading {
  double scalars[SM_CG_COUNT], number[SM_CG_NUMBERS], history[FIRST_NOTED];
};

/* Iterates until the norm is at most `stop`, the count reaches `limit`, or progress ends: on a GPU
 * without the host, on a CPU one at a time, so that it can be stopped. reading->scalars: final
 * values. */
static enum sm_status iterate_until(struct sm_context *ctx, struct sm_poisson *poisson, double stop,
                                    int limit, struct reading *reading) {
  struct sm_device *device = poisson->device;
  double *scalars = reading->scalars;
  scalars[SM_CG_STOP] = stop * stop;
  scalars[SM_CG_LIMIT] = sm_device_is_host(device) ? scalars[SM_CG_ITERATIONS] + 1 : limit;
  SM_TRY(sm_device_upload(ctx, device, poisson->scalars, scalars, sizeof reading->scalars));
  device->backend->repeat(device, poisson->loop, iterate, poisson,
                          &poisson->scalars[SM_CG_CONTINUE]);
  return sm_device_download(ctx, device, reading, poisson->scalars, sizeof *reading);
}

/* Appends the residuals that the device recorded. */
static enum sm_status read_history(struct sm_context *ctx, struct sm_poisson *poisson,
                                   const struct reading *reading, double reference,
                                   struct sm_poisson_result *result) {
  const int before = result->iterations, done = (int)reading->scalars[SM_CG_ITERATIONS];
  double *squares = result->history;
  if (done > FIRST_NOTED)
    SM_TRY(sm_device_download(ctx, poisson->device, squares + before, poisson->history + before,
                              (size_t)(done - before) * sizeof *squares));
  for (int i = before; i < done; i++)
    squares[i] = sqrt(done > FIRST_NOTED ? squares[i] : reading->history[i]) / reference;
  result->iterations = result->history_count = done;
  result->residual = result->history[done - 1];
  return SM_OK;
}

/* Same criterion as in sm_cg_count_iteration. */
static bool has_stalled(const struct sm_poisson_result *result) {
  const int n = result->history_count;
  return n % SM_CG_WINDOW == 0 && n > SM_CG_WINDOW &&
         !(result->residual < 0.9 * result->history[n - 1 - SM_CG_WINDOW]);
}

/* Iterations at which is_slow is evaluated: the first, and the interval. */
enum { FIRST_LOOK = 8, NEXT_LOOK = 4 };

static int next_look(int done) {
  return done < FIRST_LOOK ? FIRST_LOOK : done + NEXT_LOOK - done % NEXT_LOOK;
}

/* True if the geometric cycle converges slowly: at the rate of the last five iterations, the
 * first two excluded, more work remains than building the algebraic one takes. Not near
 * round-off. */
static bool is_slow(const struct sm_poisson_result *result, double tolerance) {
  const double worth_building = 30, round_off = 1e-10;
  const int done = result->iterations;
  if (done < FIRST_LOOK || done % NEXT_LOOK != 0 || result->residual < round_off) return false;
  const double pace = log(result->history[done - 6] / result->residual) / 5;
  return log(result->residual / tolerance) > worth_building * pace;
}

/* Builds algebraic multigrid along the connectivity of the air. Without memory for it the geometric
 * cycle stays in use. */
static void build_graph(struct sm_context *ctx, struct sm_poisson *poisson, int iterations) {
  const double start = sm_clock_wall();
  enum sm_status status = sm_mg_own_end(ctx, poisson);
  if (status == SM_OK) status = sm_amg_create(ctx, poisson, &poisson->amg);
  const bool failed = status != SM_OK;
  if (sm_mg_share_any(poisson, failed)) {
    sm_amg_destroy(&poisson->amg);
    sm_warn(ctx, "narrow openings: the solver cannot follow them:\n%s", sm_context_message(ctx));
    return;
  }
  sm_info(ctx,
          "narrow openings: from iteration %d on the solver follows them (%d levels, %.3g MB, "
          "%.2g s)",
          iterations + 1, sm_amg_levels(poisson->amg), (double)sm_amg_bytes(poisson->amg) * 1e-6,
          sm_clock_wall() - start);
}

void sm_poisson_record(struct sm_poisson *poisson) {
  const struct sm_backend *be = poisson->device->backend;
  be->forget(poisson->device, poisson->loop);
  const bool parts = poisson->device->rows != NULL;
  sm_mg_share_rows(poisson, true);
  poisson->loop = be->record(poisson->device, iterate, poisson, &poisson->scalars[SM_CG_CONTINUE]);
  sm_mg_share_rows(poisson, parts);
}

/* Chooses the cycle for the next iterations. */
static void choose_cycle(struct sm_poisson *poisson, bool follow,
                         struct sm_poisson_result *result) {
  if (poisson->algebraic != follow) {
    poisson->algebraic = follow;
    sm_poisson_record(poisson);
  }
  result->cycle = follow ? SM_CYCLE_ALGEBRAIC : SM_CYCLE_GEOMETRIC;
}

/* Records the change alpha p of the last iteration. */
static enum sm_status note_change(struct sm_context *ctx, const struct sm_poisson *poisson,
                                  const struct reading *reading, struct sm_poisson_result *result) {
  double largest;
  SM_TRY(sm_poisson_correction_maximum(ctx, poisson, poisson->p, &largest));
  sm_poisson_note_change(result, fabs(reading->scalars[SM_CG_ALPHA]) * largest);
  return SM_OK;
}

enum sm_status sm_poisson_look_anew(struct sm_context *ctx, struct sm_poisson *poisson,
                                    const struct sm_poisson_problem *problem,
                                    const struct sm_poisson_options *options, double reference,
                                    struct sm_poisson_result *result, double *norm) {
  double measured;
  SM_TRY(true_residual(ctx, poisson, problem, norm, &measured));
  result->residual = result->history[result->history_count - 1] = *norm / reference;
  if (options->change_tolerance > 0) return SM_OK;
  result->converged =
      result->residual <= options->tolerance &&
      (problem->accept == NULL ||
       problem->accept(problem->user, poisson->level[0].b, problem->measure ? &measured : NULL));
  return SM_OK;
}

static enum sm_status conjugate_gradients(struct sm_context *ctx, struct sm_poisson *poisson,
                                          const struct sm_poisson_problem *problem,
                                          const struct sm_poisson_options *options, double norm,
                                          double reference, struct sm_poisson_result *result) {
  const int limit =
      options->max_iterations < SM_POISSON_HISTORY ? options->max_iterations : SM_POISSON_HISTORY;
  struct reading reading = {.scalars = {0}};
  double *scalars = reading.scalars, replaced = norm;
  const bool by_change = options->change_tolerance > 0, measured = sm_poisson_is_measured(options);
  const bool may_follow = sm_mg_level_periodic(&poisson->level[0], 0, 0).axes == 0;
  if (options->cycle == SM_CYCLE_ALGEBRAIC && may_follow && poisson->amg == NULL)
    build_graph(ctx, poisson, 0);
  choose_cycle(poisson, options->cycle != SM_CYCLE_GEOMETRIC && poisson->amg != NULL, result);
  bool may_change = options->cycle == SM_CYCLE_AUTO && may_follow && !poisson->algebraic;
  for (int idle = 0; !result->converged && result->iterations < limit && idle < IDLE_CHECKS;) {
    if (!options->whole && sm_mg_share_stop(ctx, poisson))
      return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    const double stop =
        fmax(by_change ? 0 : options->tolerance * reference, replace_every * replaced);
    const int look = measured     ? result->iterations + 1
                     : may_change ? next_look(result->iterations)
                                  : limit;
    SM_TRY(iterate_until(ctx, poisson, stop, look < limit ? look : limit, &reading));
    SM_TRY(read_history(ctx, poisson, &reading, reference, result));
    if (measured) SM_TRY(note_change(ctx, poisson, &reading, result));
    result->converged = by_change && result->change <= options->change_tolerance;
    if (result->converged || scalars[SM_CG_RR] <= stop * stop || has_stalled(result)) {
      SM_TRY(sm_poisson_look_anew(ctx, poisson, problem, options, reference, result, &norm));
      idle = norm < 0.9 * replaced ? 0 : idle + 1;
      replaced = norm;
    }
    if (!isfinite(result->residual))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: the Poisson solver's residual is not finite");
    if (may_change && !result->converged && is_slow(result, options->tolerance)) {
      build_graph(ctx, poisson, result->iterations);
      choose_cycle(poisson, poisson->amg != NULL, result);
      scalars[SM_CG_RZ] = 0; /* restarts the search directions */
      may_change = false;
    }
    sm_progress_part(ctx, "solve", fmin(1, log(result->residual) / log(options->tolerance)));
  }
  return SM_OK;
}

/* Checks periodic axes: not supported by some solvers. SOR with an odd number of cells on a
 * periodic axis, where cells of one colour are neighbours, does not converge. */
static enum sm_status check_ends(struct sm_context *ctx, const struct sm_poisson *poisson,
                                 enum sm_wind_solver solver) {
  const struct sm_periodic_axes ends = sm_mg_level_periodic(&poisson->level[0], 0, 0);
  bool odd = false;
  for (int m = 0; m < ends.axes; m++)
    odd |= ends.n[ends.axis[m]] > 1 && ends.n[ends.axis[m]] % 2 == 1;
  if (solver == SM_SOLVER_MULTIGRID || ends.axes == 0) return SM_OK;
  if (solver == SM_SOLVER_RED_BLACK_SOR && !odd) return SM_OK;
  return sm_fail(ctx, SM_ERR_FAILED,
                 "error: the solver \"%s\" cannot join the ends of an axis%s\n"
                 "help: use the solver \"multigrid\"",
                 sm_wind_solver_name(solver), odd ? " that has an odd number of cells" : "");
}

static enum sm_status solve(struct sm_context *ctx, struct sm_poisson *poisson,
                            const struct sm_poisson_problem *problem,
                            const struct sm_poisson_options *options,
                            struct sm_poisson_result *result) {
  const bool cg = options->solver == SM_SOLVER_MULTIGRID;
  *result =
      (struct sm_poisson_result){.change = NAN, .history_every = cg ? 1 : options->check_every};
  SM_TRY(sm_sor_natural_check(ctx, poisson->device, options->solver));
  SM_TRY(check_ends(ctx, poisson, options->solver));
  if (!options->whole) /* kernels enqueued by others must not be timed; a flow does not wait */
    SM_TRY(sm_device_sync(ctx, poisson->device));
  double start = sm_clock_wall();
  double reference, norm;
  SM_TRY(first_residual(ctx, poisson, problem, options, &reference, &norm));
  if (options->whole) start = sm_clock_wall();
  if (!isfinite(norm))
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: the right-hand side of the Poisson equation is "
                   "not finite");
  result->reference = reference;
  result->residual = reference > 0 ? norm / reference : 0;
  result->converged = options->change_tolerance > 0
                          ? reference <= 0
                          : result->residual <= options->tolerance &&
                                (problem->accept == NULL ||
                                 problem->accept(problem->user, poisson->level[0].b, NULL));
  if (reference > 0) {
    SM_TRY((poisson->direct != NULL ? sm_direct_solve
            : cg                    ? conjugate_gradients
            : options->solver == SM_SOLVER_RED_BLACK_SOR
                ? sm_sor_solve
                : sm_sor_natural_solve)(ctx, poisson, problem, options, norm, reference, result));
  }
  sm_poisson_wrap_double(poisson, poisson->x);
  result->seconds = sm_clock_wall() - start;
  result->iteration_bytes =
      cg && result->cycle == SM_CYCLE_GEOMETRIC ? sm_poisson_iteration_bytes(poisson) : (double)NAN;
  return SM_OK;
}

bool sm_poisson_is_divided(enum sm_wind_solver solver) {
  return solver == SM_SOLVER_MULTIGRID || solver == SM_SOLVER_RED_BLACK_SOR;
}

enum sm_status sm_poisson_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                const struct sm_poisson_problem *problem,
                                const struct sm_poisson_options *options,
                                struct sm_poisson_result *result) {
  if (!sm_poisson_is_divided(options->solver)) return solve(ctx, poisson, problem, options, result);
  SM_TRY(sm_mg_share_begin(ctx, poisson));
  const enum sm_status status = solve(ctx, poisson, problem, options, result);
  sm_mg_share_end(poisson, status == SM_OK);
  return status;
}
