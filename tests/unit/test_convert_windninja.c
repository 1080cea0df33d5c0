/* Configurations of WindNinja converted to cases (input/convert). */
#include "input/convert/internal.h"

#include "case/case.h"
#include "harness.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_converted converted;
static struct sm_case *read_case;

static bool denver(void *user, const char *zone, const struct sm_convert_time *local,
                   int *minutes) {
  (void)user;
  *minutes = local->month > 3 && local->month < 11 ? -360 : -420;
  return strcmp(zone, "America/Denver") == 0;
}

static enum sm_status convert(const char *text) {
  const struct sm_convert_options options = {.size = sizeof options, .offset = denver};
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  free(converted.text);
  return sm_convert_memory(ctx, "run.cfg", text, strlen(text), &options, &converted);
}

/* Converts a text, and reads the case without its files. */
static void must_convert(const char *text) {
  ck_assert_msg(convert(text) == SM_OK, "%s", sm_context_message(ctx));
  sm_case_destroy(&read_case);
  const enum sm_status status = sm_case_parse(ctx, "run.toml", converted.text,
                                              strlen(converted.text), NULL, false, &read_case);
  ck_assert_msg(status == SM_OK, "%s\n%s", sm_context_message(ctx), converted.text);
}

static void must_fail(const char *text, const char *message) {
  ck_assert_int_eq(convert(text), SM_ERR_DATA);
  ck_assert_str_eq(sm_context_message(ctx), message);
  ck_assert_ptr_null(converted.text);
}

static void must_have(const char *what) {
  ck_assert_msg(strstr(converted.text, what) != NULL, "no %s in\n%s", what, converted.text);
}

static const char average[] = "elevation_file = hill.tif # the hill\n"
                              "initialization_method = domainAverageInitialization\n"
                              "input_speed = 10\ninput_speed_units = mph\ninput_direction = 225\n"
                              "input_wind_height = 20\nunits_input_wind_height = ft\n"
                              "output_wind_height = 10\nunits_output_wind_height = m\n"
                              "vegetation = grass\nmesh_resolution = 100\n"
                              "units_mesh_resolution = ft\n";

START_TEST(domain_average) {
  must_convert(average);
  const struct sm_case_station *station = &read_case->weather.station[0];
  ck_assert_double_eq_tol(station->reading[0].speed, 4.4704, 1e-9);
  ck_assert_double_eq(station->reading[0].from, 225);
  ck_assert_double_eq_tol(station->reading[0].height, 6.096, 1e-9);
  ck_assert_double_eq_tol(read_case->domain.cell_size[0], 30.48, 1e-9);
  ck_assert_double_eq_tol(read_case->roughness.z0, 0.01, 1e-12);
  ck_assert_double_eq_tol(read_case->output.heights[0], 10, 1e-9);
  ck_assert_uint_eq(converted.keys, 12);
  ck_assert_uint_eq(converted.left, 0);
  must_have("# All 12 keys are taken over.");
  must_have("file = \"hill.tif\"");
}
END_TEST

/* Heights above trees of 15.4 m with a displacement of 12 m. */
START_TEST(heights_above_vegetation) {
  must_convert("initialization_method = domainAverageInitialization\ninput_speed = 5\n"
               "input_speed_units = mps\ninput_direction = -90\ninput_wind_height = 10\n"
               "units_input_wind_height = m\noutput_wind_height = 20\n"
               "units_output_wind_height = ft\nvegetation = trees\nmesh_resolution = 200\n"
               "units_mesh_resolution = m\n");
  ck_assert_double_eq_tol(read_case->weather.station[0].reading[0].height, 13.4, 1e-9);
  ck_assert_double_eq(read_case->weather.station[0].reading[0].from, 270);
  ck_assert_double_eq_tol(read_case->output.heights[0], 9.496, 1e-9);
  ck_assert_double_eq_tol(read_case->roughness.z0, 1, 1e-12);
}
END_TEST

START_TEST(stations_and_times) {
  must_convert("elevation_file = a.tif\ninitialization_method = pointInitialization\n"
               "wx_station_filename = list.csv\ntime_zone = America/Denver\nmatch_points = false\n"
               "start_year = 2018\nstart_month = 12\nstart_day = 31\nstart_hour = 23\n"
               "start_minute = 30\nstop_year = 2019\nstop_month = 1\nstop_day = 1\nstop_hour = 2\n"
               "stop_minute = 30\nnumber_time_steps = 7\noutput_wind_height = 20\n"
               "units_output_wind_height = ft\nvegetation = grass\nmesh_choice = fine\n");
  must_have("interpolate = \"30 min\"");
  must_have("start = 2018-12-31T23:30:00-07:00");
  must_have("end = 2019-01-01T02:30:00-07:00");
  must_have("match = false");
  must_have("file = \"list.csv\"");
  must_have("mesh_choice = fine is about 20000 columns");
}
END_TEST

