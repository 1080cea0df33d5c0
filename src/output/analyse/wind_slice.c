#include "output/analyse/analyse.h"

#include "base/list.h"
#include <math.h>
#include <netcdf.h>

/* Memory for a block of rows of the map. */
struct rows {
  struct sm_axis z;                       /* altitudes */
  uint8_t *cell;                          /* [nz][rows][nx], cell bytes of the domain */
  float *terrain, *building, *z0, *block; /* [rows][nx]; block [layers][rows][nx] */
  struct sm_height_weights *mix;
};

static enum sm_status allocate(struct sm_wind_file *file, size_t rows, struct rows *r) {
  const size_t columns = rows * file->n[0], nz = file->n[2];
  SM_TRY(sm_alloc(file->ctx, nz + 1, sizeof(double), "axis", &r->z.face));
  SM_TRY(sm_alloc(file->ctx, nz * columns, 1, "cell types", &r->cell));
  SM_TRY(sm_alloc(file->ctx, columns, sizeof(float), "altitude of the ground", &r->terrain));
  SM_TRY(sm_alloc(file->ctx, columns, sizeof(float), "buildings", &r->building));
  SM_TRY(sm_alloc(file->ctx, columns, sizeof(float), "roughness", &r->z0));
  SM_TRY(sm_alloc(file->ctx, SM_WIND_FILE_LAYERS * columns, sizeof(float), "winds", &r->block));
  return sm_alloc(file->ctx, columns, sizeof *r->mix, "slice", &r->mix);
}

static void release(struct rows *r) {
  SM_FREE_ALL(r->z.face, r->cell, r->terrain, r->building, r->z0, r->block, r->mix);
}

/* Finds the interpolation weights of the columns in a block of rows. */
static enum sm_status find_mixes(struct sm_wind_file *file, size_t row, size_t rows, double height,
                                 struct rows *r, int *lowest, int *highest) {
  const size_t nx = file->n[0], nz = file->n[2], columns = rows * nx;
  const size_t map_start[2] = {row, 0}, map_count[2] = {rows, nx};
  const size_t start[3] = {0, row, 0}, count[3] = {nz, rows, nx};
  SM_TRY(
      sm_wind_file_floats(file, sm_field_name(SM_FIELD_TERRAIN), map_start, map_count, r->terrain));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_BUILDING_HEIGHT), map_start, map_count,
                             r->building));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_Z0), map_start, map_count, r->z0));
  SM_TRY(sm_wind_file_bytes(file, sm_field_name(SM_FIELD_CELL_TYPE), start, count, r->cell));
  for (size_t c = 0; c < nz * columns; c++) r->cell[c] = (uint8_t)(r->cell[c] << 6);
  *lowest = (int)nz;
  *highest = -1;
  for (size_t c = 0; c < columns; c++) {
    const struct sm_height_column column = {.z = &r->z,
                                            .cell = r->cell + c,
                                            .stride = columns,
                                            .ground = (double)r->terrain[c],
                                            .building = (double)r->building[c],
                                            .z0 = (double)r->z0[c]};
    r->mix[c] = sm_height_weights_of(&column, height);
    if (r->mix[c].low < 0) continue;
    if (r->mix[c].low < *lowest) *lowest = r->mix[c].low;
    if (r->mix[c].high > *highest) *highest = r->mix[c].high;
  }
  return SM_OK;
}

/* Adds the layers k0.. of a block to the columns that use them. */
static void add_layers(const struct rows *r, size_t columns, int k0, int layers, float *out) {
  for (size_t c = 0; c < columns; c++) {
    const struct sm_height_weights *mix = &r->mix[c];
    if (mix->low < 0) continue;
    if (mix->low >= k0 && mix->low < k0 + layers)
      out[c] += (float)(mix->weight_low * (double)r->block[(size_t)(mix->low - k0) * columns + c]);
    if (mix->weight_high != 0 && mix->high >= k0 && mix->high < k0 + layers)
      out[c] +=
          (float)(mix->weight_high * (double)r->block[(size_t)(mix->high - k0) * columns + c]);
  }
}

/* Sliced variable: wind components, which vanish at walls, or another variable. */
struct slice {
  int count;
  const char *name[3];
  float *out[3]; /* [ny][nx] */
  bool is_wind;
  bool nearest; /* categories, which cannot be averaged */
};

