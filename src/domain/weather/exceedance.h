/* exceedance.h - how often limits of the speed are exceeded. */
#ifndef SM_DOMAIN_WEATHER_EXCEEDANCE_H
#define SM_DOMAIN_WEATHER_EXCEEDANCE_H

#include "domain/weather/climate.h"

struct sm_exceedance {
  const struct sm_climate *climate; /* borrowed */
  int count;
  double *limit; /* m/s */
  double *power; /* [law][count] of Weibull's laws: (limit / scale)^shape */
};

/* For some limits (m/s, at least 0, copied). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_exceedance_create(struct sm_context *ctx,
                                               const struct sm_climate *climate,
                                               const double *limit, int count,
                                               struct sm_exceedance **out);
void sm_exceedance_destroy(struct sm_exceedance **exceedance);

/* Shares of all time in which a member blows and the speed at a place is more than each limit:
 * [count]. here: m/s, computed there; NAN gives NAN. */
void sm_exceedance_of(const struct sm_exceedance *exceedance, int member, double here, double *out);

#endif
