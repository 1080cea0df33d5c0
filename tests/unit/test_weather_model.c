/* The columns of a weather model become stations of the domain. */
#define _POSIX_C_SOURCE 200809L
#include "domain_fixture.h"
#include "harness.h"
#include "weather_files.h"

static struct fixture f;
static const double degree = 3.14159265358979323846 / 180;

/* ---- files: 5 x 4 columns, 0.05 deg = 5 km apart on the fake map, from 50 N 8 E on ---- */

static double file_hour;
static double latitude(const size_t *at) { return 50 + 0.05 * (double)at[0]; }
static double longitude(const size_t *at) { return 8 + 0.05 * (double)at[0]; }
static double heights(const size_t *at) { return (const double[]){10, 50, 150, 400}[at[0]]; }
static double hours(const size_t *at) { return file_hour + 3 * (double)at[0]; }
static double u_of(const size_t *at) { /* time level lat lon */
  return 4 + (double)at[1] + 6 * (double)at[0] + 0.5 * (double)at[3];
}
static double u_with_gap(const size_t *at) { return at[2] == 1 && at[3] == 1 ? 9e30 : u_of(at); }

struct content {
  bool fluxes, z0, gap;
};

static void make_file(double hour, struct content has) {
  static const char on[] = "time lat lon", levels[] = "time height lat lon";
  file_hour = hour;
  made_create(NC_NETCDF4);
  made_dimension("time", 2);
  made_dimension("height", 4);
  made_dimension("lat", 4);
  made_dimension("lon", 5);
  made_variable("time", NC_DOUBLE, "time", "hours since 1970-01-01");
  made_fill("time", hours);
  made_variable("height", NC_DOUBLE, "height", "m");
  made_fill("height", heights);
  made_variable("lat", NC_DOUBLE, "lat", "degrees_north");
  made_fill("lat", latitude);
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  made_fill("lon", longitude);
  made_field("u", levels, "m s-1", has.gap ? u_with_gap : u_of);
  made_text("u", "standard_name", "eastward_wind");
  made_constant("v", levels, "m s-1", -2);
  made_text("v", "standard_name", "northward_wind");
  if (has.fluxes) {
    made_constant("zust", on, "m s-1", 0.4);
    made_constant("hfss", on, "W m-2", 200);
    made_constant("t2m", on, "K", 290);
  }
  if (has.z0) made_constant("z0", on, "m", 0.03);
  made_close();
}

/* A domain of 100 m x 80 m at 50.06 N 8.08 E, and the files made. */
static void begin(void) {
  made_begin();
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32632;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 808e3;
  f.c.domain.origin[1] = 5006e3;
  f.c.domain.height = 200;
  f.c.weather.station_count = 0;
  f.c.weather.model = (struct sm_case_model){.ground = NAN, .member = NAN, .line = 40};
}

static void use_files(void) {
  static char *item[MADE_FILES];
  for (int i = 0; i < made.count; i++) item[i] = (char *)made_paths[i];
  f.c.weather.model.files = (struct sm_string_list){item, (size_t)made.count};
}

static void build(void) {
  use_files();
  fixture_build(&f);
}

static void end(void) {
  fixture_destroy(&f);
  made_end();
}

static const struct sm_station_reading *reading(int s, int time, int level) {
  const struct sm_station *at_station = &f.domain->weather.station[s];
  return &at_station->reading[time * at_station->level_count + level];
}

static void must_read(int s, int time, int level, double height, double u, double v) {
  const struct sm_station_reading *r = reading(s, time, level);
  ck_assert(r->valid);
  near(r->height, height, 1e-9);
  near(r->u, u, 1e-6);
  near(r->v, v, 1e-6);
}

