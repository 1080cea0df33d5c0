/* Probability distributions of wind speed. */
#include "domain/weather/climate.h"

#include <math.h>

double sm_distribution_mean(const struct sm_distribution *distribution) {
  double sum = 0;
  switch (distribution->kind) {
  case SM_DISTRIBUTION_WEIBULL: return distribution->scale * tgamma(1 + 1 / distribution->shape);
  case SM_DISTRIBUTION_HISTOGRAM:
    for (int c = 0; c < distribution->classes; c++)
      sum += 0.5 * (distribution->edge[c] + distribution->edge[c + 1]) *
             (distribution->below[c + 1] - distribution->below[c]);
    return sum;
  case SM_DISTRIBUTION_FIXED: break;
  }
  return distribution->scale;
}

/* Index of the last edge below `value`; the upper edge is excluded. */
static int find_class(const double *rising, int classes, double value) {
  int low = 0, high = classes - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (rising[middle] < value) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

double sm_distribution_cdf(const struct sm_distribution *distribution, double speed) {
  if (distribution->kind == SM_DISTRIBUTION_FIXED) return speed >= distribution->scale ? 1 : 0;
  if (!(speed > 0)) return 0;
  if (distribution->kind == SM_DISTRIBUTION_WEIBULL)
    return -expm1(-pow(speed / distribution->scale, distribution->shape));
  const int c = find_class(distribution->edge, distribution->classes, speed);
  if (speed <= distribution->edge[c]) return distribution->below[c];
  const double part =
      (speed - distribution->edge[c]) / (distribution->edge[c + 1] - distribution->edge[c]);
  return distribution->below[c] +
         fmin(part, 1) * (distribution->below[c + 1] - distribution->below[c]);
}

double sm_distribution_quantile(const struct sm_distribution *distribution, double share) {
  if (distribution->kind == SM_DISTRIBUTION_FIXED) return distribution->scale;
  if (distribution->kind == SM_DISTRIBUTION_WEIBULL)
    return distribution->scale * pow(-log1p(-share), 1 / distribution->shape);
  const int c = find_class(distribution->below, distribution->classes, share);
  const double here = distribution->below[c + 1] - distribution->below[c];
  const double part = here > 0 ? fmin((share - distribution->below[c]) / here, 1) : 1;
  return distribution->edge[c] + part * (distribution->edge[c + 1] - distribution->edge[c]);
}
