#include "output/analyse/analyse.h"
#include "simoom/output.h"
#include <math.h>

#include <netcdf.h>

static enum sm_status check_grids(struct sm_wind_file *a, struct sm_wind_file *b) {
  for (int d = 0; d < 3; d++)
    if (a->n[d] != b->n[d])
      return sm_fail(a->ctx, SM_ERR_DATA,
                     "%s: error: %zu x %zu x %zu cells, but %zu x %zu x %zu in %s\n"
                     "help: winds are compared on one grid",
                     a->path, a->n[0], a->n[1], a->n[2], b->n[0], b->n[1], b->n[2], b->path);
  if (a->times > 0 && b->times > 0) return SM_OK;
  return sm_fail(a->ctx, SM_ERR_DATA, "%s: error: no wind in it", a->times > 0 ? b->path : a->path);
}

static bool missing(float value) { return isnan(value) || value == NC_FILL_FLOAT; }

/* Updates component c of *out with the largest |a - b|. Solids are skipped; the result is NAN, and
 * stays NAN, where only one of the files has no value. */
static void compare(struct sm_wind_difference *out, int c, const float *a, const float *b,
                    size_t count) {
  for (size_t i = 0; i < count && !isnan(out->largest[c]); i++) {
    if (missing(a[i]) && missing(b[i])) continue;
    const bool one = missing(a[i]) || missing(b[i]);
    const double difference = one ? (double)NAN : fabs((double)a[i] - (double)b[i]);
    if (difference <= out->largest[c]) continue;
    out->largest[c] = difference;
    out->relative[c] = difference / fabs((double)b[i]);
  }
}

/* Compares a few layers at a time. */
static enum sm_status compare_cells(struct sm_wind_file *a, struct sm_wind_file *b, float *of_a,
                                    float *of_b, struct sm_wind_difference *out) {
  const size_t nz = a->n[2], plane = a->n[0] * a->n[1];
  for (int c = 0; c < 3; c++)
    for (size_t k = 0; k < nz; k += SM_WIND_FILE_LAYERS) {
      const size_t layers = nz - k < SM_WIND_FILE_LAYERS ? nz - k : SM_WIND_FILE_LAYERS;
      const size_t start[4] = {0, k, 0, 0}, count[4] = {1, layers, a->n[1], a->n[0]};
      SM_TRY(sm_wind_file_floats(a, sm_field_name((enum sm_field)(SM_FIELD_U + c)), start, count,
                                 of_a));
      SM_TRY(sm_wind_file_floats(b, sm_field_name((enum sm_field)(SM_FIELD_U + c)), start, count,
                                 of_b));
      compare(out, c, of_a, of_b, layers * plane);
    }
  return SM_OK;
}

static enum sm_status compare_slices(struct sm_wind_file *a, struct sm_wind_file *b, double height,
                                     float *of_a, float *of_b, struct sm_wind_difference *out) {
  const size_t plane = a->n[0] * a->n[1];
  SM_TRY(sm_wind_file_slice(a, 0, height, of_a, of_a + plane, of_a + 2 * plane));
  SM_TRY(sm_wind_file_slice(b, 0, height, of_b, of_b + plane, of_b + 2 * plane));
  for (int c = 0; c < 3; c++)
    compare(out, c, of_a + (size_t)c * plane, of_b + (size_t)c * plane, plane);
  return SM_OK;
}

enum sm_status sm_compare_files(struct sm_context *ctx, const char *path, const char *other,
                                double height, struct sm_wind_difference *out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *a = NULL, *b = NULL;
  SM_SCOPED float *of_a = NULL, *of_b = NULL;
  *out = (struct sm_wind_difference){{0}, {0}};
  SM_TRY(sm_wind_file_open(ctx, path, &a));
  SM_TRY(sm_wind_file_open(ctx, other, &b));
  SM_TRY(check_grids(a, b));
  const size_t count = a->n[0] * a->n[1] * (isnan(height) ? SM_WIND_FILE_LAYERS : 3);
  SM_TRY(sm_alloc(ctx, count, sizeof *of_a, "a part of a wind", &of_a));
  SM_TRY(sm_alloc(ctx, count, sizeof *of_b, "a part of a wind", &of_b));
  return isnan(height) ? compare_cells(a, b, of_a, of_b, out)
                       : compare_slices(a, b, height, of_a, of_b, out);
}
