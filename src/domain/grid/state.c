#include "domain/grid/state.h"

#include "cell/momentum/fields.h"

static ptrdiff_t row_length(const struct sm_grid *grid) {
  return ((ptrdiff_t)grid->axis[0].n + 4 + 7) / 8 * 8;
}

static size_t field_size(const struct sm_grid *grid) {
  return (size_t)row_length(grid) * (size_t)(grid->axis[1].n + 1) * (size_t)(grid->axis[2].n + 1);
}

static enum sm_status allocate(struct sm_context *ctx, unsigned chosen, struct sm_state *state) {
  for (int f = 0; f < SM_STATE_FIELDS; f++)
    if (chosen >> f & 1u)
      SM_TRY(sm_device_allocate(ctx, state->device, state->size, sm_state_real_size(state),
                                sm_field_get((enum sm_field)f)->long_name, &state->field[f].f32));
  return SM_OK;
}

static unsigned fields_of(const struct sm_state *state) {
  unsigned fields = 0;
  for (int f = 0; f < SM_STATE_FIELDS; f++) fields |= (state->field[f].f32 != NULL ? 1u : 0u) << f;
  return fields;
}

static enum sm_status create(struct sm_context *ctx, const struct sm_state *like, unsigned chosen,
                             struct sm_state **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the state", out));
  **out = *like;
  const enum sm_status status = allocate(ctx, chosen & ~like->borrowed, *out);
  if (status != SM_OK) sm_state_destroy(out);
  return status;
}

enum sm_status sm_state_create(struct sm_context *ctx, struct sm_device *device,
                               const struct sm_grid *grid, unsigned chosen, struct sm_state **out) {
  const struct sm_state like = {.device = device,
                                .sy = row_length(grid),
                                .sz = row_length(grid) * (grid->axis[1].n + 1),
                                .size = field_size(grid)};
  return create(ctx, &like, chosen, out);
}

struct sm_flow_layout sm_flow_layout_on(const struct sm_device *device, const int n[3]) {
  const bool is_whole = sm_device_is_host(device) && device->bits == 64; /* a line of the cache */
  return sm_flow_layout_aligned(n, is_whole ? SM_FLOW_VECTOR / 2 : SM_FLOW_VECTOR);
}

enum sm_status sm_state_create_borrowed(struct sm_context *ctx, struct sm_device *device,
                                        const struct sm_grid *grid, unsigned chosen,
                                        struct sm_state **out) {
  const int n[3] = {grid->axis[0].n, grid->axis[1].n, grid->axis[2].n};
  const struct sm_flow_layout layout = sm_flow_layout_on(device, n);
  const struct sm_state like = {.device = device,
                                .borrowed = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W,
                                .sy = layout.step[1],
                                .sz = layout.step[2],
                                .size = layout.size - (size_t)layout.origin};
  return create(ctx, &like, chosen, out);
}

enum sm_status sm_state_create_like(struct sm_context *ctx, const struct sm_state *other,
                                    struct sm_state **out) {
  struct sm_state like = *other;
  like.borrowed = 0;
  for (int f = 0; f < SM_STATE_FIELDS; f++) like.field[f].f32 = NULL;
  return create(ctx, &like, fields_of(other), out);
}

void sm_state_destroy(struct sm_state **state) {
  if (*state == NULL) return;
  for (int f = 0; f < SM_STATE_FIELDS; f++)
    if (!((*state)->borrowed >> f & 1u))
      sm_device_release((*state)->device, (*state)->field[f].f32, (*state)->size,
                        sm_state_real_size(*state));
  sm_free(*state);
  *state = NULL;
}

size_t sm_state_real_size(const struct sm_state *state) {
  return state->device->bits == 64 ? sizeof(double) : sizeof(float);
}
