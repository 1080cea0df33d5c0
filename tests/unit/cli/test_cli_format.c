#include "cli/text/format.h"
#include "harness.h"
#include <math.h>
#include <string.h>

START_TEST(durations_are_read_like_a_clock) {
  static const struct {
    double seconds;
    const char *text;
  } cases[] = {{0, "0 s"},          {-5, "0 s"},          {59.4, "59 s"},
               {59.6, "1:00 min"},  {185, "3:05 min"},    {3600, "1:00:00 h"},
               {3725, "1:02:05 h"}, {1e12, "99:59:59 h"}, {NAN, "99:59:59 h"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[16];
    cli_format_duration(cases[i].seconds, text, sizeof text);
    ck_assert_str_eq(text, cases[i].text);
  }
}
END_TEST

START_TEST(counts_have_three_digits_and_a_prefix) {
  static const struct {
    double count;
    const char *text;
  } cases[] = {{0, "0 cells"},          {512, "512 cells"},    {999, "999 cells"},
               {999.6, "1 k cells"},    {1000, "1 k cells"},   {38400, "38.4 k cells"},
               {999499, "999 k cells"}, {999500, "1 M cells"}, {145e6, "145 M cells"},
               {2.1e9, "2.1 G cells"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[32];
    cli_format_count(cases[i].count, "cells", text, sizeof text);
    ck_assert_str_eq(text, cases[i].text);
  }
}
END_TEST

START_TEST(seconds_have_three_digits) {
  char text[16];
  cli_format_seconds(0.04123, text, sizeof text);
  ck_assert_str_eq(text, "0.0412 s");
  cli_format_seconds(2.1349, text, sizeof text);
  ck_assert_str_eq(text, "2.13 s");
  cli_format_seconds(12345.6, text, sizeof text);
  ck_assert_str_eq(text, "12346 s");
}
END_TEST

START_TEST(text_is_wrapped_at_79_columns) {
  char text[1024];
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  cli_print_wrapped(file,
                    "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo "
                    "pppp qqqq\n\nnew",
                    4, 0);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(text, "    aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm "
                         "nnnn oooo\n    pppp qqqq\n\n    new\n");
}
END_TEST

START_TEST(the_nearest_word_is_a_slip_of_the_pen_away) {
  static const char *const words[] = {"run", "check", "devices"};
  ck_assert_str_eq(cli_nearest("rnu", words, 3), "run");
  ck_assert_str_eq(cli_nearest("chekc", words, 3), "check");
  ck_assert_str_eq(cli_nearest("device", words, 3), "devices");
  ck_assert_ptr_null(cli_nearest("x", words, 3));
  ck_assert_ptr_null(cli_nearest("", words, 3));
  ck_assert_ptr_null(cli_nearest("simulate", words, 3));
  char word[400];
  memset(word, 'x', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  ck_assert_ptr_null(cli_nearest(word, words, 3));
}
END_TEST

TEST_MAIN(durations_are_read_like_a_clock, counts_have_three_digits_and_a_prefix,
          seconds_have_three_digits, text_is_wrapped_at_79_columns,
          the_nearest_word_is_a_slip_of_the_pen_away)
