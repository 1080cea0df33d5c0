/* physics/flow/walls/faces.h - what the faces of the cells of a flow are (cell/momentum/faces.h).
 */
#ifndef SM_PHYSICS_FLOW_WALLS_FACES_H
#define SM_PHYSICS_FLOW_WALLS_FACES_H

#include "cell/momentum/faces.h"
#include "physics/flow/fields.h"

/* flow->faces; where the wind is lent, who lends it fills them. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_make(struct sm_context *ctx, struct sm_flow *flow);

/* The words of all cells, and of `beyond` of them beyond every side. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_put(struct sm_context *ctx, const struct sm_flow *flow,
                                            int beyond,
                                            int32_t (*word)(const void *self, const int at[3]),
                                            const void *self);

/* The word of a cell of the domain, but for the reach. */
int32_t sm_flow_faces_at(const struct sm_flow *flow, const int at[3]);

/* The faces of a cell of air that are walls to the wind: those of solids, and the sides whose drag
 * is a law's. All of a solid. */
uint8_t sm_flow_wall_faces(const struct sm_flow *flow, const int at[3]);

/* Those that let no scalar through: all of solids, those between air and
 * solids, and walls. */
uint8_t sm_flow_no_flux_faces(const struct sm_flow *flow, const int at[3]);

/* Of its walls those that are smooth. */
uint8_t sm_flow_smooth_faces(const struct sm_flow *flow, const int at[3]);

#endif
