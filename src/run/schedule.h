/* schedule.h - events of a run that come at the multiples of an interval. */
#ifndef SM_RUN_SCHEDULE_H
#define SM_RUN_SCHEDULE_H

#include <stdbool.h>

struct sm_timer {
  double every;  /* s; NAN or 0: never */
  double passed; /* multiples of it so far */
};

/* Nothing is due at the start itself. time: s. */
struct sm_timer sm_timer_start(double every, double time);

/* Whether a multiple was reached or passed since the last one that was due. */
bool sm_timer_is_due(struct sm_timer *timer, double time);

#endif
