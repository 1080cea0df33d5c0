/* carried_checkpoint.h - stopping and going on with what the wind of a run carries. */
#ifndef SM_RUN_CARRIED_CHECKPOINT_H
#define SM_RUN_CARRIED_CHECKPOINT_H

#include "run/carried.h"

#define SM_CHECKPOINT_NAME "_checkpoint.nc"

/* Room for one more interval in the series. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_carried_grow_series(struct sm_context *ctx,
                                                 struct sm_carried *carried);

/* Reads the checkpoint in the folder of the outputs; the engine takes its parts with the first
 * wind. Errors: ERR_DATA (there is none, or it does not fit), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_carried_load(struct sm_context *ctx, struct sm_carried *carried);

/* Writes it, once the files so far have their names. Errors: ERR_IO, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_carried_save(struct sm_context *ctx, struct sm_carried *carried);

#endif
