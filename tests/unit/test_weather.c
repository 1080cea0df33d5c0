/* Stations on the domain's grid and clock. */
#include "domain_fixture.h"
#include "harness.h"

static struct fixture f;
static char name_a[] = "A", name_b[] = "B", csv[] = "stations.csv";

static struct sm_case_reading at(double time, double height, double speed, double from) {
  return (struct sm_case_reading){true, time, height, speed, from, INFINITY, NAN, NAN};
}

static struct sm_case_station station(char *name, struct sm_case_reading *reading, size_t count,
                                      double x, double y) {
  struct sm_case_station s = f.station;
  s.name = name;
  s.position = SM_POSITION_LOCAL;
  s.place[0] = x;
  s.place[1] = y;
  s.reading = reading;
  s.reading_count = count;
  return s;
}

static const struct sm_station_reading *reading(int s, int time, int level) {
  const struct sm_station *at_station = &f.domain->weather.station[s];
  return &at_station->reading[time * at_station->level_count + level];
}

static void assert_wind(const struct sm_station_reading *r, double u, double v) {
  ck_assert(r->valid);
  ck_assert_double_eq_tol(r->u, u, 1e-9);
  ck_assert_double_eq_tol(r->v, v, 1e-9);
}

START_TEST(one_station_without_position_or_time_counts_always_and_everywhere) {
  fixture_create(&f);
  f.station.radius = 1;
  fixture_build(&f);
  const struct sm_weather *w = &f.domain->weather;
  ck_assert_int_eq(w->station_count, 1);
  ck_assert_int_eq(w->time_count, 1);
  ck_assert(isnan(w->time[0]) && isinf(w->station[0].radius));
  ck_assert_double_eq(w->station[0].x, 50);
  ck_assert_double_eq(w->station[0].y, 40);
  ck_assert_double_eq_tol(w->station[0].z0, 0.1, 1e-6);
  assert_wind(reading(0, 0, 0), 5, 0);
  f.c.has_start = true;
  f.c.start = 1000;
  fixture_build(&f);
  ck_assert_double_eq(f.domain->weather.time[0], 1000);
  f.reading.speed = 0; /* calm */
  fixture_build(&f);
  assert_wind(reading(0, 0, 0), 0, 0);
  fixture_destroy(&f);
}
END_TEST

START_TEST(directions_are_turned_from_true_to_grid_north) {
  fixture_create(&f);
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32631;
  f.c.domain.has_origin = true;
  fake.convergence = 30; /* grid north points 30 deg east of true north */
  f.reading.from = 30;   /* along the grid, from its north */
  fixture_build(&f);
  assert_wind(reading(0, 0, 0), 0, -5);
  fixture_destroy(&f);
}
END_TEST

START_TEST(positions_become_domain_coordinates) {
  fixture_create(&f);
  f.c.domain.margin = 10;
  struct sm_case_station two[2] = {station(name_a, &f.reading, 1, 20, 30),
                                   station(name_b, &f.reading, 1, 20, 30)};
  f.c.weather.station = two;
  f.c.weather.station_count = 2;
  two[1].position = SM_POSITION_CRS;
  fixture_build(&f);
  ck_assert_double_eq(f.domain->weather.station[0].x, 30);
  ck_assert_double_eq(f.domain->weather.station[1].x, 30); /* the corner is at (-10, -10) */
  two[1].position = SM_POSITION_LATLON;
  fixture_fails(&f, SM_ERR_CASE, "crs = \"local\" is not a map");
  f.c.domain.crs = SM_CRS_EPSG;
  f.c.domain.epsg = 32631;
  f.c.domain.has_origin = true;
  f.c.domain.origin[0] = 300000;
  two[1].place[0] = 0.0003; /* 30 m north of the origin, 40 m east */
  two[1].place[1] = 3.0004;
  fixture_build(&f);
  ck_assert_double_eq_tol(f.domain->weather.station[1].x, 50, 1e-6);
  ck_assert_double_eq_tol(f.domain->weather.station[1].y, 40, 1e-6);
  two[1].position = SM_POSITION_NONE;
  fixture_fails(&f, SM_ERR_CASE, "'B' needs a position");
  fixture_destroy(&f);
}
END_TEST

