#include "peers.h"

/* Copies between natural order and the red-black order of the solver. */
static void reorder(const struct peer_matrix *matrix, const struct sm_red_black *layout,
                    double *natural, double *coloured, bool back) {
  const int *n = matrix->n;
#pragma omp parallel for
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        double *a = &natural[i + n[0] * (j + (int64_t)n[1] * k)];
        double *b = &coloured[sm_red_black_index(layout, i, j, k)];
        if (back) {
          *a = *b;
        } else {
          *b = *a;
        }
      }
}

struct peer_result peer_simoom(struct sm_context *ctx, struct sm_device *device,
                               const struct peer_problem *problem, double tolerance, double *x) {
  struct peer_result result = {.method = "simoom"};
  struct sm_poisson *poisson = NULL;
  struct peer_cost start = peer_now();
  if (sm_poisson_create(ctx, device, &problem->setup, &poisson) != SM_OK)
    peer_fail("%s", sm_context_message(ctx));
  result.setup = peer_since(start);
  const struct sm_red_black *layout = &poisson->level[0].layout;
  double *memory = peer_alloc((int64_t)layout->size, sizeof *memory), *b = memory + layout->origin;
  reorder(&problem->matrix, layout, problem->matrix.b, b, false);
  struct sm_poisson_array array = {poisson, b};
  const struct sm_poisson_problem wind = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  options.tolerance = tolerance;
  static struct sm_poisson_result solved;
  start = peer_now();
  if (sm_poisson_solve(ctx, poisson, &wind, &options, &solved) != SM_OK)
    peer_fail("%s", sm_context_message(ctx));
  result.solve = peer_since(start);
  result.iterations = solved.iterations;
  reorder(&problem->matrix, layout, x, poisson->x, true);
  result.residual = peer_residual(&problem->matrix, x);
  result.converged = solved.converged;
  free(memory);
  sm_poisson_destroy(&poisson);
  return result;
}
