/* Solve on prisms: iterations until the tolerance is reached, corrections in single precision,
 * result. */
#include "base/clock.h"
#include "solve/prism/internal.h"
#include <math.h>

/* wide.r = b - A x; its 2-norm. */
static enum sm_status find_residual(struct sm_context *ctx, struct sm_prism *prism, double *norm) {
  double *number = &prism->number[SM_PRISM_RR];
  sm_prism_run_wide_vertices(prism);
  sm_prism_run_residual(prism, prism->wide.r, number);
  SM_TRY(sm_device_download(ctx, prism->device, norm, number, sizeof *norm));
  *norm = sqrt(*norm);
  return SM_OK;
}

/* Starts a correction in single precision: b = the residual of that norm, in units that keep it
 * near 1. In double x itself is iterated. */
static void begin_correction(struct sm_prism *prism, double norm, double *number) {
  const bool krylov = prism->options.solver == SM_PRISM_KRYLOV, narrow = sm_prism_is_narrow(prism);
  const struct sm_box box = sm_prism_box(prism->shape.layers, prism->shape.columns);
  const int power = narrow && norm > 0 ? ilogb(sqrt((double)prism->elements) / norm) : 0;
  prism->unit = ldexp(1, -power);
  number[SM_PRISM_UNIT] = krylov ? prism->unit * prism->unit : prism->unit;
  const struct sm_prism_refine s = {.layers = prism->shape.layers,
                                    .wide = prism->wide.r,
                                    .narrow = prism->b.f32,
                                    .units = ldexp(1, power)};
  if (narrow) prism->device->backend->prism_narrow(prism->device, &box, &s);
}

/* Adds the correction to x, and leaves 0 of it; finds the new residual. */
static enum sm_status add_correction(struct sm_context *ctx, struct sm_prism *prism, double *norm) {
  const struct sm_box box = sm_prism_box(prism->shape.layers, prism->shape.columns);
  const struct sm_prism_refine s = {.layers = prism->shape.layers,
                                    .x = prism->wide.x,
                                    .correction = prism->x.f32,
                                    .unit = prism->unit};
  if (sm_prism_is_narrow(prism)) {
    prism->device->backend->prism_correct(prism->device, &box, &s);
    prism->corrections++;
  }
  SM_TRY(find_residual(ctx, prism, norm));
  if (prism->corrections == 1) prism->first_correction = *norm;
  return SM_OK;
}

/* Iterations that a device makes before the host checks for a stop request, and after which sweeps
 * in single precision go on from a new residual: a correction is that many times its last change at
 * most, of which rounding then leaves four digits. */
static int iterations_at_once(const struct sm_prism *prism) {
  const bool krylov = prism->options.solver == SM_PRISM_KRYLOV, narrow = sm_prism_is_narrow(prism);
  if (!sm_device_is_host(prism->device))
    return krylov ? prism->options.max_iterations : narrow ? 512 : 2000;
  return krylov ? 1 : narrow ? 64 : 16;
}

/* Repeats passes until the device ends the loop. */
static enum sm_status repeat_iterations(struct sm_context *ctx, struct sm_prism *prism,
                                        double *number) {
  struct sm_device *device = prism->device;
  const size_t bytes = SM_PRISM_NUMBERS * sizeof *number;
  SM_TRY(sm_device_upload(ctx, device, prism->number, number, bytes));
  if (prism->options.memory == SM_PRISM_RESIDENT) {
    device->backend->repeat(device, prism->loop, sm_prism_iterate, prism,
                            &prism->number[SM_PRISM_CONTINUE]);
    return sm_device_download(ctx, device, number, prism->number, bytes);
  }
  while (number[SM_PRISM_CONTINUE] > 0) {
    sm_prism_iterate(prism);
    SM_TRY(sm_device_download(ctx, device, number, prism->number, bytes));
  }
  return SM_OK;
}

