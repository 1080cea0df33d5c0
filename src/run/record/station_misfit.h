/* run/record/station_misfit.h - misfit of the diagnostic wind at the stations: the wind of the
 * files minus the readings. A mass-consistent wind need not meet what it was made from. */
#ifndef SM_RUN_RECORD_STATION_MISFIT_H
#define SM_RUN_RECORD_STATION_MISFIT_H

#include "output/face_wind.h"
#include "simoom/run.h"

/* Compares the wind of a time, in host memory, with the readings of that time, tells each in a
 * verbose run, and keeps the largest misfit of each station in its row of the summary. */
void sm_misfit_add(struct sm_context *ctx, const struct sm_domain *domain,
                   const struct sm_face_wind *wind, int time, struct sm_run_summary *summary);

/* Warns of the stations whose readings were not met within 10 % or 0.1 m/s, the larger counts, and
 * of those whose readings could not be compared since there is no air. */
void sm_misfit_warn(struct sm_context *ctx, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_run_summary *summary);

#endif
