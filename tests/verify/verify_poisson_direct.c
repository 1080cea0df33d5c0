/* The direct Poisson solver: exact modes of the discrete operator for every combination of sides,
 * random right-hand sides against multigrid, lengths with large prime factors, thin layers,
 * threads, and the problems that it is not for. */
#include "solve/direct/direct.h"
#include "verify/poisson_periodic.h"

static const double pi = 3.14159265358979323846;

/* Mode m of an axis of n cells at cell i, and its angle per cell. */
static double angle_of(int kind, int n, int m) {
  return (kind == CLOSED_SIDES ? pi : 2 * pi) * m / n;
}

static double mode_at(int kind, int n, int m, int i) {
  const double angle = angle_of(kind, n, m);
  return kind == CLOSED_SIDES ? cos(angle * (i + 0.5)) : sin(angle * i + 0.7);
}

static void begin(struct problem *p, const int n[3], const double h[3], double stretch,
                  const int kind[3]) {
  problem_begin(p, n, h, stretch);
  set_sides(p, kind);
  p->direct = true;
  problem_make_solver(p);
  ck_assert_ptr_nonnull(p->poisson->direct);
}

/* b = A x for a product of modes; widths are powers of 2. One iteration leaves what rounding to the
 * precision of the transforms does, two find the solution to round-off. */
static void check_modes(const int n[3], const int kind[3], const int mode[3]) {
  static const double h[3] = {1, 0.5, 2};
  struct problem p;
  begin(&p, n, h, 1, kind);
  double value = 0;
  for (int d = 0; d < 3; d++)
    value += (2 - 2 * cos(angle_of(kind[d], n[d], mode[d]))) / (h[d] * h[d]);
  double *exact = malloc((size_t)n[0] * (size_t)n[1] * (size_t)n[2] * sizeof *exact);
  for (int c = 0; c < n[0] * n[1] * n[2]; c++) {
    const int at[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
    exact[c] = 1;
    for (int d = 0; d < 3; d++) exact[c] *= mode_at(kind[d], n[d], mode[d], at[d]);
    *problem_b(&p, at[0], at[1], at[2]) = value * exact[c] * h[0] * h[1] * h[2];
  }
  const struct sm_poisson_result r =
      problem_solve(&p, SM_SOLVER_MULTIGRID, value < 1e-9 ? 1 : 1e-13);
  if (value > 1e-9) problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-20); /* until rounding ends it */
  double worst = 0;
  for (int c = 0; c < n[0] * n[1] * n[2] && value > 1e-9; c++) {
    const double x = problem_x(&p, c % n[0], c / n[0] % n[1], c / n[0] / n[1]);
    const double first = problem_x(&p, 0, 0, 0) - exact[0]; /* a constant is free */
    worst = fmax(worst, fabs(x - first - exact[c]));
  }
  ck_assert_msg(r.converged && worst <= 1e-11 && r.iterations <= 4,
                "%d x %d x %d, sides %d %d %d, mode %d %d %d: off by %g, residual %g after %d",
                n[0], n[1], n[2], kind[0], kind[1], kind[2], mode[0], mode[1], mode[2], worst,
                r.residual, r.iterations);
  free(exact);
  problem_free(&p);
}

static void check_shape(const int n[3], int sample) {
  for (int m = 0; m < 8; m++) {
    const int kind[3] = {m & 1 ? PERIODIC_SIDES : CLOSED_SIDES,
                         m & 2 ? PERIODIC_SIDES : CLOSED_SIDES,
                         m & 4 ? PERIODIC_SIDES : CLOSED_SIDES};
    for (int s = sample; s < sample + 5; s++) {
      const int mode[3] = {(m + s) % n[0], (m / 3 + 2 * s) % n[1], (m / 7 + 3 * s) % n[2]};
      check_modes(n, kind, mode);
    }
  }
}

START_TEST(modes_of_the_discrete_operator_are_exact_for_every_combination_of_sides) {
  set_up();
  static const int n[][3] = {{8, 8, 8},   {12, 9, 7},  {16, 15, 5}, {7, 11, 13}, {17, 19, 4},
                             {23, 10, 3}, {1, 8, 8},   {8, 1, 8},   {8, 8, 1},   {1, 1, 9},
                             {9, 1, 1},   {1, 9, 1},   {1, 1, 1},   {2, 2, 2},   {2, 3, 2},
                             {129, 3, 2}, {3, 40, 31}, {33, 17, 9}, {97, 5, 2},  {4, 101, 2},
                             {509, 2, 3}, {2, 211, 1}, {6, 5, 257}, {1000, 1, 1}};
  device->threads = 1;
  for (size_t s = 0; s < sizeof n / sizeof *n; s++) check_shape(n[s], (int)s);
}
END_TEST

/* Random right-hand side, whose sum is 0. */
static void noise(struct problem *p) {
  const int *n = p->shape.g.n;
  const double cells = (double)n[0] * n[1] * n[2];
  double sum = 0;
  problem_noise(p, 5);
  for (int c = 0; c < n[0] * n[1] * n[2]; c++)
    sum += *problem_b(p, c % n[0], c / n[0] % n[1], c / n[0] / n[1]);
  for (int c = 0; c < n[0] * n[1] * n[2]; c++)
    *problem_b(p, c % n[0], c / n[0] % n[1], c / n[0] / n[1]) -= sum / cells;
}

