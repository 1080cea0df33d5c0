/* wind_layer.h - one layer of the wind on the host, wherever the state is. */
#ifndef SM_PHYSICS_TURBULENCE_WIND_LAYER_H
#define SM_PHYSICS_TURBULENCE_WIND_LAYER_H

#include "domain/grid/state.h"

struct sm_wind_layer {
  const struct sm_state *state; /* borrowed */
  void *u, *v;                  /* in the precision of the state */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_layer_create(struct sm_context *ctx, const struct sm_state *state,
                                               struct sm_wind_layer *out);
void sm_wind_layer_free(struct sm_wind_layer *layer);

/* Takes layer k of the state as it is. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_layer_read(struct sm_context *ctx, struct sm_wind_layer *layer,
                                             int k);

/* Horizontal wind in the middle of a cell, m/s. */
void sm_wind_layer_wind(const struct sm_wind_layer *layer, int i, int j, double wind[2]);

#endif
