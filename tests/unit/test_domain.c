/* Place, size, ground, domain top, roughness, messages, and what happens without memory. */
#include "domain/grid/horizontal.h"
#include "domain/surface/terrain/terrain.h"
#include "harness.h"
#include "small_domain.h"

static double with_holes(double x, double y) {
  return x > 20 && x < 40 && y > 30 ? (double)NAN : 50 + x;
}
static double nowhere(double x, double y) {
  (void)x, (void)y;
  return NAN;
}
static double diamond(double x, double y) {
  return fabs(x - 50) + fabs(y - 50) < 50 ? 10 : (double)NAN;
}

START_TEST(sizes_grow_to_whole_cells) {
  fixture_create(&f);
  f.c.domain.size[0] = 101;
  f.c.domain.cell_size[1] = 0.1;
  f.c.domain.size[1] = 2.3;
  f.c.domain.margin = 10;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->grid.axis[0].n, 25);
  ck_assert_int_eq(f.domain->grid.axis[1].n, 223);
  ck_assert_double_eq(f.domain->grid.origin[0], -10);
  ck_assert_double_eq(f.domain->grid.origin[2], 0);
  fixture_destroy(&f);
}
END_TEST

START_TEST(the_margin_shifts_inline_buildings) {
  fixture_create(&f);
  f.c.domain.margin = 15;
  fixture_box(&f, 0, 0, 20, 10, 15);
  f.c.domain.size[0] = f.c.domain.size[1] = NAN; /* taken from the building */
  fixture_build(&f);
  ck_assert_int_eq(f.domain->grid.axis[0].n, 10);
  ck_assert_int_eq(f.domain->grid.axis[1].n, 8);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 3, 3, 0), SM_CELL_BUILDING);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 2, 3, 0), SM_CELL_AIR);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 6, 4, 0), SM_CELL_BUILDING);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 7, 4, 0), SM_CELL_AIR);
  fixture_destroy(&f);
}
END_TEST

START_TEST(centre_origin_and_files_place_the_domain) {
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_AUTO_UTM;
  f.c.domain.has_center = true;
  f.c.domain.center[0] = 0.5;
  f.c.domain.center[1] = 3.25;
  fixture_build(&f);
  ck_assert_double_eq_tol(f.domain->grid.origin[0], 325000 - 50, 1e-6);
  ck_assert_double_eq_tol(f.domain->grid.origin[1], 50000 - 40, 1e-6);
  ck_assert_int_eq(f.domain->crs.epsg, 32631);
  f.c.domain.has_center = false;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 0.5;
  f.c.domain.origin[1] = 3.25;
  fixture_build(&f);
  ck_assert_double_eq_tol(f.domain->grid.origin[0], 325000, 1e-6);
  f.c.domain.has_origin = false;
  fixture_fails(&f, SM_ERR_CASE, "where on Earth");
  fixture_terrain(&f, hill, 325000, 325303, 50000, 50200);
  fixture_build(&f); /* size given: in the middle of the file */
  ck_assert_double_eq_tol(f.domain->grid.origin[0], 325101.5, 1e-6);
  f.c.domain.size[0] = f.c.domain.size[1] = NAN;
  fixture_build(&f); /* all of the file, and no more than it covers */
  ck_assert_double_eq_tol(f.domain->grid.origin[0], 325000, 1e-6);
  ck_assert_int_eq(f.domain->grid.axis[0].n, 60);
  ck_assert_int_eq(f.domain->grid.axis[1].n, 40);
  fake.no_crs = true;
  fixture_fails(&f, SM_ERR_DATA, "names no coordinate system");
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = -4;
  fixture_fails(&f, SM_ERR_DATA, "no such coordinate system");
  f.c.domain.epsg = 32631;
  f.c.terrain.files.count = 0;
  fixture_fails(&f, SM_ERR_CASE, "where the domain lies");
  f.c.domain.crs = SM_CRS_LOCAL;
  fixture_fails(&f, SM_ERR_CASE, "no size along x");
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_raster_askew_in_its_box_gives_the_rectangle_it_covers) {
  fixture_create(&f);
  fixture_terrain(&f, diamond, 0, 100, 0, 100);
  f.c.domain.size[0] = f.c.domain.size[1] = NAN;
  fixture_build(&f);
  ck_assert_int_ge(f.domain->grid.axis[0].n * f.domain->grid.axis[1].n, 50);
  fixture_destroy(&f);
}
END_TEST

