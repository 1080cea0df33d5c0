/* metrics.h - statistical metrics of computed against measured values.
 *
 * Definitions: Chang & Hanna, Meteorology and Atmospheric Physics 87 (2004) 167-196; hit rate: VDI
 * 3783 part 9. O is the measured (observed), P the computed (predicted) value, <> a mean. */
#ifndef VALIDATION_RUNNER_METRICS_H
#define VALIDATION_RUNNER_METRICS_H

#include <stddef.h>

enum { CLI_PAIRS = 1024 };

struct cli_pairs {
  double computed[CLI_PAIRS], measured[CLI_PAIRS];
  size_t count;
  size_t lost; /* measured values without a finite computed value, or beyond the capacity */
};

/* Clears the pairs. */
void cli_pairs_clear(struct cli_pairs *pairs);

/* Adds a pair, or counts it as lost; ignored without a measured value. Metrics exclude lost pairs:
 * check `lost` first. */
void cli_pairs_add(struct cli_pairs *pairs, double computed, double measured);

/* Minimum and maximum of two numbers that propagate NaN, unlike fmin and fmax. */
double cli_smaller(double a, double b);
double cli_larger(double a, double b);

/* All are NAN without pairs, and on division by zero. */

double cli_metric_rmse(const struct cli_pairs *pairs);        /* <(P - O)^2>^(1/2) */
double cli_metric_bias(const struct cli_pairs *pairs);        /* <P> - <O> */
double cli_metric_correlation(const struct cli_pairs *pairs); /* Pearson correlation r */
double cli_metric_fac2(const struct cli_pairs *pairs);        /* fraction with 1/2 <= P/O <= 2 */
double cli_metric_fb(const struct cli_pairs *pairs);          /* 2 (<O> - <P>) / (<O> + <P>) */
double cli_metric_nmse(const struct cli_pairs *pairs);        /* <(O - P)^2> / (<O> <P>) */
double cli_metric_nad(const struct cli_pairs *pairs);         /* <|O - P|> / (<O> + <P>) */

/* Number and fraction of pairs with |P - O| <= relative |O| or |P - O| <= absolute. */
double cli_metric_hits(const struct cli_pairs *pairs, double relative, double absolute);
double cli_metric_hit_rate(const struct cli_pairs *pairs, double relative, double absolute);

/* exp<ln O/P> and exp<(ln O/P)^2>; values below the floor (> 0) are replaced by it. */
double cli_metric_mg(const struct cli_pairs *pairs, double floor);
double cli_metric_vg(const struct cli_pairs *pairs, double floor);

/* Fractional speed-up: increase of the speed over a reference at the same height above the
   ground. */
double cli_metric_speed_up(double speed, double reference);

#endif