/* Sweeps go on from the residual in double. */
static enum sm_status refine_sweeps(struct sm_context *ctx, struct sm_prism *prism,
                                    double *number) {
  double norm;
  SM_TRY(add_correction(ctx, prism, &norm));
  begin_correction(prism, norm, number);
  return SM_OK;
}

/* Repeats passes until the measure is at most `stop` or the limit is reached. number: as on the
 * device, before and after. */
static enum sm_status iterate(struct sm_context *ctx, struct sm_prism *prism, double stop,
                              double *number) {
  const int limit = prism->options.max_iterations;
  const bool refine = sm_prism_is_narrow(prism) && prism->options.solver != SM_PRISM_KRYLOV;
  double measure = INFINITY;
  number[SM_PRISM_STOP] = stop;
  while (measure > stop && number[SM_PRISM_ITERATIONS] < limit) {
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    const int next = (int)number[SM_PRISM_ITERATIONS] + iterations_at_once(prism);
    number[SM_PRISM_CONTINUE] = 1;
    number[SM_PRISM_LIMIT] = next < limit ? next : limit;
    SM_TRY(repeat_iterations(ctx, prism, number));
    measure = number[SM_PRISM_MEASURE];
    if (!isfinite(measure))
      return sm_fail(ctx, SM_ERR_DIVERGED,
                     "error: the solver on prisms diverges: not finite after %d iterations",
                     (int)number[SM_PRISM_ITERATIONS]);
    if (refine) SM_TRY(refine_sweeps(ctx, prism, number));
    sm_progress_part(ctx, "solve", fmin(1, number[SM_PRISM_ITERATIONS] / limit));
  }
  return SM_OK;
}

/* Starts the Krylov solver from the residual, which is in wide.r. */
static enum sm_status begin_krylov(struct sm_context *ctx, struct sm_prism *prism, double norm,
                                   double *number) {
  const struct sm_prism_vectors *v = &prism->vectors;
  const size_t size = sm_prism_is_narrow(prism) ? sizeof(float) : sizeof(double);
  const size_t bytes = prism->elements * size;
  const double done = number[SM_PRISM_ITERATIONS];
  const int power = ilogb(sqrt((double)prism->elements) / norm);
  for (int m = 0; m < SM_PRISM_NUMBERS; m++) number[m] = 0;
  begin_correction(prism, norm, number);
  number[SM_PRISM_ITERATIONS] = done;
  number[SM_PRISM_RHO] = norm / prism->unit * (norm / prism->unit);
  number[SM_PRISM_SCALE] = ldexp(1, power);
  number[SM_PRISM_UNSCALE] = ldexp(1, -power);
  prism->device->backend->clear(prism->device, v->p.f64, bytes);
  prism->device->backend->clear(prism->device, v->v.f64, bytes);
  return sm_device_upload(ctx, prism->device, v->shadow.f64, v->r.f64, bytes);
}

/* The recurrence may drift from the true residual, or break down: it is then restarted, unless
 * there is no further gain. In single precision there is a start for every correction. */
static enum sm_status krylov(struct sm_context *ctx, struct sm_prism *prism, double reference,
                             double *number, double *norm) {
  const double enough = sm_prism_is_narrow(prism) ? prism->options.correction : 0;
  const double goal = prism->options.tolerance * reference;
  double before = INFINITY;
  while (*norm > goal && *norm < 0.5 * before &&
         number[SM_PRISM_ITERATIONS] < prism->options.max_iterations) {
    before = *norm;
    SM_TRY(begin_krylov(ctx, prism, *norm, number));
    const double stop = fmax(goal, enough * before);
    SM_TRY(iterate(ctx, prism, stop * stop, number));
    SM_TRY(add_correction(ctx, prism, norm));
  }
  return SM_OK;
}

static enum sm_status sweeps(struct sm_context *ctx, struct sm_prism *prism, double *number,
                             double *norm) {
  begin_correction(prism, *norm, number);
  SM_TRY(iterate(ctx, prism, prism->options.tolerance, number));
  return find_residual(ctx, prism, norm);
}

