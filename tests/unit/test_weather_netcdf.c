/* Winds by height out of the files of weather models: numbers that are known. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"

static const double degree = 3.14159265358979323846 / 180;

/* ---- WRF ---- */

static double wrf_latitude(const size_t *at) { return 40 + 0.1 * (double)at[1]; }
static double wrf_longitude(const size_t *at) { return -105 + 0.1 * (double)at[2]; }
static double wrf_u(const size_t *at) {
  return 10 + (double)at[1] + 0.5 * (double)at[3] + 100 * (double)at[0];
}
static double wrf_v(const size_t *at) { return 2 + (double)at[2]; }
static double wrf_base(const size_t *at) { return 9.81 * (1500 + 100.0 * (double)at[1]); }
static double wrf_ground(const size_t *at) { return 1500 + (double)at[2]; }

static const char *const noon[] = {"2012-10-30_12:00:00", "2012-10-30_13:00:00"};

static void put_times(const char *const *text, size_t count) {
  int v;
  made_variable("Times", NC_CHAR, "Time DateStrLen", NULL);
  ok(nc_inq_varid(made.id, "Times", &v));
  nc_enddef(made.id);
  for (size_t t = 0; t < count; t++)
    ok(nc_put_vara_text(made.id, v, (const size_t[]){t, 0}, (const size_t[]){1, 19}, text[t]));
  nc_redef(made.id);
}

/* Two times, 6 x 5 columns, 3 levels with middles 60, 160 and 260 m above 1500 m. */
static void make_wrf(const char *const *times, bool turned) {
  made_create(NC_64BIT_OFFSET);
  made_dimension("Time", NC_UNLIMITED);
  made_dimension("DateStrLen", 19);
  made_dimension("bottom_top", 3);
  made_dimension("bottom_top_stag", 4);
  made_dimension("south_north", 5);
  made_dimension("south_north_stag", 6);
  made_dimension("west_east", 6);
  made_dimension("west_east_stag", 7);
  put_times(times, 2);
  made_field("XLAT", "Time south_north west_east", "degree_north", wrf_latitude);
  made_field("XLONG", "Time south_north west_east", "degree_east", wrf_longitude);
  made_field("U", "Time bottom_top south_north west_east_stag", "m s-1", wrf_u);
  made_field("V", "Time bottom_top south_north_stag west_east", "m s-1", wrf_v);
  made_constant("PH", "Time bottom_top_stag south_north west_east", "m2 s-2", 98.1);
  made_field("PHB", "Time bottom_top_stag south_north west_east", "m2 s-2", wrf_base);
  made_field("HGT", "Time south_north west_east", "m", wrf_ground);
  made_constant("U10", "Time south_north west_east", "m s-1", 5);
  made_constant("V10", "Time south_north west_east", "m s-1", 1);
  made_constant("T2", "Time south_north west_east", "K", 290);
  made_constant("PSFC", "Time south_north west_east", "Pa", 85000);
  made_constant("ZNT", "Time south_north west_east", "m", 0.25);
  made_constant("UST", "Time south_north west_east", "m s-1", 0.4);
  made_constant("HFX", "Time south_north west_east", "W m-2", 200);
  made_constant("PBLH", "Time south_north west_east", "m", 900);
  made_constant("SWDOWN", "Time south_north west_east", "W m-2", 600);
  if (turned) {
    made_constant("COSALPHA", "Time south_north west_east", "", cos(30 * degree));
    made_constant("SINALPHA", "Time south_north west_east", "", sin(30 * degree));
  }
  made_close();
}

static const char *const afternoon[] = {"2012-10-30_14:00:00", "2012-10-30_15:00:00"};
static const double noon_seconds = 1351598400;

