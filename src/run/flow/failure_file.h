/* run/flow/failure_file.h - the flow of a run that has failed, to see why. */
#ifndef SM_RUN_FLOW_FAILURE_FILE_H
#define SM_RUN_FLOW_FAILURE_FILE_H

#include "run/outputs.h"

#define SM_FLOW_FAILED_NAME "_failed.nc"
#define SM_FAILED_CELL_NAME "_failed_cell.toml"

/* Writes wind, outputs and what is carried, as they are, numbers or not. Errors: ERR_IO,
 * ERR_DEVICE, ERR_MEMORY, ERR_DATA without NetCDF. */
SM_CHECKED enum sm_status sm_flow_failure_write(struct sm_context *ctx,
                                                struct sm_run_outputs *outputs, const char *path,
                                                const struct sm_flow_view *view,
                                                const char *device);

#endif
