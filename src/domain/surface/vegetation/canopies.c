/* Canopies of a domain by column: height, base and attenuation, from rasters and polygons. */
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

double sm_canopy_attenuation(double lai, double height, double base) {
  return fmin(0.5 * lai * height / (height - base), 10);
}

/* Draws the canopy polygons over the rasters; later ones replace earlier ones. */
static enum sm_status draw_canopies(const struct job *job, const float *lai) {
  struct sm_domain *domain = job->domain;
  struct sm_plants *plants = &domain->plants;
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  struct sm_footprint_scan scan;
  SM_TRY(sm_footprint_scan_create(job->ctx, job->canopies, y->centre, y->n, &scan));
  for (int j = 0; j < scan.line_count; j++)
    for (size_t q = scan.start[j]; q < scan.start[j + 1]; q++) {
      const struct sm_scan_interval *in = &scan.interval[q];
      const struct sm_footprint *canopy = &job->canopies->item[in->footprint];
      const int end = sm_axis_centres_below(x, in->hi);
      const double own = job->attenuation[in->footprint];
      for (int i = sm_axis_centres_below(x, in->lo); i < end; i++) {
        const int64_t column = i + (int64_t)x->n * j;
        const double leaves = (double)lai[column];
        plants->canopy_height[column] = (float)canopy->height;
        plants->canopy_base[column] = (float)canopy->base;
        plants->canopy_attenuation[column] =
            (float)(isnan(own) ? sm_canopy_attenuation(leaves, canopy->height, canopy->base) : own);
      }
    }
  sm_footprint_scan_free(&scan);
  return SM_OK;
}

/* Heights of canopies from their raster. */
static enum sm_status read_heights(const struct job *job) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  const struct sm_raster_options heights = {.kind = SM_RASTER_CANOPY_HEIGHT,
                                            .resample = SM_RESAMPLE_BILINEAR,
                                            .crs = v->crs,
                                            .band = v->canopy_height_band,
                                            .unit = sm_height_unit_metres(v->canopy_height_unit),
                                            .band_key = "vegetation.canopy_height_band",
                                            .unit_key = "vegetation.canopy_height_unit"};
  if (v->canopy_height[0] == '\0') return SM_OK;
  return read_raster(job, v->canopy_height, &heights, SM_PLANT_UNLIKELY_HEIGHT,
                     job->domain->plants.canopy_height);
}

/* Leaf area index of all columns: that of the raster, else of the landscape, else of the case. */
static enum sm_status read_leaves(const struct job *job, float *lai) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  struct sm_plants *plants = &job->domain->plants;
  const size_t columns = (size_t)job->plan->n[0] * (size_t)job->plan->n[1];
  struct sm_landscape landscape = {plants->canopy_height, plants->canopy_base, NULL, false};
  const struct sm_raster_options leaves = {.kind = SM_RASTER_LEAF_AREA,
                                           .resample = SM_RESAMPLE_BILINEAR,
                                           .crs = v->crs,
                                           .band = v->canopy_lai_band,
                                           .band_key = "vegetation.canopy_lai_band"};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(job->ctx, columns, sizeof(float), "the canopies", &landscape.lai));
  if (v->landscape[0] != '\0')
    SM_TRY_DONE(sm_landscape_read(job->ctx, job->c, job->plan, &landscape));
  if (v->canopy_lai[0] != '\0') SM_TRY_DONE(read_raster(job, v->canopy_lai, &leaves, 20, lai));
  for (size_t q = 0; q < columns; q++) {
    if (lai[q] > 0) continue;
    lai[q] = landscape.has_leaves ? landscape.lai[q] : (float)v->fallback.lai;
  }
done:
  sm_free(landscape.lai);
  return status;
}

/* Raises the roughness lengths of a diagnostic wind to those of the landscape's canopies. */
static void roughen(const struct job *job, const float *lai) {
  const struct sm_case *c = job->c;
  struct sm_domain *domain = job->domain;
  const size_t columns = (size_t)job->plan->n[0] * (size_t)job->plan->n[1];
  size_t count = 0;
  double most = 0;
  if (c->vegetation.landscape[0] == '\0' || c->roughness.file[0] != '\0') return;
  if (sm_wind_is_flow(c->wind_source.model)) return; /* the canopy itself drags */
  for (size_t q = 0; q < columns; q++) {
    const double height = (double)domain->plants.canopy_height[q];
    const double z0 = sm_canopy_roughness(height, (double)lai[q]);
    if (!(z0 > (double)domain->z0[q])) continue;
    domain->z0[q] = (float)z0;
    most = fmax(most, z0);
    count++;
  }
  sm_info(job->ctx, "%s: roughness lengths of %zu of %zu columns from canopies, up to %.2g m",
          c->vegetation.landscape, count, columns, most);
}

static enum sm_status fill(const struct job *job) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  struct sm_plants *plants = &job->domain->plants;
  const size_t columns = (size_t)job->plan->n[0] * (size_t)job->plan->n[1];
  if (v->canopy_height[0] == '\0' && v->landscape[0] == '\0' && job->canopies->count == 0)
    return SM_OK;
  SM_SCOPED float *lai = NULL; /* where no polygon has its own */
  SM_TRY(sm_alloc(job->ctx, columns, sizeof *lai, "the canopies", &lai));
  SM_TRY(sm_alloc(job->ctx, columns, sizeof(float), "the canopies", &plants->canopy_height));
  SM_TRY(sm_alloc(job->ctx, columns, sizeof(float), "the canopies", &plants->canopy_base));
  SM_TRY(sm_alloc(job->ctx, columns, sizeof(float), "the canopies", &plants->canopy_attenuation));
  SM_TRY(read_leaves(job, lai));
  SM_TRY(read_heights(job));
  roughen(job, lai);
  for (size_t q = 0; q < columns; q++) {
    const double height = (double)plants->canopy_height[q], base = (double)plants->canopy_base[q];
    plants->canopy_attenuation[q] =
        height > 0 ? (float)sm_canopy_attenuation((double)lai[q], height, base) : 0.5f * lai[q];
  }
  SM_TRY(draw_canopies(job, lai));
  for (size_t q = 0; q < columns; q++)
    if (job->domain->building[q] > 0) plants->canopy_height[q] = 0;
  return SM_OK;
}

enum sm_status sm_canopies_fill(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_horizontal_grid *plan, struct sm_domain *domain,
                                const struct sm_footprints *canopies, const double *attenuation) {
  const struct job job = {ctx, c, plan, domain, canopies, attenuation};
  return fill(&job);
}
