/* schedule.h - event schedule of a run: of a flow by time, of particles by steps. */
#ifndef SM_RUN_SCHEDULE_H
#define SM_RUN_SCHEDULE_H

#include <stdbool.h>

/* Events at multiples of a time or of a number of steps, in the order in which they come after the
 * same step. */
struct sm_schedule {
  const double *every; /* of each event, s or steps; NAN or 0: never */
  int count;
  int at_end; /* so many of the first events come at the end too */
  double end; /* s or steps in all */
};

/* When something comes next after `now`, the end at the latest. */
double sm_schedule_next(const struct sm_schedule *schedule, double now);

/* Whether an event comes after `before`, up to `now`. */
bool sm_schedule_is_due(const struct sm_schedule *schedule, int event, double before, double now);

#endif
