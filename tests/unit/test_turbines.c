/* Turbines of a case in the domain, and what their wakes do to one another. */
#include "domain_fixture.h"
#include "harness.h"

#include "physics/vegetation/internal.h"
#include <math.h>

static struct fixture f;
enum { MOST = 8 };
static struct sm_case_turbine turbine[MOST];
static char none[] = "", map[] = "turbines.geojson";

/* 2 km x 1 km x 400 m of 20 m, flat. */
static void begin(void) {
  fixture_create(&f);
  f.c.domain.size[0] = 2000;
  f.c.domain.size[1] = 1000;
  f.c.domain.height = 400;
  for (int d = 0; d < 3; d++) f.c.domain.cell_size[d] = 20;
  f.c.turbines.item = turbine;
}

static struct sm_case_turbine *add(double x, double y) {
  struct sm_case_turbine *t = &turbine[f.c.turbines.count++];
  *t = (struct sm_case_turbine){.file = none,
                                .crs = none,
                                .position = SM_POSITION_LOCAL,
                                .place = {x, y},
                                .hub_height = 90,
                                .diameter = 100,
                                .thrust = 0.8,
                                .intensity = 0.1,
                                .expansion = (double)NAN,
                                .line = 50 + (int)f.c.turbines.count};
  return t;
}

/* --- places --- */

START_TEST(places_are_those_of_other_things) {
  begin();
  f.c.domain.margin = 100;
  add(200, 300);
  fixture_build(&f);
  const struct sm_turbine *t = f.domain->turbines.item;
  ck_assert_uint_eq(f.domain->turbines.count, 1);
  ck_assert(t->x == 300 && t->y == 400 && t->hub == 90 && t->diameter == 100 && t->line == 51);
  fixture_destroy(&f);
  begin();
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32632;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 500000;
  f.c.domain.origin[1] = 4000000;
  add(500600, 4000700)->position = SM_POSITION_CRS;
  add(40.005, 5.004)->position = SM_POSITION_LATLON; /* 100 km per degree */
  fixture_build(&f);
  t = f.domain->turbines.item;
  ck_assert(t[0].x == 600 && t[0].y == 700);
  ck_assert(fabs(t[1].x - 400) < 1e-6 && fabs(t[1].y - 500) < 1e-6);
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_rotor_hangs_in_the_air_of_the_domain) {
  begin();
  add(500, 300)->hub_height = 49;
  fixture_fails(&f, SM_ERR_CASE, "case.toml:51: error: a turbine's hub is 49 m above the ground");
  fixture_destroy(&f);
  begin();
  add(500, 300);
  add(500, 300)->hub_height = 360;
  fixture_fails(&f, SM_ERR_CASE, "case.toml:52: error: a turbine reaches 410 m above the ground");
  fixture_destroy(&f);
}
END_TEST

START_TEST(cells_that_are_too_wide_for_a_rotor_make_a_warning) {
  begin();
  add(500, 300);
  add(500, 600)->diameter = 61;
  fixture_build(&f);
  ck_assert(!fixture_warned(&f, "across the rotor"));
  turbine[1].diameter = 59;
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "turbines with fewer than 3 cells across the rotor: 1"));
  fixture_destroy(&f);
}
END_TEST

START_TEST(the_domain_top_makes_room_for_rotors) {
  begin();
  f.c.domain.height = (double)NAN;
  add(500, 300);
  fixture_build(&f);
  ck_assert_int_eq(f.domain->top_reason, SM_DOMAIN_TOP_TURBINES);
  ck_assert(sm_domain_top(f.domain) >= 280);
  fixture_destroy(&f);
}
END_TEST

START_TEST(turbulence_comes_from_the_roughness_where_it_is_not_given) {
  begin();
  add(500, 300)->intensity = (double)NAN;
  f.c.roughness.z0 = 20;
  f.reading.height = 40;
  fixture_build(&f);
  const struct sm_turbine *t = f.domain->turbines.item;
  ck_assert_double_eq_tol(t[0].intensity, 0.5, 1e-7); /* among trees the formula ends */
  fixture_destroy(&f);
  begin();
  add(500, 300)->intensity = (double)NAN;
  f.c.roughness.z0 = 0.03;
  fixture_build(&f);
  ck_assert_double_eq_tol(f.domain->turbines.item[0].intensity, 1 / log(3000), 1e-7);
  fixture_destroy(&f);
}
END_TEST

