#include "solve/extrapolate.h"

enum sm_status sm_extrapolation_create(struct sm_context *ctx, struct sm_poisson *poisson,
                                       struct sm_extrapolation **out) {
  const struct sm_split *split = &poisson->level[0].split;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "earlier solutions", out));
  struct sm_extrapolation *e = *out;
  *e = (struct sm_extrapolation){.poisson = poisson, .size = split->size};
  const enum sm_status status = sm_device_allocate(ctx, poisson->device, e->size, sizeof(double),
                                                   "earlier solutions", &e->memory);
  if (status != SM_OK) {
    sm_free(e);
    *out = NULL;
    return status;
  }
  e->before = e->memory + split->origin;
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
  const struct sm_level *level = &poisson->level[0];
  const struct sm_box box = sm_level_box(level);
  const struct sm_extrapolate args = {level->split.sy,
                                      level->split.sz,
                                      level->split.colour,
                                      poisson->x,
                                      extrapolation->before,
                                      a,
                                      b};
  poisson->device->backend->extrapolate(poisson->device, &box, &args);
  sm_poisson_wrap_double(poisson, poisson->x);
}
