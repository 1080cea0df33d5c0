#include "input/netcdf/winds_file.h"

#include "base/text.h"
#include <math.h>
#include <string.h>

#include "input/netcdf/ncdata.h"
#include <stdio.h>
#include <stdlib.h>

/* --- times --- */

static bool find_time(struct sm_winds_file *file, struct sm_ncdata_variable *out) {
  static const char *const usual[] = {"time", "times", "t", NULL};
  const int dimension = file->wind[0].dimension[0];
  char name[SM_NCDATA_NAME];
  sm_ncdata_dimension_name(&file->data, dimension, name);
  if (sm_ncdata_find(&file->data, name, out) && out->numeric && out->rank == 1) return true;
  for (int i = 0; usual[i] != NULL; i++)
    if (sm_ncdata_find(&file->data, usual[i], out) && out->numeric && out->rank == 1 &&
        out->dimension[0] == dimension)
      return true;
  return false;
}

/* Converts numbers since a date to s. */
static enum sm_status date_times(struct sm_winds_file *file,
                                 const struct sm_ncdata_variable *variable, const char *units) {
  struct sm_context *ctx = file->data.ctx;
  char calendar[SM_NCDATA_TEXT], reason[SM_NCDATA_TEXT];
  struct sm_cf_time since;
  sm_ncdata_text(&file->data, variable, "calendar", calendar);
  enum sm_status status = sm_cf_time_parse(ctx, units, calendar, &since);
  for (size_t t = 0; t < file->time_count && status == SM_OK; t++)
    if (isfinite(file->time[t]))
      status = sm_cf_time_seconds(ctx, &since, file->time[t], &file->time[t]);
  if (status == SM_OK) return SM_OK;
  snprintf(reason, sizeof reason, "%s", sm_context_message(ctx));
  return sm_fail(ctx, status, "%s: error: variable '%s': %s", file->data.path, variable->name,
                 reason);
}

static enum sm_status read_times(struct sm_winds_file *file) {
  struct sm_context *ctx = file->data.ctx;
  struct sm_ncdata_variable variable;
  const size_t start = 0;
  file->time_count = file->has_time ? file->wind[0].size[0] : 1;
  if (file->time_count == 0)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the file contains no time", file->data.path);
  SM_TRY(sm_alloc(ctx, file->time_count, sizeof *file->time, "the times", &file->time));
  file->time[0] = (double)NAN;
  if (!file->has_time) return SM_OK;
  if (!find_time(file, &variable)) {
    if (file->time_count == 1) return SM_OK;
    return sm_ncdata_absent(&file->data, "times of the winds",
                            "a variable with the name of their first dimension, time, times and t");
  }
  char units[SM_NCDATA_TEXT];
  file->has_calendar =
      sm_ncdata_text(&file->data, &variable, "units", units) && strstr(units, " since ") != NULL;
  if (!file->has_calendar) SM_TRY(sm_ncdata_convert(&file->data, &variable, "s"));
  SM_TRY(sm_ncdata_read(&file->data, &variable, &start, &file->time_count, file->time));
  if (file->has_calendar) SM_TRY(date_times(file, &variable, units));
  for (size_t t = 0; t < file->time_count; t++) {
    if (!isfinite(file->time[t]))
      return sm_fail(ctx, SM_ERR_DATA, "%s: error: variable '%s' has no value at index %zu",
                     file->data.path, variable.name, t);
    if (t > 0 && !(file->time[t] > file->time[t - 1]))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: variable '%s' does not increase: %.10g s at index %zu, %.10g s at "
                     "the one before",
                     file->data.path, variable.name, file->time[t], t, file->time[t - 1]);
  }
  return SM_OK;
}

/* --- place --- */

/* Last EPSG code in a WKT text, which is that of the whole CRS. */
static int epsg_of(const char *wkt) {
  static const char *const marks[] = {"ID[\"EPSG\",", "AUTHORITY[\"EPSG\",\""};
  int number = 0;
  for (size_t m = 0; m < sizeof marks / sizeof *marks && number == 0; m++)
    for (const char *at = wkt; (at = strstr(at, marks[m])) != NULL; at += strlen(marks[m]))
      number = (int)strtol(at + strlen(marks[m]), NULL, 10);
  return number;
}

static enum sm_status find_place(struct sm_winds_file *file) {
  char name[SM_NCDATA_TEXT];
  struct sm_ncdata_variable crs;
  SM_SCOPED_BY(sm_text_free) struct sm_text wkt = {0};
  file->elevation = file->form == SM_WINDS_FORMAT_SIMOOM ? 0 : (double)NAN; /* z is altitude */
  if (!sm_ncdata_text(&file->data, &file->wind[0], "grid_mapping", name) ||
      !sm_ncdata_find(&file->data, name, &crs))
    return SM_OK;
  enum sm_status status = sm_ncdata_long_text(&file->data, &crs, "crs_wkt", &wkt);
  if (status == SM_OK && wkt.size == 0)
    status = sm_ncdata_long_text(&file->data, &crs, "spatial_ref", &wkt);
  if (status == SM_OK && wkt.size > 0) file->epsg = epsg_of(sm_text_string(&wkt));
  return status;
}

