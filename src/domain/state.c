#include "domain/state.h"

static const struct sm_field_info fields[] = {
#define FIELD(NAME, VARIABLE, STANDARD, LONGER, UNIT, WHERE)                                       \
  {VARIABLE, STANDARD, LONGER, UNIT, SM_##WHERE},
#include "domain/fields.def"
#undef FIELD
};

const struct sm_field_info *sm_field_info(enum sm_field field) { return &fields[field]; }

static ptrdiff_t row_length(const struct sm_grid *grid) {
  return ((ptrdiff_t)grid->axis[0].n + 4 + 7) / 8 * 8;
}

static size_t field_size(const struct sm_grid *grid) {
  return (size_t)row_length(grid) * (size_t)(grid->axis[1].n + 1) * (size_t)(grid->axis[2].n + 1);
}

enum sm_status sm_state_create(struct sm_context *ctx, struct sm_device *device,
                               const struct sm_grid *grid, unsigned chosen, struct sm_state **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the state", out));
  struct sm_state *state = *out;
  state->device = device;
  state->sy = row_length(grid);
  state->sz = state->sy * (grid->axis[1].n + 1);
  state->size = field_size(grid);
  for (int f = 0; f < SM_FIELD_COUNT; f++) {
    if (!(chosen >> f & 1u)) continue;
    const enum sm_status status =
        sm_device_allocate(ctx, device, state->size, sm_state_real_size(state), fields[f].long_name,
                           &state->field[f].f32);
    if (status != SM_OK) {
      sm_state_destroy(out);
      return status;
    }
  }
  return SM_OK;
}

void sm_state_destroy(struct sm_state **state) {
  if (*state == NULL) return;
  for (int f = 0; f < SM_FIELD_COUNT; f++)
    sm_device_release((*state)->device, (*state)->field[f].f32, (*state)->size,
                      sm_state_real_size(*state));
  sm_free(*state);
  *state = NULL;
}

size_t sm_state_real_size(const struct sm_state *state) {
  return state->device->bits == 64 ? sizeof(double) : sizeof(float);
}

size_t sm_state_bytes(const struct sm_grid *grid, int count, int bits) {
  return field_size(grid) * (size_t)count * (size_t)bits / 8;
}
