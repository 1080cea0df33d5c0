/* Weather files that are wrong or odd: a message says what and where. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"

/* Content of a small CF file, and its error. */
struct odd {
  bool no_latitude, no_time, no_v, text_u, no_values;
  const char *u_units, *time_units, *u_dimensions, *v_dimensions;
};

static void make(struct odd odd) {
  static const char usual[] = "time lat lon";
  made_create(NC_NETCDF4);
  made_dimension("time", 2);
  made_dimension("lat", 4);
  made_dimension("lon", 5);
  made_dimension("number", 3);
  made_dimension("model", 2);
  if (!odd.no_latitude) {
    made_variable("lat", NC_DOUBLE, "lat", "degrees_north");
    made_fill("lat", made_latitude);
  }
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  made_fill("lon", made_longitude);
  if (!odd.no_time) {
    made_variable("time", NC_DOUBLE, "time",
                  odd.time_units != NULL ? odd.time_units : "hours since 2020-01-01");
    made_fill("time", made_hours);
  }
  const char *dimensions = odd.u_dimensions != NULL ? odd.u_dimensions : usual;
  made_variable("u10", odd.text_u ? NC_CHAR : NC_FLOAT, dimensions,
                odd.u_units != NULL ? odd.u_units : "m s-1");
  if (!odd.text_u && !odd.no_values) {
    constant_value = 3;
    made_fill("u10", constant);
  }
  if (!odd.no_v)
    made_constant("v10", odd.v_dimensions != NULL ? odd.v_dimensions : dimensions, "m s-1", 4);
  made_close();
  made_area(9, 51, 0.1);
}

/* The message of a file that has one thing wrong. */
static void must_say(struct odd odd, const char *message) {
  made_begin();
  make(odd);
  made_fails(message);
  made_end();
}

START_TEST(what_is_missing_is_named_beside_what_the_file_has) {
  must_say((struct odd){.no_v = true}, "no wind to the north beside 'u10'; looked for");
  must_say((struct odd){.no_v = true}, "help: the file has lat, lon, time, u10");
  must_say((struct odd){.no_latitude = true},
           "no latitudes; looked for the standard name latitude");
  must_say((struct odd){.no_time = true}, "no times; looked for");
  must_say((struct odd){.text_u = true, .no_v = true}, "no wind on the grid");
  must_say((struct odd){.u_dimensions = "time lat"}, "no wind on the grid");
  must_say((struct odd){.v_dimensions = "lat lon"}, "no wind to the north beside 'u10'");
}
END_TEST

START_TEST(wrong_units_are_errors) {
  must_say((struct odd){.u_units = "kg"}, "variable 'u10': cannot turn 'kg' into 'm s-1'");
  must_say((struct odd){.u_units = "furlongs per moon"}, "unknown unit 'furlongs per moon'");
  must_say((struct odd){.time_units = "K"}, "variable 'time': 'K' is not a unit of time");
  must_say((struct odd){.time_units = "hours since when"}, "'when' is not a date and time");
}
END_TEST

static void make_without_units(void) {
  int v;
  make((struct odd){0});
  ok(nc_open(made_paths[made.count - 1], NC_WRITE, &made.id));
  ok(nc_inq_varid(made.id, "u10", &v));
  ok(nc_redef(made.id));
  ok(nc_del_att(made.id, v, "units"));
  made_close();
}

START_TEST(assumed_units_are_warned_of) {
  made_begin();
  make_without_units();
  made_read();
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 1);
  ck_assert_ptr_nonnull(
      strstr(sm_context_warning(made.ctx, 0), "variable 'u10' has no units: m s-1 is assumed"));
  made_end();
}
END_TEST

START_TEST(dimensions_that_mean_nothing_are_errors) {
  must_say((struct odd){.u_dimensions = "time number lat lon"}, "has 3 members of an ensemble");
  must_say((struct odd){.u_dimensions = "time model lat lon"}, "no heights of the levels");
}
END_TEST

START_TEST(an_area_outside_the_file_is_an_error) {
  made_begin();
  make((struct odd){0});
  made_area(9, 51, 0.1);
  made_read();
  made_area(20, 51, 0.1);
  made_fails("does not cover the domain at latitude 51, longitude 20");
  made_fails("latitude 50 to 51.5, longitude 8 to 10");
  made_area(9, -51, 0.1);
  made_fails("does not cover the domain");
  made_area(9, 95, 0.1);
  made_fails("not a position on Earth");
  made_area(NAN, 51, 0.1);
  made_fails("not a position on Earth");
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_area(9.8, 51, 1.5); /* its middle is covered, its corners are not */
  made_read();
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(made.ctx, 0), "a corner of the domain"));
  made_end();
}
END_TEST

