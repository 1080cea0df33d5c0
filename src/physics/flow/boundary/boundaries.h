/* physics/flow/boundary/boundaries.h - what is at the sides of a flow: walls, inflow, outflow, the
 * other end. */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_BOUNDARIES_H
#define SM_PHYSICS_FLOW_BOUNDARY_BOUNDARIES_H

#include "physics/flow/fields.h"

/* The kinds of the sides; those of kind `weather` by the wind that goes through them. Errors:
 * ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_boundaries_find(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  const struct sm_host_wind *weather,
                                                  struct sm_flow_boundaries *out);

/* Fails where the grid has too few cells along an axis. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_cells(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain);

/* What they do to the winds of a flow, of which the fields are there. Errors: ERR_MEMORY,
 * ERR_DEVICE, ERR_CASE (as of sm_flow_prescribed_make). */
SM_CHECKED enum sm_status sm_flow_boundaries_make(struct sm_context *ctx, const struct sm_case *c,
                                                  struct sm_flow *flow,
                                                  const struct sm_host_wind *weather);

/* Open faces of the cells for the pressure: those between cells of air, not those of the sides but
 * of joined ones. [nz][ny][nx] on the host; freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_open_faces(struct sm_context *ctx, const struct sm_flow *flow,
                                             uint8_t **out);

/* What lies beyond the sides, of a wind. */
void sm_flow_ghosts(const struct sm_flow *flow, int wind);

/* What lies beyond the sides, of a field at the centres of cells: that of the other end, or as in a
 * mirror. */
void sm_flow_cell_ghosts(const struct sm_flow *flow, union sm_reals field);

/* The faces of outflows, of stage `share` of a step from wind `from` with wind `now`. */
void sm_flow_outflow(const struct sm_flow *flow, int from, int now, int to, double share);

/* Measures what flows through the sides, and makes outflows let out what comes in. */
void sm_flow_balance(const struct sm_flow *flow, int wind);

#endif
