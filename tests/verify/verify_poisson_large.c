/* The Poisson solver on millions of cells. Takes minutes and 15 GB of memory: runs where the
 * environment variable SIMOOM_LARGE is set. */
#include "poisson_problem.h"
#include <stdio.h>

/* Solves the wind's problem to 1e-9. */
static void check(const char *name, const int n[3], const double h[3],
                  void (*build)(struct geometry *), int iterations) {
  set_up();
  struct problem p;
  problem_begin(&p, n, h, 1);
  build(&p.shape.g);
  problem_finish(&p);
  problem_wind_flux(&p);
  const struct sm_poisson_result result = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
  const double residual = problem_residual(&p);
  printf("%s: %d iterations, residual %.2e, by definition %.2e, %.2f s\n", name, result.iterations,
         result.residual, residual, result.seconds);
  ck_assert_msg(result.converged && result.iterations <= iterations, "%s: %d iterations", name,
                result.iterations);
  ck_assert_msg(residual <= (h[0] < 1 ? 1e-6 : 1e-9), "%s: residual %g", name, residual);
  problem_free(&p);
}

static const double one[3] = {1, 1, 1};

START_TEST(six_million_cells) {
  const int n[3] = {256, 256, 96};
  check("city", n, one, geometry_city, 10);
  check("canyon", n, one, geometry_canyon, 9);
}
END_TEST

START_TEST(a_city_of_33_million_cells) {
  check("large city", (int[]){512, 512, 128}, one, geometry_city, 12);
}
END_TEST

/* The largest case of Bozorgmehr et al. (2021). */
START_TEST(the_cube_in_145_million_cells) {
  check("cube", (int[]){1000, 580, 250}, (double[]){0.2, 0.35, 0.4}, shape_cube, 9);
}
END_TEST

/* The solution alone takes more than 2^31 bytes. */
START_TEST(more_bytes_than_an_int_counts) {
  check("boxes", (int[]){701, 640, 613}, one, geometry_canyon, 13);
}
END_TEST

int main(void) {
  if (getenv("SIMOOM_LARGE") == NULL) {
    printf("skipped: takes minutes and 15 GB; set SIMOOM_LARGE to run it\n");
    return 77;
  }
  const TTest *const tests[] = {six_million_cells, a_city_of_33_million_cells,
                                the_cube_in_145_million_cells, more_bytes_than_an_int_counts};
  return run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
}