START_TEST(times_are_the_union_of_all_readings_in_the_window) {
  fixture_create(&f);
  struct sm_case_reading a[] = {at(0, 10, 1, 270), at(3600, 10, 2, 270), at(7200, 10, 3, 270)};
  struct sm_case_reading b[] = {at(3600, 10, 4, 180), at(5400, 10, 5, 180)};
  struct sm_case_station two[2] = {station(name_a, a, 3, 20, 30), station(name_b, b, 2, 40, 30)};
  f.c.weather.station = two;
  f.c.weather.station_count = 2;
  fixture_build(&f);
  const struct sm_weather *w = &f.domain->weather;
  ck_assert_int_eq(w->time_count, 4);
  ck_assert_double_eq(w->time[2], 5400);
  ck_assert(reading(0, 0, 0)->valid && !reading(1, 0, 0)->valid);
  ck_assert(!reading(0, 2, 0)->valid);
  assert_wind(reading(1, 2, 0), 0, 5);
  assert_wind(reading(0, 3, 0), 3, 0);
  ck_assert(fixture_warned(&f, "at 3 of 4 times not all stations have a reading"));
  f.c.weather.start = 1800;
  f.c.weather.end = 6000;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.time_count, 2);
  f.c.weather.end = (double)NAN; /* from 1800 on */
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.time_count, 3);
  ck_assert_double_eq(f.domain->weather.time[0], 3600);
  f.c.weather.start = 90000;
  fixture_fails(&f, SM_ERR_DATA, "no station has a reading from 1970-01-02T01:00:00Z\n");
  f.c.weather.end = 90000;
  fixture_fails(&f, SM_ERR_DATA, "their readings go from 1970-01-01T00:00:00Z to 1970-01-01T02:");
  b[0].has_time = b[1].has_time = false; /* always */
  two[1].reading_count = 1;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.time_count, 1);
  assert_wind(reading(1, 0, 0), 0, 4);
  f.c.weather.start = f.c.weather.end = (double)NAN;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.time_count, 3);
  assert_wind(reading(1, 2, 0), 0, 4);
  fixture_destroy(&f);
}
END_TEST

START_TEST(components_are_interpolated_not_directions) {
  fixture_create(&f);
  struct sm_case_reading a[] = {at(0, 10, 2, 350), at(3600, 20, 2, 10)};
  a[1].obukhov = -50;
  f.station.reading = a;
  f.station.reading_count = 2;
  f.c.weather.interpolate = 1800;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.time_count, 3);
  assert_wind(reading(0, 1, 0), 0, -2 * cos(10 * acos(-1.0) / 180));
  ck_assert_double_eq(reading(0, 1, 0)->height, 15);
  ck_assert_double_eq(reading(0, 1, 0)->obukhov, -100); /* half of 1/L */
  ck_assert(isinf(reading(0, 0, 0)->obukhov));
  ck_assert_int_eq(sm_context_warning_count(f.ctx), 0);
  f.c.weather.start = 900; /* between the readings: they serve from outside */
  f.c.weather.end = 1000;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.time_count, 1);
  ck_assert_double_eq(reading(0, 0, 0)->height, 12.5);
  f.c.weather.end = 7200;
  fixture_fails(&f, SM_ERR_DATA, "no station has a reading for 1970-01-01T01:15:00Z");
  f.c.weather.interpolate = 1e-4;
  fixture_fails(&f, SM_ERR_CASE, "times (at most 1000000)");
  fixture_destroy(&f);
}
END_TEST

