/* cross_validation.h - leave-one-out cross-validation of weather stations. */
#ifndef SIMOOM_CROSS_VALIDATION_H
#define SIMOOM_CROSS_VALIDATION_H

#include "simoom/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Computes the diagnostic wind at each station without its readings, from the other stations (and
 * the weather model of the case), for all times, and compares it with them: bias, RMSE and error of
 * direction of every station and over all, as text or as JSON of schema simoom.cross_validation/1
 * (docs/commands.md). *report is freed with free(). Errors: ERR_CASE (fewer than two stations
 * without a weather model; another wind model), and those of sm_run. */
SM_PUBLIC SM_CHECKED enum sm_status sm_cross_validate_stations(struct sm_context *ctx,
                                                               const struct sm_case *c,
                                                               const struct sm_run_options *options,
                                                               int json, char **report);

#ifdef __cplusplus
}
#endif
#endif
