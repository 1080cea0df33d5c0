/* Canopies of a landscape file: LANDFIRE, FARSITE and FlamMap; height, cover, base height and bulk
 * density become height, base and leaf area index (docs/theory/vegetation.md). */
#include "domain/surface/vegetation/vegetation.h"

#include "base/list.h"
#include "input/gis.h"
#include <math.h>

/* Context of one call. */
struct job {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_horizontal_grid *plan;
  size_t columns;
};

double sm_canopy_lai_of_cover(double cover) {
  const double most = 0.99, projection = 0.5; /* of leaves in all directions */
  return cover > 0 ? -log(1 - fmin(cover, most)) / projection : 0;
}

double sm_canopy_roughness(double height, double lai) {
  const double drag = sqrt(7.5 * lai), frontal = 0.5 * lai, sublayer = 0.193, karman = 0.4;
  if (!(height > 0 && lai > 0)) return 0;
  const double above = -expm1(-drag) / drag; /* 1 - d / h */
  const double friction = fmin(sqrt(0.003 + 0.3 * frontal), 0.3);
  return height * above * exp(sublayer - karman / friction);
}

/* A band of the landscape. */
struct band {
  enum sm_raster_kind kind;
  const char *band, *band_key;
  double landfire, si; /* units, m, 1 or kg/m3 */
  double most;         /* largest value */
  const char *name;
};

/* Replaces impossible values by 0, with a warning. */
static void clean(const struct job *job, const struct band *band, float *values) {
  size_t wrong = 0;
  double example = 0;
  for (size_t q = 0; q < job->columns; q++) {
    const double value = (double)values[q];
    if (value >= 0 && value <= band->most) continue;
    if (!isnan(value)) {
      wrong++;
      example = value;
    }
    values[q] = 0;
  }
  if (wrong > 0)
    sm_warn(job->ctx, "%s: warning: %zu of %zu columns have a %s of %g: 0 taken",
            job->c->vegetation.landscape, wrong, job->columns, band->name, example);
}

static enum sm_status read_band(const struct job *job, const struct band *band, float *values,
                                struct sm_raster_report *report) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  const struct sm_map_window window = sm_horizontal_grid_window(job->plan);
  const char *const path = v->landscape;
  const double unit[] = {0, band->landfire, band->si};
  const bool named = band->band != NULL && band->band[0] != '\0';
  const struct sm_raster_options options = {.kind = band->kind,
                                            .resample = SM_RESAMPLE_BILINEAR,
                                            .crs = v->crs,
                                            .band = band->band,
                                            .band_key = band->band_key,
                                            .unit = unit[v->landscape_units],
                                            .unit_key = "vegetation.landscape_units",
                                            .unit_words = "\"landfire\" or \"si\"",
                                            .unit_required = true,
                                            .optional =
                                                band->kind != SM_RASTER_CANOPY_HEIGHT && !named};
  SM_TRY(
      sm_gis_read_raster(job->ctx, &path, 1, &options, &job->plan->crs, &window, values, report));
  clean(job, band, values);
  return SM_OK;
}

/* Drops base heights that are not below the top, as LANDFIRE has them for broadleaved trees. */
static void check_bases(const struct job *job, const struct sm_landscape *out) {
  size_t high = 0;
  for (size_t q = 0; q < job->columns; q++) {
    if (!(out->height[q] > 0)) out->base[q] = 0;
    if (out->base[q] < out->height[q] || out->base[q] <= 0) continue;
    out->base[q] = 0;
    high++;
  }
  if (high > 0)
    sm_warn(job->ctx,
            "%s: warning: %zu of %zu columns have a canopy base height that is not below the "
            "canopy height: 0 taken",
            job->c->vegetation.landscape, high, job->columns);
}

/* Leaf area index of all columns: the larger one of bulk density and cover. */
static void find_leaves(const struct job *job, const float *density, const float *cover,
                        struct sm_landscape *out) {
  const double most = 20, area = job->c->vegetation.specific_leaf_area;
  for (size_t q = 0; q < job->columns; q++) {
    const double depth = (double)out->height[q] - (double)out->base[q];
    const double by_mass = area * (double)density[q] * depth;
    out->lai[q] = (float)fmin(fmax(by_mass, sm_canopy_lai_of_cover((double)cover[q])), most);
  }
}

static enum sm_status read_bands(const struct job *job, float *cover, float *density,
                                 struct sm_landscape *out) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  const struct band height = {
      SM_RASTER_CANOPY_HEIGHT,  v->canopy_height_band, "vegetation.canopy_height_band", 0.1, 1,
      SM_PLANT_UNLIKELY_HEIGHT, "canopy height"};
  const struct band base = {SM_RASTER_CANOPY_BASE_HEIGHT,
                            v->canopy_base_height_band,
                            "vegetation.canopy_base_height_band",
                            0.1,
                            1,
                            SM_PLANT_UNLIKELY_HEIGHT,
                            "canopy base height"};
  const struct band covered = {SM_RASTER_CANOPY_COVER,
                               v->canopy_cover_band,
                               "vegetation.canopy_cover_band",
                               0.01,
                               0.01,
                               1 + 1e-6,
                               "canopy cover"};
  const struct band bulk = {SM_RASTER_CANOPY_BULK_DENSITY,
                            v->canopy_bulk_density_band,
                            "vegetation.canopy_bulk_density_band",
                            0.01,
                            1,
                            5,
                            "canopy bulk density"};
  struct sm_raster_report report, of_cover, of_density;
  SM_TRY(read_band(job, &height, out->height, &report));
  if (report.covered < 1)
    sm_warn(job->ctx, "%s: warning: covers %.3g %% of the domain: no canopies elsewhere",
            v->landscape, floor(report.covered * 1000) / 10);
  SM_TRY(read_band(job, &base, out->base, &report));
  SM_TRY(read_band(job, &covered, cover, &of_cover));
  SM_TRY(read_band(job, &bulk, density, &of_density));
  out->has_leaves = !of_cover.absent || !of_density.absent;
  if (!out->has_leaves)
    sm_warn(job->ctx,
            "%s: warning: has neither canopy cover nor canopy bulk density: leaf area index of "
            "vegetation.lai, %g",
            v->landscape, v->fallback.lai);
  return SM_OK;
}

enum sm_status sm_landscape_read(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_horizontal_grid *plan, struct sm_landscape *out) {
  const struct job job = {ctx, c, plan, (size_t)plan->n[0] * (size_t)plan->n[1]};
  SM_SCOPED float *cover = NULL, *density = NULL;
  SM_TRY(sm_alloc(ctx, job.columns, sizeof *cover, "the landscape", &cover));
  SM_TRY(sm_alloc(ctx, job.columns, sizeof *density, "the landscape", &density));
  SM_TRY(read_bands(&job, cover, density, out));
  check_bases(&job, out);
  if (out->has_leaves) find_leaves(&job, density, cover, out);
  return SM_OK;
}
