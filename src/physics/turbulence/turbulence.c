/* turbulence.c - mixing-length turbulence: metric of the grid, and calls of the kernels
 * (cell/diagnostic/turbulence.h). */
#include "physics/turbulence/closure.h"

#include <math.h>
#include <stdio.h>

struct sm_turbulence {
  struct sm_device *device;
  const struct sm_grid *grid; /* borrowed */
  int n[3];
  struct sm_shear_input wind;
  struct sm_surface_layer heat;
  float per_longest, fastest;
  float share[3], background; /* see struct sm_stress */
  float decay;                /* see struct sm_mixing_length */
  float *metric;              /* device memory of wind.width, wind.gap and centre */
  const float *centre[3];
  size_t metric_count;
};

struct sm_turbulence_air sm_turbulence_air_default(void) {
  return (struct sm_turbulence_air){
      .most = INFINITY, .obukhov = INFINITY, .convective = 0, .depth = 1000};
}

static enum sm_status require(struct sm_context *ctx, bool holds, const char *what, double value,
                              const char *unit, const char *range) {
  if (holds) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE, "error: the turbulence's %s is %g %s; give %s", what, value,
                 unit, range);
}

static enum sm_status require_positive(struct sm_context *ctx, const char *what, double value,
                                       const char *unit) {
  return require(ctx, value > 0, what, value, unit, "more than 0");
}

static enum sm_status require_no_less(struct sm_context *ctx, const char *what, double value,
                                      const char *unit) {
  return require(ctx, value >= 0 && !isinf(value), what, value, unit, "0 or more");
}

static enum sm_status check(struct sm_context *ctx, const struct sm_turbulence_options *o) {
  char least[32];
  snprintf(least, sizeof least, "%g or more", SM_SIGMA_MIN);
  SM_TRY(require_no_less(ctx, "roughness", o->roughness, "m"));
  SM_TRY(require_positive(ctx, "longest mixing length", o->longest, "m"));
  SM_TRY(require_no_less(ctx, "background", o->background, "m/s"));
  SM_TRY(require_positive(ctx, "size of background eddies", o->background_length, "m"));
  for (int d = 0; d < 3; d++)
    SM_TRY(require(ctx, o->sigma[d] >= SM_SIGMA_MIN && !isinf(o->sigma[d]), "sigma", o->sigma[d],
                   "u*", least));
  return SM_OK;
}

static size_t metric_of(const struct sm_grid *grid) {
  size_t count = 0;
  for (int a = 0; a < 3; a++) count += 3 * (size_t)grid->axis[a].n + 1;
  return count;
}

/* For every axis: n widths, then n + 1 gaps between centres, then n centres. */
static enum sm_status upload_metric(struct sm_context *ctx, struct sm_turbulence *t,
                                    const struct sm_grid *grid) {
  float *host = NULL;
  SM_TRY(sm_alloc(ctx, t->metric_count, sizeof *host, "widths of cells", &host));
  float *width = host;
  for (int a = 0; a < 3; a++) {
    const struct sm_axis *axis = &grid->axis[a];
    float *gap = width + axis->n, *centre = gap + axis->n + 1;
    for (int i = 0; i < axis->n; i++) {
      width[i] = (float)axis->width[i];
      if (i > 0) gap[i] = (float)(axis->centre[i] - axis->centre[i - 1]);
      centre[i] = (float)axis->centre[i];
    }
    t->wind.width[a] = t->metric + (width - host);
    t->wind.gap[a] = t->metric + (gap - host);
    t->centre[a] = t->metric + (centre - host);
    width = centre + axis->n;
  }
  const enum sm_status status =
      sm_device_upload(ctx, t->device, t->metric, host, t->metric_count * sizeof *host);
  sm_free(host);
  return status;
}