static enum sm_status read_history(struct sm_context *ctx, const struct sm_prism *prism,
                                   double reference, struct sm_prism_result *result) {
  const bool krylov = prism->options.solver == SM_PRISM_KRYLOV;
  const int done = result->iterations, count = done < SM_PRISM_HISTORY ? done : SM_PRISM_HISTORY;
  result->history_count = count;
  SM_TRY(sm_device_download(ctx, prism->device, result->history, prism->history,
                            (size_t)count * sizeof *result->history));
  for (int m = 0; krylov && m < count; m++)
    result->history[m] = sqrt(result->history[m]) / reference;
  return SM_OK;
}

static void clear_solution(struct sm_prism *prism) {
  const struct sm_backend *be = prism->device->backend;
  be->clear(prism->device, prism->wide.x, prism->elements * sizeof(double));
  prism->corrections = 0;
  prism->first_correction = 0;
  if (sm_prism_is_narrow(prism))
    be->clear(prism->device, prism->x.f32, prism->elements * sizeof(float));
}

enum sm_status sm_prism_solve(struct sm_context *ctx, struct sm_prism *prism,
                              struct sm_prism_result *result) {
  const bool by_krylov = prism->options.solver == SM_PRISM_KRYLOV;
  double number[SM_PRISM_NUMBERS] = {0}, reference, norm;
  *result = (struct sm_prism_result){.converged = false};
  SM_TRY(sm_prism_prepare(ctx, prism));
  const double start = sm_clock_wall();
  clear_solution(prism);
  SM_TRY(find_residual(ctx, prism, &reference));
  if (!isfinite(reference))
    return sm_fail(ctx, SM_ERR_DIVERGED, "error: f or what the boundary gives is not finite");
  norm = reference;
  if (reference > 0) {
    SM_TRY(by_krylov ? krylov(ctx, prism, reference, number, &norm)
                     : sweeps(ctx, prism, number, &norm));
  }
  result->iterations = (int)number[SM_PRISM_ITERATIONS];
  SM_TRY(read_history(ctx, prism, reference, result));
  result->residual = reference > 0 ? norm / reference : 0;
  result->change = by_krylov ? 0 : number[SM_PRISM_MEASURE];
  result->converged = by_krylov ? result->residual <= prism->options.tolerance
                                : result->change <= prism->options.tolerance;
  result->corrections = prism->corrections;
  result->first_correction = reference > 0 ? prism->first_correction / reference : 0;
  result->imbalance = prism->imbalance;
  result->levels = prism->levels == NULL ? 0 : sm_csr_levels_count(prism->levels);
  result->cells = (int64_t)prism->shape.triangles * prism->shape.layers;
  result->seconds = sm_clock_wall() - start;
  result->iteration_bytes = sm_prism_iteration_bytes(prism);
  result->prepared = prism->prepare_seconds;
  result->bytes = sm_store_bytes(&prism->store) +
                  (prism->levels == NULL ? 0 : sm_csr_levels_bytes(prism->levels));
  return SM_OK;
}

enum sm_status sm_prism_fetch(struct sm_context *ctx, struct sm_prism *prism, double *x) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t size = prism->elements * sizeof(double);
  SM_SCOPED double *all = NULL;
  double sum = 0, volume = 0;
  SM_TRY(sm_alloc(ctx, prism->elements, sizeof *all, "the solution", &all));
  const enum sm_status status = sm_device_download(ctx, prism->device, all, prism->wide.x, size);
  for (int c = 0; c < s->triangles; c++)
    for (int k = 0; k < s->layers; k++) {
      const ptrdiff_t m = (ptrdiff_t)c * s->layers + k;
      x[m] = all[sm_prism_at(s->layers, c, k)];
      if (s->fixed) continue;
      const double v = sm_prisms_volume(prism->prisms, c, k);
      sum += v * x[m];
      volume += v;
    }
  for (ptrdiff_t m = 0; !s->fixed && m < (ptrdiff_t)s->triangles * s->layers; m++)
    x[m] -= sum / volume;
  return status;
}
