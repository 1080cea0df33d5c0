/* chem/integrate/timing.h - how long chemistry takes on a device: what chem_speed.h measures. */
#ifndef SM_CHEM_INTEGRATE_TIMING_H
#define SM_CHEM_INTEGRATE_TIMING_H

#include "lab/chem_speed.h"

struct sm_chem_timing;

/* device, threads: as of sm_device_open. name: of the device, 128 bytes; NULL: nobody asks.
 * Errors: as of sm_device_open, sm_chem_create and sm_reacting_tables. */
SM_CHECKED enum sm_status sm_chem_timing_open(struct sm_context *ctx, const struct sm_mechanism *m,
                                              const char *device, int threads, char *name,
                                              struct sm_chem_timing **out);
void sm_chem_timing_close(struct sm_chem_timing **trial);

/* Cells that begin each call; the arrays are borrowed until the next ones. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_timing_set_cells(struct sm_context *ctx,
                                                   struct sm_chem_timing *trial,
                                                   const struct sm_chem_cells *cells);

/* Seconds of a call, the median of several. failed: cells in the last one. Errors: ERR_DEVICE, as
 * of sm_generate_kinetics; ERR_USAGE (generated kinetics, not on a GPU). */
SM_CHECKED enum sm_status sm_chem_timing_run(struct sm_context *ctx, struct sm_chem_timing *trial,
                                             const struct sm_chem_task *task, double *seconds,
                                             int64_t *failed);

#endif
