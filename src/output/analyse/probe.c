#include "simoom/output.h"

#include "output/netcdf/wind_file.h"
#include "output/prisms/prisms.h"
#include <math.h>
#include <string.h>

#include <netcdf.h>

/* Probed variable: wind components or speed, which vanish at walls, or another variable. */
struct probe {
  int count;
  const char *name[3];
  bool is_wind;
};

/* Cache of the last column: the points of a profile follow each other. */
struct column {
  size_t i, j;
  bool known;
  struct sm_axis z; /* altitudes */
  uint8_t *cell;    /* [nz] bytes as in the domain */
  float *value[3];  /* [nz] */
  float ground, building, z0;
};

static void release(struct column *c) {
  sm_free(c->z.face);
  sm_free(c->cell);
  for (int v = 0; v < 3; v++) sm_free(c->value[v]);
}

static enum sm_status allocate(struct sm_wind_file *file, struct column *c) {
  const size_t nz = file->n[2];
  SM_TRY(sm_alloc(file->ctx, nz + 1, sizeof *c->z.face, "axis", &c->z.face));
  SM_TRY(sm_alloc(file->ctx, nz, 1, "column", &c->cell));
  for (int v = 0; v < 3; v++)
    SM_TRY(sm_alloc(file->ctx, nz, sizeof *c->value[v], "column", &c->value[v]));
  for (size_t k = 0; k < nz; k++) c->z.face[k] = file->centre[2][k] - 0.5 * file->width[2][k];
  c->z.face[nz] = file->centre[2][nz - 1] + 0.5 * file->width[2][nz - 1];
  return SM_OK;
}

static enum sm_status read_column(struct sm_wind_file *file, const struct probe *probe, size_t time,
                                  size_t i, size_t j, struct column *c) {
  const size_t nz = file->n[2], start[4] = {time, 0, j, i}, count[4] = {1, nz, 1, 1};
  if (c->known && c->i == i && c->j == j) return SM_OK;
  SM_TRY(
      sm_wind_file_floats(file, sm_field_name(SM_FIELD_TERRAIN), start + 2, count + 2, &c->ground));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_BUILDING_HEIGHT), start + 2, count + 2,
                             &c->building));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_Z0), start + 2, count + 2, &c->z0));
  SM_TRY(
      sm_wind_file_bytes(file, sm_field_name(SM_FIELD_CELL_TYPE), start + 1, count + 1, c->cell));
  for (size_t k = 0; k < nz; k++) c->cell[k] = (uint8_t)(c->cell[k] << 6);
  for (int v = 0; v < probe->count; v++)
    SM_TRY(sm_wind_file_floats(file, probe->name[v], start, count, c->value[v]));
  c->i = i;
  c->j = j;
  c->known = true;
  return SM_OK;
}

/* The two cells whose centres enclose a position along an axis, and the weight of the upper one; at
 * the edge of the domain both are the same. False outside the domain. */
static bool find_cells(const struct sm_wind_file *file, int axis, double position, size_t cell[2],
                       double *upper) {
  const double *centre = file->centre[axis], *width = file->width[axis];
  const size_t last = file->n[axis] - 1;
  size_t low = 0, high = last;
  if (!(position >= centre[0] - 0.5 * width[0] && position <= centre[last] + 0.5 * width[last]))
    return false;
  while (low < high) { /* binary search for the last centre not beyond the position */
    const size_t middle = (low + high + 1) / 2;
    if (centre[middle] <= position)
      low = middle;
    else
      high = middle - 1;
  }
  cell[0] = low;
  cell[1] = low < last && position > centre[low] ? low + 1 : low;
  *upper = cell[1] > low ? (position - centre[low]) / (centre[cell[1]] - centre[low]) : 0;
  return true;
}

