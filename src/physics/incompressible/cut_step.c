/* Momentum step of the faces beside cut walls. */
#include "physics/incompressible/model.h"

void sm_flow_cut_advance(const struct sm_flow_cut *cut, int d, const struct sm_momentum *args,
                         bool given, double past) {
  const struct sm_flow *flow = cut->flow;
  const int b = (d + 1) % 3, e = (d + 2) % 3;
  const union sm_reals none = {NULL};
  if (cut->count[d] == 0) return;
  const struct sm_cut_momentum own = {.sa = flow->layout.step[d],
                                      .sb = flow->layout.step[b],
                                      .se = flow->layout.step[e],
                                      .u = args->u[d],
                                      .v = args->u[b],
                                      .w = args->u[e],
                                      .from = args->from,
                                      .to = args->to,
                                      .pressure = flow->pressure,
                                      .eddy = args->eddy,
                                      .buoyancy = d == 2 ? cut->buoyancy : none,
                                      .faces = args->faces,
                                      .face = cut->face[d],
                                      .number = cut->number[d],
                                      .count = cut->count[d],
                                      .clock = args->clock,
                                      .bulk_force = args->bulk_force,
                                      .share = args->share,
                                      .viscosity = args->viscosity,
                                      .force = args->force,
                                      .coriolis = {args->coriolis[0], args->coriolis[1]},
                                      .past = past,
                                      .given = given ? 1 : 0,
                                      .a = d,
                                      .upwind = flow->c->advection != SM_ADVECTION_CENTRAL,
                                      .smooth = flow->c->walls == SM_WALL_SMOOTH};
  const struct sm_box box = sm_csr_box(cut->count[d]);
  flow->device->backend->cut_momentum(flow->device, &box, &own);
}