START_TEST(the_largest_rectangle_is_found) {
  const char map[5][6] = {"11000", "01110", "01111", "01110", "10001"};
  bool covered[25];
  for (int q = 0; q < 25; q++) covered[q] = map[q / 5][q % 5] == '1';
  int i[2], j[2];
  sm_cover_largest(covered, 5, i, j);
  ck_assert(i[0] == 1 && i[1] == 4 && j[0] == 1 && j[1] == 4);
  memset(covered, 0, sizeof covered);
  sm_cover_largest(covered, 5, i, j);
  ck_assert(i[0] == i[1]);
}
END_TEST

START_TEST(too_many_cells_are_refused) {
  fixture_create(&f);
  f.c.domain.size[0] = f.c.domain.size[1] = 2e5;
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = 1;
  fixture_fails(&f, SM_ERR_CASE, "columns of cells");
  f.c.domain.cell_size[0] = 1e-6;
  fixture_fails(&f, SM_ERR_CASE, "cells along x");
  f.c.domain.size[0] = f.c.domain.size[1] = 1000;
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = 1;
  f.c.domain.cell_size[2] = 1e-4;
  fixture_fails(&f, SM_ERR_CASE, "cells (1000 x 1000 x 1000000)");
  f.c.domain.size[0] = -4;
  fixture_fails(&f, SM_ERR_CASE, "no size along x");
  fixture_destroy(&f);
}
END_TEST

START_TEST(ground_that_is_not_there_is_an_error_that_says_how_much) {
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32631;
  f.c.domain.has_origin = true;
  fixture_terrain(&f, hill, 0, 50, 0, 80);
  fixture_fails(&f, SM_ERR_DATA, "covers 50 % of the domain (missing: 50..100 E, 0..80 N)");
  f.c.terrain.fill = SM_FILL_INTERPOLATE;
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "continued outwards"));
  ck_assert(f.domain->terrain[19 + 20 * 3] == f.domain->terrain[9 + 20 * 3]);
  fixture_terrain(&f, hill, 1000, 2000, 0, 80);
  fixture_fails(&f, SM_ERR_DATA, "origin are [latitude, longitude]");
  fixture_terrain(&f, with_holes, -100, 200, -100, 200);
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "no value in 40 of 320 columns"));
  f.c.terrain.fill = SM_FILL_NONE;
  fixture_fails(&f, SM_ERR_DATA, "has no value in 40 of 320 columns");
  fixture_terrain(&f, nowhere, -100, 200, -100, 200);
  fixture_fails(&f, SM_ERR_DATA, "no ground");
  f.c.terrain.fill = SM_FILL_INTERPOLATE;
  fixture_fails(&f, SM_ERR_DATA, "no value anywhere");
  static char missing[] = "missing.tif";
  f.files[0] = missing;
  fixture_fails(&f, SM_ERR_DATA, "no such file");
  fixture_destroy(&f);
}
END_TEST

