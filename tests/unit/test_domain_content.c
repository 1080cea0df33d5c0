/* Buildings, roughness and description of a domain, and its messages about them. */
#include "harness.h"
#include "small_domain.h"

static double classes(double x, double y) {
  (void)y;
  return x < 30 ? 1 : x < 60 ? 2 : x < 80 ? 9 : (double)NAN;
}

START_TEST(buildings_at_the_domain_top_are_named) {
  fixture_create(&f);
  fixture_box(&f, 20, 20, 20, 20, 10);
  fixture_box(&f, 60, 20, 20, 20, 40);
  f.c.domain.height = 30;
  fixture_fails(&f, SM_ERR_CASE, "case.toml:12: building: error: its roof is 40 m");
  f.c.domain.height = 40;
  fixture_fails(&f, SM_ERR_CASE, "domain top is at 40 m");
  f.c.domain.height = 45;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->top_reason, SM_DOMAIN_TOP_PRESCRIBED);
  fixture_terrain(&f, hill, -100, 200, -100, 200);
  f.c.buildings.inline_count = 0;
  fixture_fails(&f, SM_ERR_CASE, "the ground rises to");
  fixture_destroy(&f);
}
END_TEST

START_TEST(buildings_of_a_file_are_shifted_to_the_grid) {
  static double box[4][2] = {
      {500020, 4000010}, {500040, 4000010}, {500040, 4000030}, {500020, 4000030}};
  static double flat[4][2] = {
      {500060, 4000010}, {500070, 4000010}, {500070, 4000020}, {500060, 4000020}};
  static char file[] = "roofs.shp";
  const struct sm_case_building buildings[2] = {{.vertex = box, .vertex_count = 4, .height = 20},
                                                {.vertex = flat, .vertex_count = 4, .height = -2}};
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32631;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 500000;
  f.c.domain.origin[1] = 4000000;
  f.c.buildings.file = file;
  fake.building = buildings;
  fake.building_count = 2;
  fixture_box(&f, 60, 60, 10, 10, 30);
  fixture_build(&f);
  ck_assert_uint_eq(f.domain->building_count, 2);
  ck_assert(fixture_warned(&f, "1 buildings whose roof is not above their base"));
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 4, 2, 3), SM_CELL_BUILDING);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 12, 12, 5), SM_CELL_BUILDING);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 3, 2, 3), SM_CELL_AIR);
  ck_assert_int_eq(sm_domain_cell_type(f.domain, 12, 2, 0), SM_CELL_AIR);
  f.c.domain.height = 15;
  f.c.buildings.inline_count = 0;
  fixture_fails(&f, SM_ERR_CASE, "roofs.shp: building 0: error: its roof is 20 m");
  f.c.domain.height = NAN;
  fake.building_count = 0;
  fixture_build(&f);
  ck_assert(fixture_warned(
      &f, "no building of this file lies in the domain: its middle is at latitude "));
  fixture_destroy(&f);
}
END_TEST

START_TEST(open_car_parks_have_floors_wherever_they_come_from) {
  static double box[4][2] = {
      {500020, 4000010}, {500040, 4000010}, {500040, 4000030}, {500020, 4000030}};
  static char file[] = "roofs.shp";
  const struct sm_case_building building = {
      .vertex = box, .vertex_count = 4, .height = 20, .base = 2, .porosity = NAN, .storey = 8};
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32631;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 500000;
  f.c.domain.origin[1] = 4000000;
  f.c.domain.cell_size[2] = 1.5;
  f.c.buildings.file = file;
  fake.building = &building;
  fake.building_count = 1;
  struct sm_case_building *park = fixture_box(&f, 60, 40, 10, 10, 9);
  park->porosity = 0.2;
  park->storey = 3;
  fixture_build(&f);
  const struct sm_footprint *item = f.domain->footprints.item;
  ck_assert_uint_eq(f.domain->building_count, 2);
  ck_assert_uint_eq(f.domain->footprints.count, 2 + 2 + 3);
  ck_assert(item[0].porosity == 0.5 && item[1].porosity == 0.2 && !item[1].is_floor);
  for (int m = 2; m < 7; m++) ck_assert(item[m].is_floor && item[m].porosity == 0);
  ck_assert(item[2].base == 8.5 && item[2].height == 10 && item[3].height == 18);
  ck_assert(item[4].height == 3 && item[6].height == 9 && item[6].base == 7.5);
  ck_assert(item[4].is_inline && !item[3].is_inline);
  ck_assert_double_eq(item[3].vertex[2][1], 30);
  f.c.domain.height = 19;
  fixture_fails(&f, SM_ERR_CASE, "roofs.shp: building 0: error: its roof is 20 m");
  fake.building_count = 0;
  fixture_destroy(&f);
}
END_TEST

