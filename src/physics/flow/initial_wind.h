/* physics/flow/initial_wind.h - the wind that a flow starts from. */
#ifndef SM_PHYSICS_FLOW_INITIAL_WIND_H
#define SM_PHYSICS_FLOW_INITIAL_WIND_H

#include "domain/weather/weather.h"
#include "physics/flow/fields.h"

/* The diagnostic wind of the first time; the caller frees it. Errors: as of that model,
 * ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_flow_diagnostic_wind(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  struct sm_device *device,
                                                  struct sm_host_wind *out);

/* Fills all winds: from the case's expressions, else from `weather`, the diagnostic wind; still air
 * without either. Random velocities of the case are added where there is air. Nothing goes through
 * walls. Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_initialise(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_flow *flow,
                                             const struct sm_host_wind *weather);

/* Component d of all winds, from numbers of the host in the field's layout; nothing goes through
 * walls, there `host` becomes 0. The ghosts are not filled. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_fill(struct sm_context *ctx, const struct sm_flow *flow, int d,
                                       double *host);

#endif
