/* schedule.h - event schedule of a run: at multiples of a time (flow), or after a number of steps
 * (particles). */
#ifndef SM_RUN_SCHEDULE_H
#define SM_RUN_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* Timer with events at the multiples of an interval. */
struct sm_timer {
  double every;  /* interval, s; NAN or 0: never */
  double passed; /* number of multiples passed */
};

/* Starts a timer without an event at the start. time: s. */
struct sm_timer sm_timer_start(double every, double time);

/* Whether a multiple was reached or passed since the last event. */
bool sm_timer_is_due(struct sm_timer *timer, double time);

/* Events that occur every given number of steps; simultaneous events occur in list order. */
struct sm_schedule {
  const int64_t *every; /* interval of each event in steps; 0: never */
  int count;
  int at_end;    /* the first at_end events also occur after the last step */
  int64_t steps; /* total number of steps */
};

/* Step of the next event, at most the last step. */
int64_t sm_schedule_next(const struct sm_schedule *schedule, int64_t step);

/* Whether an event occurs after this step. */
bool sm_schedule_is_due(const struct sm_schedule *schedule, int event, int64_t step);

#endif
