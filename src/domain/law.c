#include "domain/law.h"

#include <math.h>

double sm_law_mean(const struct sm_law *law) {
  double sum = 0;
  switch (law->kind) {
  case SM_LAW_WEIBULL: return law->scale * tgamma(1 + 1 / law->shape);
  case SM_LAW_CLASSES:
    for (int c = 0; c < law->classes; c++)
      sum += 0.5 * (law->edge[c] + law->edge[c + 1]) * (law->below[c + 1] - law->below[c]);
    return sum;
  case SM_LAW_FIXED: break;
  }
  return law->scale;
}

/* The last edge at which `value` does not exceed what stands there, classes not among them. */
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

double sm_law_below(const struct sm_law *law, double speed) {
  if (law->kind == SM_LAW_FIXED) return speed >= law->scale ? 1 : 0;
  if (!(speed > 0)) return 0;
  if (law->kind == SM_LAW_WEIBULL) return -expm1(-pow(speed / law->scale, law->shape));
  const int c = find_class(law->edge, law->classes, speed);
  if (speed <= law->edge[c]) return law->below[c];
  const double part = (speed - law->edge[c]) / (law->edge[c + 1] - law->edge[c]);
  return law->below[c] + fmin(part, 1) * (law->below[c + 1] - law->below[c]);
}

double sm_law_quantile(const struct sm_law *law, double share) {
  if (law->kind == SM_LAW_FIXED) return law->scale;
  if (law->kind == SM_LAW_WEIBULL) return law->scale * pow(-log1p(-share), 1 / law->shape);
  const int c = find_class(law->below, law->classes, share);
  const double here = law->below[c + 1] - law->below[c];
  const double part = here > 0 ? fmin((share - law->below[c]) / here, 1) : 1;
  return law->edge[c] + part * (law->edge[c + 1] - law->edge[c]);
}
