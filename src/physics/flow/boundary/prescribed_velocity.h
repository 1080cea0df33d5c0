/* physics/flow/boundary/prescribed_velocity.h - the velocity that is given on sides of a flow: of
 * air that flows in or out, and of walls. */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_PRESCRIBED_VELOCITY_H
#define SM_PHYSICS_FLOW_BOUNDARY_PRESCRIBED_VELOCITY_H

#include "physics/flow/fields.h"

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

#endif
