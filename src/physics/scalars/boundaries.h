/* physics/scalars/boundaries.h - what lies beyond the sides of a flow, of what it carries. */
#ifndef SM_PHYSICS_SCALARS_BOUNDARIES_H
#define SM_PHYSICS_SCALARS_BOUNDARIES_H

#include "physics/scalars/scalars.h"

/* Rules and planes of a scalar. Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_boundaries_make(struct sm_context *ctx,
                                                    const struct sm_scalars *scalars,
                                                    struct sm_scalar *item);

/* What lies beyond the sides, of one of its fields. */
void sm_scalar_ghosts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      union sm_reals field);

/* Values at the centres of cells on a plane or in the whole domain: of an expression, or a number
 * where it is not given; d: the axis across the plane of `side`, or -1. out[i + nx (j + ny k)].
 * Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scalar_values(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_flow *flow,
                                           const struct sm_case_expression *expression,
                                           double otherwise, int side, double *out);

#endif
