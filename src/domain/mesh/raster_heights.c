/* Heights at the vertices of a mesh, interpolated from a raster. */
#include "domain/mesh/triangles.h"

#include "input/gis.h"
#include <math.h>
#include <stdio.h>

/* Extent of a mesh along an axis, m. */
static void cover(const double *place, int count, double out[2]) {
  out[0] = out[1] = place[0];
  for (int v = 1; v < count; v++) {
    out[0] = fmin(out[0], place[v]);
    out[1] = fmax(out[1], place[v]);
  }
}

/* Range of raster cells along an axis below a mesh, plus one cell on each side if present. */
static void choose(const double raster[2], double cell, const double mesh[2], double *start,
                   int *count) {
  const double all = round((raster[1] - raster[0]) / cell);
  const double first = fmin(fmax(floor((mesh[0] - raster[0]) / cell) - 1, 0), all - 1);
  const double last = fmax(fmin(ceil((mesh[1] - raster[0]) / cell) + 1, all), first + 1);
  *start = raster[0] + first * cell;
  *count = (int)(last - first);
}

static enum sm_status fill(struct sm_context *ctx, const char *path,
                           const struct sm_triangles *triangles, const struct sm_height_map *map,
                           double *out) {
  char what[400];
  const enum sm_status status = sm_heights_fill(
      ctx, triangles, (struct sm_height_function){sm_height_map_at, map}, "map of the bottom", out);
  if (status != SM_ERR_DATA) return status;
  snprintf(what, sizeof what, "%s", sm_context_message(ctx));
  return sm_fail(ctx, status, "%s: error: %s", path, what);
}

enum sm_status sm_raster_heights_fill(struct sm_context *ctx, const char *path,
                                      const struct sm_triangles *triangles, double *out) {
  const struct sm_crs as_it_is = {.local = true};
  struct sm_map_extent extent;
  struct sm_raster_report report;
  struct sm_height_map map = {.value = NULL};
  struct sm_map_window *w = &map.window;
  double x[2], y[2];
  float *value = NULL;
  SM_TRY(sm_gis_extent(ctx, path, "", "", &as_it_is, &extent));
  cover(triangles->x, triangles->vertices, x);
  cover(triangles->y, triangles->vertices, y);
  w->dx = extent.cell[0];
  w->dy = extent.cell[1];
  choose(extent.x, w->dx, x, &w->x0, &w->nx);
  choose(extent.y, w->dy, y, &w->y0, &w->ny);
  SM_TRY(sm_alloc(ctx, (size_t)w->nx * (size_t)w->ny, sizeof *value, "the map of heights", &value));
  map.value = value;
  const struct sm_raster_options options = {
      .kind = SM_RASTER_ELEVATION, .resample = SM_RESAMPLE_NEAREST, .crs = ""};
  enum sm_status status = sm_gis_read_raster(ctx, &path, 1, &options, &as_it_is, w, value, &report);
  if (status == SM_OK) status = fill(ctx, path, triangles, &map, out);
  sm_free(value);
  sm_gis_release();
  return status;
}
