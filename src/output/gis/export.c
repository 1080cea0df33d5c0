#include "output/gis/export.h"

#include "base/clock.h"
#include "output/analyse/analyse.h"
#include "output/netcdf/trajectory_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sm_export_options sm_export_options_default(void) {
  return (struct sm_export_options){.height = NAN, .time = -1};
}

#include <netcdf.h>

enum sm_status sm_export_read(struct sm_export_job *e, size_t time, struct sm_plot_job *job) {
  e->map.time = e->timeless ? e->options->time : (int)time;
  return sm_plot_read_map(e->file, &e->map, job);
}

void sm_export_extend_range(struct sm_plot_picture *scale, const struct sm_plot_picture *other,
                            bool first) {
  const double low = first ? other->low : fmin(scale->low, other->low);
  const double high = first ? other->high : fmax(scale->high, other->high);
  if (first) *scale = *other;
  scale->low = other->logarithmic ? fmax(low, high / SM_PLOT_DECADES) : low;
  scale->high = high;
}

bool sm_export_is_even(const struct sm_wind_file *file, int axis) {
  const double *width = file->width[axis];
  for (size_t i = 1; i < file->n[axis]; i++)
    if (fabs(width[i] - width[0]) > 1e-6 * width[0]) return false;
  return true;
}

enum sm_status sm_export_window(const struct sm_export_job *e, struct sm_map_window *out) {
  const struct sm_wind_file *file = e->file;
  for (int d = 0; d < 2; d++)
    if (!sm_export_is_even(file, d))
      return sm_fail(e->ctx, SM_ERR_USAGE,
                     "%s: error: this format cannot hold cells of several sizes\n"
                     "help: .geojson and .gpkg can",
                     e->out);
  *out = (struct sm_map_window){e->grid.x[0],      e->grid.y[0], file->width[0][0],
                                file->width[1][0], e->grid.nx,   e->grid.ny};
  return SM_OK;
}

static enum sm_status make_faces(struct sm_export_job *e) {
  for (int d = 0; d < 2; d++) {
    const size_t n = e->file->n[d];
    double *face = NULL;
    SM_TRY(sm_alloc(e->ctx, n + 1, sizeof *face, "axis", &face));
    *(d == 0 ? &e->grid.x : &e->grid.y) = face;
    *(d == 0 ? &e->grid.nx : &e->grid.ny) = (int)n;
    for (size_t i = 0; i < n; i++) face[i] = e->file->centre[d][i] - 0.5 * e->file->width[d][i];
    face[n] = e->file->centre[d][n - 1] + 0.5 * e->file->width[d][n - 1];
  }
  return SM_OK;
}

static enum sm_status choose_times(struct sm_export_job *e) {
  const struct sm_wind_file *file = e->file;
  const int time = e->options->time;
  const size_t times = e->timeless ? 1 : file->times;
  if (times == 0) return sm_fail(e->ctx, SM_ERR_DATA, "%s: error: it contains no time", file->path);
  if (time >= 0 && (size_t)time >= times)
    return sm_fail(e->ctx, SM_ERR_USAGE, "%s: error: no time %d: there are %zu, from 0", file->path,
                   time, times);
  e->first = time < 0 ? 0 : (size_t)time;
  e->last = time < 0 ? times - 1 : (size_t)time;
  if (file->minus != NULL && !e->timeless)
    SM_TRY(sm_difference_check_times(e->file, e->first, e->last));
  SM_TRY(sm_alloc(e->ctx, e->last - e->first + 1, sizeof *e->when, "times", &e->when));
  for (size_t t = e->first; t <= e->last && file->has_calendar && !e->timeless; t++)
    sm_clock_format(file->time[t], e->when[t - e->first], sizeof *e->when);
  return SM_OK;
}

/* Finds out whether the map holds for the whole run. */
static enum sm_status find_timeless(struct sm_export_job *e) {
  struct sm_plot_quantity field;
  SM_SCOPED_BY(sm_plot_job_free)
  struct sm_plot_job job = {.options = &e->map, .file = e->file, .whole = true};
  enum sm_status status = SM_OK;
  e->timeless = e->file->statistics || e->file->ensemble ||
                (sm_plot_quantity_find(e->map.field, &field) && field.map);
  if (!e->file->plume || e->timeless) return SM_OK;
  status = sm_plot_plume_choose(&job, e->map.field);
  e->timeless = !job.plume.of_interval;
  return status;
}

/* Selects the exported map by options and kind of file. Maps without times are exported once. */
static enum sm_status choose_map(struct sm_export_job *e) {
  const struct sm_export_options *o = e->options;
  e->map = sm_plot_options_default();
  e->map.field = o->field;
  e->map.species = o->species;
  e->map.unit = o->unit;
  e->map.height = o->height;
  e->map.vectors = o->field == NULL && o->minus == NULL && !e->file->plume ? 1 : 0;
  if (e->map.field == NULL && !e->file->plume) e->map.field = sm_field_name(SM_FIELD_WIND_SPEED);
  if (e->map.field == NULL) SM_TRY(sm_plot_default_field(e->ctx, e->file->path, &e->map.field));
  snprintf(e->column, sizeof e->column, o->minus != NULL ? "%.100s_difference" : "%.100s",
           e->map.field);
  SM_TRY(find_timeless(e));
  return choose_times(e);
}