START_TEST(columns_become_towers) {
  begin();
  make_file(12, (struct content){.z0 = true});
  build();
  const struct sm_weather *w = &f.domain->weather;
  ck_assert_int_eq(w->grid[0], 3); /* those round the nearest one, at 50.05 N 8.10 E */
  ck_assert_int_eq(w->grid[1], 3);
  ck_assert_int_eq(w->station_count, 9);
  ck_assert_int_eq(w->time_count, 2);
  near(w->time[1], 15 * 3600, 0);
  const struct sm_station *s = &w->station[4];
  near(s->x, 2000, 1e-4);
  near(s->y, -1000, 1e-4);
  near(s->z0, 0.1, 1e-6);
  ck_assert_int_eq(s->profile, SM_PROFILE_TOWER);
  ck_assert_int_eq(s->level_count, 4); /* the one above the lid is kept for those below */
  for (int l = 0; l < 4; l++) must_read(4, 1, l, heights((const size_t[]){(size_t)l}), 11 + l, -2);
  ck_assert(isinf(reading(4, 0, 0)->obukhov));
  f.c.domain.height = 100;
  f.c.weather.model.model_z0 = true;
  build();
  ck_assert_int_eq(f.domain->weather.station[4].level_count, 3);
  near(f.domain->weather.station[4].z0, 0.03, 1e-6);
  end();
}
END_TEST

START_TEST(east_and_north_are_turned_to_the_grid) {
  begin();
  make_file(12, (struct content){0});
  fake.convergence = 25;
  build();
  const double c = cos(25 * degree), s = sin(25 * degree);
  must_read(4, 0, 0, 10, 5 * c + 2 * s, 5 * s - 2 * c);
  end();
}
END_TEST

START_TEST(the_model_is_linear_in_time_wherever_stations_ask) {
  static char name[] = "A";
  begin();
  make_file(12, (struct content){0});
  struct sm_case_reading at_13 = {true, 13 * 3600, 10, 5, 270, INFINITY, NAN, NAN};
  f.station.name = name;
  f.station.position = SM_POSITION_LOCAL;
  f.station.reading = &at_13;
  f.c.weather.station_count = 1;
  build();
  const struct sm_weather *w = &f.domain->weather;
  ck_assert_int_eq(w->time_count, 3);
  ck_assert_int_eq(w->station_count, 10);
  must_read(0, 1, 0, 10, 5, 0);
  ck_assert(!reading(0, 0, 0)->valid && !reading(0, 2, 0)->valid);
  must_read(5, 1, 1, 50, 6 + 2, -2); /* a third of the way from 12 to 15 h */
  at_13.time = 16 * 3600;            /* after the model's last */
  build();
  ck_assert(reading(0, 2, 0)->valid && !reading(5, 2, 0)->valid);
  f.c.weather.station_count = 0;
  f.c.weather.interpolate = 1800;
  build();
  ck_assert_int_eq(f.domain->weather.time_count, 7);
  must_read(4, 5, 0, 10, 5 + 5, -2);
  f.c.weather.start = 12.25 * 3600; /* the model's times outside the window serve */
  f.c.weather.end = 13 * 3600;
  build();
  ck_assert_int_eq(f.domain->weather.time_count, 2);
  must_read(4, 0, 0, 10, 5 + 0.5, -2);
  end();
}
END_TEST

START_TEST(files_of_several_times_are_one_series) {
  begin();
  make_file(18, (struct content){0});
  make_file(12, (struct content){0});
  build();
  ck_assert_int_eq(f.domain->weather.time_count, 4);
  f.c.weather.start = 14 * 3600;
  f.c.weather.end = 19 * 3600;
  build();
  ck_assert_int_eq(f.domain->weather.time_count, 2); /* 15 and 18 h */
  must_read(4, 0, 0, 10, 5 + 6, -2);
  must_read(4, 1, 0, 10, 5, -2);
  end();
}
END_TEST

START_TEST(a_gap_in_the_model_is_filled_from_beside_it) {
  begin();
  make_file(12, (struct content){.gap = true});
  build();
  ck_assert(reading(3, 0, 0)->valid); /* as in the south and north, or as in the east */
  ck_assert(reading(3, 0, 0)->u == 4.5 || reading(3, 0, 0)->u == 5);
  must_read(4, 0, 0, 10, 5, -2);
  end();
}
END_TEST

START_TEST(stability_comes_from_the_fluxes_when_asked_for) {
  begin();
  make_file(12, (struct content){.fluxes = true});
  build();
  ck_assert(isinf(reading(4, 0, 0)->obukhov));
  f.c.weather.model.fluxes = true;
  build();
  /* density at the standard 1013.25 hPa 1.2172 kg m-3, H / (rho cp) 0.16354 K m/s:
   * L = -u*^3 T / (k g 0.16354) = -28.93 m */
  near(reading(4, 0, 0)->obukhov, -28.93, 0.02);
  end();
}
END_TEST

