/* The Poisson solver with joined ends: exact modes of the discrete operator in every mixture of
 * sides, iterations, a symmetric cycle, and problems that do not know where the seam is. */
#include "poisson_problem.h"

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
      if (kind[0] != JOINED_SIDES && kind[1] != JOINED_SIDES && kind[2] != JOINED_SIDES) continue;
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

/* Every fifth face between two cells of air is open in part, across the seam too. */
static void cut_faces(struct shape *shape, const bool periodic[3]) {
  const struct geometry *g = &shape->g;
  const int *n = g->n;
  const int64_t cells = (int64_t)n[0] * n[1] * n[2];
  float *part = malloc((size_t)cells * SIDES * sizeof *part);
  uint32_t seed = 11;
  for (int64_t c = 0; c < cells; c++)
    for (int side = 0; side < SIDES; side++)
      part[c * SIDES + side] = g->cell[c] >> side & 1 ? 1.0f : 0.0f;
  for (int64_t c = 0; c < cells; c++)
    for (int d = 0; d < 3; d++) {
      int at[3] = {(int)(c % n[0]), (int)(c / n[0] % n[1]), (int)(c / n[0] / n[1])};
      const double value = geometry_random(&seed);
      if (!(g->cell[c] >> (2 * d) & 1) || value > 0.2) continue;
      if (at[d] == 0 && !periodic[d]) continue;
      at[d] = (at[d] + n[d] - 1) % n[d];
      part[c * SIDES + 2 * d] = (float)(0.1 + 4 * value);
      part[geometry_index(g, at[0], at[1], at[2]) * SIDES + 2 * d + 1] = (float)(0.1 + 4 * value);
    }
  shape->cut = malloc((size_t)cells * sizeof *shape->cut);
  for (int64_t c = 0; c < cells; c++) {
    bool some = false;
    for (int side = 0; side < SIDES; side++)
      some |= part[c * SIDES + side] > 0 && part[c * SIDES + side] < 1;
    if (!some) continue;
    struct sm_cut_cell *cut = &shape->cut[shape->cut_count++];
    cut->cell = c;
    memcpy(cut->fraction, &part[c * SIDES], sizeof cut->fraction);
  }
  free(part);
}

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
    const struct sm_level *level = &p.poisson->level[0];
    const struct sm_split *s = &level->split;
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
    const struct sm_split *s = &p.poisson->level[0].split;
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
      struct sm_cut_cell part = {0, {1, 1, 1, 1, 1, 1}};
      if (cut)
        part.fraction[2 * d] = 0.5f;
      else
        g.cell[0] = (uint8_t)(g.cell[0] & ~(SM_OPEN_WEST << (2 * d)));
      const struct sm_poisson_setup setup = {
          &g.grid, 1, g.cell, &part, cut, 0, {d == 0, d == 1, d == 2}};
      struct sm_poisson *poisson = NULL;
      ck_assert_int_eq(sm_poisson_create(ctx, device, &setup, &poisson), SM_ERR_FAILED);
      ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "1 faces of a periodic side"));
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
  ck_assert(r.converged && r.cycle == SM_CYCLE_GRID && p.poisson->graph == NULL);
  problem_free(&p);
}
END_TEST

START_TEST(what_a_solver_takes_is_known_before) {
  set_up();
  struct problem p;
  size_t expected;
  problem_begin(&p, (int[]){62, 40, 30}, (double[]){1, 1, 1}, 1);
  set_sides(&p, everywhere);
  ck_assert_int_eq(sm_poisson_bytes(ctx, &p.shape.g.grid, 1, false, p.periodic, &expected), SM_OK);
  const size_t before = device->allocated;
  problem_make_solver(&p);
  const double taken = (double)(device->allocated - before);
  ck_assert_double_le((double)expected, taken);
  ck_assert_double_ge((double)expected, 0.9 * taken - 60e3); /* without tables */
  problem_free(&p);
}
END_TEST

/* --- the projection of a wind --- */

/* A wind on faces in natural order, in the precision of the device, and what it is projected by. */
struct wind {
  struct problem *p;
  ptrdiff_t sy, sz;
  size_t size;
  void *memory[3];
  union sm_reals u[3];
  double *metric;
  struct sm_exact_metric exact;
};

