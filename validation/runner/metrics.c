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

struct sm_pairs cli_pairs_of(const struct cli_pairs *pairs) {
  return (struct sm_pairs){pairs->computed, pairs->measured, pairs->count};
}
