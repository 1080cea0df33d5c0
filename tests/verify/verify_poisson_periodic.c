/* The Poisson solver with joined ends: exact modes of the discrete operator in every mixture of
 * sides, iterations, a symmetric cycle, and problems that do not know where the seam is. */
#include "verify/poisson_periodic.h"

static const double pi = 3.14159265358979323846;

/* --- exact modes --- */

/* The m-th mode of an axis of n cells at cell i, and 2 - 2 cos of its angle per cell. A joined axis
 * has a phase to spare: it is given one, so that the seam is nowhere special. */
static double mode_at(int kind, int n, int m, int i) {
  if (kind == OPEN_SIDES) return sin(pi * (m + 1) * (i + 1) / (n + 1));
  if (kind == CLOSED_SIDES) return cos(pi * m * (i + 0.5) / n);
  return sin(2 * pi * m * i / n + 0.7);
}

static double mode_value(int kind, int n, int m) {
  const double angle = kind == OPEN_SIDES     ? pi * (m + 1) / (n + 1)
                       : kind == CLOSED_SIDES ? pi * m / n
                                              : 2 * pi * m / n;
  return 2 - 2 * cos(angle);
}

/* b = A x for a product of modes. Widths are powers of 2, whose inverses a float holds: the
 * solution is found to round-off. */
static void check_modes(const int n[3], const int kind[3], const int mode[3]) {
  static const double h[3] = {1, 0.5, 2};
  struct problem p;
  problem_begin(&p, n, h, 1);
  set_sides(&p, kind);
  problem_make_solver(&p);
  double value = 0;
  for (int d = 0; d < 3; d++) value += mode_value(kind[d], n[d], mode[d]) / (h[d] * h[d]);
  if (value < 1e-9) { /* the constant: nothing flows */
    problem_free(&p);
    return;
  }
  double worst = 0, *exact = malloc((size_t)n[0] * (size_t)n[1] * (size_t)n[2] * sizeof *exact);
  for (int c = 0; c < n[0] * n[1] * n[2]; c++) {
    const int at[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
    exact[c] = 1;
    for (int d = 0; d < 3; d++) exact[c] *= mode_at(kind[d], n[d], mode[d], at[d]);
    *problem_b(&p, at[0], at[1], at[2]) = value * exact[c] * h[0] * h[1] * h[2];
  }
  const struct sm_poisson_result r = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-13);
  for (int c = 0; c < n[0] * n[1] * n[2]; c++) {
    const double x = problem_x(&p, c % n[0], c / n[0] % n[1], c / n[0] / n[1]);
    const double first = p.poisson->floating > 0 ? problem_x(&p, 0, 0, 0) - exact[0] : 0;
    worst = fmax(worst, fabs(x - first - exact[c]));
  }
  ck_assert_msg(r.converged && worst <= 1e-10,
                "%d x %d x %d, sides %d %d %d, mode %d %d %d: off by %g, residual %g after %d",
                n[0], n[1], n[2], kind[0], kind[1], kind[2], mode[0], mode[1], mode[2], worst,
                r.residual, r.iterations);
  free(exact);
  problem_free(&p);
}

START_TEST(modes_of_the_discrete_operator_are_exact_in_every_mixture_of_sides) {
  set_up();
  for (int n = 8; n <= 33; n++)
    for (int m = 0; m < KINDS * KINDS * KINDS; m++) {
      const int kind[3] = {m % KINDS, m / KINDS % KINDS, m / KINDS / KINDS};
      if (kind[0] != PERIODIC_SIDES && kind[1] != PERIODIC_SIDES && kind[2] != PERIODIC_SIDES)
        continue;
      if (n > 12 && m % 5 != n % 5)
        continue; /* all mixtures for some numbers, all numbers for some */
      check_modes((int[]){n, 41 - n, 8 + n * 7 % 11}, kind, (int[]){n % 4, m % 3, 1 + n % 2});
    }
}
END_TEST

START_TEST(short_and_odd_axes_are_joined) {
  set_up();
  static const int n[][3] = {{1, 1, 1},  {1, 8, 8},  {8, 1, 8},   {8, 8, 1},  {2, 9, 5},
                             {9, 2, 5},  {5, 9, 2},  {3, 3, 3},   {3, 1, 17}, {1, 1, 40},
                             {40, 1, 1}, {1, 40, 1}, {129, 3, 2}, {2, 2, 2},  {31, 1, 2}};
  for (size_t s = 0; s < sizeof n / sizeof *n; s++)
    for (int m = 0; m < KINDS * KINDS * KINDS; m++) {
      const int kind[3] = {m % KINDS, m / KINDS % KINDS, m / KINDS / KINDS};
      int mode[3];
      for (int d = 0; d < 3; d++) mode[d] = n[s][d] > 2 ? 1 + m % 2 : 0;
      check_modes(n[s], kind, mode);
    }
}
END_TEST

