/* The cycle for hard geometry: what becomes one unknown, symmetry, threads, iterations, memory. */
#include "poisson_problem.h"
#include "solve/amg/amg.h"
#include "solve/amg/internal.h"
#include <omp.h>

/* Cavities that no opening reaches are filled. */
static void make_problem(struct problem *p, const int n[3], const double h[3], double stretch,
                         void (*build)(struct geometry *)) {
  problem_begin(p, n, h, stretch);
  build(&p->shape.g);
  geometry_open_faces(&p->shape.g);
  shape_seal(ctx, &p->shape);
  problem_make_solver(p);
}

static void porous(struct geometry *g) { shape_porous(g, 0.4, 1); }
static void all_air(struct geometry *g) { (void)g; }
static void all_solid(struct geometry *g) {
  memset(g->solid, 1, (size_t)(g->n[0] * g->n[1] * g->n[2]));
}

/* --- unknowns --- */

/* The unknowns of the level below the cells. */
static struct sm_unknowns join_cells(const struct problem *p) {
  struct sm_unknowns cells, joined;
  struct sm_coarsening plan;
  ck_assert_int_eq(sm_unknowns_finest(ctx, p->poisson, &cells), SM_OK);
  ck_assert_int_eq(sm_coarsening_begin(ctx, &p->poisson->level[0], &plan), SM_OK);
  ck_assert(sm_coarsening_next(&plan, &cells.axes, 1, 1));
  ck_assert_int_eq(sm_unknowns_aggregate(ctx, &cells, &plan, &joined), SM_OK);
  sm_coarsening_end(&plan);
  sm_unknowns_free(&cells);
  return joined;
}

START_TEST(without_obstacles_a_box_is_an_unknown_and_links_are_those_of_the_grid) {
  set_up();
  const int n[3] = {8, 6, 4};
  struct problem p;
  make_problem(&p, n, (double[]){1, 1, 1}, 1, all_air);
  struct sm_unknowns u = join_cells(&p);
  ck_assert_int_eq(u.count, 4 * 3 * 2);
  for (int i = 0; i < u.count; i++) {
    ck_assert_uint_eq(u.box[i], (unsigned)i);
    ck_assert_double_eq_tol((double)u.volume[i], 8, 1e-5);
    for (uint32_t e = u.start[i]; e < u.start[i + 1]; e++) {
      ck_assert_double_eq_tol((double)u.link[e].area, 4, 1e-5);
      ck_assert_double_eq_tol((double)u.link[e].value, 2, 1e-5); /* 4 m2 over 2 m */
    }
  }
  int at[3];
  sm_unknowns_at(&u, 17, at); /* (1, 1, 1) */
  ck_assert(at[0] == 1 && at[1] == 1 && at[2] == 1);
  ck_assert_uint_eq(u.start[18] - u.start[17], 5); /* all but the one above */
  sm_unknowns_free(&u);
  problem_free(&p);
}
END_TEST

/* In the column of boxes at the corner, air on both ends of a diagonal: it touches along an edge
 * only. */
static void diagonal_wall(struct geometry *g) {
  geometry_box(g, 0, 1, 1, 2, 0, g->n[2], 1);
  geometry_box(g, 1, 2, 0, 1, 0, g->n[2], 1);
}

START_TEST(air_on_two_sides_of_a_wall_is_two_unknowns) {
  set_up();
  const int n[3] = {4, 4, 4}; /* 2 x 2 x 2 boxes */
  struct problem p;
  make_problem(&p, n, (double[]){1, 1, 1}, 1, diagonal_wall);
  struct sm_unknowns u = join_cells(&p);
  ck_assert_int_eq(u.count, 8 + 2); /* the two boxes at the corner hold two */
  sm_unknowns_free(&u);
  problem_free(&p);
}
END_TEST

/* Two halls with a wall between them at i = 9, in it a hole of one cell. */
static void two_halls(struct geometry *g) {
  geometry_box(g, 9, 10, 0, g->n[1], 0, g->n[2], 1);
  geometry_box(g, 9, 10, 3, 4, 3, 4, 0);
}

