/* sheltering.h - what blocks of buildings leave of the wind for those downwind of them
 * (docs/theory/urban.md). */
#ifndef SM_PHYSICS_SHELTERING_H
#define SM_PHYSICS_SHELTERING_H

#include "domain/domain.h"
#include "domain/state.h"

#include "cell/urban.h"

struct sm_sheltering;

/* For `count` blocks. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_sheltering_create(struct sm_context *ctx,
                                               const struct sm_domain *domain,
                                               struct sm_state *state, size_t count,
                                               struct sm_sheltering **out);
void sm_sheltering_destroy(struct sm_sheltering **shelter);

/* From upwind to downwind, finds the drag of each block and slows the wind at the roofs downwind of
 * it; then finds what is left at the nodes. `z`: device, heights of layers, kept. The blocks have
 * outline, cavity and speed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_sheltering_make(struct sm_context *ctx, struct sm_sheltering *shelter,
                                             struct sm_block *blocks, const float *z);

/* What kernels need; for no shelter all of it empty. */
const struct sm_drag *sm_sheltering_drags(const struct sm_sheltering *shelter);
struct sm_sheltering_map sm_sheltering_nodes(const struct sm_sheltering *shelter);
/* Layers, from the ground, that have nodes; 0 for no shelter. */
int sm_sheltering_layers(const struct sm_sheltering *shelter);

/* The wake of a block's drag where the wind is `speed` times that which comes at the town (0 to 1).
 * Formulas: docs/theory/urban.md. */
struct sm_drag sm_drag_of(const struct sm_block *block, double speed);

/* Device bytes for so many blocks. */
size_t sm_sheltering_bytes(const struct sm_grid *grid, size_t blocks);
#endif
