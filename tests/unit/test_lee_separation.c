/* Where the flow separates behind crests, and what is left of the guess there. */
#include "domain_fixture.h"
#include "harness.h"
#include "physics/diagnostic/internal.h"
#include <math.h>

#include "cell/diagnostic/lee_separation.h"

static struct fixture f;
enum { NX = 40, NY = 16, COLUMNS = NX * NY };
static float depth[COLUMNS];

/* Depths over 200 m x 80 m of a ground in a wind. */
static void find(double (*ground)(double, double), double u, double v) {
  fixture_create(&f);
  f.c.domain.size[0] = 5 * NX;
  fixture_terrain(&f, ground, -50, 250, -60, 140);
  fixture_build(&f);
  sm_lee_depths(f.domain, (const double[2]){u, v}, 0.3, depth);
  fixture_destroy(&f);
}

static double cliff(double x, double y) {
  (void)y;
  return x < 50 ? 12 : 0;
}
static double cliff_north(double x, double y) {
  (void)x;
  return y < 40 ? 4 : 0;
}
static double gentle(double x, double y) {
  (void)y;
  return 20 * exp2(-(x - 100) * (x - 100) / 2500); /* 0.28 at the steepest */
}
static double steep(double x, double y) {
  (void)y;
  return 20 * exp2(-(x - 100) * (x - 100) / 900); /* 0.48 at the steepest */
}
static double two_cliffs(double x, double y) {
  (void)y;
  return x < 50 ? 12 : x > 80 && x < 85 ? 11 : 0;
}

START_TEST(behind_a_cliff_the_air_comes_down_one_in_six) {
  find(cliff, 1, 0);
  for (int i = 0; i < NX; i++) {
    const double behind = 5.0 * (i - 9); /* m from the last column on the cliff */
    const double expected = i < 10 ? 0 : fmax(0, 12 - behind / 6);
    ck_assert_double_eq_tol((double)depth[i + NX * 7], expected, 1e-4);
  }
  find(cliff_north, 0, 1);
  ck_assert_double_eq_tol((double)depth[20 + NX * 9], 4 - 10.0 / 6, 1e-4);
}
END_TEST

START_TEST(against_the_wind_and_on_gentle_ground_nothing_separates) {
  find(cliff, -1, 0);
  for (int q = 0; q < COLUMNS; q++) ck_assert(depth[q] == 0);
  find(cliff, 0, 1);
  for (int q = 0; q < COLUMNS; q++) ck_assert(depth[q] == 0);
  find(gentle, 1, 0);
  for (int q = 0; q < COLUMNS; q++) ck_assert(depth[q] == 0);
}
END_TEST

START_TEST(a_steep_hill_has_its_lee_on_the_far_side_only) {
  find(steep, 1, 0);
  double west = 0, east = 0;
  for (int i = 0; i < NX; i++) {
    const double d = (double)depth[i + NX * 8];
    if (i < NX / 2)
      west = fmax(west, d);
    else
      east = fmax(east, d);
  }
  ck_assert(west == 0 && east > 4 && east < 20);
  static float turned[COLUMNS];
  memcpy(turned, depth, sizeof turned);
  find(steep, -1, 0);
  for (int i = 0; i < NX; i++)
    ck_assert_double_eq_tol((double)depth[i + NX * 8], (double)turned[NX - 1 - i + NX * 8], 1e-4);
}
END_TEST

START_TEST(what_stands_above_the_line_ends_it) {
  find(two_cliffs, 1, 0);
  ck_assert(depth[16 + NX * 4] == 0 && depth[15 + NX * 4] > 0); /* its top is in the wind */
  ck_assert_double_eq_tol((double)depth[20 + NX * 4], 11 - 20.0 / 6, 1e-4);
}
END_TEST

START_TEST(the_guess_is_left_in_proportion_to_the_height) {
  const float ground[2] = {2, 2}, deep[2] = {8, 0}, z = 6;
  const struct sm_lee_separation s = {.ground = ground, .depth = deep};
  ck_assert(sm_lee_separated(&s, 0, z) == 0.5f && sm_lee_separated(&s, 1, z) == 1);
  ck_assert(sm_lee_separated(&s, 0, 1) == 0 && sm_lee_separated(&s, 0, 11) == 1);
  ck_assert(sm_lee_separated(&s, 1, 1) == 1);
}
END_TEST

TEST_MAIN(behind_a_cliff_the_air_comes_down_one_in_six,
          against_the_wind_and_on_gentle_ground_nothing_separates,
          a_steep_hill_has_its_lee_on_the_far_side_only, what_stands_above_the_line_ends_it,
          the_guess_is_left_in_proportion_to_the_height)
