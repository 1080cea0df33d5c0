/* physics/flow/walls/cut_cells.h - cut cells of the incompressible solver and of RANS: open
 * fractions for the pressure solver, and a list of the faces near cut walls, whose momentum is
 * recomputed (cell/momentum/cut_cells.h). Faces on sides of the domain are fully open or closed. */
#ifndef SM_PHYSICS_FLOW_WALLS_CUT_CELLS_H
#define SM_PHYSICS_FLOW_WALLS_CUT_CELLS_H

#include "physics/flow/fields.h"

struct sm_flow_cut {
  const struct sm_flow *flow; /* borrowed */
  int64_t count[3];           /* number of faces across each axis */
  int64_t *face[3];           /* device */
  union sm_reals number[3];   /* device: as in sm_cut_momentum */
  union sm_reals buoyancy;    /* device, m/s2: at vertical faces (cut_buoyancy); NULL: no heat */
};

/* Gradient of a wind profile between two distances from a wall, over the difference; 1: linear. */
typedef double sm_cut_profile(double near, double far);

/* Does nothing without cut cells. `profile`, of distances plus the roughness length, scales the
 * friction; NULL: linear. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_cut_make(struct sm_context *ctx, const struct sm_flow *flow,
                                           sm_cut_profile *profile, struct sm_flow_cut *out);

/* Roughness length of the wall in a cell, m. */
double sm_flow_cut_roughness(const struct sm_flow *flow, const int at[3]);

/* Cut cells for the pressure solver with face bytes `open`; freed with sm_free. *out is NULL
 * without cut cells. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_cut_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                            const uint8_t *open, struct sm_cut_cell **out);

#endif