/* Interpolates in height; writes probe->count numbers. False where there is no fluid. */
static bool mix(const struct probe *probe, const struct column *c, double height, double *value) {
  const struct sm_height_column column = {.z = &c->z,
                                          .cell = c->cell,
                                          .stride = 1,
                                          .ground = (double)c->ground,
                                          .building = (double)c->building,
                                          .z0 = (double)c->z0};
  const struct sm_height_weights m = sm_height_weights_of(&column, height);
  const double low = probe->is_wind || m.weight_high > 0 ? m.weight_low : 1;
  for (int v = 0; v < probe->count && m.low >= 0; v++) {
    value[v] = low * (double)c->value[v][m.low];
    if (m.weight_high > 0) value[v] += m.weight_high * (double)c->value[v][m.high];
  }
  return m.low >= 0;
}

/* Interpolates between columns around a point that have fluid at its height; NAN where the nearest
 * column has none. */
static enum sm_status read_point(struct sm_wind_file *file, const struct probe *probe, size_t time,
                                 const double point[3], struct column column[4], double *value) {
  size_t cell[2][2];
  double upper[2], nearest = 0, nearest_air = 0, whole = 0, sum[3] = {0};
  for (int v = 0; v < probe->count; v++) value[v] = NAN;
  for (int d = 0; d < 2; d++)
    if (!find_cells(file, d, point[d], cell[d], &upper[d])) return SM_OK;
  for (int corner = 0; corner < 4; corner++) {
    const int x = corner & 1, y = corner >> 1;
    const double weight = (x ? upper[0] : 1 - upper[0]) * (y ? upper[1] : 1 - upper[1]);
    double here[3];
    if (weight == 0) continue;
    nearest = fmax(nearest, weight);
    SM_TRY(read_column(file, probe, time, cell[0][x], cell[1][y], &column[corner]));
    if (!mix(probe, &column[corner], point[2], here)) continue;
    nearest_air = fmax(nearest_air, weight);
    whole += weight;
    for (int v = 0; v < probe->count; v++) sum[v] += weight * here[v];
  }
  for (int v = 0; v < probe->count && nearest_air > 0 && nearest_air == nearest; v++)
    value[v] = sum[v] / whole;
  return SM_OK;
}

static enum sm_status probe_points(struct sm_wind_file *file, const struct probe *probe, int time,
                                   size_t count, const double point[][3], double *value) {
  struct column column[4] = {{0}};
  enum sm_status status = SM_OK;
  if (time < 0 || (size_t)time >= file->times)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no time %d: there are %zu, from 0",
                   file->path, time, file->times);
  for (int corner = 0; corner < 4; corner++) {
    column[corner].z =
        (struct sm_axis){.n = (int)file->n[2], .centre = file->centre[2], .width = file->width[2]};
    SM_TRY_DONE(allocate(file, &column[corner]));
  }
  for (size_t p = 0; p < count; p++, value += probe->count)
    SM_TRY_DONE(read_point(file, probe, (size_t)time, point[p], column, value));
done:
  for (int corner = 0; corner < 4; corner++) release(&column[corner]);
  return status;
}

enum sm_status sm_probe_wind(struct sm_context *ctx, const char *path, int time, size_t count,
                             const double point[][3], double wind[][3]) {
  const struct probe probe = {
      3, {sm_field_name(SM_FIELD_U), sm_field_name(SM_FIELD_V), sm_field_name(SM_FIELD_W)}, true};
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  char kind[32];
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  if (strcmp(kind, "prisms") == 0 && time == 0)
    return sm_prism_probe_wind(ctx, path, count, point, wind);
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  return probe_points(file, &probe, time, count, point, (double *)wind);
}

enum sm_status sm_probe_variable(struct sm_context *ctx, const char *path, const char *variable,
                                 int time, size_t count, const double point[][3], double *value) {
  const struct probe probe = {1, {variable}, sm_field_find(variable) == SM_FIELD_WIND_SPEED_MEAN};
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  enum sm_status status = SM_OK;
  if (!sm_wind_file_has(file, variable))
    status = sm_fail(ctx, SM_ERR_DATA, "%s: error: the file contains no '%s'", path, variable);
  if (status == SM_OK) status = probe_points(file, &probe, time, count, point, value);
  return status;
}
