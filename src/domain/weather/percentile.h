/* percentile.h - speeds at a place that are not exceeded in a share of the time. */
#ifndef SM_DOMAIN_WEATHER_PERCENTILE_H
#define SM_DOMAIN_WEATHER_PERCENTILE_H

#include "domain/weather/climate.h"

/* Memory for the work; one for each thread. */
struct sm_percentile_work;
SM_CHECKED enum sm_status sm_percentile_work_create(struct sm_context *ctx,
                                                    const struct sm_climate *climate,
                                                    struct sm_percentile_work **out);
void sm_percentile_work_destroy(struct sm_percentile_work **room);

/* For each 0 < share[n] < 1 the least speed (m/s) that is not exceeded in that share of all time,
 * exact to single precision: no histograms. here: m/s, computed at the place, of member m at
 * here[m * stride]; NAN in any of them gives NAN. */
void sm_percentiles(const struct sm_climate *climate, struct sm_percentile_work *room,
                    const float *here, size_t stride, const double *share, int count, float *out);

#endif
