#define _POSIX_C_SOURCE 200809L
#include "output/gis/export.h"

#include "base/list.h"
#include "base/text.h"
#include "output/analyse/analyse.h"
#include "output/netcdf/plume_file.h"
#include "output/vtk/vtk.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARRAYS = 16 + SM_CELL_FIELDS, COMPRESSION = 4 };

/* Arrays of one time of a file. */
struct volumes {
  struct sm_export_job *e;
  size_t time;
  struct sm_vtk_array array[MOST_ARRAYS];
  bool has_time[MOST_ARRAYS];
  char name[MOST_ARRAYS][NC_MAX_NAME + 1];
  bool has_species; /* the requested species exists */
  float *row;       /* [ny][nx] */
  float none;       /* value of cells without data */
  double *face[3];
  struct sm_vtk_cells cells;
};

/* --- what there is --- */

/* True for a variable with one number per cell, constant or by time. */
static bool is_of_cells(const struct sm_wind_file *file, int id, bool *has_time) {
  static const char *const names[4] = {"time", "z", "y", "x"};
  int rank, dims[NC_MAX_VAR_DIMS], dim;
  if (nc_inq_varndims(file->id, id, &rank) != NC_NOERR || (rank != 3 && rank != 4) ||
      nc_inq_vardimid(file->id, id, dims) != NC_NOERR)
    return false;
  for (int d = 0; d < rank; d++)
    if (nc_inq_dimid(file->id, names[4 - rank + d], &dim) != NC_NOERR || dim != dims[d])
      return false;
  *has_time = rank == 4;
  return true;
}

/* Selects the variables of the VTK files of a run: wind, cell types and all fields. Other byte
 * variables only on request. */
static bool is_wanted(struct volumes *v, const char *name, bool bytes) {
  const struct sm_export_options *o = v->e->options;
  char species[256];
  if (o->field != NULL) return strcmp(name, o->field) == 0;
  if (strlen(name) == 1 && strchr("uvw", name[0]) != NULL) return false; /* included in `wind` */
  sm_wind_file_text(v->e->file, name, "simoom_species", species, sizeof species);
  if (o->species != NULL && species[0] != '\0') {
    if (strcmp(species, o->species) != 0) return false;
    v->has_species = true;
  }
  return !bytes || strcmp(name, sm_field_name(SM_FIELD_CELL_TYPE)) == 0;
}

static void add_array(struct volumes *v, const char *name, int components, bool bytes,
                      bool has_time) {
  const int a = v->cells.arrays;
  if (a == MOST_ARRAYS) return;
  snprintf(v->name[a], sizeof v->name[a], "%s", name);
  v->array[a] = (struct sm_vtk_array){v->name[a], components, bytes};
  v->has_time[a] = has_time;
  v->cells.arrays++;
}

/* Difference of two files: fields of both; of byte variables the cell types only. */
static enum sm_status check_difference(struct volumes *v, const char *name, bool bytes) {
  struct sm_wind_file *file = v->e->file;
  if (file->minus == NULL || strcmp(name, sm_field_name(SM_FIELD_CELL_TYPE)) == 0) return SM_OK;
  if (bytes)
    return sm_fail(v->e->ctx, SM_ERR_USAGE, "error: '%s' is of classes, which cannot be subtracted",
                   name);
  return sm_difference_is_domain(file, name) ? SM_OK : sm_difference_check_variable(file, name);
}

static enum sm_status add_variables(struct volumes *v, bool only_types) {
  struct sm_wind_file *file = v->e->file;
  int count = 0;
  char name[NC_MAX_NAME + 1];
  nc_type type;
  bool has_time;
  if (nc_inq_nvars(file->id, &count) != NC_NOERR) return SM_OK;
  for (int id = 0; id < count; id++) {
    if (nc_inq_var(file->id, id, name, &type, NULL, NULL, NULL) != NC_NOERR ||
        !is_of_cells(file, id, &has_time))
      continue;
    const bool bytes = type == NC_BYTE || type == NC_UBYTE;
    if ((strcmp(name, sm_field_name(SM_FIELD_CELL_TYPE)) == 0) != only_types ||
        !is_wanted(v, name, bytes))
      continue;
    SM_TRY(check_difference(v, name, bytes));
    add_array(v, name, 1, bytes, has_time);
  }
  return SM_OK;
}

/* Adds the differences of speed and direction, which do not follow from the vector difference. */
static void add_polar(struct volumes *v) {
  static const enum sm_field polar[2] = {SM_FIELD_WIND_SPEED, SM_FIELD_WIND_FROM_DIRECTION};
  const char *wanted = v->e->options->field;
  for (int n = 0; n < 2; n++)
    if (wanted == NULL || strcmp(wanted, sm_field_name(polar[n])) == 0)
      add_array(v, sm_field_name(polar[n]), 1, false, true);
}

