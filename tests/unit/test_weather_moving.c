/* Nests that move: latitudes and longitudes that change with time. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "weather_files.h"

static double columns_per_time;
static size_t first_time; /* of a file, counted from 12 h */

static double time_of(const size_t *at) { return (double)(first_time + at[0]); }
static double east_of(const size_t *at) {
  return 0.03 * ((double)at[2] + columns_per_time * time_of(at));
}
static double latitude(const size_t *at) { return 40 + 0.03 * ((double)at[1] - 4); }
static double longitude(const size_t *at) { return -105 - 0.12 + east_of(at); }
/* The same wind at a place at all times: 8 + 40 (longitude + 105). */
static double wind(const size_t *at) { return 8 + 40 * (longitude(at) + 105); }
static double hours(const size_t *at) { return 12 + time_of(at); }

/* A file of some times of the nest. */
static void put_nest(size_t first, size_t times) {
  first_time = first;
  made_create(NC_64BIT_OFFSET);
  made_dimension("Time", times);
  made_dimension("south_north", 9);
  made_dimension("west_east", 13);
  made_variable("XTIME", NC_DOUBLE, "Time", "hours since 2026-05-01 00:00:00");
  made_fill("XTIME", hours);
  made_field("XLAT", "Time south_north west_east", "degree_north", latitude);
  made_field("XLONG", "Time south_north west_east", "degree_east", longitude);
  made_field("U10", "Time south_north west_east", "m s-1", wind);
  made_constant("V10", "Time south_north west_east", "m s-1", 1);
  made_close();
}

static void make(double columns) {
  columns_per_time = columns;
  put_nest(0, 3);
  made_area(-104.97, 40, 0.01);
}

START_TEST(values_of_each_time_stand_at_their_own_places) {
  for (int columns = -2; columns <= 2; columns++) {
    made_begin();
    make(columns);
    if (columns < 0) made_area(-105.06, 40, 0.01);
    if (columns == -2) made_area(-105.09, 40, 0.01);
    if (columns > 0) made_area(-104.91, 40, 0.01);
    made_read();
    ck_assert_int_eq(made.weather.time_count, 3);
    for (int t = 0; t < 3; t++)
      for (int p = 0; p < made.weather.place_count; p++) {
        const double right = 8 + 40 * (made.weather.place[p].longitude + 105);
        must_blow(p, t, 0, 10, right, 1, 2e-3);
      }
    made_end();
  }
}
END_TEST

START_TEST(the_times_that_are_read_decide_where_the_nest_is) {
  made_begin();
  make(2);
  made_area(-104.7, 40, 0.01); /* where it is at the last two times only */
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  made.request.start = 1777636800 + 3600;
  made_read();
  ck_assert_int_eq(made.weather.time_count, 2);
  must_blow(0, 0, 0, 10, 8 + 40 * (made.weather.place[0].longitude + 105), 1, 2e-3);
  made_end();
}
END_TEST

/* Between its columns a linear wind is met too, also where parts of a column add up to whole ones.
 */
START_TEST(a_nest_that_moves_by_parts_of_a_column_is_interpolated) {
  static const double moves[] = {0.4, -0.3, 0.5, 1.25};
  for (int n = 0; n < 4; n++) {
    made_begin();
    make(moves[n]);
    if (moves[n] < 0) made_area(-105.03, 40, 0.01);
    made_read();
    ck_assert_int_eq(made.weather.time_count, 3);
    ck_assert_int_eq(sm_context_warning_count(made.ctx), 1);
    ck_assert_ptr_nonnull(
        strstr(sm_context_warning(made.ctx, 0), "the grid moves ('XLAT' changes"));
    for (int t = 0; t < 3; t++)
      for (int p = 0; p < made.weather.place_count; p++) {
        const double right = 8 + 40 * (made.weather.place[p].longitude + 105);
        must_blow(p, t, 0, 10, right, 1, 2e-3);
      }
    made_end();
  }
}
END_TEST

START_TEST(a_nest_that_moves_away_is_refused) {
  made_begin();
  make(4);
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(made.ctx), "the grid moves ('XLAT' changes"));
  ck_assert_ptr_nonnull(strstr(sm_context_message(made.ctx), "at index 2 of"));
  made_end();
}
END_TEST

/* A file for each time, as models write them. */
START_TEST(files_of_single_times_may_move_too) {
  made_begin();
  columns_per_time = 0.7;
  for (size_t time = 0; time < 3; time++) put_nest(time, 1);
  made_area(-104.97, 40, 0.01);
  made_read();
  ck_assert_int_eq(made.weather.time_count, 3);
  for (int t = 0; t < 3; t++)
    for (int p = 0; p < made.weather.place_count; p++)
      must_blow(p, t, 0, 10, 8 + 40 * (made.weather.place[p].longitude + 105), 1, 2e-3);
  made_end();
}
END_TEST

TEST_MAIN(values_of_each_time_stand_at_their_own_places,
          the_times_that_are_read_decide_where_the_nest_is,
          a_nest_that_moves_by_parts_of_a_column_is_interpolated, a_nest_that_moves_away_is_refused,
          files_of_single_times_may_move_too)
