/* physics/incompressible/cut_cells.h - cut cells of the incompressible solver: open fractions for
 * the pressure solver, and a list of the faces near cut walls, whose momentum is recomputed
 * (cell/momentum/cut_cells.h). Faces on sides of the domain are fully open or closed. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_CUT_CELLS_H
#define SM_PHYSICS_INCOMPRESSIBLE_CUT_CELLS_H

#include "cell/momentum/momentum.h"
#include "physics/flow/fields.h"

struct sm_flow_cut {
  const struct sm_flow *flow; /* borrowed */
  int64_t count[3];           /* number of faces across each axis */
  int64_t *face[3];           /* device */
  union sm_reals number[3];   /* device: as in sm_cut_momentum */
  union sm_reals buoyancy;    /* device, m/s2: at vertical faces (cut_buoyancy); NULL: no heat */
};

/* Does nothing without cut cells. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_cut_make(struct sm_context *ctx, const struct sm_flow *flow,
                                           struct sm_flow_cut *out);

/* Cut cells for the pressure solver with face bytes `open`; freed with sm_free. *out is NULL
 * without cut cells. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_cut_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                            const uint8_t *open, struct sm_cut_cell **out);

/* cut_step.c */

/* Recomputes the listed faces after a stage of component d, with the same arguments. `given`: the
 * stage used the pressure of the last step; `past`: factor from that pressure to the one of a whole
 * step. */
void sm_flow_cut_advance(const struct sm_flow_cut *cut, int d, const struct sm_momentum *args,
                         bool given, double past);

#endif