static enum sm_status choose_arrays(struct volumes *v) {
  const struct sm_export_job *e = v->e;
  const struct sm_export_options *o = e->options;
  const bool winds = !e->file->plume;
  if (winds && (o->field == NULL || strcmp(o->field, "wind") == 0)) {
    add_array(v, "wind", 3, false, true);
    v->cells.vectors = "wind";
  }
  if (winds && e->file->minus != NULL) add_polar(v);
  SM_TRY(add_variables(v, true));
  SM_TRY(add_variables(v, false));
  if (o->field == NULL && o->species != NULL && !v->has_species)
    return sm_fail(e->ctx, SM_ERR_USAGE, "%s: error: no species '%s'", e->file->path, o->species);
  if (v->cells.arrays > 0) return SM_OK;
  return sm_fail(e->ctx, SM_ERR_USAGE,
                 "%s: error: no variable '%s' has a number for each cell\n"
                 "help: %swithout --field all of them are written; simoom info lists them",
                 e->file->path, o->field, winds ? "wind is the vectors; " : "");
}

/* --- values --- */

static enum sm_status read_layer(struct volumes *v, const char *name, bool has_time, size_t k,
                                 float *out) {
  struct sm_wind_file *file = v->e->file;
  const size_t start[4] = {v->time, k, 0, 0}, count[4] = {1, 1, file->n[1], file->n[0]};
  const int skip = has_time ? 0 : 1;
  SM_TRY(sm_difference_floats(file, name, start + skip, count + skip, out));
  for (size_t c = 0; c < v->e->columns; c++)
    if (isnan(out[c]) || out[c] >= 0.99F * NC_FILL_FLOAT) out[c] = v->none;
  return SM_OK;
}

static enum sm_status fill_layer(void *self, int array, size_t k, void *out) {
  struct volumes *v = self;
  struct sm_wind_file *file = v->e->file;
  float *number = out;
  if (v->array[array].bytes) {
    const size_t start[4] = {v->time, k, 0, 0}, count[4] = {1, 1, file->n[1], file->n[0]};
    const int skip = v->has_time[array] ? 0 : 1;
    if (strcmp(v->name[array], sm_field_name(SM_FIELD_CELL_TYPE)) == 0)
      return sm_difference_cell_types(file, start + 1, count + 1, out);
    return sm_wind_file_bytes(file, v->name[array], start + skip, count + skip, out);
  }
  if (v->array[array].components == 1)
    return read_layer(v, v->name[array], v->has_time[array], k, out);
  for (size_t d = 0; d < 3; d++) {
    SM_TRY(read_layer(v, sm_field_name((enum sm_field)(SM_FIELD_U + (int)d)), true, k, v->row));
    for (size_t c = 0; c < v->e->columns; c++) number[3 * c + d] = v->row[c];
  }
  return SM_OK;
}

/* --- files --- */

static enum sm_status prepare(struct sm_export_job *e, struct volumes *v) {
  const struct sm_wind_file *file = e->file;
  v->e = e;
  v->none = e->file->plume ? (float)NAN : 0; /* solids of wind files: 0, as in the files of a run */
  v->cells.may_stop = true;
  v->cells.uniform = true;
  for (int d = 0; d < 3; d++) {
    const size_t n = file->n[d];
    v->cells.n[d] = n;
    v->cells.origin[d] = file->centre[d][0] - 0.5 * file->width[d][0];
    v->cells.size[d] = file->width[d][0];
    v->cells.uniform = v->cells.uniform && sm_export_is_even(file, d);
    SM_TRY(sm_alloc(e->ctx, n + 1, sizeof(double), "axis", &v->face[d]));
    for (size_t i = 0; i < n; i++) v->face[d][i + 1] = v->face[d][i] + file->width[d][i];
    v->cells.face[d] = v->face[d];
  }
  v->cells.array = v->array;
  v->cells.layer = fill_layer;
  v->cells.self = v;
  SM_TRY(sm_alloc(e->ctx, e->columns, sizeof *v->row, "layer", &v->row));
  return choose_arrays(v);
}

static void choose_time(void *self, size_t n) {
  struct volumes *v = self;
  v->time = v->e->first + n;
}

/* Times of the export: relative to the start of the run for particles, to the first time for
 * winds. */
