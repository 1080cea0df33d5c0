/* vortex_wind.h - the analytic wind of Miglio et al. (2016) on a grid: model "vortex".
 *
 * Faces have the wind in their middles, so that the grid's wind has divergence in either form: of
 * the form without divergence some that falls with the square of the cells. For pictures; what
 * follows the field itself uses cell/particles/vortex_field.h with sm_vortex_field_of. */
#ifndef SM_PHYSICS_PRESCRIBED_VORTEX_WIND_H
#define SM_PHYSICS_PRESCRIBED_VORTEX_WIND_H

#include "cell/cells.h"
#include "domain/domain.h"

/* The field of a case, and its axis in m from the south-west corner of the grid; its foot is on the
 * flat ground, at height 0 of the grid. */
struct sm_vortex_field_f64 sm_vortex_field_of(const struct sm_case *c,
                                              const struct sm_domain *domain, double axis[2]);

#endif