enum sm_status sm_winds_file_open(struct sm_context *ctx, const char *path,
                                  struct sm_winds_file *out) {
  return sm_winds_file_open_group(ctx, path, NULL, out);
}

enum sm_status sm_winds_file_open_group(struct sm_context *ctx, const char *path, const char *group,
                                        struct sm_winds_file *out) {
  *out = (struct sm_winds_file){0};
  enum sm_status status = sm_ncdata_open_group(ctx, path, group, &out->data);
  if (status == SM_OK) status = sm_winds_format_find(out);
  if (status == SM_OK) status = read_times(out);
  if (status == SM_OK) status = find_place(out);
  if (status != SM_OK) sm_winds_file_close(out);
  return status;
}

void sm_winds_file_close(struct sm_winds_file *file) {
  sm_ncdata_close(&file->data);
  for (int a = 0; a < 3; a++) sm_free(file->face[a]);
  sm_free(file->time);
  *file = (struct sm_winds_file){0};
}

/* --- values --- */

size_t sm_winds_file_count(const struct sm_winds_file *file, int component, int axis) {
  return (size_t)file->n[axis] + (size_t)(file->on_faces && component == axis);
}

enum sm_status sm_winds_file_read(struct sm_winds_file *file, size_t time, int component,
                                  size_t first, size_t count, double *out) {
  const size_t start[4] = {time, first + (size_t)file->below, 0, 0};
  const size_t part[4] = {1, count, sm_winds_file_count(file, component, 1),
                          sm_winds_file_count(file, component, 0)};
  return sm_ncdata_read(&file->data, &file->wind[component], start + !file->has_time,
                        part + !file->has_time, out);
}

enum sm_status sm_winds_file_sum(struct sm_winds_file *file, int component,
                                 struct sm_ncdata_sum *sum) {
  sum->from[0] = (size_t)file->below;
  for (int a = 0; a < 3; a++) sum->size[2 - a] = sm_winds_file_count(file, component, a);
  return sm_ncdata_sum_rows(&file->data, &file->wind[component], sum);
}

enum sm_status sm_winds_file_field(struct sm_winds_file *file, const char *name, const char *unit,
                                   bool *known, struct sm_ncdata_variable *out) {
  const int first = file->has_time;
  *known = sm_ncdata_find(&file->data, name, out) && out->rank == 3 + first &&
           (!file->has_time || out->size[0] == file->time_count) &&
           out->size[first] == (size_t)(file->n[2] + file->below);
  for (int a = 0; a < 2 && *known; a++) *known = out->size[first + 2 - a] == (size_t)file->n[a];
  return *known ? sm_ncdata_convert(&file->data, out, unit) : SM_OK;
}

enum sm_status sm_winds_file_read_field(struct sm_winds_file *file,
                                        const struct sm_ncdata_variable *field, size_t time,
                                        size_t first, size_t count, double *out) {
  const size_t start[4] = {time, first + (size_t)file->below, 0, 0};
  const size_t part[4] = {1, count, (size_t)file->n[1], (size_t)file->n[0]};
  return sm_ncdata_read(&file->data, field, start + !file->has_time, part + !file->has_time, out);
}

/* Bytes of the cells [z][y][x], made of values by `meaning`. */
struct bytes {
  const struct sm_winds_file *file;
  uint8_t (*meaning)(double);
  uint8_t *out;
};

static void take_bytes(void *self, size_t i, size_t j, size_t k, size_t n, const double *value) {
  const struct bytes *bytes = self;
  const size_t nx = (size_t)bytes->file->n[0], ny = (size_t)bytes->file->n[1];
  uint8_t *out = bytes->out + i + nx * (j + ny * k);
  for (size_t c = 0; c < n; c++) out[c] = bytes->meaning(value[c]);
}

/* Reads byte values of cells, mapped by `meaning`; at the first time if they have times. */
static enum sm_status read_bytes(struct sm_winds_file *file,
                                 const struct sm_ncdata_variable *variable,
                                 uint8_t (*meaning)(double), uint8_t *out) {
  static const size_t first = 0;
  static const double once = 1;
  const size_t nx = (size_t)file->n[0], ny = (size_t)file->n[1], nz = (size_t)file->n[2];
  const bool timed = variable->rank == 4;
  if ((variable->rank != 3 && !timed) || variable->size[timed] != nz + (size_t)file->below ||
      variable->size[timed + 1] != ny || variable->size[timed + 2] != nx)
    return sm_fail(file->data.ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' does not have the shape of the wind grid",
                   file->data.path, variable->name);
  struct bytes bytes = {file, meaning, out};
  const struct sm_ncdata_sum all = {.record = &first,
                                    .weight = &once,
                                    .count = 1,
                                    .from = {(size_t)file->below},
                                    .size = {nz, ny, nx},
                                    .take = take_bytes,
                                    .self = &bytes};
  return sm_ncdata_sum_rows(&file->data, variable, &all);
}

