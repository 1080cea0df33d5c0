/* Where particles begin and are counted: places of a case in its domain. */
#include "release_scene.h"

/* --- positions and solids --- */

static enum sm_point_kind spot(double x, double y, double height, double *level) {
  const double xy[2] = {x, y};
  return sm_point_locate_above(f.domain, xy, height, level);
}

START_TEST(a_spot_is_air_or_tells_why_not) {
  double level = -1;
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  fixture_build(&f);
  ck_assert(spot(10, 10, 3, &level) == SM_POINT_AIR && level == 3);
  ck_assert(spot(0, 0, 0, &level) == SM_POINT_AIR && level == 0);
  ck_assert(spot(100, 80, 49.9, &level) == SM_POINT_AIR);
  ck_assert(spot(100.1, 10, 3, &level) == SM_POINT_OUTSIDE);
  ck_assert(spot(10, -0.1, 3, &level) == SM_POINT_OUTSIDE);
  ck_assert(spot(nan_, 10, 3, &level) == SM_POINT_OUTSIDE);
  ck_assert(spot(10, 10, 50, &level) == SM_POINT_ABOVE_TOP);
  ck_assert(spot(10, 10, 1e9, &level) == SM_POINT_ABOVE_TOP);
  ck_assert(spot(50, 40, 0, &level) == SM_POINT_IN_BUILDING);
  ck_assert(spot(50, 40, 19.9, &level) == SM_POINT_IN_BUILDING);
  ck_assert(spot(50, 40, 20, &level) == SM_POINT_AIR && level == 20);
  const double xy[2] = {10, 10};
  ck_assert(sm_point_locate(f.domain, xy, -0.1, &level) == SM_POINT_IN_GROUND);
  ck_assert(sm_point_locate(f.domain, xy, 0, &level) == SM_POINT_AIR);
  finish();
}
END_TEST

/* A roof of 18 m fills the cell from 15 to 20 m: who stands on it is lifted onto that cell. */
START_TEST(on_a_roof_within_a_cell_is_in_the_air) {
  double level = -1;
  begin();
  fixture_box(&f, 40, 30, 20, 20, 18);
  fixture_build(&f);
  ck_assert(spot(50, 40, 18, &level) == SM_POINT_AIR && level == 20);
  ck_assert(spot(50, 40, 19, &level) == SM_POINT_AIR && level == 20);
  ck_assert(spot(50, 40, 17.9, &level) == SM_POINT_IN_BUILDING);
  finish();
}
END_TEST

START_TEST(below_a_raised_building_is_air) {
  double level = -1;
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20)->base = 10;
  fixture_build(&f);
  ck_assert(spot(50, 40, 3, &level) == SM_POINT_AIR && level == 3);
  ck_assert(spot(50, 40, 12, &level) == SM_POINT_IN_BUILDING);
  finish();
}
END_TEST

static double slope(double x, double y) {
  (void)y;
  return 0.5 * x;
}

/* Wherever one stands on a slope, its steps are never in the way. */
START_TEST(stairs_of_the_ground_are_not_inside_of_it) {
  int lifted = 0;
  begin();
  f.c.domain.height = 120;
  fixture_terrain(&f, slope, 0, 100, 0, 80);
  fixture_build(&f);
  for (double x = 0; x <= 100; x += 0.5) {
    double level;
    ck_assert(spot(x, 40, 0, &level) == SM_POINT_AIR);
    const double z = sm_domain_ground(f.domain, x, 40);
    ck_assert(level >= z && level < z + 5);
    lifted += level > z;
  }
  ck_assert_int_gt(lifted, 30);
  finish();
}
END_TEST

/* --- places --- */

