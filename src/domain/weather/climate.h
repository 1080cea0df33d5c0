/* domain/weather/climate.h - wind climate: frequency and speed distribution of
 * each computed wind; exceedance, percentiles.
 *
 * The members of an ensemble are the times of a series, or the directions of a
 * wind rose computed at one speed. Members of a wind rose are neutral, so their
 * wind is proportional to the reference speed. At a point each member contributes
 * a scaled probability distribution, and every statistic is a sum over the
 * members (docs/theory/statistics.md). */
#ifndef SM_DOMAIN_WEATHER_CLIMATE_H
#define SM_DOMAIN_WEATHER_CLIMATE_H

#include "base/context.h"
#include "input/stations/stations.h"

/* speed_distribution.c */

enum sm_distribution_kind {
  SM_DISTRIBUTION_FIXED,    /* always `scale` */
  SM_DISTRIBUTION_WEIBULL,  /* cumulative probability of speed s: 1 - exp(-(s / scale)^shape) */
  SM_DISTRIBUTION_HISTOGRAM /* cumulative probability at class edges, uniform within each class */
};

struct sm_distribution {
  enum sm_distribution_kind kind;
  double scale, shape;        /* m/s; 1 */
  int classes;                /* at least 1 */
  const double *edge, *below; /* [classes + 1]: m/s, rising; cumulative frequency, 0 to 1 */
};

double sm_distribution_mean(const struct sm_distribution *distribution); /* m/s */

/* Cumulative distribution function: fraction of time with a speed (m/s) not above `speed`. */
double sm_distribution_cdf(const struct sm_distribution *distribution, double speed);

/* Quantile: lowest speed (m/s) not exceeded in a fraction `share` of time, 0 < share < 1. */
double sm_distribution_quantile(const struct sm_distribution *distribution, double share);

/* climate.c */

/* Fraction of time in which a member follows one speed distribution. */
struct sm_climate_share {
  int distribution; /* distribution of the reference speed */
  double weight;    /* fraction of all time */
};

struct sm_climate {
  int member_count;
  double *from;   /* wind direction of each member, deg clockwise from true north; NULL: times */
  double speed;   /* reference speed of the computed members, m/s; 1 for times */
  double *weight; /* sum of the shares of each member; with `calm` they sum to 1 */
  double calm;    /* fraction of time without wind */
  int *first;     /* [member_count + 1] shares of member m: first[m] .. first[m + 1] - 1 */
  struct sm_climate_share *share;
  struct sm_distribution *distribution;
  int distribution_count;
  double *number; /* storage of the histogram edges */
};

/* Climate with times as members: frequency by weight (NULL: equal), speed as computed. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_climate_of_times(struct sm_context *ctx, int count,
                                              const double *weight, struct sm_climate **out);

/* Climate with directions `from` as members (count different directions, deg, rising, 0 <= from <
 * 360). Each represents the arc between the midpoints to its neighbours. The wind of a sector of
 * the table is spread evenly over the sector. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_climate_of_rose(struct sm_context *ctx,
                                             const struct sm_rose_table *table, int count,
                                             const double *from, double speed,
                                             struct sm_climate **out);
void sm_climate_destroy(struct sm_climate **climate);

/* Weight of a member in time means: its share of time times the mean reference speed over
 * `speed`. */
double sm_climate_mean(const struct sm_climate *climate, int member);

/* exceedance.c */

struct sm_exceedance {
  const struct sm_climate *climate; /* borrowed */
  int count;
  double *limit; /* m/s */
  double *power; /* [distribution][count] for Weibull distributions: (limit / scale)^shape */
};

/* Prepares exceedance of speed limits (m/s, at least 0, copied). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_exceedance_create(struct sm_context *ctx,
                                               const struct sm_climate *climate,
                                               const double *limit, int count,
                                               struct sm_exceedance **out);
void sm_exceedance_destroy(struct sm_exceedance **exceedance);

/* Fraction of all time in which a member blows and the speed at a point exceeds each limit,
 * [count]. here: computed speed at the point, m/s; NAN gives NAN. */
void sm_exceedance_of(const struct sm_exceedance *exceedance, int member, double here, double *out);

/* percentile.c */

/* Work memory; one for each thread. */
struct sm_percentile_work;
SM_CHECKED enum sm_status sm_percentile_work_create(struct sm_context *ctx,
                                                    const struct sm_climate *climate,
                                                    struct sm_percentile_work **out);
void sm_percentile_work_destroy(struct sm_percentile_work **room);

/* Percentiles: for each 0 < share[n] < 1 the lowest speed (m/s) not exceeded in that fraction of
 * time, exact to single precision, without binning. here: computed speed at the point, m/s, for
 * member m at here[m * stride]; NAN in any of them gives NAN. */
void sm_percentiles(const struct sm_climate *climate, struct sm_percentile_work *room,
                    const float *here, size_t stride, const double *share, int count, float *out);

#endif
