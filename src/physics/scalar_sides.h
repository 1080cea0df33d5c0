/* scalar_sides.h - what lies beyond the sides of a flow, of what it carries; walls that warm or
 * cool. */
#ifndef SM_PHYSICS_SCALAR_SIDES_H
#define SM_PHYSICS_SCALAR_SIDES_H

#include "physics/scalars.h"

/* Rules and planes of a scalar. Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_sides_make(struct sm_context *ctx,
                                               const struct sm_scalars *scalars,
                                               struct sm_scalar *item);
void sm_scalar_sides_free(const struct sm_scalars *scalars, struct sm_scalar *item);

/* What lies beyond the sides, of one of its fields. */
void sm_scalar_ghosts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      union sm_reals field);

/* Walls that heat or cool. Errors: as above. */
SM_CHECKED enum sm_status sm_heated_walls_make(struct sm_context *ctx, struct sm_scalars *scalars);
void sm_heated_walls_free(struct sm_scalars *scalars);

/* How much they exchange in a wind; the drag of the ground with it. */
void sm_heated_walls_find(const struct sm_scalars *scalars, int wind);

/* Their heat, after a stage: `weight` of the step, from field `now` to `to`. */
void sm_heated_walls_add(const struct sm_scalars *scalars, union sm_reals now, union sm_reals to,
                         double weight);

/* Values at the centres of cells on a plane or in the whole domain: of an expression, or a number
 * where it is not given; d: the axis across the plane of `side`, or -1. out[i + nx (j + ny k)].
 * Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scalar_values(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_flow *flow,
                                           const struct sm_expression *expression, double otherwise,
                                           int side, double *out);

#endif
