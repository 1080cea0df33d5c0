/* flow_faces.h - what the faces of the cells of a flow are (cell/faces.h). */
#ifndef SM_PHYSICS_FLOW_FACES_H
#define SM_PHYSICS_FLOW_FACES_H

#include "cell/faces.h"
#include "physics/flow.h"

/* flow->faces. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_make(struct sm_context *ctx, struct sm_flow *flow);
void sm_flow_faces_free(struct sm_flow *flow);

/* The faces of a cell of air that are walls to the wind: those of solids, and the sides whose drag
 * is a law's. All of a solid. */
uint8_t sm_flow_closed_faces(const struct sm_flow *flow, const int at[3]);

/* Those that let nothing through of what the wind carries: all of solids, those between air and
 * solids, and walls. */
uint8_t sm_flow_shut_faces(const struct sm_flow *flow, const int at[3]);

/* Of its walls those that are smooth. */
uint8_t sm_flow_smooth_faces(const struct sm_flow *flow, const int at[3]);

#endif
