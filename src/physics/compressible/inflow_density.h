/* physics/compressible/inflow_density.h - how dense the air is that comes into the compressible
 * solver: of the temperature of the side, else of that at the begin, else of the background. */
#ifndef SM_PHYSICS_COMPRESSIBLE_INFLOW_DENSITY_H
#define SM_PHYSICS_COMPRESSIBLE_INFLOW_DENSITY_H

#include "physics/compressible/fields.h"

/* Whether air may come in at a side: through outflows from outside, too. */
bool sm_boundary_lets_in(const struct sm_flow *flow, int side);

/* kg/m3 at the background's pressure, of all elements of the plane of a side
 * (physics/flow/boundary/prescribed_velocity.h). Errors: ERR_MEMORY, ERR_CASE (no finite
 * temperature somewhere). */
SM_CHECKED enum sm_status sm_inflow_density_find(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_compressible_fields *gas, int side,
                                                 double *out);

/* gas->denser, of sides whose air is not that of the background. Errors: as above, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_inflow_density_make(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_compressible_fields *gas);

/* gas->denser at p = q = 0; NULL where there is none. */
union sm_reals sm_inflow_density_at(const struct sm_compressible_fields *gas, int side);

#endif
