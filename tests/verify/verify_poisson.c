/* The Poisson solver: exact solutions, published iteration counts, odd grids, equal solvers. */
#include "harness.h"

#include "geometry.h"
#include "solve/poisson.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;
static struct sm_context *ctx;
static struct sm_device *device;

static void set_up(void) {
  if (device != NULL) return;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, 32, 0, &device), SM_OK);
}

/* A problem on a geometry: the solver and its right-hand side, both to be freed. */
struct problem {
  struct geometry g;
  struct sm_poisson *poisson;
  double *memory, *b; /* b points at cell (0, 0, 0) of colour 0 */
};

static void finish_problem(struct problem *p) {
  geometry_open_faces(&p->g);
  const struct sm_poisson_setup setup = {&p->g.grid, 1, p->g.cell, NULL, 0};
  ck_assert_int_eq(sm_poisson_create(ctx, device, &setup, &p->poisson), SM_OK);
  const struct sm_split *s = &p->poisson->level[0].split;
  p->memory = calloc(s->size, sizeof *p->memory);
  p->b = p->memory + s->origin;
}

static void free_problem(struct problem *p) {
  sm_poisson_destroy(&p->poisson);
  geometry_free(&p->g);
  free(p->memory);
}

static struct sm_poisson_result solve(struct problem *p, enum sm_solver solver, double tolerance) {
  struct sm_poisson_array array = {p->poisson, p->b};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = solver;
  options.tolerance = tolerance;
  if (solver != SM_SOLVER_MULTIGRID) options.max_iterations = 100000;
  static struct sm_poisson_result result;
  ck_assert_msg(sm_poisson_solve(ctx, p->poisson, &problem, &options, &result) == SM_OK, "%s",
                sm_context_message(ctx));
  return result;
}

/* Flux of a logarithmic wind, turned by 25 degrees, out of each cell: the wind's own problem. */
static void wind_flux(struct problem *p) {
  const struct sm_axis *axis = p->g.grid.axis;
  const struct sm_split *s = &p->poisson->level[0].split;
  for (int k = 0; k < axis[2].n; k++) {
    const double speed = log((axis[2].centre[k] + 0.1) / 0.1);
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++) {
        const int m = p->g.cell[geometry_index(&p->g, i, j, k)];
        const double u = 0.9063 * speed * axis[1].width[j] * axis[2].width[k];
        const double v = 0.4226 * speed * axis[0].width[i] * axis[2].width[k];
        p->b[sm_split_index(s, i, j, k)] = (m & SM_OPEN_EAST ? u : 0) - (m & SM_OPEN_WEST ? u : 0) +
                                           (m & SM_OPEN_NORTH ? v : 0) -
                                           (m & SM_OPEN_SOUTH ? v : 0);
      }
  }
}

/* x = sin(pi x) sin(pi y) cos(pi z / 2) in coordinates that are 0 and 1 at the ghost centres, and z
 * = 0 on the ground: no flux there, 0 at the other boundaries. */
static double exact_solution(const struct sm_axis *axis, int i, int j, int k) {
  return sin(pi * (axis[0].centre[i] + 0.5 * axis[0].width[i])) *
         sin(pi * (axis[1].centre[j] + 0.5 * axis[1].width[j])) * cos(0.5 * pi * axis[2].centre[k]);
}

static double error_of_exact_solution(int n, double stretch) {
  const int cells[3] = {n, n, n};
  const double last = pow(stretch, n - 1); /* of n layers, the lowest 1 thick */
  const double total = stretch == 1 ? n : (stretch * last - 1) / (stretch - 1);
  const double h[3] = {1.0 / (n + 1), 1.0 / (n + 1), 1 / (total + 0.5 * last)};
  struct problem p = {.g = geometry_create(ctx, cells, h, stretch)};
  finish_problem(&p);
  const struct sm_axis *axis = p.g.grid.axis;
  const struct sm_split *s = &p.poisson->level[0].split;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        p.b[sm_split_index(s, i, j, k)] = 2.25 * pi * pi * exact_solution(axis, i, j, k) *
                                          axis[0].width[i] * axis[1].width[j] * axis[2].width[k];
  ck_assert(solve(&p, SM_SOLVER_MULTIGRID, 1e-10).converged);
  double worst = 0;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        const double x = p.poisson->x[sm_split_index(s, i, j, k)];
        const double d = fabs(x - exact_solution(axis, i, j, k));
        if (!(d <= worst)) worst = d;
      }
  free_problem(&p);
  return worst;
}

/* log(e1 / e2) / log(h1 / h2) */
static double order(int n, double stretch) {
  const double coarse = error_of_exact_solution(n, stretch);
  const double fine = error_of_exact_solution(2 * n, sqrt(stretch));
  return log(coarse / fine) / log((2.0 * n + 1) / (n + 1));
}

