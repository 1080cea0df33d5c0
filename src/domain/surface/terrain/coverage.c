/* Rectangle inside a bounding box that terrain files cover. */
#include "domain/grid/horizontal.h"

#include <math.h>

/* Largest rectangle by a downward scan of rows: height[i] is the run of covered cells that ends in
 * the row; a rectangle over columns a to b is as high as their shortest run. */
void sm_cover_largest(const bool *covered, int n, int i[2], int j[2]) {
  int height[SM_COVER_CELLS] = {0}, best = 0;
  i[0] = i[1] = j[0] = j[1] = 0;
  for (int row = 0; row < n; row++) {
    for (int a = 0; a < n; a++) height[a] = covered[row * n + a] ? height[a] + 1 : 0;
    for (int a = 0; a < n; a++) {
      int lowest = n;
      for (int b = a; b < n && height[b] > 0; b++) {
        lowest = height[b] < lowest ? height[b] : lowest;
        if (lowest * (b - a + 1) <= best) continue;
        best = lowest * (b - a + 1);
        i[0] = a;
        i[1] = b + 1;
        j[0] = row + 1 - lowest;
        j[1] = row + 1;
      }
    }
  }
}

enum sm_status sm_cover_shrink(struct sm_context *ctx, const struct sm_case_terrain *terrain,
                               const struct sm_crs *crs, double x[2], double y[2]) {
  enum { N = SM_COVER_CELLS };
  const struct sm_map_window window = {x[0], y[0], (x[1] - x[0]) / N, (y[1] - y[0]) / N, N, N};
  if (terrain->fill != SM_FILL_NONE || !(window.dx > 0) || !(window.dy > 0)) return SM_OK;
  SM_SCOPED float *values = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)N * N, sizeof *values, "a preview of the terrain", &values));
  struct sm_raster_report report;
  struct sm_raster_options options = sm_terrain_options(terrain);
  options.resample = SM_RESAMPLE_NEAREST;
  options.fill = false;
  options.quiet = true;
  const enum sm_status status =
      sm_gis_read_raster(ctx, (const char *const *)terrain->files.item, terrain->files.count,
                         &options, crs, &window, values, &report);
  if (status == SM_OK && report.missing > 0) {
    bool covered[N * N];
    for (int q = 0; q < N * N; q++) covered[q] = isfinite(values[q]);
    int i[2], j[2];
    sm_cover_largest(covered, N, i, j);
    /* The preview samples cell centres, so one cell is removed on each ragged side. */
    for (int side = 0; side < 2; side++) {
      const int inward = side == 0 ? 1 : -1, edge = side == 0 ? 0 : N;
      if (i[1] - i[0] > 2) x[side] = window.x0 + window.dx * (i[side] + (i[side] != edge) * inward);
      if (j[1] - j[0] > 2) y[side] = window.y0 + window.dy * (j[side] + (j[side] != edge) * inward);
    }
  }
  return status;
}

struct sm_raster_options sm_terrain_options(const struct sm_case_terrain *terrain) {
  return (struct sm_raster_options){.kind = SM_RASTER_ELEVATION,
                                    .resample = SM_RESAMPLE_BILINEAR,
                                    .crs = terrain->crs,
                                    .band = terrain->band,
                                    .unit = sm_height_unit_metres(terrain->unit),
                                    .band_key = "terrain.band",
                                    .unit_key = "terrain.unit",
                                    .fill = terrain->fill == SM_FILL_INTERPOLATE};
}