static enum sm_status read_times(struct sm_export_job *e, size_t count, double **out) {
  double start[2] = {e->file->time[0], 0};
  if (e->file->plume) SM_TRY(sm_plume_read_interval(e->file, 0, start));
  SM_TRY(sm_alloc(e->ctx, count, sizeof **out, "times of files", out));
  for (size_t n = 0; n < count; n++) (*out)[n] = e->file->time[e->first + n] - start[0];
  return SM_OK;
}

/* Writes one file with all times. */
static enum sm_status write_steps(struct sm_export_job *e, struct volumes *v) {
  const size_t count = e->last - e->first + 1;
  double *time = NULL;
  enum sm_status status = SM_OK;
  if (count > 1) {
    status = read_times(e, count, &time);
    v->cells.times = count;
    v->cells.time = time;
    v->cells.timed = v->has_time;
    v->cells.choose = choose_time;
  }
  if (status == SM_OK) status = sm_vtkhdf_write_grid(e->ctx, e->out, &v->cells, COMPRESSION);
  sm_free(time);
  return status;
}

/* Writes a file for one time. */
static enum sm_status write_one(struct sm_export_job *e, struct volumes *v) {
  if (e->last > e->first)
    return sm_fail(e->ctx, SM_ERR_USAGE,
                   "%s: error: it holds one time, and there are %zu\n"
                   "help: --time chooses one; .vtkhdf takes all of them, .pvd each in a file",
                   e->out, e->last - e->first + 1);
  if (strcmp(strrchr(e->out, '.'), ".vtr") == 0) v->cells.uniform = false;
  if (v->cells.uniform || strcmp(strrchr(e->out, '.'), ".vtr") == 0)
    return sm_vtk_write_cells(e->ctx, e->out, &v->cells);
  return sm_fail(e->ctx, SM_ERR_USAGE,
                 "%s: error: an image cannot hold cells of several sizes\n"
                 "help: .vtr can, .vtkhdf, and .pvd for all times",
                 e->out);
}

/* Writes "out/a_0003.vtr" for each time and the list "out/a.pvd"; removes all files on failure. */
static enum sm_status write_series(struct sm_export_job *e, struct volumes *v) {
  const size_t count = e->last - e->first + 1;
  const int stem = (int)(strrchr(e->out, '.') - e->out);
  char **name = NULL;
  double *time = NULL;
  size_t written = 0;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(e->ctx, count, sizeof *name, "names of files", &name));
  SM_TRY_DONE(read_times(e, count, &time));
  for (size_t n = 0; n < count; n++) {
    struct sm_text text = {0};
    choose_time(v, n);
    sm_text_add(&text, "%.*s_%04zu%s", stem, e->out, v->time, v->cells.uniform ? ".vti" : ".vtr");
    if (text.failed) {
      sm_text_free(&text);
      SM_TRY_DONE(sm_fail(e->ctx, SM_ERR_MEMORY, "out of memory: names of files"));
    }
    name[n] = text.data;
    SM_TRY_DONE(sm_vtk_write_cells(e->ctx, name[n], &v->cells));
    written++;
  }
  SM_TRY_DONE(sm_vtk_write_series(e->ctx, e->out, (int)count, name, time));
done:
  for (size_t n = 0; n < written && status != SM_OK; n++) unlink(name[n]);
  for (size_t n = 0; n < count && name != NULL; n++) free(name[n]);
  SM_FREE_ALL(name, time);
  return status;
}

enum sm_status sm_export_vtk(struct sm_export_job *e) {
  struct volumes *v = NULL;
  enum sm_status status = SM_OK;
  if (e->file->n[2] == 0)
    return sm_fail(e->ctx, SM_ERR_USAGE,
                   "%s: error: the file holds maps only, and no cells above one another\n"
                   "help: .tif, .geojson, .gpkg and .kmz take maps",
                   e->file->path);
  if (!isnan(e->options->height) || e->options->levels > 0 || e->options->places > 0)
    return sm_fail(e->ctx, SM_ERR_USAGE,
                   "%s: error: this format holds all cells: it cannot be combined with heights, "
                   "levels or places",
                   e->out);
  SM_TRY(sm_alloc(e->ctx, 1, sizeof *v, "arrays", &v));
  SM_TRY_DONE(prepare(e, v));
  choose_time(v, 0);
  const char *ending = strrchr(e->out, '.');
  const bool one = strcmp(ending, ".vti") == 0 || strcmp(ending, ".vtr") == 0;
  status = strcmp(ending, ".pvd") == 0 ? write_series(e, v)
           : one                       ? write_one(e, v)
                                       : write_steps(e, v);
done:
  for (int d = 0; d < 3; d++) sm_free(v->face[d]);
  SM_FREE_ALL(v->row, v);
  return status;
}
