/* Winds by height out of files of ERA5 and others by the rules of CF: numbers that are known. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"

/* ---- CF ---- */

static double earth_latitude(const size_t *at) { return 90 - 10 * (double)at[0]; }
static double earth_longitude(const size_t *at) { return 10 * (double)at[0]; }
static double packed_u(const size_t *at) { return 100 * (double)at[1] + (double)at[2]; }

/* The whole Earth in steps of 10 deg, from north to south and from 0 to 350 E. */
static void begin_earth(const char *time_units, const char *calendar, double time) {
  made_create(NC_NETCDF4);
  made_dimension("time", 1);
  made_dimension("latitude", 19);
  made_dimension("longitude", 36);
  made_variable("latitude", NC_FLOAT, "latitude", "degrees_north");
  made_fill("latitude", earth_latitude);
  made_variable("longitude", NC_FLOAT, "longitude", "degrees_east");
  made_fill("longitude", earth_longitude);
  made_variable("time", NC_INT, "time", time_units);
  made_text("time", "calendar", calendar);
  constant_value = time;
  made_fill("time", constant);
}

/* Fluxes of ERA5 as sums: J m-2 over the hour before the time, downwards. */
START_TEST(sums_over_the_hour_become_fluxes) {
  static const char on[] = "time latitude longitude";
  for (int n = 0; n < 3; n++) { /* of ERA5; turned into W m-2 by somebody; of another centre */
    made_begin();
    begin_earth("hours since 1900-01-01 00:00:00.0", "gregorian", 1042668);
    made_constant("u10", on, "m s**-1", 4);
    made_constant("v10", on, "m s**-1", 2);
    made_constant("t2m", on, "K", 285);
    made_constant("zust", on, "m s**-1", 0.3);
    made_constant("sshf", on, n == 1 ? "W m**-2" : "J m**-2", n == 1 ? -100 : -3.6e5);
    made_constant("ssrd", on, "J m**-2", 1.8e6);
    if (n == 2) ok(nc_put_att_text(made.id, NC_GLOBAL, "GRIB_centre", 4, "kwbc"));
    made_close();
    made_area(1, 49, 2);
    made_read();
    const struct sm_model_surface *surface = sm_model_weather_surface(&made.weather, 4, 0);
    if (n == 2) {
      ck_assert(isnan(surface->heat_flux) && isnan(surface->short_wave));
    } else {
      near(surface->heat_flux, 100, 1e-4);
      near(surface->short_wave, 500, 1e-4);
      ck_assert_double_lt(surface->obukhov_inverse, 0); /* by day */
    }
    made_end();
  }
}
END_TEST

/* Precipitation rates by name and by standard name; sums are not read. */
START_TEST(rain_is_read_from_rates) {
  static const struct {
    const char *name, *unit, *standard;
    double value, rain; /* mm/h */
  } files[] = {{"avg_tprate", "kg m**-2 s**-1", "", 1e-3, 3.6},
               {"RR", "kg m-2 s-1", "precipitation_flux", 2e-3, 7.2},
               {"RR", "mm h-1", "lwe_precipitation_rate", 4, 4},
               {"tp", "m", "lwe_thickness_of_precipitation_amount", 4e-3, (double)NAN}};
  static const char on[] = "time latitude longitude";
  for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
    made_begin();
    begin_earth("hours since 1900-01-01 00:00:00.0", "gregorian", 1042668);
    made_constant("u10", on, "m s**-1", 4);
    made_constant("v10", on, "m s**-1", 2);
    made_constant(files[n].name, on, files[n].unit, files[n].value);
    if (files[n].standard[0] != '\0') made_text(files[n].name, "standard_name", files[n].standard);
    made_close();
    made_area(1, 49, 2);
    made_read();
    const double rain = sm_model_weather_surface(&made.weather, 4, 0)->rain;
    if (isnan(files[n].rain))
      ck_assert(isnan(rain));
    else
      near(rain, files[n].rain, 1e-5);
    made_end();
  }
}
END_TEST

