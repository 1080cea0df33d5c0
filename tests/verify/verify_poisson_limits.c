/* The Poisson solver at its limits: odd grids, nothing or next to nothing to solve, no open side,
 * the last digits. */
#include "poisson_problem.h"

/* One cell, rows, planes, primes, long and thin. */
START_TEST(odd_grids_converge) {
  set_up();
  static const struct {
    int n[3];
    double h[3];
  } odd[] = {
      {{1, 1, 1}, {1, 1, 1}},    {{2, 1, 1}, {1, 1, 1}},       {{1, 2, 1}, {1, 1, 1}},
      {{1, 1, 2}, {1, 1, 1}},    {{1, 7, 5}, {1, 1, 1}},       {{1, 64, 64}, {1, 1, 1}},
      {{64, 1, 64}, {1, 1, 1}},  {{64, 64, 1}, {1, 1, 1}},     {{9, 1, 1}, {2, 1, 1}},
      {{1, 1, 65}, {1, 1, 2}},   {{1, 257, 1}, {1, 1, 1}},     {{31, 29, 23}, {1, 1, 1}},
      {{2, 3, 5}, {1, 1, 1}},    {{97, 53, 2}, {1, 1, 1}},     {{16, 16, 16}, {1000, 1000, 1}},
      {{40, 12, 9}, {1, 30, 5}}, {{2, 2, 200}, {1, 1, 0.125}}, {{129, 3, 2}, {0.0078125, 1, 1}}};
  for (size_t m = 0; m < sizeof odd / sizeof *odd; m++) {
    struct problem p;
    problem_begin(&p, odd[m].n, odd[m].h, 1);
    problem_finish(&p);
    problem_noise(&p, 1);
    const struct sm_poisson_result result = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
    ck_assert_msg(result.converged && result.iterations <= 14 && problem_residual(&p) <= 2e-9,
                  "%d x %d x %d: %d iterations, residual %g", odd[m].n[0], odd[m].n[1], odd[m].n[2],
                  result.iterations, problem_residual(&p));
    problem_free(&p);
  }
}
END_TEST

/* Thin layers below thick ones, none of them beside another thin one. */
START_TEST(thin_layers_without_a_thin_neighbour_are_coarsened) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[]){60, 60, 9}, (double[]){1, 1, 1}, 1);
  struct sm_axis *z = &p.shape.g.grid.axis[2];
  for (int k = 0; k < z->n; k++) {
    z->width[k] = k % 3 == 0 ? 0.5 : 1;
    z->face[k + 1] = z->face[k] + z->width[k];
    z->centre[k] = z->face[k] + 0.5 * z->width[k];
  }
  problem_finish(&p);
  problem_noise(&p, 1);
  const struct sm_poisson_result result = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
  ck_assert_msg(result.converged && result.iterations <= 20, "%d iterations to %g",
                result.iterations, result.residual);
  problem_free(&p);
}
END_TEST

START_TEST(all_solid_is_solved_by_nothing) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[]){6, 5, 4}, (double[]){1, 1, 1}, 1);
  geometry_box(&p.shape.g, 0, 6, 0, 5, 0, 4, 1);
  problem_finish(&p);
  ck_assert(problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged);
  for (int c = 0; c < 120; c++) ck_assert(problem_x(&p, c % 6, c / 6 % 5, c / 30) == 0);
  problem_free(&p);
}
END_TEST

/* One cell of air in each place along an edge, a side and inside a row: x = b over what is open. */
START_TEST(one_open_cell_is_solved_exactly) {
  set_up();
  for (int place = 0; place < 6 * 5 * 4; place++) {
    const int i = place % 6, j = place / 6 % 5, k = place / 30;
    const int sides = (i == 0) + (i == 5) + (j == 0) + (j == 4) + (k == 3);
    if (sides == 0) continue; /* sealed */
    struct problem p;
    problem_begin(&p, (int[]){6, 5, 4}, (double[]){1, 1, 1}, 1);
    geometry_box(&p.shape.g, 0, 6, 0, 5, 0, 4, 1);
    geometry_box(&p.shape.g, i, i + 1, j, j + 1, k, k + 1, 0);
    problem_finish(&p);
    *problem_b(&p, i, j, k) = 2;
    ck_assert(problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged);
    ck_assert_double_eq_tol(problem_x(&p, i, j, k), 2.0 / sides, 1e-8);
    problem_free(&p);
  }
}
END_TEST