START_TEST(columns_of_wrf_become_profiles) {
  made_begin();
  make_wrf(noon, false);
  made_area(-104.7, 40.2, 0.04);
  made_read();
  const struct sm_model_weather *w = &made.weather;
  ck_assert_int_eq(w->time_count, 2);
  near(w->time[0], noon_seconds, 0);
  near(w->time[1], noon_seconds + 3600, 0);
  ck_assert_int_eq(w->place_count, 9); /* the one in the area, and those round it */
  const struct sm_model_place *middle = &w->place[4];
  near(middle->latitude, 40.2, 1e-5);
  near(middle->longitude, -104.7, 1e-5);
  near(middle->ground, 1503, 1e-3);
  ck_assert(isnan(middle->xy[0]));
  for (int t = 0; t < 2; t++) {
    ck_assert_int_eq(level_count(4, t), 4);
    must_blow(4, t, 0, 10, 5, 1, 1e-6);
    for (int k = 0; k < 3; k++) /* on the faces 3 and 4 of x, 2 and 3 of y */
      must_blow(4, t, k + 1, 57 + 100 * k, 11.75 + k + 100 * t, 4.5, 1e-3);
  }
  made_end();
}
END_TEST

START_TEST(what_wrf_knows_of_the_surface_is_read) {
  made_begin();
  make_wrf(noon, false);
  made_area(-104.7, 40.2, 0.04);
  made_read();
  const struct sm_model_surface *surface = sm_model_weather_surface(&made.weather, 4, 1);
  near(surface->temperature, 290, 0);
  near(surface->pressure, 85000, 0);
  near(surface->z0, 0.25, 0);
  near(surface->friction_velocity, 0.4, 1e-7);
  near(surface->heat_flux, 200, 0);
  near(surface->boundary_layer_height, 900, 0);
  near(surface->short_wave, 600, 0);
  ck_assert(isnan(surface->cloud));
  /* density 1.0211 kg m-3, H / (rho cp) 0.19495 K m/s: L = -u*^3 T / (k g 0.19495) = -24.27 m */
  near(1 / surface->obukhov_inverse, -24.27, 0.02);
  made_end();
}
END_TEST

START_TEST(roughness_comes_from_land_use_where_wrf_gives_no_length) {
  static const char *const classes[] = {"MODIFIED_IGBP_MODIS_NOAH", "USGS", "of my own"};
  static const double forest[] = {0.5, 0.15, NAN}; /* class 5, a forest or fields */
  for (int n = 0; n < 3; n++) {
    made_begin();
    made_create(NC_NETCDF4);
    made_dimension("Time", 1);
    made_dimension("DateStrLen", 19);
    made_dimension("south_north", 1);
    made_dimension("west_east", 1);
    put_times(noon, 1);
    made_constant("XLAT", "Time south_north west_east", "degree_north", 40);
    made_constant("XLONG", "Time south_north west_east", "degree_east", -105);
    made_constant("U10", "Time south_north west_east", "m s-1", 5);
    made_constant("V10", "Time south_north west_east", "m s-1", 1);
    made_constant("LU_INDEX", "Time south_north west_east", "", n == 1 ? 2 : 5);
    ok(nc_put_att_text(made.id, NC_GLOBAL, "MMINLU", strlen(classes[n]), classes[n]));
    made_close();
    made_area(-105, 40, 0.01);
    made_read();
    const double z0 = sm_model_weather_surface(&made.weather, 0, 0)->z0;
    ck_assert(isnan(forest[n]) ? isnan(z0) : fabs(z0 - forest[n]) < 1e-12);
    made_end();
  }
}
END_TEST

START_TEST(winds_along_the_grid_are_turned_to_east_and_north) {
  made_begin();
  make_wrf(noon, true);
  made_area(-104.7, 40.2, 0.04);
  made_read();
  const double c = cos(30 * degree), s = sin(30 * degree);
  must_blow(4, 0, 0, 10, 5 * c - s, 5 * s + c, 1e-6);
  must_blow(4, 0, 1, 57, 11.75 * c - 4.5 * s, 11.75 * s + 4.5 * c, 1e-3);
  made.request.frame = SM_FRAME_EARTH;
  made_read();
  must_blow(4, 0, 0, 10, 5, 1, 1e-6);
  made_end();
}
END_TEST

