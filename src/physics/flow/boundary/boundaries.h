/* physics/flow/boundary/boundaries.h - boundary conditions of a flow: walls, inflow, outflow,
 * periodic. */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_BOUNDARIES_H
#define SM_PHYSICS_FLOW_BOUNDARY_BOUNDARIES_H

#include "physics/flow/fields.h"

/* prescribed_velocity.c */

/* A plane has elements -SM_FLOW_GHOSTS to n + SM_FLOW_GHOSTS along both of its axes. */
enum { SM_FLOW_PLANE_GHOSTS = 2 * SM_FLOW_GHOSTS + 1 };

/* "west" ... */
const char *sm_flow_side_name(int side);

/* Axes of the boundary plane across axis d, in ascending order. */
void sm_flow_plane_axes(int d, int *p, int *q);

/* Number of elements of the plane of a side; index of the element p = q = 0. */
size_t sm_flow_plane_size(const struct sm_flow *flow, int side);
ptrdiff_t sm_flow_plane_origin(const struct sm_flow *flow, int side);

/* Component d on the plane of a side, at p = q = 0; NULL if not prescribed. */
union sm_reals sm_flow_plane_at(const struct sm_flow *flow, int side, int d);

/* Whether element (a, b) of a plane, or the nearest one in the domain, is next to a fluid cell. */
bool sm_flow_boundary_is_open(const struct sm_flow *flow, int side, int a, int b);

/* Values of an expression on the plane of a side at the positions of velocity component
 * `component`, for all elements. Errors: ERR_MEMORY, ERR_CASE (a value that is not finite). */
SM_CHECKED enum sm_status sm_flow_boundary_values(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_flow *flow, int side,
                                                  int component, const struct sm_case_expression *e,
                                                  double *out);

/* Makes flow->plane of all sides. Where the case prescribes the velocity on all open sides, inflow
 * and outflow may differ by the discretisation error of the side's cells; the difference is spread
 * evenly over them. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (a larger imbalance; or inflow through
 * outflow sides). */
SM_CHECKED enum sm_status sm_flow_prescribed_make(struct sm_context *ctx, const struct sm_case *c,
                                                  struct sm_flow *flow,
                                                  const struct sm_host_wind *weather);

/* Positions (m, in the coordinates of expressions) along axis e of velocity component d, for
 * elements -SM_FLOW_GHOSTS to n + SM_FLOW_GHOSTS; elements beyond a side have the position of the
 * side. */
void sm_flow_positions(const struct sm_flow *flow, double margin, int d, int e, double *out);

/* boundaries.c */

/* Finds the kinds of the sides; kind `weather` is resolved by the wind through the side. Errors:
 * ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_boundaries_find(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  const struct sm_host_wind *weather,
                                                  struct sm_flow_boundaries *out);

/* Fails if the grid has too few cells along an axis. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_cells(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain);

/* Makes the ghost rules and planes of a flow whose fields are allocated. Errors: ERR_MEMORY,
 * ERR_DEVICE, ERR_CASE (as of sm_flow_prescribed_make). */
SM_CHECKED enum sm_status sm_flow_boundaries_make(struct sm_context *ctx, const struct sm_case *c,
                                                  struct sm_flow *flow,
                                                  const struct sm_host_wind *weather);

/* Open faces of the cells for the pressure: faces between fluid cells, and those on periodic sides,
 * but not on other sides. [nz][ny][nx] on the host; freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_open_faces(struct sm_context *ctx, const struct sm_flow *flow,
                                             uint8_t **out);

/* Fills the ghost values of a velocity field. */
void sm_flow_ghosts(const struct sm_flow *flow, int wind);

/* Fills the ghost values of a cell-centred field: periodic, or
 * mirrored. */
void sm_flow_cell_ghosts(const struct sm_flow *flow, union sm_reals field);

/* Sets the faces on outflow sides, at stage `share` of a step from wind `from` with wind `now`. */
void sm_flow_outflow(const struct sm_flow *flow, int from, int now, int to, double share);

/* Sets the faces on outflow sides to the velocity of the next faces inside: zero gradient. */
void sm_flow_outflow_gradient(const struct sm_flow *flow, int wind);

/* Measures the flow rate through the sides, and balances the inflow by the outflow sides. */
void sm_flow_balance(const struct sm_flow *flow, int wind);

#endif