/* Largest difference of two solutions, without their constants. */
static double difference(const struct problem *a, const struct problem *b) {
  const int *n = a->shape.g.n;
  double worst = 0;
  const double first = problem_x(a, 0, 0, 0) - problem_x(b, 0, 0, 0);
  for (int c = 0; c < n[0] * n[1] * n[2]; c++) {
    const int i = c % n[0], j = c / n[0] % n[1], k = c / n[0] / n[1];
    worst = fmax(worst, fabs(problem_x(a, i, j, k) - problem_x(b, i, j, k) - first));
  }
  return worst;
}

START_TEST(random_right_hand_sides_are_solved_as_by_multigrid) {
  set_up();
  static const int n[][3] = {{64, 48, 32}, {97, 101, 16}, {40, 30, 1}, {1, 33, 64}, {128, 3, 40}};
  static const int kinds[][3] = {{PERIODIC_SIDES, PERIODIC_SIDES, CLOSED_SIDES},
                                 {PERIODIC_SIDES, CLOSED_SIDES, PERIODIC_SIDES},
                                 {CLOSED_SIDES, CLOSED_SIDES, CLOSED_SIDES},
                                 {CLOSED_SIDES, PERIODIC_SIDES, CLOSED_SIDES},
                                 {PERIODIC_SIDES, PERIODIC_SIDES, PERIODIC_SIDES}};
  device->threads = 1;
  for (size_t s = 0; s < sizeof n / sizeof *n; s++)
    for (size_t m = 0; m < sizeof kinds / sizeof *kinds; m++) {
      struct problem p, q;
      begin(&p, n[s], (double[]){20, 15, 2}, m == 4 ? 1 : 1.04, kinds[m]);
      problem_begin(&q, n[s], (double[]){20, 15, 2}, m == 4 ? 1 : 1.04);
      set_sides(&q, kinds[m]);
      problem_make_solver(&q);
      noise(&p);
      noise(&q);
      const struct sm_poisson_result a = problem_solve(&p, SM_SOLVER_MULTIGRID, 1e-11);
      const struct sm_poisson_result b = problem_solve(&q, SM_SOLVER_MULTIGRID, 1e-11);
      const double off = difference(&p, &q), rest = problem_residual(&p);
      double largest = 0;
      for (int c = 0; c < n[s][0] * n[s][1] * n[s][2]; c++)
        largest =
            fmax(largest,
                 fabs(problem_x(&p, c % n[s][0], c / n[s][0] % n[s][1], c / n[s][0] / n[s][1])));
      ck_assert_msg(a.converged && b.converged && a.iterations <= 4 && off <= 1e-8 * largest,
                    "%d x %d x %d, kinds %zu: off by %g of %g, residual %g after %d and %d",
                    n[s][0], n[s][1], n[s][2], m, off, largest, rest, a.iterations, b.iterations);
      problem_free(&p);
      problem_free(&q);
    }
}
END_TEST

START_TEST(any_number_of_threads_gives_the_same_bits) {
  set_up();
  const int n[3] = {37, 22, 19}, kind[3] = {PERIODIC_SIDES, CLOSED_SIDES, CLOSED_SIDES};
  struct problem p[3];
  for (int t = 0; t < 3; t++) {
    device->threads = t + 1;
    begin(&p[t], n, (double[]){2, 2, 1}, 1.05, kind);
    noise(&p[t]);
    problem_solve(&p[t], SM_SOLVER_MULTIGRID, 1e-8);
    if (t > 0) ck_assert(difference(&p[0], &p[t]) <= 0);
  }
  for (int t = 0; t < 3; t++) problem_free(&p[t]);
  device->threads = 2;
}
END_TEST

/* Problems that are not for the direct solver. */
enum { SOLID_CELL, CUT_CELLS, CLOSED_FACE, OPEN_SKY, WIDE_CELL, OTHER_PROBLEMS };

START_TEST(other_boxes_keep_multigrid_and_say_why) {
  set_up();
  static const char solid[] = "there are solid cells, or sides with a prescribed potential";
  static const char *const why[OTHER_PROBLEMS] = {solid, "terrain or buildings cut cells", solid,
                                                  solid, "the cell widths along y are not uniform"};
  const int n[3] = {12, 10, 8};
  for (int what = 0; what < OTHER_PROBLEMS; what++) {
    struct problem p;
    problem_begin(&p, n, (double[]){1, 1, 1}, 1);
    if (what == SOLID_CELL) p.shape.g.solid[geometry_index(&p.shape.g, 5, 5, 0)] = 1;
    set_sides(&p, what == OPEN_SKY ? under_sky : channel);
    if (what == CUT_CELLS) cut_faces(&p.shape, p.periodic);
    if (what == CLOSED_FACE) {
      p.shape.g.cell[0] &= (uint8_t)~SM_OPEN_UP;
      p.shape.g.cell[n[0] * n[1]] &= (uint8_t)~SM_OPEN_DOWN;
    }
    if (what == WIDE_CELL) p.shape.g.grid.axis[1].width[3] *= 1.001;
    p.direct = true;
    problem_make_solver(&p);
    ck_assert_ptr_null(p.poisson->direct);
    ck_assert_str_eq(sm_direct_obstacle(device, &p.setup), why[what]);
    problem_free(&p);
  }
}
END_TEST

TEST_MAIN(modes_of_the_discrete_operator_are_exact_for_every_combination_of_sides,
          random_right_hand_sides_are_solved_as_by_multigrid,
          any_number_of_threads_gives_the_same_bits, other_boxes_keep_multigrid_and_say_why)
