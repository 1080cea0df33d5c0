/* Solving with the cycle for hard geometry: iterations, when it is chosen, memory. */
#include "verify/amg_problem.h"

/* --- solving --- */

static struct sm_poisson_result result;

static void solve(struct problem *p, enum sm_mg_cycle cycle, double tolerance) {
  struct sm_poisson_array array = {p->poisson, p->b};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  options.tolerance = tolerance;
  options.cycle = cycle;
  ck_assert_msg(sm_poisson_solve(ctx, p->poisson, &problem, &options, &result) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert(result.converged);
}

/* Iterations to 1e-9, those before the change included; which cycle did the last. */
static int iterations(const int n[3], const double h[3], double stretch,
                      void (*build)(struct geometry *), enum sm_mg_cycle cycle) {
  struct problem p;
  make_problem(&p, n, h, stretch, build);
  problem_wind_flux(&p);
  solve(&p, cycle, 1e-9);
  problem_free(&p);
  return result.iterations;
}

START_TEST(narrow_openings_are_noticed_and_followed) {
  set_up();
  const double cube[3] = {1, 1, 1};
  ck_assert_int_le(iterations((int[]){100, 100, 100}, cube, 1, geometry_maze, SM_CYCLE_AUTO), 25);
  ck_assert_int_eq(result.cycle, SM_CYCLE_ALGEBRAIC);
  ck_assert_int_le(iterations((int[]){128, 128, 128}, cube, 1, geometry_maze, SM_CYCLE_AUTO), 25);
  ck_assert_int_eq(result.cycle, SM_CYCLE_ALGEBRAIC);
  ck_assert_int_le(iterations((int[]){64, 64, 64}, cube, 1, geometry_house, SM_CYCLE_AUTO), 25);
  ck_assert_int_eq(result.cycle, SM_CYCLE_ALGEBRAIC);
}
END_TEST

START_TEST(streets_need_no_other_cycle) {
  set_up();
  const int n[3] = {64, 64, 64};
  const double cube[3] = {1, 1, 1};
  ck_assert_int_le(iterations(n, cube, 1, geometry_city, SM_CYCLE_AUTO), 10);
  ck_assert_int_eq(result.cycle, SM_CYCLE_GEOMETRIC);
  ck_assert_int_le(iterations(n, cube, 1, geometry_canyon, SM_CYCLE_AUTO), 10);
  ck_assert_int_eq(result.cycle, SM_CYCLE_GEOMETRIC);
}
END_TEST

START_TEST(the_graph_needs_few_iterations_whatever_the_geometry_and_the_shape_of_cells) {
  set_up();
  const int n[3] = {64, 64, 64};
  const double cube[3] = {1, 1, 1}, flat[3] = {2, 2, 0.5}, tall[3] = {1, 1, 3};
  ck_assert_int_le(iterations(n, cube, 1, porous, SM_CYCLE_ALGEBRAIC), 15);
  ck_assert_int_le(iterations(n, cube, 1, geometry_house, SM_CYCLE_ALGEBRAIC), 15);
  ck_assert_int_le(iterations(n, flat, 1.04, geometry_house, SM_CYCLE_ALGEBRAIC), 16);
  ck_assert_int_le(iterations(n, tall, 1, geometry_house, SM_CYCLE_ALGEBRAIC), 16);
  ck_assert_int_le(iterations(n, cube, 1, geometry_city, SM_CYCLE_ALGEBRAIC), 10);
}
END_TEST

START_TEST(odd_grids_converge) {
  set_up();
  static const struct {
    int n[3];
    double h[3];
  } odd[] = {{{1, 1, 1}, {1, 1, 1}},     {{1, 7, 5}, {1, 1, 1}},          {{9, 1, 1}, {2, 1, 1}},
             {{31, 29, 23}, {1, 1, 1}},  {{16, 16, 16}, {1000, 1000, 1}}, {{40, 12, 9}, {1, 30, 5}},
             {{2, 2, 200}, {1, 1, 0.1}}, {{129, 3, 2}, {0.01, 1, 1}}};
  for (size_t m = 0; m < sizeof odd / sizeof *odd; m++)
    ck_assert_int_le(iterations(odd[m].n, odd[m].h, 1, all_air, SM_CYCLE_ALGEBRAIC), 14);
}
END_TEST

START_TEST(both_cycles_lead_to_the_same_solution_and_the_second_solve_begins_with_the_graph) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){40, 40, 40}, (double[]){1, 1, 1}, 1, geometry_maze);
  problem_wind_flux(&p);
  const struct sm_red_black *s = &p.poisson->level[0].layout;
  double *x = p.poisson->x - s->origin, *first = malloc(s->size * sizeof *first);
  solve(&p, SM_CYCLE_GEOMETRIC, 1e-10);
  ck_assert_int_eq(result.cycle, SM_CYCLE_GEOMETRIC);
  ck_assert_ptr_null(p.poisson->amg);
  memcpy(first, x, s->size * sizeof *first);
  solve(&p, SM_CYCLE_AUTO, 1e-10);
  ck_assert_int_eq(result.cycle, SM_CYCLE_ALGEBRAIC);
  const int with_change = result.iterations;
  double worst = 0;
  for (size_t c = 0; c < s->size; c++) {
    const double d = fabs(x[c] - first[c]);
    if (!(d <= worst)) worst = d;
  }
  ck_assert_double_le(worst, 1e-6);
  solve(&p, SM_CYCLE_AUTO, 1e-10);
  ck_assert_int_lt(result.iterations, with_change);
  ck_assert_int_eq(result.cycle, SM_CYCLE_ALGEBRAIC);
  free(first);
  problem_free(&p);
}
END_TEST

