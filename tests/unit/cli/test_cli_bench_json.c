#include "bench/runner/json_find.h"
#include "harness.h"
#include <math.h>

static const char text[] =
    "{\n  \"schema\": \"a \\\"run\\\"\",\n  \"cells\": {\"nx\": 3, \"total\": 1e6},\n"
    "  \"list\": [1, {\"solve\": 9}, \"]}\"],\n"
    "  \"wall_s\": {\"input\": -0.5, \"solve\": 0.25, \"none\": null},\n"
    "  \"solve\": 7, \"empty\": \"\", \"flag\": true\n}\n";

static const char *string_at(const char *path) {
  static char out[16];
  cli_json_find_string(text, path, out, sizeof out);
  return out;
}

START_TEST(numbers_are_found_at_their_path_only) {
  ck_assert(cli_json_find_number(text, "wall_s.solve") == 0.25);
  ck_assert(cli_json_find_number(text, "wall_s.input") == -0.5);
  ck_assert(cli_json_find_number(text, "cells.total") == 1e6);
  ck_assert(cli_json_find_number(text, "solve") == 7);
}
END_TEST

START_TEST(what_is_no_number_is_nan) {
  static const char *const paths[] = {"wall_s",     "wall_s.none",  "wall_s.solve.x",
                                      "wall_s.sol", "wall_s.solv_", "list",
                                      "schema",     "flag",         "nowhere"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    ck_assert_msg(isnan(cli_json_find_number(text, paths[i])), "%s", paths[i]);
}
END_TEST

START_TEST(strings_lose_their_escapes_and_what_does_not_fit) {
  ck_assert_str_eq(string_at("schema"), "a \"run\"");
  ck_assert_str_eq(string_at("empty"), "");
  ck_assert_str_eq(string_at("solve"), "");
  ck_assert_str_eq(string_at("nowhere"), "");
  char few[4];
  cli_json_find_string(text, "schema", few, sizeof few);
  ck_assert_str_eq(few, "a \"");
}
END_TEST

/* A summary that a crash cut off at any byte is read without harm. */
START_TEST(cut_text_is_survived) {
  char cut[sizeof text], out[16];
  for (size_t length = 0; length < sizeof text; length++) {
    for (size_t i = 0; i < length; i++) cut[i] = text[i];
    cut[length] = '\0';
    (void)cli_json_find_number(cut, "wall_s.solve");
    cli_json_find_string(cut, "empty", out, sizeof out);
    cli_json_find_string(cut, "schema", out, sizeof out);
  }
  static const char *const odd[] = {"",        "}",        "]",   "{\"", "{\"a\"",
                                    "{\"a\":", "{\"a\":}", "[[[", "{{",  ",:"};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
    ck_assert(isnan(cli_json_find_number(odd[i], "a.b")));
}
END_TEST

START_TEST(items_of_arrays_are_found_by_their_place) {
  static const char lists[] =
      "{\"a\": {\"b\": [{\"n\": 1, \"c\": [2, 3]}, {\"n\": 4}]}, \"none\": [], \"text\": \"[1]\"}";
  ck_assert(cli_json_find_number(cli_json_find_item(lists, "a.b", 0), "n") == 1);
  ck_assert(cli_json_find_number(cli_json_find_item(lists, "a.b", 1), "n") == 4);
  ck_assert_ptr_null(cli_json_find_item(lists, "a.b", 2));
  ck_assert_ptr_null(cli_json_find_item(lists, "none", 0));
  ck_assert_ptr_null(cli_json_find_item(lists, "text", 0));
  ck_assert_ptr_null(cli_json_find_item(lists, "a", 0));
  ck_assert_ptr_null(cli_json_find_item(lists, "nowhere", 0));
  const char *item = cli_json_find_item(cli_json_find_item(lists, "a.b", 0), "c", 1);
  ck_assert_ptr_nonnull(item);
  ck_assert_int_eq(*item, '3');
  ck_assert(cli_json_find_number(cli_json_find_value(lists, "a"), "b") != 0); /* NAN */
  static const char *const cut[] = {"{\"a\": [", "{\"a\": [1", "{\"a\": [1,", "{\"a\": [1,]"};
  for (size_t i = 0; i < sizeof cut / sizeof *cut; i++)
    ck_assert_ptr_null(cli_json_find_item(cut[i], "a", 1));
}
END_TEST

TEST_MAIN(items_of_arrays_are_found_by_their_place, numbers_are_found_at_their_path_only,
          what_is_no_number_is_nan, strings_lose_their_escapes_and_what_does_not_fit,
          cut_text_is_survived)
