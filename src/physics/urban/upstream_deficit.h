/* upstream_deficit.h - what blocks of buildings leave of the wind for those downwind of them
 * (docs/theory/urban.md). */
#ifndef SM_PHYSICS_URBAN_UPSTREAM_DEFICIT_H
#define SM_PHYSICS_URBAN_UPSTREAM_DEFICIT_H

#include "domain/domain.h"
#include "domain/grid/state.h"

#include "cell/urban/urban.h"

struct sm_upstream_deficit;

/* For `count` blocks. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_upstream_deficit_create(struct sm_context *ctx,
                                                     const struct sm_domain *domain,
                                                     struct sm_state *state, size_t count,
                                                     struct sm_upstream_deficit **out);
void sm_upstream_deficit_destroy(struct sm_upstream_deficit **shelter);

/* From upwind to downwind, finds the drag of each block and slows the wind at the roofs downwind of
 * it; then finds what is left at the nodes. `z`: device, heights of layers, kept. The blocks have
 * outline, cavity and speed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_upstream_deficit_make(struct sm_context *ctx,
                                                   struct sm_upstream_deficit *shelter,
                                                   struct sm_urban_block *blocks, const float *z);

/* What kernels need; for no shelter all of it empty. */
const struct sm_drag_wake *sm_upstream_deficit_wakes(const struct sm_upstream_deficit *shelter);
struct sm_upstream_deficit_map sm_upstream_deficit_nodes(const struct sm_upstream_deficit *shelter);
/* Layers, from the ground, that have nodes; 0 for no shelter. */
int sm_upstream_deficit_layers(const struct sm_upstream_deficit *shelter);

/* The wake of a block's drag where the wind is `speed` times that which comes at the town (0 to 1).
 * Formulas: docs/theory/urban.md. */
struct sm_drag_wake sm_drag_wake_of(const struct sm_urban_block *block, double speed);

/* Device bytes for so many blocks. */
size_t sm_upstream_deficit_bytes(const struct sm_grid *grid, size_t blocks);
#endif