START_TEST(without_memory_for_the_graph_the_grid_has_to_do) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){40, 40, 40}, (double[]){1, 1, 1}, 1, geometry_maze);
  problem_wind_flux(&p);
  const int warnings = sm_context_warning_count(ctx);
  sm_context_fail_allocation(ctx, 1);
  solve(&p, SM_CYCLE_AUTO, 1e-10);
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_eq(result.cycle, SM_CYCLE_GEOMETRIC);
  ck_assert_int_eq(sm_context_warning_count(ctx), warnings + 1);
  problem_free(&p);
}
END_TEST

/* --- memory --- */

START_TEST(memory_of_a_graph_is_counted_and_freed) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){40, 40, 40}, (double[]){1, 1, 1}, 1, geometry_house);
  const size_t before = device->allocated;
  struct sm_amg *amg;
  ck_assert_int_eq(sm_amg_create(ctx, p.poisson, &amg), SM_OK);
  ck_assert_uint_eq(device->allocated - before, sm_amg_bytes(amg));
  ck_assert_uint_le(sm_amg_bytes(amg), 20 * 40 * 40 * 40);
  ck_assert_int_gt(sm_amg_levels(amg), 2);
  for (int l = 2; l <= sm_amg_levels(amg); l++)
    ck_assert_int_lt(sm_amg_unknowns(amg, l), sm_amg_unknowns(amg, l - 1));
  sm_amg_destroy(&amg);
  ck_assert_uint_eq(device->allocated, before);
  problem_free(&p);
}
END_TEST

/* The n-th allocation fails for every n: a message and no leak each time. */
START_TEST(a_lack_of_memory_is_reported_wherever_it_strikes) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){12, 10, 12}, (double[]){1, 1, 1}, 1, porous);
  const size_t before = device->allocated;
  struct sm_amg *amg = NULL;
  enum sm_status status = SM_ERR_MEMORY;
  int failed = 0;
  for (int m = 1; status != SM_OK && m < 1000; m++) {
    sm_context_fail_allocation(ctx, m);
    status = sm_amg_create(ctx, p.poisson, &amg);
    ck_assert(status == SM_OK || (status == SM_ERR_MEMORY && amg == NULL));
    ck_assert(status == SM_OK || device->allocated == before);
    failed += status != SM_OK;
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_gt(failed, 30);
  sm_amg_destroy(&amg);
  problem_free(&p);
}
END_TEST

TEST_MAIN(narrow_openings_are_noticed_and_followed, streets_need_no_other_cycle,
          the_graph_needs_few_iterations_whatever_the_geometry_and_the_shape_of_cells,
          odd_grids_converge,
          both_cycles_lead_to_the_same_solution_and_the_second_solve_begins_with_the_graph,
          without_memory_for_the_graph_the_grid_has_to_do, memory_of_a_graph_is_counted_and_freed,
          a_lack_of_memory_is_reported_wherever_it_strikes)
