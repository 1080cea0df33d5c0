/* wind_times.h - when winds are that are not computed from weather. */
#ifndef SM_DOMAIN_WEATHER_WIND_TIMES_H
#define SM_DOMAIN_WEATHER_WIND_TIMES_H

#include "domain/domain.h"

/* Fills the times of domain->weather, and tells where its winds come from; it has no stations.
 * Without case.start the times are relative. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_times_find(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_domain *domain);

#endif