/* Single levels of ERA5: packed, without standard names. */
static void make_era5_single(void) {
  begin_earth("hours since 1900-01-01 00:00:00.0", "gregorian", 1042668);
  made_variable("u10", NC_SHORT, "time latitude longitude", "m s**-1");
  made_number("u10", "scale_factor", NC_DOUBLE, 0.01);
  made_number("u10", "add_offset", NC_DOUBLE, -3);
  made_number("u10", "_FillValue", NC_SHORT, -32767);
  made_fill("u10", packed_u);
  made_constant("v10", "time latitude longitude", "m s**-1", 2);
  made_constant("z", "time latitude longitude", "m**2 s**-2", 980.665);
  made_text("z", "standard_name", "geopotential");
  made_constant("t2m", "time latitude longitude", "K", 285);
  made_constant("tcc", "time latitude longitude", "(0 - 1)", 0.75);
  made_constant("sshf", "time latitude longitude", "J m**-2", 3.6e5);
  made_text("sshf", "standard_name", "surface_upward_sensible_heat_flux");
  made_constant("ishf", "time latitude longitude", "W m**-2", -80);
  made_constant("zust", "time latitude longitude", "m s**-1", 0.3);
  made_constant("blh", "time latitude longitude", "m", 700);
  made_close();
}

static double pressure_of(const size_t *at) { return (const double[]){500, 850, 1000}[at[0]]; }
static double geopotential(const size_t *at) {
  return 9.80665 * (const double[]){5500, 1500, 50}[at[1]];
}
static double pressure_u(const size_t *at) { return (const double[]){30, 15, 77}[at[1]]; }

static void make_era5_pressure(bool heights) {
  begin_earth("hours since 1900-01-01 00:00:00.0", "gregorian", 1042668);
  made_dimension("level", 3);
  made_variable("level", NC_INT, "level", "millibars");
  made_fill("level", pressure_of);
  made_field("u", "time level latitude longitude", "m s**-1", pressure_u);
  made_text("u", "standard_name", "eastward_wind");
  made_constant("v", "time level latitude longitude", "m s**-1", -5);
  made_text("v", "standard_name", "northward_wind");
  made_constant("t", "time level latitude longitude", "K", 270);
  if (heights) {
    made_field("z", "time level latitude longitude", "m**2 s**-2", geopotential);
    made_text("z", "standard_name", "geopotential");
  }
  made_close();
}

START_TEST(packed_winds_on_descending_latitudes_round_the_earth_are_read) {
  made_begin();
  make_era5_single();
  made_area(1, 49, 2); /* across the end of the rows at 0 E */
  made_read();
  near(made.weather.time[0], 1544616000, 0); /* 2018-12-12 12:00 */
  const double longitudes[] = {-10, 0, 10};
  ck_assert_int_eq(made.weather.place_count, 9);
  for (int n = 0; n < 3; n++) {
    const int p = made_place(longitudes[n], 50), column = n == 0 ? 35 : n - 1;
    near(made.weather.place[p].longitude, longitudes[n], 0);
    near(made.weather.place[p].latitude, 50, 0);
    near(made.weather.place[p].ground, 100, 1e-3);
    ck_assert_int_eq(level_count(p, 0), 1);
    must_blow(p, 0, 0, 10, 0.01 * (400 + column) - 3, 2, 1e-9);
  }
  const struct sm_model_surface *surface = sm_model_weather_surface(&made.weather, 4, 0);
  near(surface->temperature, 285, 0);
  near(surface->cloud, 0.75, 0);
  near(surface->heat_flux, 80, 0); /* that centre counts downwards; joules are not read */
  near(surface->friction_velocity, 0.3, 1e-7);
  near(surface->boundary_layer_height, 700, 0);
  made_end();
}
END_TEST

START_TEST(the_date_line_is_no_border) {
  made_begin();
  make_era5_single();
  made_area(179.5, -41, 3);
  made_read();
  ck_assert_int_eq(made.weather.place_count, 9);
  const int p = made_place(-170, -40);
  near(made.weather.place[p].longitude, -170, 0);
  must_blow(p, 0, 0, 10, 0.01 * (1300 + 19) - 3, 2, 1e-9);
  made_end();
}
END_TEST

START_TEST(pressure_levels_join_the_wind_near_the_ground) {
  made_begin();
  make_era5_pressure(true);
  make_era5_single();
  made_area(12, 47, 1);
  made_read();
  const int p = made_place(10, 50);
  ck_assert_int_eq(level_count(p, 0), 3); /* 1000 hPa lie below the ground */
  must_blow(p, 0, 0, 10, 0.01 * 401 - 3, 2, 1e-9);
  must_blow(p, 0, 1, 1400, 15, -5, 1e-4);
  must_blow(p, 0, 2, 5400, 30, -5, 1e-4);
  int count;
  const struct sm_model_level *level = sm_model_weather_levels(&made.weather, p, 0, &count);
  ck_assert(isnan(level[0].temperature)); /* t2m is that near the surface */
  near(level[1].temperature, 270, 0);
  made_end();
}
END_TEST

