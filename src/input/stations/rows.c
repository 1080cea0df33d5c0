/* Lines of station files, checked and in SI units, before they are merged to stations. */
#include "input/stations/internal.h"

#include "base/clock.h"
#include "base/list.h"
#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* X(column, name in the header, required) */
#define COLUMN_LIST(X)                                                                             \
  X(NAME, "Station_Name", true)                                                                    \
  X(COORD_SYS, "Coord_Sys", false)                                                                 \
  X(DATUM, "Datum", false)                                                                         \
  X(Y, "Lat/YCoord", true)                                                                         \
  X(X, "Lon/XCoord", true)                                                                         \
  X(HEIGHT, "Height", true)                                                                        \
  X(HEIGHT_UNITS, "Height_Units", true)                                                            \
  X(SPEED, "Speed", true)                                                                          \
  X(SPEED_UNITS, "Speed_Units", true)                                                              \
  X(DIRECTION, "Direction", true)                                                                  \
  X(TEMPERATURE, "Temperature", false)                                                             \
  X(TEMPERATURE_UNITS, "Temperature_Units", false)                                                 \
  X(CLOUD_COVER, "Cloud_Cover", false)                                                             \
  X(RADIUS, "Radius_of_Influence", false)                                                          \
  X(RADIUS_UNITS, "Radius_of_Influence_Units", false)                                              \
  X(TIME, "date_time", false)

enum column {
#define X(ID, NAME, MUST) COLUMN_##ID,
  COLUMN_LIST(X)
#undef X
      COLUMN_COUNT
};

static const char *const column_name[] = {
#define X(ID, NAME, MUST) NAME,
    COLUMN_LIST(X)
#undef X
};

static const bool column_must[] = {
#define X(ID, NAME, MUST) MUST,
    COLUMN_LIST(X)
#undef X
};

/* value in SI = (value + before) * times / over; exact for exact definitions */
struct unit {
  const char *name;
  double before, times, over;
};

static const struct unit length_units[] = {
    {"meters", 0, 1, 1},    {"meter", 0, 1, 1},   {"m", 0, 1, 1}, {"feet", 0, 0.3048, 1},
    {"foot", 0, 0.3048, 1}, {"ft", 0, 0.3048, 1}, {NULL, 0, 0, 1}};
static const struct unit distance_units[] = {
    {"miles", 0, 1609.344, 1}, {"mi", 0, 1609.344, 1}, {"feet", 0, 0.3048, 1}, {"ft", 0, 0.3048, 1},
    {"meters", 0, 1, 1},       {"m", 0, 1, 1},         {"km", 0, 1000, 1},     {NULL, 0, 0, 1}};
static const struct unit speed_units[] = {
    {"mph", 0, 0.44704, 1}, {"kph", 0, 1, 3.6},    {"mps", 0, 1, 1},
    {"kts", 0, 1852, 3600}, {"kt", 0, 1852, 3600}, {"knots", 0, 1852, 3600},
    {"m/s", 0, 1, 1},       {"km/h", 0, 1, 3.6},   {NULL, 0, 0, 1}};
static const struct unit temperature_units[] = {
    {"F", 459.67, 5, 9}, {"C", 273.15, 1, 1}, {"K", 0, 1, 1}, {NULL, 0, 0, 1}};

/* File being read: its columns, and the current line. */
struct reader {
  struct sm_context *ctx;
  struct sm_station_rows *rows;
  const struct sm_csv *csv;
  const char *file;
  int at[COLUMN_COUNT]; /* field of the column; -1: absent in this file */
  int header_count;
  bool bad;         /* the current line has an error */
  int first_gap;    /* first line without wind; 0: none */
  char missing[80]; /* its missing quantity */
  int unknown;      /* number of temperatures and cloud covers marked as missing */
};

void sm_station_rows_free(struct sm_station_rows *rows) {
  for (size_t i = 0; i < rows->text_count; i++) sm_free(rows->text[i]);
  SM_FREE_ALL(rows->text, rows->item, rows->gap);
  *rows = (struct sm_station_rows){0};
}

enum sm_status sm_station_rows_keep(struct sm_context *ctx, struct sm_station_rows *rows,
                                    char *text) {
  const enum sm_status status = sm_list_grow(ctx, rows->text_count, sizeof *rows->text,
                                             "the stations", &rows->text, &rows->text_capacity);
  if (status == SM_OK) {
    rows->text[rows->text_count++] = text;
  } else {
    sm_free(text);
  }
  return status;
}

/* Reports an invalid value in a column. */
static void complain(struct reader *r, enum column column, const char *what) {
  r->bad = true;
  const char *value = r->at[column] >= 0 ? r->csv->field[r->at[column]] : "";
  const int shown = strlen(value) > 60 ? 60 : (int)strlen(value);
  sm_problems_add_in(&r->rows->problems, r->file, r->csv->line, "column '%s': '%.*s' %s",
                     column_name[column], shown, value, what);
}

