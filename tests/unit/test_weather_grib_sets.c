/* Sets of GRIB fields as weather centres write them: levels and their heights, times, files that
 * belong together, members, and what is left out or refused. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "grib_files.h"
#include "harness.h"

static const struct grib_plane plane = {"plain", grib_plain,      11.25, 47.5,
                                        0.25,    grib_plain_keys, false};

static const char *path; /* of the file that is written */

/* A field of 12:00 with one number everywhere; overwritten by the tests. */
static struct grib_field field;

static void begin(void) {
  made_begin();
  path = made_next();
  field = (struct grib_field){.edition = 2,
                              .date = 20260501,
                              .hour = 12,
                              .member = -1,
                              .plane = &plane,
                              .scan = {.j_positive = 1},
                              .value = grib_constant};
  made_area(11.25, 47.5, 1e-3);
}

static void put(const char *name, const char *level_type, long level, double number) {
  field.name = name;
  field.level_type = level_type;
  field.level = level;
  field.number = number;
  grib_write(path, &field);
}

static void put_wind(const char *level_type, long level, double u, double v) {
  put("u", level_type, level, u);
  put("v", level_type, level, v);
}

static int middle(void) { return made_place(11.25, 47.5); }

static void must_fail(const char *words) {
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(made.ctx), words) != NULL, "%s",
                sm_context_message(made.ctx));
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
  must_fail("at heightAboveGround 100 stands alone");
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
START_TEST(heights_of_ifs_levels_are_hydrostatic) {
  enum { LEVELS = 40 };
  const double ps = 98000, scale = 287.0597 * 280 / 9.80665;
  double pv[2 * (LEVELS + 1)];
  for (int e = 0; e <= LEVELS; e++) {
    pv[e] = e == LEVELS ? 0 : 50.0 * (LEVELS - e);
    pv[LEVELS + 1 + e] = 1 - 0.008 * (LEVELS - e);
  }
  begin();
  for (long k = LEVELS; k > LEVELS - 12; k--) {
    static const char *const names[] = {"u", "v", "t"};
    const double numbers[] = {(double)k, 2, 280};
    for (int n = 0; n < 3; n++) {
      field.name = names[n];
      field.level_type = "hybrid";
      field.level = k;
      field.number = numbers[n];
      codes_handle *h = grib_make(&field);
      grib_set(h, "PVPresent", 1);
      grib_ok(codes_set_double_array(h, "pv", pv, 2 * (LEVELS + 1)), "pv");
      grib_ok(codes_write_message(h, path, "a"), path);
      codes_handle_delete(h);
    }
  }
  put("lnsp", "hybrid", 1, log(ps));
  put("z", "hybrid", 1, 9.80665 * 200);
  made_read();
  ck_assert_int_eq(level_count(middle(), 0), 12);
  for (int k = LEVELS; k > LEVELS - 12; k--) {
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

/* ---- times and files ---- */

START_TEST(files_are_one_set) {
  begin();
  put("10u", "heightAboveGround", 10, 3);
  field.step = 1;
  put("10u", "heightAboveGround", 10, 4);
  field.step = 0;
  path = made_next(); /* the other component has a file of its own */
  put("10v", "heightAboveGround", 10, 1);
  field.step = 1;
  put("10v", "heightAboveGround", 10, 2);
  path = made_next();
  put("2t", "heightAboveGround", 2, 285);
  made_read();
  ck_assert_int_eq(made.weather.time_count, 2);
  near(made.weather.time[1] - made.weather.time[0], 3600, 0);
  must_blow(middle(), 0, 0, 10, 3, 1, 1e-4);
  must_blow(middle(), 1, 0, 10, 4, 2, 1e-4);
  near(sm_model_weather_surface(&made.weather, middle(), 1)->temperature, 285, 1e-3);
  made_end();
}
END_TEST

START_TEST(the_later_analysis_is_taken) {
  begin();
  for (int run = 0; run < 2; run++) { /* 06:00 + 6 h, then the analysis of 12:00 */
    field.hour = run == 0 ? 6 : 12;
    field.step = run == 0 ? 6 : 0;
    put("10u", "heightAboveGround", 10, run == 0 ? 3 : 7);
    put("10v", "heightAboveGround", 10, 1);
  }
  made_read();
  ck_assert_int_eq(made.weather.time_count, 1);
  must_blow(middle(), 0, 0, 10, 7, 1, 1e-4);
  ck_assert(grib_warned("that of the later analysis is taken"));
  made_end();
}
END_TEST

static double with_gap(double x, double y, const struct grib_field *f) {
  return fabs(x - 11.25) < 0.01 && fabs(y - 47.5) < 0.01 ? 9999 : f->number;
}

START_TEST(missing_values_of_the_bitmap_are_no_wind) {
  begin();
  field.value = with_gap;
  put("10u", "heightAboveGround", 10, 3);
  put("10v", "heightAboveGround", 10, 1);
  made_read();
  ck_assert_int_eq(level_count(middle(), 0), 0);
  must_blow(made_place(11.5, 47.5), 0, 0, 10, 3, 1, 1e-4);
  made_end();
}
END_TEST

/* Both components in one message, as NCEP writes them. */
START_TEST(messages_of_several_fields_are_split) {
  begin();
  field.name = "10u";
  field.level_type = "heightAboveGround";
  field.level = 10;
  field.number = 3;
  codes_handle *u = grib_make(&field);
  field.name = "10v";
  field.number = -2;
  codes_handle *v = grib_make(&field);
  codes_multi_handle *both = codes_grib_multi_handle_new(NULL);
  grib_ok(codes_grib_multi_handle_append(u, 0, both), "append");
  grib_ok(codes_grib_multi_handle_append(v, 4, both), "append");
  FILE *file = fopen(path, "wb");
  fputs("a heading\n", file); /* bulletins have one */
  grib_ok(codes_grib_multi_handle_write(both, file), "write");
  fclose(file);
  codes_grib_multi_handle_delete(both);
  codes_handle_delete(u);
  codes_handle_delete(v);
  made_read();
  must_blow(middle(), 0, 0, 10, 3, -2, 1e-4);
  made_end();
}
END_TEST

START_TEST(processed_fields_are_told) {
  begin();
  put("10u", "heightAboveGround", 10, 3);
  put("10v", "heightAboveGround", 10, 1);
  field.step_type = "avg";
  put("dswrf", "surface", 0, 300);
  made_read();
  ck_assert(grib_warned("1 accumulated, averaged or extreme GRIB fields are ignored"));
  ck_assert(isnan(sm_model_weather_surface(&made.weather, middle(), 0)->short_wave));
  made_end();
}
END_TEST

START_TEST(surface_quantities_have_units_and_signs) {
  for (int centre = 0; centre < 2; centre++) {
    begin();
    field.centre = centre == 0 ? "kwbc" : "ecmf";
    put("10u", "heightAboveGround", 10, 3);
    put("10v", "heightAboveGround", 10, 1);
    put("2t", "heightAboveGround", 2, 285);
    put("sp", "surface", 0, 95000);
    put("fricv", "surface", 0, 0.4);
    put("ishf", "surface", 0, 120);
    put("sr", "surface", 0, 0.25);
    put("blh", "surface", 0, 900);
    if (centre == 0) {
      put("tcc", "isobaricInhPa", 500, 30); /* not that of the sky */
      put("tcc", "atmosphere", -1, 75);
    }
    made_read();
    const struct sm_model_surface *s = sm_model_weather_surface(&made.weather, middle(), 0);
    near(s->temperature, 285, 1e-3);
    near(s->pressure, 95000, 1);
    near(s->friction_velocity, 0.4, 1e-5);
    near(s->heat_flux, centre == 0 ? 120 : -120, 1e-3); /* NCEP upwards, ECMWF downwards */
    near(s->z0, 0.25, 1e-5);
    near(s->boundary_layer_height, 900, 1e-2);
    if (centre == 0) near(s->cloud, 0.75, 1e-5);
    ck_assert(centre == 0 ? s->obukhov_inverse < 0 : s->obukhov_inverse > 0);
    made_end();
  }
}
END_TEST

/* ---- members ---- */

START_TEST(a_member_is_chosen) {
  begin();
  for (long member = 0; member < 3; member++) {
    field.member = member;
    put("10u", "heightAboveGround", 10, 3 + (double)member);
    put("10v", "heightAboveGround", 10, 1);
  }
  field.member = -1;
  put("orog", "surface", 0, 400);
  must_fail("the members 0 to 2 of an ensemble");
  made.request.member = 2;
  made_read();
  must_blow(middle(), 0, 0, 10, 5, 1, 1e-4);
  near(made.weather.place[middle()].ground, 400, 1e-3);
  made.request.member = 7;
  must_fail("no member 7");
  made_end();
}
END_TEST

/* ---- refused ---- */

START_TEST(what_cannot_be_read_is_an_error) {
  begin();
  put("10u", "heightAboveGround", 10, 3);
  must_fail("stands alone");
  made_end();
  begin();
  put("2t", "heightAboveGround", 2, 285);
  must_fail("none of the 1 GRIB fields is a wind");
  made_end();
  begin();
  put("10u", "heightAboveGround", 10, 3);
  field.relative = 1;
  put("10v", "heightAboveGround", 10, 3);
  must_fail("uvRelativeToGrid is 0 of '10u'");
  made_end();
  begin();
  put("10u", "heightAboveGround", 10, 3);
  static const struct grib_plane shifted = {"shifted", grib_plain,      11.375, 47.5,
                                            0.25,      grib_plain_keys, false};
  field.plane = &shifted;
  put("10v", "heightAboveGround", 10, 3);
  must_fail("on another grid");
  made_end();
}
END_TEST

START_TEST(cut_files_are_an_error) {
  begin();
  put("10u", "heightAboveGround", 10, 3);
  put("10v", "heightAboveGround", 10, 1);
  FILE *file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  const long bytes = ftell(file);
  fclose(file);
  ck_assert_int_eq(truncate(path, bytes - 30), 0);
  must_fail("truncated or damaged after 1 fields");
  ck_assert_int_eq(truncate(path, 60), 0);
  must_fail("truncated or damaged after 0 fields");
  file = fopen(path, "wb"); /* ecCodes would write its end before its beginning */
  fwrite("GRIB\0\0\5\1 message of five bytes 7777 and more, and more", 1, 54, file);
  fclose(file);
  must_fail("no whole message at byte 0");
  made_end();
}
END_TEST

/* Edition 1 has 24 bits for the length of a message: above 8 MB they count units of 120 bytes. */
START_TEST(large_messages_of_edition_1_are_read) {
  enum { SIDE = 1800 };
  double *values = malloc(SIDE * SIDE * sizeof *values);
  ck_assert_ptr_nonnull(values);
  for (int n = 0; n < 2; n++) { /* just below 16 MB in plain bytes, and above */
    begin();
    codes_handle *h = codes_grib_handle_new_from_samples(NULL, "GRIB1");
    for (int wind = 0; wind < 2; wind++) {
      grib_plain_keys(h, &plane);
      grib_put(h, "iDirectionIncrementInDegrees", 0.005);
      grib_put(h, "jDirectionIncrementInDegrees", 0.005);
      grib_set(h, "Ni", SIDE);
      grib_set(h, "Nj", SIDE);
      grib_put(h, "latitudeOfFirstGridPointInDegrees", 43);
      grib_put(h, "longitudeOfFirstGridPointInDegrees", 7);
      grib_put(h, "latitudeOfLastGridPointInDegrees", 43 + 0.005 * (SIDE - 1));
      grib_put(h, "longitudeOfLastGridPointInDegrees", 7 + 0.005 * (SIDE - 1));
      grib_set(h, "jScansPositively", 1);
      grib_set(h, "dataDate", 20260501);
      grib_set(h, "dataTime", 1200);
      grib_word(h, "shortName", wind == 0 ? "10u" : "10v");
      grib_set(h, "bitsPerValue", n == 0 ? 24 : 44);
      for (int k = 0; k < SIDE * SIDE; k++) values[k] = wind == 0 ? 3 + 1e-5 * (k % 7) : 1;
      values[0] = 9;
      grib_ok(codes_set_double_array(h, "values", values, SIDE * SIDE), "values");
      grib_ok(codes_write_message(h, path, "a"), path);
    }
    codes_handle_delete(h);
    made_read();
    must_blow(middle(), 0, 0, 10, 3, 1, 1e-4);
    made_end();
  }
  free(values);
}
END_TEST

START_TEST(grids_without_rows_name_the_remedy) {
  begin();
  codes_handle *h = codes_grib_handle_new_from_samples(NULL, "GRIB2");
  grib_word(h, "gridType", "unstructured_grid");
  grib_word(h, "shortName", "10u");
  grib_ok(codes_write_message(h, path, "a"), path);
  codes_handle_delete(h);
  must_fail("add the file of the grid");
  made_end();
}
END_TEST

TEST_MAIN(heights_above_ground_and_sea_are_read, winds_may_be_speeds_and_directions,
          pressure_levels_lie_at_their_heights, hybrid_levels_have_heights_in_the_file,
          heights_of_ifs_levels_are_hydrostatic, files_are_one_set, the_later_analysis_is_taken,
          missing_values_of_the_bitmap_are_no_wind, messages_of_several_fields_are_split,
          processed_fields_are_told, surface_quantities_have_units_and_signs, a_member_is_chosen,
          what_cannot_be_read_is_an_error, cut_files_are_an_error,
          large_messages_of_edition_1_are_read, grids_without_rows_name_the_remedy)
