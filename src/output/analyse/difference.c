#include "output/analyse/analyse.h"

#include "base/clock.h"
#include "base/text.h"
#include "domain/domain.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

/* --- two files --- */

static double end_of(const struct sm_wind_file *file, int d, bool high) {
  const size_t i = high ? file->n[d] - 1 : 0;
  return file->centre[d][i] + (high ? 0.5 : -0.5) * file->width[d][i];
}

/* Describes a grid: "40 x 20 x 10 cells, x 0 to 80, y 0 to 40, z 0 to 20 m, local coordinates". */
static void describe_grid(const struct sm_wind_file *file, char *out, size_t size) {
  const int axes = file->n[2] > 0 ? 3 : 2;
  out[0] = '\0';
  for (int d = 0; d < axes; d++) sm_text_append(out, size, d > 0 ? " x %zu" : "%zu", file->n[d]);
  for (int d = 0; d < axes; d++)
    sm_text_append(out, size, "%s %c %.10g to %.10g", d > 0 ? "," : " cells,", "xyz"[d],
                   end_of(file, d, false), end_of(file, d, true));
  sm_text_append(out, size, " m, %s", file->local ? "local coordinates" : file->crs);
}

/* First property in which two grids differ; NULL when they agree. */
static const char *other_grid(const struct sm_wind_file *a, const struct sm_wind_file *b) {
  static const char *const along[3] = {"cells along x differ", "cells along y differ",
                                       "cells along z differ"};
  if (a->local != b->local || strcmp(a->crs, b->crs) != 0) return "coordinate systems differ";
  for (int d = 0; d < 3; d++) {
    if (a->n[d] != b->n[d]) return along[d];
    for (size_t i = 0; i < a->n[d]; i++) {
      const double slack = 1e-6 * a->width[d][i];
      if (fabs(a->centre[d][i] - b->centre[d][i]) > slack ||
          fabs(a->width[d][i] - b->width[d][i]) > slack)
        return along[d];
    }
  }
  return NULL;
}

static const char *kind_of(const struct sm_wind_file *file) {
  return file->statistics ? "statistics"
         : file->ensemble ? "probabilities of exceedance"
         : file->plume    ? "plume concentrations"
                          : "winds";
}

static enum sm_status check_pair(const struct sm_wind_file *a, const struct sm_wind_file *b) {
  char of_a[512], of_b[512];
  const char *other = other_grid(a, b);
  if (strcmp(kind_of(a), kind_of(b)) != 0)
    return sm_fail(a->ctx, SM_ERR_USAGE,
                   "error: %s holds %s and %s %s, which cannot be subtracted from one another",
                   a->path, kind_of(a), b->path, kind_of(b));
  if (a->has_calendar != b->has_calendar)
    return sm_fail(
        a->ctx, SM_ERR_USAGE,
        "error: times of %s have dates and those of %s have none: they cannot be matched",
        a->has_calendar ? a->path : b->path, a->has_calendar ? b->path : a->path);
  if (other == NULL) return SM_OK;
  describe_grid(a, of_a, sizeof of_a);
  describe_grid(b, of_b, sizeof of_b);
  return sm_fail(a->ctx, SM_ERR_USAGE,
                 "error: %s and %s are not on the same grid: %s\n"
                 "  %s: %s\n  %s: %s\n"
                 "help: a difference is taken cell by cell, without interpolation; run both cases "
                 "on one [domain]",
                 a->path, b->path, other, a->path, of_a, b->path, of_b);
}

enum sm_status sm_difference_open(struct sm_context *ctx, const char *path, const char *minus,
                                  struct sm_wind_file **out) {
  SM_TRY(sm_wind_file_open_any(ctx, path, out));
  if (minus == NULL) return SM_OK;
  enum sm_status status = sm_wind_file_open_any(ctx, minus, &(*out)->minus);
  if (status == SM_OK) status = check_pair(*out, (*out)->minus);
  if (status != SM_OK) sm_wind_file_close(out);
  return status;
}

