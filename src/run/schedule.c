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
