/* domain/weather/climate.h - wind climate: frequency and speed distribution of each computed wind;
 * exceedance, percentiles.
 *
 * The members of an ensemble are the times of a series, or directions of a wind rose computed at
 * one speed. A member of a wind rose is neutral, and its wind is proportional to the reference
 * speed: at a point a member contributes a factor times a probability distribution, and every
 * statistic of the point is a sum over members (docs/theory/statistics.md).
 */
#ifndef SM_DOMAIN_WEATHER_CLIMATE_H
#define SM_DOMAIN_WEATHER_CLIMATE_H

#include "base/context.h"
#include "input/stations/stations.h"

/* speed_distribution.c */

enum sm_distribution_kind {
  SM_DISTRIBUTION_FIXED,    /* always `scale` */
  SM_DISTRIBUTION_WEIBULL,  /* below s with the probability 1 - exp(-(s / scale)^shape) */
  SM_DISTRIBUTION_HISTOGRAM /* known at the edges of classes, evenly spread within each */
};

struct sm_distribution {
  enum sm_distribution_kind kind;
  double scale, shape;        /* m/s; 1 */
  int classes;                /* at least 1 */
  const double *edge, *below; /* [classes + 1]: m/s, rising; share of the time below, 0 to 1 */
};

double sm_distribution_mean(const struct sm_distribution *distribution); /* m/s */

/* Share of the time in which the speed (m/s) is not exceeded. */
double sm_distribution_cdf(const struct sm_distribution *distribution, double speed);

/* The least speed (m/s) that is not exceeded in a share of the time, 0 < share < 1. */
double sm_distribution_quantile(const struct sm_distribution *distribution, double share);

/* climate.c */

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

/* exceedance.c */

struct sm_exceedance {
  const struct sm_climate *climate; /* borrowed */
  int count;
  double *limit; /* m/s */
  double *power; /* [law][count] of Weibull's laws: (limit / scale)^shape */
};

/* For some limits (m/s, at least 0, copied). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_exceedance_create(struct sm_context *ctx,
                                               const struct sm_climate *climate,
                                               const double *limit, int count,
                                               struct sm_exceedance **out);
void sm_exceedance_destroy(struct sm_exceedance **exceedance);

/* Shares of all time in which a member blows and the speed at a place is more than each limit:
 * [count]. here: m/s, computed there; NAN gives NAN. */
void sm_exceedance_of(const struct sm_exceedance *exceedance, int member, double here, double *out);

/* percentile.c */

/* Memory for the work; one for each thread. */
struct sm_percentile_work;
SM_CHECKED enum sm_status sm_percentile_work_create(struct sm_context *ctx,
                                                    const struct sm_climate *climate,
                                                    struct sm_percentile_work **out);
void sm_percentile_work_destroy(struct sm_percentile_work **room);

/* For each 0 < share[n] < 1 the least speed (m/s) that is not exceeded in that share of all time,
 * exact to single precision: no histograms. here: m/s, computed at the place, of member m at
 * here[m * stride]; NAN in any of them gives NAN. */
void sm_percentiles(const struct sm_climate *climate, struct sm_percentile_work *room,
                    const float *here, size_t stride, const double *share, int count, float *out);

#endif
