/* Light, heat and stability by sun, cloud and wind, against values by hand. */
#include "base/clock.h"
#include "domain_fixture.h"
#include "harness.h"
#include "physics/diagnostic/internal.h"
#include "physics/surface.h"
#include <math.h>

static struct fixture f;

static const struct sm_case_slope_flow grass = {.albedo = 0.25, .bowen = 1, .storage = 0.15};

START_TEST(light_falls_with_the_angle_and_the_clouds) {
  ck_assert_double_eq_tol(sm_shortwave_flux(1, 0), 960, 1e-9);
  ck_assert_double_eq_tol(sm_shortwave_flux(0.5, 1), 465 * 0.25, 1e-9);
  ck_assert_double_eq_tol(sm_shortwave_flux(0.5, 0.5), 465 * (1 - 0.75 * pow(0.5, 3.4)), 1e-9);
  ck_assert(sm_shortwave_flux(0.03, 0) == 0 && sm_shortwave_flux(0, 0) == 0);
}
END_TEST

START_TEST(the_heat_of_a_day_is_the_balance_by_hand) {
  const struct sm_sky_conditions sky = {.temperature = 288, .cloud = 0, .speed = 3, .height = 10};
  /* (720 + 303.00 - 390.08) / 1.12 * 0.85 / 2 */
  ck_assert_double_eq_tol(sm_sensible_heat(&grass, &sky, 960, 0.1), 240.17, 0.05);
  struct sm_case_slope_flow wet = grass;
  wet.bowen = 0;
  ck_assert(sm_sensible_heat(&wet, &sky, 960, 0.1) == 0);
}
END_TEST

START_TEST(at_night_the_wind_or_the_radiation_limits_the_heat) {
  struct sm_sky_conditions sky = {.temperature = 288, .cloud = 0, .speed = 0, .height = 10};
  /* calm: theta* = 0.04395 K and u* = 0.07817 m/s, where turbulence just lives */
  ck_assert_double_eq_tol(sm_sensible_heat(&grass, &sky, 0, 0.1), -4.2304, 0.002);
  sky.speed = 6; /* 54.96 by the wind, 33.04 by radiation */
  ck_assert_double_eq_tol(sm_sensible_heat(&grass, &sky, 0, 0.1), -33.04, 0.03);
  sky.cloud = 1; /* 28.20 and 10.26 */
  ck_assert_double_eq_tol(sm_sensible_heat(&grass, &sky, 0, 0.1), -10.26, 0.03);
  sky.height = 0.01; /* below the roughness: nothing that is not finite */
  ck_assert(isfinite(sm_sensible_heat(&grass, &sky, 0, 1)));
}
END_TEST

START_TEST(the_sky_is_that_of_the_stations_else_of_the_case) {
  fixture_create(&f);
  f.c.domain.latitude = 47;
  f.c.domain.longitude = 11;
  f.c.weather.temperature = 280;
  f.c.weather.cloud = 0.25;
  f.reading.temperature = NAN;
  f.reading.cloud = NAN;
  f.reading.has_time = true;
  ck_assert(sm_clock_parse("2026-06-21T11:18:00Z", &f.reading.time));
  fixture_build(&f);
  struct sm_sky_conditions sky;
  ck_assert_int_eq(sm_sky_find(f.ctx, &f.c, f.domain, 0, "it", 7, &sky), SM_OK);
  ck_assert(sky.temperature == 280 && sky.cloud == 0.25 && sky.height == 10);
  ck_assert_double_eq_tol(sky.speed, 5, 1e-9);
  ck_assert_double_eq_tol(asin(sky.sun[2]) * 180 / acos(-1.0), 90 - 47 + 23.44, 0.02);
  ck_assert_double_lt(sky.sun[1], 0);
  f.reading.temperature = 300;
  f.reading.cloud = 1;
  fixture_build(&f);
  f.domain->convergence = 90; /* the grid's north is the true east: the sun is in its west-south */
  ck_assert_int_eq(sm_sky_find(f.ctx, &f.c, f.domain, 0, "it", 7, &sky), SM_OK);
  ck_assert(sky.temperature == 300 && sky.cloud == 1);
  ck_assert_double_gt(sky.sun[0], 0.3); /* true south is the grid's east */
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_sun_without_date_or_place_is_an_error) {
  fixture_create(&f);
  f.c.domain.latitude = f.c.domain.longitude = NAN;
  fixture_build(&f);
  struct sm_sky_conditions sky;
  ck_assert_int_eq(sm_sky_find(f.ctx, &f.c, f.domain, 0, "slope_flow", 7, &sky), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(f.ctx), "case.toml:7: error: slope_flow needs"));
  ck_assert_ptr_nonnull(strstr(sm_context_message(f.ctx), "no date"));
  f.domain->weather.time[0] = 0;
  ck_assert_int_eq(sm_sky_find(f.ctx, &f.c, f.domain, 0, "slope_flow", 7, &sky), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(f.ctx), "requires the position of the sun"));
  fixture_destroy(&f);
}
END_TEST