START_TEST(second_order_on_uniform_and_stretched_grids) {
  set_up();
  ck_assert_msg(order(24, 1) >= 1.95, "order %g", order(24, 1));
  ck_assert_msg(order(24, 1.06) >= 1.95, "order %g when stretched", order(24, 1.06));
}
END_TEST

static int iterations(const int n[3], const double h[3], double stretch,
                      void (*build)(struct geometry *)) {
  struct problem p = {.g = geometry_create(ctx, n, h, stretch)};
  build(&p.g);
  finish_problem(&p);
  wind_flux(&p);
  const struct sm_poisson_result result = solve(&p, SM_SOLVER_MULTIGRID, 1e-9);
  ck_assert(result.converged);
  free_problem(&p);
  return result.iterations;
}

START_TEST(few_iterations_whatever_the_geometry_and_the_shape_of_cells) {
  set_up();
  const int n[3] = {100, 100, 100};
  ck_assert_int_le(iterations(n, (double[]){1, 1, 1}, 1, geometry_city), 10);
  ck_assert_int_le(iterations(n, (double[]){1, 1, 1}, 1, geometry_canyon), 10);
  ck_assert_int_le(iterations(n, (double[]){0.2, 0.35, 0.4}, 1, geometry_city), 12);
  ck_assert_int_le(iterations(n, (double[]){1, 1, 3}, 1, geometry_city), 11);
  ck_assert_int_le(iterations(n, (double[]){2, 2, 0.5}, 1.04, geometry_city), 9);
}
END_TEST

static double largest_difference(const struct sm_split *s, const double *a, const double *b) {
  double worst = 0;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const ptrdiff_t c = sm_split_index(s, i, j, k);
        const double d = fabs(a[c] - b[c]);
        if (!(d <= worst)) worst = d;
      }
  return worst;
}

START_TEST(all_solvers_agree_when_converged) {
  set_up();
  const int n[3] = {24, 21, 18};
  struct problem p = {.g = geometry_create(ctx, n, (double[]){1, 1.3, 0.7}, 1.02)};
  geometry_box(&p.g, 5, 12, 6, 9, 0, 8, 1);
  geometry_box(&p.g, 14, 18, 3, 15, 0, 5, 1);
  finish_problem(&p);
  wind_flux(&p);
  const struct sm_split *s = &p.poisson->level[0].split;
  double *first = malloc(s->size * sizeof *first), *x = p.poisson->x - s->origin;
  ck_assert(solve(&p, SM_SOLVER_MULTIGRID, 1e-10).converged);
  memcpy(first, x, s->size * sizeof *first);
  ck_assert(solve(&p, SM_SOLVER_RED_BLACK_SOR, 1e-10).converged);
  ck_assert_double_le(largest_difference(s, first + s->origin, p.poisson->x), 1e-7);
  ck_assert(solve(&p, SM_SOLVER_SOR, 1e-10).converged);
  ck_assert_double_le(largest_difference(s, first + s->origin, p.poisson->x), 1e-7);
  free(first);
  free_problem(&p);
}
END_TEST

/* (z1, r2) = (r1, z2) for z = cycle(r): or conjugate gradients would not be entitled to it. */
START_TEST(the_cycle_is_symmetric) {
  set_up();
  const int n[3] = {19, 14, 11};
  struct problem p = {.g = geometry_create(ctx, n, (double[]){1, 1, 0.4}, 1.1)};
  geometry_box(&p.g, 3, 9, 2, 7, 0, 5, 1);
  finish_problem(&p);
  struct sm_level *level = &p.poisson->level[0];
  const struct sm_split *s = &level->split;
  sm_half *r[2];
  float *z[2];
  uint32_t state = 3;
  for (int v = 0; v < 2; v++) {
    r[v] = calloc(s->size, sizeof *r[v]);
    z[v] = calloc(s->size, sizeof *z[v]);
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++)
          if (!p.g.solid[geometry_index(&p.g, i, j, k)])
            r[v][s->origin + sm_split_index(s, i, j, k)] =
                sm_narrow((float)(geometry_random(&state) - 0.5));
    memcpy(level->b - s->origin, r[v], s->size * sizeof *r[v]);
    sm_poisson_cycle(p.poisson);
    memcpy(z[v], level->x - s->origin, s->size * sizeof *z[v]);
  }
  double a = 0, b = 0;
  for (size_t c = 0; c < s->size; c++) {
    a += (double)z[0][c] * (double)sm_widen(r[1][c]);
    b += (double)sm_widen(r[0][c]) * (double)z[1][c];
  }
  ck_assert_msg(fabs(a - b) <= 4e-3 * (fabs(a) + fabs(b)), "%.9g and %.9g", a, b);
  for (int v = 0; v < 2; v++) {
    free(r[v]);
    free(z[v]);
  }
  free_problem(&p);
}
END_TEST

static void no_boxes(struct geometry *g) { (void)g; }

