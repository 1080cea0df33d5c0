/* law.h - how often a wind is how fast: laws of probability of a speed. */
#ifndef SM_DOMAIN_LAW_H
#define SM_DOMAIN_LAW_H

enum sm_law_kind {
  SM_LAW_FIXED,   /* always `scale` */
  SM_LAW_WEIBULL, /* below s with the probability 1 - exp(-(s / scale)^shape) */
  SM_LAW_CLASSES  /* known at the edges of classes, evenly spread within each */
};

struct sm_law {
  enum sm_law_kind kind;
  double scale, shape;        /* m/s; 1 */
  int classes;                /* at least 1 */
  const double *edge, *below; /* [classes + 1]: m/s, rising; share of the time below, 0 to 1 */
};

double sm_law_mean(const struct sm_law *law); /* m/s */

/* Share of the time in which the speed (m/s) is not exceeded. */
double sm_law_below(const struct sm_law *law, double speed);

/* The least speed (m/s) that is not exceeded in a share of the time, 0 < share < 1. */
double sm_law_quantile(const struct sm_law *law, double share);

#endif