/* --- iterations --- */

/* Noise whose sum is 0, moved along x and y. */
static void moved_noise(struct problem *p, int by_x, int by_y) {
  const int *n = p->shape.g.n;
  uint32_t seed = 3;
  double sum = 0, air = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
          const int x = moved(i, by_x, n[0]), y = moved(j, by_y, n[1]);
          const bool open = p->setup.cell[definition_cell(&p->setup, x, y, k)] & SM_OPEN_ALL;
          double *b = problem_b(p, x, y, k);
          if (pass == 0) {
            *b = geometry_random(&seed) - 0.5;
            if (!open) *b = 0;
            sum += *b;
            air += open;
          } else if (open) {
            *b -= p->poisson->floating > 0 ? sum / air : 0;
          }
        }
}

static void begin_town(struct problem *p, const int n[3], const int kind[3], bool town, int by_x,
                       int by_y) {
  problem_begin(p, n, (double[]){1, 1, 1}, 1);
  if (town) moved_town(&p->shape.g, by_x, by_y);
  set_sides(p, kind);
  problem_make_solver(p);
  moved_noise(p, by_x, by_y);
}

START_TEST(few_iterations_with_and_without_buildings_across_the_seam) {
  set_up();
  static const int n[][3] = {{64, 64, 64}, {96, 64, 48}, {33, 17, 9}};
  static const int *const kinds[] = {channel, everywhere, under_sky};
  for (size_t s = 0; s < sizeof n / sizeof *n; s++)
    for (size_t m = 0; m < sizeof kinds / sizeof *kinds; m++)
      for (int town = 0; town < 2; town++) {
        struct problem p;
        begin_town(&p, n[s], kinds[m], town, 0, 0);
        const struct sm_poisson_result r = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
        ck_assert_msg(r.converged && r.iterations <= 12 && problem_residual(&p) <= 2e-9,
                      "%d x %d x %d, kind %zu, %s: %d iterations, residual %g", n[s][0], n[s][1],
                      n[s][2], m, town ? "town" : "air", r.iterations, problem_residual(&p));
        ck_assert_int_eq(p.poisson->floating > 0, kinds[m] != under_sky);
        problem_free(&p);
      }
}
END_TEST

START_TEST(the_seam_is_nowhere) {
  set_up();
  static const int n[][3] = {{48, 36, 20}, {33, 17, 9}, {21, 40, 16}};
  static const int *const kinds[] = {channel, everywhere, under_sky};
  for (size_t s = 0; s < sizeof n / sizeof *n; s++)
    for (size_t m = 0; m < sizeof kinds / sizeof *kinds; m++) {
      struct problem here, there;
      const int by_x = 7, by_y = n[s][1] / 2;
      begin_town(&here, n[s], kinds[m], true, 0, 0);
      begin_town(&there, n[s], kinds[m], true, by_x, by_y);
      ck_assert(problem_solve(&here, SM_SOLVER_MULTIGRID, 1e-11).converged);
      ck_assert(problem_solve(&there, SM_SOLVER_MULTIGRID, 1e-11).converged);
      const bool floats = here.poisson->floating > 0;
      double worst = 0, largest = 0, constant = 0;
      for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < n[s][2]; k++)
          for (int j = 0; j < n[s][1]; j++)
            for (int i = 0; i < n[s][0]; i++) {
              const int x = moved(i, by_x, n[s][0]), y = moved(j, by_y, n[s][1]);
              if (!(here.setup.cell[definition_cell(&here.setup, i, j, k)] & SM_OPEN_ALL)) continue;
              const double d = problem_x(&here, i, j, k) - problem_x(&there, x, y, k);
              if (pass == 0 && floats) constant = d;
              worst = pass == 0 ? 0 : fmax(worst, fabs(d - constant));
              largest = fmax(largest, fabs(problem_x(&here, i, j, k)));
            }
      ck_assert_msg(worst <= 1e-6 * largest, "%d x %d x %d, kind %zu: %g of %g", n[s][0], n[s][1],
                    n[s][2], m, worst, largest);
      problem_free(&here);
      problem_free(&there);
    }
}
END_TEST

