/* Releases, receptors and lines of sight partly in solids: warnings, errors, fractions in the air.
 */
#include "release_scene.h"

/* --- wrong places --- */

START_TEST(a_place_that_is_not_in_the_air_is_an_error) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  fixture_build(&f);
  add(SM_SOURCE_POINT, 50, 40, 2);
  fails("case.toml:61: error: source \"s1\" is inside a building: 2 m above the ground, where a "
        "roof is at 20 m");
  source[0].height = 60;
  fails("error: source \"s1\" is above the domain top: 60 m above the ground, where the domain top "
        "is at 50 m\n"
        "help: raise domain.height");
  source[0].height = 25;
  create();
  finish();
}
END_TEST

static double hillside(double x, double y) {
  (void)y;
  return 0.4 * x;
}

START_TEST(boxes_below_hills_make_a_warning) {
  begin();
  f.c.domain.height = 100;
  fixture_terrain(&f, hillside, -20, 140, -20, 120);
  f.c.particles.concentration = (struct sm_case_concentration){
      .present = true, .origin = {0, 0}, .size = {100, 80}, .height = 20, .line = 95};
  fixture_build(&f);
  create();
  ck_assert(fixture_warned(&f, "case.toml:95: warning: the ground of 50 % of [particles"));
  f.c.particles.concentration.height = 50;
  const int warnings = sm_context_warning_count(f.ctx);
  create();
  ck_assert_int_eq(sm_context_warning_count(f.ctx), warnings);
  finish();
}
END_TEST

/* --- lines and shapes --- */

START_TEST(a_line_through_a_building_makes_a_warning) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  struct sm_case_source *line = add(SM_SOURCE_LINE, 0, 40, 1);
  line->end[0] = 100;
  line->end[1] = 40;
  line->end_height = 1;
  fixture_build(&f);
  create();
  ck_assert(fixture_warned(&f, "case.toml:61: warning: 20 % of source \"s1\" is in solids"));
  ck_assert_double_eq_tol(sm_release_parts(f.domain, releases->source).air, 0.8, 1e-9);
  finish();
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  double path[3][4] = {{0, 5, 40, 25}, {5, 95, 40, 25}, {9, 95, 5, 1}};
  struct sm_case_source *moving = add(SM_SOURCE_PATH, 0, 0, 0);
  moving->path = path;
  moving->path_count = 3;
  moving->start = moving->stop = nan_;
  fixture_build(&f);
  create();
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 0);
  ck_assert(releases->source[0].start == 0 && releases->source[0].stop == 9);
  path[0][3] = path[1][3] = 2;
  create();
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 1);
  path[1][1] = 50;
  fails("source \"s1\" is, at point 2 of its path, inside a building");
  finish();
}
END_TEST

START_TEST(the_fraction_of_a_shape_in_solids_is_warned_of) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  struct sm_case_source *box = add(SM_SOURCE_BOX, 50, 40, 0);
  box->size[0] = 40;
  box->size[1] = 40;
  box->size[2] = 40;
  struct sm_case_source *disk = add(SM_SOURCE_DISK, 0, 40, 30);
  disk->radius = 20;
  struct sm_case_source *ring = add(SM_SOURCE_DISK, 50, 40, 1);
  ring->radius = 25;
  ring->inner_radius = 24.9;
  struct sm_case_source *sphere = add(SM_SOURCE_SPHERE, 20, 20, 9);
  sphere->radius = 9;
  struct sm_case_source *ground = add(SM_SOURCE_GROUND, 60, 40, 0);
  ground->size[0] = 20;
  ground->size[1] = 10;
  struct sm_case_source *all = add(SM_SOURCE_GROUND, 0, 0, 0);
  all->position = SM_POSITION_NONE;
  fixture_build(&f);
  create();
  const struct sm_release *r = releases->source;
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[0]).air, 1 - 0.125, 1e-9);
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[1]).air, 0.5, 0.01);
  ck_assert(sm_release_parts(f.domain, &r[2]).air == 1);
  ck_assert(sm_release_parts(f.domain, &r[3]).air == 1);
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[4]).air, 0.5, 1e-9);
  ck_assert(sm_release_parts(f.domain, &r[5]).air == 1);
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 3);
  ck_assert(fixture_warned(&f,
                           "case.toml:61: warning: 12 % of source \"s1\" is in solids: the rest "
                           "of it releases the whole mass"));
  ck_assert(fixture_warned(&f, "50 % of source \"s5\" is in solids: nothing is released there"));
  finish();
}
END_TEST

