/* Host copy of one layer of the wind, from any device. */
#include "physics/turbulence/closure.h"

enum sm_status sm_wind_layer_create(struct sm_context *ctx, const struct sm_state *state,
                                    struct sm_wind_layer *out) {
  const size_t bytes = (size_t)state->sz * sm_state_real_size(state);
  *out = (struct sm_wind_layer){.state = state};
  SM_TRY(sm_alloc(ctx, 2, bytes, "a layer of the wind", &out->u));
  out->v = (char *)out->u + bytes;
  return SM_OK;
}

void sm_wind_layer_free(struct sm_wind_layer *layer) {
  sm_free(layer->u);
  *layer = (struct sm_wind_layer){0};
}

enum sm_status sm_wind_layer_read(struct sm_context *ctx, struct sm_wind_layer *layer, int k) {
  const struct sm_state *state = layer->state;
  const size_t bytes = (size_t)state->sz * sm_state_real_size(state);
  void *const to[2] = {layer->u, layer->v};
  for (int d = 0; d < 2; d++) {
    const char *from = (const char *)state->field[SM_FIELD_U + d].f32;
    SM_TRY(sm_device_download(ctx, state->device, to[d], from + (size_t)k * bytes, bytes));
  }
  return SM_OK;
}

static double mean(const struct sm_wind_layer *l, const void *component, ptrdiff_t at,
                   ptrdiff_t next) {
  if (l->state->device->bits == 64) {
    const double *f = component;
    return 0.5 * (f[at] + f[at + next]);
  }
  const float *f = component;
  return 0.5 * ((double)f[at] + (double)f[at + next]);
}

void sm_wind_layer_wind(const struct sm_wind_layer *layer, int i, int j, double wind[2]) {
  const ptrdiff_t sy = layer->state->sy, at = i + j * sy;
  wind[0] = mean(layer, layer->u, at, 1);
  wind[1] = mean(layer, layer->v, at, sy);
}