enum sm_status sm_turbulence_create(struct sm_context *ctx, const struct sm_state *state,
                                    const struct sm_grid *grid,
                                    const struct sm_wall_distance *distance,
                                    const struct sm_turbulence_options *options,
                                    struct sm_turbulence **out) {
  SM_TRY(check(ctx, options));
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the turbulence", out));
  struct sm_turbulence *t = *out;
  t->device = state->device;
  t->grid = grid;
  t->wind = (struct sm_shear_input){.sy = state->sy,
                                    .sz = state->sz,
                                    .u = state->field[SM_FIELD_U],
                                    .v = state->field[SM_FIELD_V],
                                    .w = state->field[SM_FIELD_W],
                                    .distance = distance->d,
                                    .roughness = (float)options->roughness};
  t->per_longest = (float)(1 / options->longest);
  t->background = (float)(options->background * options->background);
  t->decay = (float)(pow(options->background, 3) / options->background_length);
  for (int d = 0; d < 3; d++) {
    t->share[d] = (float)pow(SM_FRICTION_RATIO * options->sigma[d], 2);
    t->n[d] = grid->axis[d].n;
  }
  t->metric_count = metric_of(grid);
  const struct sm_turbulence_air neutral = sm_turbulence_air_default();
  enum sm_status status = sm_turbulence_set_air(ctx, t, &neutral);
  if (status == SM_OK)
    status = sm_device_allocate(ctx, t->device, t->metric_count, sizeof(float), "widths of cells",
                                &t->metric);
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

/* Box of the cells with a western neighbour, or of the first column, which has none. */
static struct sm_box columns(const struct sm_turbulence *t, ptrdiff_t west) {
  return west != 0 ? (struct sm_box){{1, 0, 0}, {t->n[0], t->n[1], t->n[2]}}
                   : (struct sm_box){{0, 0, 0}, {1, t->n[1], t->n[2]}};
}

enum sm_status sm_turbulence_set_air(struct sm_context *ctx, struct sm_turbulence *t,
                                     const struct sm_turbulence_air *air) {
  SM_TRY(require_positive(ctx, "largest energy", air->most, "m2/s2"));
  SM_TRY(
      require(ctx, fabs(air->obukhov) > 0, "Obukhov length", air->obukhov, "m", "another than 0"));
  SM_TRY(require_no_less(ctx, "convective velocity", air->convective, "m/s"));
  SM_TRY(require_positive(ctx, "depth of the boundary layer", air->depth, "m"));
  t->fastest = (float)(SM_FRICTION_RATIO * sqrt(air->most));
  t->heat = (struct sm_surface_layer){.per_obukhov = (float)(1 / air->obukhov),
                                      .convective = (float)air->convective,
                                      .per_depth = (float)(1 / air->depth)};
  return SM_OK;
}

void sm_turbulence_mixing(const struct sm_turbulence *t,
                          const struct sm_turbulence_fields *fields) {
  struct sm_mixing_length mixing_length = {.wind = t->wind,
                                           .heat = t->heat,
                                           .per_longest = t->per_longest,
                                           .fastest = t->fastest,
                                           .background = t->background,
                                           .decay = t->decay,
                                           .viscosity = fields->viscosity,
                                           .energy = fields->energy,
                                           .dissipation = fields->dissipation,
                                           .length = fields->length};
  for (mixing_length.wind.west = -1; mixing_length.wind.west <= 0; mixing_length.wind.west++) {
    const struct sm_box box = columns(t, mixing_length.wind.west);
    t->device->backend->mixing_length(t->device, &box, &mixing_length);
  }
}

/* Box of the cells with centres in the bounding box of a wake. */
static struct sm_box cells_of(const struct sm_turbulence *t, const struct sm_building_wake *w) {
  const double far = fmin(SM_WAKE_FAR * (double)w->cavity, (double)w->reach);
  const double along[2] = {(double)w->lee, (double)w->lee + far};
  const double across[2] = {(double)w->low, (double)w->high};
  double low[3] = {INFINITY, INFINITY, (double)w->ground};
  double high[3] = {-INFINITY, -INFINITY, (double)w->ground + (double)w->height};
  for (int corner = 0; corner < 4; corner++) {
    const double a = along[corner / 2], b = across[corner % 2];
    const double cx = (double)w->along[0], cy = (double)w->along[1];
    const double at[2] = {(double)w->x + a * cx - b * cy, (double)w->y + a * cy + b * cx};
    for (int d = 0; d < 2; d++) {
      low[d] = fmin(low[d], at[d]);
      high[d] = fmax(high[d], at[d]);
    }
  }
  struct sm_box box;
  for (int d = 0; d < 3; d++) {
    const double slack = 1e-6 * sm_axis_length(&t->grid->axis[d]); /* tolerance for positions in
                                                                      float */
    box.lo[d] = sm_axis_centres_below(&t->grid->axis[d], low[d] - slack);
    box.hi[d] = sm_axis_centres_below(&t->grid->axis[d], high[d] + slack);
  }
  return box;
}

void sm_turbulence_wakes(const struct sm_turbulence *t, const struct sm_building_wake *wake,
                         size_t count, const struct sm_turbulence_fields *fields) {
  struct sm_wake_mixing mixing_length = {.wind = t->wind,
                                         .centre = {t->centre[0], t->centre[1], t->centre[2]},
                                         .fastest = t->fastest,
                                         .viscosity = fields->viscosity,
                                         .energy = fields->energy,
                                         .dissipation = fields->dissipation,
                                         .length = fields->length};
  for (size_t m = 0; m < count; m++) {
    mixing_length.wake = wake[m];
    for (mixing_length.wind.west = -1; mixing_length.wind.west <= 0; mixing_length.wind.west++) {
      struct sm_box box = cells_of(t, &wake[m]);
      const struct sm_box part = columns(t, mixing_length.wind.west);
      box.lo[0] = box.lo[0] > part.lo[0] ? box.lo[0] : part.lo[0];
      box.hi[0] = box.hi[0] < part.hi[0] ? box.hi[0] : part.hi[0];
      if (box.lo[0] < box.hi[0] && box.lo[1] < box.hi[1] && box.lo[2] < box.hi[2])
        t->device->backend->wake_mixing(t->device, &box, &mixing_length);
    }
  }
}

void sm_turbulence_stress(const struct sm_turbulence *t,
                          const struct sm_turbulence_fields *fields) {
  struct sm_stress stress = {.wind = t->wind,
                             .heat = t->heat,
                             .share = {t->share[0], t->share[1], t->share[2]},
                             .background = t->background,
                             .viscosity = fields->viscosity,
                             .energy = fields->energy,
                             .length = fields->length};
  for (int m = 0; m < 6; m++) stress.stress[m] = fields->stress[m];
  for (stress.wind.west = -1; stress.wind.west <= 0; stress.wind.west++) {
    const struct sm_box box = columns(t, stress.wind.west);
    t->device->backend->stress(t->device, &box, &stress);
  }
}
