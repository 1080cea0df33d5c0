/* tiles.h - the faces of the wind that are walls, or have walls beside them, in tiles
 * (cell/momentum/walls.h). */
#ifndef SM_PHYSICS_FLOW_WALLS_TILES_H
#define SM_PHYSICS_FLOW_WALLS_TILES_H

#include "physics/flow/fields.h"

/* From flow->faces. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_walls_make(struct sm_context *ctx, struct sm_flow *flow);

/* Bytes of the device that they take, but for those of sides that are walls. */
size_t sm_flow_walls_bytes(const struct sm_domain *domain);

/* What walls make of component d of a stage, after its momentum. Winds: `now` of the stage, `to`
 * its result; share: of the time step. */
void sm_flow_walls_apply(const struct sm_flow *flow, int d, int now, int to, double share);

#endif
