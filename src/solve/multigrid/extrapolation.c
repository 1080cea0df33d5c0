/* Initial guess of a solve by linear combination of the last two solutions. */
#include "solve/poisson.h"

enum sm_status sm_extrapolation_create(struct sm_context *ctx, struct sm_poisson *poisson,
                                       struct sm_extrapolation **out) {
  const struct sm_red_black *layout = &poisson->level[0].layout;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "earlier solutions", out));
  struct sm_extrapolation *e = *out;
  *e = (struct sm_extrapolation){.poisson = poisson, .size = layout->size};
  const enum sm_status status = sm_device_allocate(ctx, poisson->device, e->size, sizeof(double),
                                                   "earlier solutions", &e->memory);
  if (status != SM_OK) {
    sm_free(e);
    *out = NULL;
    return status;
  }
  e->before = e->memory + layout->origin;
  return SM_OK;
}

void sm_extrapolation_destroy(struct sm_extrapolation **extrapolation) {
  struct sm_extrapolation *e = *extrapolation;
  if (e == NULL) return;
  sm_device_release(e->poisson->device, e->memory, e->size, sizeof(double));
  sm_free(e);
  *extrapolation = NULL;
}

void sm_extrapolation_make(const struct sm_extrapolation *extrapolation, double a, double b) {
  const struct sm_poisson *poisson = extrapolation->poisson;
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_box box = sm_mg_level_box(level);
  const struct sm_poisson_extrapolate args = {level->layout.sy,
                                              level->layout.sz,
                                              level->layout.colour,
                                              poisson->x,
                                              extrapolation->before,
                                              a,
                                              b};
  poisson->device->backend->poisson_extrapolate(poisson->device, &box, &args);
  sm_poisson_wrap_double(poisson, poisson->x);
}