START_TEST(smoothing_is_a_mean_that_keeps_planes) {
  struct sm_context *ctx;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  float spike[9] = {0, 0, 0, 0, 9, 0, 0, 0, 0}, plane[9];
  ck_assert_int_eq(sm_terrain_smooth(ctx, 3, 3, 1, spike), SM_OK);
  ck_assert(spike[4] == 1 && spike[0] == 2.25f && spike[1] == 1.5f);
  for (int q = 0; q < 9; q++) plane[q] = (float)(q % 3);
  ck_assert_int_eq(sm_terrain_smooth(ctx, 3, 3, 1, plane), SM_OK);
  ck_assert(plane[4] == 1);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(the_domain_top_does_not_depend_on_the_cells) {
  double domain_top[3];
  for (int q = 0; q < 3; q++) {
    fixture_create(&f);
    f.c.domain.stretch = 1.1;
    f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = 10.0 / (1 << q);
    f.c.domain.cell_size[2] = 4.0 / (1 << q);
    fixture_terrain(&f, hill, -100, 200, -100, 200);
    fixture_build(&f);
    domain_top[q] = sm_domain_top(f.domain);
    ck_assert_int_eq(f.domain->top_reason, SM_DOMAIN_TOP_OROGRAPHY);
    fixture_destroy(&f);
  }
  ck_assert_double_eq_tol(domain_top[0], domain_top[2],
                          0.05 * domain_top[2]); /* the summit as the columns see it */
  ck_assert_double_eq_tol(domain_top[1], domain_top[2], 0.02 * domain_top[2]);
  for (int q = 0; q < 2; q++) {
    fixture_create(&f);
    f.c.domain.cell_size[2] = q == 0 ? 5 : 2.5;
    fixture_box(&f, 20, 20, 20, 20, 60);
    fixture_build(&f);
    ck_assert_double_eq(sm_domain_top(f.domain), 180);
    ck_assert_int_eq(f.domain->top_reason, SM_DOMAIN_TOP_BUILDINGS);
    f.c.buildings.inline_count = 0;
    fixture_build(&f);
    ck_assert_double_eq(sm_domain_top(f.domain), 100);
    ck_assert_int_eq(f.domain->top_reason, SM_DOMAIN_TOP_MINIMUM);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(a_stop_is_obeyed) {
  fixture_create(&f);
  sm_context_request_stop(f.ctx);
  fixture_fails(&f, SM_ERR_STOPPED, "stopped");
  fixture_destroy(&f);
}
END_TEST

/* Fails the first allocation, then the second, ... until the build gets through. */
START_TEST(every_lack_of_memory_is_reported) {
  static double box[4][2] = {{20, 20}, {40, 20}, {40, 40}, {20, 40}};
  static char file[] = "roofs.shp", csv[] = "stations.csv", z0[] = "z0.tif";
  const struct sm_case_building building = {.vertex = box, .vertex_count = 4, .height = 20};
  struct sm_case_station stations[2];
  for (int mode = 0; mode < 2; mode++) {
    fixture_create(&f);
    f.c.domain.size[0] = f.c.domain.size[1] = NAN;
    f.c.domain.solids = mode == 0 ? SM_SOLIDS_STAIR : SM_SOLIDS_CUT;
    f.c.domain.margin = 20;
    f.c.terrain.smooth = 1;
    f.c.terrain.fill = SM_FILL_INTERPOLATE;
    f.c.roughness.file = z0;
    f.c.buildings.file = file;
    fake.building = &building;
    fake.building_count = 1;
    fixture_terrain(&f, with_holes, 0, 60, 0, 60);
    fixture_turned(&f, 20, 5, 20, 20, 30, 20)->base = 10;
    fixture_box(&f, 0, 45, 10, 10, 30);
    stations[0] = f.station;
    stations[0].name = csv;
    stations[0].file = csv;
    f.c.weather.station = stations;
    fake.station = &f.station;
    fake.station_count = 1;
    int failures = 0;
    for (long n = 1;; n++) {
      sm_context_fail_allocation(f.ctx, n);
      const enum sm_status status = sm_domain_build(f.ctx, &f.c, &f.domain);
      if (status == SM_OK) break;
      ck_assert_msg(status == SM_ERR_MEMORY, "%s", sm_context_message(f.ctx));
      ck_assert_ptr_null(f.domain);
      failures++;
    }
    sm_context_fail_allocation(f.ctx, 0);
    ck_assert_int_gt(failures, 30);
    ck_assert_msg(domain_is_valid(f.ctx, f.domain), "%s", sm_context_message(f.ctx));
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(broken_domains_are_recognised) {
  fixture_create(&f);
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_turned(&f, 40, 20, 20, 20, 12, 20);
  fixture_build(&f);
  struct sm_domain *d = f.domain;
  d->cell[0] &= (uint8_t)~SM_OPEN_EAST;
  ck_assert(!domain_is_valid(f.ctx, d));
  d->cell[0] |= SM_OPEN_EAST | SM_OPEN_DOWN;
  ck_assert(!domain_is_valid(f.ctx, d));
  d->cell[0] &= (uint8_t)~SM_OPEN_DOWN;
  ck_assert(domain_is_valid(f.ctx, d));
  d->cut[3].fraction[0] *= 0.5f;
  d->cut[3].fraction[1] *= 0.5f;
  ck_assert(!domain_is_valid(f.ctx, d));
  d->cut[3].fraction[0] *= 2;
  d->cut[3].fraction[1] *= 2;
  d->fluid_count++;
  ck_assert(!domain_is_valid(f.ctx, d));
  d->fluid_count--;
  d->z0[4] = 0;
  ck_assert(!domain_is_valid(f.ctx, d));
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(sizes_grow_to_whole_cells, the_margin_shifts_inline_buildings,
          centre_origin_and_files_place_the_domain,
          a_raster_askew_in_its_box_gives_the_rectangle_it_covers, the_largest_rectangle_is_found,
          too_many_cells_are_refused, ground_that_is_not_there_is_an_error_that_says_how_much,
          smoothing_is_a_mean_that_keeps_planes, the_domain_top_does_not_depend_on_the_cells,
          a_stop_is_obeyed, every_lack_of_memory_is_reported, broken_domains_are_recognised)
