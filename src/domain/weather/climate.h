/* climate.h - how often each computed wind blows, and how fast it then is.
 *
 * The members of an ensemble are the times of a series, or directions of a wind rose computed at
 * one speed. A wind whose speed the case does not know beforehand is neutral, and all of it grows
 * with the speed at the reference: so what a place has of a member is a factor times a law of
 * probability, and every statistic of the place is a sum over members (docs/theory/statistics.md).
 */
#ifndef SM_DOMAIN_WEATHER_CLIMATE_H
#define SM_DOMAIN_WEATHER_CLIMATE_H

#include "base/context.h"
#include "domain/weather/speed_distribution.h"
#include "input/stations/rose_table.h"

/* A part of the time in which a member blows by a law. */
struct sm_climate_share {
  int distribution; /* of the speed at the reference */
  double weight;    /* share of all time */
};

struct sm_climate {
  int member_count;
  double *from;   /* deg, where each comes from, clockwise from true north; NULL: times */
  double speed;   /* m/s at the reference with which the members are computed; of times 1 */
  double *weight; /* of each member, sum of its shares; with `calm` they sum to 1 */
  double calm;    /* share of the time without any wind */
  int *first;     /* [member_count + 1] shares of a member: first[m] .. first[m + 1] - 1 */
  struct sm_climate_share *share;
  struct sm_distribution *distribution;
  int distribution_count;
  double *number; /* what the laws' edges lie in */
};

/* Members that are times: each as often as its weight (NULL: all alike), at the speed computed.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_climate_of_times(struct sm_context *ctx, int count,
                                              const double *weight, struct sm_climate **out);

/* Members that come from `from` (count different directions, deg, rising, 0 <= from < 360), each
 * standing for the arc up to the middles between it and its neighbours. The wind of a sector of the
 * table comes evenly from all over it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_climate_of_rose(struct sm_context *ctx,
                                             const struct sm_rose_table *table, int count,
                                             const double *from, double speed,
                                             struct sm_climate **out);
void sm_climate_destroy(struct sm_climate **climate);

/* Mean, over all time, of the speed at the reference while a member blows, relative to `speed`:
 * what the member's wind is multiplied by in a mean. */
double sm_climate_mean(const struct sm_climate *climate, int member);

#endif