/* Short name of a path: without its ending, and with its last `folders` folders. */
static void name_file(const char *path, int folders, char out[SM_DIFFERENCE_NAME]) {
  const char *from = path + strlen(path), *dot = strrchr(path, '.');
  for (; from > path; from--)
    if (from[-1] == '/' && folders-- == 0) break;
  const size_t length = dot != NULL && dot > from ? (size_t)(dot - from) : strlen(from);
  snprintf(out, SM_DIFFERENCE_NAME, "%.*s", (int)length, from);
}

void sm_difference_names(const char *path, const char *minus, char a[SM_DIFFERENCE_NAME],
                         char b[SM_DIFFERENCE_NAME]) {
  for (int folders = 0; folders < 8; folders++) {
    name_file(path, folders, a);
    name_file(minus, folders, b);
    if (strcmp(a, b) != 0) return;
  }
}

/* --- times --- */

size_t sm_difference_time(const struct sm_wind_file *file, size_t time) {
  const struct sm_wind_file *b = file->minus;
  const double wanted = file->time[time], slack = 1e-12 * fabs(wanted);
  size_t t = 0;
  while (t < b->times && !(fabs(b->time[t] - wanted) <= slack)) t++;
  return t;
}

static void add_time(const struct sm_wind_file *file, size_t time, struct sm_text *text) {
  char when[48];
  snprintf(when, sizeof when, "%.12g s", file->time[time]);
  if (file->has_calendar) sm_clock_format(file->time[time], when, sizeof when);
  sm_text_add(text, "%s%s", text->size > 0 ? ", " : "", when);
}

/* Fails unless the means of both files cover the same interval. */
static enum sm_status check_interval(struct sm_wind_file *file, size_t time) {
  static const char *const bounds = "time_bnds";
  const size_t of_a[2] = {time, 0}, of_b[2] = {sm_difference_time(file, time), 0}, two[2] = {1, 2};
  double a[2], b[2];
  if (!sm_wind_file_has(file, bounds) || !sm_wind_file_has(file->minus, bounds)) return SM_OK;
  SM_TRY(sm_wind_file_doubles(file, bounds, of_a, two, a));
  SM_TRY(sm_wind_file_doubles(file->minus, bounds, of_b, two, b));
  if (fabs((a[1] - a[0]) - (b[1] - b[0])) <= 1e-6 * fabs(a[1] - a[0])) return SM_OK;
  return sm_fail(file->ctx, SM_ERR_USAGE,
                 "error: time %zu of %s is a mean over %g s, and in %s one over %g s", time,
                 file->path, a[1] - a[0], file->minus->path, b[1] - b[0]);
}

enum sm_status sm_difference_check_times(struct sm_wind_file *file, size_t first, size_t last) {
  enum { NAMED = 8 };
  SM_SCOPED_BY(sm_text_free) struct sm_text missing = {0};
  size_t count = 0;
  for (size_t t = first; t <= last && t < file->times; t++) {
    if (sm_difference_time(file, t) < file->minus->times) {
      SM_TRY(check_interval(file, t));
    } else if (count++ < NAMED) {
      add_time(file, t, &missing);
    }
  }
  if (count > NAMED) sm_text_add(&missing, " and %zu more", count - NAMED);
  return count == 0 ? SM_OK
                    : sm_fail(file->ctx, SM_ERR_USAGE,
                              "error: %s has not every time of %s: there is no %s\n"
                              "help: differences are of the same time in both; --time chooses one",
                              file->minus->path, file->path, sm_text_string(&missing));
}

/* --- numbers --- */

double sm_difference_of(double a, double b, bool circle) {
  return circle ? remainder(a - b, 360) : a - b;
}

void sm_difference_subtract(float *a, const float *b, size_t count, bool circle) {
  for (size_t i = 0; i < count; i++)
    a[i] = (float)sm_difference_of((double)a[i], (double)b[i], circle);
}

