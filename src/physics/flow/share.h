/* physics/flow/share.h - domain decomposition of a flow: each process of a group computes its rows
 * of cells along y. Indices and arrays are those of the whole grid.
 *
 * In a step the boxes of sm_flow_cells and sm_flow_faces are those of the own rows, sums are over
 * the rows of all, and where ghosts of a field are filled (sm_flow_ghosts, sm_flow_cell_ghosts) the
 * rows next to the own ones come from the neighbours. Between steps all is as in one process once
 * the fields are gathered. Of one process all of these do nothing. */
#ifndef SM_PHYSICS_FLOW_SHARE_H
#define SM_PHYSICS_FLOW_SHARE_H

#include "physics/flow/fields.h"
#include "solve/poisson.h"

/* Divides the rows as those of its pressure solver. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_share_create(struct sm_context *ctx, struct sm_flow *flow,
                                               const struct sm_poisson *poisson);
void sm_flow_share_destroy(struct sm_flow *flow);

/* Computes only the rows of this process from now on, or all of them. */
void sm_flow_share(struct sm_flow *flow, struct sm_poisson *poisson, bool parts);

/* Halo exchange of at most 3 fields, as wide as the schemes read. */
void sm_flow_exchange(const struct sm_flow *flow, const union sm_reals *field, int count);

/* Gets a whole field with its ghosts, between steps. */
void sm_flow_gather_field(const struct sm_flow *flow, union sm_reals field);

/* In a step: gets element `at` along an axis of all rows, or the faces of a side. */
void sm_flow_gather_layer(const struct sm_flow *flow, int axis, int at, union sm_reals field);
void sm_flow_gather_side(const struct sm_flow *flow, int side, union sm_reals field);

#endif