START_TEST(places_are_those_of_other_things) {
  begin();
  f.c.domain.margin = 20;
  add(SM_SOURCE_POINT, 20, 30, 2);
  struct sm_case_source *line = add(SM_SOURCE_LINE, 20, 30, 2);
  line->end[0] = 40;
  line->end[1] = 50;
  line->end_height = 3;
  add_receptor(5, 6, 2, 4);
  add_sight(5, 6, 2, 50, 60, 7);
  add(SM_SOURCE_DOMAIN, 0, 0, 0)->position = SM_POSITION_NONE;
  fixture_build(&f);
  create();
  const struct sm_release *r = releases->source;
  ck_assert(releases->source_count == 3 && releases->receptor_count == 1);
  ck_assert(r[0].place[0] == 40 && r[0].place[1] == 50 && r[0].height == 2);
  ck_assert(r[0].source == &source[0] && r[0].start == 0 && r[0].stop == 0);
  ck_assert(r[1].end[0] == 60 && r[1].end[1] == 70 && r[1].end_height == 3);
  ck_assert(r[2].place[0] == 0);
  const struct sm_named_location *s = releases->receptor;
  ck_assert(s->place[0] == 25 && s->place[1] == 26 && s->place[2] == 2);
  ck_assert(releases->line_of_sight[0][0].place[2] == 2 &&
            releases->line_of_sight[0][1].place[0] == 70);
  ck_assert(releases->line_of_sight[0][1].place[2] == 7 && releases->line_of_sight_count == 1);
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 0);
  finish();
}
END_TEST

START_TEST(places_on_earth_are_projected) {
  begin();
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32632;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 500000;
  f.c.domain.origin[1] = 4000000;
  struct sm_case_source *line = add(SM_SOURCE_LINE, 40.0005, 5.0004, 1); /* 100 km per degree */
  line->position = SM_POSITION_LATLON;
  line->end[0] = 40.0006;
  line->end[1] = 5.0002;
  line->end_height = 1;
  add(SM_SOURCE_POINT, 500060, 4000070, 1)->position = SM_POSITION_CRS;
  double path[2][4] = {{0, 40.0001, 5.0002, 3}, {9, 40.0003, 5.0004, 5}};
  struct sm_case_source *moving = add(SM_SOURCE_PATH, 0, 0, 0);
  moving->position = SM_POSITION_LATLON;
  moving->path = path;
  moving->path_count = 2;
  fixture_build(&f);
  create();
  const struct sm_release *r = releases->source;
  ck_assert(fabs(r[0].place[0] - 40) < 1e-6 && fabs(r[0].place[1] - 50) < 1e-6);
  ck_assert(fabs(r[0].end[0] - 20) < 1e-6 && fabs(r[0].end[1] - 60) < 1e-6);
  ck_assert(r[1].place[0] == 60 && r[1].place[1] == 70);
  ck_assert(fabs(r[2].path[1][1] - 40) < 1e-6 && fabs(r[2].path[1][2] - 30) < 1e-6);
  ck_assert(r[2].path[1][0] == 9 && r[2].path[1][3] == 5 && path[1][1] == 40.0003);
  finish();
}
END_TEST

START_TEST(z_is_above_the_lowest_ground) {
  begin();
  f.c.domain.height = 120;
  fixture_terrain(&f, slope, 0, 100, 0, 80);
  add_receptor(62.5, 30, 2, 4);
  fixture_build(&f);
  create();
  ck_assert_double_eq_tol(releases->receptor[0].place[2], sm_domain_ground(f.domain, 62.5, 30) + 2,
                          1e-9);
  ck_assert_double_gt(releases->receptor[0].place[2], 25);
  finish();
}
END_TEST

/* --- wrong places --- */

START_TEST(all_wrong_positions_are_reported_at_once) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  add(SM_SOURCE_POINT, 120, 30, 2);
  add(SM_SOURCE_POINT, 50, 40, 2);
  add_receptor(-5, 1, 2, 4);
  add_sight(5, 6, 60, 50, 40, 7);
  f.c.particles.concentration = (struct sm_case_concentration){
      .present = true, .origin = {0, 0}, .size = {101, 81}, .line = 95};
  fixture_build(&f);
  fails("case.toml:61: error: source \"s1\" is outside the domain");
  fails("case.toml:62: error: source \"s2\" is inside a building");
  fails("case.toml:81: error: receptor \"\" has no air of the domain in its box");
  fails("case.toml:91: error: line of sight \"\" begins above the domain top");
  fails("case.toml:91: error: line of sight \"\" ends inside a building");
  fails("case.toml:95: error: [particles.concentration] reaches beyond the domain: along x from 0 "
        "to 101 m, of 100 m");
  f.c.particles.source_count = f.c.particles.receptor_count = f.c.particles.line_of_sight_count = 0;
  f.c.particles.concentration.size[0] = 100;
  f.c.particles.concentration.size[1] = 80;
  create();
  finish();
}
END_TEST

