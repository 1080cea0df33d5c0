/* Times of weather files: texts, numbers since a date, forecasts with a start and a lead time. */
#define _POSIX_C_SOURCE 200809L
#include "fake_gis.h"
#include "harness.h"
#include "input/weather/internal.h"
#include "weather_files.h"

static const double noon = 1777636800; /* 2026-05-01T12:00:00Z */

static void must_be(const char *text, double seconds) {
  double found = NAN;
  ck_assert_msg(sm_weather_time_parse(text, &found), "'%s' is not a time", text);
  near(found, seconds, 1e-6);
}

static void must_not_be(const char *text) {
  double found;
  ck_assert_msg(!sm_weather_time_parse(text, &found), "'%s' is a time", text);
}

START_TEST(dates_are_read_in_their_usual_forms) {
  must_be("2026-05-01_12:00:00", noon);
  must_be("2026-05-01T12:00:00", noon);
  must_be("2026-05-01T12:00:00Z", noon);
  must_be("2026-05-01 12:00", noon);
  must_be("2026-05-01T12", noon);
  must_be("2026-05-01", noon - 43200);
  must_be("2026-05-01T12:00:00.000000000", noon);
  must_be("2026-05-01T14:00:00+02:00", noon);
  must_be("20260501", noon - 43200);
  must_be("2026050112", noon);
  must_be("20260501T1200", noon);
  must_be("20260501T120000Z", noon);
  must_be("20260501_120030", noon + 30);
  must_not_be("");
  must_not_be("0000-00-00_00:00:00");
  must_not_be("2026-02-30T12:00:00");
  must_not_be("202605011");
  must_not_be("noon of the first of May");
  must_not_be("2026-05-01T12:00:00 and more");
}
END_TEST

/* ---- texts ---- */

static double places(const size_t *at) { return 10 * (double)at[0]; }
static double hour_wind(const size_t *at) { return 3 + (double)at[0]; }

/* The winds and places of a file with a dimension of times; times are left to the caller. */
static void begin(size_t times, const char *dimension) {
  char on[64];
  made_create(NC_NETCDF4);
  if (times > 0) made_dimension(dimension, times);
  made_dimension("length", 29);
  made_dimension("lat", 5);
  made_dimension("lon", 5);
  made_field("lat", "lat", "degrees_north", places);
  made_field("lon", "lon", "degrees_east", places);
  snprintf(on, sizeof on, "%s lat lon", times > 0 ? dimension : "");
  made_field("u10", on, "m s-1", times > 0 ? hour_wind : constant);
  made_constant("v10", on, "m s-1", 4);
}

static void put_string(const char *name, const char *dimensions, const char *const *text,
                       size_t count) {
  int v;
  made_variable(name, NC_STRING, dimensions, NULL);
  ok(nc_inq_varid(made.id, name, &v));
  ok(nc_enddef(made.id));
  for (size_t t = 0; t < count; t++) {
    const char *one = text[t];
    ok(nc_put_var1_string(made.id, v, &t, &one));
  }
  ok(nc_redef(made.id));
}

static void put_characters(const char *name, const char *dimensions, const char *const *text,
                           size_t count) {
  int v, rank;
  made_variable(name, NC_CHAR, dimensions, NULL);
  ok(nc_inq_varid(made.id, name, &v));
  ok(nc_inq_varndims(made.id, v, &rank));
  ok(nc_enddef(made.id));
  for (size_t t = 0; t < count; t++) {
    const size_t start[2] = {t, 0}, part[2] = {1, strlen(text[t])};
    ok(nc_put_vara_text(made.id, v, start + (rank == 1), part + (rank == 1), text[t]));
  }
  ok(nc_redef(made.id));
}

static void must_have_hours(size_t times) {
  made_close();
  made_area(20, 20, 0.1);
  made_read();
  ck_assert_int_eq(made.weather.time_count, (int)times);
  for (int t = 0; t < (int)times; t++) {
    near(made.weather.time[t], noon + 3600 * t, 0);
    must_blow(0, t, 0, 10, 3 + t, 4, 1e-6);
  }
}

static const char *const iso[] = {"2026-05-01T12:00:00", "2026-05-01T13:00:00.000000000"};

START_TEST(times_may_be_texts) {
  made_begin();
  begin(2, "time");
  put_string("time", "time", iso, 2);
  must_have_hours(2);
  made_end();
  made_begin();
  begin(2, "time");
  put_characters("time", "time length", iso, 2);
  must_have_hours(2);
  made_end();
  made_begin();
  constant_value = 3;
  begin(0, "");
  put_string("valid_time", "", iso, 1);
  must_have_hours(1);
  made_end();
}
END_TEST