START_TEST(odd_grids_converge) {
  set_up();
  static const struct {
    int n[3];
    double h[3];
  } odd[] = {{{1, 1, 1}, {1, 1, 1}},     {{1, 7, 5}, {1, 1, 1}},          {{9, 1, 1}, {2, 1, 1}},
             {{31, 29, 23}, {1, 1, 1}},  {{16, 16, 16}, {1000, 1000, 1}}, {{40, 12, 9}, {1, 30, 5}},
             {{2, 2, 200}, {1, 1, 0.1}}, {{129, 3, 2}, {0.01, 1, 1}}};
  for (size_t m = 0; m < sizeof odd / sizeof *odd; m++)
    ck_assert_int_le(iterations(odd[m].n, odd[m].h, 1, no_boxes), 14);
}
END_TEST

START_TEST(all_solid_and_one_open_cell_are_solved) {
  set_up();
  const int n[3] = {6, 5, 4};
  struct problem p = {.g = geometry_create(ctx, n, (double[]){1, 1, 1}, 1)};
  geometry_box(&p.g, 0, 6, 0, 5, 0, 4, 1);
  finish_problem(&p);
  ck_assert(solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged);
  free_problem(&p);

  p = (struct problem){.g = geometry_create(ctx, n, (double[]){1, 1, 1}, 1)};
  geometry_box(&p.g, 0, 6, 0, 5, 0, 4, 1);
  geometry_box(&p.g, 0, 1, 2, 3, 1, 2, 0); /* open to the west only */
  finish_problem(&p);
  p.b[sm_split_index(&p.poisson->level[0].split, 0, 2, 1)] = 2;
  ck_assert(solve(&p, SM_SOLVER_MULTIGRID, 1e-9).converged);
  const double x = p.poisson->x[sm_split_index(&p.poisson->level[0].split, 0, 2, 1)];
  ck_assert_double_eq_tol(x, 2, 1e-8);
  free_problem(&p);
}
END_TEST

START_TEST(a_warm_start_needs_fewer_iterations) {
  set_up();
  const int n[3] = {40, 40, 30};
  struct problem p = {.g = geometry_create(ctx, n, (double[]){1, 1, 1}, 1)};
  geometry_city(&p.g);
  finish_problem(&p);
  wind_flux(&p);
  const int cold = solve(&p, SM_SOLVER_MULTIGRID, 1e-6).iterations;
  const struct sm_split *s = &p.poisson->level[0].split;
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
  ck_assert_double_eq(p.poisson->x[sm_split_index(s, 20, 20, 20)], 0);
  free_problem(&p);
}
END_TEST

START_TEST(what_a_solver_takes_is_known_before) {
  set_up();
  static const struct {
    int n[3];
    double h[3], stretch;
  } grid[] = {
      {{40, 33, 20}, {2, 2, 2}, 1}, {{64, 64, 40}, {10, 10, 1}, 1.1}, {{9, 1, 3}, {1, 1, 1}, 1}};
  for (size_t m = 0; m < sizeof grid / sizeof *grid; m++) {
    struct problem p = {.g = geometry_create(ctx, grid[m].n, grid[m].h, grid[m].stretch)};
    size_t expected;
    ck_assert_int_eq(sm_poisson_bytes(ctx, &p.g.grid, 1, false, &expected), SM_OK);
    const size_t before = device->allocated;
    finish_problem(&p);
    const double taken = (double)(device->allocated - before);
    ck_assert_double_le((double)expected, taken);
    ck_assert_double_ge((double)expected, 0.9 * taken - 60e3); /* without tables */
    free_problem(&p);
  }
}
END_TEST

/* The n-th allocation fails for every n: a message and no leak each time. */
START_TEST(a_lack_of_memory_is_reported_wherever_it_strikes) {
  set_up();
  const int n[3] = {12, 10, 8};
  struct geometry g = geometry_create(ctx, n, (double[]){1, 1, 1}, 1);
  geometry_open_faces(&g);
  const struct sm_cut_cell cut = {geometry_index(&g, 3, 3, 0), {0.5f, 1, 1, 1, 0, 1}};
  const struct sm_cut_cell other = {geometry_index(&g, 2, 3, 0), {1, 0.5f, 1, 1, 0, 1}};
  const struct sm_cut_cell cuts[] = {other, cut};
  const struct sm_poisson_setup setup = {&g.grid, 1, g.cell, cuts, 2};
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

TEST_MAIN(second_order_on_uniform_and_stretched_grids,
          few_iterations_whatever_the_geometry_and_the_shape_of_cells,
          all_solvers_agree_when_converged, the_cycle_is_symmetric, odd_grids_converge,
          all_solid_and_one_open_cell_are_solved, a_warm_start_needs_fewer_iterations,
          what_a_solver_takes_is_known_before, a_lack_of_memory_is_reported_wherever_it_strikes)