/* Text of a column in the current line; "" where the file or the line has none. */
static const char *text_of(const struct reader *r, enum column column) {
  const int at = r->at[column];
  return at >= 0 && at < r->csv->count ? r->csv->field[at] : "";
}

/* Number in a column between low and high; NAN when blank or, with an error, invalid. */
static double number_of(struct reader *r, enum column column, double low, double high) {
  const char *text = text_of(r, column);
  if (*text == '\0') {
    if (column_must[column]) {
      r->bad = true;
      sm_problems_add_in(&r->rows->problems, r->file, r->csv->line, "column '%s': is blank",
                         column_name[column]);
    }
    return NAN;
  }
  char *end = NULL;
  const bool plain = strspn(text, "0123456789+-.eE") == strlen(text);
  const double value = plain ? strtod(text, &end) : (double)NAN;
  char range[96];
  if (!plain || *end != '\0' || !isfinite(value)) {
    complain(r, column, "is not a number");
  } else if (!(value >= low && value <= high)) {
    snprintf(range, sizeof range, "is not between %g and %g", low, high);
    complain(r, column, range);
  } else {
    return value;
  }
  return NAN;
}

/* Converts a value to SI by the unit in a column; NAN with an error for an unknown unit. */
static double convert(struct reader *r, double value, enum column column, const struct unit *units,
                      const char *choice) {
  if (isnan(value)) return NAN;
  const char *text = text_of(r, column);
  for (; units->name != NULL; units++)
    if (sm_text_same_word(text, units->name))
      return (value + units->before) * units->times / units->over;
  if (*text == '\0') {
    r->bad = true;
    sm_problems_add_in(&r->rows->problems, r->file, r->csv->line,
                       "column '%s': is %s; give one of (%s)", column_name[column],
                       r->at[column] < 0 ? "missing" : "blank", choice);
  } else {
    char what[96];
    snprintf(what, sizeof what, "is not a unit (%s)", choice);
    complain(r, column, what);
  }
  return NAN;
}

static void read_place(struct reader *r, struct sm_station_row *row) {
  const char *system = text_of(r, COLUMN_COORD_SYS), *datum = text_of(r, COLUMN_DATUM);
  row->position = SM_POSITION_LATLON;
  if (sm_text_same_word(system, "PROJCS")) {
    row->position = SM_POSITION_CRS;
    row->place[0] = number_of(r, COLUMN_X, -1e8, 1e8);
    row->place[1] = number_of(r, COLUMN_Y, -1e8, 1e8);
    return;
  }
  if (*system != '\0' && !sm_text_same_word(system, "GEOGCS"))
    complain(r, COLUMN_COORD_SYS, "is neither PROJCS nor GEOGCS");
  if (sm_text_same_word(datum, "NAD27")) {
    complain(r, COLUMN_DATUM,
             "is up to 200 m off: convert the position to WGS84 (for example with cs2cs)");
  } else if (*datum != '\0' && !sm_text_same_word(datum, "WGS84") &&
             !sm_text_same_word(datum, "NAD83")) {
    complain(r, COLUMN_DATUM, "is not a datum (WGS84, NAD83)");
  }
  row->place[0] = number_of(r, COLUMN_Y, -90, 90);
  row->place[1] = number_of(r, COLUMN_X, -180, 360);
  if (row->place[1] > 180) row->place[1] -= 360;
}

static void read_time(struct reader *r, struct sm_case_reading *reading) {
  const char *text = text_of(r, COLUMN_TIME);
  reading->has_time = *text != '\0';
  if (reading->has_time && !sm_clock_parse(text, &reading->time))
    complain(r, COLUMN_TIME, "is not a date and time (2018-06-25T12:37:00Z)");
}

/* True for texts by which loggers and web services mark missing values. */
static bool no_value(const char *text) {
  static const char *const words[] = {"", "-", "--", "M", "NA", "N/A", "NaN", "null"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sm_text_same_word(text, words[i])) return true;
  return false;
}

/* True for numbers that mark missing values: 999, 9999, -99, -999, -9999, also with decimals of
 * nines or zeros. negative_99: includes -99, which can be a valid temperature. */
static bool is_filler(const char *text, bool negative_99) {
  char *end;
  if (strspn(text, "0123456789+-.") != strlen(text)) return false;
  const double value = strtod(text, &end), whole = floor(fabs(value));
  if (end == text || *end != '\0') return false;
  const bool nines = whole == 999 || whole == 9999 || whole == 99999;
  const double rest = fabs(value) - whole;
  const bool round = rest < 1e-6 || rest > 0.89; /* 999, 999.0, 999.9 */
  return round && (nines || (negative_99 && value < 0 && whole == 99));
}

