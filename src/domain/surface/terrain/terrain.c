#include "domain/surface/terrain/terrain.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum sm_status sm_terrain_smooth(struct sm_context *ctx, int nx, int ny, int passes,
                                 float *terrain) {
  if (passes <= 0) return SM_OK;
  SM_SCOPED float *old = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)nx * (size_t)ny, sizeof *old, "smoothing of the terrain", &old));
  for (int pass = 0; pass < passes; pass++) {
    memcpy(old, terrain, (size_t)nx * (size_t)ny * sizeof *old);
#pragma omp parallel for schedule(static)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        double sum = 0;
        int count = 0;
        for (int b = j > 0 ? j - 1 : 0; b <= j + 1 && b < ny; b++)
          for (int a = i > 0 ? i - 1 : 0; a <= i + 1 && a < nx; a++, count++)
            sum += (double)old[a + (int64_t)nx * b];
        terrain[i + (int64_t)nx * j] = (float)(sum / count);
      }
  }
  return SM_OK;
}

/* Takes the value of a neighbour that is nearer to known ground. */
static void take(float *terrain, int32_t *steps, int64_t to, int64_t from) {
  if (steps[from] == INT32_MAX || steps[from] + 1 >= steps[to]) return;
  steps[to] = steps[from] + 1;
  terrain[to] = terrain[from];
}

/* Fills every column without a value (NAN) from one of the nearest columns with a value; at least
 * one must have a value. Errors: ERR_MEMORY. */
static enum sm_status fill_holes(struct sm_context *ctx, int nx, int ny, float *terrain) {
  int32_t *steps; /* distance to the nearest known column, cells */
  const int64_t count = (int64_t)nx * ny;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *steps, "filling of the terrain", &steps));
  for (int64_t q = 0; q < count; q++) steps[q] = isnan(terrain[q]) ? INT32_MAX : 0;
  for (int64_t q = 0; q < count; q++) {
    if (q % nx > 0) take(terrain, steps, q, q - 1);
    if (q >= nx) take(terrain, steps, q, q - nx);
  }
  for (int64_t q = count - 1; q >= 0; q--) {
    if (q % nx < nx - 1) take(terrain, steps, q, q + 1);
    if (q + nx < count) take(terrain, steps, q, q + nx);
  }
  sm_free(steps);
  return SM_OK;
}

/* File names for messages: the first one, and the number of others. */
static const char *name_files(const struct sm_case_terrain *t, char *out, size_t size) {
  if (t->files.count == 1) return t->files.item[0];
  const char *name = strrchr(t->files.item[0], '/');
  snprintf(out, size, "%s (and %zu more)", name == NULL ? t->files.item[0] : name + 1,
           t->files.count - 1);
  return out;
}

/* Fills or rejects columns without a value. */
static enum sm_status fill_gaps(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_horizontal_grid *plan,
                                const struct sm_raster_report *report, float *terrain) {
  char buffer[512];
  const char *name = name_files(&c->terrain, buffer, sizeof buffer);
  const size_t columns = (size_t)plan->n[0] * (size_t)plan->n[1];
  const bool fill = c->terrain.fill == SM_FILL_INTERPOLATE;
  const bool whole = report->covered * (double)columns > (double)columns - 0.5;
  size_t open = 0;
  for (size_t q = 0; q < columns; q++) open += isfinite(terrain[q]) ? 0 : 1;
  if (report->missing == 0 && open == 0) return SM_OK;
  if (open == columns && (!fill || report->covered <= 0))
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: has no ground in the domain (%.10g..%.10g E, %.10g..%.10g N)\n"
                   "help: check domain.crs and the domain's place; with \"auto-utm\" center and "
                   "origin are [latitude, longitude]",
                   name, plan->origin[0], plan->origin[0] + plan->n[0] * plan->cell[0],
                   plan->origin[1], plan->origin[1] + plan->n[1] * plan->cell[1]);
  if (!whole && !fill)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: covers %.3g %% of the domain (missing: %.10g..%.10g E, "
                   "%.10g..%.10g N)\nhelp: shrink or move [domain], add a file, or let the ground "
                   "at the edge continue with terrain.fill = \"interpolate\"",
                   name, floor(report->covered * 1000) / 10, report->x[0], report->x[1],
                   report->y[0], report->y[1]);
  if (!fill)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: has no value in %zu of %zu columns of the domain\n"
                   "help: fill them from their neighbours with terrain.fill = \"interpolate\"",
                   name, report->missing > open ? report->missing : open, columns);
  if (open == columns)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: has no value anywhere in the domain", name);
  sm_warn(ctx, "%s: warning: no value in %zu of %zu columns: filled from their neighbours%s", name,
          report->missing, columns, whole ? "" : ", the ground at the edge continued outwards");
  return open > 0 ? fill_holes(ctx, plan->n[0], plan->n[1], terrain) : SM_OK;
}

/* Rejects impossible heights: files mark missing values by such numbers, not all of them with a
 * nodata tag. */
static enum sm_status check_heights(struct sm_context *ctx, const struct sm_case *c,
                                    const float *terrain, size_t columns) {
  const double lowest = -1000, highest = 10000; /* m; limits of the key terrain.elevation */
  char buffer[512];
  size_t odd = 0;
  double worst = 0; /* most extreme: nearest to the value in the file, which others average */
  for (size_t q = 0; q < columns; q++) {
    const double height = (double)terrain[q];
    if (height >= lowest && height <= highest) continue;
    odd++;
    if (!(fabs(height) <= fabs(worst))) worst = height;
  }
  if (odd == 0) return SM_OK;
  return sm_fail(
      ctx, SM_ERR_DATA,
      "%s: error: %zu of %zu columns of the domain have heights that no ground has, such as %.6g "
      "m\n"
      "help: if this number means 'not known', set terrain.fill = \"interpolate\", and let the "
      "file "
      "say so (gdal_translate -a_nodata NUMBER)",
      name_files(&c->terrain, buffer, sizeof buffer), odd, columns, worst);
}

enum sm_status sm_terrain_read(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_horizontal_grid *plan, float *terrain,
                               double *lowest) {
  const size_t columns = (size_t)plan->n[0] * (size_t)plan->n[1];
  *lowest = c->terrain.elevation;
  if (!c->terrain.present || c->terrain.files.count == 0) {
    memset(terrain, 0, columns * sizeof *terrain);
    return SM_OK;
  }
  const struct sm_map_window window = sm_horizontal_grid_window(plan);
  const struct sm_raster_options options = sm_terrain_options(&c->terrain);
  struct sm_raster_report report = {0};
  SM_TRY(sm_gis_read_raster(ctx, (const char *const *)c->terrain.files.item, c->terrain.files.count,
                            &options, &plan->crs, &window, terrain, &report));
  SM_TRY(fill_gaps(ctx, c, plan, &report, terrain));
  SM_TRY(check_heights(ctx, c, terrain, columns));
  SM_TRY(sm_terrain_smooth(ctx, plan->n[0], plan->n[1], c->terrain.smooth, terrain));
  float low = INFINITY;
  for (size_t q = 0; q < columns; q++) low = terrain[q] < low ? terrain[q] : low;
  for (size_t q = 0; q < columns; q++) terrain[q] -= low;
  *lowest = (double)low;
  return SM_OK;
}