START_TEST(the_ground_may_come_from_the_caller_and_heights_from_the_standard_atmosphere) {
  made_begin();
  make_era5_pressure(false);
  made_area(12, 47, 1);
  made.request.ground = 57.3;
  made_read();
  const int p = made_place(10, 50);
  ck_assert_int_eq(level_count(p, 0), 3);
  must_blow(p, 0, 1, 1457.3 - 57.3, 15, -5, 0.1);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(made.ctx, 0), "standard atmosphere"));
  made_end();
}
END_TEST

static double falling_x(const size_t *at) { return -1000.0 * (double)at[0]; }
static double plane_longitude(const size_t *at) { return 8 - 0.02 * (double)at[1]; }
static double plane_latitude(const size_t *at) { return 50 + 0.02 * (double)at[0]; }
static double heights(const size_t *at) { return (const double[]){20, 100}[at[0]]; }
static double rising_wind(const size_t *at) { return 5 + (double)at[3]; }

START_TEST(other_orders_of_dimensions_and_heights_in_metres_are_read) {
  made_begin();
  made_create(NC_NETCDF4);
  made_dimension("y", 4);
  made_dimension("x", 5);
  made_dimension("height", 2);
  made_dimension("time", 1);
  made_variable("x", NC_DOUBLE, "x", "m");
  made_fill("x", falling_x);
  made_variable("lat", NC_DOUBLE, "y x", "degrees_north");
  made_fill("lat", plane_latitude);
  made_variable("lon", NC_DOUBLE, "y x", "degrees_east");
  made_fill("lon", plane_longitude);
  made_variable("time", NC_DOUBLE, "time", "days since 2020-01-01");
  made_text("time", "calendar", "noleap");
  made_constant("lat0", "", NULL, 0);
  constant_value = 59;
  made_fill("time", constant);
  made_variable("height", NC_DOUBLE, "height", "m");
  made_fill("height", heights);
  made_field("wind_x", "x y time height", "km h-1", rising_wind);
  made_text("wind_x", "standard_name", "x_wind");
  made_constant("wind_y", "x y time height", "knot", 4);
  made_text("wind_y", "standard_name", "y_wind");
  made_constant("orog", "y x", "ft", 1000);
  made_close();
  made_area(7.96, 50.04, 0.005);
  made_read();
  near(made.weather.time[0], 1583020800, 0); /* 2020-03-01 */
  const int p = made_place(7.96, 50.04);
  near(made.weather.place[p].ground, 304.8, 1e-9);
  ck_assert_int_eq(level_count(p, 0), 2);
  must_blow(p, 0, 0, 20, 5 / 3.6, 4 * 1852 / 3600.0, 1e-6);
  must_blow(p, 0, 1, 100, 6 / 3.6, 4 * 1852 / 3600.0, 1e-6);
  made_end();
}
END_TEST

/* One level of wind at one column: its height is in its name, or in a scalar. */
static void must_stand(const char *u, const char *v, const char *scalar, double height) {
  made_begin();
  made_create(NC_NETCDF4);
  made_dimension("time", 1);
  made_dimension("lat", 1);
  made_dimension("lon", 1);
  made_constant("lat", "lat", "degrees_north", 50);
  made_constant("lon", "lon", "degrees_east", 8);
  made_constant("time", "time", "hours since 2020-01-01", 0);
  made_constant("sigma", "", "1", 0.9);
  made_constant("height_of_wind", "", "km", 0.05);
  made_constant(u, "time lat lon", "m s-1", 3);
  made_text(u, "standard_name", "eastward_wind");
  made_constant(v, "time lat lon", "m s-1", 4);
  made_text(v, "standard_name", "northward_wind");
  if (scalar != NULL) made_text(u, "coordinates", scalar);
  made_close();
  made_area(8, 50, 0.01);
  if (isnan(height)) {
    ck_assert_int_eq(made_try(), SM_ERR_DATA);
    ck_assert_ptr_nonnull(strstr(sm_context_warning(made.ctx, 0), "it is left out"));
  } else {
    made_read();
    must_blow(0, 0, 0, height, 3, 4, 1e-6);
  }
  made_end();
}

START_TEST(a_single_level_stands_where_its_name_or_a_scalar_says) {
  must_stand("u100", "v100", NULL, 100);
  must_stand("x_wind_80m", "y_wind_80m", NULL, 80);
  must_stand("speed_to_east", "speed_to_north", "sigma nothing height_of_wind", 50);
  must_stand("speed_to_east", "speed_to_north", "sigma", 10); /* and a warning */
  must_stand("u850", "v850", NULL, NAN);                      /* hPa, perhaps */
}
END_TEST

