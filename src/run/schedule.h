/* schedule.h - event schedule of a run: of a flow at multiples of a time, of particles after a
 * number of steps. */
#ifndef SM_RUN_SCHEDULE_H
#define SM_RUN_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* An event at the multiples of a time. */
struct sm_timer {
  double every;  /* s; NAN or 0: never */
  double passed; /* multiples of it so far */
};

/* Nothing is due at the start itself. time: s. */
struct sm_timer sm_timer_start(double every, double time);

/* Whether a multiple was reached or passed since the last one that was due. */
bool sm_timer_is_due(struct sm_timer *timer, double time);

/* Events that come after so many steps, in the order in which they come after the same one. */
struct sm_schedule {
  const int64_t *every; /* steps, of each event; 0: never */
  int count;
  int at_end;    /* so many of the first events come after the last step too */
  int64_t steps; /* in all */
};

/* The step after which something comes next, the last one at the latest. */
int64_t sm_schedule_next(const struct sm_schedule *schedule, int64_t step);

/* Whether an event comes after a step. */
bool sm_schedule_is_due(const struct sm_schedule *schedule, int event, int64_t step);

#endif
