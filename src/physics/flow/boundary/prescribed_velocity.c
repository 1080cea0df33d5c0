/* Prescribed velocity (Dirichlet) on boundaries of a flow: inflow, outflow and walls. */
#include "physics/flow/boundary/boundaries.h"

#include "case/expression.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GHOSTS = SM_FLOW_GHOSTS, AROUND = SM_FLOW_PLANE_GHOSTS };

const char *sm_flow_side_name(int side) {
  static const char *const name[SM_SIDES] = {"west", "east", "south", "north", "bottom", "top"};
  return name[side];
}

void sm_flow_plane_axes(int d, int *p, int *q) {
  *p = d == 0 ? 1 : 0;
  *q = d == 2 ? 1 : 2;
}

size_t sm_flow_plane_size(const struct sm_flow *flow, int side) {
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  return ((size_t)flow->layout.n[p] + AROUND) * ((size_t)flow->layout.n[q] + AROUND);
}

ptrdiff_t sm_flow_plane_origin(const struct sm_flow *flow, int side) {
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  return GHOSTS + (ptrdiff_t)GHOSTS * (flow->layout.n[p] + AROUND);
}

union sm_reals sm_flow_plane_at(const struct sm_flow *flow, int side, int d) {
  const union sm_reals plane = flow->plane[side][d];
  if (plane.f32 == NULL) return plane;
  return sm_flow_offset(flow, plane, sm_flow_plane_origin(flow, side));
}

/* --- values --- */

void sm_flow_positions(const struct sm_flow *flow, double margin, int d, int e, double *out) {
  const struct sm_axis *axis = &flow->domain->grid.axis[e];
  const int last = d == e ? axis->n : axis->n - 1;
  for (int i = -GHOSTS; i <= axis->n + GHOSTS; i++) {
    const int m = i < 0 ? 0 : i > last ? last : i;
    out[i + GHOSTS] = (d == e ? axis->face[m] : axis->centre[m]) - (e < 2 ? margin : 0);
  }
}

enum sm_status sm_flow_boundary_values(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_flow *flow, int side, int component,
                                       const struct sm_case_expression *e, double *out) {
  const int d = side / 2, *n = flow->layout.n;
  struct sm_expression_box box;
  double *lines[3] = {NULL, NULL, NULL};
  enum sm_status status = SM_OK;
  for (int a = 0; a < 3 && status == SM_OK; a++) {
    box.count[a] = (size_t)n[a] + AROUND;
    status = sm_alloc(ctx, box.count[a], sizeof **lines, "positions", &lines[a]);
    if (status != SM_OK) break;
    sm_flow_positions(flow, c->domain.margin, component, a, lines[a]);
    if (a == d) {
      const struct sm_axis *axis = &flow->domain->grid.axis[d];
      lines[a][0] = axis->face[side % 2 ? axis->n : 0] - (d < 2 ? c->domain.margin : 0);
      box.count[a] = 1;
    }
    box.axis[a] = lines[a];
  }
  if (status == SM_OK) status = sm_expression_on_box(ctx, c->path, e, &box, out);
  for (int a = 0; a < 3; a++) sm_free(lines[a]);
  return status;
}

void sm_flow_boundary_sample(const int n[3], const struct sm_host_wind *wind, int side,
                             int component, double *out) {
  const int d = side / 2;
  int p, q, at[3];
  sm_flow_plane_axes(d, &p, &q);
  at[d] = side % 2 == 0 ? 0 : component == d ? n[d] : n[d] - 1;
  for (int b = -GHOSTS; b <= n[q] + GHOSTS; b++)
    for (int a = -GHOSTS; a <= n[p] + GHOSTS; a++) {
      const int last_p = component == p ? n[p] : n[p] - 1,
                last_q = component == q ? n[q] : n[q] - 1;
      at[p] = a < 0 ? 0 : a > last_p ? last_p : a;
      at[q] = b < 0 ? 0 : b > last_q ? last_q : b;
      *out++ = wind->u[component][at[0] + at[1] * wind->sy + at[2] * wind->sz];
    }
}

