/* Scalars of a flow: outputs, and the parts of a checkpoint. */
#include "physics/scalars/scalars.h"

#include "physics/flow/initial_wind.h"
#include "physics/scalars/chemistry.h"

static void add_scalar(struct sm_scalar *self, int number, struct sm_flow_view *view) {
  SM_STATE_PARTS(SM_SCALAR_STATE, "scalar", number);
}

void sm_scalars_parts(struct sm_scalars *scalars, struct sm_flow_view *view) {
  for (size_t m = 0; m < scalars->count; m++) add_scalar(&scalars->item[m], (int)m, view);
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
          (struct sm_flow_output){{.name = item->c->name,
                                   .standard_name = sm_field_concentration_name(item->c->name),
                                   .long_name = item->c->name,
                                   .unit = sm_field_get(SM_FIELD_CONCENTRATION)->unit,
                                   .dimensions = "time z y x"},
                                  item->volume.f32 != NULL ? item->volume : item->now};
      continue;
    }
    if (item->kind == SM_SCALAR_TKE) {
      out[count++] = (struct sm_flow_output){*sm_field_get(SM_FIELD_TKE_SGS), item->now};
      continue;
    }
    const struct sm_add_offset add_offset = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                             .from = item->now,
                                             .to = scalars->stage[0],
                                             .add = scalars->c->flow.reference};
    const struct sm_box box = sm_flow_cells(flow);
    flow->device->backend->add_offset(flow->device, &box, &add_offset);
    out[count++] =
        (struct sm_flow_output){*sm_field_get(SM_FIELD_POTENTIAL_TEMPERATURE), scalars->stage[0]};
  }
  return count;
}

struct sm_scalar *sm_scalars_tracer(struct sm_scalars *scalars, int n) {
  for (size_t m = 0; scalars != NULL && m < scalars->count; m++)
    if (scalars->item[m].kind == SM_SCALAR_TRACER && n-- == 0) return &scalars->item[m];
  return NULL;
}

enum sm_status sm_scalar_set(struct sm_context *ctx, const struct sm_scalars *scalars,
                             struct sm_scalar *item, const double *values) {
  const double shift = item->kind == SM_SCALAR_HEAT ? -scalars->c->flow.reference : 0;
  const union sm_reals fields[2] = {item->now, item->before};
  double before, after;
  SM_TRY(sm_scalar_find_integral(ctx, scalars, item, &before));
  for (int m = 0; m < 2 && fields[m].f32 != NULL; m++) {
    SM_TRY(sm_flow_set_cells(ctx, scalars->flow, values, shift, fields[m]));
    if (scalars->gas != NULL) sm_scalar_per_mass(scalars, fields[m]);
    sm_scalar_ghosts(scalars, item, fields[m]);
  }
  SM_TRY(sm_scalar_find_integral(ctx, scalars, item, &after));
  if (item->kind == SM_SCALAR_TRACER) item->emitted += after - before;
  return SM_OK;
}