START_TEST(odd_buildings_are_warned_of) {
  fixture_create(&f);
  fixture_box(&f, 200, 20, 20, 20, 10);
  fixture_box(&f, 41, 41, 1, 1, 10);
  fixture_box(&f, -10, -10, 22, 22, 10); /* partly outside */
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "1 of 3 buildings lie wholly outside"));
  ck_assert(fixture_warned(&f, "1 of 2 buildings contain no cell centre, so they vanish"));
  ck_assert_int_eq(fixture_count(&f, SM_CELL_BUILDING), 2 * 2 * 2);
  f.building[0].height = 2; /* below the middle of the lowest layer, but outside */
  f.building[2].height = 2;
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_build(&f);
  ck_assert(!fixture_warned(&f, "buildings are omitted"));
  f.c.domain.solids = SM_SOLIDS_STAIR;
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "1 of 2 buildings are omitted, being lower than the middle"));
  f.building[1].height = 0;
  fixture_fails(&f, SM_ERR_CASE, "case.toml:12: error: a building from 0 m to 0 m");
  f.building[1].height = NAN;
  fixture_fails(&f, SM_ERR_CASE, "case.toml:12");
  f.building[1].height = 5;
  f.building[1].base = 5;
  fixture_fails(&f, SM_ERR_CASE, "has no height");
  f.building[1].base = 0;
  f.building[1].vertex_count = 2;
  fixture_fails(&f, SM_ERR_CASE, "at least 3 corners");
  f.building[1].vertex_count = 4;
  f.building[1].vertex[2][0] = NAN;
  fixture_fails(&f, SM_ERR_CASE, "case.toml:12");
  fixture_destroy(&f);
}
END_TEST

START_TEST(roughness_comes_from_classes_or_lengths) {
  static char file[] = "landuse.tif";
  struct sm_roughness_class table[] = {{1, 0.03}, {2, 0.5}};
  fixture_create(&f);
  f.c.roughness.file = file;
  f.c.roughness.class_table = table;
  f.c.roughness.class_count = 2;
  fixture_terrain(&f, classes, -10, 200, -10, 200);
  f.c.terrain.files.count = 0;
  fixture_build(&f);
  const float z0[4] = {f.domain->z0[0], f.domain->z0[8], f.domain->z0[14], f.domain->z0[18]};
  ck_assert(z0[0] == 0.03f && z0[1] == 0.5f && z0[2] == 0.1f && z0[3] == 0.1f);
  ck_assert(fixture_warned(&f, "roughness is missing in 64 of 320 columns"));
  ck_assert(fixture_warned(&f, "64 columns have a class that the table lacks (such as 9)"));
  f.c.roughness.class_count = 0;
  f.reading.height = 20;
  fixture_build(&f);
  ck_assert(f.domain->z0[14] == 9);
  ck_assert(fixture_warned(&f, "roughness lengths of up to 9 m"));
  f.c.roughness.z0 = 0;
  fixture_fails(&f, SM_ERR_CASE, "must be positive");
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_domain_is_described) {
  fixture_create(&f);
  fixture_box(&f, 20, 20, 20, 20, 60);
  f.c.domain.stretch = 1.2;
  f.c.domain.stretch_from = 5;
  f.c.has_start = true;
  f.c.start = 0;
  fixture_build(&f);
  struct sm_facts facts = {0};
  sm_domain_describe(f.domain, &facts);
  char *text = sm_facts_print(&facts);
  const char *const parts[] = {"local",
                               "100 m x 80 m x 180 m",
                               "20 x 16 x ",
                               "twice the tallest",
                               "buildings    1, up to 60 m tall, on 5 %",
                               "1970-01-01T00:00:00Z",
                               "case.toml",
                               "0.1 m"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    ck_assert_msg(strstr(text, parts[i]) != NULL, "'%s' not in:\n%s", parts[i], text);
  ck_assert_double_eq(sm_fact_number(facts.root, "buildings.height_maximum"), 60);
  ck_assert_double_eq(sm_fact_number(facts.root, "buildings.cover"), 5);
  ck_assert_double_eq(sm_fact_number(facts.root, "cells.nx"), 20);
  ck_assert_double_eq(sm_fact_number(facts.root, "cells.fluid"), (double)f.domain->fluid_count);
  ck_assert_str_eq(sm_fact_text(facts.root, "times.first"), "1970-01-01T00:00:00Z");
  free(text);
  sm_facts_free(&facts);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(open_car_parks_have_floors_wherever_they_come_from, buildings_at_the_domain_top_are_named,
          buildings_of_a_file_are_shifted_to_the_grid, odd_buildings_are_warned_of,
          roughness_comes_from_classes_or_lengths, a_domain_is_described)
