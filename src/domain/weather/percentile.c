/* Percentiles of wind speed. */
#include "domain/weather/climate.h"

#include <math.h>
#include <stdlib.h>

/* Share of a member at a point: a scaled distribution or, for times, a speed. */
struct part {
  double factor, weight;
  const struct sm_distribution *distribution;
  double shape, offset; /* Weibull CDF: 1 - exp(-exp(shape ln s - offset)) */
};

struct sm_percentile_work {
  struct part *part;
};

enum sm_status sm_percentile_work_create(struct sm_context *ctx, const struct sm_climate *climate,
                                         struct sm_percentile_work **out) {
  const size_t shares = (size_t)climate->first[climate->member_count];
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "percentiles", out));
  const enum sm_status status =
      sm_alloc(ctx, shares, sizeof *(*out)->part, "percentiles", &(*out)->part);
  if (status != SM_OK) sm_percentile_work_destroy(out);
  return status;
}

void sm_percentile_work_destroy(struct sm_percentile_work **room) {
  if (*room == NULL) return;
  sm_free((*room)->part);
  sm_free(*room);
  *room = NULL;
}

static int compare_speed(const void *a, const void *b) {
  const double p = ((const struct part *)a)->factor, q = ((const struct part *)b)->factor;
  return (p > q) - (p < q);
}

/* Percentile of times sorted by speed, from the cumulative weights. */
static double of_times(const struct part *part, int count, double share) {
  const double rounding = 1e-12;
  double below = 0;
  for (int n = 0; n < count; n++) {
    below += part[n].weight;
    if (below >= share * (1 - rounding)) return part[n].factor;
  }
  return part[count - 1].factor;
}

static double below(const struct part *part, int count, double speed) {
  const double log_speed = log(speed);
  double sum = 0;
  for (int n = 0; n < count; n++) {
    const struct part *p = &part[n];
    sum += p->weight * (p->distribution->kind == SM_DISTRIBUTION_WEIBULL
                            ? 1 - exp(-exp(p->shape * log_speed - p->offset))
                            : sm_distribution_cdf(p->distribution, speed / p->factor));
  }
  return sum;
}

/* Percentile of a mixture of distributions, bracketed by the quantiles of its parts. Regula falsi
 * (Illinois), with bisection in every third step for flat distributions. */
static double of_distributions(const struct part *part, int count, double share) {
  const double precise = 1e-8;
  double low = INFINITY, high = 0, all = 0;
  for (int n = 0; n < count; n++) all += part[n].weight;
  for (int n = 0; n < count; n++) {
    const double own = part[n].factor *
                       sm_distribution_quantile(part[n].distribution, fmin(share / all, 1 - 1e-15));
    low = fmin(low, own);
    high = fmax(high, own);
  }
  if (!(high - low > precise * high)) return high;
  double at_low = below(part, count, low) - share, at_high = below(part, count, high) - share;
  if (at_low >= 0) return low;
  for (int i = 0, side = 0; i < 200 && high - low > precise * high; i++) {
    const double line = (low * at_high - high * at_low) / (at_high - at_low);
    const bool inside = line > low && line < high;
    const double middle = i % 3 == 2 || !inside ? 0.5 * (low + high) : line;
    const double at_middle = below(part, count, middle) - share;
    if (at_middle >= 0) {
      high = middle;
      at_high = at_middle;
      if (side > 0) at_low *= 0.5;
      side = 1;
    } else {
      low = middle;
      at_low = at_middle;
      if (side < 0) at_high *= 0.5;
      side = -1;
    }
  }
  return high;
}

/* Collects the shares with wind at a point; *still: fraction of time without wind there. Returns -1
 * when any speed is NAN. */
static int gather(const struct sm_climate *climate, const float *here, size_t stride,
                  struct part *part, double *still) {
  int count = 0;
  *still = climate->calm;
  for (int m = 0; m < climate->member_count; m++) {
    const double speed = (double)here[(size_t)m * stride];
    if (isnan(speed)) return -1;
    for (int s = climate->first[m]; s < climate->first[m + 1]; s++) {
      const struct sm_climate_share *share = &climate->share[s];
      const struct sm_distribution *distribution = &climate->distribution[share->distribution];
      const double factor = speed / climate->speed;
      if (!(factor > 0)) {
        *still += share->weight;
        continue;
      }
      part[count] = (struct part){factor, share->weight, distribution, distribution->shape, 0};
      if (distribution->kind == SM_DISTRIBUTION_WEIBULL)
        part[count].offset = distribution->shape * log(factor * distribution->scale);
      count++;
    }
  }
  return count;
}

void sm_percentiles(const struct sm_climate *climate, struct sm_percentile_work *room,
                    const float *here, size_t stride, const double *share, int count, float *out) {
  const bool times = climate->from == NULL;
  double still;
  const int parts = gather(climate, here, stride, room->part, &still);
  if (parts > 0 && times) qsort(room->part, (size_t)parts, sizeof *room->part, compare_speed);
  for (int n = 0; n < count; n++) {
    const double moving = share[n] - still;
    if (parts < 0) {
      out[n] = NAN;
    } else if (parts == 0 || !(moving > 1e-12)) {
      out[n] = 0;
    } else {
      out[n] = (float)(times ? of_times(room->part, parts, moving)
                             : of_distributions(room->part, parts, moving));
    }
  }
}