static enum sm_status slice_rows(struct sm_wind_file *file, size_t time, size_t row, size_t rows,
                                 double height, struct rows *r, const struct slice *slice) {
  const size_t nx = file->n[0], columns = rows * nx;
  int lowest, highest;
  SM_TRY(find_mixes(file, row, rows, height, r, &lowest, &highest));
  for (size_t c = 0; c < columns && !slice->is_wind; c++)
    if (!(r->mix[c].weight_high > 0)) r->mix[c].weight_low = 1;
  for (size_t c = 0; c < columns && slice->nearest; c++) {
    struct sm_height_weights *mix = &r->mix[c];
    if (mix->weight_high > mix->weight_low) mix->low = mix->high;
    mix->weight_low = 1;
    mix->weight_high = 0;
  }
  for (int v = 0; v < slice->count; v++) {
    float *map = slice->out[v] + row * nx;
    for (size_t c = 0; c < columns; c++) map[c] = r->mix[c].low < 0 ? NAN : 0.0F;
    for (int k = lowest - lowest % SM_WIND_FILE_LAYERS; k <= highest; k += SM_WIND_FILE_LAYERS) {
      const int left = (int)file->n[2] - k;
      const int layers = left < SM_WIND_FILE_LAYERS ? left : SM_WIND_FILE_LAYERS;
      const size_t start[4] = {time, (size_t)k, row, 0}, count[4] = {1, (size_t)layers, rows, nx};
      SM_TRY(sm_wind_file_floats(file, slice->name[v], start, count, r->block));
      add_layers(r, columns, k, layers, map);
    }
  }
  return SM_OK;
}

static enum sm_status slice_all(struct sm_wind_file *file, size_t time, double height,
                                const struct slice *slice) {
  const size_t ny = file->n[1], most = ny < SM_WIND_FILE_ROWS ? ny : SM_WIND_FILE_ROWS;
  SM_SCOPED_BY(release)
  struct rows r = {.z = {.n = (int)file->n[2], .centre = file->centre[2], .width = file->width[2]}};
  enum sm_status status = allocate(file, most, &r);
  if (status == SM_OK) {
    for (size_t k = 0; k < file->n[2]; k++)
      r.z.face[k] = file->centre[2][k] - 0.5 * file->width[2][k];
    r.z.face[file->n[2]] = r.z.face[file->n[2] - 1] + file->width[2][file->n[2] - 1];
  }
  for (size_t row = 0; row < ny && status == SM_OK; row += most) {
    const size_t rows = ny - row < most ? ny - row : most;
    status = slice_rows(file, time, row, rows, height, &r, slice);
  }
  return status;
}

enum sm_status sm_wind_file_slice(struct sm_wind_file *file, size_t time, double height, float *u,
                                  float *v, float *w) {
  const struct slice wind = {
      3,
      {sm_field_name(SM_FIELD_U), sm_field_name(SM_FIELD_V), sm_field_name(SM_FIELD_W)},
      {u, v, w},
      true,
      false};
  return slice_all(file, time, height, &wind);
}

enum sm_status sm_wind_file_slice_of(struct sm_wind_file *file, size_t time, const char *variable,
                                     bool nearest, double height, float *out) {
  const struct slice slice = {1, {variable}, {out}, false, nearest};
  return slice_all(file, time, height, &slice);
}

enum sm_status sm_wind_file_section(struct sm_wind_file *file, size_t time,
                                    struct sm_wind_section *s) {
  const char *const names[4] = {sm_field_name(SM_FIELD_U), sm_field_name(SM_FIELD_V),
                                sm_field_name(SM_FIELD_W), s->variable};
  const size_t nx = file->n[0], nz = file->n[2], points = (size_t)s->count;
  float *const out[4] = {s->u, s->v, s->w, s->value};
  SM_SCOPED float *column = NULL;
  SM_SCOPED uint8_t *type = NULL;
  SM_TRY(sm_alloc(file->ctx, nz, sizeof *column, "column", &column));
  SM_TRY(sm_alloc(file->ctx, nz, 1, "column", &type));
  for (size_t p = 0; p < points; p++) {
    const size_t j = s->column[p] / nx, i = s->column[p] % nx;
    const size_t start[4] = {time, 0, j, i}, count[4] = {1, nz, 1, 1};
    SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_TERRAIN), start + 2, count + 2,
                               &s->ground[p]));
    SM_TRY(sm_wind_file_bytes(file, sm_field_name(SM_FIELD_CELL_TYPE), start + 1, count + 1, type));
    for (size_t k = 0; k < nz; k++) s->type[k * points + p] = type[k];
    for (int v = 0; v < 4 && names[v] != NULL; v++) {
      SM_TRY(sm_wind_file_floats(file, names[v], start, count, column));
      for (size_t k = 0; k < nz; k++)
        out[v][k * points + p] = column[k] == NC_FILL_FLOAT ? NAN : column[k];
    }
  }
  return SM_OK;
}
