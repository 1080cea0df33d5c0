/* Trees of facts: printed as text and as JSON, read from JSON. */
#include "harness.h"
#include "lab/facts.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char text[4096];

static const char *keep(char *printed) {
  ck_assert_ptr_nonnull(printed);
  ck_assert_uint_lt(strlen(printed), sizeof text);
  strcpy(text, printed);
  free(printed);
  return text;
}

/* The JSON of a fact with the key "k". */
static const char *value_of(struct sm_facts *facts) {
  keep(sm_facts_json(facts, false));
  sm_facts_free(facts);
  ck_assert(strncmp(text, "{\"k\":", 5) == 0);
  text[strlen(text) - 2] = '\0';
  return text + 5;
}

static const char *string(const char *value) {
  struct sm_facts facts = {0};
  sm_facts_text(&facts, "k", value);
  return value_of(&facts);
}

static const char *number(double value) {
  struct sm_facts facts = {0};
  sm_facts_number(&facts, "k", value);
  return value_of(&facts);
}

START_TEST(groups_and_lists_are_laid_out) {
  struct sm_facts f = {0};
  sm_facts_text(&f, "a", "x");
  sm_facts_list(&f, "b");
  sm_facts_integer(&f, NULL, INT64_MIN);
  sm_facts_integer(&f, NULL, INT64_MAX);
  sm_facts_close(&f);
  sm_facts_group(&f, "c");
  sm_facts_close(&f);
  sm_facts_list(&f, "d");
  sm_facts_close(&f);
  sm_facts_null(&f, "e");
  sm_facts_flag(&f, "f", true);
  sm_facts_line(&f, "g", "in text alone");
  ck_assert_str_eq(keep(sm_facts_json(&f, true)),
                   "{\n  \"a\": \"x\",\n"
                   "  \"b\": [\n    -9223372036854775808,\n    9223372036854775807\n  ],\n"
                   "  \"c\": {},\n  \"d\": [],\n  \"e\": null,\n  \"f\": true\n}\n");
  ck_assert_str_eq(keep(sm_facts_json(&f, false)),
                   "{\"a\":\"x\",\"b\":[-9223372036854775808,9223372036854775807],"
                   "\"c\":{},\"d\":[],\"e\":null,\"f\":true}\n");
  sm_facts_free(&f);
}
END_TEST

START_TEST(text_has_labels_units_and_tables) {
  static const struct sm_fact_column columns[] = {
      {"name", "who", NULL, -6},       {"mass", "kg", "%.2f", 8}, {"count", "count", NULL, 6},
      {"none", "nobody has", NULL, 6}, {"at", "place", NULL, -5}, {0}};
  struct sm_facts f = {0};
  sm_facts_note(&f, "a file, version %d", 7);
  sm_fact_show(sm_facts_text(&f, "title", "A \"title\""), "title", NULL, NULL);
  sm_facts_text(&f, "hidden", "JSON alone");
  sm_fact_show(sm_facts_number(&f, "far", 2.5), "far away", "km", "%.3f");
  sm_fact_show(sm_facts_number(&f, "nan", (double)NAN), "unknown", "km", NULL);
  sm_fact_show(sm_facts_numbers(&f, "x", (const double[]){0, 280}, 2), "x", "m", "%g")->joint =
      " to ";
  const struct sm_fact *rows = sm_facts_list(&f, "rows");
  for (int n = 0; n < 2; n++) {
    sm_facts_group(&f, NULL);
    sm_facts_text(&f, "name", n == 0 ? "gas" : "road dust");
    sm_facts_number(&f, "mass", n == 0 ? 1.5 : (double)NAN);
    sm_facts_integer(&f, "count", 3000 * n);
    if (n == 0) sm_facts_line(&f, "at", "here");
    sm_facts_close(&f);
  }
  sm_facts_close(&f);
  const struct sm_fact *times = sm_facts_list(&f, "times");
  sm_facts_close(&f);
  sm_facts_table(&f, rows, "rows", columns);
  sm_facts_table(&f, times, "times", columns);
  sm_fact_show(sm_facts_group(&f, "more"), "more", NULL, NULL);
  sm_fact_show(sm_facts_flag(&f, "converged", false), "converged?", NULL, NULL);
  sm_facts_close(&f);
  ck_assert_str_eq(keep(sm_facts_print(&f)), "a file, version 7\n"
                                             "  title     A \"title\"\n"
                                             "  far away  2.500 km\n"
                                             "  x         0 to 280 m\n"
                                             "\n  who             kg  count place\n"
                                             "  gas           1.50      0 here\n"
                                             "  road dust        -   3000\n"
                                             "\n  no times\n"
                                             "\n  converged?  NO\n");
  ck_assert_str_eq(keep(sm_facts_json(&f, false)),
                   "{\"title\":\"A \\\"title\\\"\",\"hidden\":\"JSON alone\",\"far\":2.5,"
                   "\"nan\":null,\"x\":[0,280],\"rows\":[{\"name\":\"gas\",\"mass\":1.5,"
                   "\"count\":0},{\"name\":\"road dust\",\"mass\":null,\"count\":3000}],"
                   "\"times\":[],\"more\":{\"converged\":false}}\n");
  sm_facts_free(&f);
}
END_TEST

