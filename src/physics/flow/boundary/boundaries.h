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

/* The axes of the plane of a side across axis d, the earlier one first. */
void sm_flow_plane_axes(int d, int *p, int *q);

/* Elements of the plane of a side; the one of p = q = 0. */
size_t sm_flow_plane_size(const struct sm_flow *flow, int side);
ptrdiff_t sm_flow_plane_origin(const struct sm_flow *flow, int side);

/* Component d on a side, at p = q = 0; NULL where none is given. */
union sm_reals sm_flow_plane_at(const struct sm_flow *flow, int side, int d);

/* Whether element (a, b) of a plane, or the nearest one in the domain, is beside air. */
bool sm_flow_boundary_is_open(const struct sm_flow *flow, int side, int a, int b);

/* Values of an expression on the plane of a side, where component `component` of the wind lies: of
 * all its elements. Errors: ERR_MEMORY, ERR_CASE (no finite value somewhere). */
SM_CHECKED enum sm_status sm_flow_boundary_values(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_flow *flow, int side,
                                                  int component, const struct sm_case_expression *e,
                                                  double *out);

/* flow->plane of all sides. Where the case gives the velocity on all open sides, what flows in and
 * out may differ by what the cells of the sides cannot resolve; it is then spread evenly over
 * them. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (more than that flows in, or out; or in through
 * outflows). */
SM_CHECKED enum sm_status sm_flow_prescribed_make(struct sm_context *ctx, const struct sm_case *c,
                                                  struct sm_flow *flow,
                                                  const struct sm_host_wind *weather);

/* Positions (m, as of an expression) along axis e of component d of the wind: entries of elements
 * -SM_FLOW_GHOSTS to n + SM_FLOW_GHOSTS, beyond the sides those of the sides. */
void sm_flow_positions(const struct sm_flow *flow, double margin, int d, int e, double *out);

/* boundaries.c */

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
