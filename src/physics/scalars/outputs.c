/* Scalars of a flow: outputs, and the parts of a checkpoint. */
#include "physics/scalars/scalars.h"

#include "domain/sources/terms/terms.h"
#include "physics/flow/initial_wind.h"
#include "physics/scalars/chemistry.h"
#include <math.h>

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

/* --- the pure gas --- */

/* Largest value of a scalar in air, layer by layer; its cell. */
static enum sm_status find_largest(struct sm_context *ctx, const struct sm_flow *flow,
                                   union sm_reals field, double *largest, int cell[3]) {
  const struct sm_flow_layout *s = &flow->layout;
  const size_t count = (size_t)((s->n[1] - 1) * s->step[1] + s->n[0]);
  SM_SCOPED double *layer = NULL;
  *largest = 0;
  SM_TRY(sm_alloc(ctx, count, sizeof *layer, "a layer", &layer));
  for (int k = 0; k < s->n[2]; k++) {
    SM_TRY(sm_flow_download_array(ctx, flow, sm_flow_offset(flow, field, k * s->step[2]), count,
                                  layer));
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        if (!(layer[i + j * s->step[1]] > *largest)) continue;
        *largest = layer[i + j * s->step[1]];
        cell[0] = i, cell[1] = j, cell[2] = k;
      }
  }
  return SM_OK;
}

enum sm_status sm_scalars_check_pure(struct sm_context *ctx, struct sm_scalars *scalars,
                                     double time) {
  const struct sm_axis *axis = scalars->flow->domain->grid.axis;
  for (size_t m = 0; m < scalars->count && !scalars->above_pure; m++) {
    const struct sm_scalar *item = &scalars->item[m];
    double largest, pure = 0, place[3];
    int cell[3] = {0, 0, 0};
    if (item->kind != SM_SCALAR_TRACER) continue;
    if (!isnan(item->c->density))
      pure = item->c->density;
    else
      SM_TRY(sm_substance_gas_density(ctx, item->c->name, &pure));
    if (!(pure > 0)) continue;
    SM_TRY(find_largest(ctx, scalars->flow, item->now, &largest, cell));
    if (!(largest > pure)) continue;
    for (int d = 0; d < 3; d++)
      place[d] = 0.5 * (axis[d].face[cell[d]] + axis[d].face[cell[d] + 1]);
    sm_warn(ctx,
            "%s:%d: warning: %s has %.4g kg/m3 at x %.6g, y %.6g, z %.6g m at %.6g s, more than "
            "the pure gas, %.4g kg/m3\n"
            "help: a source adds mass but no volume, so that it does not push the air aside: a "
            "larger source, or larger cells; near the source concentrations are too high",
            scalars->c->path, item->c->line, item->c->name, largest, place[0], place[1], place[2],
            time, pure);
    scalars->above_pure = true;
  }
  return SM_OK;
}