START_TEST(every_allocation_may_fail) {
  static char name[] = "A";
  begin();
  make_file(12, (struct content){.fluxes = true, .gap = true});
  use_files();
  f.station.name = name;
  f.station.position = SM_POSITION_LOCAL;
  f.c.weather.station_count = 1;
  enum sm_status status = SM_ERR_MEMORY;
  long n = 0;
  while (status == SM_ERR_MEMORY) {
    sm_domain_destroy(&f.domain);
    sm_context_fail_allocation(f.ctx, ++n);
    status = sm_domain_build(f.ctx, &f.c, &f.domain);
    ck_assert_msg(status == SM_OK || (status == SM_ERR_MEMORY && f.domain == NULL), "%s",
                  sm_context_message(f.ctx));
  }
  sm_context_fail_allocation(f.ctx, 0);
  ck_assert_int_eq(status, SM_OK);
  ck_assert_int_gt(n, 40);
  end();
}
END_TEST

/* A flow solver follows a model whose wind changes meanwhile: between the start and the end of the
 * flow, and the times of the model. */
START_TEST(flows_follow_a_model_that_changes) {
  begin();
  make_file(12, (struct content){0});
  use_files();
  f.c.wind_source.model = SM_WIND_INCOMPRESSIBLE;
  f.c.wind_source.duration = f.c.wind_source.interval = 600;
  f.c.flow.steady = f.c.flow.geostrophic[0] = NAN;
  f.c.flow.bulk_velocity[0] = f.c.flow.bulk_velocity[1] = NAN;
  for (int side = 0; side < SM_SIDES; side++) {
    f.c.flow.boundary[side].kind = SM_BOUNDARY_WEATHER;
    f.c.flow.boundary[side].recycle = NAN;
  }
  build();
  const struct sm_weather *forcing = f.domain->weather.forcing;
  ck_assert_ptr_nonnull(forcing);
  ck_assert_int_eq(forcing->time_count, 2);
  ck_assert_double_eq(forcing->time[1] - forcing->time[0], 600);
  ck_assert_int_eq(forcing->station_count, f.domain->weather.station_count);
  f.c.weather.start = f.c.weather.end = 12 * 3600; /* one time: it holds */
  build();
  must_read(4, 0, 0, 10, 5, -2);
  must_read(4, 1, 0, 10, 5, -2);
  end();
}
END_TEST

static void must_fail(enum sm_status status, const char *text) {
  use_files();
  fixture_fails(&f, status, text);
}

START_TEST(impossible_options_are_reported) {
  begin();
  make_file(12, (struct content){0});
  f.c.weather.model.fluxes = true;
  must_fail(SM_ERR_DATA,
            "case.toml:40: error: stability = \"fluxes\", but the weather files do not");
  f.c.weather.model.fluxes = false;
  f.c.weather.model.model_z0 = true;
  must_fail(SM_ERR_DATA, "contain no roughness");
  f.c.weather.model.model_z0 = false;
  f.c.weather.start = 20 * 3600;
  must_fail(SM_ERR_DATA, "the times go from 1970-01-01T12:00:00Z to 1970-01-01T15:00:00Z");
  f.c.weather.start = 13 * 3600;
  f.c.weather.end = 14 * 3600;
  must_fail(SM_ERR_DATA, "no station has a reading, and the weather model no time from");
  f.c.weather.start = f.c.weather.end = NAN;
  f.c.domain.origin[0] = 0;
  must_fail(SM_ERR_DATA, "the weather does not cover the domain");
  f.c.domain.crs = SM_CRS_LOCAL;
  must_fail(SM_ERR_CASE, "case.toml:40: error: a weather model has map coordinates");
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.origin[0] = 808e3;
  f.c.weather.station_count = 1;
  must_fail(SM_ERR_CASE, "needs a position");
  end();
}
END_TEST

TEST_MAIN(columns_become_towers, east_and_north_are_turned_to_the_grid,
          the_model_is_linear_in_time_wherever_stations_ask, files_of_several_times_are_one_series,
          a_gap_in_the_model_is_filled_from_beside_it,
          stability_comes_from_the_fluxes_when_asked_for, impossible_options_are_reported,
          every_allocation_may_fail, flows_follow_a_model_that_changes)
