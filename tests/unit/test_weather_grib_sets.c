/* Sets of GRIB fields as weather centres write them: times, files that belong together, members,
 * and what is left out or refused. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "grib_fields.h"
#include "harness.h"

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

START_TEST(processed_fields_are_warned_of) {
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
      put("prate", "surface", 0, 1e-3);
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
    if (centre == 0) near(s->rain, 3.6, 1e-4); /* mm/h */
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
  made_fails("the members 0 to 2 of an ensemble");
  made.request.member = 2;
  made_read();
  must_blow(middle(), 0, 0, 10, 5, 1, 1e-4);
  near(made.weather.place[middle()].ground, 400, 1e-3);
  made.request.member = 7;
  made_fails("no member 7");
  made_end();
}
END_TEST

/* ---- refused ---- */

START_TEST(what_cannot_be_read_is_an_error) {
  begin();
  put("10u", "heightAboveGround", 10, 3);
  made_fails("stands alone");
  made_end();
  begin();
  put("2t", "heightAboveGround", 2, 285);
  made_fails("none of the 1 GRIB fields is a wind");
  made_end();
  begin();
  put("10u", "heightAboveGround", 10, 3);
  field.relative = 1;
  put("10v", "heightAboveGround", 10, 3);
  made_fails("uvRelativeToGrid is 0 of '10u'");
  made_end();
  begin();
  put("10u", "heightAboveGround", 10, 3);
  static const struct grib_plane shifted = {"shifted", grib_plain,      11.375, 47.5,
                                            0.25,      grib_plain_keys, false};
  field.plane = &shifted;
  put("10v", "heightAboveGround", 10, 3);
  made_fails("on another grid");
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
  made_fails("truncated or damaged after 1 fields");
  ck_assert_int_eq(truncate(path, 60), 0);
  made_fails("truncated or damaged after 0 fields");
  file = fopen(path, "wb"); /* ecCodes would write its end before its beginning */
  fwrite("GRIB\0\0\5\1 message of five bytes 7777 and more, and more", 1, 54, file);
  fclose(file);
  made_fails("no whole message at byte 0");
  made_end();
}
END_TEST

/* The grid says that its rows have numbers of points, of 161 bytes each: ecCodes took a gigabyte.
 */
START_TEST(lists_of_wide_numbers_are_an_error) {
  enum { LIST = 16 + 21 + 10 }; /* byte 11 of section 3, behind sections 0 and 1 */
  begin();
  put("10u", "heightAboveGround", 10, 3);
  FILE *file = fopen(path, "r+b");
  ck_assert_int_eq(fseek(file, LIST, SEEK_SET), 0);
  ck_assert_int_eq(fgetc(file), 0);
  ck_assert_int_eq(fseek(file, LIST, SEEK_SET), 0);
  ck_assert_int_eq(fputc(161, file), 161);
  fclose(file);
  made_fails("truncated or damaged after 0 fields: no whole message at byte 0");
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
  made_fails("add the file of the grid");
  made_end();
}
END_TEST

TEST_MAIN(files_are_one_set, the_later_analysis_is_taken, missing_values_of_the_bitmap_are_no_wind,
          messages_of_several_fields_are_split, processed_fields_are_warned_of,
          surface_quantities_have_units_and_signs, a_member_is_chosen,
          what_cannot_be_read_is_an_error, cut_files_are_an_error,
          lists_of_wide_numbers_are_an_error, large_messages_of_edition_1_are_read,
          grids_without_rows_name_the_remedy)
