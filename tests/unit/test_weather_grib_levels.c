/* Levels of GRIB fields and their heights: above ground and sea, of pressure, hybrid. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "grib_fields.h"
#include "harness.h"

static void put_wind(const char *level_type, long level, double u, double v) {
  put("u", level_type, level, u);
  put("v", level_type, level, v);
}

/* ---- levels ---- */

START_TEST(heights_above_ground_and_sea_are_read) {
  begin();
  put("10u", "heightAboveGround", 10, 3);
  put("10v", "heightAboveGround", 10, 1);
  put_wind("heightAboveGround", 80, 5, 2);
  put_wind("heightAboveSea", 1500, 9, 4);
  put("orog", "surface", 0, 600);
  made_read();
  near(made.weather.place[middle()].ground, 600, 1e-3);
  must_blow(middle(), 0, 0, 10, 3, 1, 1e-4);
  must_blow(middle(), 0, 1, 80, 5, 2, 1e-4);
  must_blow(middle(), 0, 2, 900, 9, 4, 1e-3);
  ck_assert_int_eq(level_count(middle(), 0), 3);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_end();
}
END_TEST

/* As CERRA and models of Canada give winds on heights. */
START_TEST(winds_may_be_speeds_and_directions) {
  const double rad = 3.14159265358979323846 / 180;
  begin();
  put("10si", "heightAboveGround", 10, 5);
  put("10wdir", "heightAboveGround", 10, 350);
  put("ws", "heightAboveGround", 100, 9);
  put("wdir", "heightAboveGround", 100, 10);
  made_read();
  must_blow(middle(), 0, 0, 10, -5 * sin(350 * rad), -5 * cos(350 * rad), 1e-4);
  must_blow(middle(), 0, 1, 100, -9 * sin(10 * rad), -9 * cos(10 * rad), 1e-4);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_end();
  begin(); /* components count before them */
  put("ws", "heightAboveGround", 10, 9);
  put("wdir", "heightAboveGround", 10, 10);
  put_wind("heightAboveGround", 10, 3, 1);
  made_read();
  must_blow(middle(), 0, 0, 10, 3, 1, 1e-4);
  made_end();
  begin();
  put("ws", "heightAboveGround", 100, 9);
  made_fails("at heightAboveGround 100 stands alone");
  made_end();
}
END_TEST

START_TEST(pressure_levels_lie_at_their_heights) {
  begin();
  put_wind("isobaricInhPa", 925, 5, 2);
  put_wind("isobaricInhPa", 850, 9, 4);
  put("gh", "isobaricInhPa", 925, 800);
  put("z", "isobaricInhPa", 850, 9.80665 * 1500);
  put("z", "surface", 0, 9.80665 * 300);
  made_read();
  must_blow(middle(), 0, 0, 500, 5, 2, 1e-3);
  must_blow(middle(), 0, 1, 1200, 9, 4, 1e-3);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_end();
  begin(); /* the standard atmosphere, which is told */
  put_wind("isobaricInhPa", 850, 9, 4);
  put("orog", "surface", 0, 300);
  made_read();
  must_blow(middle(), 0, 0, 1457.3 - 300, 9, 4, 0.1);
  ck_assert(grib_warned("no heights of 1 pressure levels"));
  made_end();
}
END_TEST

START_TEST(hybrid_levels_have_heights_in_the_file) {
  begin(); /* HRRR */
  field.centre = "kwbc";
  for (long k = 1; k <= 3; k++) {
    put_wind("hybrid", k, (double)k, 0);
    put("gh", "hybrid", k, 1000 + 10.0 * (double)(k * k));
  }
  put("orog", "surface", 0, 1000);
  made_read();
  for (int k = 1; k <= 3; k++) must_blow(middle(), 0, k - 1, 10.0 * k * k, k, 0, 1e-3);
  made_end();
  begin(); /* ICON and COSMO: edges of layers, which other times share */
  field.centre = "edzw";
  for (long k = 58; k <= 61; k++) put("h", "generalVertical", k, 500 + 20.0 * (double)(61 - k));
  field.step = 3;
  for (long k = 58; k <= 60; k++) put_wind("generalVerticalLayer", k, (double)k, 1);
  put("h", "surface", 0, 500);
  made_read();
  for (int k = 60; k >= 58; k--) must_blow(middle(), 0, 60 - k, 20.0 * (60 - k) + 10, k, 1, 1e-3);
  made_end();
  begin(); /* geopotentials of all levels: that of the first one is not the ground */
  for (long k = 1; k <= 2; k++) {
    put_wind("hybrid", k, (double)k, 0);
    put("z", "hybrid", k, 9.80665 * (500 - 100.0 * (double)k));
  }
  put("orog", "surface", 0, 250);
  made_read();
  must_blow(middle(), 0, 0, 50, 2, 0, 1e-3);
  must_blow(middle(), 0, 1, 150, 1, 0, 1e-3);
  made_end();
  begin(); /* without heights */
  put("10u", "heightAboveGround", 10, 3);
  put("10v", "heightAboveGround", 10, 1);
  put_wind("hybrid", 1, 4, 4);
  made_read();
  ck_assert_int_eq(level_count(middle(), 0), 1);
  ck_assert(grib_warned("winds on 1 of 1 model levels are left out"));
  made_end();
}
END_TEST