bool sm_flow_boundary_is_open(const struct sm_flow *flow, int side, int a, int b) {
  const int d = side / 2, *n = flow->layout.n;
  int p, q, at[3];
  sm_flow_plane_axes(d, &p, &q);
  at[d] = side % 2 ? n[d] - 1 : 0;
  at[p] = a < 0 ? 0 : a >= n[p] ? n[p] - 1 : a;
  at[q] = b < 0 ? 0 : b >= n[q] ? n[q] - 1 : b;
  return (sm_domain_cell_bits(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) != 0;
}

/* Adds a velocity through the open faces of a side. */
static void add_normal_velocity(const struct sm_flow *flow, int side, double add, double *plane) {
  const int *n = flow->layout.n;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  for (int b = -GHOSTS; b <= n[q] + GHOSTS; b++)
    for (int a = -GHOSTS; a <= n[p] + GHOSTS; a++, plane++)
      *plane = sm_flow_boundary_is_open(flow, side, a, b) ? *plane + add : 0;
}

void sm_flow_boundary_plane(const struct sm_flow *flow, int side, int component, double *plane) {
  const size_t size = sm_flow_plane_size(flow, side);
  if (component == side / 2) {
    add_normal_velocity(flow, side, 0, plane);
    return;
  }
  /* the mean of the inner value and the ghost is the prescribed one */
  for (size_t i = 0; i < size; i++) plane[i] *= 2;
}

/* --- what flows in and out --- */

/* Flow rates through all sides with prescribed velocity, m3/s; their area, m2; and a bound
 * of the discretisation error, m3/s: by the midpoint rule, a 24th of the second
 * differences. */
struct flow_rates {
  double in, out, area, error;
};

static void add_side(const struct sm_flow *flow, int side, const double *plane,
                     struct flow_rates *sum) {
  const int *n = flow->layout.n;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  const struct sm_axis *axis = flow->domain->grid.axis;
  const ptrdiff_t row = n[p] + AROUND;
  const double *u = plane + sm_flow_plane_origin(flow, side);
  for (int b = 0; b < n[q]; b++)
    for (int a = 0; a < n[p]; a++) {
      const ptrdiff_t m = a + b * row;
      const double area = axis[p].width[a] * axis[q].width[b];
      const double inwards = side % 2 ? -u[m] : u[m];
      if (!sm_flow_boundary_is_open(flow, side, a, b)) continue;
      /* end elements use the second difference of their neighbours */
      const int x = n[p] < 3 ? a : a == 0 ? 1 : a == n[p] - 1 ? n[p] - 2 : a;
      const int y = n[q] < 3 ? b : b == 0 ? 1 : b == n[q] - 1 ? n[q] - 2 : b;
      const double *along_p = u + x + b * row, *along_q = u + a + y * row;
      sum->area += area;
      sum->in += inwards > 0 ? area * inwards : 0;
      sum->out -= inwards < 0 ? area * inwards : 0;
      sum->error += area / 24 *
                    (fabs(along_p[-1] - 2 * along_p[0] + along_p[1]) +
                     fabs(along_q[-row] - 2 * along_q[0] + along_q[row]));
    }
}

static enum sm_status refuse(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_flow *flow, const struct flow_rates *sum,
                             bool outflow) {
  char which[64] = "";
  int line = 0;
  for (int side = SM_SIDES - 1; side >= 0; side--)
    if (flow->sides.kind[side] == SM_BOUNDARY_INFLOW && c->flow.boundary[side].line > 0)
      line = c->flow.boundary[side].line;
  for (int side = 0; side < SM_SIDES; side++)
    if (flow->sides.kind[side] == SM_BOUNDARY_INFLOW)
      snprintf(which + strlen(which), sizeof which - strlen(which), "%s%s", which[0] ? ", " : "",
               sm_flow_side_name(side));
  if (outflow)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: %.6g m3/s flow in and %.6g m3/s out where the velocity is given "
                   "(%s): the rest would have to come in through an outflow\n"
                   "help: the signs of flow.boundary.velocity",
                   c->path, line > 0 ? line : c->flow.line, sum->in, sum->out, which);
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: %.6g m3/s flow in and %.6g m3/s out (%s), %.6g m3/s more in than "
                 "out, of which the size of the cells explains %.2g m3/s, and no side is an "
                 "outflow\n"
                 "help: give a side kind = \"outflow\"",
                 c->path, line > 0 ? line : c->flow.line, sum->in, sum->out, which,
                 sum->in - sum->out, sum->error);
}

