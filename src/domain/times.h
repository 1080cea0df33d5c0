/* times.h - when the wind is computed, and what a station measured then. */
#ifndef SM_DOMAIN_TIMES_H
#define SM_DOMAIN_TIMES_H

#include "case/case.h"
#include "domain/domain.h"

/* More times than this are a slip of the pen. */
enum { SM_MOST_TIMES = 1000000 };

/* The times of the stations' readings (domain/weather.h), rising, at least one; NAN when nothing is
 * timed and the case has no start. Freed with sm_free. Errors: ERR_CASE, ERR_DATA (no reading in
 * the window), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_times_find(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_case_station *const *station,
                                        size_t station_count, double **time, int *count);

/* What a station measured at a time, by height; NAN in `time`: its readings without a time. With
 * `interpolate` between the readings before and after, level by level. Writes at most
 * reading_count readings and returns how many; 0 when there is none.
 * turn: deg, added to directions to make them grid directions. */
int sm_times_measure(const struct sm_case_station *station, double time, bool interpolate,
                     double turn, struct sm_reading *out);

#endif
