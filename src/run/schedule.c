#include "run/schedule.h"

#include <math.h>

struct sm_timer sm_timer_start(double every, double time) {
  return (struct sm_timer){.every = every, .passed = every > 0 ? floor(time / every) : 0};
}

bool sm_timer_is_due(struct sm_timer *timer, double time) {
  if (!(timer->every > 0) || !(floor(time / timer->every) > timer->passed)) return false;
  timer->passed = floor(time / timer->every);
  return true;
}

int64_t sm_schedule_next(const struct sm_schedule *schedule, int64_t step) {
  int64_t next = schedule->steps;
  for (int e = 0; e < schedule->count; e++) {
    const int64_t every = schedule->every[e];
    const int64_t multiple = every > 0 ? (step / every + 1) * every : next;
    if (multiple < next) next = multiple;
  }
  return next;
}

bool sm_schedule_is_due(const struct sm_schedule *schedule, int event, int64_t step) {
  const int64_t every = schedule->every[event];
  return every > 0 && (step % every == 0 || (event < schedule->at_end && step == schedule->steps));
}
