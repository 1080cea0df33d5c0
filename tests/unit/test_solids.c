/* Solid cells and open faces: stair-step, cut, enclosed. */
#include "domain/surface/buildings/buildings.h"
#include "domain_fixture.h"
#include "harness.h"
#include <omp.h>

static struct fixture f;

static double slope(double x, double y) {
  (void)y;
  return 100 + 0.3 * x;
}
static double waves(double x, double y) { return 20 + 12 * sin(x / 17) * cos(y / 23); }
static double flat(double x, double y) {
  (void)x, (void)y;
  return 0;
}

/* Repeatable numbers in [0, 1). */
static double chance(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 8) / 16777216.0;
}

/* Open area (m2) of all faces across an axis at face `at`. */
static double open_area(const struct sm_domain *d, int axis, int at) {
  const int64_t n[3] = {d->grid.axis[0].n, d->grid.axis[1].n, d->grid.axis[2].n};
  const int e = (axis + 1) % 3, g = (axis + 2) % 3, side = at == n[axis] ? 1 : 0;
  double sum = 0;
  for (int a = 0; a < n[e]; a++)
    for (int b = 0; b < n[g]; b++) {
      int64_t c[3];
      c[axis] = at - side;
      c[e] = a;
      c[g] = b;
      const int64_t cell = c[0] + n[0] * (c[1] + n[1] * c[2]);
      const int face = 2 * axis + side;
      double share = d->cell[cell] >> face & 1;
      for (int64_t q = 0; q < d->cut_count; q++)
        if (d->cut[q].cell == cell) share = (double)d->cut[q].fraction[face];
      sum += share * d->grid.axis[e].width[a] * d->grid.axis[g].width[b];
    }
  return sum;
}

START_TEST(an_aligned_box_fills_exactly_its_cells) {
  for (int mode = 0; mode < 2; mode++) {
    fixture_create(&f);
    f.c.domain.solids = mode == 0 ? SM_SOLIDS_STAIR : SM_SOLIDS_CUT;
    fixture_box(&f, 20, 30, 25, 10, 15);
    fixture_build(&f);
    ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), 5 * 2 * 3);
    ck_assert_int_eq(f.domain->fluid_count, sm_grid_cells(&f.domain->grid) - 30);
    ck_assert_int_eq(f.domain->cut_count, 0);
    ck_assert_int_eq(sm_domain_cell_type(f.domain, 4, 6, 2), SM_CELL_BUILDING);
    ck_assert_int_eq(sm_domain_cell_type(f.domain, 9, 6, 2), SM_CELL_AIR);
    ck_assert_int_eq(sm_domain_cell_type(f.domain, 4, 6, 3), SM_CELL_AIR);
    ck_assert_double_eq((double)f.domain->building[4 + 20 * 6], 15);
    ck_assert_double_eq((double)f.domain->building[3 + 20 * 6], 0);
    ck_assert_double_eq(f.domain->highest_roof, 15);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(a_polygon_with_a_hole_covers_its_area) {
  fixture_create(&f);
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = 0.5;
  f.c.domain.cell_size[2] = 5;
  f.c.domain.height = 20;
  /* Outline and hole joined by a cut of no width: even-odd makes the same of it. */
  static double ring[][2] = {{20, 20}, {60, 20}, {60, 50}, {20, 50}, {20, 20},
                             {30, 30}, {30, 40}, {50, 40}, {50, 30}, {30, 30}};
  fixture_polygon(&f, ring, 10, 10);
  fixture_build(&f);
  ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), (40 * 30 - 20 * 10) * 4 * 2);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 80, 70, 0), SM_CELL_AIR);
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_triangle_covers_half_its_box) {
  fixture_create(&f);
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = 0.25;
  f.c.domain.height = 20;
  static double ring[][2] = {{10.1, 10.2}, {73.3, 10.2}, {10.1, 61.7}};
  fixture_polygon(&f, ring, 3, 5);
  fixture_build(&f);
  const double area = (double)fixture_count(&f, SM_CELL_BUILDING) * 0.25 * 0.25;
  ck_assert_double_eq_tol(area, 0.5 * 63.2 * 51.5, 3);
  fixture_destroy(&f);
}
END_TEST

