/* pairs.c - computed values beside the measured ones: which lines of the table belong to a result,
 * and its wind at their places. */
#include "output/compare/internal.h"

#include "base/list.h"
#include "input/gis.h"
#include "output/netcdf/trajectory_file.h"
#include "output/netcdf/wind_file.h"
#include "simoom/fields.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- lines of a result --- */

static double angle_between(double a, double b) { return fabs(remainder(a - b, 360)); }

/* Direction of the table nearest to that of a result; NAN: none is near. */
static double table_direction(const struct sm_measured *table, double direction) {
  double best = NAN;
  for (size_t r = 0; r < table->count; r++) {
    const double there = table->row[r].direction, apart = angle_between(there, direction);
    if (apart <= SM_COMPARED_NEAR && !(angle_between(best, direction) <= apart)) best = there;
  }
  return best;
}

/* Whether a name in the table is that of a file, with or without folders and ending. */
static bool is_name_of(const char *name, const char *path) {
  const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
  const size_t length = strlen(base), stem = length > 3 ? length - 3 : length; /* ".nc" */
  return strcmp(name, path) == 0 || strcmp(name, base) == 0 ||
         (strlen(name) == stem && strncmp(name, base, stem) == 0);
}

/* direction: the result's in the table. */
static bool belongs(const struct sm_measured_row *row, const struct sm_compared_result *result,
                    double direction) {
  if (row->file != NULL && row->file[0] != '\0' && !is_name_of(row->file, result->path))
    return false;
  return isnan(row->direction) || angle_between(row->direction, direction) < 1e-9;
}

/* --- values --- */

/* speed: mean of the horizontal speed, or NAN: of the mean wind. */
static double value_of(enum sm_measure measure, const double wind[3], double speed) {
  const double horizontal = isnan(speed) ? hypot(wind[0], wind[1]) : speed;
  if (measure == SM_MEASURE_SPEED) return hypot(horizontal, wind[2]);
  if (measure == SM_MEASURE_WIND_SPEED) return horizontal;
  return wind[measure - SM_MEASURE_U];
}

/* Reference speed of a line of a table of ratios, else 1. */
static enum sm_status reference_of(const struct sm_comparison *c, const struct sm_measured_row *row,
                                   double *out) {
  *out = 1;
  if (!c->table.is_ratio) return SM_OK;
  *out = isfinite(row->reference) ? row->reference : c->options->reference;
  if (*out > 0) return SM_OK;
  return sm_fail(
      c->ctx, SM_ERR_USAGE,
      "%s:%d: error: the measurements are ratios to a reference speed, which is not known\n"
      "help: --reference SPEED, m/s, or a column 'reference'",
      c->table.path, row->line);
}

static void lose(struct sm_comparison *c, int line) {
  if (c->lost++ == 0) c->lost_line = line;
}

/* Adds the values of a line; wind, speed: of the result at its place. */
static enum sm_status add_row(struct sm_comparison *c, size_t row, size_t result,
                              const double wind[3], double speed) {
  const struct sm_measured_row *from = &c->table.row[row];
  double reference;
  SM_TRY(reference_of(c, from, &reference));
  for (int m = 0; m < SM_MEASURES; m++) {
    if (isnan(from->value[m]) || !c->table.has[m]) continue;
    const double computed = value_of((enum sm_measure)m, wind, speed) / reference;
    if (isfinite(computed))
      c->pair[c->count++] =
          (struct sm_compared_pair){row, result, (enum sm_measure)m, computed, from->value[m]};
    else
      lose(c, from->line);
  }
  return SM_OK;
}

/* Places of the table in the coordinates of a file. */
static enum sm_status find_places(const struct sm_comparison *c, const char *path,
                                  double (*place)[3]) {
  const struct sm_measured *table = &c->table;
  for (size_t r = 0; r < table->count; r++) memcpy(place[r], table->row[r].place, sizeof *place);
  if (!table->on_earth) return SM_OK;
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_SCOPED_BY(sm_crs_free) struct sm_crs crs = {.wkt2 = NULL};
  SM_TRY(sm_wind_file_open(c->ctx, path, &file));
  enum sm_status status = sm_ncfile_crs(c->ctx, file->id, path, &crs);
  if (status == SM_OK && crs.local)
    status = sm_fail(c->ctx, SM_ERR_DATA,
                     "%s: error: longitudes cannot be used: the coordinates of %s are local\n"
                     "help: columns x,y,z in m",
                     table->path, path);
  for (size_t r = 0; r < table->count && status == SM_OK; r++)
    status = sm_gis_project(c->ctx, &crs, table->row[r].place[1], table->row[r].place[0], place[r]);
  return status;
}

