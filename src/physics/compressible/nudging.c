/* Nudging of the compressible solver in a rim along the sides that follow the weather
 * (cell/compressible/stage.h). */
#include "physics/compressible/model.h"
#include "physics/flow/boundary/boundaries.h"

void sm_compressible_nudge(const struct sm_flow_nudging *nudging,
                           const struct sm_compressible_fields *gas, int set) {
  const struct sm_flow *flow = gas->flow;
  for (int side = 0; side < SM_BOTTOM && nudging->flow != NULL; side++) {
    int p, q;
    if (nudging->rate[side].f32 == NULL) continue;
    sm_flow_plane_axes(side / 2, &p, &q);
    const ptrdiff_t origin = sm_flow_plane_origin(flow, side);
    const union sm_reals none = {NULL};
    struct sm_compressible_nudging args = {
        .rim = sm_flow_nudging_rim(nudging, side, -1, true),
        .step = {1, flow->layout.step[1], flow->layout.step[2]},
        .b = gas->b,
        .walls = flow->faces,
        .axis = side / 2,
        .density_excess = gas->flow->c->reaction.line > 0 ? none : sm_inflow_density_at(gas, side)};
    for (int f = 0; f < SM_CONSERVED_FIELDS; f++) args.q[f] = gas->q[set][f];
    for (int d = 0; d < 3; d++) {
      args.from[d] = sm_flow_offset(flow, flow->weather->before[side][d], origin);
      args.to[d] = sm_flow_offset(flow, flow->weather->after[side][d], origin);
    }
    args.next[p] = args.rim.plane[p];
    args.next[q] = args.rim.plane[q];
    const struct sm_box own = sm_flow_cells(flow);
    struct sm_box box;
    if (sm_flow_nudging_box(nudging, side, &own, &box))
      flow->device->backend->compressible_nudging(flow->device, &box, &args);
  }
}