START_TEST(what_was_written_is_read_again) {
  static const char json[] =
      " {\"a\": {\"b\": [1, -2.5e3, {\"c\": \"x\\n\\u00fc\\ud83c\\udf2c\"}]},"
      "\"t\": true, \"n\": null, \"e\": {}, \"l\": [ ]}\n";
  struct sm_facts f;
  const char *reason;
  ck_assert_msg(sm_facts_read(&f, json, &reason), "%s", reason);
  ck_assert_uint_eq(sm_fact_count(sm_fact_at(f.root, "a.b")), 3);
  const struct sm_fact *item = sm_fact_item(sm_fact_at(f.root, "a.b"), 0);
  ck_assert(sm_fact_number(item, "") == 1 && sm_fact_number(item->next, "") == -2500);
  ck_assert_str_eq(sm_fact_text(item->next->next, "c"), "x\n\xc3\xbc\xf0\x9f\x8c\xac");
  ck_assert(sm_fact_number(f.root, "a.b.1") == -2500 && isnan(sm_fact_number(f.root, "a.b.3")));
  ck_assert(isnan(sm_fact_number(f.root, "a.b.x")) && isnan(sm_fact_number(f.root, "a.b.1x")));
  ck_assert(sm_fact_number(f.root, "t") == 1);
  ck_assert(isnan(sm_fact_number(f.root, "n")) && isnan(sm_fact_number(f.root, "a.x")));
  ck_assert_ptr_null(sm_fact_at(f.root, "n"));
  ck_assert_str_eq(sm_fact_text(f.root, "t"), "");
  ck_assert_uint_eq(sm_fact_count(sm_fact_at(f.root, "l")) + sm_fact_count(sm_fact_at(f.root, "e")),
                    0);
  ck_assert_str_eq(keep(sm_facts_json(&f, false)),
                   "{\"a\":{\"b\":[1,-2500,{\"c\":\"x\\n\xc3\xbc\xf0\x9f\x8c\xac\"}]},\"t\":true,"
                   "\"n\":null,\"e\":{},\"l\":[]}\n");
  sm_facts_free(&f);
}
END_TEST

START_TEST(what_is_no_json_is_refused_with_the_reason) {
  static const char *const wrong[][2] = {
      {"", "it ends too early"},       {"[1]", "no object"},
      {"{\"a\":1", "too early"},       {"{\"a\":}", "does not have"},
      {"{\"a\":1} x", "more than"},    {"{\"a\" 1}", "without a key"},
      {"{a:1}", "without a key"},      {"{\"a\":[1 2]}", "comma"},
      {"{\"a\":.5}", "does not have"}, {"{\"a\":NaN}", "does not have"},
      {"{\"a\":1e999}", "not have"},   {"{\"a\":\"\\x\"}", "escape"},
      {"{\"a\":\"\\u12\"}", "escape"}, {"{\"a\":\"\n\"}", "control"},
      {"{\"a\":\"x", "too early"},     {"{\"a\":1,}", "without a key"}};
  struct sm_facts f;
  const char *reason;
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    ck_assert_msg(!sm_facts_read(&f, wrong[n][0], &reason), "%s", wrong[n][0]);
    ck_assert_msg(strstr(reason, wrong[n][1]) != NULL, "%s: %s", wrong[n][0], reason);
    sm_facts_free(&f);
  }
  char deep[512] = "{\"a\":";
  memset(deep + 5, '[', 300);
  ck_assert(!sm_facts_read(&f, deep, &reason));
  ck_assert_str_eq(reason, "too many lists in each other");
  sm_facts_free(&f);
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
  struct sm_facts f = {0};
  sm_facts_text(&f, "a\"b", "c");
  ck_assert_str_eq(keep(sm_facts_json(&f, false)), "{\"a\\\"b\":\"c\"}\n");
  sm_facts_free(&f);
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

TEST_MAIN(groups_and_lists_are_laid_out, text_has_labels_units_and_tables,
          what_was_written_is_read_again, what_is_no_json_is_refused_with_the_reason,
          strings_are_escaped, keys_are_escaped, utf8_passes_and_other_bytes_are_replaced,
          numbers_are_short_and_read_back_the_same, what_is_no_number_is_null)
