/* Winds by height of places: columns of a model, towers and sondes alike. */
#include "harness.h"
#include "input/weather/model_weather.h"
#include <math.h>

static struct sm_context *ctx;
static struct sm_model_weather weather;

static void setup(int places, int times, int levels) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_model_weather_create(ctx, places, times, levels, &weather), SM_OK);
}

static void teardown(void) {
  sm_model_weather_free(&weather);
  sm_context_destroy(&ctx);
}

static void near(double a, double b, double tolerance) {
  ck_assert_msg(fabs(a - b) <= tolerance, "%.17g is not %.17g", a, b);
}

START_TEST(nothing_is_known_at_first) {
  setup(2, 3, 4);
  int count;
  sm_model_weather_levels(&weather, 1, 2, &count);
  ck_assert_int_eq(count, 0);
  ck_assert(isnan(weather.place[1].ground) && isnan(weather.time[2]));
  const struct sm_model_surface *surface = sm_model_weather_surface(&weather, 1, 2);
  ck_assert(isnan(surface->temperature) && isnan(surface->obukhov_inverse));
  ck_assert_uint_eq(sm_model_weather_finish(&weather), 0);
  ck_assert(isnan(surface->obukhov_inverse));
  teardown();
}
END_TEST

/* A tower measures at heights, a sonde at altitudes. */
START_TEST(levels_of_a_tower_and_of_a_sonde_rise_above_the_ground) {
  setup(1, 1, 8);
  weather.place[0].ground = 200;
  const struct sm_model_level level[] = {
      {NAN, 700, 7, 0, NAN},  {40, NAN, 4, 0, NAN},  {10, NAN, 1, 0, NAN},
      {NAN, 150, 9, 9, NAN},  {10, NAN, 8, 8, NAN},  {NAN, NAN, 5, 5, NAN},
      {20, NAN, NAN, 2, NAN}, {NAN, 300, 5, 0, NAN}, {80, NAN, 6, 0, NAN}};
  for (size_t l = 0; l < sizeof level / sizeof *level; l++)
    sm_model_weather_add(&weather, 0, 0, level[l]);
  ck_assert_uint_eq(sm_model_weather_finish(&weather), 1);
  int count;
  const struct sm_model_level *found = sm_model_weather_levels(&weather, 0, 0, &count);
  ck_assert_int_eq(count, 5); /* under the ground, twice, without wind or height: left out */
  const double heights[] = {10, 40, 80, 100, 500};
  for (int l = 0; l < count; l++) {
    near(found[l].height, heights[l], 0);
    near(found[l].altitude, heights[l] + 200, 0);
  }
  teardown();
}
END_TEST

START_TEST(levels_without_room_are_left_out) {
  setup(2, 1, 1);
  for (int l = 0; l < 3; l++)
    sm_model_weather_add(&weather, 0, 0, (struct sm_model_level){10 + l, NAN, l, 0, NAN});
  int count;
  ck_assert(sm_model_weather_levels(&weather, 0, 0, &count)->height == 10);
  ck_assert_int_eq(count, 1);
  sm_model_weather_levels(&weather, 1, 0, &count);
  ck_assert_int_eq(count, 0);
  teardown();
}
END_TEST

START_TEST(the_obukhov_length_follows_from_the_fluxes) {
  struct sm_model_surface surface = {.temperature = 300,
                                     .pressure = 101325,
                                     .friction_velocity = 0.3,
                                     .heat_flux = 118.2,
                                     .obukhov_inverse = NAN};
  /* density 1.1766 kg m-3: H / (rho cp) = 0.1 K m/s, L = -0.027 * 300 / (0.4 * 9.80665 * 0.1) */
  near(1 / sm_obukhov_inverse(&surface, NAN), -20.65, 0.02);
  surface.heat_flux = -118.2;
  near(1 / sm_obukhov_inverse(&surface, NAN), 20.65, 0.02);
  surface.pressure = NAN; /* the standard one at sea level is the same */
  near(1 / sm_obukhov_inverse(&surface, NAN), 20.65, 0.02);
  surface.friction_velocity = 0;
  near(sm_obukhov_inverse(&surface, 0), 1, 0);
  surface.heat_flux = 0;
  near(sm_obukhov_inverse(&surface, 0), 0, 0);
  surface.friction_velocity = NAN;
  ck_assert(isnan(sm_obukhov_inverse(&surface, 0)));
}
END_TEST

START_TEST(the_standard_atmosphere_is_that_of_1976) {
  near(sm_standard_altitude(101325), 0, 1e-9);
  near(sm_standard_altitude(92500), 762, 1);
  near(sm_standard_altitude(85000), 1457, 1);
  near(sm_standard_altitude(70000), 3012, 1);
  near(sm_standard_pressure(5000), 54020, 30);
}
END_TEST

START_TEST(impossible_sizes_are_errors) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_model_weather_create(ctx, -1, 1, 1, &weather), SM_ERR_DATA);
  const enum sm_status status =
      sm_model_weather_create(ctx, 2000000000, 2000000000, 2000000000, &weather);
  ck_assert(status == SM_ERR_DATA || status == SM_ERR_MEMORY);
  for (long n = 1; n <= 5; n++) {
    sm_context_fail_allocation(ctx, n);
    ck_assert_int_eq(sm_model_weather_create(ctx, 2, 2, 2, &weather), SM_ERR_MEMORY);
    ck_assert_ptr_null(weather.level);
  }
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(nothing_is_known_at_first, levels_of_a_tower_and_of_a_sonde_rise_above_the_ground,
          levels_without_room_are_left_out, the_obukhov_length_follows_from_the_fluxes,
          the_standard_atmosphere_is_that_of_1976, impossible_sizes_are_errors)
