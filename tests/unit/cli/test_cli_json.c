#include "cli/text/json.h"
#include "harness.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char text[4096];

/* A JSON writer into a temporary file, and what it wrote. */
static struct cli_json start(void) {
  struct cli_json json = {.stream = tmpfile()};
  ck_assert_ptr_nonnull(json.stream);
  return json;
}

static const char *finish(struct cli_json *json) {
  rewind(json->stream);
  text[fread(text, 1, sizeof text - 1, json->stream)] = '\0';
  fclose(json->stream);
  return text;
}

static const char *string(const char *value) {
  struct cli_json json = start();
  cli_json_string(&json, NULL, value);
  return finish(&json);
}

static const char *number(double value) {
  struct cli_json json = start();
  cli_json_double(&json, NULL, value);
  return finish(&json);
}

START_TEST(objects_and_arrays_are_laid_out) {
  struct cli_json json = start();
  cli_json_open(&json, NULL, '{');
  cli_json_string(&json, "a", "x");
  cli_json_open(&json, "b", '[');
  cli_json_integer(&json, NULL, INT64_MIN);
  cli_json_unsigned(&json, NULL, UINT64_MAX);
  cli_json_close(&json, ']');
  cli_json_open(&json, "c", '{');
  cli_json_close(&json, '}');
  cli_json_open(&json, "d", '[');
  cli_json_close(&json, ']');
  cli_json_null(&json, "e");
  cli_json_close(&json, '}');
  ck_assert_str_eq(finish(&json), "{\n  \"a\": \"x\",\n"
                                  "  \"b\": [\n    -9223372036854775808,\n"
                                  "    18446744073709551615\n  ],\n"
                                  "  \"c\": {},\n  \"d\": [],\n  \"e\": null\n}\n");
}
END_TEST

START_TEST(strings_are_escaped) {
  ck_assert_str_eq(string("plain"), "\"plain\"");
  ck_assert_str_eq(string(""), "\"\"");
  ck_assert_str_eq(string(NULL), "null");
  ck_assert_str_eq(string("a\"b\\c"), "\"a\\\"b\\\\c\"");
  ck_assert_str_eq(string("two\nlines\t\x01\x1f\x7f"),
                   "\"two\\nlines\\u0009\\u0001\\u001f\\u007f\"");
}
END_TEST

START_TEST(keys_are_escaped) {
  struct cli_json json = start();
  cli_json_string(&json, "a\"b", "c");
  ck_assert_str_eq(finish(&json), "\"a\\\"b\": \"c\"");
}
END_TEST

START_TEST(utf8_passes_and_other_bytes_are_replaced) {
  ck_assert_str_eq(string("Z\xc3\xbcrich \xe2\x82\xac \xf0\x9f\x8c\xac"),
                   "\"Z\xc3\xbcrich \xe2\x82\xac \xf0\x9f\x8c\xac\"");
  ck_assert_str_eq(string("Z\xfcrich"), "\"Z\\ufffdrich\"");             /* Latin-1 */
  ck_assert_str_eq(string("\x80"), "\"\\ufffd\"");                       /* lone continuation */
  ck_assert_str_eq(string("\xc3"), "\"\\ufffd\"");                       /* cut off at the end */
  ck_assert_str_eq(string("\xe2\x82"), "\"\\ufffd\\ufffd\"");            /* cut off at the end */
  ck_assert_str_eq(string("\xc0\xaf"), "\"\\ufffd\\ufffd\"");            /* overlong */
  ck_assert_str_eq(string("\xed\xa0\x80"), "\"\\ufffd\\ufffd\\ufffd\""); /* surrogate */
  ck_assert_str_eq(string("\xf4\x90\x80\x80"), "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* > 10FFFF */
  ck_assert_str_eq(string("\xff\xfe"), "\"\\ufffd\\ufffd\"");
}
END_TEST

START_TEST(numbers_are_short_and_read_back_the_same) {
  ck_assert_str_eq(number(0.1), "0.1");
  ck_assert_str_eq(number(0.0), "0");
  ck_assert_str_eq(number(-2.5e-7), "-2.5e-07");
  ck_assert_str_eq(number(510e6), "510000000");
  static const double values[] = {1.0 / 3.0, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 0.1 + 0.2, -1e22};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    ck_assert(strtod(number(values[i]), NULL) == values[i]);
}
END_TEST

START_TEST(what_is_no_number_is_null) {
  ck_assert_str_eq(number(NAN), "null");
  ck_assert_str_eq(number(INFINITY), "null");
  ck_assert_str_eq(number(-INFINITY), "null");
}
END_TEST

TEST_MAIN(objects_and_arrays_are_laid_out, strings_are_escaped, keys_are_escaped,
          utf8_passes_and_other_bytes_are_replaced, numbers_are_short_and_read_back_the_same,
          what_is_no_number_is_null)
