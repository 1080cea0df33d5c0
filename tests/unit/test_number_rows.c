/* Rows of numbers in a CSV file: what is read, and what is wrong with them. */
#include "base/context.h"
#include "harness.h"
#include "input/stations/stations.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct sm_number_column columns[] = {
    {{"t", "time"}, 0, HUGE_VAL}, {{"latitude", "lat"}, -90, 90}, {{"rate"}, 0, HUGE_VAL}};
static struct sm_context *ctx;
static double *number;
static size_t rows;

static enum sm_status parse(const char *text) {
  sm_free(number);
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  return sm_number_rows_parse(ctx, "rows.csv", text, strlen(text), columns, 3, &number, &rows);
}

static void reads(const char *text, size_t expected) {
  ck_assert_msg(parse(text) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_uint_eq(rows, expected);
}

static void fails_with(const char *text, const char *message) {
  ck_assert_int_eq(parse(text), SM_ERR_DATA);
  ck_assert(number == NULL && rows == 0);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "expected: %s\nfound: %s",
                message, sm_context_message(ctx));
}

static void finish(void) {
  sm_free(number);
  number = NULL;
  sm_context_destroy(&ctx);
}

START_TEST(columns_stand_in_their_order_or_have_names) {
  reads("0,47,1\n10,48.5,2e-3\n", 2);
  ck_assert(number[0] == 0 && number[1] == 47 && number[3] == 10 && number[5] == 2e-3);
  reads("rate, note ,TIME,Lat\r\n5,\"a, b\",1,47\r\n\r\n6,c,2,-48\r\n", 2);
  ck_assert(number[0] == 1 && number[1] == 47 && number[2] == 5 && number[4] == -48);
  finish();
}
END_TEST

START_TEST(many_rows_are_read) {
  char text[20000] = "";
  size_t at = 0;
  for (int i = 0; i < 1000; i++)
    at += (size_t)snprintf(text + at, sizeof text - at, "%d,%d,1\n", i, i % 90);
  reads(text, 1000);
  for (size_t i = 0; i < 1000; i++) ck_assert(number[3 * i] == (double)i);
  finish();
}
END_TEST

START_TEST(wrong_rows_are_reported_with_their_line) {
  fails_with("", "rows.csv: error: needs two rows of numbers or more, has 0");
  fails_with("0,47,1\n", "has 1");
  fails_with("t,lat,rate\n", "has 0");
  fails_with("t,lat\n0,1\n1,2\n", "rows.csv:1: error: no column is called 'rate'");
  fails_with("t,time,lat,rate\n0,0,1,1\n", "more than one column is 't'");
  fails_with("0,47\n1,48\n", "rows.csv:1: error: expected 3 columns with commas between them, or a "
                             "first line that names them: t,latitude,rate");
  fails_with("0,47,1,9\n1,48,1,9\n", "expected 3 columns");
  fails_with("a,b,c\n1,48,1\n", "rows.csv:1: error: 't': 'a' is not a number");
  fails_with("0,47,1\n1,48\n", "rows.csv:2: error: 2 fields, but the first line has 3");
  fails_with("0,47,1\n1,,1\n", "rows.csv:2: error: 'latitude': '' is not a number");
  fails_with("0,47,1\n1,4x,1\n", "'4x' is not a number");
  fails_with("0,47,1\n1,nan,1\n", "'nan' is not a number");
  fails_with("0,47,1\n1,1e999,1\n", "'1e999' is not a number");
  fails_with("0,47,1\n1,91,1\n", "'latitude': 91 is not between -90 and 90");
  fails_with("0,47,1\n1,9,-1\n", "'rate': -1 is less than 0");
  fails_with("0,47,1\n0,47,1\n", "rows.csv:2: error: 't' must increase from line to line");
  fails_with("0,47,\"1\n1,47,1\n", "a quote is not closed");
  finish();
}
END_TEST

START_TEST(bytes_that_are_not_text_are_reported) {
  const char bytes[] = "0,47,1\n\0,47,1\n";
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(
      sm_number_rows_parse(ctx, "rows.csv", bytes, sizeof bytes - 1, columns, 3, &number, &rows),
      SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "this is not a text file"));
  finish();
}
END_TEST

START_TEST(nothing_leaks_when_memory_ends) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (long n = 1; n <= 2; n++) {
    sm_context_fail_allocation(ctx, n);
    ck_assert_int_eq(parse("0,47,1\n10,48.5,2e-3\n"), SM_ERR_MEMORY);
  }
  finish();
}
END_TEST

TEST_MAIN(columns_stand_in_their_order_or_have_names, many_rows_are_read,
          wrong_rows_are_reported_with_their_line, bytes_that_are_not_text_are_reported,
          nothing_leaks_when_memory_ends)