/* --- files --- */

static void write(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
}

START_TEST(paths_and_rates_come_from_files) {
  static char path_name[] = "test_releases_path.csv", rate_name[] = "test_releases_rate.csv";
  begin();
  f.c.domain.margin = 10;
  struct sm_case_source *moving = add(SM_SOURCE_PATH, 0, 0, 0);
  moving->path_file = path_name;
  moving->rate_file = rate_name;
  moving->start = moving->stop = nan_;
  fixture_build(&f);
  write(path_name, "y,x,time,height\n1,2,5,3\n10,20,65,30\n");
  write(rate_name, "0,0\n10,0.5\n60,0\n");
  moving->rate_file = none;
  create();
  ck_assert(releases->source->start == 5 && releases->source->stop == 65);
  moving->rate_file = rate_name;
  create();
  const struct sm_release *r = releases->source;
  ck_assert(r->path_count == 2 && r->rate_count == 3 && r->start == 0 && r->stop == 60);
  ck_assert(r->path[0][0] == 5 && r->path[0][1] == 12 && r->path[0][2] == 11);
  ck_assert(r->path[1][3] == 30 && r->rates[1][0] == 10 && r->rates[1][1] == 0.5);
  moving->rate_file = none;
  f.c.particles.duration = 5;
  fails("case.toml:61: error: source \"s1\" starts at 5 s, when the run, of 5 s, is over");
  f.c.particles.duration = nan_;
  moving->stop = 4;
  fails("would stop, at 4 s, before it starts, at 5 s");
  moving->stop = nan_;
  moving->rate_file = rate_name;
  write(rate_name, "0,0\n10,0\n");
  fails("releases nothing: all its rates are 0");
  write(rate_name, "0,0\n10,-1\n10,2\n");
  fails_as(SM_ERR_DATA, "test_releases_rate.csv:2: error: 'rate': -1 is less than 0");
  write(path_name, "time,x,y,height\n1,2,5,3\n0,20,65,30\n");
  fails_as(SM_ERR_DATA, "test_releases_path.csv:3: error: 'time' must increase from line to line");
  remove(path_name);
  fails_as(SM_ERR_DATA, "test_releases_path.csv");
  remove(rate_name);
  finish();
}
END_TEST

START_TEST(nothing_leaks_when_memory_ends) {
  begin();
  double path[2][4] = {{0, 5, 40, 25}, {5, 95, 40, 25}}, rates[2][2] = {{0, 1}, {1, 2}};
  struct sm_case_source *moving = add(SM_SOURCE_PATH, 0, 0, 0);
  moving->path = path;
  moving->path_count = 2;
  moving->rates = rates;
  moving->rate_count = 2;
  add_receptor(5, 6, 2, 4);
  fixture_build(&f);
  enum sm_status status = SM_ERR_MEMORY;
  long n = 1;
  for (; status == SM_ERR_MEMORY && n < 50; n++) {
    sm_context_fail_allocation(f.ctx, n);
    status = sm_releases_create(f.ctx, &f.c, f.domain, &releases);
    if (status != SM_OK) ck_assert_ptr_null(releases);
  }
  sm_context_fail_allocation(f.ctx, 0);
  ck_assert(status == SM_OK && n == 8);
  finish();
}
END_TEST

TEST_MAIN(a_spot_is_air_or_tells_why_not, on_a_roof_within_a_cell_is_in_the_air,
          below_a_raised_building_is_air, stairs_of_the_ground_are_not_inside_of_it,
          places_are_those_of_other_things, places_on_earth_are_projected,
          z_is_above_the_lowest_ground, all_wrong_positions_are_reported_at_once,
          paths_and_rates_come_from_files, nothing_leaks_when_memory_ends)
