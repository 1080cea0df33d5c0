/* domain/weather/speed_distribution.h - how often a wind is how fast: laws of probability of a
 * speed. */
#ifndef SM_DOMAIN_WEATHER_SPEED_DISTRIBUTION_H
#define SM_DOMAIN_WEATHER_SPEED_DISTRIBUTION_H

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

#endif
