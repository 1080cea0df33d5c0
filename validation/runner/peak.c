#include "peak.h"

#include <math.h>

/* Polynomial through five values, evaluated at a distance from the first (in spacings). */
static double through_five(const double *value, double at) {
  double sum = 0;
  for (int m = 0; m < CLI_PEAK_POINTS; m++) {
    double weight = 1;
    for (int o = 0; o < CLI_PEAK_POINTS; o++)
      if (o != m) weight *= (at - o) / (m - o);
    sum += weight * value[m];
  }
  return sum;
}

double cli_peak(const double *value, size_t count, int sign) {
  int best = 0;
  for (int m = 1; m < (int)count; m++)
    if (sign * value[m] > sign * value[best]) best = m;
  int first = best - CLI_PEAK_POINTS / 2;
  if (first > (int)count - CLI_PEAK_POINTS) first = (int)count - CLI_PEAK_POINTS;
  if (first < 0) first = 0;
  double low = fmax(best - first - 1, 0), high = fmin(best - first + 1, CLI_PEAK_POINTS - 1);
  while (high - low > 1e-9) { /* a single peak lies between them */
    const double third = (high - low) / 3;
    if (sign * through_five(value + first, low + third) <
        sign * through_five(value + first, high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  return through_five(value + first, low);
}

double cli_time_mean(const double *time, const double *value, size_t count, double from) {
  double mean = 0, weight = 0;
  for (size_t m = 1; m < count; m++) {
    const double step = time[m] - time[m - 1];
    if (time[m] < from) continue;
    mean += step * value[m];
    weight += step;
  }
  return mean / weight;
}

double cli_frequency(const double *time, const double *value, size_t count, double from) {
  const double mean = cli_time_mean(time, value, count, from);
  double first = NAN, last = NAN;
  int rises = 0;
  for (size_t m = 1; m < count; m++) {
    const double below = value[m - 1] - mean, above = value[m] - mean;
    if (time[m - 1] < from || !(below < 0 && above >= 0)) continue;
    last = time[m - 1] + (time[m] - time[m - 1]) * -below / (above - below);
    if (rises++ == 0) first = last;
  }
  return rises > 2 ? (rises - 1) / (last - first) : (double)NAN;
}

static double zero_between(const double *at, const double *value) {
  return at[0] + (at[1] - at[0]) * value[0] / (value[0] - value[1]);
}

double cli_last_rise(const double *at, const double *value, size_t count) {
  double found = NAN;
  for (size_t m = 0; m + 1 < count; m++)
    if (value[m] < 0 && value[m + 1] >= 0) found = zero_between(at + m, value + m);
  return found;
}

double cli_first_fall(const double *at, const double *value, size_t count) {
  for (size_t m = 0; m + 1 < count; m++)
    if (value[m] > 0 && value[m + 1] <= 0) return zero_between(at + m, value + m);
  return NAN;
}