/* Balances inflow and outflow on host planes. */
static enum sm_status balance_flow_rates(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_flow *flow, double *plane[SM_SIDES][3]) {
  const double round_off = 1e-5;
  struct flow_rates sum = {.in = 0};
  bool outflow = false;
  if (flow->domain->weather.forcing != NULL) return SM_OK; /* outflow sides take the rest */
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2;
    if (flow->layout.n[d] == 1) continue;
    outflow |= flow->sides.kind[side] == SM_BOUNDARY_OUTFLOW;
    if (flow->sides.kind[side] == SM_BOUNDARY_INFLOW) add_side(flow, side, plane[side][d], &sum);
  }
  const double more = sum.in - sum.out, near = round_off * (sum.in + sum.out);
  if (outflow) return more < -near ? refuse(ctx, c, flow, &sum, true) : SM_OK;
  if (fabs(more) > near + sum.error) return refuse(ctx, c, flow, &sum, false);
  if (!(sum.area > 0) || !(fabs(more) > 0)) return SM_OK;
  sm_debug(ctx, "sides: %.6g m3/s flow in and %.6g m3/s out, %.2g m3/s more: %.2g m/s evenly",
           sum.in, sum.out, more, more / sum.area);
  for (int side = 0; side < SM_SIDES; side++)
    if (flow->sides.kind[side] == SM_BOUNDARY_INFLOW && flow->layout.n[side / 2] > 1)
      add_normal_velocity(flow, side, (side % 2 ? 1 : -1) * more / sum.area, plane[side][side / 2]);
  return SM_OK;
}

/* --- planes --- */

/* Whether the wind at the side is that of weather that changes, if it is an inflow. */
static bool follows(const struct sm_case *c, const struct sm_flow *flow, int side) {
  return flow->domain->weather.forcing != NULL &&
         sm_boundary_follows_weather(&c->flow.boundary[side]);
}

static bool needs_plane(const struct sm_case *c, const struct sm_flow *flow, int side,
                        int component) {
  if (flow->layout.n[side / 2] == 1) return false;
  if (flow->sides.kind[side] == SM_BOUNDARY_INFLOW || follows(c, flow, side)) return true;
  return flow->sides.kind[side] == SM_BOUNDARY_WALL &&
         sm_expression_given(&c->flow.boundary[side].velocity[component]) && component != side / 2;
}

static enum sm_status find_plane(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_flow *flow, const struct sm_host_wind *weather,
                                 int side, int component, double **out) {
  SM_TRY(sm_alloc(ctx, sm_flow_plane_size(flow, side), sizeof **out, "a side", out));
  const struct sm_case_expression *given = &c->flow.boundary[side].velocity[component];
  if (sm_expression_given(given)) {
    SM_TRY(sm_flow_boundary_values(ctx, c, flow, side, component, given, *out));
  } else if (weather != NULL && weather->u[0] != NULL &&
             (flow->sides.kind[side] == SM_BOUNDARY_INFLOW || follows(c, flow, side))) {
    sm_flow_boundary_sample(flow->layout.n, weather, side, component, *out);
  }
  if (component == side / 2) add_normal_velocity(flow, side, 0, *out);
  return SM_OK;
}

static enum sm_status put_plane(struct sm_context *ctx, struct sm_flow *flow, int side,
                                int component, double *host) {
  const size_t size = sm_flow_plane_size(flow, side);
  union sm_reals *plane = &flow->plane[side][component];
  sm_flow_boundary_plane(flow, side, component, host);
  SM_TRY(sm_flow_reals(ctx, flow, size, "a side", plane));
  return sm_flow_upload_array(ctx, flow, host, size, *plane);
}

enum sm_status sm_flow_prescribed_make(struct sm_context *ctx, const struct sm_case *c,
                                       struct sm_flow *flow, const struct sm_host_wind *weather) {
  double *host[SM_SIDES][3] = {{NULL}};
  enum sm_status status = SM_OK;
  for (int side = 0; side < SM_SIDES; side++)
    for (int d = 0; d < 3; d++)
      if (needs_plane(c, flow, side, d))
        SM_TRY_DONE(find_plane(ctx, c, flow, weather, side, d, &host[side][d]));
  if (sm_device_has_data(flow->device)) SM_TRY_DONE(balance_flow_rates(ctx, c, flow, host));
  for (int side = 0; side < SM_SIDES; side++)
    for (int d = 0; d < 3; d++)
      if (host[side][d] != NULL) SM_TRY_DONE(put_plane(ctx, flow, side, d, host[side][d]));
done:
  for (int side = 0; side < SM_SIDES; side++)
    for (int d = 0; d < 3; d++) sm_free(host[side][d]);
  return status;
}
