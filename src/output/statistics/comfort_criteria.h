/* output/statistics/comfort_criteria.h - published criteria of wind comfort and danger for
 * pedestrians. */
#ifndef SM_OUTPUT_STATISTICS_COMFORT_CRITERIA_H
#define SM_OUTPUT_STATISTICS_COMFORT_CRITERIA_H

#include "case/case.h"

enum { SM_COMFORT_LIMITS = 4 };

/* Classes 1, 2 ... of a place: the first whose speed is exceeded in less than its share of the
 * time; else the one after the last. */
struct sm_comfort_scale {
  enum sm_comfort_criterion criteria;
  const char *variable; /* of files, and field of pictures */
  const char *title, *source;
  const char *names[SM_COMFORT_LIMITS + 1]; /* of the classes */
  int limits;
  struct {
    double speed; /* m/s, mean of an hour */
    double share; /* of the time */
  } limit[SM_COMFORT_LIMITS];
};

/* All scales: of each criteria one of comfort and one of danger. */
const struct sm_comfort_scale *sm_comfort_scales(int *count);

/* The scale of a variable; NULL when there is none. */
const struct sm_comfort_scale *sm_comfort_find(const char *variable);

#endif