static uint8_t type_of_simoom(double value) { return value == 1 ? 1 : value == 2 ? 2 : 0; }
static uint8_t type_of_qes(double value) {
  const bool is_cut = value == 7 || value == 8;
  return value == 0 ? 1 : value == 2 ? 2 : is_cut ? 3 : 0;
}
static uint8_t faces_of(double value) {
  return value >= 0 && value < 64 ? (uint8_t)value : (uint8_t)0;
}

enum sm_status sm_winds_file_solids(struct sm_winds_file *file, bool *known, uint8_t *type,
                                    bool *with_faces, uint8_t *open) {
  const char *const names[] = {sm_field_name(SM_FIELD_CELL_TYPE), "icellflag", "icell", NULL};
  const bool ours = file->form == SM_WINDS_FORMAT_SIMOOM;
  struct sm_ncdata_variable variable;
  *with_faces = false;
  *known = file->form != SM_WINDS_FORMAT_GRID &&
           sm_ncdata_find_any(&file->data, ours ? names : names + 1, &variable);
  if (!*known) return SM_OK;
  SM_TRY(read_bytes(file, &variable, ours ? type_of_simoom : type_of_qes, type));
  *with_faces = ours && sm_ncdata_find(&file->data, sm_field_name(SM_FIELD_OPEN_FACES), &variable);
  return *with_faces ? read_bytes(file, &variable, faces_of, open) : SM_OK;
}

enum sm_status sm_winds_file_cuts(struct sm_winds_file *file, struct sm_winds_cut **out,
                                  size_t *count) {
  struct sm_ncdata_variable cell, part, volume;
  double *value = NULL;
  *out = NULL;
  *count = 0;
  if (!sm_ncdata_find(&file->data, sm_field_name(SM_FIELD_CUT_CELL), &cell) ||
      !sm_ncdata_find(&file->data, sm_field_name(SM_FIELD_CUT_FRACTION), &part))
    return SM_OK;
  if (cell.rank != 1 || part.rank != 2 || part.size[0] != cell.size[0] || part.size[1] != 6)
    return sm_fail(file->data.ctx, SM_ERR_DATA,
                   "%s: error: 'cut_cell' and 'cut_fraction' have different numbers of cells",
                   file->data.path);
  const size_t n = cell.size[0], start[2] = {0, 0}, both[2] = {n, 6};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(file->data.ctx, n, 8 * sizeof *value, "cut cells", &value));
  for (size_t q = 0; q < n; q++) value[7 * n + q] = (double)NAN;
  if (sm_ncdata_find(&file->data, "cut_volume", &volume) && volume.rank == 1 && volume.size[0] == n)
    SM_TRY_DONE(sm_ncdata_read(&file->data, &volume, start, &n, value + 7 * n));
  SM_TRY_DONE(sm_alloc(file->data.ctx, n, sizeof **out, "cut cells", out));
  SM_TRY_DONE(sm_ncdata_read(&file->data, &cell, start, &n, value));
  SM_TRY_DONE(sm_ncdata_read(&file->data, &part, start, both, value + n));
  for (size_t q = 0; q < n; q++) {
    (*out)[q].cell = value[q];
    (*out)[q].volume = value[7 * n + q];
    memcpy((*out)[q].part, value + n + 6 * q, sizeof(*out)[q].part);
  }
  *count = n;
done:
  sm_free(value);
  if (status != SM_OK) {
    sm_free(*out);
    *out = NULL;
  }
  return status;
}

enum sm_status sm_winds_file_map(struct sm_winds_file *file, const char *name, bool *known,
                                 double *out) {
  const size_t start[2] = {0, 0}, count[2] = {(size_t)file->n[1], (size_t)file->n[0]};
  struct sm_ncdata_variable variable;
  *known = sm_ncdata_find(&file->data, name, &variable) && variable.rank == 2 &&
           variable.size[0] == count[0] && variable.size[1] == count[1];
  if (!*known) return SM_OK;
  SM_TRY(sm_ncdata_convert(&file->data, &variable, "m"));
  SM_TRY(sm_ncdata_read(&file->data, &variable, start, count, out));
  for (size_t q = 0; q < count[0] * count[1]; q++) *known = *known && isfinite(out[q]);
  return SM_OK;
}