/* --- files --- */

static double corner[3][1][2] = {{{300, 400}}, {{700, 400}}, {{2300, 400}}};
static int ring[2] = {0, 1};

static struct sm_feature point(int which, double hub, double diameter) {
  return (struct sm_feature){.form = SM_FEATURE_POINT,
                             .vertex = corner[which],
                             .ring_start = ring,
                             .ring_count = 1,
                             .value = {hub, diameter},
                             .feature = which};
}

START_TEST(a_file_holds_many_turbines) {
  const struct sm_feature features[3] = {point(0, 80, 110), point(1, (double)NAN, (double)NAN),
                                         point(2, 80, 110)};
  begin();
  fake.feature = features;
  fake.feature_count = 3;
  struct sm_case_turbine *t = add(0, 0);
  t->file = map;
  t->position = SM_POSITION_NONE;
  fixture_build(&f);
  const struct sm_turbine *in = f.domain->turbines.item;
  ck_assert_uint_eq(f.domain->turbines.count, 2);
  ck_assert(in[0].x == 300 && in[0].y == 400 && in[0].hub == 80 && in[0].diameter == 110);
  ck_assert(in[1].x == 700 && in[1].hub == 90 && in[1].diameter == 100 && in[1].thrust == 0.8);
  t->hub_height = (double)NAN;
  fixture_fails(&f, SM_ERR_DATA,
                "turbines.geojson: error: feature 1 is a turbine with no hub height");
  t->hub_height = 90;
  t->diameter = (double)NAN;
  fixture_fails(&f, SM_ERR_DATA, "with no rotor diameter");
  fixture_destroy(&f);
}
END_TEST

START_TEST(of_a_street_map_only_wind_generators_count) {
  struct sm_feature features[2] = {point(0, 80, 110), point(1, 80, 110)};
  for (int m = 0; m < 2; m++) features[m].tagged = true;
  snprintf(features[0].word, sizeof features[0].word, "solar");
  snprintf(features[1].word, sizeof features[1].word, "wind");
  begin();
  fake.feature = features;
  fake.feature_count = 2;
  add(0, 0)->file = map;
  fixture_build(&f);
  ck_assert_uint_eq(f.domain->turbines.count, 1);
  ck_assert(f.domain->turbines.item[0].x == 700);
  fake.feature_count = 1;
  fixture_build(&f);
  ck_assert_uint_eq(f.domain->turbines.count, 0);
  ck_assert(fixture_warned(&f, "no point of this file lies in the domain"));
  fixture_destroy(&f);
}
END_TEST

/* --- one in the wake of another --- */

static struct sm_turbine_zone zone[MOST];

static void find(const double (*wind)[2]) {
  fixture_build(&f);
  ck_assert_int_eq(sm_turbine_zones_find(f.ctx, f.domain, wind, zone), SM_OK);
}

static double deficit(const struct sm_turbine_zone *z, double x, double y, double up) {
  return (double)sm_turbine_deficit(z, (float)x, (float)y, (float)up);
}

/* Mean deficit over a rotor of 50 m radius whose middle is y aside and `up` above that of the wake,
 * by many points. */
static double mean_over_disc(const struct sm_turbine_zone *z, double x, double y, double up) {
  double sum = 0, count = 0;
  for (double a = -49.5; a < 50; a++)
    for (double b = -49.5; b < 50; b++)
      if (a * a + b * b < 2500) {
        sum += deficit(z, x, y + a, up + b);
        count++;
      }
  return sum / count;
}

/* Given downwind one first: the order of the case does not matter. */
START_TEST(a_turbine_sees_the_wind_that_those_upwind_leave) {
  static const double wind[3][2] = {{8, 0}, {8, 0}, {8, 0}};
  begin();
  add(1100, 500);
  add(1700, 530)->hub_height = 110;
  add(500, 500);
  find(wind);
  const double first = mean_over_disc(&zone[2], 600, 0, 0);
  ck_assert(zone[2].strength == 1.0f);
  ck_assert_double_eq_tol((double)zone[0].strength, 1 - first, 2e-3);
  const double both = mean_over_disc(&zone[2], 1200, 30, 20) +
                      (double)zone[0].strength * mean_over_disc(&zone[0], 600, 30, 20);
  ck_assert_double_eq_tol((double)zone[1].strength, 1 - both, 3e-3);
  ck_assert_double_gt(first, 0.15);
  ck_assert_double_lt((double)zone[1].strength, 0.9);
  fixture_destroy(&f);
}
END_TEST

