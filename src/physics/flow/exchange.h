/* physics/flow/exchange.h - fields of a flow from arrays of a caller: [z][y][x], without ghosts. */
#ifndef SM_PHYSICS_FLOW_EXCHANGE_H
#define SM_PHYSICS_FLOW_EXCHANGE_H

#include "physics/flow/fields.h"

/* Component d of all winds, m/s on its faces, the high ones of the domain among them; nothing goes
 * through walls. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_set_wind(struct sm_context *ctx, const struct sm_flow *flow,
                                           int d, const double *values);

/* A field on cells, values + shift; what is in solids is kept, and the ghosts are left to the
 * caller. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_set_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                            const double *values, double shift,
                                            union sm_reals field);

#endif
