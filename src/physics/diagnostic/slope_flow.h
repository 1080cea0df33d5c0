/* slope_flow.h - winds up sunny slopes and down cool ones.
 *
 * A layer of air along the slope, driven by the heat of the ground below it and held back by drag
 * and by the air that it takes in (Mahrt 1982; Scire and Robe 1997; Scire et al. 2000). Theory:
 * docs/theory/slope-flow.md. Cells: cell/diagnostic/slope_flow.h. */
#ifndef SM_PHYSICS_DIAGNOSTIC_SLOPE_FLOW_H
#define SM_PHYSICS_DIAGNOSTIC_SLOPE_FLOW_H

#include "domain/grid/state.h"
#include "physics/surface.h"
#include "solve/poisson.h"

/* The layer over every column, [ny][nx] each. */
struct sm_slope_flow_winds {
  float *u, *v, *w; /* m/s, mean over the layer, along grid x, grid y and up */
  float *depth;     /* m; 1 where there is none */
};

/* Speed of the layer (m/s, up the slope, downwards negative), from the heat that the ground gives
 * off (W/m2), the way along the slope from where the flow starts and its rise (m, both positive),
 * and the sine of the slope at the place. */
double sm_slope_flow_speed(const struct sm_case_slope_flow *flow, double heat, double way,
                           double rise, double sine);

/* Fills the arrays of `out`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_slope_flow_find(struct sm_context *ctx,
                                             const struct sm_case_slope_flow *flow,
                                             const struct sm_domain *domain,
                                             const struct sm_sky_conditions *sky,
                                             const struct sm_slope_flow_winds *out);

/* Slope winds of a case on a device. */
struct sm_slope_flow;

/* NULL when the case wants none. Borrows case, domain and device. Errors: ERR_CASE (no
 * date or place for the sun), ERR_MEMORY, ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_slope_flow_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_device *device,
                                               struct sm_slope_flow **out);
void sm_slope_flow_destroy(struct sm_slope_flow **flow);

/* Device bytes that it takes. */
size_t sm_slope_flow_bytes(const struct sm_case *c, const struct sm_domain *domain);

/* Adds the slope winds of a time to the first guess; nothing with flow NULL. ground: of padded
 * columns, on the device (struct sm_first_guess). Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_slope_flow_add(struct sm_context *ctx, struct sm_slope_flow *flow,
                                            int time, const struct sm_mg_level *level,
                                            const float *ground, struct sm_state *state);

#endif