START_TEST(a_file_of_one_column_serves_a_small_domain) {
  made_begin();
  made_create(NC_NETCDF4);
  made_dimension("time", 3);
  made_dimension("lat", 1);
  made_dimension("lon", 1);
  made_variable("lat", NC_DOUBLE, "lat", "degrees_north");
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  constant_value = 50;
  made_fill("lat", constant);
  made_fill("lon", constant);
  made_variable("time", NC_DOUBLE, "time", "hours since 2020-01-01");
  made_fill("time", earth_longitude); /* 0, 10, 20 */
  made_constant("uas", "time lat lon", "m s-1", 3);
  made_constant("vas", "time lat lon", "m s-1", 4);
  made_close();
  made_area(50.1, 50.1, 0.01);
  made_read();
  ck_assert_int_eq(made.weather.place_count, 1);
  ck_assert_int_eq(made.weather.time_count, 3);
  must_blow(0, 2, 0, 10, 3, 4, 0);
  made_end();
}
END_TEST

/* ERA5: of the last times only the preliminary values are there. */
static double of_version(const size_t *at) {
  const size_t there = at[0] < 2 ? 0 : 1;
  return at[1] == there ? 3 + (double)at[0] : 9.999e20;
}
static double degrees(const size_t *at) { return 10 * (double)at[0] + 5; }
static double days(const size_t *at) { return (double)at[0]; }

START_TEST(final_and_preliminary_versions_are_joined) {
  made_begin();
  made_create(NC_64BIT_OFFSET);
  made_dimension("time", 3);
  made_dimension("expver", 2);
  made_dimension("number", 1);
  made_dimension("latitude", 5);
  made_dimension("longitude", 5);
  made_variable("time", NC_DOUBLE, "time", "days since 2026-05-01");
  made_fill("time", days);
  made_field("latitude", "latitude", "degrees_north", degrees);
  made_field("longitude", "longitude", "degrees_east", degrees);
  made_field("u10", "time expver number latitude longitude", "m s-1", of_version);
  made_field("v10", "time expver number latitude longitude", "m s-1", of_version);
  made_close();
  made_area(25, 25, 0.1);
  made_read();
  for (int t = 0; t < 3; t++)
    for (int p = 0; p < made.weather.place_count; p++) must_blow(p, t, 0, 10, 3 + t, 3 + t, 1e-6);
  made_end();
}
END_TEST
START_TEST(winds_may_be_speeds_and_directions) {
  static const char on[] = "time latitude longitude";
  made_begin();
  begin_earth("hours since 1900-01-01 00:00:00.0", "gregorian", 1042668);
  made_constant("si10", on, "m s**-1", 6);
  made_text("si10", "standard_name", "wind_speed");
  made_constant("wdir10", on, "Degree true", 300);
  made_text("wdir10", "standard_name", "wind_from_direction");
  made_close();
  made_area(1, 49, 2);
  made_read();
  must_blow(made_place(0, 50), 0, 0, 10, 6 * sqrt(0.75), -3, 1e-4);
  made_end();
}
END_TEST

static double marked_direction(const size_t *at) { return at[1] == 1 && at[2] == 1 ? -999 : 300; }

START_TEST(marks_of_missing_values_are_no_directions) {
  static const char on[] = "time latitude longitude";
  made_begin();
  begin_earth("hours since 1900-01-01 00:00:00.0", "gregorian", 1042668);
  made_constant("si10", on, "m s**-1", 6);
  made_text("si10", "standard_name", "wind_speed");
  made_field("wdir10", on, "Degree true", marked_direction);
  made_text("wdir10", "standard_name", "wind_from_direction");
  made_close();
  made_area(1, 49, 60);
  made_read();
  int marks = 0;
  for (int p = 0; p < made.weather.place_count; p++) {
    int count;
    (void)sm_model_weather_levels(&made.weather, p, 0, &count);
    if (count == 0)
      marks++;
    else
      must_blow(p, 0, 0, 10, 6 * sqrt(0.75), -3, 1e-4);
  }
  ck_assert_int_eq(marks, 1);
  made_end();
}
END_TEST

TEST_MAIN(rain_is_read_from_rates, final_and_preliminary_versions_are_joined,
          sums_over_the_hour_become_fluxes,
          packed_winds_on_descending_latitudes_round_the_earth_are_read, the_date_line_is_no_border,
          pressure_levels_join_the_wind_near_the_ground,
          the_ground_may_come_from_the_caller_and_heights_from_the_standard_atmosphere,
          other_orders_of_dimensions_and_heights_in_metres_are_read,
          a_single_level_stands_where_its_name_or_a_scalar_says,
          a_file_of_one_column_serves_a_small_domain, winds_may_be_speeds_and_directions,
          marks_of_missing_values_are_no_directions)
