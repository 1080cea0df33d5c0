/* Roughness length of every column. */
#include "domain/surface/terrain/terrain.h"

#include <math.h>

/* Roughness length of a class, m; NAN when the table lacks it. */
static double class_length(const struct sm_case_roughness *r, float value) {
  for (size_t i = 0; i < r->class_count; i++)
    if (lround((double)value) == r->class_table[i].value) return r->class_table[i].z0;
  return NAN;
}

/* Converts raster values to roughness lengths. */
static void apply(struct sm_context *ctx, const struct sm_case_roughness *r, size_t columns,
                  float *z0) {
  size_t empty = 0, unusable = 0;
  double example = NAN;
  for (size_t q = 0; q < columns; q++) {
    if (!isfinite(z0[q])) {
      empty++;
      z0[q] = (float)r->z0;
      continue;
    }
    const double length = r->class_count > 0 ? class_length(r, z0[q]) : (double)z0[q];
    if (!(length > 0)) {
      unusable++;
      example = (double)z0[q];
    }
    z0[q] = length > 0 ? (float)length : (float)r->z0;
  }
  if (empty > 0)
    sm_warn(ctx, "%s: warning: roughness is missing in %zu of %zu columns: %g m is used", r->file,
            empty, columns, r->z0);
  if (unusable > 0)
    sm_warn(ctx, "%s: warning: %zu columns have a %s (such as %g): %g m is used", r->file, unusable,
            r->class_count > 0 ? "class that the table lacks"
                               : "roughness length that is not positive",
            example, r->z0);
}

/* True when the wind model uses the roughness length of the ground. */
static bool ground_drags(const struct sm_case *c) {
  const struct sm_case_boundary *bottom = &c->flow.boundary[SM_BOTTOM];
  return !sm_wind_is_flow(c->wind_source.model) ||
         (bottom->kind == SM_BOUNDARY_WALL && bottom->law == SM_WALL_ROUGH);
}

enum sm_status sm_roughness_read(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_horizontal_grid *plan, struct sm_domain *domain) {
  const struct sm_case_roughness *r = &c->roughness;
  const size_t columns = (size_t)plan->n[0] * (size_t)plan->n[1];
  if (!(r->z0 > 0) || !isfinite(r->z0))
    return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: roughness length of %g m: it must be positive",
                   c->path, r->line, r->z0);
  if (r->file[0] == '\0') {
    for (size_t q = 0; q < columns; q++) domain->z0[q] = (float)r->z0;
  } else {
    const struct sm_map_window window = sm_horizontal_grid_window(plan);
    const char *const path = r->file;
    struct sm_raster_report report;
    const bool classes = r->class_count > 0;
    const struct sm_raster_options options = {
        .kind = classes ? SM_RASTER_CLASS : SM_RASTER_ROUGHNESS,
        .resample = classes ? SM_RESAMPLE_NEAREST : SM_RESAMPLE_BILINEAR,
        .crs = "",
        .band = r->band,
        .band_key = "roughness.band"};
    SM_TRY(sm_gis_read_raster(ctx, &path, 1, &options, &plan->crs, &window, domain->z0, &report));
    apply(ctx, r, columns, domain->z0);
  }
  float largest = 0;
  for (size_t q = 0; q < columns; q++) largest = domain->z0[q] > largest ? domain->z0[q] : largest;
  const double lowest_centre = domain->grid.axis[2].centre[0];
  if ((double)largest > 0.5 * lowest_centre && ground_drags(c))
    sm_warn(
        ctx,
        "%s: warning: roughness lengths of up to %g m are more than half the height of the lowest "
        "cell centre, %g m: the log law does not hold there; take thicker cells near the ground, "
        "or model trees with [vegetation]",
        c->path, (double)largest, lowest_centre);
  return SM_OK;
}
