/* physics/prescribed/prescribed_wind.h - what models have in common that compute no wind from
 * weather: "vortex", "rotor" and "file". */
#ifndef SM_PHYSICS_PRESCRIBED_PRESCRIBED_WIND_H
#define SM_PHYSICS_PRESCRIBED_PRESCRIBED_WIND_H

#include "physics/model.h"

/* As in struct sm_model: the wind, and the turbulence that the case asks for. */
unsigned sm_prescribed_wind_fields(const struct sm_case *c);
SM_CHECKED enum sm_status sm_prescribed_wind_bytes(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain, int bits,
                                                   size_t *out);

/* Of a step in which nothing was solved. */
struct sm_step_report sm_prescribed_wind_report(double divergence);

#endif
