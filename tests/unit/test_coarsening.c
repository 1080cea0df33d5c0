/* The levels of the Poisson solver. */
#include "harness.h"

#include "geometry.h"
#include "solve/multigrid/coarsening.h"

/* Coarsens a grid until there is an end. Returns the number of cells of the coarsest level. */
static long coarsest(struct sm_context *ctx, const int n[3], const double h[3], double stretch,
                     double eta) {
  struct geometry g = geometry_create(ctx, n, h, stretch);
  struct sm_mg_level level[SM_MG_LEVELS] = {0};
  struct sm_coarsening plan;
  int levels = 1;
  ck_assert_int_eq(sm_mg_level_finest(ctx, &g.grid, 0, NULL, &level[0]), SM_OK);
  ck_assert_int_eq(sm_coarsening_begin(ctx, &level[0], &plan), SM_OK);
  while (sm_coarsening_next(&plan, &level[levels - 1], levels, eta)) {
    ck_assert_int_eq(
        sm_mg_level_coarser(ctx, &level[levels - 1], plan.start, plan.count, &level[levels]),
        SM_OK);
    levels++;
  }
  const int *last = level[levels - 1].layout.n;
  const long cells = (long)last[0] * last[1] * last[2];
  for (int l = 0; l < levels; l++) sm_free(level[l].host_axes);
  sm_coarsening_end(&plan);
  geometry_free(&g);
  return cells;
}

/* The coarsest level is solved by its inverse, which has room for so many cells. Layers that grow
 * leave thin ones beside thick ones when they are merged in pairs. */
START_TEST(every_grid_has_a_small_coarsest_level) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (double h = 5; h <= 800; h *= 1.37)
    for (double stretch = 1; stretch <= 1.6; stretch += 0.04)
      for (int layers = 3; layers <= 43; layers += 5)
        for (double eta = 0.04; eta <= 9; eta *= 5) {
          const int n[3] = {45, 33, layers};
          const double width[3] = {h, 1.1 * h, 5};
          const long cells = coarsest(ctx, n, width, stretch, eta);
          ck_assert_msg(cells <= SM_POISSON_DENSE, "h %g, stretch %g, %d layers, eta %g: %ld cells",
                        h, stretch, layers, eta, cells);
        }
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(every_grid_has_a_small_coarsest_level)