static void must_fail(const char *message) {
  made_close();
  made_area(20, 20, 0.1);
  made_fails(message);
}

static void must_warn(const char *message) {
  bool found = false;
  for (int w = 0; w < sm_context_warning_count(made.ctx); w++)
    found = found || strstr(sm_context_warning(made.ctx, w), message) != NULL;
  ck_assert_msg(found, "no warning has '%s'", message);
}

START_TEST(texts_that_are_no_dates_are_named) {
  static const char *const words[] = {"2026-05-01T12:00:00", "an hour later"};
  made_begin();
  begin(2, "time");
  put_string("time", "time", words, 2);
  must_fail("'time' holds the text 'an hour later', which is not a date and time such as");
  made_end();
}
END_TEST

/* ---- WRF ---- */

static const char *const wrf[] = {"2026-05-01_12:00:00", "2026-05-01_13:00:00"};
static const char *const nothing[] = {"0000-00-00_00:00:00", ""};

static double one_degree(const size_t *at) { return 40 + 0.1 * (double)at[0]; }
static double minutes(const size_t *at) { return 60 * (double)at[0]; }

static void begin_wrf(bool with_time) {
  made_create(NC_NETCDF4);
  if (with_time) made_dimension("Time", 2);
  made_dimension("DateStrLen", 19);
  made_dimension("south_north", 3);
  made_dimension("west_east", 3);
  made_constant("XLAT", "south_north west_east", "degree_north", 40);
  made_fill("XLAT", one_degree);
  made_constant("XLONG", "south_north west_east", "degree_east", -105);
  const char *on = with_time ? "Time south_north west_east" : "south_north west_east";
  constant_value = 3;
  made_field("U10", on, "m s-1", with_time ? hour_wind : constant);
  made_constant("V10", on, "m s-1", 4);
}

static void must_have_wrf_hours(int times) {
  made_close();
  made_area(-105, 40.1, 0.01);
  made_read();
  ck_assert_int_eq(made.weather.time_count, times);
  for (int t = 0; t < times; t++) {
    near(made.weather.time[t], noon + 3600 * t, 0);
    must_blow(0, t, 0, 10, 3 + t, 4, 1e-6);
  }
}

START_TEST(times_of_wrf_need_no_dimension_and_may_be_strings) {
  made_begin();
  begin_wrf(false);
  put_characters("Times", "DateStrLen", wrf, 1);
  must_have_wrf_hours(1);
  made_end();
  made_begin();
  begin_wrf(true);
  put_string("Times", "Time", wrf, 2);
  must_have_wrf_hours(2);
  ck_assert_int_eq(sm_context_warning_count(made.ctx), 0);
  made_end();
}
END_TEST

static void put_minutes(const char *units) {
  made_variable("XTIME", NC_FLOAT, "Time", units);
  made_fill("XTIME", minutes);
}

START_TEST(minutes_of_wrf_stand_in_for_texts) {
  made_begin();
  begin_wrf(true);
  put_characters("Times", "Time DateStrLen", nothing, 2);
  put_minutes("minutes since 2026-05-01 12:00:00");
  must_have_wrf_hours(2);
  must_warn("'Times' contains no dates: the times are those of XTIME");
  made_end();
  made_begin();
  begin_wrf(true);
  put_minutes(NULL);
  made_text(NULL, "SIMULATION_START_DATE", "2026-05-01_12:00:00");
  must_have_wrf_hours(2);
  made_end();
  made_begin();
  begin_wrf(true);
  put_minutes("");
  made_close();
  made_area(-105, 40.1, 0.01);
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(made.ctx), "'XTIME' does not tell since when it counts"));
  made_end();
}
END_TEST

/* ---- forecasts ---- */

static double start_hours(const size_t *at) { return 12 + 2 * (double)at[0]; }
static double lead_hours(const size_t *at) { return (double)at[0]; }
static double valid_hours(const size_t *at) { return 12 + 2 * (double)at[0] + (double)at[1]; }
static double forecast_wind(const size_t *at) { return 10 * (double)at[0] + (double)at[1]; }

