/* compressible/sponge.h - the sponge of the compressible solver, below the top
 * (cell/compressible/sponge.h). */
#ifndef SM_PHYSICS_COMPRESSIBLE_SPONGE_H
#define SM_PHYSICS_COMPRESSIBLE_SPONGE_H

#include "physics/compressible/fields.h"
#include "physics/flow/forces.h"

struct sm_compressible_damping {
  const struct sm_compressible_fields *gas; /* borrowed; NULL: there is no sponge */
  struct sm_flow_forces forces;             /* of which it has rate and calm wind */
  union sm_reals lines; /* mass, excess of the pressure, where it is calm: of all layers */
  int lowest;           /* layer of the sponge */
};

/* Of a flow at its begin, set 0 of the air with its ghosts: calm are the means of each layer, or
 * the geostrophic wind. Wind 0 of the flow is made. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_damping_make(struct sm_context *ctx,
                                                       const struct sm_case *c,
                                                       const struct sm_compressible_fields *gas,
                                                       struct sm_compressible_damping *out);

/* Damps a set for as long as the step of the clock is. */
void sm_compressible_damp(const struct sm_compressible_damping *damping, int set);

#endif
