/* physics/flow/exchange.h - sets fields of a flow from arrays of a caller: [z][y][x], without
 * ghosts. */
#ifndef SM_PHYSICS_FLOW_EXCHANGE_H
#define SM_PHYSICS_FLOW_EXCHANGE_H

#include "physics/flow/fields.h"

/* Sets component d of all winds, m/s on its faces, including the high faces of the domain; faces on
 * walls become 0. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_set_wind(struct sm_context *ctx, const struct sm_flow *flow,
                                           int d, const double *values);

/* Sets a cell field to values + shift; solid cells and ghosts are not changed. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_set_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                            const double *values, double shift,
                                            union sm_reals field);

#endif