static void wind_begin(struct wind *w, struct problem *p) {
  const int *n = p->shape.g.n;
  *w = (struct wind){.p = p, .sy = n[0] + 3};
  w->sz = w->sy * (n[1] + 2);
  w->size = (size_t)(w->sz * (n[2] + 2));
  const size_t real = device->bits == 64 ? sizeof(double) : sizeof(float);
  for (int d = 0; d < 3; d++) {
    w->memory[d] = calloc(w->size, real);
    if (device->bits == 64)
      w->u[d].f64 = w->memory[d];
    else
      w->u[d].f32 = w->memory[d];
  }
  w->metric = calloc((size_t)(2 * (n[0] + n[1] + n[2]) + 18), sizeof *w->metric);
  double *next = w->metric;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &p->shape.g.grid.axis[d];
    double *g = next, *h = next + n[d] + 3;
    for (int i = 0; i <= n[d]; i++) {
      const bool seam = p->periodic[d] && (i == 0 || i == n[d]);
      const double here = axis->width[seam || i == n[d] ? n[d] - 1 : i];
      const double below = axis->width[seam || i == 0 ? 0 : i - 1];
      g[i] = 1 / (0.5 * (below + here));
      h[i] = axis->width[i < n[d] ? i : n[d] - 1];
    }
    h[n[d] + 1] = h[n[d]];
    w->exact.g[d] = g;
    w->exact.h[d] = h;
    next += 2 * (n[d] + 3);
  }
}

static void wind_free(struct wind *w) {
  for (int d = 0; d < 3; d++) free(w->memory[d]);
  free(w->metric);
}

static double wind_at(const struct wind *w, int d, ptrdiff_t c) {
  return device->bits == 64 ? w->u[d].f64[c] : (double)w->u[d].f32[c];
}

static void wind_set(struct wind *w, int d, ptrdiff_t c, double value) {
  if (device->bits == 64)
    w->u[d].f64[c] = value;
  else
    w->u[d].f32[c] = (float)value;
}

/* Noise on open faces; both ends of a joined axis have the same. */
static void wind_noise(struct wind *w) {
  const int *n = w->p->shape.g.n;
  uint32_t seed = 7;
  for (int d = 0; d < 3; d++) {
    const ptrdiff_t step = d == 0 ? 1 : d == 1 ? w->sy : w->sz;
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
          const int at[3] = {i, j, k};
          const uint8_t cell = w->p->setup.cell[definition_cell(&w->p->setup, i, j, k)];
          const ptrdiff_t c = i + j * w->sy + k * w->sz;
          const double value = geometry_random(&seed) - 0.5;
          if (cell >> (2 * d) & 1) wind_set(w, d, c, value);
          if (at[d] == 0 && w->p->periodic[d])
            wind_set(w, d, c + n[d] * step, wind_at(w, d, c));
          else if (at[d] == n[d] - 1 && !w->p->periodic[d] && cell >> (2 * d + 1) & 1)
            wind_set(w, d, c + step, -value);
        }
  }
}

static void wind_residual(void *user, const double *x, double scale, float *r, double *sum) {
  const struct wind *w = user;
  const struct sm_level *level = &w->p->poisson->level[0];
  const struct sm_wind wind = {level->op, w->sy,   w->sz, w->exact, w->u[0],
                               w->u[1],   w->u[2], x,     scale,    r};
  const struct sm_box box = sm_level_box(level);
  (level->op.fx == NULL ? device->backend->wind_residual_open
                        : device->backend->wind_residual_part)(device, &box, &wind, sum);
}

static void wind_project(struct wind *w) {
  const struct sm_level *level = &w->p->poisson->level[0];
  const int *n = level->split.n;
  for (int a = 0; a < 3; a++) {
    const struct sm_project project = {level->op,        w->sy, w->sz, w->u[a], w->exact.g[a],
                                       w->p->poisson->x, a,     n[a]};
    const struct sm_box box = {{0, 0, 0},
                               {level->split.half + (a == 0), n[1] + (a == 1), n[2] + (a == 2)}};
    (a == 0 ? device->backend->project_x : device->backend->project)(device, &box, &project);
  }
}

