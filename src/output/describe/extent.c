/* extent.c - place and times of a result file on the globe. */
#include "lab/extent.h"

#include "base/context.h"
#include "input/gis.h"
#include "output/analyse/slice_interpolation.h"
#include "output/netcdf/trajectory_file.h"
#include "output/netcdf/wind_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 16, POINTS = 4 * SIDE }; /* points of a side of the outline, from its corner on */

/* Adds the outline in longitude and latitude, which has sides that are not straight. */
static enum sm_status add_outline(struct sm_context *ctx, const struct sm_crs *crs,
                                  struct sm_result_extent *out) {
  const double corner[5][2] = {{out->x[0], out->y[0]},
                               {out->x[1], out->y[0]},
                               {out->x[1], out->y[1]},
                               {out->x[0], out->y[1]},
                               {out->x[0], out->y[0]}};
  double longitude[POINTS], latitude[POINTS];
  for (int p = 0; p < POINTS; p++) {
    const double part = (double)(p % SIDE) / SIDE;
    const double *from = corner[p / SIDE], *to = corner[p / SIDE + 1];
    longitude[p] = from[0] + part * (to[0] - from[0]);
    latitude[p] = from[1] + part * (to[1] - from[1]);
  }
  SM_TRY(sm_gis_unproject_all(ctx, crs, POINTS, longitude, latitude));
  for (int p = 0; p < POINTS; p++) {
    const bool begun = p > 0;
    double *b = out->bounds;
    b[0] = begun ? fmin(b[0], longitude[p]) : longitude[p];
    b[1] = begun ? fmin(b[1], latitude[p]) : latitude[p];
    b[2] = begun ? fmax(b[2], longitude[p]) : longitude[p];
    b[3] = begun ? fmax(b[3], latitude[p]) : latitude[p];
    if (p % SIDE != 0) continue;
    out->corner[p / SIDE][0] = longitude[p];
    out->corner[p / SIDE][1] = latitude[p];
  }
  return SM_OK;
}

static void add_axes(const struct sm_wind_file *file, struct sm_result_extent *out) {
  for (int axis = 0; axis < 2; axis++) {
    const size_t last = file->n[axis] - 1;
    double *ends = axis == 0 ? out->x : out->y;
    ends[0] = file->centre[axis][0] - 0.5 * file->width[axis][0];
    ends[1] = file->centre[axis][last] + 0.5 * file->width[axis][last];
  }
  out->convergence = file->convergence;
  out->has_calendar = file->has_calendar;
  out->times = (int)file->times;
  out->first = file->times > 0 ? file->time[0] : (double)NAN;
  out->last = file->times > 0 ? file->time[file->times - 1] : (double)NAN;
  snprintf(out->crs, sizeof out->crs, "%s", file->crs);
}

enum sm_status sm_result_extent(struct sm_context *ctx, const char *path,
                                struct sm_result_extent *out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  struct sm_crs crs = {.local = true};
  *out = (struct sm_result_extent){.times = 0};
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  add_axes(file, out);
  enum sm_status status = sm_ncfile_crs(ctx, file->id, path, &crs);
  out->located = status == SM_OK && !crs.local;
  if (out->located) status = add_outline(ctx, &crs, out);
  free(crs.wkt2);
  return status;
}

enum sm_status sm_result_axes(struct sm_context *ctx, const char *path,
                              struct sm_result_extent *out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  *out = (struct sm_result_extent){.times = 0};
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  add_axes(file, out);
  return SM_OK;
}

enum sm_status sm_result_times(struct sm_context *ctx, const char *path, double *out, int room) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  const size_t times = file->times;
  for (size_t t = 0; t < times && t < (size_t)room; t++) out[t] = file->time[t];
  return times <= (size_t)room
             ? SM_OK
             : sm_fail(ctx, SM_ERR_USAGE, "%s: error: more than %d times", path, room);
}

double sm_result_direction(double u, double v, double convergence) {
  return sm_wind_direction(u, v, convergence);
}

enum sm_status sm_result_place(struct sm_context *ctx, const char *path, double longitude,
                               double latitude, double xy[2]) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  struct sm_crs crs = {.local = true};
  SM_TRY(sm_wind_file_open_any(ctx, path, &file));
  enum sm_status status = sm_ncfile_crs(ctx, file->id, path, &crs);
  if (status == SM_OK && crs.local)
    status =
        sm_fail(ctx, SM_ERR_USAGE,
                "%s: error: the result has no coordinate reference system\nhelp: domain.crs", path);
  if (status == SM_OK) status = sm_gis_project(ctx, &crs, latitude, longitude, xy);
  free(crs.wkt2);
  return status;
}

/* Lowest and highest number of a variable over all its `count` values. */
static enum sm_status find_ends(struct sm_context *ctx, struct sm_wind_file *file,
                                const char *variable, const size_t shape[2], double ends[2]) {
  static const size_t start[2] = {0, 0};
  const size_t count = shape[0] * shape[1];
  SM_SCOPED double *value = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *value, variable, &value));
  SM_TRY(sm_wind_file_doubles(file, variable, start, shape, value));
  ends[0] = (double)INFINITY;
  ends[1] = -(double)INFINITY;
  for (size_t i = 0; i < count; i++) {
    ends[0] = fmin(ends[0], value[i]);
    ends[1] = fmax(ends[1], value[i]);
  }
  return ends[0] <= ends[1] ? SM_OK : sm_wind_file_damaged(file, variable, 0);
}

enum sm_status sm_library_extent(struct sm_context *ctx, const char *path,
                                 struct sm_library_extent *out) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(ctx, path, &file));
  const size_t winds[2] = {file->times, 1}, map[2] = {file->n[1], file->n[0]};
  *out = (struct sm_library_extent){.winds = (int)file->times};
  if (!file->has_faces || !sm_wind_file_has(file, "member_inverse_obukhov_length"))
    return sm_fail(ctx, sm_wind_file_has(file, "member_from") ? SM_ERR_DATA : SM_ERR_USAGE,
                   "%s: error: is no library of winds\n"
                   "help: simoom run with [weather.library] makes one (docs/wind-library.md)",
                   path);
  SM_TRY(find_ends(ctx, file, "member_speed", winds, out->speed));
  SM_TRY(find_ends(ctx, file, "member_inverse_obukhov_length", winds, out->inverse_length));
  return find_ends(ctx, file, sm_field_name(SM_FIELD_TERRAIN), map, out->ground);
}