START_TEST(twelve_digits_on_request) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[]){64, 60, 40}, (double[]){1, 1, 1}, 1);
  geometry_city(&p.shape.g);
  problem_finish(&p);
  problem_wind_flux(&p);
  const struct sm_poisson_result result = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-12);
  ck_assert(result.converged);
  ck_assert_int_le(result.iterations, 14);
  ck_assert_double_le(problem_residual(&p), 1e-12);
  problem_free(&p);
}
END_TEST

/* The reported residual is the true one, in every solver. */
START_TEST(the_reported_residual_is_the_true_one) {
  set_up();
  for (int solver = SM_SOLVER_MULTIGRID; solver <= SM_SOLVER_SOR; solver++) {
    struct problem p;
    problem_begin(&p, (int[]){24, 21, 18}, (double[]){1, 2, 0.5}, 1);
    geometry_box(&p.shape.g, 5, 12, 6, 9, 0, 8, 1);
    problem_finish(&p);
    problem_wind_flux(&p);
    const struct sm_poisson_result result = problem_solve(&p, (enum sm_wind_solver)solver, 1e-8);
    ck_assert(result.converged);
    ck_assert_double_eq_tol(problem_residual(&p) / result.residual, 1, 1e-3);
    problem_free(&p);
  }
}
END_TEST

static void block(struct geometry *g) { geometry_box(g, 10, 20, 12, 30, 0, 17, 1); }

/* No open side: the solution is free up to a constant, and exists when what flows in flows out. */
static void check_closed_box(const int n[3], void (*build)(struct geometry *)) {
  struct problem p;
  problem_begin(&p, n, (double[]){1, 1, 1}, 1);
  if (build != NULL) build(&p.shape.g);
  geometry_open_faces(&p.shape.g);
  shape_close(&p.shape.g, SM_OPEN_ALL);
  problem_make_solver(&p);
  problem_noise(&p, 9);
  const int64_t cells = sm_grid_cells(&p.shape.g.grid);
  double sum = 0, air = 0;
  for (int64_t c = 0; c < cells; c++) air += (p.setup.cell[c] & SM_OPEN_ALL) != 0;
  const struct sm_red_black *s = &p.poisson->level[0].layout;
  for (size_t c = 0; c < s->size; c++) sum += p.memory[c];
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        if (p.setup.cell[definition_cell(&p.setup, i, j, k)] & SM_OPEN_ALL)
          *problem_b(&p, i, j, k) -= sum / air;
  const struct sm_poisson_result result = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
  ck_assert_msg(result.converged && result.iterations <= 9 && problem_residual(&p) <= 1e-9,
                "%d x %d x %d: %d iterations, residual %g", n[0], n[1], n[2], result.iterations,
                problem_residual(&p));
  /* what flows in beyond that is taken from every cell alike */
  const double x = p.poisson->x[sm_red_black_index(s, 0, 3, 0)];
  const double beside = p.poisson->x[sm_red_black_index(s, 0, 4, 0)];
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        if (p.setup.cell[definition_cell(&p.setup, i, j, k)] & SM_OPEN_ALL)
          *problem_b(&p, i, j, k) += 0.7;
  ck_assert(problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged);
  const double difference = p.poisson->x[sm_red_black_index(s, 0, 3, 0)] -
                            p.poisson->x[sm_red_black_index(s, 0, 4, 0)] - (x - beside);
  ck_assert_msg(fabs(difference) < 1e-6, "off by %g", difference);
  problem_free(&p);
}

START_TEST(no_open_side) {
  set_up();
  check_closed_box((int[]){48, 48, 48}, NULL);
  check_closed_box((int[]){128, 128, 1}, NULL);
  check_closed_box((int[]){1, 128, 128}, NULL);
  check_closed_box((int[]){37, 41, 29}, NULL);
  check_closed_box((int[]){48, 48, 48}, block);
}
END_TEST

TEST_MAIN(odd_grids_converge, thin_layers_without_a_thin_neighbour_are_coarsened,
          all_solid_is_solved_by_nothing, one_open_cell_is_solved_exactly, twelve_digits_on_request,
          the_reported_residual_is_the_true_one, no_open_side)