START_TEST(classes_follow_sun_cloud_and_wind) {
  static const struct {
    double light, cloud, speed;
    enum sm_stability_class stability;
  } row[] = {{800, 0, 1, SM_CLASS_A},   {800, 0, 2, SM_CLASS_AB},   {800, 0, 4.9, SM_CLASS_B},
             {800, 0, 9, SM_CLASS_C},   {600, 0, 1, SM_CLASS_AB},   {400, 0, 2.5, SM_CLASS_B},
             {400, 0, 4, SM_CLASS_BC},  {400, 0, 5.5, SM_CLASS_CD}, {400, 0, 6, SM_CLASS_D},
             {350, 1, 1.9, SM_CLASS_B}, {100, 1, 3, SM_CLASS_C},    {1, 1, 5, SM_CLASS_D},
             {0, 0.6, 2, SM_CLASS_E},   {0, 0.6, 3, SM_CLASS_D},    {0, 0.5, 2.9, SM_CLASS_F},
             {0, 0.5, 4, SM_CLASS_E},   {0, 0, 5, SM_CLASS_D},      {0, 0, 0, SM_CLASS_F}};
  for (size_t m = 0; m < sizeof row / sizeof *row; m++)
    ck_assert_int_eq(sm_stability_class_of(row[m].light, row[m].cloud, row[m].speed),
                     row[m].stability);
  double last = 6;
  for (int s = SM_CLASS_A; s <= SM_CLASS_F; s++) {
    const double alpha = sm_stability_alpha((enum sm_stability_class)s);
    ck_assert(alpha < last && alpha > 0);
    last = alpha;
  }
  ck_assert(sm_stability_alpha(SM_CLASS_D) == 1);
}
END_TEST

static double alpha(void) {
  double found;
  ck_assert_msg(sm_alpha_find(f.ctx, &f.c, f.domain, 0, &found) == SM_OK, "%s",
                sm_context_message(f.ctx));
  return found;
}

START_TEST(alpha_is_what_the_case_wants) {
  fixture_create(&f);
  f.c.domain.latitude = 47;
  f.c.domain.longitude = 11;
  f.c.wind.alpha_ratio = 0.7;
  f.reading.obukhov = 100;
  f.reading.temperature = NAN;
  f.reading.cloud = 0;
  f.reading.has_time = true;
  ck_assert(sm_clock_parse("2026-06-21T11:18:00Z", &f.reading.time));
  fixture_build(&f);
  ck_assert(alpha() == 0.7);
  f.c.wind.alpha_ratio = NAN;
  ck_assert_double_eq_tol(alpha(), 1 / 1.47, 1e-12);
  f.c.wind.stability_class = SM_CLASS_E;
  ck_assert(alpha() == 0.5);
  f.c.wind.stability_class = SM_CLASS_WEATHER; /* high sun, 5 m/s: C */
  ck_assert(alpha() == 2);
  f.domain->weather.time[0] += 43200; /* night: D */
  ck_assert(alpha() == 1);
  f.domain->weather.time[0] = NAN;
  double none;
  ck_assert_int_eq(sm_alpha_find(f.ctx, &f.c, f.domain, 0, &none), SM_ERR_CASE);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(light_falls_with_the_angle_and_the_clouds, the_heat_of_a_day_is_the_balance_by_hand,
          at_night_the_wind_or_the_radiation_limits_the_heat,
          the_sky_is_that_of_the_stations_else_of_the_case, a_sun_without_date_or_place_is_an_error,
          classes_follow_sun_cloud_and_wind, alpha_is_what_the_case_wants)
