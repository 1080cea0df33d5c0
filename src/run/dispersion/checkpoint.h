/* run/dispersion/checkpoint.h - stopping and going on with what the wind of a run carries. */
#ifndef SM_RUN_DISPERSION_CHECKPOINT_H
#define SM_RUN_DISPERSION_CHECKPOINT_H

#include "run/dispersion/dispersion.h"

#define SM_CHECKPOINT_NAME "_checkpoint.nc"

/* Room for one more interval in the series. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_grow_series(struct sm_context *ctx,
                                                    struct sm_dispersion *dispersion);

/* Reads the checkpoint in the folder of the outputs; the engine takes its parts with the first
 * wind. Errors: ERR_DATA (there is none, or it does not fit), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_load(struct sm_context *ctx,
                                             struct sm_dispersion *dispersion);

/* Writes it, once the files so far have their names. Errors: ERR_IO, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_dispersion_save(struct sm_context *ctx,
                                             struct sm_dispersion *dispersion);

#endif
