/* Weather files that are wrong, odd or not there: a message says what and where. */
#define _DEFAULT_SOURCE /* wait4 */
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"
#include <sys/resource.h>
#include <sys/wait.h>

static void must_fail(const char *message) {
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(made.ctx), message) != NULL, "'%s' is not in\n%s",
                message, sm_context_message(made.ctx));
  ck_assert_ptr_null(made.weather.level);
  ck_assert_int_eq(made.weather.place_count, 0);
}

static double latitude(const size_t *at) { return 50 + 0.5 * (double)at[0]; }
static double longitude(const size_t *at) { return 8 + 0.5 * (double)at[0]; }
static double hours(const size_t *at) { return (double)at[0]; }

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
    made_fill("lat", latitude);
  }
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  made_fill("lon", longitude);
  if (!odd.no_time) {
    made_variable("time", NC_DOUBLE, "time",
                  odd.time_units != NULL ? odd.time_units : "hours since 2020-01-01");
    made_fill("time", hours);
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
  must_fail(message);
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

START_TEST(what_is_assumed_without_units_is_told) {
  made_begin();
  make_without_units();
  made_read();
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 1);
  ck_assert_ptr_nonnull(
      strstr(sm_context_warning(made.ctx, 0), "variable 'u10' has no units: m s-1 is assumed"));
  made_end();
}
END_TEST

/* A NetCDF-4 file of some kilobytes whose dimensions say gigabytes. */
START_TEST(grids_that_cannot_be_in_their_file_are_refused) {
  made_begin();
  made_create(NC_NETCDF4);
  made_dimension("time", 1);
  made_dimension("lat", 12000);
  made_dimension("lon", 12000);
  made_variable("lat", NC_DOUBLE, "lat lon", "degrees_north");
  made_variable("lon", NC_DOUBLE, "lat lon", "degrees_east");
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-01");
  made_variable("u10", NC_FLOAT, "time lat lon", "m s-1");
  made_variable("v10", NC_FLOAT, "time lat lon", "m s-1");
  int v;
  const size_t chunk[3] = {1, 100, 100};
  for (v = 0; v < 5; v++)
    if (v != 2) ok(nc_def_var_chunking(made.id, v, NC_CHUNKED, v < 2 ? chunk + 1 : chunk));
  made_close();
  made_area(9, 51, 0.1);
  must_fail("a grid of 12000 x 12000 columns cannot be in a file of");
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
  must_fail("does not cover the domain at latitude 51, longitude 20");
  must_fail("latitude 50 to 51.5, longitude 8 to 10");
  made_area(9, -51, 0.1);
  must_fail("does not cover the domain");
  made_area(9, 95, 0.1);
  must_fail("not a position on Earth");
  made_area(NAN, 51, 0.1);
  must_fail("not a position on Earth");
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
  must_fail("no weather from 2020-01-01T01:00:10Z\nhelp: the times go from 2020-01-01T00:00:00Z to "
            "2020-01-01T01:00:00Z");
  made.request.start = NAN;
  made.request.end = 0;
  must_fail("no weather to 1970-01-01T00:00:00Z");
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
  made_fill("latitude", latitude);
  made_variable("longitude", NC_DOUBLE, "lon", "degrees_east");
  made_fill("longitude", longitude);
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-01");
  made_fill("time", hours);
  made_constant("UGRD_925mb", "time lat lon", "m/s", 3);
  made_constant("VGRD_925mb", "time lat lon", "m/s", 3);
  made_close();
  made_area(9, 51, 0.1);
  must_fail("the height of the ground is not");
  made.request.ground = 100;
  made_read();
  made_end();
}
END_TEST

START_TEST(files_of_two_grids_are_not_joined) {
  made_begin();
  make((struct odd){0});
  made_create(NC_NETCDF4);
  made_dimension("time", 2);
  made_dimension("lat", 7);
  made_dimension("lon", 7);
  made_variable("lat", NC_DOUBLE, "lat", "degrees_north");
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  made_fill("lat", latitude);
  made_fill("lon", longitude);
  int v;
  ok(nc_inq_varid(made.id, "lat", &v));
  ok(nc_put_var1_double(made.id, v, (const size_t[]){2}, (const double[]){51.1}));
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-02");
  made_fill("time", hours);
  made_constant("u10", "time lat lon", "m s-1", 3);
  made_constant("v10", "time lat lon", "m s-1", 3);
  made_close();
  must_fail("the columns around the domain are not those of");
  made_end();
}
END_TEST

static void put_bytes(const char *bytes, size_t size) {
  FILE *file = fopen(made_next(), "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
}

static void must_refuse(const char *bytes, size_t size, const char *message) {
  made_begin();
  put_bytes(bytes, size);
  made_area(9, 51, 0.1);
  must_fail(message);
  made_end();
}

START_TEST(what_is_no_netcdf_is_refused) {
  must_refuse("", 0, "error: not a NetCDF file");
  must_refuse("hello", 5, "error: not a NetCDF file");
  must_refuse("GRIBxxxx", 8, "error: not a NetCDF file"); /* no edition of GRIB */
  must_refuse("\211HDF\r\n\032\n and no more", 20, "truncated or damaged");
  made_begin();
  made_area(9, 51, 0.1);
  must_fail("no time: the file is empty"); /* no file at all */
  made_paths[0] = scratch_folder;
  made.request.paths = made_paths;
  made.request.path_count = 1;
  ck_assert_int_eq(sm_weather_files_read(made.ctx, &made.request, &made.weather), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(made.ctx), "not a regular file"));
  made_paths[0] = "/nowhere/a.nc";
  ck_assert_int_eq(sm_weather_files_read(made.ctx, &made.request, &made.weather), SM_ERR_DATA);
  ck_assert_str_eq(sm_context_message(made.ctx), "/nowhere/a.nc: error: No such file or directory");
  made_end();
}
END_TEST

