#include "input/sensors/sensors.h"

#include "base/context.h"
#include "base/file.h"
#include "base/list.h"
#include "base/text.h"
#include "input/points/points.h"
#include "simoom/csv.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  X,
  Y,
  LATITUDE,
  LONGITUDE,
  EASTING,
  NORTHING,
  HEIGHT,
  VALUE,
  LIMIT,
  ERROR,
  START,
  END,
  NAME,
  COLUMNS
};
static const char *const names[COLUMNS] = {
    "x",          "y",        "latitude",      "longitude",       "easting",
    "northing",   "height",   "concentration", "detection_limit", "error",
    "time_start", "time_end", "name"};

struct reader {
  struct sm_context *ctx;
  const char *path;
  struct sm_csv csv;
  int column[COLUMNS];  /* -1: absent */
  double unit[COLUMNS]; /* kg/m3 of the unit of a concentration */
  enum sm_position_kind position;
  int place[2]; /* columns of the place */
};

static enum sm_status wrong(const struct reader *r, const char *why, const char *what) {
  char shown[48];
  size_t n = 0;
  for (; what[n] != '\0' && n + 1 < sizeof shown; n++)
    shown[n] = (unsigned char)what[n] < ' ' || what[n] == 127 ? '?' : what[n];
  shown[n] = '\0';
  return sm_fail(r->ctx, SM_ERR_DATA, "%s:%d: error: %s '%s'", r->path, r->csv.line, why, shown);
}

/* --- header --- */

/* kg/m3 of a unit; NAN: unknown. */
static double unit_of(const char *unit) {
  static const struct {
    const char *name;
    double value;
  } units[] = {{"", 1},          {"kg/m3", 1},           {"kg m-3", 1},    {"g/m3", 1e-3},
               {"g m-3", 1e-3},  {"mg/m3", 1e-6},        {"mg m-3", 1e-6}, {"ug/m3", 1e-9},
               {"ug m-3", 1e-9}, {"\xc2\xb5g/m3", 1e-9}, {"ng/m3", 1e-12}};
  for (size_t n = 0; n < sizeof units / sizeof *units; n++)
    if (strcmp(unit, units[n].name) == 0) return units[n].value;
  return (double)NAN;
}

static bool is_column(const char *name, int column) {
  if (column == LATITUDE && sm_text_same_word(name, "lat")) return true;
  if (column == LONGITUDE && (sm_text_same_word(name, "lon") || sm_text_same_word(name, "lng")))
    return true;
  return sm_text_same_word(name, names[column]);
}

static enum sm_status read_column(struct reader *r, int field) {
  char name[128], unit[128];
  snprintf(name, sizeof name, "%s", r->csv.field[field]);
  sm_column_split_unit(name, unit);
  for (int n = 0; n < COLUMNS; n++) {
    if (!is_column(name, n)) continue;
    if (r->column[n] >= 0) return wrong(r, "the header has twice the column", name);
    r->column[n] = field;
    const bool concentration = n == VALUE || n == LIMIT || n == ERROR;
    const bool usual = strcmp(unit, "") == 0 || strcmp(unit, "m") == 0 || strcmp(unit, "s") == 0;
    r->unit[n] = concentration ? unit_of(unit) : usual ? 1 : (double)NAN;
    if (isnan(r->unit[n]))
      return wrong(r,
                   concentration ? "concentrations are in kg/m3, g/m3, mg/m3, ug/m3 or ng/m3, not"
                                 : "lengths are in m and times in s, not",
                   unit);
    return SM_OK;
  }
  return wrong(r, "unknown column", name);
}

/* Chooses the coordinates of the places. */
static enum sm_status choose_place(struct reader *r) {
  static const enum sm_position_kind kind[3] = {SM_POSITION_LOCAL, SM_POSITION_LATLON,
                                                SM_POSITION_CRS};
  int found = 0;
  for (int n = 0; n < 3; n++) {
    const int *own = r->column + X + 2 * n;
    if ((own[0] >= 0) != (own[1] >= 0))
      return wrong(r, "one coordinate of two: no column", names[X + 2 * n + (own[0] >= 0)]);
    if (own[0] < 0) continue;
    found++;
    r->position = kind[n];
    memcpy(r->place, own, sizeof r->place);
  }
  if (found == 1) return SM_OK;
  return wrong(r,
               "places of sensors are in one of: x and y, latitude and longitude, easting and "
               "northing; the header has",
               found == 0 ? "none" : "several");
}

static enum sm_status read_header(struct reader *r) {
  for (int n = 0; n < COLUMNS; n++) r->column[n] = -1;
  const enum sm_csv_result result = sm_csv_next(&r->csv, 1);
  if (result != SM_CSV_LINE)
    return wrong(r, result == SM_CSV_END ? "no sensors: the file is" : sm_csv_problem(result),
                 result == SM_CSV_END ? "empty" : "");
  for (int f = 0; f < r->csv.count; f++) SM_TRY(read_column(r, f));
  SM_TRY(choose_place(r));
  if (r->column[HEIGHT] < 0) return wrong(r, "the header has no column", names[HEIGHT]);
  if (r->column[VALUE] < 0) return wrong(r, "the header has no column", names[VALUE]);
  if ((r->column[START] >= 0) != (r->column[END] >= 0))
    return wrong(r, "one end of an interval: no column",
                 names[r->column[START] >= 0 ? END : START]);
  if (r->column[LIMIT] < 0 && r->column[ERROR] < 0)
    return wrong(r, "the header has neither 'error' nor the column", names[LIMIT]);
  return SM_OK;
}

/* --- lines --- */

static const char *field(const struct reader *r, int column) {
  const int at = r->column[column];
  return at >= 0 && at < r->csv.count ? r->csv.field[at] : "";
}

