/* The Poisson solver with joined ends: exact modes of the discrete operator in every mixture of
 * sides, iterations, a symmetric cycle, and problems that do not know where the seam is. */
#include "poisson_problem.h"
#include <stdio.h>

static const double pi = 3.14159265358979323846;

/* What the sides of an axis are. */
enum { OPEN_SIDES, CLOSED_SIDES, JOINED_SIDES, KINDS };

/* Opens or closes the sides; those of a joined axis are open where there is air at both ends. */
static void set_sides(struct problem *p, const int kind[3]) {
  struct geometry *g = &p->shape.g;
  geometry_open_faces(g);
  for (int d = 0; d < 3; d++) {
    const int low = SM_OPEN_WEST << (2 * d), high = SM_OPEN_EAST << (2 * d);
    int hi[3] = {g->n[0], g->n[1], g->n[2]};
    p->periodic[d] = kind[d] == JOINED_SIDES;
    hi[d] = 1;
    for (int k = 0; k < hi[2]; k++)
      for (int j = 0; j < hi[1]; j++)
        for (int i = 0; i < hi[0]; i++) {
          int end[3] = {i, j, k};
          end[d] = g->n[d] - 1;
          const int64_t a = geometry_index(g, i, j, k);
          const int64_t b = geometry_index(g, end[0], end[1], end[2]);
          const bool both = !g->solid[a] && !g->solid[b];
          const bool open_low = kind[d] == OPEN_SIDES ? !g->solid[a] : both;
          const bool open_high = kind[d] == OPEN_SIDES ? !g->solid[b] : both;
          g->cell[a] = (uint8_t)(g->cell[a] & ~low);
          g->cell[b] = (uint8_t)(g->cell[b] & ~high);
          if (kind[d] == CLOSED_SIDES) continue;
          if (open_low) g->cell[a] = (uint8_t)(g->cell[a] | low);
          if (open_high) g->cell[b] = (uint8_t)(g->cell[b] | high);
        }
  }
}

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

/* b = A x for a product of modes. Widths are powers of 2, whose inverses a float holds: the solution
 * is found to round-off. */
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
                "%d x %d x %d, sides %d %d %d, mode %d %d %d: off by %g, residual %g after %d", n[0],
                n[1], n[2], kind[0], kind[1], kind[2], mode[0], mode[1], mode[2], worst, r.residual,
                r.iterations);
  free(exact);
  problem_free(&p);
}

START_TEST(modes_of_the_discrete_operator_are_exact_in_every_mixture_of_sides) {
  set_up();
  for (int n = 8; n <= 33; n++)
    for (int m = 0; m < KINDS * KINDS * KINDS; m++) {
      const int kind[3] = {m % KINDS, m / KINDS % KINDS, m / KINDS / KINDS};
      if (kind[0] != JOINED_SIDES && kind[1] != JOINED_SIDES && kind[2] != JOINED_SIDES) continue;
      if (n > 12 && m % 5 != n % 5) continue; /* all mixtures for some numbers, all numbers for some */
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

static const int channel[3] = {JOINED_SIDES, JOINED_SIDES, CLOSED_SIDES};
static const int everywhere[3] = {JOINED_SIDES, JOINED_SIDES, JOINED_SIDES};
static const int under_sky[3] = {JOINED_SIDES, JOINED_SIDES, OPEN_SIDES};

/* Moves obstacles and right-hand sides along x and y, round the seam. */
static int moved(int i, int by, int n) { return (i + by) % n; }

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

/* Buildings of which one stands across the seam in x, one in y, one across the corner. */
static void moved_town(struct geometry *g, int by_x, int by_y) {
  static const double plan[][5] = {/* of the extent: from, to in x, from, to in y, height */
                                   {0.9, 1.15, 0.4, 0.6, 0.5},
                                   {0.3, 0.5, 0.85, 1.1, 0.4},
                                   {0.94, 1.06, 0.92, 1.08, 0.7},
                                   {0.55, 0.7, 0.2, 0.35, 0.3},
                                   {0.2, 0.35, 0.3, 0.5, 0.6}};
  for (size_t m = 0; m < sizeof plan / sizeof *plan; m++)
    for (int k = 0; k < (int)(plan[m][4] * g->n[2]); k++)
      for (int j = (int)(plan[m][2] * g->n[1]); j < (int)(plan[m][3] * g->n[1]); j++)
        for (int i = (int)(plan[m][0] * g->n[0]); i < (int)(plan[m][1] * g->n[0]); i++)
          g->solid[geometry_index(g, moved(i, by_x, g->n[0]), moved(j, by_y, g->n[1]), k)] = 1;
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
        if (getenv("SM_SHOW")) printf("%d %d %d kind %zu town %d: %d iterations\n", n[s][0], n[s][1], n[s][2], m, town, r.iterations);
        ck_assert_msg(r.converged && r.iterations <= 12 && problem_residual(&p) <= 2e-9,
                      "%d x %d x %d, kind %zu, %s: %d iterations, residual %g", n[s][0], n[s][1],
                      n[s][2], m, town ? "town" : "air", r.iterations, problem_residual(&p));
        ck_assert_int_eq(p.poisson->floating > 0, kinds[m] != under_sky);
        problem_free(&p);
      }
}
END_TEST

TEST_MAIN(modes_of_the_discrete_operator_are_exact_in_every_mixture_of_sides,
          short_and_odd_axes_are_joined,
          few_iterations_with_and_without_buildings_across_the_seam)