/* The largest flux out of a cell, by the definition; and faces of joined ends that differ. */
static double wind_largest_flux(const struct wind *w) {
  const struct sm_poisson_setup *s = &w->p->setup;
  const int *n = w->p->shape.g.n;
  const ptrdiff_t step[3] = {1, w->sy, w->sz};
  double largest = 0;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = {i, j, k};
        const ptrdiff_t c = i + j * w->sy + k * w->sz;
        double flux = 0;
        for (int side = 0; side < SIDES; side++)
          flux += (side % 2 ? 1 : -1) * definition_area(s, at, side) *
                  definition_fraction(s, definition_cell(s, i, j, k), side) *
                  wind_at(w, side / 2, c + side % 2 * step[side / 2]);
        largest = fmax(largest, fabs(flux));
      }
  return largest;
}

static int wind_count_torn(const struct wind *w) {
  const int *n = w->p->shape.g.n;
  int torn = 0;
  for (int d = 0; d < 3; d++) {
    const ptrdiff_t step = d == 0 ? 1 : d == 1 ? w->sy : w->sz;
    int hi[3] = {n[0], n[1], n[2]};
    hi[d] = w->p->periodic[d];
    for (int k = 0; k < hi[2]; k++)
      for (int j = 0; j < hi[1]; j++)
        for (int i = 0; i < hi[0]; i++) {
          const ptrdiff_t c = i + j * w->sy + k * w->sz;
          torn += wind_at(w, d, c) != wind_at(w, d, c + n[d] * step);
        }
  }
  return torn;
}

static void check_projection(const int n[3], const int kind[3], bool cut) {
  struct problem p;
  struct wind w;
  problem_begin(&p, n, (double[]){1, 1, 1}, 1);
  shape_stretch(ctx, &p.shape.g, (double[]){n[0], 0.8 * n[1], 1.1 * n[2]},
                (double[]){1.03, 0.98, 1.02});
  moved_town(&p.shape.g, 0, 0);
  set_sides(&p, kind);
  if (cut) cut_faces(&p.shape, p.periodic);
  problem_make_solver(&p);
  wind_begin(&w, &p);
  wind_noise(&w);
  ck_assert_int_eq(wind_count_torn(&w), 0);
  const double before = wind_largest_flux(&w);
  const struct sm_poisson_problem problem = {.residual = wind_residual, .user = &w};
  struct sm_poisson_options options = sm_poisson_options_default();
  static struct sm_poisson_result r;
  options.tolerance = 1e-11;
  ck_assert_int_eq(sm_poisson_solve(ctx, p.poisson, &problem, &options, &r), SM_OK);
  ck_assert_msg(r.converged, "residual %g after %d", r.residual, r.iterations);
  wind_project(&w);
  const double after = wind_largest_flux(&w), limit = device->bits == 64 ? 1e-9 : 1e-6;
  ck_assert_msg(after <= limit * before && wind_count_torn(&w) == 0,
                "%d bits, %d x %d x %d, sides %d %d %d: flux %g of %g, %d faces torn", device->bits,
                n[0], n[1], n[2], kind[0], kind[1], kind[2], after, before, wind_count_torn(&w));
  wind_free(&w);
  problem_free(&p);
}

START_TEST(a_projected_wind_is_one_across_the_seam) {
  set_up();
  static const int n[][3] = {{24, 16, 12}, {25, 17, 13}, {33, 16, 9}, {18, 33, 12}};
  struct sm_device *const usual = device;
  for (int bits = 32; bits <= 64; bits += 32) {
    ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, bits, 0, &device), SM_OK);
    const struct sm_backend *const best = device->backend;
    for (int plain = 0; plain < 2; plain++) {
      device->backend = plain ? sm_backend_cpu() : best;
      for (int m = 0; m < 2 * 4 * 3; m++) {
        static const int *const kinds[] = {channel, everywhere, under_sky};
        check_projection(n[m / 2 % 4], kinds[m / 8], m % 2 != 0);
      }
    }
    sm_device_close(&device);
  }
  device = usual;
}
END_TEST

TEST_MAIN(modes_of_the_discrete_operator_are_exact_in_every_mixture_of_sides,
          short_and_odd_axes_are_joined, few_iterations_with_and_without_buildings_across_the_seam,
          the_seam_is_nowhere, cut_cells_and_stretched_axes_are_joined,
          the_cycle_is_symmetric_and_positive, any_number_of_threads_gives_the_same_bits,
          red_black_sor_joins_even_axes, what_cannot_join_ends_says_so,
          ends_that_do_not_agree_are_refused, hard_geometry_is_left_to_the_cycle_of_the_grid,
          what_a_solver_takes_is_known_before, a_projected_wind_is_one_across_the_seam)