/* Its thrust is that of the speed that is left, and its wake grows by the turbulence that it meets:
 * 0.73 a^0.8325 I^-0.0325 (x / D)^-0.32, a the induction of the turbine upwind, all of its disc in
 * the wake. */
START_TEST(wakes_change_thrust_and_growth_downwind) {
  static double curve[3][2] = {{3, 0.9}, {6, 0.9}, {10, 0.5}};
  static const double wind[2][2] = {{8, 0}, {8, 0}};
  begin();
  for (int m = 0; m < 2; m++) {
    struct sm_case_turbine *t = add(300 + 700 * m, 500);
    t->thrust = (double)NAN;
    t->curve = curve;
    t->curve_count = 3;
  }
  find(wind);
  ck_assert_double_eq_tol((double)zone[0].thrust, 0.7, 1e-6);
  const double speed = 8 * (double)zone[1].strength;
  ck_assert(speed > 6 && speed < 7.8);
  ck_assert_double_eq_tol((double)zone[1].thrust, 0.9 - 0.1 * (speed - 6), 1e-6);
  const double a = 0.5 * (1 - sqrt(0.3));
  const double added = 0.73 * pow(a, 0.8325) * pow(0.1, -0.0325) * pow(7, -0.32);
  ck_assert_double_eq_tol((double)zone[0].growth, 0.3837 * 0.1 + 0.003678, 1e-7);
  ck_assert_double_eq_tol((double)zone[1].growth, 0.3837 * hypot(0.1, added) + 0.003678, 1e-6);
  turbine[1].expansion = 0.03;
  find(wind);
  ck_assert_double_eq_tol((double)zone[1].growth, 0.03, 1e-8);
  fixture_destroy(&f);
}
END_TEST

START_TEST(turbines_abreast_or_far_aside_do_not_meet) {
  static const double west[3][2] = {{8, 0}, {8, 0}, {8, 0}}, calm[3][2] = {{0}, {0}, {0}};
  static const double half[3][2] = {{8, 0}, {0, 0}, {8, 0}};
  begin();
  add(500, 200);
  add(500, 400);
  add(900, 800);
  find(west);
  for (int m = 0; m < 3; m++) ck_assert(zone[m].strength == 1.0f && zone[m].reach > 0);
  find(calm);
  for (int m = 0; m < 3; m++) ck_assert(zone[m].strength == 1.0f && zone[m].reach == 0);
  find(half);
  for (int m = 0; m < 3; m++)
    ck_assert(zone[m].strength == 1.0f && (zone[m].reach > 0) == (m != 1));
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_curve_and_a_wind_rose_make_a_warning) {
  static double curve[2][2] = {{3, 0.9}, {20, 0.2}};
  begin();
  struct sm_case_turbine *t = add(500, 200);
  t->thrust = (double)NAN;
  t->curve = curve;
  t->curve_count = 2;
  f.c.weather.rose.wind.present = true;
  f.c.weather.rose.file = "none.csv";
  const enum sm_status status = sm_domain_build(f.ctx, &f.c, &f.domain);
  ck_assert(status != SM_OK || f.domain != NULL); /* there is no rose to read */
  ck_assert(fixture_warned(&f, "with a wind rose turbines have at all speeds"));
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(places_are_those_of_other_things, a_rotor_hangs_in_the_air_of_the_domain,
          the_domain_top_makes_room_for_rotors, cells_that_are_too_wide_for_a_rotor_make_a_warning,
          turbulence_comes_from_the_roughness_where_it_is_not_given, a_file_holds_many_turbines,
          of_a_street_map_only_wind_generators_count,
          a_turbine_sees_the_wind_that_those_upwind_leave, wakes_change_thrust_and_growth_downwind,
          turbines_abreast_or_far_aside_do_not_meet, a_curve_and_a_wind_rose_make_a_warning)
