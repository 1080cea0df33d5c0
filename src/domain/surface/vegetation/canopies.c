/* Canopies of a domain by column: height and attenuation, from rasters and polygons. */
#include "domain/surface/buildings/footprint_scan.h"
#include "domain/surface/vegetation/vegetation.h"
#include <math.h>
#include <string.h>

/* Context of one call. */
struct job {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_horizontal_grid *plan;
  struct sm_domain *domain;
  const struct sm_footprints *canopies;
  const double *attenuation;
};

/* Reads a raster at the columns; 0 without data or for impossible values. */
static enum sm_status read_raster(const struct job *job, const char *path,
                                  const struct sm_raster_options *options, double most,
                                  float *values) {
  const size_t columns = (size_t)job->plan->n[0] * (size_t)job->plan->n[1];
  const struct sm_map_window window = sm_horizontal_grid_window(job->plan);
  struct sm_raster_report report;
  size_t wrong = 0;
  double example = 0;
  SM_TRY(
      sm_gis_read_raster(job->ctx, &path, 1, options, &job->plan->crs, &window, values, &report));
  for (size_t q = 0; q < columns; q++) {
    const double value = (double)values[q];
    if (value > 0 && value <= most) continue;
    if (value > most || value < 0) {
      wrong++;
      example = value;
    }
    values[q] = 0;
  }
  if (wrong > 0)
    sm_warn(job->ctx, "%s: warning: %zu of %zu columns have a value such as %g: 0 taken", path,
            wrong, columns, example);
  return SM_OK;
}

/* Draws the canopy polygons over the raster; later ones replace earlier ones. */
static enum sm_status draw_canopies(const struct job *job, const float *given) {
  struct sm_domain *domain = job->domain;
  struct sm_plants *plants = &domain->plants;
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  struct sm_footprint_scan scan;
  SM_TRY(sm_footprint_scan_create(job->ctx, job->canopies, y->centre, y->n, &scan));
  for (int j = 0; j < scan.line_count; j++)
    for (size_t q = scan.start[j]; q < scan.start[j + 1]; q++) {
      const struct sm_scan_interval *in = &scan.interval[q];
      const int end = sm_axis_centres_below(x, in->hi);
      const double own = job->attenuation[in->footprint];
      for (int i = sm_axis_centres_below(x, in->lo); i < end; i++) {
        const int64_t column = i + (int64_t)x->n * j;
        plants->canopy_height[column] = (float)job->canopies->item[in->footprint].height;
        plants->canopy_attenuation[column] = isnan(own) ? given[column] : (float)own;
      }
    }
  sm_footprint_scan_free(&scan);
  return SM_OK;
}

static enum sm_status fill(const struct job *job) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  struct sm_plants *plants = &job->domain->plants;
  const size_t columns = (size_t)job->plan->n[0] * (size_t)job->plan->n[1];
  if (v->canopy_height[0] == '\0' && job->canopies->count == 0) return SM_OK;
  const struct sm_raster_options heights = {.kind = SM_RASTER_CANOPY_HEIGHT,
                                            .resample = SM_RESAMPLE_BILINEAR,
                                            .crs = v->crs,
                                            .band = v->canopy_height_band,
                                            .unit = sm_height_unit_metres(v->canopy_height_unit),
                                            .band_key = "vegetation.canopy_height_band",
                                            .unit_key = "vegetation.canopy_height_unit"};
  const struct sm_raster_options leaves = {.kind = SM_RASTER_LEAF_AREA,
                                           .resample = SM_RESAMPLE_BILINEAR,
                                           .crs = v->crs,
                                           .band = v->canopy_lai_band,
                                           .band_key = "vegetation.canopy_lai_band"};
  float *given = NULL; /* attenuation from the raster, where no polygon applies */
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(job->ctx, columns, sizeof *given, "the canopies", &given));
  SM_TRY_DONE(sm_alloc(job->ctx, columns, sizeof(float), "the canopies", &plants->canopy_height));
  SM_TRY_DONE(
      sm_alloc(job->ctx, columns, sizeof(float), "the canopies", &plants->canopy_attenuation));
  if (v->canopy_lai[0] != '\0') SM_TRY_DONE(read_raster(job, v->canopy_lai, &leaves, 20, given));
  for (size_t q = 0; q < columns; q++)
    given[q] = 0.5f * (given[q] > 0 ? given[q] : (float)v->fallback.lai);
  if (v->canopy_height[0] != '\0')
    SM_TRY_DONE(read_raster(job, v->canopy_height, &heights, SM_PLANT_UNLIKELY_HEIGHT,
                            plants->canopy_height));
  memcpy(plants->canopy_attenuation, given, columns * sizeof *given);
  SM_TRY_DONE(draw_canopies(job, given));
  for (size_t q = 0; q < columns; q++)
    if (job->domain->building[q] > 0) plants->canopy_height[q] = 0;
done:
  sm_free(given);
  return status;
}

enum sm_status sm_canopies_fill(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_horizontal_grid *plan, struct sm_domain *domain,
                                const struct sm_footprints *canopies, const double *attenuation) {
  const struct job job = {ctx, c, plan, domain, canopies, attenuation};
  return fill(&job);
}
