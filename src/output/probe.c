#include "simoom/output.h"

#include "output/slices.h"
#include "output/wind_file.h"
#include <math.h>

#ifdef SM_HAVE_NETCDF

#include <netcdf.h>

/* What is asked for: components of the wind, which vanishes at walls, or another variable. */
struct probe {
  int count;
  const char *name[3];
  bool is_wind;
};

/* The column of cells that was read last: points of one profile follow each other. */
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
  SM_TRY(sm_wind_file_floats(file, "terrain", start + 2, count + 2, &c->ground));
  SM_TRY(sm_wind_file_floats(file, "building_height", start + 2, count + 2, &c->building));
  SM_TRY(sm_wind_file_floats(file, "z0", start + 2, count + 2, &c->z0));
  SM_TRY(sm_wind_file_bytes(file, "cell_type", start + 1, count + 1, c->cell));
  for (size_t k = 0; k < nz; k++) c->cell[k] = (uint8_t)(c->cell[k] << 6);
  for (int v = 0; v < probe->count; v++)
    SM_TRY(sm_wind_file_floats(file, probe->name[v], start, count, c->value[v]));
  c->i = i;
  c->j = j;
  c->known = true;
  return SM_OK;
}

/* The cell of an axis that holds a position, on a face the upper one; false outside. */
static bool find_cell(const struct sm_wind_file *file, int axis, double position, size_t *cell) {
  const double *centre = file->centre[axis], *width = file->width[axis];
  size_t low = 0, high = file->n[axis] - 1;
  if (!(position >= centre[0] - 0.5 * width[0] && position <= centre[high] + 0.5 * width[high]))
    return false;
  while (low < high) {
    const size_t middle = (low + high + 1) / 2;
    if (centre[middle] - 0.5 * width[middle] <= position) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  *cell = low;
  return true;
}

/* Writes probe->count numbers; leaves them where there is no air. */
static void mix(const struct probe *probe, const struct column *c, double height, double *value) {
  const struct sm_column column = {.z = &c->z,
                                   .cell = c->cell,
                                   .stride = 1,
                                   .ground = (double)c->ground,
                                   .building = (double)c->building,
                                   .z0 = (double)c->z0};
  const struct sm_mix m = sm_column_mix(&column, height);
  const double low = probe->is_wind || m.weight_high > 0 ? m.weight_low : 1;
  for (int v = 0; v < probe->count && m.low >= 0; v++) {
    value[v] = low * (double)c->value[v][m.low];
    if (m.weight_high > 0) value[v] += m.weight_high * (double)c->value[v][m.high];
  }
}

static enum sm_status probe_points(struct sm_wind_file *file, const struct probe *probe, int time,
                                   size_t count, const double point[][3], double *value) {
  struct column c = {0};
  enum sm_status status = SM_OK;
  if (time < 0 || (size_t)time >= file->times)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: no time %d: there are %zu, from 0",
                   file->path, time, file->times);
  c.z = (struct sm_axis){.n = (int)file->n[2], .centre = file->centre[2], .width = file->width[2]};
  SM_TRY_DONE(allocate(file, &c));
  for (size_t p = 0; p < count; p++, value += probe->count) {
    size_t i, j;
    for (int v = 0; v < probe->count; v++) value[v] = NAN;
    if (!find_cell(file, 0, point[p][0], &i) || !find_cell(file, 1, point[p][1], &j)) continue;
    SM_TRY_DONE(read_column(file, probe, (size_t)time, i, j, &c));
    mix(probe, &c, point[p][2], value);
  }
done:
  release(&c);
  return status;
}

enum sm_status sm_probe(struct sm_context *ctx, const char *path, int time, size_t count,
                        const double point[][3], double wind[][3]) {
  const struct probe probe = {3, {"u", "v", "w"}, true};
  struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  const enum sm_status status = probe_points(file, &probe, time, count, point, (double *)wind);
  sm_wind_file_close(&file);
  return status;
}

enum sm_status sm_probe_variable(struct sm_context *ctx, const char *path, const char *variable,
                                 int time, size_t count, const double point[][3], double *value) {
  const struct probe probe = {1, {variable}, false};
  struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  enum sm_status status = SM_OK;
  if (!sm_wind_file_has(file, variable))
    status = sm_fail(ctx, SM_ERR_DATA, "%s: error: the file holds no '%s'", path, variable);
  if (status == SM_OK) status = probe_points(file, &probe, time, count, point, value);
  sm_wind_file_close(&file);
  return status;
}

#else

static enum sm_status missing(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: simoom was built without NetCDF\n"
                 "help: install it (Debian: libnetcdf-dev) and build simoom again",
                 path);
}

enum sm_status sm_probe(struct sm_context *ctx, const char *path, int time, size_t count,
                        const double point[][3], double wind[][3]) {
  (void)time;
  (void)point;
  for (size_t p = 0; p < count; p++) wind[p][0] = wind[p][1] = wind[p][2] = NAN;
  return missing(ctx, path);
}

enum sm_status sm_probe_variable(struct sm_context *ctx, const char *path, const char *variable,
                                 int time, size_t count, const double point[][3], double *value) {
  (void)variable;
  (void)time;
  (void)point;
  for (size_t p = 0; p < count; p++) value[p] = NAN;
  return missing(ctx, path);
}

#endif