/* Number of a field; blank: `missing`. */
static enum sm_status read_number(const struct reader *r, int column, const char *text, double low,
                                  double high, double missing, double *out) {
  char *end = NULL;
  if (*text == '\0') {
    *out = missing;
    return isnan(missing) ? wrong(r, "a blank field in the column", names[column]) : SM_OK;
  }
  const bool plain = strspn(text, "0123456789+-.eE") == strlen(text);
  *out = plain ? strtod(text, &end) : (double)NAN;
  if (!plain || *end != '\0' || !isfinite(*out)) return wrong(r, "not a number:", text);
  if (!(*out >= low && *out <= high)) {
    char why[96];
    snprintf(why, sizeof why, "%s: a number from %g to %g, not", names[column], low, high);
    return wrong(r, why, text);
  }
  return SM_OK;
}

/* Concentration in kg/m3: a number, which noise may make negative, or "<0.5", which sets the limit
 * and is no value. */
static enum sm_status read_value(const struct reader *r, struct sm_sensor_reading *out) {
  const char *text = field(r, VALUE);
  const bool below = *text == '<';
  SM_TRY(read_number(r, VALUE, text + below, -1e9, 1e9, (double)NAN, &out->value));
  out->value *= r->unit[VALUE];
  if (below) out->limit = fmax(out->limit, out->value);
  if (below && !(out->value > 0)) return wrong(r, "a limit is above 0, not", text);
  if (below) out->value = NAN;
  return SM_OK;
}

static enum sm_status read_times(const struct reader *r, struct sm_sensor_reading *out) {
  out->from = out->until = NAN;
  if (r->column[START] < 0) return SM_OK;
  SM_TRY(read_number(r, START, field(r, START), -1e9, 1e9, (double)NAN, &out->from));
  SM_TRY(read_number(r, END, field(r, END), -1e9, 1e9, (double)NAN, &out->until));
  return out->until > out->from ? SM_OK
                                : wrong(r, "time_end is after time_start, not", field(r, END));
}

static enum sm_status read_line(struct reader *r, struct sm_sensor_readings *out) {
  struct sm_sensor_reading own = {.position = r->position, .line = r->csv.line};
  const int first = r->position == SM_POSITION_LATLON ? LATITUDE
                    : r->position == SM_POSITION_CRS  ? EASTING
                                                      : X;
  for (int d = 0; d < 2; d++) {
    const double most = first != LATITUDE ? 1e8 : d == 0 ? 90 : 360;
    const int column = r->place[d];
    const char *text = column < r->csv.count ? r->csv.field[column] : "";
    SM_TRY(read_number(r, first + d, text, -most, most, (double)NAN, &own.place[d]));
  }
  SM_TRY(read_number(r, HEIGHT, field(r, HEIGHT), 0, 1e5, (double)NAN, &own.height));
  SM_TRY(read_number(r, LIMIT, field(r, LIMIT), 0, 1e9, 0, &own.limit));
  own.limit *= r->unit[LIMIT];
  SM_TRY(read_value(r, &own));
  SM_TRY(read_number(r, ERROR, field(r, ERROR), 0, 1e9, 0, &own.error));
  own.error *= r->unit[ERROR];
  if (field(r, ERROR)[0] == '\0') own.error = own.limit / 3;
  if (!(own.error > 0))
    return wrong(r, "a reading needs an error or a detection limit above 0, not", field(r, ERROR));
  if (own.value < -10 * own.error)
    return wrong(r,
                 "below 0 by more than ten standard deviations (a code for missing values? then "
                 "leave the line out): the concentration",
                 field(r, VALUE));
  if (own.limit > 0 && own.value < own.limit) own.value = NAN;
  SM_TRY(read_times(r, &own));
  if (field(r, NAME)[0] != '\0')
    snprintf(own.name, sizeof own.name, "%s", field(r, NAME));
  else
    snprintf(own.name, sizeof own.name, "line %d", own.line);
  SM_TRY(
      sm_list_grow(r->ctx, out->count, sizeof *out->item, "readings", &out->item, &out->capacity));
  out->item[out->count++] = own;
  return SM_OK;
}

static enum sm_status parse(struct reader *r, struct sm_sensor_readings *out) {
  enum sm_csv_result result;
  SM_TRY(read_header(r));
  while ((result = sm_csv_next(&r->csv, 0)) == SM_CSV_LINE)
    if (r->csv.field[0][0] != '#') SM_TRY(read_line(r, out));
  if (result != SM_CSV_END) return wrong(r, sm_csv_problem(result), "");
  out->timed = r->column[START] >= 0;
  return out->count > 0 ? SM_OK : wrong(r, "no readings below the", "header");
}

enum sm_status sm_sensors_parse(struct sm_context *ctx, const char *name, char *text, size_t size,
                                struct sm_sensor_readings *out) {
  SM_SCOPED struct reader *r = NULL;
  *out = (struct sm_sensor_readings){0};
  SM_TRY(sm_alloc(ctx, 1, sizeof *r, "readings", &r));
  r->ctx = ctx;
  r->path = out->path = name;
  sm_csv_begin(&r->csv, text, size);
  return parse(r, out);
}

enum sm_status sm_sensors_read(struct sm_context *ctx, const char *path,
                               struct sm_sensor_readings *out) {
  SM_SCOPED char *bytes = NULL;
  size_t size = 0;
  *out = (struct sm_sensor_readings){0};
  SM_TRY(sm_file_read(ctx, path, &bytes, &size));
  return sm_sensors_parse(ctx, path, bytes, size, out);
}

void sm_sensors_free(struct sm_sensor_readings *readings) {
  sm_free(readings->item);
  *readings = (struct sm_sensor_readings){0};
}
