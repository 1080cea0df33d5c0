/* Exceedance probability of wind speed limits. */
#include "domain/weather/climate.h"

#include <math.h>
#include <string.h>

enum sm_status sm_exceedance_create(struct sm_context *ctx, const struct sm_climate *climate,
                                    const double *limit, int count, struct sm_exceedance **out) {
  const size_t limits = (size_t)count;
  struct sm_exceedance *e = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *e, "limits of the speed", &e));
  enum sm_status status = SM_OK;
  e->climate = climate;
  e->count = count;
  SM_TRY_DONE(sm_alloc(ctx, limits, sizeof *limit, "limits of the speed", &e->limit));
  SM_TRY_DONE(sm_alloc(ctx, limits * (size_t)climate->distribution_count, sizeof *e->power,
                       "limits of the speed", &e->power));
  if (count > 0) memcpy(e->limit, limit, limits * sizeof *limit);
  for (int distribution = 0; distribution < climate->distribution_count; distribution++)
    for (int n = 0;
         n < count && climate->distribution[distribution].kind == SM_DISTRIBUTION_WEIBULL; n++)
      e->power[distribution * count + n] = pow(limit[n] / climate->distribution[distribution].scale,
                                               climate->distribution[distribution].shape);
done:
  if (status != SM_OK) sm_exceedance_destroy(&e);
  *out = e;
  return status;
}

void sm_exceedance_destroy(struct sm_exceedance **exceedance) {
  if (*exceedance == NULL) return;
  sm_free((*exceedance)->limit);
  sm_free((*exceedance)->power);
  sm_free(*exceedance);
  *exceedance = NULL;
}

void sm_exceedance_of(const struct sm_exceedance *exceedance, int member, double here,
                      double *out) {
  const struct sm_climate *climate = exceedance->climate;
  const double factor = here / climate->speed, log_factor = log(factor);
  const int count = exceedance->count;
  for (int n = 0; n < count; n++) out[n] = isnan(here) ? (double)NAN : 0;
  if (!(factor > 0)) return; /* calm: no limit is exceeded */
  for (int s = climate->first[member]; s < climate->first[member + 1]; s++) {
    const struct sm_climate_share *share = &climate->share[s];
    const struct sm_distribution *distribution = &climate->distribution[share->distribution];
    if (distribution->kind == SM_DISTRIBUTION_WEIBULL) {
      const double *power = exceedance->power + (size_t)share->distribution * (size_t)count;
      const double slower = exp(-distribution->shape * log_factor);
      for (int n = 0; n < count; n++) out[n] += share->weight * exp(-power[n] * slower);
    } else {
      for (int n = 0; n < count; n++)
        out[n] +=
            share->weight * (1 - sm_distribution_cdf(distribution, exceedance->limit[n] / factor));
    }
  }
}
