/* grib_files.h - small GRIB files written by ecCodes into a temporary folder. */
#ifndef SM_TESTS_GRIB_FILES_H
#define SM_TESTS_GRIB_FILES_H

#include "weather_files.h"
#include <eccodes.h>

enum { GRIB_NX = 9, GRIB_NY = 7 };

/* Grid of a projection: places by formulas of its own, keys for ecCodes. x and y are those of the
 * middle of the grid, m or deg. */
struct grib_plane {
  const char *name;
  void (*place)(double x, double y, double place[2]);
  double x, y, step;
  void (*keys)(codes_handle *h, const struct grib_plane *p);
  bool rotated; /* the file has the ends of the grid in x and y */
};

/* Scanning mode of code table 3.4. */
struct grib_scan {
  int i_negative, j_positive, columns_first, alternating;
};

struct grib_field {
  int edition;
  const char *name, *level_type; /* of ecCodes */
  long level;
  long date, hour, step; /* yyyymmdd, h, h */
  long relative, member; /* member -1: not of an ensemble */
  const char *step_type; /* NULL: of an instant */
  const char *centre;    /* NULL: ECMWF */
  const struct grib_plane *plane;
  struct grib_scan scan;
  double (*value)(double x, double y, const struct grib_field *field);
  double number; /* for `value` */
};

static inline void grib_ok(int fault, const char *what) {
  ck_assert_msg(fault == CODES_SUCCESS, "ecCodes, %s: %s", what, codes_get_error_message(fault));
}
static inline void grib_set(codes_handle *h, const char *key, long value) {
  grib_ok(codes_set_long(h, key, value), key);
}
static inline void grib_put(codes_handle *h, const char *key, double value) {
  grib_ok(codes_set_double(h, key, value), key);
}
static inline void grib_word(codes_handle *h, const char *key, const char *word) {
  size_t size = strlen(word) + 1;
  grib_ok(codes_set_string(h, key, word, &size), key);
}

/* Position in the plane of column i along x and row j along y. */
static inline void grib_point(const struct grib_plane *p, int i, int j, double xy[2]) {
  xy[0] = p->x + (i - GRIB_NX / 2) * p->step;
  xy[1] = p->y + (j - GRIB_NY / 2) * p->step;
}

/* Column and row, along x and y, of value k of a file. */
static inline void grib_column(const struct grib_scan *scan, int k, int *i, int *j) {
  const int inner = scan->columns_first ? GRIB_NY : GRIB_NX;
  int fast = k % inner;
  const int slow = k / inner;
  if (scan->alternating && slow % 2 == 1) fast = inner - 1 - fast;
  *i = scan->columns_first ? slow : fast;
  *j = scan->columns_first ? fast : slow;
  if (scan->i_negative) *i = GRIB_NX - 1 - *i;
  if (!scan->j_positive) *j = GRIB_NY - 1 - *j;
}

static inline void grib_corner(const struct grib_plane *p, int i, int j, double place[2]) {
  double xy[2];
  grib_point(p, i, j, xy);
  p->place(xy[0], xy[1], place);
  if (p->rotated) place[0] = xy[1], place[1] = xy[0];
}

static inline void grib_ends(const struct grib_field *f, double first[2], double last[2]) {
  int i, j;
  grib_column(&f->scan, 0, &i, &j);
  grib_corner(f->plane, i, j, first);
  grib_corner(f->plane, GRIB_NX - 1 - i, GRIB_NY - 1 - j, last);
}

static inline codes_handle *grib_make(const struct grib_field *f) {
  codes_handle *h = codes_grib_handle_new_from_samples(NULL, f->edition == 1 ? "GRIB1" : "GRIB2");
  ck_assert_ptr_nonnull(h);
  double first[2], last[2], values[GRIB_NX * GRIB_NY];
  if (f->centre != NULL) grib_word(h, "centre", f->centre);
  f->plane->keys(h, f->plane);
  if (f->edition == 2) grib_set(h, "shapeOfTheEarth", 6);
  grib_set(h, "Ni", GRIB_NX);
  grib_set(h, "Nj", GRIB_NY);
  grib_ends(f, first, last);
  grib_put(h, "latitudeOfFirstGridPointInDegrees", first[0]);
  grib_put(h, "longitudeOfFirstGridPointInDegrees", first[1]);
  codes_set_double(h, "latitudeOfLastGridPointInDegrees", last[0]); /* not in all grids */
  codes_set_double(h, "longitudeOfLastGridPointInDegrees", last[1]);
  grib_set(h, "iScansNegatively", f->scan.i_negative);
  grib_set(h, "jScansPositively", f->scan.j_positive);
  grib_set(h, "jPointsAreConsecutive", f->scan.columns_first);
  if (f->edition == 2) grib_set(h, "alternativeRowScanning", f->scan.alternating);
  grib_set(h, "dataDate", f->date);
  grib_set(h, "dataTime", 100 * f->hour);
  if (f->member >= 0 && f->edition == 2) {
    grib_set(h, "productDefinitionTemplateNumber", 1);
    grib_set(h, "perturbationNumber", f->member);
  }
  if (f->step_type != NULL) grib_word(h, "stepType", f->step_type);
  grib_word(h, "shortName", f->name);
  grib_word(h, "typeOfLevel", f->level_type);
  if (f->level >= 0) grib_set(h, "level", f->level);
  if (f->step_type == NULL) grib_set(h, f->edition == 1 ? "endStep" : "forecastTime", f->step);
  if (codes_set_long(h, "uvRelativeToGrid", f->relative) != CODES_SUCCESS)
    grib_set(h, "resolutionAndComponentFlags", f->relative ? 8 : 0); /* polar, of edition 2 */
  grib_set(h, "bitsPerValue", 24);
  grib_put(h, "missingValue", 9999);
  grib_set(h, "bitmapPresent", 1);
  for (int k = 0; k < GRIB_NX * GRIB_NY; k++) {
    int i, j;
    double xy[2];
    grib_column(&f->scan, k, &i, &j);
    grib_point(f->plane, i, j, xy);
    values[k] = f->value(xy[0], xy[1], f);
  }
  grib_ok(codes_set_double_array(h, "values", values, GRIB_NX * GRIB_NY), "values");
  return h;
}

/* Appends a field to a file. */
static inline void grib_write(const char *path, const struct grib_field *f) {
  codes_handle *h = grib_make(f);
  grib_ok(codes_write_message(h, path, "a"), path);
  codes_handle_delete(h);
}

static inline double grib_constant(double x, double y, const struct grib_field *f) {
  (void)x;
  (void)y;
  return f->number;
}

/* ---- latitudes and longitudes ---- */

static inline void grib_plain(double x, double y, double place[2]) {
  place[0] = y;
  place[1] = x;
}
static inline void grib_plain_keys(codes_handle *h, const struct grib_plane *p) {
  grib_word(h, "gridType", "regular_ll");
  grib_put(h, "iDirectionIncrementInDegrees", p->step);
  grib_put(h, "jDirectionIncrementInDegrees", p->step);
}

static inline bool grib_warned(const char *message) {
  for (int w = 0; w < sm_context_warning_count(made.ctx); w++)
    if (strstr(sm_context_warning(made.ctx, w), message) != NULL) return true;
  return false;
}

#endif