START_TEST(towers_have_levels_by_height) {
  fixture_create(&f);
  struct sm_case_reading a[] = {at(0, 50, 5, 270), at(0, 10, 2, 270), at(0, 20, 3, 270),
                                at(3600, 10, 4, 270), at(3600, 50, 7, 270)};
  f.station.reading = a;
  f.station.reading_count = 5;
  fixture_fails(&f, SM_ERR_CASE, "3 readings (at 10 m and 20 m) for one time");
  f.station.profile = SM_PROFILE_TOWER;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.station[0].level_count, 3);
  assert_wind(reading(0, 0, 1), 3, 0);
  assert_wind(reading(0, 1, 1), 7, 0);
  ck_assert(!reading(0, 1, 2)->valid);
  f.c.weather.interpolate = 1800;
  fixture_build(&f); /* half past: only the heights that both times have */
  assert_wind(reading(0, 1, 0), 3, 0);
  assert_wind(reading(0, 1, 1), 6, 0);
  ck_assert(!reading(0, 1, 2)->valid);
  a[2].height = 10;
  fixture_fails(&f, SM_ERR_CASE, "tower 'case.toml' has two readings at 10 m");
  fixture_destroy(&f);
}
END_TEST

START_TEST(stations_outside_are_warned_of) {
  fixture_create(&f);
  struct sm_case_station two[2] = {station(name_a, &f.reading, 1, 130, 120),
                                   station(name_b, &f.reading, 1, 50, 40)};
  f.c.weather.station = two;
  f.c.weather.station_count = 2;
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "'A' is 50 m outside the domain"));
  ck_assert_int_eq(f.domain->weather.station_count, 2);
  two[0].radius = 49;
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "further than its radius: left out"));
  ck_assert_int_eq(f.domain->weather.station_count, 1);
  two[0].place[0] = 5.7e6;
  fixture_build(&f);
  ck_assert(fixture_warned(&f, "5.7e+03 km outside the domain, further than its radius: left out\n"
                               "help: are latitude and longitude in each other's place?"));
  f.c.weather.station_count = 1;
  fixture_fails(&f, SM_ERR_CASE, "no station reaches the domain");
  fixture_destroy(&f);
}
END_TEST

START_TEST(heights_that_cannot_be_are_refused) {
  fixture_create(&f);
  f.reading.height = 101;
  fixture_fails(&f, SM_ERR_CASE, "above the domain top, which is at 100 m");
  f.reading.height = 0.1;
  f.station.z0 = 0.1;
  fixture_fails(&f, SM_ERR_CASE, "not above its roughness length of 0.1 m");
  f.reading.height = NAN;
  fixture_fails(&f, SM_ERR_CASE, "not above its roughness length");
  f.c.weather.station_count = 0;
  fixture_fails(&f, SM_ERR_CASE, "at least one [[weather.station]]");
  f.c.weather.station_count = 1;
  f.station.reading_count = 0;
  fixture_fails(&f, SM_ERR_DATA, "no station has a reading");
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_file_stands_for_all_its_stations) {
  fixture_create(&f);
  struct sm_case_reading a[] = {at(0, 10, 1, 270)}, b[] = {at(60, 10, 1, 270)};
  const struct sm_case_station in_file[2] = {station(name_a, a, 1, 20, 30),
                                             station(name_b, b, 1, 40, 30)};
  fake.station = in_file;
  fake.station_count = 2;
  f.station.file = csv;
  fixture_build(&f);
  ck_assert_int_eq(f.domain->weather.station_count, 2);
  ck_assert_int_eq(f.domain->weather.time_count, 2);
  ck_assert_str_eq(f.domain->weather.station[1].name, "B");
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(one_station_without_position_or_time_counts_always_and_everywhere,
          directions_are_turned_from_true_to_grid_north, positions_become_domain_coordinates,
          times_are_the_union_of_all_readings_in_the_window,
          components_are_interpolated_not_directions, towers_have_levels_by_height,
          stations_outside_are_warned_of, heights_that_cannot_be_are_refused,
          a_file_stands_for_all_its_stations)