/* --- cut cells, stretched axes --- */

START_TEST(cut_cells_and_stretched_axes_are_joined) {
  set_up();
  static const int n[][3] = {{40, 32, 24}, {31, 33, 17}};
  static const double stretch[][3] = {{1, 1, 1}, {1.02, 0.97, 1.05}};
  for (int m = 0; m < 2 * 2 * 2 * 2; m++) {
    const int *size = n[m & 1], *kind = m & 4 ? everywhere : channel;
    struct problem p;
    problem_begin(&p, size, (double[]){1, 1, 1}, 1);
    shape_stretch(ctx, &p.shape.g, (double[]){40, 32, 20}, stretch[m >> 1 & 1]);
    moved_town(&p.shape.g, 0, 0);
    set_sides(&p, kind);
    if (m & 8) cut_faces(&p.shape, p.periodic);
    problem_make_solver(&p);
    ck_assert_int_gt(p.poisson->floating, 0);
    moved_noise(&p, 0, 0);
    const struct sm_poisson_result r = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
    ck_assert_msg(r.converged && r.iterations <= 14 && problem_residual(&p) <= 1e-6,
                  "case %d: %d iterations, residual %g", m, r.iterations, problem_residual(&p));
    problem_free(&p);
  }
}
END_TEST

/* --- the cycle --- */

/* (z1, r2) = (r1, z2) for z = cycle(r), and (z, r) > 0. */
START_TEST(the_cycle_is_symmetric_and_positive) {
  set_up();
  static const int n[][3] = {{19, 14, 11}, {16, 12, 8}, {33, 17, 9}, {3, 3, 30}, {5, 7, 3}};
  static const int *const kinds[] = {channel, everywhere, under_sky};
  for (int m = 0; m < 5 * 3; m++) {
    struct problem p;
    begin_town(&p, n[m / 3], kinds[m % 3], true, 0, 0);
    const struct sm_mg_level *level = &p.poisson->level[0];
    const struct sm_red_black *s = &level->layout;
    double product[2][2] = {{0, 0}, {0, 0}};
    float *r[2], *z[2];
    for (int v = 0; v < 2; v++) {
      r[v] = malloc(s->size * sizeof *r[v]);
      z[v] = malloc(s->size * sizeof *z[v]);
      problem_noise(&p, (uint32_t)v + 3);
      for (size_t c = 0; c < s->size; c++) r[v][c] = (float)p.memory[c];
      memcpy(level->b - s->origin, r[v], s->size * sizeof *r[v]);
      sm_poisson_cycle(p.poisson);
      memcpy(z[v], level->x - s->origin, s->size * sizeof *z[v]);
    }
    for (int v = 0; v < 4; v++)
      for (size_t c = 0; c < s->size; c++)
        product[v / 2][v % 2] += (double)z[v / 2][c] * (double)r[v % 2][c];
    const double size = sqrt(product[0][0] * product[1][1]);
    ck_assert_msg(product[0][0] > 0 && product[1][1] > 0, "case %d: not positive", m);
    ck_assert_msg(fabs(product[0][1] - product[1][0]) <= 1e-5 * size, "case %d: %.9g, %.9g of %g",
                  m, product[0][1], product[1][0], size);
    for (int v = 0; v < 2; v++) {
      free(r[v]);
      free(z[v]);
    }
    problem_free(&p);
  }
}
END_TEST

START_TEST(any_number_of_threads_gives_the_same_bits) {
  set_up();
  static const int n[3] = {63, 40, 31};
  struct sm_device *const two = device;
  double *first = NULL;
  for (int threads = 1; threads <= 3; threads++) {
    struct problem p;
    ck_assert_int_eq(sm_device_open(ctx, "cpu", threads, 32, 0, &device), SM_OK);
    device->wave_least = threads == 3 ? 0 : device->wave_least;
    begin_town(&p, n, everywhere, true, 0, 0);
    ck_assert(problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged);
    const struct sm_red_black *s = &p.poisson->level[0].layout;
    const double *x = p.poisson->x - s->origin;
    if (first == NULL) {
      first = malloc(s->size * sizeof *first);
      memcpy(first, x, s->size * sizeof *first);
    }
    ck_assert_msg(memcmp(first, x, s->size * sizeof *first) == 0, "%d threads", threads);
    problem_free(&p);
    sm_device_close(&device);
  }
  device = two;
  free(first);
}
END_TEST

