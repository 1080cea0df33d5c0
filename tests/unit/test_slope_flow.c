/* Slope winds: values by hand, signs by day and night, symmetry, shade. */
#include "domain_fixture.h"
#include "harness.h"
#include "physics/diagnostic/internal.h"
#include <math.h>

#include "cell/diagnostic/slope_flow.h"

static struct fixture f;

static const struct sm_case_slope_flow standard = {.present = true,
                                                   .albedo = 0.25,
                                                   .bowen = 1,
                                                   .storage = 0.15,
                                                   .depth = 0.05,
                                                   .downslope_drag = 1e-4,
                                                   .downslope_entrainment = 0.01,
                                                   .upslope_drag = 0.2,
                                                   .upslope_entrainment = 0.2,
                                                   .shadows = true};

enum { NX = 40, NY = 16, COLUMNS = NX * NY };
static float u[COLUMNS], v[COLUMNS], w[COLUMNS], depth[COLUMNS];

/* Finds the winds of 200 m x 80 m of a ground under a sun. */
static void find(double (*ground)(double, double), double east, double north, double up) {
  fixture_create(&f);
  f.c.domain.size[0] = 5 * NX;
  fixture_terrain(&f, ground, -50, 250, -60, 140);
  fixture_build(&f);
  const struct sm_sky_conditions sky = {
      .sun = {east, north, up}, .temperature = 288, .cloud = 0, .speed = 2, .height = 10};
  const struct sm_slope_flow_winds out = {u, v, w, depth};
  ck_assert_int_eq(sm_slope_flow_find(f.ctx, &standard, f.domain, &sky, &out), SM_OK);
  fixture_destroy(&f);
}

static double valley(double x, double y) {
  (void)y;
  return 0.3 * fabs(x - 100);
}
static double ridge(double x, double y) {
  (void)y;
  return 60 - 0.6 * fabs(x - 100);
}
static double plain(double x, double y) {
  (void)x, (void)y;
  return 321;
}
static double oblique(double x, double y) { return 0.3 * x + 0.4 * y; }

START_TEST(speeds_are_those_by_hand) {
  ck_assert_double_eq_tol(sm_slope_flow_speed(&standard, 150, 700, 100, 0.2), 1.01229, 1e-4);
  ck_assert_double_eq_tol(sm_slope_flow_speed(&standard, -30, 500, 100, 0.3), -1.7352, 1e-3);
  ck_assert_double_eq_tol(sm_slope_flow_speed(&standard, -30, 500, 100, 0.2), -1.7352, 1e-3);
  /* where the place is flatter than the way to it, the place counts */
  ck_assert_double_eq_tol(sm_slope_flow_speed(&standard, -30, 500, 100, 0.1), -1.7352 / cbrt(2),
                          1e-3);
  ck_assert(sm_slope_flow_speed(&standard, 0, 500, 100, 0.2) == 0);
  ck_assert(sm_slope_flow_speed(&standard, -30, 0, 0, 0.2) == 0);
  ck_assert(sm_slope_flow_speed(&standard, 30, 0, 0, 0.2) == 0);
}
END_TEST

START_TEST(without_slope_there_is_no_flow) {
  for (int night = 0; night < 2; night++) {
    find(plain, 0, 0, night ? -1 : 1);
    for (int q = 0; q < COLUMNS; q++)
      ck_assert(u[q] == 0 && v[q] == 0 && w[q] == 0 && depth[q] == 1);
  }
}
END_TEST

START_TEST(a_symmetric_valley_has_a_symmetric_flow) {
  for (int night = 0; night < 2; night++) {
    find(valley, 0, 0, night ? -1 : 1);
    double most = 0;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        const int q = i + NX * j, mirror = NX - 1 - i + NX * j;
        ck_assert_double_eq_tol((double)u[q], -(double)u[mirror], 1e-5);
        ck_assert_double_eq_tol((double)w[q], (double)w[mirror], 1e-5);
        ck_assert_double_eq_tol((double)depth[q], (double)depth[mirror], 1e-4);
        ck_assert(v[q] == 0);
        most = fmax(most, fabs((double)u[q]));
      }
    ck_assert_double_gt(most, 0.2);
  }
}
END_TEST

START_TEST(it_blows_up_by_day_and_down_by_night) {
  find(valley, 0, 0, 1);
  const int east = 33 + NX * 8; /* the ground rises to the east */
  ck_assert(u[east] > 0 && w[east] > 0);
  ck_assert_double_eq_tol((double)(w[east] / u[east]), 0.3, 1e-3);     /* along the slope */
  ck_assert_double_gt((double)u[36 + NX * 8], (double)u[25 + NX * 8]); /* faster farther up */
  find(valley, 0, 0, -1);
  ck_assert(u[east] < 0 && w[east] < 0);
  ck_assert_double_lt((double)u[25 + NX * 8], (double)u[36 + NX * 8]); /* faster farther down */
  find(oblique, 0, 0, -1);
  const int middle = 20 + NX * 8;
  ck_assert_double_lt((double)u[middle], 0);
  ck_assert_double_eq_tol((double)v[middle] / (double)u[middle], 4.0 / 3, 1e-3);
}
END_TEST

START_TEST(the_side_in_the_shade_sinks_while_the_other_rises) {
  find(ridge, -cos(0.3), 0, sin(0.3)); /* a low sun in the west */
  const int west = 8 + NX * 8, east = 32 + NX * 8;
  ck_assert(w[west] > 0 && u[west] > 0);
  ck_assert(w[east] < 0 && u[east] > 0);
}
END_TEST

START_TEST(layers_of_any_thickness_carry_the_same) {
  static const float faces[3][5] = {{0, 1, 2, 3, 4}, {0, 0.3f, 2.6f, 3.1f, 9}, {0, 20, 40, 60, 80}};
  const float ground = 0.7f, speed = 3, thickness = 2.2f;
  for (int m = 0; m < 3; m++) {
    const struct sm_slope_flow_layer layer = {
        .layers = 4, .ground = &ground, .speed = &speed, .depth = &thickness, .face = faces[m]};
    double carried = 0;
    for (int k = 0; k < 4; k++)
      carried += (double)(sm_slope_flow_mean(&layer, 0, k) * (faces[m][k + 1] - faces[m][k]));
    ck_assert_double_eq_tol(carried, 3 * 2.2, 1e-4);
  }
  /* the profile itself: 0 at the ground, most at a quarter, nothing above */
  const double d = 1e-3;
  for (double t = 0; t < 1; t += 0.25) {
    const double slope =
        ((double)sm_slope_flow_below((float)(t + d)) - (double)sm_slope_flow_below((float)t)) / d;
    ck_assert_double_eq_tol(slope, 20 * t * pow(1 - t, 3), 0.02);
  }
  ck_assert(sm_slope_flow_below(-1) == 0 && sm_slope_flow_below(1) == 1 &&
            sm_slope_flow_below(7) == 1);
}
END_TEST

TEST_MAIN(speeds_are_those_by_hand, without_slope_there_is_no_flow,
          a_symmetric_valley_has_a_symmetric_flow, it_blows_up_by_day_and_down_by_night,
          the_side_in_the_shade_sinks_while_the_other_rises, layers_of_any_thickness_carry_the_same)
