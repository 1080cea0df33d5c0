/* turbulence.c - the metric of the grid, and the calls of the kernels (cell/turbulence.h). */
#include "physics/turbulence.h"

#include <math.h>

struct sm_turbulence {
  struct sm_device *device;
  int n[3];
  struct sm_shear wind;
  float per_longest, fastest;
  float *metric; /* device: what wind.width and wind.gap lie in */
  size_t metric_count;
};

struct sm_turbulence_options sm_turbulence_options_default(void) {
  return (struct sm_turbulence_options){.roughness = 0, .longest = INFINITY, .most = INFINITY};
}

static enum sm_status check(struct sm_context *ctx, const struct sm_turbulence_options *o) {
  if (!(o->roughness >= 0) || isinf(o->roughness))
    return sm_fail(ctx, SM_ERR_USAGE, "error: the turbulence's roughness is %g m; give 0 or more",
                   o->roughness);
  if (!(o->longest > 0))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: the turbulence's longest mixing length is %g m; give more than 0",
                   o->longest);
  if (!(o->most > 0))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: the turbulence's largest energy is %g m2/s2; give more than 0", o->most);
  return SM_OK;
}

/* Of every axis n widths, then n + 1 gaps between centres. */
static enum sm_status upload_metric(struct sm_context *ctx, struct sm_turbulence *t,
                                    const struct sm_grid *grid) {
  float *host = NULL;
  SM_TRY(sm_alloc(ctx, t->metric_count, sizeof *host, "widths of cells", &host));
  float *width = host;
  for (int a = 0; a < 3; a++) {
    const struct sm_axis *axis = &grid->axis[a];
    float *gap = width + axis->n;
    for (int i = 0; i < axis->n; i++) {
      width[i] = (float)axis->width[i];
      if (i > 0) gap[i] = (float)(axis->centre[i] - axis->centre[i - 1]);
    }
    t->wind.width[a] = t->metric + (width - host);
    t->wind.gap[a] = t->metric + (gap - host);
    width = gap + axis->n + 1;
  }
  const enum sm_status status =
      sm_device_upload(ctx, t->device, t->metric, host, t->metric_count * sizeof *host);
  sm_free(host);
  return status;
}

enum sm_status sm_turbulence_create(struct sm_context *ctx, const struct sm_state *state,
                                    const struct sm_grid *grid, const struct sm_distance *distance,
                                    const struct sm_turbulence_options *options,
                                    struct sm_turbulence **out) {
  SM_TRY(check(ctx, options));
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the turbulence", out));
  struct sm_turbulence *t = *out;
  t->device = state->device;
  t->wind = (struct sm_shear){.sy = state->sy,
                              .sz = state->sz,
                              .u = state->field[SM_FIELD_U],
                              .v = state->field[SM_FIELD_V],
                              .w = state->field[SM_FIELD_W],
                              .distance = distance->d,
                              .roughness = (float)options->roughness};
  t->per_longest = (float)(1 / options->longest);
  t->fastest = (float)(SM_FRICTION_SHARE * sqrt(options->most));
  for (int a = 0; a < 3; a++) {
    t->n[a] = grid->axis[a].n;
    t->metric_count += 2 * (size_t)t->n[a] + 1;
  }
  enum sm_status status = sm_device_allocate(ctx, t->device, t->metric_count, sizeof(float),
                                             "widths of cells", &t->metric);
  if (status == SM_OK) status = upload_metric(ctx, t, grid);
  if (status != SM_OK) sm_turbulence_destroy(out);
  return status;
}

void sm_turbulence_destroy(struct sm_turbulence **turbulence) {
  struct sm_turbulence *t = *turbulence;
  if (t == NULL) return;
  sm_device_release(t->device, t->metric, t->metric_count, sizeof(float));
  sm_free(t);
  *turbulence = NULL;
}

/* The cells that have one to the west, and those of the first column, which have none. */
static struct sm_box columns(const struct sm_turbulence *t, ptrdiff_t west) {
  return west != 0 ? (struct sm_box){{1, 0, 0}, {t->n[0], t->n[1], t->n[2]}}
                   : (struct sm_box){{0, 0, 0}, {1, t->n[1], t->n[2]}};
}

void sm_turbulence_mix(const struct sm_turbulence *t, const struct sm_turbulence_fields *fields) {
  struct sm_mixing mixing = {.wind = t->wind,
                             .per_longest = t->per_longest,
                             .fastest = t->fastest,
                             .viscosity = fields->viscosity,
                             .energy = fields->energy,
                             .dissipation = fields->dissipation};
  for (mixing.wind.west = -1; mixing.wind.west <= 0; mixing.wind.west++) {
    const struct sm_box box = columns(t, mixing.wind.west);
    t->device->backend->mixing(t->device, &box, &mixing);
  }
}

void sm_turbulence_stress(const struct sm_turbulence *t,
                          const struct sm_turbulence_fields *fields) {
  struct sm_stress stress = {
      .wind = t->wind, .viscosity = fields->viscosity, .energy = fields->energy};
  for (int m = 0; m < 6; m++) stress.stress[m] = fields->stress[m];
  for (stress.wind.west = -1; stress.wind.west <= 0; stress.wind.west++) {
    const struct sm_box box = columns(t, stress.wind.west);
    t->device->backend->stress(t->device, &box, &stress);
  }
}
