#include "metrics.h"

#include <math.h>

void cli_pairs_clear(struct cli_pairs *pairs) { pairs->count = pairs->lost = 0; }

void cli_pairs_add(struct cli_pairs *pairs, double computed, double measured) {
  if (!isfinite(measured)) return;
  if (!isfinite(computed) || pairs->count == CLI_PAIRS) {
    pairs->lost++;
    return;
  }
  pairs->computed[pairs->count] = computed;
  pairs->measured[pairs->count++] = measured;
}

double cli_smaller(double a, double b) { return isnan(a) || a <= b ? a : b; }
double cli_larger(double a, double b) { return isnan(a) || a >= b ? a : b; }

static double mean(const double *value, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += value[i];
  return sum / (double)count;
}

static double mean_square_error(const struct cli_pairs *p) {
  double sum = 0;
  for (size_t i = 0; i < p->count; i++) sum += pow(p->computed[i] - p->measured[i], 2);
  return sum / (double)p->count;
}

/* NAN instead of infinity. */
static double ratio(double a, double b) { return b < 0 || b > 0 ? a / b : (double)NAN; }

double cli_metric_rmse(const struct cli_pairs *pairs) { return sqrt(mean_square_error(pairs)); }

double cli_metric_bias(const struct cli_pairs *pairs) {
  return mean(pairs->computed, pairs->count) - mean(pairs->measured, pairs->count);
}

double cli_metric_correlation(const struct cli_pairs *pairs) {
  const double p = mean(pairs->computed, pairs->count), o = mean(pairs->measured, pairs->count);
  double pp = 0, oo = 0, po = 0;
  for (size_t i = 0; i < pairs->count; i++) {
    const double dp = pairs->computed[i] - p, d_o = pairs->measured[i] - o;
    pp += dp * dp;
    oo += d_o * d_o;
    po += dp * d_o;
  }
  return ratio(po, sqrt(pp) * sqrt(oo));
}

double cli_metric_fac2(const struct cli_pairs *pairs) {
  size_t within = 0;
  for (size_t i = 0; i < pairs->count; i++) {
    const double p = pairs->computed[i], o = pairs->measured[i];
    const double size = fabs(o), towards = o < 0 ? -p : p;
    within += towards >= 0.5 * size && towards <= 2 * size;
  }
  return ratio((double)within, (double)pairs->count);
}

double cli_metric_fb(const struct cli_pairs *pairs) {
  const double p = mean(pairs->computed, pairs->count), o = mean(pairs->measured, pairs->count);
  return ratio(2 * (o - p), o + p);
}

double cli_metric_nmse(const struct cli_pairs *pairs) {
  const double p = mean(pairs->computed, pairs->count), o = mean(pairs->measured, pairs->count);
  return ratio(mean_square_error(pairs), o * p);
}

double cli_metric_nad(const struct cli_pairs *pairs) {
  const double p = mean(pairs->computed, pairs->count), o = mean(pairs->measured, pairs->count);
  double sum = 0;
  for (size_t i = 0; i < pairs->count; i++) sum += fabs(pairs->measured[i] - pairs->computed[i]);
  return ratio(sum / (double)pairs->count, o + p);
}

double cli_metric_hits(const struct cli_pairs *pairs, double relative, double absolute) {
  size_t hits = 0;
  for (size_t i = 0; i < pairs->count; i++) {
    const double off = fabs(pairs->computed[i] - pairs->measured[i]);
    hits += off <= relative * fabs(pairs->measured[i]) || off <= absolute;
  }
  return pairs->count > 0 ? (double)hits : (double)NAN;
}

double cli_metric_hit_rate(const struct cli_pairs *pairs, double relative, double absolute) {
  return cli_metric_hits(pairs, relative, absolute) / (double)pairs->count;
}

/* <(ln O/P)^power> */
static double mean_logarithm(const struct cli_pairs *pairs, double floor, int power) {
  double sum = 0;
  for (size_t i = 0; i < pairs->count; i++) {
    const double o = fmax(pairs->measured[i], floor), p = fmax(pairs->computed[i], floor);
    const double logarithm = log(o / p);
    sum += power == 1 ? logarithm : logarithm * logarithm;
  }
  return sum / (double)pairs->count;
}

double cli_metric_mg(const struct cli_pairs *pairs, double floor) {
  return exp(mean_logarithm(pairs, floor, 1));
}

double cli_metric_vg(const struct cli_pairs *pairs, double floor) {
  return exp(mean_logarithm(pairs, floor, 2));
}

double cli_metric_speed_up(double speed, double reference) { return ratio(speed, reference) - 1; }
