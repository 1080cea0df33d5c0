/* Text, calendar and messages. */
#include "base/clock.h"
#include "base/context.h"
#include "base/text.h"
#include "harness.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>

START_TEST(distance_counts_slips_of_the_pen) {
  const char *const keys[] = {"cell_size", "size", "margin"};
  ck_assert_str_eq(sm_text_nearest("cellsize", keys, 3), "cell_size");
  ck_assert_str_eq(sm_text_nearest("amrgin", keys, 3), "margin");
  ck_assert_str_eq(sm_text_nearest("magrni", keys, 3), "margin");
  ck_assert_ptr_null(sm_text_nearest("amrgni", keys + 1, 1));
  ck_assert_ptr_null(sm_text_nearest("temperature", keys, 3));
}
END_TEST

START_TEST(text_grows) {
  struct sm_text text = {0};
  for (int i = 0; i < 100; i++) sm_text_add(&text, "%d,", i);
  ck_assert_uint_eq(text.size, 290);
  ck_assert_str_eq(sm_text_string(&text) + 285, "8,99,");
  sm_text_free(&text);
}
END_TEST

START_TEST(what_does_not_fit_a_buffer_is_cut) {
  struct {
    char text[8], behind;
  } b = {"ab", 'x'};
  sm_text_append(b.text, sizeof b.text, "%s%d", "c", 1);
  ck_assert_str_eq(b.text, "abc1");
  sm_text_append(b.text, sizeof b.text, "%s", "defghij");
  ck_assert_str_eq(b.text, "abc1def");
  sm_text_append(b.text, sizeof b.text, "k");
  ck_assert_str_eq(b.text, "abc1def");
  ck_assert_int_eq(b.behind, 'x');
}
END_TEST

START_TEST(dates_are_read_and_written) {
  double t;
  ck_assert(sm_clock_parse("1970-01-01T00:00:00Z", &t));
  ck_assert_double_eq(t, 0);
  ck_assert(sm_clock_parse("2018-06-25T12:37:00Z", &t));
  ck_assert_double_eq(t, 1529930220);
  ck_assert(sm_clock_parse("2018-06-25 14:37+02:00", &t));
  ck_assert_double_eq(t, 1529930220);
  static const char *const same[] = {"2018-06-25T12:37",        "2018-06-25_12:37:00",
                                     "2018-06-25T14:37+0200",   "2018-06-25T14:37+02",
                                     "2018-06-25 14:37 +02:00", "2018-06-25 12:37:00.0 Z",
                                     "20180625T1237Z",          "20180625T123700",
                                     "20180625T1437+02:00",     "2018-06-25  12:37"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    ck_assert_msg(sm_clock_parse(same[i], &t), "%s", same[i]);
    ck_assert_double_eq(t, 1529930220);
  }
  char text[32];
  sm_clock_format(t, text, sizeof text);
  ck_assert_str_eq(text, "2018-06-25T12:37:00Z");
  const double none[] = {NAN, INFINITY, -INFINITY, 1e19, -1e300};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    sm_clock_format(none[i], text, sizeof text);
    ck_assert_str_eq(text, "no date");
  }
  ck_assert(!sm_clock_parse("2018-02-29T00:00:00Z", &t));
  ck_assert(!sm_clock_parse("2018-06-25T25:00Z", &t));
  ck_assert(!sm_clock_parse("25.6.2018 12:00", &t));
  ck_assert(!sm_clock_parse("2018-06-25T12:00Zx", &t));
}
END_TEST