struct format {
  const char *ending;
  enum sm_status (*write)(struct sm_export_job *e); /* writer of gridded files; may be NULL */
  bool cells;                                       /* exports all cells instead of a map */
};
static const struct format formats[] = {{".tif", sm_export_tiff, false},
                                        {".geojson", sm_export_points, false},
                                        {".gpkg", sm_export_points, false},
                                        {".kmz", sm_export_overlays, false},
                                        {".atm", sm_export_farsite, false},
                                        {".csv", sm_export_places, false},
                                        {".tiff", sm_export_tiff, false},
                                        {".pvd", sm_export_vtk, true},
                                        {".vtr", sm_export_vtk, true},
                                        {".vti", sm_export_vtk, true},
                                        {".vtkhdf", sm_export_vtk, true},
                                        {".hdf", sm_export_vtk, true},
                                        {".kml", NULL, false}};

/* Formats of winds for fire spread models. */
static const struct program {
  const char *name;
  struct format format;
} programs[] = {{"elmfire", {".tif", sm_export_elmfire, false}},
                {"flammap", {".tif", sm_export_flammap, false}},
                {"forefire", {".nc", sm_export_forefire, false}}};

static enum sm_status choose_program(struct sm_context *ctx, const char *name, const char *out,
                                     const struct format **format) {
  const char *dot = strrchr(out, '.');
  for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
    if (strcmp(name, programs[p].name) != 0) continue;
    *format = &programs[p].format;
    if (dot != NULL && strcmp(dot, (*format)->ending) == 0) return SM_OK;
    return sm_fail(ctx, SM_ERR_USAGE, "%s: error: of winds for %s the name must end with %s", out,
                   name, (*format)->ending);
  }
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: unknown fire spread model '%s': \"elmfire\", \"flammap\" or \"forefire\"\n"
                 "help: winds for FARSITE are written by -o NAME.atm, without --for",
                 name);
}

static bool is_for_fire(const struct format *format) {
  bool is = format->write == sm_export_farsite;
  for (size_t p = 0; p < sizeof programs / sizeof *programs; p++)
    is |= format->write == programs[p].format.write;
  return is;
}

static const struct format zarr = {".zarr", NULL, true}; /* of any file */

static enum sm_status choose_format(struct sm_context *ctx, const char *out,
                                    const struct format **format) {
  const char *dot = strrchr(out, '.');
  *format = &zarr;
  if (dot != NULL && strcmp(dot, zarr.ending) == 0) return SM_OK;
  for (size_t f = 0; f < sizeof formats / sizeof *formats && dot != NULL; f++) {
    if (strcmp(dot, formats[f].ending) != 0) continue;
    *format = &formats[f];
    return SM_OK;
  }
  return sm_fail(
      ctx, SM_ERR_USAGE,
      "%s: error: unknown output format: the name must end with .tif, .geojson, .gpkg, .kmz, .atm, "
      ".csv, .pvd, .vtr, .vti, .vtkhdf, .kml or .zarr",
      out);
}

/* Exports maps or cells of a gridded file. */
static enum sm_status export_grid(struct sm_export_job *e, const struct format *format) {
  const bool areas = format->write == sm_export_points && e->options->levels > 0;
  e->columns = e->file->n[0] * e->file->n[1];
  SM_TRY(sm_ncfile_crs(e->ctx, e->file->id, e->file->path, &e->crs));
  SM_TRY(make_faces(e));
  SM_TRY(format->cells ? e->file->n[2] > 0 ? choose_times(e) : SM_OK : choose_map(e));
  return areas ? sm_export_areas(e) : format->write(e);
}

/* Rejects kinds of files and formats that have no difference. */
static enum sm_status check_difference(struct sm_context *ctx, const char *path, const char *kind,
                                       const struct format *format) {
  if (strcmp(kind, "trajectories") == 0 || strcmp(kind, "prisms") == 0)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: %s cannot be subtracted here; winds, statistics and plumes can",
                   path, kind);
  if (!is_for_fire(format)) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: .atm and winds for fire spread models hold winds to compute with, and "
                 "no differences",
                 path);
}

enum sm_status sm_export_file(struct sm_context *ctx, const char *path,
                              const struct sm_export_options *options, const char *out) {
  struct sm_export_job e = {.ctx = ctx, .options = options, .out = out};
  const struct format *format = NULL;
  char kind[32];
  SM_TRY(options->program != NULL ? choose_program(ctx, options->program, out, &format)
                                  : choose_format(ctx, out, &format));
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  if (format == &zarr) return sm_export_zarr(ctx, path, options, out);
  const bool grid = strcmp(kind, "trajectories") != 0 && strcmp(kind, "prisms") != 0;
  if (options->unit != NULL && (format->cells || is_for_fire(format) || !grid))
    return sm_plot_refuse_unit(ctx, path);
  if (options->minus != NULL) SM_TRY(check_difference(ctx, path, kind, format));
  if (strcmp(kind, "trajectories") == 0) return sm_export_trajectories(ctx, path, options, out);
  if (strcmp(kind, "prisms") == 0) return sm_export_prisms(ctx, path, options, out);
  if (format->write == NULL)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: only particle trajectories are written to .kml\n"
                   "help: .kmz takes maps",
                   out);
  if (strcmp(kind, "checkpoint") == 0)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: a file of a stopped run has no maps", path);
  SM_TRY(sm_difference_open(ctx, path, options->minus, &e.file));
  const enum sm_status status = export_grid(&e, format);
  sm_free((void *)e.grid.x);
  sm_free((void *)e.grid.y);
  sm_free(e.when);
  free(e.crs.wkt2);
  sm_wind_file_close(&e.file);
  return status;
}
