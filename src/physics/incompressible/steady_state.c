#include "physics/incompressible/model.h"

#include <math.h>

/* Smallest number of steps between two compared winds. */
enum { LOOK_EVERY = 10 };

/* Apparent change of a steady wind, from rounding and remaining divergence; it is about the same
 * over any time. The interval is chosen so that the tolerance is several times larger. */
static double largest_change(const struct sm_flow *flow, double divergence) {
  return fmax(3 * divergence, 16 * (flow->device->bits == 64 ? 0x1p-53 : 0x1p-24));
}

enum sm_status sm_flow_steady_make(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_flow *flow, double divergence, bool alone,
                                   struct sm_flow_steady *out) {
  *out = (struct sm_flow_steady){.since = NAN};
  if (isnan(c->flow.steady)) return SM_OK;
  out->flow = flow;
  out->tolerance = c->flow.steady;
  out->interval = largest_change(flow, divergence) / c->flow.steady;
  for (int d = 0; d < 3; d++) SM_TRY(sm_flow_field(ctx, flow, "an earlier wind", &out->earlier[d]));
  if (alone) SM_TRY(sm_reduced_rank_make(ctx, flow, &out->rank));
  return sm_flow_put(ctx, flow, NULL, 1, sizeof *out->number, "a number", &out->number);
}

static void keep(struct sm_flow_steady *steady, int wind, double time) {
  const struct sm_flow *flow = steady->flow;
  const ptrdiff_t *step = flow->layout.step;
  const struct sm_box box = sm_flow_cells(flow);
  for (int d = 0; d < 3; d++) {
    const struct sm_flow_copy copy = {.step = {step[0], step[1], step[2]},
                                      .sy = step[1],
                                      .sz = step[2],
                                      .from = flow->u[wind][d],
                                      .to = steady->earlier[d]};
    flow->device->backend->flow_copy(flow->device, &box, &copy);
  }
  steady->since = time;
  steady->steps = 0;
}

enum sm_status sm_flow_steady_judge(struct sm_context *ctx, struct sm_flow_steady *steady, int wind,
                                    double time, double fastest) {
  const struct sm_flow *flow = steady->flow;
  if (flow == NULL || time <= 0) return SM_OK;
  steady->steps++;
  if (isnan(steady->since)) keep(steady, wind, time);
  const double passed = time - steady->since;
  if (steady->steps < LOOK_EVERY || passed < steady->interval) return SM_OK;
  struct sm_flow_change args = {.step = {flow->layout.step[1], flow->layout.step[2]}};
  for (int d = 0; d < 3; d++) {
    args.now[d] = flow->u[wind][d];
    args.before[d] = steady->earlier[d];
  }
  const struct sm_box box = sm_flow_cells(flow);
  double change;
  flow->device->backend->flow_change(flow->device, &box, &args, steady->number);
  SM_TRY(sm_device_download(ctx, flow->device, &change, steady->number, sizeof change));
  steady->is = change <= steady->tolerance * fastest * passed;
  sm_debug(ctx, "%.6g s: the wind changes by %.3g of the fastest in a second", time,
           change / (fastest * passed));
  if (steady->is) sm_info(ctx, "the wind is steady after %.6g s", time);
  keep(steady, wind, time);
  return SM_OK;
}

enum sm_status sm_flow_steady_accelerate(struct sm_context *ctx, struct sm_flow_steady *steady,
                                         int wind, double time, double fastest, bool *moved) {
  *moved = false;
  if (steady->is) return SM_OK;
  SM_TRY(sm_reduced_rank_step(ctx, &steady->rank, wind, time, fastest, moved));
  if (*moved) steady->since = NAN;
  return SM_OK;
}

void sm_flow_steady_parts(struct sm_flow_steady *self, struct sm_flow_view *view) {
  if (self->flow == NULL) return;
  SM_STATE_PARTS(SM_FLOW_STEADY_STATE, "steady", -1);
  sm_reduced_rank_parts(&self->rank, view);
}
