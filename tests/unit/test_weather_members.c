/* Members of an ensemble in NetCDF weather files, and files of ERA5 in their newer layout. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"

static double degrees(const size_t *at) { return 10 * (double)at[0] + 5; }
static double numbers(const size_t *at) { return 10 * (double)at[0]; }
static double of_member(const size_t *at) { return 3 + (double)at[1] + 0.5 * (double)at[0]; }

/* Winds of three members, numbered 0, 10, 20, at two times. */
static void make_members(void) {
  made_create(NC_NETCDF4);
  made_dimension("time", 2);
  made_dimension("number", 3);
  made_dimension("latitude", 5);
  made_dimension("longitude", 5);
  made_variable("time", NC_DOUBLE, "time", "days since 2026-05-01");
  made_fill("time", numbers);
  made_variable("number", NC_INT, "number", "1");
  made_fill("number", numbers);
  made_field("latitude", "latitude", "degrees_north", degrees);
  made_field("longitude", "longitude", "degrees_east", degrees);
  made_field("u10", "time number latitude longitude", "m s-1", of_member);
  made_field("v10", "time number latitude longitude", "m s-1", of_member);
  made_constant("z", "latitude longitude", "m2 s-2", 0);
  made_close();
  made_area(25, 25, 0.1);
}

START_TEST(a_member_is_chosen_by_its_number) {
  made_begin();
  make_members();
  made_fails("'u10' has 3 members of an ensemble\nhelp: member = 0");
  for (int m = 0; m < 3; m++) {
    made.request.member = 10 * m;
    made_read();
    for (int t = 0; t < 2; t++) must_blow(0, t, 0, 10, 3 + m + 0.5 * t, 3 + m + 0.5 * t, 1e-6);
  }
  made.request.member = 5;
  made_fails("no member 5");
  made_end();
}
END_TEST

START_TEST(members_are_listed) {
  made_begin();
  make_members();
  made.request.paths = made_paths;
  made.request.path_count = 1;
  long *list;
  int count;
  ck_assert_int_eq(sm_weather_members_find(made.ctx, &made.request, &list, &count), SM_OK);
  ck_assert_int_eq(count, 3);
  for (int m = 0; m < 3; m++) ck_assert_int_eq(list[m], 10 * m);
  sm_free(list);
  made_end();
}
END_TEST

/* ---- ERA5 since 2024: valid_time, number and expver as coordinates ---- */

static double seconds(const size_t *at) { return 1777593600 + 3600 * (double)at[0]; }
static double pressures(const size_t *at) { return at[0] == 0 ? 1000 : 850; }
static double potentials(const size_t *at) { return 9.80665 * (at[1] == 0 ? 110 : 1500); }
static double by_level(const size_t *at) { return 5 + 3 * (double)at[1] + (double)at[0]; }

static void make_era5(void) {
  made_create(NC_NETCDF4);
  made_dimension("valid_time", 2);
  made_dimension("pressure_level", 2);
  made_dimension("latitude", 5);
  made_dimension("longitude", 5);
  made_variable("number", NC_INT64, "", "1");
  made_variable("valid_time", NC_INT64, "valid_time", "seconds since 1970-01-01");
  made_fill("valid_time", seconds);
  made_text("valid_time", "standard_name", "time");
  made_text("valid_time", "calendar", "proleptic_gregorian");
  made_variable("expver", NC_STRING, "valid_time", NULL);
  made_variable("pressure_level", NC_DOUBLE, "pressure_level", "hPa");
  made_fill("pressure_level", pressures);
  made_field("latitude", "latitude", "degrees_north", degrees);
  made_field("longitude", "longitude", "degrees_east", degrees);
  made_field("u", "valid_time pressure_level latitude longitude", "m s**-1", by_level);
  made_field("v", "valid_time pressure_level latitude longitude", "m s**-1", by_level);
  made_field("z", "valid_time pressure_level latitude longitude", "m**2 s**-2", potentials);
  for (const char *const *name = (const char *const[]){"u", "v", "z", NULL}; *name != NULL; name++)
    made_text(*name, "coordinates", "number valid_time pressure_level latitude longitude expver");
  made_text("u", "standard_name", "eastward_wind");
  made_text("v", "standard_name", "northward_wind");
  made_text("z", "standard_name", "geopotential");
  made_text(NULL, "GRIB_centre", "ecmf");
  made_close();
  made_area(25, 25, 0.1);
  made.request.ground = 10;
}

START_TEST(era5_of_the_new_layout_is_read) {
  made_begin();
  make_era5();
  made_read();
  ck_assert_int_eq(made.weather.time_count, 2);
  near(made.weather.time[0], 1777593600, 0);
  for (int t = 0; t < 2; t++) {
    must_blow(0, t, 0, 100, 5 + t, 5 + t, 1e-5);
    must_blow(0, t, 1, 1490, 8 + t, 8 + t, 1e-5);
  }
  made.request.member = 3;
  made_fails("no member 3: the file is not of an ensemble");
  made_end();
}
END_TEST

TEST_MAIN(a_member_is_chosen_by_its_number, members_are_listed, era5_of_the_new_layout_is_read)