START_TEST(files_of_several_times_are_joined) {
  made_begin();
  make_wrf(afternoon, false);
  make_wrf(noon, false);
  made_area(-104.7, 40.2, 0.04);
  made_read();
  ck_assert_int_eq(made.weather.time_count, 4);
  for (int t = 0; t < 4; t++) near(made.weather.time[t], noon_seconds + 3600 * t, 0);
  must_blow(4, 1, 1, 57, 111.75, 4.5, 1e-3);
  must_blow(4, 2, 1, 57, 11.75, 4.5, 1e-3);
  made_end();
}
END_TEST

START_TEST(times_inside_the_limits_and_next_to_them_are_read) {
  made_begin();
  make_wrf(noon, false);
  make_wrf(afternoon, false);
  made_area(-104.7, 40.2, 0.04);
  made.request.start = noon_seconds + 4000; /* between 13 and 14 h */
  made.request.end = noon_seconds + 7200;   /* 14 h */
  made_read();
  ck_assert_int_eq(made.weather.time_count, 2);
  near(made.weather.time[0], noon_seconds + 3600, 0);
  near(made.weather.time[1], noon_seconds + 7200, 0);
  made.request.start = made.request.end = noon_seconds + 5000;
  made_read();
  ck_assert_int_eq(made.weather.time_count, 2);
  made.request.start = NAN;
  made.request.end = noon_seconds;
  made_read();
  ck_assert_int_eq(made.weather.time_count, 1);
  near(made.weather.time[0], noon_seconds, 0);
  made_end();
}
END_TEST

START_TEST(an_area_of_a_map_gives_places_on_it) {
  made_begin();
  make_wrf(noon, false);
  const struct sm_crs crs = {.epsg = 32613}; /* the fake one: 100 km to a degree */
  made.request.crs = &crs;
  made.request.x[0] = -10476e3;
  made.request.x[1] = -10464e3;
  made.request.y[0] = 4016e3;
  made.request.y[1] = 4024e3;
  made_read();
  ck_assert_int_eq(made.weather.place_count, 9);
  ck_assert_int_eq(made.weather.row_length, 3);
  near(made.weather.place[4].xy[0], -10470e3, 1);
  near(made.weather.place[4].xy[1], 4020e3, 1);
  made.request.margin = 10e3;
  made_read();
  ck_assert_int_eq(made.weather.place_count, 25);
  made_end();
}
END_TEST

/* ---- wgrib2 ---- */

/* A grid turned by 20 deg, with steps of 0.02 deg of latitude, round 40 N 100 W. */
static const double turn = 20;
static double hrrr_latitude(const size_t *at) {
  const double i = (double)at[1] - 5, j = (double)at[0] - 4;
  return 40 + 0.02 * (i * sin(turn * degree) + j * cos(turn * degree));
}
static double hrrr_longitude(const size_t *at) {
  const double i = (double)at[1] - 5, j = (double)at[0] - 4;
  return 260 + 0.02 * (i * cos(turn * degree) - j * sin(turn * degree)) / cos(40 * degree);
}

