/* physics/prescribed/internal.h - prescribed winds: what rotor, vortex and wind files share. */
#ifndef SM_PHYSICS_PRESCRIBED_INTERNAL_H
#define SM_PHYSICS_PRESCRIBED_INTERNAL_H

#include "cell/cells.h"
#include "domain/domain.h"
#include "physics/model.h"
#include "physics/prescribed/host_wind.h"

/* prescribed_wind.c */

/* As in struct sm_model: the wind, and the turbulence that the case asks for. */
unsigned sm_prescribed_wind_fields(const struct sm_case *c);
SM_CHECKED enum sm_status sm_prescribed_wind_bytes(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain, int bits,
                                                   size_t *out);

/* Of a step in which nothing was solved. */
struct sm_step_report sm_prescribed_wind_report(double divergence);

/* vortex_wind.c */

/* The field of a case, and its axis in m from the south-west corner of the grid; its foot is on the
 * flat ground, at height 0 of the grid. */
struct sm_vortex_field_f64 sm_vortex_field_of(const struct sm_case *c,
                                              const struct sm_domain *domain, double axis[2]);

#endif