/* Levels of the IFS: pressures at the edges a + b ps, in an atmosphere of 280 K, in which heights
 * are R T / g ln(ps / p); that of a level is the mean over the mass of its layer. */
enum { LEVELS = 40, IFS_LEVELS = 12 };
static double pv[2 * (LEVELS + 1)];

static void put_ifs_level(long k, const char *name, double number) {
  field.name = name;
  field.level_type = "hybrid";
  field.level = k;
  field.number = number;
  codes_handle *h = grib_make(&field);
  grib_set(h, "PVPresent", 1);
  grib_ok(codes_set_double_array(h, "pv", pv, 2 * (LEVELS + 1)), "pv");
  grib_ok(codes_write_message(h, path, "a"), path);
  codes_handle_delete(h);
}

/* The lowest levels, of 280 K but for level `other`. */
static void put_ifs_levels(double pressure, long other, double temperature) {
  for (int e = 0; e <= LEVELS; e++) {
    pv[e] = e == LEVELS ? 0 : 50.0 * (LEVELS - e);
    pv[LEVELS + 1 + e] = 1 - 0.008 * (LEVELS - e);
  }
  for (long k = LEVELS; k > LEVELS - IFS_LEVELS; k--) {
    put_ifs_level(k, "u", (double)k);
    put_ifs_level(k, "v", 2);
    put_ifs_level(k, "t", k == other ? temperature : 280);
  }
  put("lnsp", "hybrid", 1, log(pressure));
  put("z", "hybrid", 1, 9.80665 * 200);
}

START_TEST(heights_of_ifs_levels_are_hydrostatic) {
  const double ps = 98000, scale = 287.0597 * 280 / 9.80665;
  begin();
  put_ifs_levels(ps, 0, 0);
  made_read();
  ck_assert_int_eq(level_count(middle(), 0), IFS_LEVELS);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  for (int k = LEVELS; k > LEVELS - IFS_LEVELS; k--) {
    const double below = pv[k] + pv[LEVELS + 1 + k] * ps;
    const double above = pv[k - 1] + pv[LEVELS + k] * ps;
    double height = 0;
    for (int n = 0; n < 1000; n++)
      height += 1e-3 * scale * log(ps / (above + (n + 0.5) * 1e-3 * (below - above)));
    int count;
    const struct sm_model_level *level =
        sm_model_weather_levels(&made.weather, middle(), 0, &count) + (LEVELS - k);
    near(level->u, k, 1e-4);
    near(level->height, height, 1e-3);
    near(level->temperature, 280, 1e-3);
  }
  near(made.weather.place[middle()].ground, 200, 1e-3);
  made_end();
}
END_TEST

/* A temperature in degrees Celsius, or a mark of a missing one: levels from there on are left out.
 */
START_TEST(ifs_levels_without_a_temperature_are_told) {
  begin();
  put_ifs_levels(98000, LEVELS - 5, -9);
  made_read();
  ck_assert_int_eq(level_count(middle(), 0), 5);
  ck_assert(grib_warned("are no temperatures in K, or of the specific humidity beyond 1"));
  made_end();
}
END_TEST

TEST_MAIN(heights_above_ground_and_sea_are_read, winds_may_be_speeds_and_directions,
          pressure_levels_lie_at_their_heights, hybrid_levels_have_heights_in_the_file,
          heights_of_ifs_levels_are_hydrostatic, ifs_levels_without_a_temperature_are_told)