START_TEST(open_areas_of_a_turned_box_are_exact_to_the_sampling) {
  fixture_create(&f);
  f.c.domain.height = 40;
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_turned(&f, 50, 20, 33, 21, 12.3, 31);
  fixture_build(&f);
  ck_assert_int_gt(f.domain->cut_count, 0);
  ck_assert_double_eq_tol(open_area(f.domain, 2, 1), 100 * 80 - 33 * 21, 8); /* 2.5 m up */
  ck_assert_double_eq_tol(open_area(f.domain, 2, 3), 100 * 80, 1e-9);
  const double across = 21 / cos(31 * acos(-1.0) / 180); /* x = 55 crosses both long edges */
  ck_assert_double_eq_tol(open_area(f.domain, 0, 11), 80 * 40 - 12.3 * across, 10);
  fixture_destroy(&f);
}
END_TEST

START_TEST(ground_cuts_lateral_faces_by_its_area) {
  fixture_create(&f);
  f.c.domain.solids = SM_SOLIDS_CUT;
  f.c.domain.height = 100;
  fixture_terrain(&f, slope, -10, 110, -10, 110);
  fixture_build(&f);
  ck_assert_double_eq_tol(f.domain->grid.origin[2], 100 + 0.3 * 2.5, 1e-4);
  for (int i = 1; i < 20; i++) /* ground at face i: 0.3 * (5 i - 2.5) above the lowest centre */
    ck_assert_double_eq_tol(open_area(f.domain, 0, i), 80 * (100 - 0.3 * (5 * i - 2.5)), 8.5);
  ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), 0);
  ck_assert_double_eq_tol(sm_domain_ground(f.domain, 50, 40), 0.3 * 47.5, 1e-4);
  ck_assert_double_eq_tol(sm_domain_ground(f.domain, -50, 40), 0, 1e-4);
  ck_assert_int_eq(sm_domain_column(f.domain, 7, 12), 1 + 20 * 2);
  ck_assert_int_eq(sm_domain_column(f.domain, -7, 1200), 0 + 20 * 15);
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_building_on_a_slope_stands_on_its_lowest_ground) {
  fixture_create(&f);
  fixture_terrain(&f, slope, -10, 110, -10, 110);
  fixture_box(&f, 40, 20, 20, 20, 15);
  fixture_build(&f);
  ck_assert_double_eq_tol(f.domain->span[0].ground, 0.3 * 37.5, 1e-4);
  ck_assert_double_eq_tol(f.domain->highest_roof, 0.3 * 37.5 + 15, 1e-4);
  ck_assert_double_eq_tol((double)f.domain->building[8 + 20 * 5], 15 - 0.3 * 2.5, 1e-3);
  ck_assert_double_eq_tol((double)f.domain->building[11 + 20 * 5], 15 - 0.3 * 17.5, 1e-3);
  fixture_destroy(&f);
}
END_TEST