START_TEST(the_part_of_a_shape_beyond_the_domain_is_warned_of) {
  begin();
  struct sm_case_source *box = add(SM_SOURCE_BOX, 5, 40, 0);
  box->size[0] = 12;
  box->size[1] = box->size[2] = 10;
  struct sm_case_source *narrow = add(SM_SOURCE_BOX, 5, 20, 0);
  narrow->size[0] = 10.1;
  narrow->size[1] = narrow->size[2] = 10;
  struct sm_case_source *touches = add(SM_SOURCE_BOX, 5, 60, 0);
  touches->size[0] = touches->size[1] = touches->size[2] = 10;
  struct sm_case_source *disk = add(SM_SOURCE_DISK, 0, 40, 30);
  disk->radius = 20;
  struct sm_case_source *crosses = add(SM_SOURCE_SPHERE, 8.9, 20, 9);
  crosses->radius = 9;
  fixture_build(&f);
  create();
  const struct sm_release *r = releases->source;
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[0]).beyond, 1. / 12, 1e-9);
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[0]).air, 11. / 12, 1e-9);
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[1]).beyond, 0.05 / 10.1, 1e-9);
  ck_assert_double_eq(sm_release_parts(f.domain, &r[2]).beyond, 0);
  ck_assert_double_eq_tol(sm_release_parts(f.domain, &r[3]).beyond, 0.5, 0.01);
  ck_assert(sm_release_parts(f.domain, &r[4]).beyond > 0);
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 4);
  ck_assert(fixture_warned(&f,
                           "case.toml:61: warning: 8.3 % of source \"s1\" is beyond the domain: "
                           "the rest of it releases the whole mass\nhelp: enlarge"));
  finish();
}
END_TEST

START_TEST(a_shape_without_air_is_an_error) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  struct sm_case_source *box = add(SM_SOURCE_BOX, 50, 40, 1);
  box->size[0] = 10;
  box->size[1] = 10;
  fixture_build(&f);
  fails("case.toml:61: error: source \"s1\" has no part in the air of the domain");
  box->place[0] = 200;
  fails("has no part in the air");
  box->place[0] = 50;
  box->height = 60;
  fails("has no part in the air");
  finish();
}
END_TEST

START_TEST(a_receptor_needs_some_air) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  add_receptor(50, 40, 5, 8);
  fixture_build(&f);
  fails("case.toml:81: error: receptor \"\" has no air of the domain in its box");
  receptor[0].size[0] = 30;
  create();
  ck_assert(fixture_warned(&f, "case.toml:81: warning: receptor \"\" is inside a building"));
  receptor[0].height = 60;
  fails("has no air");
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 1);
  finish();
}
END_TEST

START_TEST(a_line_of_sight_into_a_building_makes_a_warning) {
  begin();
  fixture_box(&f, 40, 30, 20, 20, 20);
  add_sight(5, 40, 2, 95, 40, 30);
  fixture_build(&f);
  create();
  ck_assert(fixture_warned(&f, "case.toml:91: warning: ground or buildings are in the line"));
  finish();
}
END_TEST

TEST_MAIN(a_place_that_is_not_in_the_air_is_an_error, boxes_below_hills_make_a_warning,
          a_line_through_a_building_makes_a_warning, the_fraction_of_a_shape_in_solids_is_warned_of,
          the_part_of_a_shape_beyond_the_domain_is_warned_of, a_shape_without_air_is_an_error,
          a_receptor_needs_some_air, a_line_of_sight_into_a_building_makes_a_warning)