/* --- other solvers, wrong ends --- */

START_TEST(red_black_sor_joins_even_axes) {
  set_up();
  struct problem p;
  begin_town(&p, (int[]){24, 20, 18}, under_sky, true, 0, 0);
  ck_assert(problem_solve(&p, SM_SOLVER_RED_BLACK_SOR, 1e-9).converged);
  ck_assert_double_le(problem_residual(&p), 2e-9);
  struct sm_poisson_array array = {p.poisson, p.b};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  static struct sm_poisson_result result;
  options.solver = SM_SOLVER_RED_BLACK_SOR;
  options.omega = (double)NAN; /* the best */
  options.tolerance = 1e-9;
  options.max_iterations = 600;
  ck_assert_int_eq(sm_poisson_solve(ctx, p.poisson, &problem, &options, &result), SM_OK);
  ck_assert_msg(result.converged, "residual %g", result.residual);
  problem_free(&p);
}
END_TEST

START_TEST(what_cannot_join_ends_says_so) {
  set_up();
  for (int m = 0; m < 2; m++) {
    struct problem p;
    begin_town(&p, (int[]){24, m ? 21 : 20, 18}, under_sky, true, 0, 0);
    struct sm_poisson_array array = {p.poisson, p.b};
    const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
    struct sm_poisson_options options = sm_poisson_options_default();
    static struct sm_poisson_result result;
    options.solver = m ? SM_SOLVER_RED_BLACK_SOR : SM_SOLVER_SOR;
    ck_assert_int_eq(sm_poisson_solve(ctx, p.poisson, &problem, &options, &result), SM_ERR_FAILED);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "cannot join the ends of an axis"));
    problem_free(&p);
  }
}
END_TEST

START_TEST(ends_that_do_not_agree_are_refused) {
  set_up();
  for (int d = 0; d < 3; d++)
    for (int cut = 0; cut < 2; cut++) {
      struct geometry g = geometry_create(ctx, (int[]){6, 5, 4}, (double[]){1, 1, 1}, 1);
      geometry_open_faces(&g);
      for (int c = 0; c < 30; c++) g.cell[c] = (uint8_t)(g.cell[c] | SM_OPEN_DOWN);
      struct sm_cut_cell part = {0, {1, 1, 1, 1, 1, 1}, 1};
      if (cut)
        part.fraction[2 * d] = 0.5f;
      else
        g.cell[0] = (uint8_t)(g.cell[0] & ~(SM_OPEN_WEST << (2 * d)));
      const struct sm_poisson_setup setup = {.grid = &g.grid,
                                             .eta = 1,
                                             .cell = g.cell,
                                             .cut = &part,
                                             .cut_count = cut,
                                             .periodic = {d == 0, d == 1, d == 2}};
      struct sm_poisson *poisson = NULL;
      ck_assert_int_eq(sm_poisson_create(ctx, device, &setup, &poisson), SM_ERR_FAILED);
      ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "1 faces of a periodic boundary"));
      ck_assert_ptr_null(poisson);
      geometry_free(&g);
    }
}
END_TEST

/* Rooms joined by single cells: where ends are joined, the grid's cycle goes on. */
START_TEST(hard_geometry_is_left_to_the_cycle_of_the_grid) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[]){40, 40, 40}, (double[]){1, 1, 1}, 1);
  geometry_maze(&p.shape.g);
  set_sides(&p, under_sky);
  problem_make_solver(&p);
  problem_noise(&p, 1);
  const struct sm_poisson_result r = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-6);
  ck_assert(r.converged && r.cycle == SM_CYCLE_GEOMETRIC && p.poisson->amg == NULL);
  problem_free(&p);
}
END_TEST

TEST_MAIN(modes_of_the_discrete_operator_are_exact_in_every_mixture_of_sides,
          short_and_odd_axes_are_joined, few_iterations_with_and_without_buildings_across_the_seam,
          the_seam_is_nowhere, cut_cells_and_stretched_axes_are_joined,
          the_cycle_is_symmetric_and_positive, any_number_of_threads_gives_the_same_bits,
          red_black_sor_joins_even_axes, what_cannot_join_ends_says_so,
          ends_that_do_not_agree_are_refused, hard_geometry_is_left_to_the_cycle_of_the_grid)
