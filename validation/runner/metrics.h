/* metrics.h - pairs of computed and measured values for the metrics of lab/metrics.h. */
#ifndef VALIDATION_RUNNER_METRICS_H
#define VALIDATION_RUNNER_METRICS_H

#include <lab/metrics.h>
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

/* The pairs, for the metrics of lab/metrics.h. */
struct sm_pairs cli_pairs_of(const struct cli_pairs *pairs);

/* Minimum and maximum of two numbers that propagate NaN, unlike fmin and fmax. */
double cli_smaller(double a, double b);
double cli_larger(double a, double b);

#endif
