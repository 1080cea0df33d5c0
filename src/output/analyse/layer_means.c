#include "simoom/output.h"

#include "domain/domain.h"
#include "output/netcdf/wind_file.h"
#include <math.h>

/* Averages over the fluid cells of a layer, weighted by cell area. */
static void average(const struct sm_wind_file *file, const uint8_t *cell, const float *value,
                    double *mean, double *variance) {
  const size_t nx = file->n[0], ny = file->n[1];
  double area = 0, sum = 0, squares = 0;
  for (int pass = 0; pass < 2; pass++) { /* second pass: deviations, against cancellation */
    for (size_t j = 0; j < ny; j++)
      for (size_t i = 0; i < nx; i++) {
        const size_t c = i + nx * j;
        if (cell[c] == SM_CELL_BUILDING || cell[c] == SM_CELL_TERRAIN) continue;
        const double part = file->width[0][i] * file->width[1][j];
        const double deviation = (double)value[c] - (pass == 0 ? 0 : sum / area);
        area += pass == 0 ? part : 0;
        *(pass == 0 ? &sum : &squares) += part * (pass == 0 ? deviation : deviation * deviation);
      }
  }
  *mean = area > 0 ? sum / area : (double)NAN;
  *variance = area > 0 ? squares / area : (double)NAN;
}

static enum sm_status find(struct sm_wind_file *file, const char *variable, int time, double *mean,
                           double *variance) {
  const size_t cells = file->n[0] * file->n[1];
  SM_SCOPED float *value = NULL;
  SM_SCOPED uint8_t *cell = NULL;
  SM_TRY(sm_alloc(file->ctx, cells, sizeof *value, "a layer", &value));
  SM_TRY(sm_alloc(file->ctx, cells, 1, "a layer", &cell));
  for (size_t k = 0; k < file->n[2]; k++) {
    const size_t start[4] = {(size_t)time, k, 0, 0}, count[4] = {1, 1, file->n[1], file->n[0]};
    SM_TRY(sm_wind_file_bytes(file, sm_field_name(SM_FIELD_CELL_TYPE), start + 1, count + 1, cell));
    SM_TRY(sm_wind_file_floats(file, variable, start, count, value));
    average(file, cell, value, &mean[k], &variance[k]);
  }
  return SM_OK;
}

static enum sm_status check(const struct sm_wind_file *file, const char *variable, int time,
                            size_t room) {
  if (!sm_wind_file_has(file, variable))
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: the file contains no '%s'", file->path,
                   variable);
  if (time < 0 || (size_t)time >= file->times)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no time %d: there are %zu, from 0",
                   file->path, time, file->times);
  if (file->n[2] > room)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: %zu layers; there is room for %zu",
                   file->path, file->n[2], room);
  return SM_OK;
}

enum sm_status sm_layer_means(struct sm_context *ctx, const char *path, const char *variable,
                              int time, size_t *count, double z[], double mean[],
                              double variance[]) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  enum sm_status status = check(file, variable, time, *count);
  if (status == SM_OK) {
    *count = file->n[2];
    for (size_t k = 0; k < *count; k++) z[k] = file->centre[2][k];
    status = find(file, variable, time, mean, variance);
  }
  return status;
}