START_TEST(times_outside_the_limits_are_an_error) {
  made_begin();
  make((struct odd){0});
  made.request.start = 1577840400 + 10; /* 10 s after the second and last time */
  made_fails(
      "no weather from 2020-01-01T01:00:10Z\nhelp: the times go from 2020-01-01T00:00:00Z to "
      "2020-01-01T01:00:00Z");
  made.request.start = NAN;
  made.request.end = 0;
  made_fails("no weather to 1970-01-01T00:00:00Z");
  made_end();
}
END_TEST

START_TEST(missing_values_alone_are_an_error) {
  must_say((struct odd){.no_values = true},
           "no wind around the domain: all its values are missing");
  made_begin();
  make((struct odd){0});
  make((struct odd){.no_values = true});
  made_read(); /* where the other file has values there is no harm */
  ck_assert_int_eq(level_count(0, 0), 1);
  made_end();
}
END_TEST

START_TEST(altitudes_need_the_height_of_the_ground) {
  made_begin();
  made_create(NC_NETCDF4);
  made_dimension("time", 1);
  made_dimension("lat", 4);
  made_dimension("lon", 5);
  made_variable("latitude", NC_DOUBLE, "lat", "degrees_north");
  made_fill("latitude", made_latitude);
  made_variable("longitude", NC_DOUBLE, "lon", "degrees_east");
  made_fill("longitude", made_longitude);
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-01");
  made_fill("time", made_hours);
  made_constant("UGRD_925mb", "time lat lon", "m/s", 3);
  made_constant("VGRD_925mb", "time lat lon", "m/s", 3);
  made_close();
  made_area(9, 51, 0.1);
  made_fails("the height of the ground is not");
  made.request.ground = 100;
  made_read();
  made_end();
}
END_TEST

START_TEST(files_of_two_grids_are_not_joined) {
  made_begin();
  make((struct odd){0});
  made_create(NC_NETCDF4);
  made_grid(2, 7, 7, "hours since 2020-01-02");
  int v;
  ok(nc_inq_varid(made.id, "lat", &v));
  ok(nc_put_var1_double(made.id, v, (const size_t[]){2}, (const double[]){51.1}));
  made_constant("u10", "time lat lon", "m s-1", 3);
  made_constant("v10", "time lat lon", "m s-1", 3);
  made_close();
  made_fails("the columns around the domain are not those of");
  made_end();
}
END_TEST

static double noon(const size_t *at) { return 12 + (double)at[0]; }

/* WRF: a wind along south_north alone, which is one longer than west_east as its faces would be. */
START_TEST(winds_along_one_side_of_the_grid_are_refused) {
  made_begin();
  made_create(NC_64BIT_OFFSET);
  made_dimension("Time", 1);
  made_dimension("bottom_top", 1);
  made_dimension("bottom_top_stag", 2);
  made_dimension("south_north", 3);
  made_dimension("south_north_stag", 4);
  made_dimension("west_east", 2);
  made_variable("XTIME", NC_DOUBLE, "Time", "hours since 2026-05-01 00:00:00");
  made_fill("XTIME", noon);
  made_field("XLAT", "south_north west_east", "degree_north", made_latitude);
  made_field("XLONG", "south_north west_east", "degree_east", made_longitude);
  made_constant("U", "Time bottom_top south_north", "m s-1", 5);
  made_constant("V", "Time bottom_top south_north_stag west_east", "m s-1", 1);
  made_constant("PH", "Time bottom_top_stag south_north west_east", "m2 s-2", 98.1);
  made_constant("PHB", "Time bottom_top_stag south_north west_east", "m2 s-2", 0);
  made_constant("HGT", "Time south_north west_east", "m", 0);
  made_close();
  made_area(8.1, 50.5, 0.01);
  made_fails("variable 'U' does not lie on the grid");
  made_end();
}
END_TEST

START_TEST(every_failed_allocation_is_reported) {
  made_begin();
  make((struct odd){0});
  int failures = 0;
  for (long n = 1; n < 200; n++) {
    sm_context_fail_allocation(made.ctx, n);
    const enum sm_status status = made_try();
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_ptr_null(made.weather.level);
    failures++;
  }
  ck_assert_int_gt(failures, 15);
  ck_assert_int_lt(failures, 199);
  sm_context_fail_allocation(made.ctx, 0);
  made_end();
}
END_TEST

TEST_MAIN(what_is_missing_is_named_beside_what_the_file_has, wrong_units_are_errors,
          assumed_units_are_warned_of, dimensions_that_mean_nothing_are_errors,
          an_area_outside_the_file_is_an_error, times_outside_the_limits_are_an_error,
          missing_values_alone_are_an_error, altitudes_need_the_height_of_the_ground,
          files_of_two_grids_are_not_joined, winds_along_one_side_of_the_grid_are_refused,
          every_failed_allocation_is_reported)
