/* Nudging in a rim along the sides that follow the weather (cell/momentum/forces.h). */
#include "physics/flow/boundary/boundaries.h"
#include <math.h>

/* --- rims --- */

static size_t line_entries(const struct sm_flow *flow, int d) {
  return (size_t)flow->layout.n[d] + 1;
}

/* Relaxation rate at a position along the axis of a side, 1/s: linear from the side inwards. */
static double rate_at(const struct sm_flow *flow, int side, double at) {
  const struct sm_axis *axis = &flow->domain->grid.axis[side / 2];
  const double distance = side % 2 ? axis->face[axis->n] - at : at - axis->face[0];
  return fmax(1 - distance / flow->c->nudging_width, 0) / flow->c->nudging_time;
}

static enum sm_status make_rates(struct sm_context *ctx, const struct sm_flow *flow, int side,
                                 struct sm_flow_nudging *out) {
  const struct sm_axis *axis = &flow->domain->grid.axis[side / 2];
  const size_t count = line_entries(flow, side / 2);
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_flow_reals(ctx, flow, 2 * count, "nudging", &out->rate[side]));
  SM_TRY(sm_alloc(ctx, 2 * count, sizeof *host, "nudging", &host));
  for (int i = 0; i <= axis->n; i++) host[i] = rate_at(flow, side, axis->face[i]);
  for (int i = 0; i < axis->n; i++) host[count + (size_t)i] = rate_at(flow, side, axis->centre[i]);
  return sm_flow_upload_array(ctx, flow, host, 2 * count, out->rate[side]);
}

static enum sm_status make_open(struct sm_context *ctx, const struct sm_flow *flow, int side,
                                struct sm_flow_nudging *out) {
  SM_SCOPED double *host = NULL;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  const int *n = flow->layout.n;
  const size_t count = (size_t)n[p] * (size_t)n[q];
  SM_TRY(sm_flow_reals(ctx, flow, count, "nudging", &out->open[side]));
  SM_TRY(sm_alloc(ctx, count, sizeof *host, "nudging", &host));
  for (int b = 0; b < n[q]; b++)
    for (int a = 0; a < n[p]; a++)
      host[a + (ptrdiff_t)n[p] * b] = sm_flow_boundary_is_open(flow, side, a, b) ? 1 : 0;
  return sm_flow_upload_array(ctx, flow, host, count, out->open[side]);
}

static struct sm_box cells_of_rim(const struct sm_flow *flow, int side) {
  const struct sm_axis *axis = &flow->domain->grid.axis[side / 2];
  struct sm_box box = sm_flow_side_cells(flow, -1);
  for (int i = 0; i < axis->n; i++) {
    const double nearest = axis->face[side % 2 ? i + 1 : i];
    if (rate_at(flow, side, nearest) > 0) continue;
    if (side % 2)
      box.lo[side / 2] = i + 1;
    else if (i < box.hi[side / 2])
      box.hi[side / 2] = i;
  }
  return box;
}

enum sm_status sm_flow_nudging_make(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_flow *flow, struct sm_flow_nudging *out) {
  *out = (struct sm_flow_nudging){.flow = NULL};
  if (!(c->flow.nudging_width > 0)) return SM_OK;
  for (int side = 0; side < SM_BOTTOM; side++) {
    if (!sm_flow_weather_has(flow, side)) continue;
    out->flow = flow;
    out->box[side] = cells_of_rim(flow, side);
    SM_TRY(make_rates(ctx, flow, side, out));
    SM_TRY(make_open(ctx, flow, side, out));
  }
  if (out->flow == NULL && sm_device_has_data(flow->device))
    sm_warn(
        ctx,
        "%s:%d: warning: 'flow.nudging_width' has no effect: the weather does not change, or no "
        "side follows it",
        c->path, c->flow.line);
  return SM_OK;
}

/* --- a step --- */

struct sm_nudging_rim sm_flow_nudging_rim(const struct sm_flow_nudging *nudging, int side,
                                          int component, bool ghosts) {
  const struct sm_flow *flow = nudging->flow;
  const int d = side / 2, *n = flow->layout.n;
  const ptrdiff_t centres = component == d ? 0 : (ptrdiff_t)line_entries(flow, d);
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  struct sm_nudging_rim rim = {.rate = sm_flow_offset(flow, nudging->rate[side], centres),
                               .open = nudging->open[side],
                               .clock = flow->clock};
  rim.across[d] = rim.along[p] = rim.plane[p] = 1;
  rim.along[q] = n[p];
  rim.plane[q] = ghosts ? n[p] + SM_FLOW_PLANE_GHOSTS : n[p];
  sm_flow_weather_interval(flow, &rim.begin, &rim.span);
  return rim;
}

bool sm_flow_nudging_box(const struct sm_flow_nudging *nudging, int side, const struct sm_box *own,
                         struct sm_box *out) {
  bool some = true;
  for (int d = 0; d < 3; d++) {
    const struct sm_box *rim = &nudging->box[side];
    out->lo[d] = own->lo[d] > rim->lo[d] ? own->lo[d] : rim->lo[d];
    out->hi[d] = own->hi[d] < rim->hi[d] ? own->hi[d] : rim->hi[d];
    some = some && out->lo[d] < out->hi[d];
  }
  return some;
}

void sm_flow_nudge_wind(const struct sm_flow_nudging *nudging, int wind) {
  const struct sm_flow *flow = nudging->flow;
  for (int side = 0; side < SM_BOTTOM && flow != NULL; side++)
    for (int d = 0; d < 3 && nudging->rate[side].f32 != NULL; d++) {
      const ptrdiff_t origin = sm_flow_plane_origin(flow, side);
      const struct sm_box own = sm_flow_faces(flow, d);
      struct sm_box box;
      const struct sm_nudging args = {
          .rim = sm_flow_nudging_rim(nudging, side, d, true),
          .sy = flow->layout.step[1],
          .sz = flow->layout.step[2],
          .u = flow->u[wind][d],
          .from = sm_flow_offset(flow, flow->weather->before[side][d], origin),
          .to = sm_flow_offset(flow, flow->weather->after[side][d], origin),
          .factor = d == side / 2 ? 1 : 0.5,
          .faces = flow->faces,
          .closed = SM_OPEN_WEST << 2 * d};
      if (flow->layout.n[d] > 1 && sm_flow_nudging_box(nudging, side, &own, &box))
        flow->device->backend->nudging(flow->device, &box, &args);
    }
}

void sm_flow_nudge_scalar(const struct sm_flow_nudging *nudging, union sm_reals field,
                          const union sm_reals plane[SM_SIDES]) {
  const struct sm_flow *flow = nudging->flow;
  for (int side = 0; side < SM_BOTTOM && flow != NULL; side++) {
    if (nudging->rate[side].f32 == NULL || plane[side].f32 == NULL) continue;
    const struct sm_box own = sm_flow_cells(flow);
    struct sm_box box;
    const struct sm_nudging args = {.rim = sm_flow_nudging_rim(nudging, side, -1, false),
                                    .sy = flow->layout.step[1],
                                    .sz = flow->layout.step[2],
                                    .u = field,
                                    .from = plane[side],
                                    .to = plane[side],
                                    .factor = 1,
                                    .faces = flow->faces,
                                    .closed = SM_OPEN_ALL};
    if (sm_flow_nudging_box(nudging, side, &own, &box))
      flow->device->backend->nudging(flow->device, &box, &args);
  }
}
