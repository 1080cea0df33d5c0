/* metrics.c - statistical metrics of computed against measured values. */
#include "lab/metrics.h"

#include <math.h>

static double mean(const double *value, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += value[i];
  return sum / (double)count;
}

static double mean_square_error(struct sm_pairs p) {
  double sum = 0;
  for (size_t i = 0; i < p.count; i++) sum += pow(p.computed[i] - p.measured[i], 2);
  return sum / (double)p.count;
}

/* NAN instead of infinity. */
static double ratio(double a, double b) { return b < 0 || b > 0 ? a / b : (double)NAN; }

double sm_metric_rmse(struct sm_pairs pairs) { return sqrt(mean_square_error(pairs)); }

double sm_metric_bias(struct sm_pairs pairs) {
  return mean(pairs.computed, pairs.count) - mean(pairs.measured, pairs.count);
}

double sm_metric_correlation(struct sm_pairs pairs) {
  const double p = mean(pairs.computed, pairs.count), o = mean(pairs.measured, pairs.count);
  double pp = 0, oo = 0, po = 0;
  for (size_t i = 0; i < pairs.count; i++) {
    const double dp = pairs.computed[i] - p, d_o = pairs.measured[i] - o;
    pp += dp * dp;
    oo += d_o * d_o;
    po += dp * d_o;
  }
  return ratio(po, sqrt(pp) * sqrt(oo));
}

double sm_metric_fac2(struct sm_pairs pairs) {
  size_t within = 0;
  for (size_t i = 0; i < pairs.count; i++) {
    const double p = pairs.computed[i], o = pairs.measured[i];
    const double size = fabs(o), towards = o < 0 ? -p : p;
    within += towards >= 0.5 * size && towards <= 2 * size;
  }
  return ratio((double)within, (double)pairs.count);
}

double sm_metric_fb(struct sm_pairs pairs) {
  const double p = mean(pairs.computed, pairs.count), o = mean(pairs.measured, pairs.count);
  return ratio(2 * (o - p), o + p);
}

double sm_metric_nmse(struct sm_pairs pairs) {
  const double p = mean(pairs.computed, pairs.count), o = mean(pairs.measured, pairs.count);
  return ratio(mean_square_error(pairs), o * p);
}

double sm_metric_nad(struct sm_pairs pairs) {
  const double p = mean(pairs.computed, pairs.count), o = mean(pairs.measured, pairs.count);
  double sum = 0;
  for (size_t i = 0; i < pairs.count; i++) sum += fabs(pairs.measured[i] - pairs.computed[i]);
  return ratio(sum / (double)pairs.count, o + p);
}

double sm_metric_hits(struct sm_pairs pairs, double relative, double absolute) {
  size_t hits = 0;
  for (size_t i = 0; i < pairs.count; i++) {
    const double off = fabs(pairs.computed[i] - pairs.measured[i]);
    hits += off <= relative * fabs(pairs.measured[i]) || off <= absolute;
  }
  return pairs.count > 0 ? (double)hits : (double)NAN;
}

double sm_metric_hit_rate(struct sm_pairs pairs, double relative, double absolute) {
  return sm_metric_hits(pairs, relative, absolute) / (double)pairs.count;
}

/* <(ln O/P)^power> */
static double mean_logarithm(struct sm_pairs pairs, double floor, int power) {
  double sum = 0;
  for (size_t i = 0; i < pairs.count; i++) {
    const double o = fmax(pairs.measured[i], floor), p = fmax(pairs.computed[i], floor);
    const double logarithm = log(o / p);
    sum += power == 1 ? logarithm : logarithm * logarithm;
  }
  return sum / (double)pairs.count;
}

double sm_metric_mg(struct sm_pairs pairs, double floor) {
  return exp(mean_logarithm(pairs, floor, 1));
}

double sm_metric_vg(struct sm_pairs pairs, double floor) {
  return exp(mean_logarithm(pairs, floor, 2));
}