START_TEST(a_hole_does_not_make_two_rooms_one) {
  set_up();
  const int n[3] = {16, 8, 8};
  struct problem p;
  make_problem(&p, n, (double[]){1, 1, 1}, 1, two_halls);
  struct sm_unknowns u = join_cells(&p), next;
  struct sm_coarsening plan;
  ck_assert_int_eq(sm_coarsening_begin(ctx, &p.poisson->level[0], &plan), SM_OK);
  ck_assert(sm_coarsening_next(&plan, &u.axes, 2, 1));
  ck_assert_int_eq(sm_unknowns_aggregate(ctx, &u, &plan, &next), SM_OK);
  ck_assert_int_eq(next.count, (4 + 1) * 2 * 2); /* boxes of 4^3; the wall runs through the third */
  sm_coarsening_end(&plan);
  sm_unknowns_free(&u);
  sm_unknowns_free(&next);
  problem_free(&p);
}
END_TEST

/* --- the cycle --- */

static void fill_random(const struct problem *p, uint32_t seed, float *r) {
  const struct sm_red_black *s = &p->poisson->level[0].layout;
  memset(r, 0, s->size * sizeof *r);
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        if (!p->shape.g.solid[geometry_index(&p->shape.g, i, j, k)])
          r[s->origin + sm_red_black_index(s, i, j, k)] = (float)(geometry_random(&seed) - 0.5);
}

/* z = cycle(r) */
static void run_cycle(const struct problem *p, struct sm_amg *amg, const float *r, float *z) {
  const struct sm_mg_level *level = &p->poisson->level[0];
  const size_t size = level->layout.size;
  memcpy(level->b - level->layout.origin, r, size * sizeof *r);
  sm_amg_cycle(amg);
  memcpy(z, level->x - level->layout.origin, size * sizeof *z);
}

static double product(const float *a, const float *b, size_t size) {
  double sum = 0;
  for (size_t c = 0; c < size; c++) sum += (double)a[c] * (double)b[c];
  return sum;
}

/* Conjugate gradients are entitled to a cycle with (z1, r2) = (r1, z2) and (z, r) > 0. */
static void check_symmetry(struct problem *p) {
  struct sm_amg *amg;
  ck_assert_int_eq(sm_amg_create(ctx, p->poisson, &amg), SM_OK);
  const size_t size = p->poisson->level[0].layout.size;
  float *r[2], *z[2];
  for (uint32_t v = 0; v < 2; v++) {
    r[v] = calloc(size, sizeof *r[v]);
    z[v] = calloc(size, sizeof *z[v]);
    fill_random(p, v + 3, r[v]);
    run_cycle(p, amg, r[v], z[v]);
    ck_assert_double_gt(product(r[v], z[v], size), 0);
  }
  const double a = product(z[0], r[1], size), b = product(r[0], z[1], size);
  ck_assert_msg(fabs(a - b) <= 1e-5 * (fabs(a) + fabs(b)), "%.9g and %.9g", a, b);
  for (int v = 0; v < 2; v++) {
    free(r[v]);
    free(z[v]);
  }
  sm_amg_destroy(&amg);
}

START_TEST(the_cycle_is_symmetric_and_positive) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){38, 29, 22}, (double[]){1, 1, 0.4}, 1.1, porous);
  check_symmetry(&p);
  problem_free(&p);
  make_problem(&p, (int[]){40, 40, 40}, (double[]){1, 1, 1}, 1, geometry_maze);
  check_symmetry(&p);
  problem_free(&p);
}
END_TEST

/* Cells of a slope, cut: random fractions on the faces between them. */
START_TEST(cut_cells_are_followed_too) {
  set_up();
  const int n[3] = {12, 12, 8};
  struct problem p;
  problem_begin(&p, n, (double[]){1, 1, 1}, 1);
  struct sm_cut_cell *cut = calloc(144, sizeof *cut);
  uint32_t state = 5;
  for (int m = 0; m < 144; m++) {
    cut[m].cell = m;
    for (int f = 0; f < 6; f++) cut[m].fraction[f] = f == 4 ? 0 : 1;
    cut[m].fraction[5] = (float)(0.01 + 0.9 * geometry_random(&state));
  }
  p.shape.cut = cut;
  p.shape.cut_count = 144;
  problem_finish(&p);
  ck_assert_ptr_nonnull(p.poisson->level[0].part);
  check_symmetry(&p);
  problem_free(&p);
}
END_TEST