/* True for wind speed and direction on cells: wind files hold components and at most slices under
 * these names. */
static bool is_polar(const struct sm_wind_file *file, const char *variable) {
  const enum sm_field field = sm_field_find(variable);
  return !file->statistics && !file->ensemble && !file->plume &&
         (field == SM_FIELD_WIND_SPEED || field == SM_FIELD_WIND_FROM_DIRECTION);
}

/* Dimensions of a variable; speed and direction on cells have those of the wind. */
static int read_dimensions(const struct sm_wind_file *file, const char *variable,
                           char name[4][NC_MAX_NAME + 1]) {
  int id, rank = 0, dims[NC_MAX_VAR_DIMS];
  if (is_polar(file, variable)) variable = sm_field_name(SM_FIELD_U);
  if (!sm_wind_file_variable(file, variable, &id) ||
      nc_inq_varndims(file->id, id, &rank) != NC_NOERR || rank > 4 ||
      nc_inq_vardimid(file->id, id, dims) != NC_NOERR)
    return 0;
  for (int d = 0; d < rank; d++)
    if (nc_inq_dimname(file->id, dims[d], name[d]) != NC_NOERR) return 0;
  return rank;
}

bool sm_difference_is_domain(const struct sm_wind_file *file, const char *variable) {
  const enum sm_field field = sm_field_find(variable);
  char dimension[4][NC_MAX_NAME + 1];
  if ((field >= SM_FIELD_TERRAIN && field <= SM_FIELD_Z0) || field == SM_FIELD_AIR_FRACTION)
    return true;
  if (file->statistics || file->ensemble || file->plume) return false;
  return read_dimensions(file, variable, dimension) == 0 || strcmp(dimension[0], "time") != 0;
}

/* Reads the coordinates along a dimension into memory that the caller frees; NULL without them. */
static enum sm_status read_list(struct sm_wind_file *file, const char *name, double **out,
                                size_t *count) {
  const size_t zero = 0;
  int id;
  *count = 0;
  if (nc_inq_dimid(file->id, name, &id) != NC_NOERR ||
      nc_inq_dimlen(file->id, id, count) != NC_NOERR || !sm_wind_file_has(file, name))
    return SM_OK;
  SM_TRY(sm_alloc(file->ctx, *count + 1, sizeof **out, "list", out));
  return sm_wind_file_doubles(file, name, &zero, count, *out);
}

/* Fails unless heights, thresholds or percentiles of both files are equal. */
static enum sm_status check_list(struct sm_wind_file *file, const char *variable,
                                 const char *name) {
  SM_SCOPED double *a = NULL, *b = NULL;
  size_t of_a, of_b;
  enum sm_status status = SM_OK;
  SM_TRY(read_list(file, name, &a, &of_a));
  SM_TRY(read_list(file->minus, name, &b, &of_b));
  bool same = of_a == of_b;
  for (size_t i = 0; i < of_a && same && a != NULL && b != NULL; i++)
    same = fabs(a[i] - b[i]) <= 1e-6 * fabs(a[i]);
  if (!same)
    status = sm_fail(file->ctx, SM_ERR_USAGE,
                     "error: '%s' cannot be subtracted: %s and %s have another list of '%s'",
                     variable, file->path, file->minus->path, name);
  return status;
}

