/* Winds by height out of files of WRF and HRRR: numbers that are known. */
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
  made_constant("T", "Time bottom_top south_north west_east", "K", -5); /* 295 K at 1000 hPa */
  made_constant("P", "Time bottom_top south_north west_east", "Pa", 500);
  made_constant("PB", "Time bottom_top south_north west_east", "Pa", 84500);
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
  const struct sm_model_column *middle = &w->place[4];
  near(middle->latitude, 40.2, 1e-5);
  near(middle->longitude, -104.7, 1e-5);
  near(middle->ground, 1503, 1e-3);
  ck_assert(isnan(middle->xy[0]));
  for (int t = 0; t < 2; t++) {
    ck_assert_int_eq(level_count(4, t), 4);
    must_blow(4, t, 0, 10, 5, 1, 1e-6);
    for (int k = 0; k < 3; k++) /* on the faces 3 and 4 of x, 2 and 3 of y */
      must_blow(4, t, k + 1, 57 + 100 * k, 11.75 + k + 100 * t, 4.5, 1e-3);
    int count;
    const struct sm_model_level *level = sm_model_weather_levels(w, 4, t, &count);
    ck_assert(isnan(level[0].temperature)); /* of U10 and V10 */
    for (int k = 1; k < 4; k++) near(level[k].temperature, 295 * pow(0.85, 2.0 / 7), 1e-3);
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

/* Marks of missing values that no attribute names, at one column. */
static bool is_middle(size_t y, size_t x) { return y == 2 && x == 3; }
static double marked_ground(const size_t *at) {
  return is_middle(at[1], at[2]) ? -9999 : wrf_ground(at);
}
static double marked_wind(const size_t *at) { return is_middle(at[1], at[2]) ? -9999 : 5; }

static bool has_warning(const char *words) {
  for (int w = 0; w < sm_context_warning_count(made.ctx); w++)
    if (strstr(sm_context_warning(made.ctx, w), words) != NULL) return true;
  return false;
}

START_TEST(marks_of_missing_values_without_an_attribute_are_no_ground_and_no_wind) {
  made_begin();
  make_wrf(noon, false);
  ok(nc_open(made_paths[0], NC_WRITE, &made.id));
  ok(nc_redef(made.id));
  made_fill("HGT", marked_ground);
  made_fill("U10", marked_wind);
  made_close();
  made_area(-104.7, 40.2, 0.04);
  made.request.ground = 1510;
  made_read();
  near(made.weather.place[4].ground, 1510, 1e-3); /* of the case, not -9999 m */
  near(made.weather.place[3].ground, 1502, 1e-3);
  ck_assert_int_eq(level_count(4, 0), 3); /* without the one at 10 m */
  ck_assert_int_eq(level_count(3, 0), 4);
  must_blow(4, 0, 0, 50, 11.75, 4.5, 1e-3);
  ck_assert(has_warning("the ground of 1 of 9 columns is no height, the first -9999 m"));
  ck_assert(has_warning("1 winds of 'U10' have components beyond 200 m/s"));
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
  made_constant("TMP_925mb", *on, "K", 281);
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
  int count;
  const struct sm_model_level *level = sm_model_weather_levels(&made.weather, p, 0, &count);
  for (int l = 0; l < count; l++)
    ck_assert(l == 2 ? level[l].temperature == 281 : isnan(level[l].temperature));
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

TEST_MAIN(columns_of_wrf_become_profiles, what_wrf_knows_of_the_surface_is_read,
          roughness_comes_from_land_use_where_wrf_gives_no_length,
          winds_along_the_grid_are_turned_to_east_and_north, files_of_several_times_are_joined,
          marks_of_missing_values_without_an_attribute_are_no_ground_and_no_wind,
          times_inside_the_limits_and_next_to_them_are_read, an_area_of_a_map_gives_places_on_it,
          winds_of_hrrr_are_turned_from_its_projection)