START_TEST(overlapping_buildings_count_once_and_the_highest_wins) {
  for (int mode = 0; mode < 2; mode++) {
    fixture_create(&f);
    f.c.domain.solids = mode == 0 ? SM_SOLIDS_STAIR : SM_SOLIDS_CUT;
    fixture_box(&f, 20, 20, 20, 20, 20);
    fixture_box(&f, 30, 30, 20, 20, 10);
    fixture_build(&f);
    ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), 16 * 4 + 12 * 2);
    ck_assert_double_eq((double)f.domain->building[7 + 20 * 7], 20);
    ck_assert_double_eq((double)f.domain->building[9 + 20 * 9], 10);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(air_flows_under_a_lifted_building) {
  for (int mode = 0; mode < 2; mode++) {
    fixture_create(&f);
    f.c.domain.solids = mode == 0 ? SM_SOLIDS_STAIR : SM_SOLIDS_CUT;
    fixture_box(&f, 20, 20, 20, 20, 20)->base = 10;
    fixture_build(&f);
    ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), 16 * 2);
    ck_assert_int_eq(sm_domain_cell_type(f.domain, 5, 5, 1), SM_CELL_AIR);
    ck_assert_int_eq(sm_domain_cell_type(f.domain, 5, 5, 2), SM_CELL_BUILDING);
    ck_assert_int_eq(f.domain->filled_count, 0);
    ck_assert_double_eq((double)f.domain->building[5 + 20 * 5], 20);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(a_roofed_courtyard_is_filled) {
  for (int mode = 0; mode < 2; mode++) {
    fixture_create(&f);
    f.c.domain.solids = mode == 0 ? SM_SOLIDS_STAIR : SM_SOLIDS_CUT;
    fixture_box(&f, 20, 20, 30, 5, 20); /* four walls */
    fixture_box(&f, 20, 45, 30, 5, 20);
    fixture_box(&f, 20, 20, 5, 30, 20);
    fixture_box(&f, 45, 20, 5, 30, 20);
    fixture_build(&f);
    ck_assert_int_eq(f.domain->filled_count, 0);    /* open above */
    fixture_box(&f, 20, 20, 30, 30, 25)->base = 20; /* a roof */
    fixture_build(&f);
    ck_assert_int_eq(f.domain->filled_count, 4 * 4 * 4);
    ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), 6 * 6 * 5);
    f.building[3].vertex[1][1] += 5; /* a gap in the east wall */
    f.building[3].vertex[0][1] += 5;
    f.building[0].vertex[1][0] -= 5;
    f.building[0].vertex[2][0] -= 5;
    fixture_build(&f);
    ck_assert_int_eq(f.domain->filled_count, mode == 0 ? 64 : f.domain->filled_count);
    f.building[3].vertex[1][1] += 5;
    f.building[3].vertex[0][1] += 5;
    fixture_build(&f);
    ck_assert_int_eq(f.domain->filled_count, 0);
    fixture_destroy(&f);
  }
}
END_TEST

/* Slow but sure: which air reaches a side, by passes until nothing changes. */
static int64_t count_reached(const struct sm_domain *d) {
  const int64_t n[3] = {d->grid.axis[0].n, d->grid.axis[1].n, d->grid.axis[2].n};
  const int64_t step[3] = {1, n[0], n[0] * n[1]}, cells = sm_grid_cells(&d->grid);
  char *reached = calloc((size_t)cells, 1);
  ck_assert_ptr_nonnull(reached);
  int64_t count = 0;
  for (bool more = true; more;) {
    more = false;
    for (int64_t q = 0; q < cells; q++)
      for (int face = 0; face < 6 && !reached[q]; face++) {
        const int axis = face / 2;
        const int64_t at = q / step[axis] % n[axis] + (face % 2 == 0 ? -1 : 1);
        if (!(d->cell[q] >> face & 1)) continue;
        const bool side = at < 0 || at >= n[axis];
        if (!side && !reached[q + (face % 2 == 0 ? -step[axis] : step[axis])]) continue;
        reached[q] = 1;
        count++;
        more = true;
      }
  }
  free(reached);
  return count;
}

