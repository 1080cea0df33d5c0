/* Red-black successive over-relaxation with the solver's own operator and layout. */
#include "solve/sor/sor.h"

#include <math.h>

/* Both colours once. */
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

enum sm_status sm_sor_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                            const struct sm_poisson_problem *problem,
                            const struct sm_poisson_options *options, double norm, double reference,
                            struct sm_poisson_result *result) {
  struct sm_device *device = poisson->device;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  const struct sm_box box = sm_mg_level_box(level);
  double omega;
  SM_TRY(sm_sor_optimal_omega(ctx, poisson, options->omega, &omega));
  device->backend->clear(device, poisson->p - s->origin, s->size * sizeof(float));
  const struct sm_add_correction add_correction = {s->sy, s->sz, s->colour, poisson->x, poisson->p};
  while (!result->converged && result->iterations < options->max_iterations) {
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    for (int i = 0; i < options->check_every && result->iterations < options->max_iterations; i++) {
      sweep_red_black(poisson, (float)omega);
      result->iterations++;
    }
    device->backend->add_correction(device, &box, &add_correction);
    sm_poisson_wrap(poisson, poisson->p);
    sm_poisson_wrap_double(poisson, poisson->x);
    double *sum = &poisson->scalars[SM_CG_RR], value;
    problem->residual(problem->user, poisson->x, 1, poisson->level[0].b, sum);
    SM_TRY(sm_device_download(ctx, device, &value, sum, sizeof value));
    norm = sqrt(value);
    result->residual = norm / reference;
    if (result->history_count < SM_POISSON_HISTORY)
      result->history[result->history_count++] = result->residual;
    if (!isfinite(norm))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: SOR diverged (omega = %g)", omega);
    result->converged =
        result->residual <= options->tolerance &&
        (problem->accept == NULL || problem->accept(problem->user, poisson->level[0].b, NULL));
    sm_progress_part(ctx, "solve", fmin(1, log(result->residual) / log(options->tolerance)));
  }
  return SM_OK;
}
