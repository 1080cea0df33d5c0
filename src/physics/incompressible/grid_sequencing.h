/* physics/incompressible/grid_sequencing.h - a steady flow begins with that of a coarser grid (grid
 * sequencing), as case and maps give it there, which begins with that of a coarser one still. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_GRID_SEQUENCING_H
#define SM_PHYSICS_INCOMPRESSIBLE_GRID_SEQUENCING_H

#include "physics/flow/view.h"
#include "physics/scalars/scalars.h"

#define SM_GRID_SEQUENCING_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                 \
  VALUE(bool, done) /* or there is nothing to be done */

struct sm_grid_sequencing {
  SM_STATE_MEMBERS(SM_GRID_SEQUENCING_STATE)
  double cell_steps; /* on all coarser grids, of this run */
  bool keeps;        /* a finer grid follows, and asks for: */
  double *start[3];  /* m/s, the wind from the coarser grid, in the flow's layout; NULL: none */
};

/* The grid of the next coarser level. Errors: ERR_CASE (axes that cannot be halved), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grid_sequencing_grid(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_grid *fine, struct sm_grid *out);

/* Computes the flow of the coarser grids, and puts it into the winds, the scalars and the forces of
 * `flow`, whose grid and sides are there. The wind is not free of divergence yet. Errors: as of
 * sm_domain_build_coarser and of the model. */
SM_CHECKED enum sm_status sm_grid_sequencing_run(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_flow *flow,
                                                 const struct sm_scalars *scalars,
                                                 struct sm_grid_sequencing *sequencing);

/* What the next steps depend on. */
void sm_grid_sequencing_parts(struct sm_grid_sequencing *sequencing, struct sm_flow_view *view);

#endif
