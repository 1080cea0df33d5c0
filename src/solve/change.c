/* change.c - largest change of x in an iteration, a stopping criterion of the Poisson solvers. */
#include "solve/poisson.h"

bool sm_poisson_is_measured(const struct sm_poisson_options *options) {
  return options->change_tolerance > 0 || options->measure_change;
}

enum sm_status sm_poisson_correction_maximum(struct sm_context *ctx,
                                             const struct sm_poisson *poisson, const float *e,
                                             double *out) {
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  const struct sm_box box = sm_mg_level_box(level);
  const struct sm_correction_maximum correction = {s->sy, s->sz, s->colour, e};
  poisson->device->backend->correction_maximum(poisson->device, &box, &correction, poisson->number);
  return sm_device_download(ctx, poisson->device, out, poisson->number, sizeof *out);
}

void sm_poisson_note_change(struct sm_poisson_result *result, double of_x) {
  result->change = 2 * of_x;
  if (result->change_count < SM_POISSON_HISTORY)
    result->changes[result->change_count++] = result->change;
}