START_TEST(a_date_without_minutes_is_a_period) {
  double t, length;
  static const char *const days[] = {"2018-06-25", "20180625", "2018-06-25Z"};
  for (size_t i = 0; i < 3; i++) {
    ck_assert(sm_clock_parse_period(days[i], &t, &length) && !sm_clock_parse(days[i], &t));
    ck_assert_double_eq(t, 1529884800);
    ck_assert_double_eq(length, 86400);
  }
  static const char *const hours[] = {"2018-06-25T12", "20180625T12Z", "2018-06-25 14+02:00"};
  for (size_t i = 0; i < 3; i++) {
    ck_assert_msg(sm_clock_parse_period(hours[i], &t, &length), "%s", hours[i]);
    ck_assert_double_eq(t, 1529928000);
    ck_assert_double_eq(length, 3600);
  }
  ck_assert(sm_clock_parse_period("2018-06-25T12:37:30.5Z", &t, &length));
  ck_assert_double_eq(t, 1529930250.5);
  ck_assert_double_eq(length, 0);
  static const char *const none[] = {"2018",
                                     "2018-06",
                                     "2018062",
                                     "2018-06-31",
                                     "2018-06-25T",
                                     "2018-06-25T12:",
                                     "2018-06-25T-1",
                                     "2018-06-25T12:37+",
                                     "2018-06-25T12:37:60x",
                                     "201806251",
                                     "2018-06-25T12:37+15:00"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    ck_assert_msg(!sm_clock_parse_period(none[i], &t, &length), "%s", none[i]);
}
END_TEST

START_TEST(failures_carry_their_message) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_fail(ctx, SM_ERR_CASE, "a %d", 1), SM_ERR_CASE);
  ck_assert_int_eq(sm_fail_add(ctx, SM_ERR_CASE, "b"), SM_ERR_CASE);
  ck_assert_str_eq(sm_context_message(ctx), "a 1\nb");
  sm_warn(ctx, "w %s", "x");
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(sm_context_warning(ctx, 0), "w x");
  double *memory = NULL;
  sm_context_fail_allocation(ctx, 2);
  ck_assert_int_eq(sm_alloc(ctx, 3, sizeof *memory, "three", &memory), SM_OK);
  ck_assert(memory[0] == 0 && memory[2] == 0);
  sm_free(memory);
  ck_assert_int_eq(sm_alloc(ctx, 3, sizeof *memory, "three", &memory), SM_ERR_MEMORY);
  ck_assert_ptr_null(memory);
  ck_assert_int_eq(sm_alloc(ctx, SIZE_MAX / 2, 8, "a lot", &memory), SM_ERR_MEMORY);
  sm_context_destroy(&ctx);
}
END_TEST

static void keep_log(void *user, enum sm_log_level level, const char *text) {
  if (level == SM_LOG_WARNING) sm_text_add(user, "%s;", text);
}

/* Each text is logged at its first time; a trial of what was done before counts none. */
START_TEST(a_warning_that_comes_again_is_counted) {
  struct sm_text log = {0};
  struct sm_context *ctx = NULL;
  const struct sm_context_options options = {.size = sizeof options, .log = keep_log, .user = &log};
  ck_assert_int_eq(sm_context_create(&options, &ctx), SM_OK);
  for (int i = 0; i < 3; i++) sm_warn(ctx, "near the top");
  sm_warn(ctx, "near the side");
  sm_context_repeat(ctx, true);
  sm_warn(ctx, "near the side");
  sm_warn(ctx, "of the trial");
  sm_context_repeat(ctx, false);
  ck_assert_str_eq(sm_text_string(&log), "near the top;near the side;of the trial;");
  ck_assert_int_eq(sm_context_warning_count(ctx), 3);
  ck_assert_int_eq(sm_context_warning_times(ctx, 0), 3);
  ck_assert_int_eq(sm_context_warning_times(ctx, 1), 1);
  ck_assert_int_eq(sm_context_warning_times(ctx, 2), 1);
  ck_assert_int_eq(sm_context_warning_times(ctx, 3), 0);
  sm_text_free(&log);
  sm_context_destroy(&ctx);
}
END_TEST

static void keep_progress(void *user, const char *phase, double fraction) {
  struct sm_text *text = user;
  sm_text_add(text, "%s %g,", phase, fraction);
}

START_TEST(progress_of_a_part_is_that_of_the_whole) {
  struct sm_text text = {0};
  struct sm_context *ctx = NULL;
  const struct sm_context_options options = {
      .size = sizeof options, .progress = keep_progress, .user = &text};
  ck_assert_int_eq(sm_context_create(&options, &ctx), SM_OK);
  sm_progress_part(ctx, "solve", 0.5);
  sm_progress_within(ctx, "winds", 0.25, 0.5);
  sm_progress_part(ctx, "solve", -1);
  sm_progress_part(ctx, "solve", 0.5);
  sm_progress(ctx, "particles", 0.1);
  sm_progress_within(ctx, "flow", 0, 0);
  sm_progress_part(ctx, "solve", 0.7);
  sm_progress_within(ctx, NULL, 0, 0);
  sm_progress_part(ctx, "solve", 1);
  ck_assert_str_eq(sm_text_string(&text),
                   "solve 0.5,winds 0.25,winds 0.375,particles 0.1,solve 1,");
  sm_text_free(&text);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(distance_counts_slips_of_the_pen, text_grows, what_does_not_fit_a_buffer_is_cut,
          dates_are_read_and_written, a_date_without_minutes_is_a_period,
          failures_carry_their_message, a_warning_that_comes_again_is_counted,
          progress_of_a_part_is_that_of_the_whole)
