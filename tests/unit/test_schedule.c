/* Events of a run at multiples of a time or of a number of steps. */
#include "harness.h"

#include "run/schedule.h"
#include <check.h>
#include <math.h>
#include <stddef.h>

static const double every[] = {4, 6, 0, (double)NAN};
static const struct sm_schedule schedule = {every, 4, 1, 15};

START_TEST(next_is_the_nearest_multiple_or_the_end) {
  static const double next[][2] = {{0, 4}, {4, 6}, {5, 6}, {6, 8}, {8, 12}, {12, 15}, {13, 15}};
  for (size_t n = 0; n < sizeof next / sizeof *next; n++)
    ck_assert_double_eq(sm_schedule_next(&schedule, next[n][0]), next[n][1]);
}
END_TEST

START_TEST(multiples_are_due_once) {
  ck_assert(!sm_schedule_is_due(&schedule, 0, 0, 3.9)); /* nothing at the start */
  ck_assert(sm_schedule_is_due(&schedule, 0, 3.9, 4));
  ck_assert(!sm_schedule_is_due(&schedule, 0, 4, 7.9));
  ck_assert(sm_schedule_is_due(&schedule, 0, 7, 13)); /* both passed: once */
  ck_assert(!sm_schedule_is_due(&schedule, 2, 0, 15));
  ck_assert(!sm_schedule_is_due(&schedule, 3, 0, 15));
}
END_TEST

START_TEST(the_first_events_come_at_the_end_too) {
  ck_assert(sm_schedule_is_due(&schedule, 0, 13, 15));
  ck_assert(!sm_schedule_is_due(&schedule, 1, 13, 15));
}
END_TEST

START_TEST(steps_are_counted_exactly) {
  static const double third = 3;
  const struct sm_schedule long_run = {&third, 1, 0, 4294967295.0};
  ck_assert_double_eq(sm_schedule_next(&long_run, 4294967289.0), 4294967292.0);
  ck_assert(!sm_schedule_is_due(&long_run, 0, 4294967289.0, 4294967291.0));
  ck_assert(sm_schedule_is_due(&long_run, 0, 4294967291.0, 4294967292.0));
}
END_TEST

TEST_MAIN(next_is_the_nearest_multiple_or_the_end, multiples_are_due_once,
          the_first_events_come_at_the_end_too, steps_are_counted_exactly)
