/* CSV text as Excel, LibreOffice and loggers write it: marks, separators, decimal commas. */
#include "simoom/csv.h"

#include "base/text.h"
#include "harness.h"
#include <stdlib.h>
#include <string.h>

static char *text;
static struct sm_csv csv;

static void begin_bytes(const char *bytes, size_t size) {
  free(text);
  text = malloc(size + 1); /* of just that size: sanitizers see what is read beyond */
  memcpy(text, bytes, size);
  sm_csv_begin(&csv, text, size);
}

static void begin(const char *string) { begin_bytes(string, strlen(string)); }

/* Takes a line, whose fields are those of `want`, with bars between them. */
static void line_is(int header, int line, const char *want) {
  char have[200] = "";
  ck_assert_int_eq(sm_csv_next(&csv, header), SM_CSV_LINE);
  for (int f = 0; f < csv.count; f++) {
    if (f > 0) strcat(have, "|");
    strcat(have, csv.field[f]);
  }
  ck_assert_str_eq(have, want);
  ck_assert_int_eq(csv.line, line);
}

static void ends(void) {
  ck_assert_int_eq(sm_csv_next(&csv, 0), SM_CSV_END);
  free(text);
  text = NULL;
}

START_TEST(marks_and_line_ends_of_all_systems_are_read) {
  static const char *const files[] = {"a,b\n1,2\n",
                                      "\xEF\xBB\xBF"
                                      "a,b\r\n1,2\r\n",
                                      "a,b\r1,2\r",
                                      "a , b\n 1 ,\t2",
                                      "sep=,\r\na,b\r\n1,2\r\n",
                                      "\xEF\xBB\xBF"
                                      "sep=;\r\na;b\r\n1;2",
                                      "\"sep=;\"\na;b\n1;2\n",
                                      "a;b\n1;2\n",
                                      "a\tb\n1\t2\n",
                                      "sep=|\na|b\n1|2\n"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    const int first = strstr(files[i], "sep=") != NULL ? 2 : 1;
    begin(files[i]);
    line_is(1, first, "a|b");
    line_is(0, first + 1, "1|2");
    ends();
  }
}
END_TEST

START_TEST(separators_are_found_in_the_header) {
  begin("Height_Units(meters,feet);Speed, m/s;Name\n10;5;\"a;b\"\n");
  line_is(1, 1, "Height_Units(meters,feet)|Speed, m/s|Name");
  line_is(0, 2, "10|5|a;b");
  ends();
  begin("\n  \n# a remark, with commas\nName\tUnits(mph\tkph)\tSpeed\nx\tmph\t\n");
  line_is(1, 3, "# a remark, with commas");
  line_is(1, 4, "Name|Units(mph\tkph)|Speed");
  line_is(0, 5, "x|mph|");
  ends();
  begin("a,b;c\n1,2;3\n");
  line_is(1, 1, "a,b|c");
  line_is(0, 2, "1.2|3");
  ends();
  begin("a,b,c;d\n\"1;2\",3\t,4\n");
  line_is(1, 1, "a|b|c;d");
  line_is(0, 2, "1;2|3|4");
  ends();
}
END_TEST

START_TEST(decimal_commas_become_points) {
  begin("t;u;name\n0,5;-1,25e-3;a,b\n1;+2,;3,4,5\n,5;1;7\n");
  line_is(1, 1, "t|u|name");
  line_is(0, 2, "0.5|-1.25e-3|a,b");
  line_is(0, 3, "1|+2.|3,4,5");
  line_is(0, 4, ".5|1|7");
  ends();
  begin("0\t1,5\n1\t2,5\n"); /* without a header */
  line_is(1, 1, "0|1.5");
  line_is(0, 2, "1|2.5");
  ends();
  begin("1,5;2,5\n");
  line_is(1, 1, "1.5|2.5");
  ends();
  begin("t,u\n0,5\n"); /* commas separate: nothing to convert */
  line_is(1, 1, "t|u");
  line_is(0, 2, "0|5");
  ends();
}
END_TEST

START_TEST(decimal_commas_beside_points_are_refused) {
  begin("t;p\n47.5;1\n48.5;1,013\n");
  line_is(1, 1, "t|p");
  line_is(0, 2, "47.5|1");
  ck_assert_int_eq(sm_csv_next(&csv, 0), SM_CSV_MIXED);
  ck_assert_int_eq(csv.line, 3);
  ck_assert_ptr_nonnull(strstr(sm_csv_problem(SM_CSV_MIXED), "decimal commas"));
}
END_TEST

START_TEST(trailing_separators_make_no_columns) {
  begin("a,b,,\n1,2,,\n3,4\n,,,\n5,6,7,\n1,,\n");
  line_is(1, 1, "a|b");
  line_is(0, 2, "1|2");
  line_is(0, 3, "3|4");
  line_is(0, 5, "5|6|7");
  line_is(0, 6, "1|");
  ends();
}
END_TEST

START_TEST(what_is_no_text_is_named) {
  static const char little[] = "\xff\xfe"
                               "a\0,\0",
                    big[] = "\xfe\xff\0a\0,", plain[] = "a\0,\0b\0", high[] = "\0a\0,\0b",
                    binary[] = "a,b\n\0\0\0", wide[] = "\xff\xfe\0\0a\0\0";
  const struct {
    const char *bytes;
    size_t size;
    enum sm_csv_result result;
  } files[] = {{little, sizeof little - 1, SM_CSV_UTF16},
               {big, sizeof big - 1, SM_CSV_UTF16},
               {plain, sizeof plain - 1, SM_CSV_UTF16},
               {high, sizeof high - 1, SM_CSV_UTF16},
               {wide, sizeof wide - 1, SM_CSV_UTF16},
               {binary, sizeof binary - 1, SM_CSV_BINARY},
               {"\0", 1, SM_CSV_BINARY},
               {"", 0, SM_CSV_END}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    begin_bytes(files[i].bytes, files[i].size);
    ck_assert_int_eq(sm_csv_next(&csv, 1), files[i].result);
  }
  ck_assert_str_eq(sm_csv_problem(SM_CSV_UTF16), "the text is UTF-16: save it as UTF-8");
  ck_assert_str_eq(sm_text_unreadable(little, sizeof little - 1), sm_csv_problem(SM_CSV_UTF16));
  ck_assert_ptr_null(sm_text_unreadable("\xEF\xBB\xBF"
                                        "a",
                                        4));
}
END_TEST

START_TEST(a_header_of_one_field_gets_a_hint) {
  begin("a b c\n1 2 3\n");
  line_is(1, 1, "a b c");
  ck_assert_ptr_nonnull(strstr(sm_csv_hint(&csv), "must separate the columns"));
  begin("a,b\n");
  line_is(1, 1, "a|b");
  ck_assert_str_eq(sm_csv_hint(&csv), "");
  ends();
}
END_TEST

TEST_MAIN(marks_and_line_ends_of_all_systems_are_read, separators_are_found_in_the_header,
          decimal_commas_become_points, decimal_commas_beside_points_are_refused,
          trailing_separators_make_no_columns, what_is_no_text_is_named,
          a_header_of_one_field_gets_a_hint)
