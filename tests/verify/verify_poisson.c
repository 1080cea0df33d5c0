/* The Poisson solver: equal solvers, a symmetric cycle, warm starts, memory. Exact solutions are in
 * verify_poisson_order.c, iterations in verify_poisson_shapes.c, odd cases in
 * verify_poisson_limits.c. */
#include "poisson_problem.h"

static double largest_difference(const struct sm_red_black *s, const double *a, const double *b) {
  double worst = 0;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const ptrdiff_t c = sm_red_black_index(s, i, j, k);
        const double d = fabs(a[c] - b[c]);
        if (!(d <= worst)) worst = d;
      }
  return worst;
}

START_TEST(all_solvers_agree_when_converged) {
  set_up();
  const int n[3] = {24, 21, 18};
  struct problem p;
  problem_begin(&p, n, (double[]){1, 1.3, 0.7}, 1.02);
  geometry_box(&p.shape.g, 5, 12, 6, 9, 0, 8, 1);
  geometry_box(&p.shape.g, 14, 18, 3, 15, 0, 5, 1);
  problem_finish(&p);
  problem_wind_flux(&p);
  const struct sm_red_black *s = &p.poisson->level[0].layout;
  double *first = malloc(s->size * sizeof *first), *x = p.poisson->x - s->origin;
  ck_assert(problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-10).converged);
  memcpy(first, x, s->size * sizeof *first);
  ck_assert(problem_solve(&p, SM_SOLVER_RED_BLACK_SOR, 1e-10).converged);
  ck_assert_double_le(largest_difference(s, first + s->origin, p.poisson->x), 1e-7);
  ck_assert(problem_solve(&p, SM_SOLVER_SOR, 1e-10).converged);
  ck_assert_double_le(largest_difference(s, first + s->origin, p.poisson->x), 1e-7);
  free(first);
  problem_free(&p);
}
END_TEST

/* (z1, r2) = (r1, z2) for z = cycle(r), and (z, r) > 0: or conjugate gradients would not be
 * entitled to it. */
static void check_cycle(const char *name, struct problem *p) {
  const struct sm_mg_level *level = &p->poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  float *r[2], *z[2];
  for (int v = 0; v < 2; v++) {
    r[v] = calloc(s->size, sizeof *r[v]);
    z[v] = calloc(s->size, sizeof *z[v]);
    problem_noise(p, (uint32_t)v + 3);
    for (size_t c = 0; c < s->size; c++) r[v][c] = (float)p->memory[c];
    memcpy(level->b - s->origin, r[v], s->size * sizeof *r[v]);
    sm_poisson_cycle(p->poisson);
    memcpy(z[v], level->x - s->origin, s->size * sizeof *z[v]);
  }
  double product[2][2] = {{0, 0}, {0, 0}};
  for (size_t c = 0; c < s->size; c++)
    for (int v = 0; v < 4; v++) product[v / 2][v % 2] += (double)z[v / 2][c] * (double)r[v % 2][c];
  const double size = sqrt(product[0][0] * product[1][1]);
  ck_assert_msg(product[0][0] > 0 && product[1][1] > 0, "%s: not positive", name);
  ck_assert_msg(fabs(product[0][1] - product[1][0]) <= 1e-5 * size, "%s: %.9g and %.9g of %g", name,
                product[0][1], product[1][0], size);
  for (int v = 0; v < 2; v++) {
    free(r[v]);
    free(z[v]);
  }
  problem_free(p);
}

START_TEST(the_cycle_is_symmetric_and_positive) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[]){19, 14, 11}, (double[]){1, 1, 0.4}, 1.1);
  geometry_box(&p.shape.g, 3, 9, 2, 7, 0, 5, 1);
  problem_finish(&p);
  check_cycle("box", &p);
  problem_begin(&p, (int[]){33, 29, 17}, (double[]){1, 1, 1}, 1);
  shape_rugged_ground(&p.shape);
  shape_seal(ctx, &p.shape);
  problem_make_solver(&p);
  check_cycle("rugged ground", &p);
  problem_begin(&p, (int[]){31, 31, 31}, (double[]){1, 5, 1}, 1);
  shape_porous(&p.shape.g, 0.4, 7);
  geometry_open_faces(&p.shape.g);
  shape_seal(ctx, &p.shape);
  problem_make_solver(&p);
  check_cycle("porous", &p);
}
END_TEST

/* Near the lid, and far above it; every solver and both cycles know of it. */
START_TEST(the_potential_vanishes_on_dirichlet_faces_at_the_top) {
  set_up();
  static const double above[] = {0.01, 3, 100};
  for (size_t m = 0; m < sizeof above / sizeof *above; m++)
    for (int cut = 0; cut < 2; cut++) {
      struct problem p;
      problem_begin(&p, (int[]){31, 25, 20}, (double[]){1, 1, 0.5}, 1.05);
      p.above = above[m];
      if (cut) shape_rugged_ground(&p.shape);
      geometry_open_faces(&p.shape.g);
      shape_seal(ctx, &p.shape);
      problem_make_solver(&p);
      problem_noise(&p, 3);
      const struct sm_poisson_result r = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
      ck_assert_msg(r.converged && r.iterations <= 20 && problem_residual(&p) <= 1e-7,
                    "%g m: %d iterations, residual %g", above[m], r.iterations,
                    problem_residual(&p));
      ck_assert(problem_solve(&p, SM_SOLVER_SOR, 1e-5).converged && problem_residual(&p) <= 2e-5);
      problem_free(&p);
    }
}
END_TEST

