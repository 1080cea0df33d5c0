/* physics/incompressible/cut_cells.h - cut cells of the incompressible solver: open fractions for
 * the pressure solver, and a list of the faces beside cut walls, whose momentum is recomputed
 * (cell/momentum/cut_cells.h). Faces on sides of the domain are wholly open, or closed. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_CUT_CELLS_H
#define SM_PHYSICS_INCOMPRESSIBLE_CUT_CELLS_H

#include "cell/momentum/momentum.h"
#include "physics/flow/fields.h"

struct sm_flow_cut {
  const struct sm_flow *flow; /* borrowed */
  int64_t count[3];           /* faces across each axis */
  int64_t *face[3];           /* device */
  union sm_reals number[3];   /* device: as of sm_cut_momentum */
  union sm_reals buoyancy;    /* device, m/s2: of upward faces (cut_buoyancy); NULL: no heat */
};

/* Without cut cells nothing is made. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_cut_make(struct sm_context *ctx, const struct sm_flow *flow,
                                           struct sm_flow_cut *out);

/* After a stage of component d with the same arguments, which had the last step's pressure if it
 * was `given`; `past` times that pressure is that of a whole step. */
void sm_flow_cut_advance(const struct sm_flow_cut *cut, int d, const struct sm_momentum *args,
                         bool given, double past);

/* The cut cells for the solver of the pressure, whose bytes are `open`; sm_free. *out is NULL
 * without any. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_cut_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                            const uint8_t *open, struct sm_cut_cell **out);

#endif