enum sm_status sm_difference_check_variable(struct sm_wind_file *file, const char *variable) {
  char a[64], b[64], dimension[4][NC_MAX_NAME + 1];
  const int rank = read_dimensions(file, variable, dimension);
  if (is_polar(file, variable)) return SM_OK;
  if (!sm_wind_file_has(file->minus, variable))
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "error: %s contains no '%s' to subtract from that of %s\n"
                   "help: --field chooses another",
                   file->minus->path, variable, file->path);
  for (int d = 0; d < rank; d++)
    if (strlen(dimension[d]) > 1 && strcmp(dimension[d], "time") != 0)
      SM_TRY(check_list(file, variable, dimension[d]));
  sm_wind_file_text(file, variable, "units", a, sizeof a);
  sm_wind_file_text(file->minus, variable, "units", b, sizeof b);
  if (strcmp(a, b) == 0) return file->minus->status;
  return sm_fail(file->ctx, SM_ERR_USAGE, "error: '%s' is in '%s' in %s, and in '%s' in %s",
                 variable, a, file->path, b, file->minus->path);
}

static bool is_missing(float value) { return isnan(value) || value >= 0.99F * NC_FILL_FLOAT; }

/* Computes wind speed or direction from the components in a file. */
static enum sm_status read_polar(struct sm_wind_file *file, bool speed, const size_t *start,
                                 const size_t *count, float *u, float *v, size_t cells) {
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_U), start, count, u));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_V), start, count, v));
  for (size_t c = 0; c < cells; c++)
    u[c] = is_missing(u[c]) ? NAN
           : speed          ? hypotf(u[c], v[c])
                   : (float)sm_wind_direction((double)u[c], (double)v[c], file->convergence);
  return SM_OK;
}

/* Reads a variable of one file; scratch: memory for the second wind component. */
static enum sm_status read_one(struct sm_wind_file *file, const char *variable, const size_t *start,
                               const size_t *count, float *out, float *scratch, size_t cells) {
  const bool speed = sm_field_find(variable) == SM_FIELD_WIND_SPEED;
  if (is_polar(file, variable)) return read_polar(file, speed, start, count, out, scratch, cells);
  SM_TRY(sm_wind_file_floats(file, variable, start, count, out));
  for (size_t c = 0; c < cells; c++)
    if (is_missing(out[c])) out[c] = NAN;
  return SM_OK;
}

enum sm_status sm_difference_floats(struct sm_wind_file *file, const char *variable,
                                    const size_t *start, const size_t *count, float *out) {
  const bool circle = strcmp(variable, sm_field_name(SM_FIELD_WIND_FROM_DIRECTION)) == 0;
  char dimension[4][NC_MAX_NAME + 1];
  if (file->minus == NULL || sm_difference_is_domain(file, variable))
    return sm_wind_file_floats(file, variable, start, count, out);
  const int rank = read_dimensions(file, variable, dimension);
  size_t other[4] = {0}, cells = 1;
  SM_SCOPED float *b = NULL;
  for (int d = 0; d < rank; d++) {
    other[d] = strcmp(dimension[d], "time") == 0 ? sm_difference_time(file, start[d]) : start[d];
    cells *= count[d];
  }
  SM_TRY(sm_alloc(file->ctx, 2 * cells, sizeof *b, "difference", &b));
  SM_TRY(read_one(file, variable, start, count, out, b, cells));
  SM_TRY(read_one(file->minus, variable, other, count, b, b + cells, cells));
  sm_difference_subtract(out, b, cells, circle);
  return SM_OK;
}

static bool is_solid(uint8_t type) { return type == SM_CELL_BUILDING || type == SM_CELL_TERRAIN; }

enum sm_status sm_difference_cell_types(struct sm_wind_file *file, const size_t start[3],
                                        const size_t count[3], uint8_t *out) {
  const char *name = sm_field_name(SM_FIELD_CELL_TYPE);
  const size_t cells = count[0] * count[1] * count[2];
  SM_SCOPED uint8_t *b = NULL;
  SM_TRY(sm_wind_file_bytes(file, name, start, count, out));
  if (file->minus == NULL) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, cells, 1, "cell types", &b));
  const enum sm_status status = sm_wind_file_bytes(file->minus, name, start, count, b);
  for (size_t c = 0; c < cells && status == SM_OK; c++)
    if (is_solid(b[c]) && !is_solid(out[c])) out[c] = b[c];
  return status;
}