/* One hierarchy, several winds: each solution is the one that a solver of its own finds. */
START_TEST(right_hand_sides_share_a_hierarchy) {
  set_up();
  enum { WINDS = 3 };
  struct problem shared;
  problem_begin(&shared, (int[]){40, 44, 24}, (double[]){1, 1.5, 0.5}, 1.03);
  geometry_city(&shared.shape.g);
  problem_finish(&shared);
  for (int wind = 0; wind < WINDS; wind++) {
    struct problem own;
    problem_begin(&own, (int[]){40, 44, 24}, (double[]){1, 1.5, 0.5}, 1.03);
    geometry_city(&own.shape.g);
    problem_finish(&own);
    problem_noise(&own, (unsigned)wind + 1);
    problem_noise(&shared, (unsigned)wind + 1);
    const struct sm_poisson_result a = problem_solve(&shared, SM_SOLVER_MULTIGRID, 1e-9);
    const struct sm_poisson_result b = problem_solve(&own, SM_SOLVER_MULTIGRID, 1e-9);
    ck_assert(a.converged && a.iterations == b.iterations && a.residual == b.residual);
    for (int c = 0; c < 40 * 44 * 24; c++) {
      const int i = c % 40, j = c / 40 % 44, k = c / 40 / 44;
      ck_assert(problem_x(&shared, i, j, k) == problem_x(&own, i, j, k));
    }
    problem_free(&own);
  }
  problem_free(&shared);
}
END_TEST

START_TEST(a_warm_start_needs_fewer_iterations) {
  set_up();
  const int n[3] = {40, 40, 30};
  struct problem p;
  problem_begin(&p, n, (double[]){1, 1, 1}, 1);
  geometry_city(&p.shape.g);
  problem_finish(&p);
  problem_wind_flux(&p);
  const int cold = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-6).iterations;
  const struct sm_red_black *s = &p.poisson->level[0].layout;
  for (size_t c = 0; c < s->size; c++) p.memory[c] *= 1.01;
  struct sm_poisson_array array = {p.poisson, p.b};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  options.warm = true;
  static struct sm_poisson_result warm;
  ck_assert_int_eq(sm_poisson_solve(ctx, p.poisson, &problem, &options, &warm), SM_OK);
  ck_assert(warm.converged);
  ck_assert_int_lt(warm.iterations, cold);
  memset(p.memory, 0, s->size * sizeof *p.memory); /* calm after wind: nothing is left of it */
  ck_assert_int_eq(sm_poisson_solve(ctx, p.poisson, &problem, &options, &warm), SM_OK);
  ck_assert(warm.converged && warm.iterations == 0);
  ck_assert_double_eq(p.poisson->x[sm_red_black_index(s, 20, 20, 20)], 0);
  problem_free(&p);
}
END_TEST

/* The n-th allocation fails for every n: a message and no leak each time. */
START_TEST(a_lack_of_memory_is_reported_wherever_it_strikes) {
  set_up();
  const int n[3] = {12, 10, 8};
  struct geometry g = geometry_create(ctx, n, (double[]){1, 1, 1}, 1);
  geometry_open_faces(&g);
  const struct sm_cut_cell cut = {geometry_index(&g, 3, 3, 0), {0.5f, 1, 1, 1, 0, 1}, 0.75f};
  const struct sm_cut_cell other = {geometry_index(&g, 2, 3, 0), {1, 0.5f, 1, 1, 0, 1}, 0.75f};
  const struct sm_cut_cell cuts[] = {other, cut};
  const struct sm_poisson_setup setup = {
      .grid = &g.grid, .eta = 1, .cell = g.cell, .cut = cuts, .cut_count = 2};
  struct sm_poisson *poisson = NULL;
  enum sm_status status = SM_ERR_MEMORY;
  int failed = 0;
  for (int m = 1; status != SM_OK && m < 1000; m++) {
    sm_context_fail_allocation(ctx, m);
    status = sm_poisson_create(ctx, device, &setup, &poisson);
    ck_assert(status == SM_OK || (status == SM_ERR_MEMORY && poisson == NULL));
    failed += status != SM_OK;
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_gt(failed, 20);
  sm_poisson_destroy(&poisson);
  geometry_free(&g);
}
END_TEST

TEST_MAIN(all_solvers_agree_when_converged, the_cycle_is_symmetric_and_positive,
          the_potential_vanishes_on_dirichlet_faces_at_the_top, right_hand_sides_share_a_hierarchy,
          a_warm_start_needs_fewer_iterations, a_lack_of_memory_is_reported_wherever_it_strikes)
