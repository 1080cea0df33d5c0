/* poisson.c - conjugate gradients with the multigrid cycle as preconditioner, and SOR. */
#include "solve/poisson.h"

#include "base/clock.h"
#include "solve/sor.h"
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
  const struct sm_level *level = &poisson->level[0];
  const struct sm_box box = sm_level_box(level);
  const struct sm_residual residual = {level->op, x, array->b, r, scale};
  (level->op.fx == NULL ? be->residual_open : be->residual_part)(poisson->device, &box, &residual,
                                                                 sum);
}

struct sm_poisson_problem sm_poisson_array_problem(struct sm_poisson_array *array) {
  return (struct sm_poisson_problem){array_residual, NULL, array};
}

/* 2-norm of b - A (scale x), left in level 0's b. */
static enum sm_status true_residual(struct sm_context *ctx, struct sm_poisson *poisson,
                                    const struct sm_poisson_problem *problem, double scale,
                                    double *norm) {
  double *sum = &poisson->scalars[SM_CG_RR], value;
  problem->residual(problem->user, poisson->x, scale, poisson->level[0].b, sum);
  SM_TRY(sm_device_download(ctx, poisson->device, &value, sum, sizeof value));
  *norm = sqrt(value);
  return SM_OK;
}

static void note(struct sm_poisson_result *result, double residual) {
  result->residual = residual;
  if (result->history_count < SM_HISTORY) result->history[result->history_count++] = residual;
}

/* One iteration: z = cycle(r); p = z + beta p; x += alpha p; r -= alpha A p. */
static void iterate(struct sm_poisson *poisson) {
  struct sm_device *device = poisson->device;
  const struct sm_backend *be = device->backend;
  const struct sm_level *level = &poisson->level[0];
  const struct sm_split *s = &level->split;
  const struct sm_box box = sm_level_box(level), one = {{0, 0, 0}, {1, 1, 1}};
  const struct sm_scalars scalars = {poisson->scalars};
  sm_poisson_cycle(poisson);
  const struct sm_dot dot = {s->sy, s->sz, s->colour, level->x, level->b};
  be->dot(device, &box, &dot, &poisson->scalars[SM_CG_RZ_NEW]);
  be->set_beta(device, &one, &scalars);
  const struct sm_direction direction = {s->sy,    s->sz,      s->colour,
                                         level->x, poisson->p, poisson->scalars};
  be->direction(device, &box, &direction);
  const struct sm_apply apply = {level->op, poisson->p, poisson->q};
  (level->op.fx == NULL ? be->apply_open : be->apply_part)(device, &box, &apply,
                                                           &poisson->scalars[SM_CG_PQ]);
  be->set_alpha(device, &one, &scalars);
  const struct sm_advance advance = {s->sy,    s->sz,      s->colour,  poisson->x,
                                     level->b, poisson->p, poisson->q, poisson->scalars};
  be->advance(device, &box, &advance, &poisson->scalars[SM_CG_RR]);
}

/* Float recurrences drift from the true residual: it is computed anew whenever this much has been
 * gained, and before stopping. */
static const double replace_every = 1e-4;

static enum sm_status conjugate_gradients(struct sm_context *ctx, struct sm_poisson *poisson,
                                          const struct sm_poisson_problem *problem,
                                          const struct sm_poisson_options *options, double norm,
                                          double reference, struct sm_poisson_result *result) {
  const size_t scalars = SM_CG_COUNT * sizeof(double);
  poisson->device->backend->clear(poisson->device, poisson->scalars, scalars);
  double replaced = norm / reference, best = replaced;
  int since_best = 0;
  while (!result->converged && result->iterations < options->max_iterations && since_best < 30) {
    if (sm_stopping(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    iterate(poisson);
    result->iterations++;
    double values[SM_CG_COUNT];
    SM_TRY(sm_device_download(ctx, poisson->device, values, poisson->scalars, scalars));
    double relative = sqrt(values[SM_CG_RR]) / reference;
    if (relative <= options->tolerance || relative < replace_every * replaced) {
      SM_TRY(true_residual(ctx, poisson, problem, 1, &norm));
      relative = replaced = norm / reference;
      result->converged = relative <= options->tolerance &&
                          (problem->accept == NULL || problem->accept(problem->user, poisson->x));
    }
    note(result, relative);
    if (!isfinite(relative))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: the Poisson solver's residual is not finite");
    since_best = relative < best ? 0 : since_best + 1;
    best = fmin(best, relative);
    sm_progress(ctx, "solve", fmin(1, log(relative) / log(options->tolerance)));
  }
  return SM_OK;
}

enum sm_status sm_poisson_solve(struct sm_context *ctx, struct sm_poisson *poisson,
                                const struct sm_poisson_problem *problem,
                                const struct sm_poisson_options *options,
                                struct sm_poisson_result *result) {
  const bool cg = options->solver == SM_SOLVER_MULTIGRID;
  *result =
      (struct sm_poisson_result){.change = NAN, .history_every = cg ? 1 : options->check_every};
  const double start = sm_clock_wall();
  const struct sm_split *s = &poisson->level[0].split;
  double reference, norm;
  SM_TRY(true_residual(ctx, poisson, problem, 0, &reference));
  norm = reference;
  if (options->warm && reference > 0) {
    SM_TRY(true_residual(ctx, poisson, problem, 1, &norm));
  } else {
    poisson->device->backend->clear(poisson->device, poisson->x - s->origin,
                                    s->size * sizeof(double));
  }
  if (!isfinite(norm))
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: the right-hand side of the Poisson equation is "
                   "not finite");
  result->residual = reference > 0 ? norm / reference : 0;
  result->converged = result->residual <= options->tolerance &&
                      (problem->accept == NULL || problem->accept(problem->user, poisson->x));
  if (reference > 0) {
    SM_TRY((cg ? conjugate_gradients : sm_sor_solve)(ctx, poisson, problem, options, norm,
                                                     reference, result));
  }
  result->seconds = sm_clock_wall() - start;
  return SM_OK;
}