static void make_classic(void) {
  made_create(NC_64BIT_OFFSET);
  made_dimension("time", 1);
  made_dimension("lat", 4);
  made_dimension("lon", 5);
  made_variable("lat", NC_DOUBLE, "lat", "degrees_north");
  made_fill("lat", latitude);
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  made_fill("lon", longitude);
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-01");
  made_fill("time", hours);
  made_constant("u10", "time lat lon", "m s-1", 3);
  made_constant("v10", "time lat lon", "m s-1", 3);
  made_close();
  made_area(9, 51, 0.1);
}

/* Cut anywhere, or with a bit of its header changed, a classic file is an error or is read. */
START_TEST(damaged_files_never_crash) {
  made_begin();
  make_classic();
  made_read();
  static char bytes[8192];
  FILE *file = fopen(made_paths[0], "rb");
  ck_assert_ptr_nonnull(file);
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert(size > 500 && size < sizeof bytes);
  const size_t header = 600 < size ? 600 : size;
  for (size_t at = 0; at < header; at++) {
    const char kept = bytes[at];
    bytes[at] = (char)(kept ^ 1);
    made.count = 0;
    put_bytes(bytes, size);
    bytes[at] = kept;
    const enum sm_status status = made_try();
    ck_assert(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_MEMORY);
  }
  for (size_t length = 0; length < size; length += 37) {
    made.count = 0;
    put_bytes(bytes, length);
    const enum sm_status status = made_try();
    ck_assert(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_MEMORY);
  }
  made_end();
}
END_TEST

/* Peak memory of a child that reads the made file, bytes. */
static double memory_of_a_reading(void) {
  struct rusage usage;
  int state;
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    const enum sm_status status = made_try();
    _exit(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_MEMORY ? 0 : 1);
  }
  ck_assert_int_eq(wait4(child, &state, 0, &usage), child);
  ck_assert_msg(WIFEXITED(state) && WEXITSTATUS(state) == 0, "the child ended with %d", state);
  return 1024.0 * (double)usage.ru_maxrss;
}

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
  made_field("XLAT", "south_north west_east", "degree_north", latitude);
  made_field("XLONG", "south_north west_east", "degree_east", longitude);
  made_constant("U", "Time bottom_top south_north", "m s-1", 5);
  made_constant("V", "Time bottom_top south_north_stag west_east", "m s-1", 1);
  made_constant("PH", "Time bottom_top_stag south_north west_east", "m2 s-2", 98.1);
  made_constant("PHB", "Time bottom_top_stag south_north west_east", "m2 s-2", 0);
  made_constant("HGT", "Time south_north west_east", "m", 0);
  made_close();
  made_area(8.1, 50.5, 0.01);
  must_fail("variable 'U' does not lie on the grid");
  made_end();
}
END_TEST

/* Every word of a header in turn claims 2^31 - 1 things: the NetCDF library took up to 16
 * GB for that, or crashed. */
START_TEST(headers_that_claim_too_much_cost_little) {
  static const char claim[4] = {0x7f, (char)0xff, (char)0xff, (char)0xff};
  static char bytes[8192];
  made_begin();
  make_classic();
  FILE *file = fopen(made_paths[made.count - 1], "rb");
  ck_assert_ptr_nonnull(file);
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert(size > 500 && size < sizeof bytes);
  made.count = 0;
  const double usual = memory_of_a_reading();
  for (size_t at = 4; at < 500; at += 4) {
    char kept[4];
    memcpy(kept, bytes + at, sizeof kept);
    memcpy(bytes + at, claim, sizeof kept);
    made.count = 0;
    put_bytes(bytes, size);
    memcpy(bytes + at, kept, sizeof kept);
    const double peak = memory_of_a_reading();
    ck_assert_msg(peak < usual + 2e8, "word %zu costs %.0f MB", at / 4, 1e-6 * peak);
  }
  /* what is told of one of them: the number of dimensions */
  memcpy(bytes + 12, claim, 4);
  made.count = 0;
  put_bytes(bytes, size);
  must_fail(
      "the NetCDF file is truncated or damaged: its header counts more things than the file can");
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
          what_is_assumed_without_units_is_told, grids_that_cannot_be_in_their_file_are_refused,
          dimensions_that_mean_nothing_are_errors, an_area_outside_the_file_is_an_error,
          times_outside_the_limits_are_an_error, missing_values_alone_are_an_error,
          altitudes_need_the_height_of_the_ground, files_of_two_grids_are_not_joined,
          what_is_no_netcdf_is_refused, damaged_files_never_crash,
          winds_along_one_side_of_the_grid_are_refused, headers_that_claim_too_much_cost_little,
          every_failed_allocation_is_reported)