START_TEST(results_do_not_depend_on_the_number_of_threads) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){48, 48, 48}, (double[]){1, 1, 1}, 1, porous);
  const size_t size = p.poisson->level[0].layout.size;
  float *r = calloc(size, sizeof *r), *z[2];
  fill_random(&p, 9, r);
  for (int v = 0; v < 2; v++) {
    omp_set_num_threads(v == 0 ? 1 : 3);
    device->threads = v == 0 ? 1 : 3;
    struct sm_amg *amg;
    ck_assert_int_eq(sm_amg_create(ctx, p.poisson, &amg), SM_OK);
    z[v] = calloc(size, sizeof *z[v]);
    run_cycle(&p, amg, r, z[v]);
    sm_amg_destroy(&amg);
  }
  ck_assert(memcmp(z[0], z[1], size * sizeof *r) == 0);
  omp_set_num_threads(2);
  device->threads = 2;
  free(r);
  free(z[0]);
  free(z[1]);
  problem_free(&p);
}
END_TEST

/* A closed room: nothing holds the level of x there. */
static void closed_room(struct geometry *g) {
  geometry_box(g, 4, 14, 4, 14, 0, 12, 1);
  geometry_box(g, 5, 13, 5, 13, 1, 11, 0);
}

START_TEST(a_room_without_opening_does_no_harm) {
  set_up();
  struct problem p;
  problem_begin(&p, (int[]){20, 20, 20}, (double[]){1, 1, 1}, 1);
  closed_room(&p.shape.g);
  problem_finish(&p);
  struct sm_amg *amg;
  ck_assert_int_eq(sm_amg_create(ctx, p.poisson, &amg), SM_OK);
  const size_t size = p.poisson->level[0].layout.size;
  float *r = calloc(size, sizeof *r), *z = calloc(size, sizeof *z);
  fill_random(&p, 4, r);
  run_cycle(&p, amg, r, z);
  const double norm = product(z, z, size);
  ck_assert_msg(norm > 0 && norm < 1e6 * product(r, r, size), "%g", norm);
  sm_amg_destroy(&amg);
  free(r);
  free(z);
  problem_free(&p);
}
END_TEST

/* Levels end when nothing is linked any more, if need be at once. */
START_TEST(all_solid_and_unlinked_cells_need_no_levels) {
  set_up();
  struct problem p;
  make_problem(&p, (int[]){6, 5, 4}, (double[]){1, 1, 1}, 1, all_solid);
  struct sm_amg *amg;
  ck_assert_int_eq(sm_amg_create(ctx, p.poisson, &amg), SM_OK);
  ck_assert_int_eq(sm_amg_levels(amg), 0);
  sm_amg_cycle(amg);
  sm_amg_destroy(&amg);
  problem_free(&p);

  make_problem(&p, (int[]){1, 1, 1}, (double[]){1, 1, 1}, 1, all_air);
  const struct sm_mg_level *level = &p.poisson->level[0];
  ck_assert_int_eq(sm_amg_create(ctx, p.poisson, &amg), SM_OK);
  level->b[0] = 10; /* two sides in x, two in y, the top: x = 10 / 5 */
  sm_amg_cycle(amg);
  ck_assert_double_eq_tol((double)level->x[0], 2, 1e-5);
  sm_amg_destroy(&amg);
  problem_free(&p);
}
END_TEST

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

START_TEST(what_a_graph_takes_is_told_and_given_back) {
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

TEST_MAIN(without_obstacles_a_box_is_an_unknown_and_links_are_those_of_the_grid,
          air_on_two_sides_of_a_wall_is_two_unknowns, a_hole_does_not_make_two_rooms_one,
          the_cycle_is_symmetric_and_positive, cut_cells_are_followed_too,
          results_do_not_depend_on_the_number_of_threads, a_room_without_opening_does_no_harm,
          all_solid_and_unlinked_cells_need_no_levels, narrow_openings_are_noticed_and_followed,
          streets_need_no_other_cycle,
          the_graph_needs_few_iterations_whatever_the_geometry_and_the_shape_of_cells,
          odd_grids_converge,
          both_cycles_lead_to_the_same_solution_and_the_second_solve_begins_with_the_graph,
          without_memory_for_the_graph_the_grid_has_to_do,
          what_a_graph_takes_is_told_and_given_back,
          a_lack_of_memory_is_reported_wherever_it_strikes)