/* Two forecasts, of 12 and 14 h, of 4 hours each: those of 14 and 15 h are given twice. */
static void make_forecasts(bool with_valid, bool with_names) {
  made_create(NC_NETCDF4);
  made_dimension("time", 2);
  made_dimension("step", 4);
  made_dimension("lat", 5);
  made_dimension("lon", 5);
  made_field("lat", "lat", "degrees_north", places);
  made_field("lon", "lon", "degrees_east", places);
  made_variable("time", NC_DOUBLE, "time", "hours since 2026-05-01");
  made_fill("time", start_hours);
  made_variable("step", NC_DOUBLE, "step", "hours");
  made_fill("step", lead_hours);
  if (with_names) {
    made_text("time", "standard_name", "forecast_reference_time");
    made_text("step", "standard_name", "forecast_period");
  }
  if (with_valid) {
    made_variable("valid_time", NC_DOUBLE, "time step", "hours since 2026-05-01");
    made_fill("valid_time", valid_hours);
    made_text("valid_time", "standard_name", "time");
  }
  made_field("u10", "time step lat lon", "m s-1", forecast_wind);
  made_constant("v10", "time step lat lon", "m s-1", 4);
  made_close();
}

START_TEST(forecasts_have_their_valid_times) {
  static const double right[] = {0, 1, 10, 11, 12, 13}; /* of 12 to 17 h */
  for (int n = 0; n < 4; n++) {
    made_begin();
    make_forecasts(n % 2 == 0, n < 2);
    made_area(20, 20, 0.1);
    made_read();
    ck_assert_int_eq(made.weather.time_count, 6);
    for (int t = 0; t < 6; t++) {
      near(made.weather.time[t], noon + 3600 * t, 0);
      must_blow(0, t, 0, 10, right[t], 4, 1e-6);
    }
    must_warn("2 of 8 times are given by several forecasts");
    made_end();
  }
}
END_TEST

/* A single time of a forecast as xarray leaves it: start and step are scalars. */
START_TEST(a_start_is_not_the_time_of_its_forecast) {
  for (int n = 0; n < 2; n++) {
    made_begin();
    begin(0, "");
    made_constant("time", "", "hours since 2026-05-01", 9);
    made_text("time", "standard_name", "forecast_reference_time");
    if (n == 0) made_constant("step", "", "hours", 3);
    made_close();
    made_area(20, 20, 0.1);
    made_read();
    near(made.weather.time[0], noon - (n == 0 ? 0 : 3 * 3600), 0);
    if (n == 1) must_warn("'time' is the start of a forecast, and nothing tells the lead time");
    made_end();
  }
}
END_TEST

/* ---- units and calendars ---- */

static double number_of_time;
static double some_number(const size_t *at) { return number_of_time + (double)at[0] / 24; }

static void begin_number(double number, const char *units, const char *calendar) {
  made_begin();
  begin(1, "time");
  number_of_time = number;
  made_variable("time", NC_DOUBLE, "time", units);
  made_fill("time", some_number);
  if (calendar != NULL) made_text("time", "calendar", calendar);
}

START_TEST(numbers_without_units_are_refused) {
  begin_number(12, NULL, NULL);
  must_fail("variable 'time' has no units: nothing tells since when its numbers (12 ...) count");
  made_end();
  begin_number(12, "hours", NULL);
  must_fail("'hours' is not a unit of time such as \"hours since");
  made_end();
}
END_TEST

START_TEST(dates_may_be_numbers_of_eight_digits) {
  begin_number(20260501.5, "day as %Y%m%d.%f", NULL);
  must_have_hours(1);
  made_end();
  begin_number(20261301.5, "day as %Y%m%d.%f", NULL);
  must_fail("holds 20261301.5, which is not a date");
  made_end();
}
END_TEST

START_TEST(calendars_of_climate_models_are_named) {
  begin_number(120.5, "days since 2026-01-01", "noleap");
  must_have_hours(1);
  must_warn("the calendar 'noleap' is that of a climate model");
  made_end();
  begin_number(120.5, "days since 2026-01-01", "360_day");
  must_have_hours(1);
  must_warn("the calendar '360_day'");
  made_end();
  begin_number(59, "days since 2026-01-01", "360_day");
  must_fail("2026-02-30 of the calendar '360_day' is not a date of the standard calendar");
  made_end();
  begin_number(59, "days since 2026-01-01", "martian");
  must_fail("'martian' is not a calendar of the CF conventions");
  made_end();
}
END_TEST

TEST_MAIN(dates_are_read_in_their_usual_forms, times_may_be_texts,
          texts_that_are_no_dates_are_named, times_of_wrf_need_no_dimension_and_may_be_strings,
          minutes_of_wrf_stand_in_for_texts, forecasts_have_their_valid_times,
          a_start_is_not_the_time_of_its_forecast, numbers_without_units_are_refused,
          dates_may_be_numbers_of_eight_digits, calendars_of_climate_models_are_named)
