/* The cycle for hard geometry: what becomes one unknown, symmetry, threads. */
#include "solve/amg/internal.h"
#include "verify/amg_problem.h"
#include <omp.h>

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

static void all_solid(struct geometry *g) {
  memset(g->solid, 1, (size_t)(g->n[0] * g->n[1] * g->n[2]));
}

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

TEST_MAIN(without_obstacles_a_box_is_an_unknown_and_links_are_those_of_the_grid,
          air_on_two_sides_of_a_wall_is_two_unknowns, a_hole_does_not_make_two_rooms_one,
          the_cycle_is_symmetric_and_positive, cut_cells_are_followed_too,
          results_do_not_depend_on_the_number_of_threads, a_room_without_opening_does_no_harm,
          all_solid_and_unlinked_cells_need_no_levels)
