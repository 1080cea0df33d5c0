#include "physics/scalars/outputs.h"

#include "physics/flow/exchange.h"
#include "physics/scalars/boundaries.h"
#include "physics/scalars/budget.h"
#include "physics/scalars/chemistry.h"
#include <stdio.h>

void sm_scalars_parts(struct sm_scalars *scalars, struct sm_flow_view *view) {
  const struct sm_flow *flow = scalars->flow;
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    static const char *const what[4] = {"now", "before", "accounts", "emitted"};
    for (int i = 0; i < 4; i++)
      snprintf(item->label[i], sizeof item->label[i], "scalar_%zu_%s", m, what[i]);
    sm_flow_view_field(view, item->label[0], item->now);
    if (item->kind == SM_SCALAR_HEAT) sm_flow_view_field(view, item->label[1], item->before);
    if (item->kind != SM_SCALAR_TRACER) continue;
    const struct sm_flow_part budgets = {item->label[2], item->budget, SM_BOOKS, sizeof(double),
                                         false};
    const struct sm_flow_part numbers = {item->label[3], &item->initial, 2, sizeof(double), true};
    sm_flow_view_part(view, budgets);
    sm_flow_view_part(view, numbers);
  }
  const struct sm_flow_part drag = {"flow_drag", flow->drags, flow->drag_count,
                                    sm_device_real_size(flow->device), false};
  if (scalars->heat) sm_flow_view_part(view, drag);
  sm_scalar_chemistry_part(scalars->chemistry, view);
}

void sm_scalars_find_outputs(const struct sm_scalars *scalars) {
  for (size_t m = 0; m < scalars->count; m++)
    (void)sm_scalar_per_volume(scalars, &scalars->item[m], scalars->item[m].now, 0);
}

size_t sm_scalars_outputs(const struct sm_scalars *scalars, size_t most,
                          struct sm_flow_output *out) {
  const struct sm_flow *flow = scalars->flow;
  size_t count = 0;
  for (size_t m = 0; m < scalars->count && count < most; m++) {
    const struct sm_scalar *item = &scalars->item[m];
    if (item->kind == SM_SCALAR_TRACER) {
      out[count++] =
          (struct sm_flow_output){.name = item->c->name,
                                  .long_name = item->c->name,
                                  .unit = "kg m-3",
                                  .field = item->volume.f32 != NULL ? item->volume : item->now};
      continue;
    }
    if (item->kind == SM_SCALAR_TKE) {
      out[count++] = (struct sm_flow_output){.name = sm_scalar_name(item),
                                             .long_name = "energy of eddies within the cells",
                                             .standard_name = "",
                                             .unit = "m2 s-2",
                                             .field = item->now};
      continue;
    }
    const struct sm_add_offset add_offset = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                             .from = item->now,
                                             .to = scalars->stage[0],
                                             .add = scalars->c->flow.reference};
    const struct sm_box box = sm_flow_cells(flow);
    flow->device->backend->add_offset(flow->device, &box, &add_offset);
    out[count++] = (struct sm_flow_output){.name = "temperature",
                                           .long_name = "potential temperature",
                                           .standard_name = "air_potential_temperature",
                                           .unit = "K",
                                           .field = scalars->stage[0]};
  }
  return count;
}

enum sm_status sm_scalar_set(struct sm_context *ctx, const struct sm_scalars *scalars,
                             struct sm_scalar *item, const double *values) {
  const double shift = item->kind == SM_SCALAR_HEAT ? -scalars->c->flow.reference : 0;
  const union sm_reals fields[2] = {item->now, item->before};
  double before, after;
  SM_TRY(sm_scalar_find_integral(ctx, scalars, item, &before));
  for (int m = 0; m < 2 && fields[m].f32 != NULL; m++) {
    SM_TRY(sm_flow_set_cells(ctx, scalars->flow, values, shift, fields[m]));
    sm_scalar_ghosts(scalars, item, fields[m]);
  }
  SM_TRY(sm_scalar_find_integral(ctx, scalars, item, &after));
  if (item->kind == SM_SCALAR_TRACER) item->emitted += after - before;
  return SM_OK;
}