/* A random city on waves: invariants hold, all air is connected, threads do not matter. */
START_TEST(random_cities_keep_every_promise) {
  unsigned seed = 7;
  for (int run = 0; run < 12; run++) {
    fixture_create(&f);
    f.c.domain.margin = run % 3 == 0 ? 7.5 : 0;
    f.c.domain.cell_size[2] = 2 + run % 4;
    f.c.domain.stretch = run % 4 == 1 ? 1.1 : 1;
    f.c.domain.solids = run % 2 == 0 ? SM_SOLIDS_CUT : SM_SOLIDS_STAIR;
    if (run % 3 != 1) fixture_terrain(&f, waves, -50, 200, -50, 200);
    for (int b = 0; b < 40; b++)
      fixture_turned(&f, -10 + 110 * chance(&seed), -10 + 90 * chance(&seed),
                     1 + 30 * chance(&seed), 1 + 30 * chance(&seed), 3 + 40 * chance(&seed),
                     b % 2 == 0 ? 0 : 360 * chance(&seed));
    for (int b = 0; b < 40; b++)
      if (b % 5 == 0) f.building[b].base = 0.6 * f.building[b].height;
    omp_set_num_threads(1);
    fixture_build(&f);
    ck_assert_int_eq(count_reached(f.domain), f.domain->fluid_count);
    struct sm_domain *first = f.domain;
    f.domain = NULL;
    omp_set_num_threads(2);
    fixture_build(&f);
    ck_assert_mem_eq(first->cell, f.domain->cell, (size_t)sm_grid_cells(&first->grid));
    ck_assert_int_eq(first->cut_count, f.domain->cut_count);
    for (int64_t n = 0; n < first->cut_count; n++) { /* a cut cell has padding */
      const struct sm_cut_cell *one = &first->cut[n], *two = &f.domain->cut[n];
      ck_assert_int_eq(one->cell, two->cell);
      ck_assert_mem_eq(one->fraction, two->fraction, sizeof one->fraction);
      ck_assert_mem_eq(&one->volume, &two->volume, sizeof one->volume);
    }
    sm_domain_destroy(&first);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(slivers_are_closed_and_nearly_open_faces_opened) {
  fixture_create(&f);
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_box(&f, 20, 20, 20, 20, 10.05); /* 1 % into the third layer */
  fixture_box(&f, 60, 20, 20, 20, 9.95);  /* 1 % below the top of the second */
  fixture_build(&f);
  ck_assert_int_eq(f.domain->cut_count, 0);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 5, 5, 1), SM_CELL_BUILDING);
  fixture_destroy(&f);
}
END_TEST

START_TEST(smallest_domains_work) {
  const double size[4][2] = {{5, 5}, {5, 40}, {40, 5}, {10, 10}};
  for (int q = 0; q < 8; q++) {
    fixture_create(&f);
    f.c.domain.solids = q < 4 ? SM_SOLIDS_STAIR : SM_SOLIDS_CUT;
    f.c.domain.size[0] = size[q % 4][0];
    f.c.domain.size[1] = size[q % 4][1];
    f.c.domain.height = q % 4 == 0 ? 5 : 20;
    f.reading.height = 4;
    fixture_build(&f);
    ck_assert_int_eq(f.domain->fluid_count, sm_grid_cells(&f.domain->grid));
    fixture_terrain(&f, waves, -50, 200, -50, 200);
    f.c.domain.height = NAN;
    fixture_build(&f);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(a_domain_without_air_is_refused) {
  fixture_create(&f);
  f.c.domain.size[0] = f.c.domain.size[1] = 5;
  f.c.domain.height = 5;
  fixture_box(&f, -5, -5, 20, 20, 4);
  fixture_fails(&f, SM_ERR_CASE, "no air");
  fixture_destroy(&f);
}
END_TEST

START_TEST(flat_terrain_is_like_no_terrain) {
  fixture_create(&f);
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_terrain(&f, flat, -50, 200, -50, 200);
  fixture_build(&f);
  ck_assert_int_eq(f.domain->cut_count, 0);
  ck_assert_int_eq(f.domain->fluid_count, 20 * 16 * 20);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(an_aligned_box_fills_exactly_its_cells, a_polygon_with_a_hole_covers_its_area,
          a_triangle_covers_half_its_box, open_areas_of_a_turned_box_are_exact_to_the_sampling,
          ground_cuts_lateral_faces_by_its_area, a_building_on_a_slope_stands_on_its_lowest_ground,
          overlapping_buildings_count_once_and_the_highest_wins, air_flows_under_a_lifted_building,
          a_roofed_courtyard_is_filled, random_cities_keep_every_promise,
          slivers_are_closed_and_nearly_open_faces_opened, smallest_domains_work,
          a_domain_without_air_is_refused, flat_terrain_is_like_no_terrain)