/* Working arrays, a value per line of the table. */
struct work {
  double (*place)[3], (*probed)[3], (*wind)[3], *speed;
  size_t *row; /* lines of a result */
  bool *used;  /* lines that belong to any result */
};

static enum sm_status probe(struct sm_comparison *c, const struct sm_compared_result *result,
                            size_t count, struct work *w) {
  const double(*place)[3] = (const double(*)[3])w->probed;
  SM_TRY(sm_probe_wind(c->ctx, result->path, result->time, count, place, w->wind));
  for (size_t n = 0; n < count; n++) w->speed[n] = NAN;
  if (!result->has_speed) return SM_OK;
  return sm_probe_variable(c->ctx, result->path, sm_field_name(SM_FIELD_WIND_SPEED_MEAN),
                           result->time, count, place, w->speed);
}

static enum sm_status add_result(struct sm_comparison *c, size_t index, struct work *w) {
  struct sm_compared_result *result = &c->result[index];
  const double direction = table_direction(&c->table, result->direction);
  size_t count = 0;
  for (size_t r = 0; r < c->table.count; r++) {
    if (!belongs(&c->table.row[r], result, direction)) continue;
    memcpy(w->probed[count], w->place[r], sizeof *w->place);
    w->row[count++] = r;
    w->used[r] = true;
  }
  result->rows = count;
  if (count == 0) return SM_OK;
  SM_TRY(probe(c, result, count, w));
  for (size_t n = 0; n < count; n++) SM_TRY(add_row(c, w->row[n], index, w->wind[n], w->speed[n]));
  return SM_OK;
}

static enum sm_status add_results(struct sm_comparison *c, struct work *w) {
  for (size_t r = 0; r < c->results; r++) {
    if (r == 0 || c->result[r].file != c->result[r - 1].file)
      SM_TRY(find_places(c, c->result[r].path, w->place));
    SM_TRY(add_result(c, r, w));
  }
  for (size_t r = 0; r < c->table.count; r++)
    if (!w->used[r] && c->unmatched++ == 0) c->unmatched_line = c->table.row[r].line;
  return SM_OK;
}

static int compare_pairs(const void *a, const void *b) {
  const struct sm_compared_pair *p = a, *q = b;
  if (p->measure != q->measure) return p->measure > q->measure ? 1 : -1;
  if (p->result != q->result) return p->result > q->result ? 1 : -1;
  return (p->row > q->row) - (p->row < q->row);
}

static enum sm_status sort_pairs(struct sm_comparison *c) {
  if (c->count == 0)
    return sm_fail(c->ctx, SM_ERR_DATA,
                   "%s: error: no measurement can be compared: %zu lines belong to no result, and "
                   "%zu values are where a result has no air",
                   c->table.path, c->unmatched, c->lost);
  qsort(c->pair, c->count, sizeof *c->pair, compare_pairs);
  SM_TRY(sm_alloc(c->ctx, c->count, sizeof *c->computed, "pairs", &c->computed));
  SM_TRY(sm_alloc(c->ctx, c->count, sizeof *c->measured, "pairs", &c->measured));
  for (size_t p = 0; p < c->count; p++) {
    c->computed[p] = c->pair[p].computed;
    c->measured[p] = c->pair[p].measured;
  }
  return SM_OK;
}

enum sm_status sm_comparison_make_pairs(struct sm_comparison *c) {
  const size_t rows = c->table.count, most = rows * c->results * SM_MEASURES;
  struct work w = {.place = NULL};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(c->ctx, rows, sizeof *w.place, "places", &w.place));
  SM_TRY_DONE(sm_alloc(c->ctx, rows, sizeof *w.probed, "places", &w.probed));
  SM_TRY_DONE(sm_alloc(c->ctx, rows, sizeof *w.wind, "places", &w.wind));
  SM_TRY_DONE(sm_alloc(c->ctx, rows, sizeof *w.speed, "places", &w.speed));
  SM_TRY_DONE(sm_alloc(c->ctx, rows, sizeof *w.row, "places", &w.row));
  SM_TRY_DONE(sm_alloc(c->ctx, rows, sizeof *w.used, "places", &w.used));
  SM_TRY_DONE(sm_alloc(c->ctx, most, sizeof *c->pair, "pairs", &c->pair));
  SM_TRY_DONE(add_results(c, &w));
  status = sort_pairs(c);
done:
  SM_FREE_ALL(w.place, w.probed, w.wind, w.speed, w.row, w.used);
  return status;
}
