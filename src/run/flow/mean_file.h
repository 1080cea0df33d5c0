/* run/flow/mean_file.h - the file of means over time of a flow. */
#ifndef SM_RUN_FLOW_MEAN_FILE_H
#define SM_RUN_FLOW_MEAN_FILE_H

#include "physics/flow/statistics/statistics.h"
#include "run/outputs.h"

#define SM_FLOW_MEAN_NAME "_mean.nc"

/* Writes what has been gathered so far; nothing where that is nothing, or the case wants no NetCDF.
 * Errors: ERR_IO, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_mean_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                             const struct sm_flow_view *view, const char *device);

#endif
