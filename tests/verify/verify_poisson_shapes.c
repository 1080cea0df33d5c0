/* Iterations of the Poisson solver on the geometries and cells of docs/theory/poisson.md, and the
 * residual of what comes out, computed anew by the definition. */
#include "poisson_problem.h"

struct outcome {
  int iterations;
  double residual;
};

/* Solves to 1e-9: the wind's problem, or where nothing stands in its way, noise. */
static struct outcome judge(struct problem *p, bool noise) {
  if (noise) {
    problem_noise(p, 5);
  } else {
    problem_wind_flux(p);
  }
  const struct sm_poisson_result result = problem_solve(p, SM_SOLVER_MULTIGRID, 1e-9);
  ck_assert(result.converged);
  const struct outcome outcome = {result.iterations, problem_residual(p)};
  problem_free(p);
  return outcome;
}

static void no_boxes(struct geometry *g) { (void)g; }

static struct outcome solve_boxes(const int n[3], const double h[3], double stretch,
                                  void (*build)(struct geometry *)) {
  struct problem p;
  problem_begin(&p, n, h, stretch);
  build(&p.shape.g);
  problem_finish(&p);
  return judge(&p, build == no_boxes);
}

static void check(const char *name, struct outcome outcome, int iterations, double residual) {
  ck_assert_msg(outcome.iterations <= iterations, "%s: %d iterations", name, outcome.iterations);
  ck_assert_msg(outcome.residual <= residual, "%s: residual %g", name, outcome.residual);
}

static const int million[3] = {100, 100, 100};

START_TEST(few_iterations_whatever_the_boxes) {
  set_up();
  const double h[3] = {1, 1, 1};
  check("city", solve_boxes(million, h, 1, geometry_city), 9, 1e-9);
  check("canyon", solve_boxes(million, h, 1, geometry_canyon), 9, 1e-9);
}
END_TEST

/* The solver's coefficients are single: widths whose products or quotients single cannot hold
 * change the last digits of the equation, and the residual by the definition shows it. */
START_TEST(few_iterations_whatever_the_shape_of_cells) {
  set_up();
  check("flat cells", solve_boxes(million, (double[]){0.2, 0.35, 0.4}, 1, geometry_city), 10, 1e-7);
  check("tall cells", solve_boxes(million, (double[]){1, 1, 3}, 1, geometry_city), 10, 1e-8);
  check("layers", solve_boxes(million, (double[]){2, 2, 0.5}, 1.04, geometry_city), 8, 1e-7);
  check("cube", solve_boxes(million, (double[]){2, 2, 1}, 1, shape_cube), 7, 1e-9);
}
END_TEST

START_TEST(few_iterations_over_rugged_ground_that_cuts_cells) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[3]){64, 64, 64}, (double[]){1, 1, 1}, 1);
  shape_rugged_ground(&p.shape);
  shape_seal(ctx, &p.shape);
  ck_assert_int_gt(p.shape.cut_count, 10000);
  problem_make_solver(&p);
  check("rugged ground", judge(&p, false), 9, 1e-9);
}
END_TEST

START_TEST(few_iterations_with_sealed_rooms) {
  set_up();
  struct problem p;
  problem_begin(&p, million, (double[]){1, 1, 1}, 1);
  shape_hollow_city(&p.shape.g);
  geometry_open_faces(&p.shape.g);
  shape_seal(ctx, &p.shape);
  problem_make_solver(&p);
  check("sealed rooms", judge(&p, false), 11, 1e-9);
}
END_TEST

/* In the next but one the obstacles part what only y connects, layer by layer: coarse cells join
 * again what walls have parted, which no smoother sees. */
START_TEST(cells_a_thousand_times_longer_than_wide_along_any_axis) {
  set_up();
  static const struct {
    double h[3];
    int empty, city; /* iterations */
  } cells[] = {{{1000, 1, 1}, 10, 10},    {{1, 1000, 1}, 10, 10},    {{1, 1, 1000}, 10, 10},
               {{1, 1000, 1000}, 12, 14}, {{1000, 1, 1000}, 12, 70}, {{1000, 1000, 1}, 12, 14},
               {{1000, 32, 1}, 14, 15},   {{1, 32, 1000}, 14, 15}};
  const int n[3] = {40, 36, 32};
  for (size_t m = 0; m < sizeof cells / sizeof *cells; m++) {
    check("empty", solve_boxes(n, cells[m].h, 1, no_boxes), cells[m].empty, 2e-9);
    check("city", solve_boxes(n, cells[m].h, 1, geometry_city), cells[m].city, 2e-9);
  }
}
END_TEST

/* Solid cells at random, from every fifth to every other; pockets sealed. */
START_TEST(porous_boxes) {
  set_up();
  static const struct {
    double solid;
    int iterations;
  } boxes[] = {{0.2, 10}, {0.3, 13}, {0.4, 17}, {0.5, 30}};
  for (size_t m = 0; m < sizeof boxes / sizeof *boxes; m++) {
    struct problem p;
    problem_begin(&p, (int[3]){48, 48, 48}, (double[]){1, 1, 1}, 1);
    shape_porous(&p.shape.g, boxes[m].solid, 7);
    geometry_open_faces(&p.shape.g);
    shape_seal(ctx, &p.shape);
    problem_make_solver(&p);
    check("porous", judge(&p, false), boxes[m].iterations, 1e-9);
  }
}
END_TEST

TEST_MAIN(few_iterations_whatever_the_boxes, few_iterations_whatever_the_shape_of_cells,
          few_iterations_over_rugged_ground_that_cuts_cells, few_iterations_with_sealed_rooms,
          cells_a_thousand_times_longer_than_wide_along_any_axis, porous_boxes)
