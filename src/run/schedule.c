#include "run/schedule.h"

#include <math.h>

double sm_schedule_next(const struct sm_schedule *schedule, double now) {
  double next = schedule->end;
  for (int e = 0; e < schedule->count; e++) {
    const double every = schedule->every[e];
    if (every > 0) next = fmin(next, (floor(now / every) + 1) * every);
  }
  return next;
}

bool sm_schedule_is_due(const struct sm_schedule *schedule, int event, double before, double now) {
  const double every = schedule->every[event];
  if (!(every > 0)) return false;
  return floor(now / every) > floor(before / every) ||
         (event < schedule->at_end && now == schedule->end);
}