/* True in a calm: a speed of 0 needs no direction. */
static bool is_calm(const struct reader *r) {
  const char *speed = text_of(r, COLUMN_SPEED);
  return *speed != '\0' && strspn(speed, "0.") == strlen(speed);
}

static bool no_direction(const char *text) {
  static const char *const words[] = {"VRB", "VAR", "variable", "990"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (sm_text_same_word(text, words[i])) return true;
  return no_value(text) || is_filler(text, true);
}

/* Column without a value for the wind in the current line; COLUMN_COUNT: complete. */
static enum column find_gap(const struct reader *r) {
  const char *speed = text_of(r, COLUMN_SPEED), *from = text_of(r, COLUMN_DIRECTION);
  const bool series = *text_of(r, COLUMN_TIME) != '\0';
  if (!series && (*speed == '\0' || *from == '\0')) return COLUMN_COUNT; /* an error */
  if (no_value(speed) || is_filler(speed, true)) return COLUMN_SPEED;
  if (no_direction(from) && !is_calm(r)) return COLUMN_DIRECTION;
  return COLUMN_COUNT;
}

/* Number in a column; values marked as missing give NAN and are counted. */
static double measured(struct reader *r, enum column column, double low, double high) {
  const char *text = text_of(r, column);
  if (*text == '\0' || !(no_value(text) || is_filler(text, false)))
    return number_of(r, column, low, high);
  r->unknown++;
  return NAN;
}

static void read_row(struct reader *r, struct sm_station_row *row) {
  row->name = text_of(r, COLUMN_NAME);
  if (*row->name == '\0') complain(r, COLUMN_NAME, "names no station");
  read_place(r, row);
  struct sm_case_reading *reading = &row->reading;
  reading->height = convert(r, number_of(r, COLUMN_HEIGHT, 0, 1e5), COLUMN_HEIGHT_UNITS,
                            length_units, "meters, feet");
  if (reading->height <= 0) complain(r, COLUMN_HEIGHT, "is not above the ground");
  reading->speed = convert(r, number_of(r, COLUMN_SPEED, 0, 1000), COLUMN_SPEED_UNITS, speed_units,
                           "mph, kph, mps, kts");
  if (reading->speed > 150) complain(r, COLUMN_SPEED, "is more than 150 m/s: a wrong unit?");
  const bool nowhere = is_calm(r) && no_direction(text_of(r, COLUMN_DIRECTION)); /* still air */
  reading->from = nowhere ? 0 : number_of(r, COLUMN_DIRECTION, 0, 360);
  reading->temperature = convert(r, measured(r, COLUMN_TEMPERATURE, -1000, 1000),
                                 COLUMN_TEMPERATURE_UNITS, temperature_units, "F, C");
  if (reading->temperature < 150 || reading->temperature > 350)
    complain(r, COLUMN_TEMPERATURE, "is not a temperature of air: a wrong unit?");
  const int cover = r->at[COLUMN_CLOUD_COVER];
  if (cover >= 0 && cover < r->csv->count) (void)sm_text_drop_percent(r->csv->field[cover]);
  reading->cloud = measured(r, COLUMN_CLOUD_COVER, 0, 100) / 100;
  row->radius = number_of(r, COLUMN_RADIUS, -1, 1e9);
  if (row->radius > 0) {
    row->radius =
        convert(r, row->radius, COLUMN_RADIUS_UNITS, distance_units, "miles, feet, meters, km");
  } else if (row->radius == -1) {
    row->radius = INFINITY;
  } else if (!isnan(row->radius)) {
    complain(r, COLUMN_RADIUS, "is neither a distance nor -1 (everywhere)");
  }
  read_time(r, reading);
}

/* Column named by a field of the header; COLUMN_COUNT: none. */
static enum column find_column(const char *field) {
  char name[64];
  const size_t length = strcspn(field, "(");
  if (length >= sizeof name) return COLUMN_COUNT;
  memcpy(name, field, length);
  name[length] = '\0';
  for (size_t i = length; i > 0 && (name[i - 1] == ' ' || name[i - 1] == '\t'); i--)
    name[i - 1] = '\0';
  for (int i = 0; i < COLUMN_COUNT; i++)
    if (sm_text_same_word(name, column_name[i])) return (enum column)i;
  return COLUMN_COUNT;
}

/* Reports a missing required column; the last one with a hint for all. */
static void missing_column(struct reader *r, enum column column, bool last) {
  const struct sm_csv *csv = r->csv;
  const char *near = sm_csv_hint(csv);
  const char *candidate[SM_CSV_FIELDS];
  size_t count = 0;
  for (int i = 0; i < csv->count; i++)
    if (find_column(csv->field[i]) == COLUMN_COUNT) {
      csv->field[i][strcspn(csv->field[i], "(")] = '\0';
      candidate[count++] = csv->field[i];
    }
  const char *slip = sm_text_nearest(column_name[column], candidate, count);
  if (slip == NULL) {
    sm_problems_add_in(&r->rows->problems, r->file, csv->line, "no column '%s'%s%s",
                       column_name[column], near, last ? " (docs/data.md shows the columns)" : "");
  } else {
    sm_problems_add_in(&r->rows->problems, r->file, csv->line, "no column '%s'; is '%s' meant?",
                       column_name[column], slip);
  }
}

static void read_header(struct reader *r) {
  for (int i = 0; i < COLUMN_COUNT; i++) r->at[i] = -1;
  r->header_count = r->csv->count;
  for (int i = 0; i < r->csv->count; i++) {
    const enum column column = find_column(r->csv->field[i]);
    if (column == COLUMN_COUNT) continue;
    if (r->at[column] >= 0)
      sm_problems_add_in(&r->rows->problems, r->file, r->csv->line, "two columns '%s'",
                         column_name[column]);
    r->at[column] = i;
  }
  int last = -1; /* last missing required column */
  for (int i = 0; i < COLUMN_COUNT; i++)
    if (column_must[i] && r->at[i] < 0) last = i;
  for (int i = 0; i <= last; i++)
    if (column_must[i] && r->at[i] < 0) missing_column(r, (enum column)i, i == last);
}

/* Records a line without wind. */
static enum sm_status add_gap(struct reader *r, enum column column) {
  struct sm_station_rows *rows = r->rows;
  SM_TRY(sm_list_grow(r->ctx, rows->gap_count, sizeof *rows->gap, "the stations", &rows->gap,
                      &rows->gap_capacity));
  const char *name = text_of(r, COLUMN_NAME);
  if (*name == '\0') complain(r, COLUMN_NAME, "names no station");
  if (r->bad) return SM_OK;
  if (r->first_gap == 0) {
    r->first_gap = r->csv->line;
    snprintf(r->missing, sizeof r->missing, "%s '%.40s'", column_name[column], text_of(r, column));
  }
  rows->gap[rows->gap_count++] = (struct sm_station_gap){name, r->file, r->csv->line};
  return SM_OK;
}

/* Adds the current line as a row, unless it has an error. */
static enum sm_status add_row(struct reader *r) {
  struct sm_station_rows *rows = r->rows;
  r->bad = false;
  for (int i = r->header_count; i < r->csv->count; i++)
    if (r->csv->field[i][0] != '\0') {
      r->bad = true;
      sm_problems_add_in(&rows->problems, r->file, r->csv->line,
                         "%d fields, but the header names %d columns", r->csv->count,
                         r->header_count);
      break;
    }
  const enum column gap = r->bad ? COLUMN_COUNT : find_gap(r);
  if (gap != COLUMN_COUNT) return add_gap(r, gap);
  SM_TRY(sm_list_grow(r->ctx, rows->count, sizeof *rows->item, "the stations", &rows->item,
                      &rows->capacity));
  struct sm_station_row *row = &rows->item[rows->count];
  *row = (struct sm_station_row){.file = r->file, .line = r->csv->line, .order = rows->count};
  if (!r->bad) read_row(r, row);
  if (!r->bad) rows->count++;
  return SM_OK;
}

enum sm_status sm_station_rows_read(struct sm_context *ctx, const char *file, struct sm_csv *csv,
                                    struct sm_station_rows *rows) {
  struct reader r = {.ctx = ctx, .rows = rows, .csv = csv, .file = file};
  const int before = rows->problems.count;
  const size_t gaps = rows->gap_count, rows_before = rows->count;
  read_header(&r);
  if (rows->problems.count > before) return SM_OK;
  while (!sm_problems_full(&rows->problems)) {
    const enum sm_csv_result result = sm_csv_next(csv, 0);
    if (result == SM_CSV_END) break;
    if (result != SM_CSV_LINE) {
      sm_problems_add_in(&rows->problems, file, csv->line, "%s", sm_csv_problem(result));
    } else {
      SM_TRY(add_row(&r));
    }
  }
  const size_t missing = rows->gap_count - gaps;
  if (missing > 0)
    sm_warn(ctx, "%s:%d: warning: %zu of %zu readings have no wind and are left out; here: %s",
            file, r.first_gap, missing, missing + rows->count - rows_before, r.missing);
  if (r.unknown > 0)
    sm_warn(ctx, "%s: warning: %d temperatures or cloud covers mean 'not measured': left out", file,
            r.unknown);
  return SM_OK;
}