static void make_hrrr(void) {
  static const char *const on[] = {"time y x"};
  made_create(NC_NETCDF4);
  made_dimension("y", 9);
  made_dimension("x", 11);
  made_dimension("time", NC_UNLIMITED);
  made_variable("latitude", NC_DOUBLE, "y x", "degrees_north");
  made_fill("latitude", hrrr_latitude);
  made_variable("longitude", NC_DOUBLE, "y x", "degrees_east");
  made_fill("longitude", hrrr_longitude);
  made_variable("time", NC_DOUBLE, "time", "seconds since 1970-01-01 00:00:00.0 0:00");
  constant_value = 1.6e9;
  ok(nc_put_vara_double(made.id, 2, (const size_t[]){0}, (const size_t[]){1}, &constant_value));
  made_constant("UGRD_10maboveground", *on, "m/s", 10);
  made_constant("VGRD_10maboveground", *on, "m/s", 0);
  made_constant("UGRD_80maboveground", *on, "m/s", 0);
  made_constant("VGRD_80maboveground", *on, "m/s", 12);
  made_constant("UGRD_925mb", *on, "m/s", 14);
  made_constant("VGRD_925mb", *on, "m/s", 0);
  made_constant("HGT_925mb", *on, "gpm", 760);
  made_constant("UGRD_850mb", *on, "m/s", 16);
  made_constant("VGRD_850mb", *on, "m/s", 0);
  made_constant("UGRD_1000mb", *on, "m/s", 99); /* below the ground */
  made_constant("VGRD_1000mb", *on, "m/s", 0);
  made_constant("UGRD_tropopause", *on, "m/s", 50); /* no height */
  made_constant("HGT_surface", *on, "gpm", 260);
  made_constant("FRICV_surface", *on, "m/s", 0.5);
  made_constant("SHTFL_surface", *on, "W/m^2", -40);
  made_constant("TMP_2maboveground", *on, "K", 280);
  made_constant("HPBL_surface", *on, "m", 300);
  made_constant("TCDC_entireatmosphere", *on, "percent", 25);
  made_constant("DSWRF_surface", *on, "W/m^2", 9.999e20);
  made_number("DSWRF_surface", "missing_value", NC_DOUBLE, 9.999e20);
  made_constant("SFCR_surface", *on, "m", 0.125);
  made_close();
}

START_TEST(winds_of_hrrr_are_turned_from_its_projection) {
  made_begin();
  make_hrrr();
  made_area(-100, 40, 0.005);
  made_read();
  ck_assert_int_eq(made.weather.time_count, 1);
  near(made.weather.time[0], 1.6e9, 0);
  const int p = made_place(-100, 40);
  near(made.weather.place[p].longitude, -100, 1e-9);
  near(made.weather.place[p].ground, 260, 0);
  const double c = cos(turn * degree), s = sin(turn * degree);
  ck_assert_int_eq(level_count(p, 0), 4);
  must_blow(p, 0, 0, 10, 10 * c, 10 * s, 2e-3);
  must_blow(p, 0, 1, 80, -12 * s, 12 * c, 2e-3);
  must_blow(p, 0, 2, 500, 14 * c, 14 * s, 3e-3);
  must_blow(p, 0, 3, 1457.3 - 260, 16 * c, 16 * s, 0.1); /* the standard atmosphere's height */
  const struct sm_model_surface *surface = sm_model_weather_surface(&made.weather, p, 0);
  near(surface->friction_velocity, 0.5, 0);
  near(surface->heat_flux, -40, 0);
  near(surface->temperature, 280, 0);
  near(surface->boundary_layer_height, 300, 0);
  near(surface->cloud, 0.25, 1e-12);
  near(surface->z0, 0.125, 0);
  ck_assert(isnan(surface->short_wave));
  ck_assert(surface->obukhov_inverse > 0);
  made_end();
}
END_TEST

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

TEST_MAIN(final_and_preliminary_versions_are_joined, columns_of_wrf_become_profiles,
          what_wrf_knows_of_the_surface_is_read,
          roughness_comes_from_land_use_where_wrf_gives_no_length, sums_over_the_hour_become_fluxes,
          winds_along_the_grid_are_turned_to_east_and_north, files_of_several_times_are_joined,
          times_inside_the_limits_and_next_to_them_are_read, an_area_of_a_map_gives_places_on_it,
          winds_of_hrrr_are_turned_from_its_projection,
          packed_winds_on_descending_latitudes_round_the_earth_are_read, the_date_line_is_no_border,
          pressure_levels_join_the_wind_near_the_ground,
          the_ground_may_come_from_the_caller_and_heights_from_the_standard_atmosphere,
          other_orders_of_dimensions_and_heights_in_metres_are_read,
          a_single_level_stands_where_its_name_or_a_scalar_says,
          a_file_of_one_column_serves_a_small_domain)
