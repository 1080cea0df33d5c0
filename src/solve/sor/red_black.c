/* Red-black successive over-relaxation (SOR) with the solver's own operator and layout. */
#include "solve/sor/sor.h"

#include <math.h>

/* Sweep over both colours. */
static void sweep_red_black(struct sm_poisson *poisson, float omega) {
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_backend *be = poisson->device->backend;
  const struct sm_box box = sm_mg_level_vector_box(poisson, level);
  struct sm_sor_relax relax = {level->op, poisson->p, poisson->level[0].b, 0, omega};
  for (relax.colour = 0; relax.colour < 2; relax.colour++) {
    (level->op.fx == NULL ? be->relax_open : be->relax_part)(poisson->device, &box, &relax);
    sm_poisson_wrap(poisson, poisson->p);
  }
}

/* Adds the correction to x, and computes the true residual in level 0's b. */
static enum sm_status apply_correction(struct sm_context *ctx, struct sm_poisson *poisson,
                                       const struct sm_poisson_problem *problem, double *norm) {
  struct sm_device *device = poisson->device;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  const struct sm_box box = sm_mg_level_box(level);
  const struct sm_add_correction add_correction = {s->sy, s->sz, s->colour, poisson->x, poisson->p};
  device->backend->add_correction(device, &box, &add_correction);
  sm_poisson_wrap(poisson, poisson->p);
  sm_poisson_wrap_double(poisson, poisson->x);
  double *sum = &poisson->scalars[SM_CG_RR], value;
  problem->residual(problem->user, poisson->x, 1, poisson->level[0].b, sum);
  SM_TRY(sm_device_download(ctx, device, &value, sum, sizeof value));
  *norm = sqrt(value);
  return SM_OK;
}

/* Iterations up to the next check. The last one starts from a correction of 0, so its result is its
 * change. */
static enum sm_status sweeps(struct sm_context *ctx, struct sm_poisson *poisson,
                             const struct sm_poisson_problem *problem,
                             const struct sm_poisson_options *options, double omega,
                             struct sm_poisson_result *result) {
  const bool measured = sm_poisson_is_measured(options);
  const int left = options->max_iterations - result->iterations;
  const int count = left < options->check_every ? left : options->check_every;
  double norm, change;
  for (int i = 0; i < count; i++) {
    if (measured && i > 0 && i == count - 1) SM_TRY(apply_correction(ctx, poisson, problem, &norm));
    sweep_red_black(poisson, (float)omega);
  }
  result->iterations += count;
  if (!measured) return SM_OK;
  SM_TRY(sm_poisson_correction_maximum(ctx, poisson, poisson->p, &change));
  sm_poisson_note_change(result, change);
  return SM_OK;
}

enum sm_status sm_sor_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                            const struct sm_poisson_problem *problem,
                            const struct sm_poisson_options *options, double norm, double reference,
                            struct sm_poisson_result *result) {
  const struct sm_red_black *s = &poisson->level[0].layout;
  double omega;
  SM_TRY(sm_sor_optimal_omega(ctx, poisson, options->omega, &omega));
  poisson->device->backend->clear(poisson->device, poisson->p - s->origin, s->size * sizeof(float));
  while (!result->converged && result->iterations < options->max_iterations) {
    if (sm_mg_share_stop(ctx, poisson))
      return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    SM_TRY(sweeps(ctx, poisson, problem, options, omega, result));
    SM_TRY(apply_correction(ctx, poisson, problem, &norm));
    result->residual = norm / reference;
    if (result->history_count < SM_POISSON_HISTORY)
      result->history[result->history_count++] = result->residual;
    if (!isfinite(norm))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: SOR diverged (omega = %g)", omega);
    result->converged = options->change_tolerance > 0
                            ? result->change <= options->change_tolerance
                            : result->residual <= options->tolerance &&
                                  (problem->accept == NULL ||
                                   problem->accept(problem->user, poisson->level[0].b, NULL));
    sm_progress_part(ctx, "solve", fmin(1, log(result->residual) / log(options->tolerance)));
  }
  return SM_OK;
}
