/* host_copy.c - wind and fields of a run in host memory: on a CPU the memory of the model, for a
 * GPU a copy (run/outputs.h). */
#include "run/outputs.h"

/* Host pointer to a device array: the array itself on the CPU, else a copy at *next, which is
 * advanced. */
static enum sm_status on_host(struct sm_context *ctx, struct sm_device *device, const void *from,
                              size_t bytes, char **next, const void **out) {
  *out = from;
  if (sm_device_is_host(device)) return SM_OK;
  SM_TRY(sm_device_download(ctx, device, *next, from, bytes));
  *out = *next;
  *next += bytes;
  return SM_OK;
}

/* Host address of cell (0, 0, 0) of a flow field. */
static enum sm_status flow_field_on_host(struct sm_context *ctx, const struct sm_flow *flow,
                                         const void *from, char **next, const void **out) {
  const size_t real = flow->device->bits == 64 ? sizeof(double) : sizeof(float);
  const ptrdiff_t origin = flow->layout.origin * (ptrdiff_t)real;
  const void *memory;
  SM_TRY(on_host(ctx, flow->device, (const char *)from - origin, flow->layout.size * real, next,
                 &memory));
  *out = (const char *)memory + origin;
  return SM_OK;
}

static void set_flow_strides(const struct sm_flow *flow, struct sm_cell_field *field) {
  field->is_double = flow->device->bits == 64;
  field->stride_y = flow->layout.step[1];
  field->stride_z = flow->layout.step[2];
}

enum sm_status sm_flow_on_host(struct sm_context *ctx, const struct sm_flow *flow,
                               const struct sm_flow_arrays *arrays, struct sm_face_wind *wind,
                               void **copy) {
  const size_t real = flow->device->bits == 64 ? sizeof(double) : sizeof(float);
  const void *component[3];
  *copy = NULL;
  if (!sm_device_is_host(flow->device))
    SM_TRY(sm_alloc(ctx, 3 + (size_t)arrays->field_count, flow->layout.size * real,
                    "a copy of the flow on the host", copy));
  char *next = *copy;
  for (int d = 0; d < 3; d++)
    SM_TRY(flow_field_on_host(ctx, flow, arrays->u[d].f32, &next, &component[d]));
  for (int f = 0; f < arrays->field_count; f++) {
    struct sm_cell_field *field = &arrays->field[f];
    set_flow_strides(flow, field);
    if (field->field == SM_CELL_FLOW)
      SM_TRY(flow_field_on_host(ctx, flow, field->value, &next, &field->value));
  }
  *wind = (struct sm_face_wind){.is_double = flow->device->bits == 64,
                                .u = component[0],
                                .v = component[1],
                                .w = component[2],
                                .stride_y = flow->layout.step[1],
                                .stride_z = flow->layout.step[2],
                                .field = arrays->field,
                                .field_count = arrays->field_count};
  return SM_OK;
}

/* Appends the flow fields to the fields of the state. */
static enum sm_status add_flow_fields(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                      const struct sm_flow_view *view, char **next, int *count) {
  *count = outputs->field_count;
  for (int f = 0; view != NULL && f < view->output_count && *count < SM_CELL_FIELDS; f++) {
    const struct sm_flow_output *from = &view->output[f];
    struct sm_cell_field *field = &outputs->field[(*count)++];
    *field = (struct sm_cell_field){.info = from->info, .field = SM_CELL_FLOW};
    set_flow_strides(view->flow, field);
    SM_TRY(flow_field_on_host(ctx, view->flow, from->field.f32, next, &field->value));
  }
  return SM_OK;
}

enum sm_status sm_run_outputs_on_host(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                      const struct sm_state *state, const struct sm_flow_view *view,
                                      struct sm_face_wind *wind) {
  const size_t bytes = state->size * sm_state_real_size(state);
  const size_t more = view == NULL ? 0
                                   : (size_t)view->output_count * view->flow->layout.size *
                                         sm_state_real_size(state);
  const void *component[3];
  int count;
  if (outputs->host == NULL && !sm_device_is_host(state->device))
    SM_TRY(sm_alloc(ctx, (3 + (size_t)outputs->field_count) * bytes + more, 1,
                    "a copy of the wind on the host", &outputs->host));
  char *next = outputs->host;
  for (int a = 0; a < 3; a++)
    SM_TRY(
        on_host(ctx, state->device, state->field[SM_FIELD_U + a].f32, bytes, &next, &component[a]));
  for (int f = 0; f < outputs->field_count; f++) {
    struct sm_cell_field *field = &outputs->field[f];
    const bool distance = field->field == SM_CELL_DISTANCE;
    const void *from = distance ? state->distance : state->field[field->field].f32;
    field->is_double = !distance && state->device->bits == 64;
    SM_TRY(on_host(ctx, state->device, from, distance ? state->size * sizeof(float) : bytes, &next,
                   &field->value));
  }
  SM_TRY(add_flow_fields(ctx, outputs, view, &next, &count));
  *wind = (struct sm_face_wind){.is_double = state->device->bits == 64,
                                .u = component[0],
                                .v = component[1],
                                .w = component[2],
                                .stride_y = state->sy,
                                .stride_z = state->sz,
                                .field = outputs->field,
                                .field_count = count,
                                .zone = outputs->zone};
  return SM_OK;
}