START_TEST(stability_and_slope_flow) {
  char text[2048];
  snprintf(text, sizeof text,
           "%snon_neutral_stability = true\nalpha_stability = 0.5\ndiurnal_winds = true\n"
           "upslope_drag_coefficient = 0.3\nuni_air_temp = 80\nair_temp_units = F\n"
           "uni_cloud_cover = 25\ncloud_cover_units = percent\nyear = 2024\nmonth = 7\nday = 4\n"
           "hour = 13\nminute = 0\ntime_zone = America/Denver\n",
           average);
  must_convert(text);
  ck_assert_double_eq_tol(read_case->weather.station[0].reading[0].temperature, 299.8167, 1e-4);
  ck_assert_double_eq_tol(read_case->weather.station[0].reading[0].cloud, 0.25, 1e-12);
  must_have("alpha = 0.5");
  must_have("upslope_drag = 0.3");
  must_have("start = 2024-07-04T13:00:00-06:00");
  ck_assert_uint_eq(converted.left, 0);
}
END_TEST

START_TEST(momentum_solver) {
  char text[2048];
  snprintf(text, sizeof text, "%smomentum_flag = true\nnumber_of_iterations = 300\n", average);
  must_convert(text);
  must_have("model = \"rans\"");
  must_have("solids = \"stair\"");
  must_have("#   line 14: number_of_iterations: ");
}
END_TEST

/* Each key that is not taken over is listed with its line; a switch that is off is the same here.
 */
START_TEST(keys_left) {
  char text[2048];
  snprintf(text, sizeof text,
           "%swrite_pdf_output = true\nwrite_shapefile_output = false\nouput_path = x\n"
           "zzz = 3\nnum_threads = 8\n",
           average);
  must_convert(text);
  ck_assert_uint_eq(converted.keys, 17);
  ck_assert_uint_eq(converted.left, 4);
  must_have("# Not taken over, 4 of 17 keys:");
  must_have("#   line 13: write_pdf_output: after the run: 'simoom plot");
  must_have("#   line 15: ouput_path: is not a key of WindNinja: did you mean 'output_path'?");
  must_have("#   line 16: zzz: is not a key of WindNinja\n");
  ck_assert_int_eq(sm_context_warning_count(ctx), 5); /* and hill.tif, which is not there */
}
END_TEST

/* A long name is cut, but not within a character: the case is read as UTF-8. */
START_TEST(names_are_cut_between_characters) {
  for (int before = 0; before < 3; before++) {
    char text[2048], name[200] = "ab";
    for (size_t at = (size_t)before; at < 90; at += 3) snprintf(name + at, 4, "\u20ac");
    snprintf(text, sizeof text, "%s%s = 1\n", average, name);
    must_convert(text);
    ck_assert_uint_eq(converted.left, 1);
  }
}
END_TEST

START_TEST(wrong) {
  must_fail("initialization_method = domainAverageInitialization\ninput_speed = fast\n"
            "input_direction = 10\ninput_wind_height = 10\ninput_speed_units = knots\n"
            "input_speed = 3\nhello\nvegetation = moss\nmesh_choice = finest\nmonth = 13\n",
            "run.cfg:6: error: 'input_speed' stands also in line 2\n"
            "run.cfg:7: error: 'hello' is not \"key = value\"\n"
            "run.cfg:10: error: month: 13 is not from 1 to 12\n"
            "run.cfg:9: error: mesh_choice is coarse, medium or fine, not 'finest'\n"
            "run.cfg:8: error: vegetation is grass, brush or trees, not 'moss'\n"
            "run.cfg:2: error: input_speed: 'fast' is not a number\n"
            "run.cfg:5: error: input_speed_units: no unit 'knots'");
  must_fail("initialization_method = pointInitialization\nwx_station_filename = a.csv\n"
            "start_year = 2018\nstart_month = 11\nstart_day = 31\nstart_hour = 23\n",
            "run.cfg:5: error: start_day: 2018-11 has no day 31");
  must_fail("initialization_method = griddedInitialization\n",
            "run.cfg:1: error: initialization_method: 'griddedInitialization' has no counterpart: "
            "domainAverageInitialization, pointInitialization and wxModelInitialization have");
  must_fail("[domain]\nsize = 3\n", "run.cfg: not an input of another program that simoom knows\n"
                                    "help: 'simoom help convert' says which are");
}
END_TEST

/* A case that is another program's input names the command that reads it. */
START_TEST(recognised_in_place_of_a_case) {
  ck_assert_int_eq(convert(average), SM_OK);
  sm_case_destroy(&read_case);
  ck_assert_int_eq(sm_case_parse(ctx, "run.cfg", average, strlen(average), NULL, false, &read_case),
                   SM_ERR_CASE);
  ck_assert_str_eq(sm_context_message(ctx),
                   "run.cfg: this is a configuration of WindNinja, not a case of simoom\n"
                   "help: 'simoom convert run.cfg -o case.toml' makes a case of it");
}
END_TEST

TEST_MAIN(domain_average, heights_above_vegetation, stations_and_times, stability_and_slope_flow,
          momentum_solver, keys_left, names_are_cut_between_characters, wrong,
          recognised_in_place_of_a_case)
