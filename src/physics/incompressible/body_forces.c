#include "physics/incompressible/body_forces.h"

#include "cell/momentum/force_on_body.h"
#include "device/row_exchange.h"
#include "physics/flow/share.h"
#include <math.h>

static size_t row_size(const struct sm_flow_bodies *bodies) { return 3 * (size_t)bodies->count; }

/* Face of an axis nearest to a position. */
static int nearest_face(const struct sm_axis *axis, double at) {
  int face = 0;
  while (face < axis->n && axis->face[face + 1] - at <= at - axis->face[face]) face++;
  return face;
}

static bool has_solid(const struct sm_domain *domain, const struct sm_box *box) {
  for (int k = box->lo[2]; k < box->hi[2]; k++)
    for (int j = box->lo[1]; j < box->hi[1]; j++)
      for (int i = box->lo[0]; i < box->hi[0]; i++)
        if ((sm_domain_cell_bits(domain, i, j, k) & SM_OPEN_ALL) != SM_OPEN_ALL &&
            (k > 0 || (sm_domain_cell_bits(domain, i, j, k) & SM_OPEN_ALL) == 0))
          return true;
  return false;
}

/* Box of cells of a body; heights are above the ground at its centre. */
static enum sm_status find_box(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_domain *domain, const struct sm_case_flow_body *body,
                               struct sm_box *out) {
  const double margin = c->domain.margin;
  const double ground = sm_domain_ground(domain, 0.5 * (body->from[0] + body->to[0]) + margin,
                                         0.5 * (body->from[1] + body->to[1]) + margin);
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    const double shift = d < 2 ? margin : ground;
    out->lo[d] = axis->n == 1 ? 0 : nearest_face(axis, body->from[d] + shift);
    out->hi[d] = axis->n == 1 ? 1 : nearest_face(axis, body->to[d] + shift);
  }
  if (has_solid(domain, out)) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: flow.body \"%s\": nothing in its box is solid",
                 c->path, body->line, body->name);
}

enum sm_status sm_flow_bodies_check(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain) {
  struct sm_box box;
  for (size_t m = 0; m < c->flow.body_count; m++)
    SM_TRY(find_box(ctx, c, domain, &c->flow.body[m], &box));
  return SM_OK;
}

enum sm_status sm_flow_bodies_create(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow, struct sm_flow_bodies **out) {
  const size_t count = c->flow.body_count;
  *out = NULL;
  if (count == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, flow, 1, sizeof **out, "bodies", out));
  struct sm_flow_bodies *bodies = *out;
  bodies->flow = flow;
  bodies->count = (int)count;
  SM_TRY(sm_flow_host(ctx, flow, count, sizeof *bodies->box, "bodies", &bodies->box));
  for (size_t m = 0; m < count; m++)
    SM_TRY(find_box(ctx, c, flow->domain, &c->flow.body[m], &bodies->box[m]));
  return sm_flow_put(ctx, flow, NULL, SM_FLOW_BUFFERED_ROWS * row_size(bodies),
                     sizeof *bodies->values, "forces", &bodies->values);
}

/* Force along axis d on the solids in a box of cells, to *out in device memory. */
static void find_force(const struct sm_flow *flow, const struct sm_flow_forces *forces, int d,
                       const struct sm_box *cells, int before, int wind, double *out) {
  const bool joined = flow->sides.periodic[d];
  const int n = flow->layout.n[d];
  struct sm_momentum args = {.force = 0};
  struct sm_box box = *cells;
  sm_flow_forces_set(forces, d, &args);
  struct sm_body_force own = {.m = flow->metric,
                              .before = flow->u[before][d],
                              .pressure = flow->pressure,
                              .eddy = flow->eddy,
                              .faces = flow->faces,
                              .drag = flow->drag,
                              .clock = flow->clock,
                              .bulk_force = args.bulk_force,
                              .viscosity = flow->c->viscosity,
                              .force = args.force,
                              .a = d};
  /* From the cell centre before the box to the one behind it; at a side from the first centre; on a
   * periodic axis once around. */
  const bool round = joined && box.hi[d] - box.lo[d] == n;
  box.lo[d] = !joined && box.lo[d] < 1 ? 1 : box.lo[d];
  box.hi[d] = round || (!joined && box.hi[d] >= n) ? n : box.hi[d] + 1;
  for (int e = 0; e < 3; e++) {
    own.u[e] = flow->u[wind][(d + e) % 3];
    own.low[e] = box.lo[e];
    own.high[e] = box.hi[e];
  }
  flow->device->backend->body_force(flow->device, &box, &own, out);
}

/* Gets what the forces on a body read, which ends a row beyond its box: of several processes every
 * one makes the sums, whose order is that of the box. */
static void gather(const struct sm_flow *flow, const struct sm_box *cells, int before, int wind) {
  struct sm_box box = *cells;
  for (int d = 0; d < 3; d++) {
    if (flow->layout.n[d] == 1) continue;
    box.lo[d] -= 1;
    box.hi[d] += 2;
  }
  for (int d = 0; d < 3; d++) {
    sm_flow_gather_box(flow, &box, flow->u[before][d]);
    sm_flow_gather_box(flow, &box, flow->u[wind][d]);
  }
  sm_flow_gather_box(flow, &box, flow->pressure);
  sm_flow_gather_box(flow, &box, flow->eddy);
}

void sm_flow_bodies_add(struct sm_flow_bodies *bodies, const struct sm_flow_forces *forces,
                        int before, int wind, double time) {
  if (bodies == NULL || bodies->rows == SM_FLOW_BUFFERED_ROWS) return;
  const struct sm_flow *flow = bodies->flow;
  double *next = bodies->values + (size_t)bodies->rows * row_size(bodies);
  for (int m = 0; m < bodies->count; m++) gather(flow, &bodies->box[m], before, wind);
  sm_flow_gather_floor(flow);
  const struct sm_rows *rows = sm_device_sum_alone(flow->device);
  for (int m = 0; m < bodies->count; m++)
    for (int d = 0; d < 3; d++)
      if (flow->layout.n[d] > 1)
        find_force(flow, forces, d, &bodies->box[m], before, wind, next + 3 * m + d);
  flow->device->rows = rows;
  bodies->time[bodies->rows++] = time;
}

enum sm_status sm_flow_bodies_fetch(struct sm_context *ctx, struct sm_flow_bodies *bodies,
                                    double *out) {
  const size_t bytes = (size_t)bodies->rows * row_size(bodies) * sizeof *out;
  bodies->rows = 0;
  if (bytes == 0) return SM_OK;
  return sm_device_download(ctx, bodies->flow->device, out, bodies->values, bytes);
}
