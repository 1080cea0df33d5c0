/* Times of the CF conventions. */
#include "base/clock.h"
#include "harness.h"
#include "input/netcdf/ncdata.h"
#include <math.h>
#include <string.h>

static struct sm_context *ctx;

static void setup(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }

static void teardown(void) { sm_context_destroy(&ctx); }

static void must_be(double value, const char *unit, const char *calendar, const char *text) {
  struct sm_cf_time time;
  double seconds;
  char found[32];
  ck_assert_msg(sm_cf_time_parse(ctx, unit, calendar, &time) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert_msg(sm_cf_time_seconds(ctx, &time, value, &seconds) == SM_OK, "%s",
                sm_context_message(ctx));
  sm_clock_format(seconds, found, sizeof found);
  ck_assert_str_eq(found, text);
}

static void must_fail(double value, const char *unit, const char *calendar, const char *message) {
  struct sm_cf_time time;
  double seconds;
  enum sm_status status = sm_cf_time_parse(ctx, unit, calendar, &time);
  if (status == SM_OK) status = sm_cf_time_seconds(ctx, &time, value, &seconds);
  ck_assert_int_eq(status, SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(units_and_spellings_of_weather_centres_are_understood) {
  setup();
  must_be(1042668, "hours since 1900-01-01 00:00:00.0", "gregorian", "2018-12-12T12:00:00Z");
  must_be(1042668, "hours since 1900-01-01 0:0:0", "standard", "2018-12-12T12:00:00Z");
  must_be(0, "seconds since 1970-01-01 00:00:00.0 0:00", "", "1970-01-01T00:00:00Z");
  must_be(1.5e9, "seconds since 1970-01-01", "proleptic_gregorian", "2017-07-14T02:40:00Z");
  must_be(90, "minutes since 2020-02-28T23:00", "", "2020-02-29T00:30:00Z");
  must_be(0.5, "days since 2020-1-1", "STANDARD", "2020-01-01T12:00:00Z");
  must_be(6, "h since 2020-01-01 00:00:00Z", "", "2020-01-01T06:00:00Z");
  must_be(6, "hours since 2020-01-01 00:00:00 UTC", "", "2020-01-01T06:00:00Z");
  must_be(6, "hours since 2020-01-01 00:00:00 +02:00", "", "2020-01-01T04:00:00Z");
  must_be(6, "hours since 2020-01-01 00:00:00 -0530", "", "2020-01-01T11:30:00Z");
  must_be(6, "hours since 2020-01-01 00:00:00.000000000 -7", "", "2020-01-01T13:00:00Z");
  must_be(-1, "hours since 1970-01-01", "", "1969-12-31T23:00:00Z");
  teardown();
}
END_TEST

START_TEST(calendars_count_their_own_days) {
  setup();
  must_be(1096, "days since 2015-01-01", "noleap", "2018-01-02T00:00:00Z");
  must_be(1096, "days since 2015-01-01", "365_day", "2018-01-02T00:00:00Z");
  must_be(1096, "days since 2015-01-01", "all_leap", "2017-12-30T00:00:00Z");
  must_be(59.25, "days since 2016-01-01", "366_day", "2016-02-29T06:00:00Z");
  must_be(59, "days since 2015-01-01", "noleap", "2015-03-01T00:00:00Z");
  must_be(45, "days since 2015-01-01", "360_day", "2015-02-16T00:00:00Z");
  must_be(1, "days since 2015-02-30", "360_day", "2015-03-01T00:00:00Z");
  teardown();
}
END_TEST

START_TEST(the_reform_of_the_calendar_is_minded) {
  setup();
  /* The day after 1582-10-04 of the Julian calendar was 1582-10-15 of the Gregorian one. */
  must_be(1, "days since 1582-10-04", "standard", "1582-10-15T00:00:00Z");
  must_be(11, "days since 1582-10-04", "proleptic_gregorian", "1582-10-15T00:00:00Z");
  must_be(737426, "days since 0001-01-01", "standard", "2020-01-01T00:00:00Z");
  must_be(737424, "days since 0001-01-01", "proleptic_gregorian", "2020-01-01T00:00:00Z");
  must_be(0, "days since 2019-12-19", "julian", "2020-01-01T00:00:00Z");
  must_be(0, "days since 1900-02-29", "julian", "1900-03-13T00:00:00Z");
  teardown();
}
END_TEST

START_TEST(what_is_no_time_is_an_error) {
  setup();
  must_fail(0, "", "", "is not a unit of time such as");
  must_fail(0, "hours", "", "is not a unit of time such as");
  must_fail(0, " since 2020-01-01", "", "is not a unit of time");
  must_fail(0, "kg since 2020-01-01", "", "'kg' is not a unit of time");
  must_fail(0, "fortnightishes since 2020-01-01", "", "is not a unit of time");
  must_fail(0, "a very long unit that nobody would ever use since 2020-01-01", "",
            "is not a unit of time such as");
  must_fail(0, "hours since yesterday", "", "'yesterday' is not a date and time");
  must_fail(0, "hours since 2020-13-01", "", "is not a date and time");
  must_fail(0, "hours since 2019-02-29", "", "is not a date and time");
  must_fail(0, "hours since 2020-02-29", "noleap", "is not a date and time");
  must_fail(0, "hours since 2020-01-01 25:00", "", "is not a date and time");
  must_fail(0, "hours since 2020-01-01 00:61", "", "is not a date and time");
  must_fail(0, "hours since 2020-01-01 00:00 MEZ", "", "is not a date and time");
  must_fail(0, "hours since 2020-01-01", "mayan", "'mayan' is not a calendar");
  must_fail(NAN, "hours since 2020-01-01", "", "nan is not a time");
  must_fail(INFINITY, "hours since 2020-01-01", "", "inf is not a time");
  must_fail(1e30, "hours since 2020-01-01", "360_day", "is not a time");
  must_fail(59, "days since 2015-01-01", "360_day", "2015-02-30");
  must_fail(59, "days since 2015-01-01", "all_leap", "2015-02-29");
  teardown();
}
END_TEST

TEST_MAIN(units_and_spellings_of_weather_centres_are_understood, calendars_count_their_own_days,
          the_reform_of_the_calendar_is_minded, what_is_no_time_is_an_error)
