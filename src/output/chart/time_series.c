/* output/chart/time_series.c - time series chart of the columns of a table. */
#include "output/picture/plot.h"

#include "base/clock.h"
#include "base/text.h"
#include "case/toml/units.h"
#include "domain/sources/terms/terms.h"
#include "lab/facts.h"
#include "output/chart/chart.h"
#include "output/picture/places.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { UNIT = SM_COLUMN_UNIT };

/* Table with a time column and, optionally, columns of names and species. */
struct timed {
  struct sm_plot_table table;
  int time;   /* column */
  int key[2]; /* label columns (name, species); -1: absent */
  bool calendar;
  double start; /* start in s since 1970, with calendar times */
  double *when; /* [rows] s */
  int chosen[SM_CSV_FIELDS], choices;
  const char *shown;               /* unit that is asked for; NULL: that of the table */
  double change[SM_CSV_FIELDS][2]; /* to it: value * change[0] + change[1] */
  double parts;                    /* in 1, of a share of molecules of the species; 0: none */
  double unit;                     /* s, of the axis */
  bool left_out;                   /* some lines were left out */
};

static enum sm_status read_time(struct timed *t, size_t row, double *out) {
  const struct sm_plot_table *table = &t->table;
  const char *field = table->field[row * (size_t)table->columns + (size_t)t->time];
  if (row == 0) t->calendar = sm_clock_parse(field, &t->start);
  if (!t->calendar) return sm_plot_table_number(table, row, t->time, out);
  if (!sm_clock_parse(field, out))
    return sm_fail(table->ctx, SM_ERR_DATA, "%s:%d: error: '%.60s' is not a date and time",
                   table->path, table->line[row], field);
  *out -= t->start;
  return SM_OK;
}

/* Finds the time and label columns, and chooses the unit of the time axis. */
static enum sm_status find_time(struct timed *t) {
  struct sm_plot_table *table = &t->table;
  const char *const names[] = {"name", "place"};
  double least = INFINITY, most = -INFINITY;
  t->time = sm_plot_table_find(table, "time");
  if (t->time < 0) t->time = sm_plot_table_find(table, "time_end");
  if (t->time < 0)
    return sm_fail(table->ctx, SM_ERR_USAGE,
                   "%s: error: no column 'time' or 'time_end': only tables in time are drawn",
                   table->path);
  t->key[0] = -1;
  for (int n = 0; n < 2 && t->key[0] < 0; n++) t->key[0] = sm_plot_table_find(table, names[n]);
  t->key[1] = sm_plot_table_find(table, "species");
  SM_TRY(sm_alloc(table->ctx, table->rows, sizeof *t->when, "times", &t->when));
  for (size_t r = 0; r < table->rows; r++) {
    SM_TRY(read_time(t, r, &t->when[r]));
    least = fmin(least, t->when[r]);
    most = fmax(most, t->when[r]);
  }
  t->unit = !(most - least > 1800) ? 1 : most - least > 2 * 86400 ? 86400 : 3600;
  return SM_OK;
}

/* True for columns that identify a row (time, position, name). */
static bool is_label(const struct timed *t, int column) {
  static const char *const names[] = {"time", "time_start", "time_end", "x", "y", "height"};
  if (column == t->key[0] || column == t->key[1]) return true;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp(t->table.name[column], names[n]) == 0) return true;
  return false;
}

/* True when a column is `name` or `name` with a number: "u" and "u_2" for "u". */
static bool is_of(const char *column, const char *name, size_t length) {
  if (strncmp(column, name, length) != 0) return false;
  if (column[length] == '\0') return true;
  return column[length] == '_' && column[length + 1] != '\0' &&
         column[length + 1 + strspn(column + length + 1, "0123456789")] == '\0';
}

/* Default columns: the wind, or the wind at the first probe; results at receptors and lines of
 * sight; else all. */
static void choose_usual(struct timed *t) {
  const char *const usual[][3] = {
      {sm_field_name(SM_FIELD_U), sm_field_name(SM_FIELD_V), sm_field_name(SM_FIELD_W)},
      {"u_1", "v_1", "w_1"},
      {sm_field_name(SM_FIELD_WIND_SPEED), NULL, NULL},
      {sm_field_name(SM_FIELD_CONCENTRATION), NULL, NULL},
      {"optical_depth", NULL, NULL}};
  for (size_t n = 0; n < sizeof usual / sizeof *usual && t->choices == 0; n++) {
    if (n < 2 && t->key[0] >= 0) continue; /* several positions: one line each */
    for (int d = 0; d < 3 && usual[n][d] != NULL; d++) {
      const int c = sm_plot_table_find(&t->table, usual[n][d]);
      if (c >= 0) t->chosen[t->choices++] = c;
    }
  }
  const bool none = t->choices == 0;
  for (int c = 0; none && c < t->table.columns; c++)
    if (!is_label(t, c)) t->chosen[t->choices++] = c;
}

static enum sm_status choose_columns(struct timed *t, const char *fields) {
  if (strcmp(fields, "series") == 0) {
    choose_usual(t);
    return SM_OK;
  }
  for (const char *at = fields; *at != '\0';) {
    const size_t length = strcspn(at, ",");
    const int before = t->choices;
    for (int c = 0; c < t->table.columns && t->choices < SM_CSV_FIELDS; c++)
      if (!is_label(t, c) && is_of(t->table.name[c], at, length)) t->chosen[t->choices++] = c;
    if (t->choices == before) {
      char wanted[96];
      snprintf(wanted, sizeof wanted, "%.*s", (int)length, at);
      return sm_plot_table_absent(&t->table, wanted);
    }
    at += length + (at[length] == ',' ? 1 : 0);
  }
  return SM_OK;
}

void sm_column_unit(const char *name, char out[SM_COLUMN_UNIT]) {
  static const char *const units[][2] = {
      {"speed", "m/s"},           {"kinetic_energy", "m2/s2"},
      {"enstrophy", "1/s2"},      {"viscous_dissipation", "m2/s3"},
      {"acceleration_u", "m/s2"}, {"acceleration_v", "m/s2"},
      {"visibility", "m"}};
  out[0] = '\0';
  for (int f = 0; f < SM_FIELD_COUNT; f++) {
    const struct sm_field_info *info = sm_field_get((enum sm_field)f);
    if (is_of(name, info->name, strlen(info->name))) sm_plot_write_units(info->unit, out, UNIT);
  }
  for (size_t n = 0; n < sizeof units / sizeof *units; n++)
    if (is_of(name, units[n][0], strlen(units[n][0]))) snprintf(out, UNIT, "%s", units[n][1]);
}

/* Unit of a probe column such as "kinematic_pressure_2", from
 * the wind file of the same run. */
static void unit_beside(const struct timed *t, const char *column, char out[UNIT]) {
  out[0] = '\0';
  char name[96], unit[UNIT];
  const char *number = strrchr(column, '_');
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  if (number == NULL || !sm_text_ends_with(t->table.path, "_probes.csv") ||
      !sm_plot_find_ground_file(t->table.ctx, t->table.path, &file))
    return;
  snprintf(name, sizeof name, "%.*s", (int)(number - column), column);
  if (sm_wind_file_has(file, name)) {
    sm_wind_file_text(file, name, "units", unit, sizeof unit);
    sm_plot_write_units(unit, out, UNIT);
  }
}

/* Unit of the n-th chosen column; "" when it is not known. */
static void unit_of_choice(const struct timed *t, int n, char out[UNIT]) {
  const char *name = t->table.name[t->chosen[n]];
  if (sm_text_ends_with(t->table.path, "_forces.csv"))
    snprintf(out, UNIT, "m4/s2"); /* force per density of the air */
  else
    sm_column_unit(name, out);
  if (out[0] == '\0') unit_beside(t, name, out);
}

/* Conversion of a column to the unit, of a concentration to a share of molecules but for the
 * density of the pure gas. */
static bool find_change(const struct timed *t, const char *own, double change[2]) {
  if (t->parts == 0) return sm_units_conversion(t->table.ctx, own, t->shown, change) == SM_OK;
  if (t->key[1] < 0 || sm_units_conversion(t->table.ctx, own, "kg/m3", change) != SM_OK)
    return false;
  change[0] *= t->parts;
  return true;
}

/* Conversion of the chosen columns to a unit; those that have none, or no other, are an error. */
static enum sm_status change_units(struct timed *t, const char *unit) {
  char own[UNIT], quantity[SM_QUANTITY];
  t->shown = unit;
  t->parts = sm_unit_parts(unit);
  for (int n = 0; n < t->choices; n++) {
    unit_of_choice(t, n, own);
    if (own[0] == '\0')
      return sm_fail(t->table.ctx, SM_ERR_USAGE,
                     "%s: error: the unit of the column '%s' is not known, so that it cannot be "
                     "shown in '%s'\nhelp: --field chooses columns",
                     t->table.path, t->table.name[t->chosen[n]], unit);
    if (find_change(t, own, t->change[n])) continue;
    sm_units_quantity(own, quantity, sizeof quantity);
    return sm_fail(t->table.ctx, SM_ERR_USAGE,
                   "%s: error: the column '%s' cannot be shown in '%s'\nhelp: it is %s",
                   t->table.path, t->table.name[t->chosen[n]], unit, quantity);
  }
  return SM_OK;
}

/* Density by which the values of a row are divided: of the pure gas of its species for shares of
 * molecules, else 1. */
static enum sm_status pure_of_row(const struct timed *t, size_t row, double *out) {
  *out = 1;
  if (t->parts == 0) return SM_OK;
  const struct sm_plot_table *table = &t->table;
  const char *species = table->field[row * (size_t)table->columns + (size_t)t->key[1]];
  SM_TRY(sm_substance_gas_density(table->ctx, species, out));
  if (*out > 0) return SM_OK;
  return sm_fail(table->ctx, SM_ERR_USAGE,
                 "%s: error: '%s' cannot be shown in '%s'\nhelp: it is a concentration%s",
                 table->path, species, t->shown, sm_unit_molar_mass);
}

/* Series name of a row: location and species; "" when rows differ in time only. */
static void row_name(const struct timed *t, size_t row, char *out, size_t size) {
  const struct sm_plot_table *table = &t->table;
  out[0] = '\0';
  for (int k = 0; k < 2; k++)
    if (t->key[k] >= 0)
      sm_text_append(out, size, "%s%s", out[0] != '\0' ? ", " : "",
                     table->field[row * (size_t)table->columns + (size_t)t->key[k]]);
}

/* Adds the n-th chosen column as a line, using the rows of one series. */
static enum sm_status add_line(const struct timed *t, int n, const char *name,
                               enum sm_chart_series_kind kind, struct sm_plot_lines *lines) {
  const struct sm_plot_table *table = &t->table;
  const int column = t->chosen[n];
  double *x = NULL, *y = NULL;
  char label[96], own[96];
  size_t points = 0;
  double pure = 1;
  const bool both = name[0] != '\0' && t->choices > 1;
  snprintf(label, sizeof label, "%s%s%s", name, both ? ": " : "",
           name[0] == '\0' || both ? table->name[column] : "");
  SM_TRY(sm_plot_lines_add(table->ctx, lines, kind, label, table->rows, &x, &y));
  for (size_t r = 0; r < table->rows; r++) {
    row_name(t, r, own, sizeof own);
    if (strcmp(own, name) != 0) continue;
    x[points] = t->when[r] / t->unit;
    SM_TRY(sm_plot_table_number(table, r, column, &y[points]));
    if (points == 0) SM_TRY(pure_of_row(t, r, &pure));
    if (t->shown != NULL) y[points] = y[points] * t->change[n][0] / pure + t->change[n][1];
    points++;
  }
  lines->series[lines->count - 1].count = points;
  return SM_OK;
}

/* Adds the lines of all series, up to the limit of the legend. */
static enum sm_status add_lines(struct timed *t, struct sm_plot_lines *lines) {
  enum { MOST = SM_PLOT_LINES - 1 };
  char names[MOST][96];
  int count = 0;
  for (size_t r = 0; r < t->table.rows; r++) {
    char name[96];
    int n = 0;
    row_name(t, r, name, sizeof name);
    while (n < count && strcmp(names[n], name) != 0) n++;
    if (n < count) continue;
    for (int c = 0; c < t->choices; c++) {
      t->left_out = t->left_out || lines->count == MOST;
      if (lines->count < MOST) SM_TRY(add_line(t, c, name, SM_SERIES_LINE, lines));
    }
    if (count == MOST || name[0] == '\0') break; /* without names there is one series */
    memcpy(names[count++], name, sizeof name);
  }
  return SM_OK;
}

/* Adds measurements as dots: same time unit, first column with a matching name. */
static enum sm_status add_measured(const struct timed *t, const char *path,
                                   struct sm_plot_lines *lines) {
  struct timed measured = {.time = -1};
  enum sm_status status = SM_OK;
  double pure;
  SM_TRY(pure_of_row(t, 0, &pure));
  SM_TRY(sm_plot_table_open(t->table.ctx, path, &measured.table));
  SM_TRY_DONE(find_time(&measured));
  measured.unit = t->unit;
  measured.shown = t->shown;
  measured.key[0] = measured.key[1] = -1;
  if (measured.calendar != t->calendar)
    SM_TRY_DONE(sm_fail(t->table.ctx, SM_ERR_DATA,
                        "%s: error: its times are %s, those of %s are not", path,
                        measured.calendar ? "dates" : "seconds", t->table.path));
  for (size_t r = 0; r < measured.table.rows && t->calendar; r++)
    measured.when[r] += measured.start - t->start;
  for (int c = 0; c < t->choices && measured.choices == 0; c++) {
    const int column = sm_plot_table_find(&measured.table, t->table.name[t->chosen[c]]);
    if (column < 0) continue;
    measured.chosen[measured.choices++] = column;
    measured.change[0][0] = t->change[c][0] / pure;
    measured.change[0][1] = t->change[c][1];
  }
  if (measured.choices == 0)
    SM_TRY_DONE(sm_plot_table_absent(&measured.table, t->table.name[t->chosen[0]]));
  SM_TRY_DONE(add_line(&measured, 0, "measured", SM_SERIES_DOTS, lines));
done:
  sm_free(measured.when);
  sm_plot_table_close(&measured.table);
  return status;
}

/* Axis label: "u_1, v_1 (m/s)"; for more than four columns only their common unit. */
static void set_label(const struct timed *t, char *out, size_t size) {
  char unit[UNIT], other[UNIT];
  out[0] = '\0';
  unit_of_choice(t, 0, unit);
  for (int c = 0; c < t->choices; c++) {
    unit_of_choice(t, c, other);
    if (strcmp(other, unit) != 0) unit[0] = '\0';
    if (t->choices <= 4)
      sm_text_append(out, size, "%s%s", c > 0 ? ", " : "", t->table.name[t->chosen[c]]);
  }
  if (strcmp(out, "optical_depth") == 0) snprintf(out, size, "optical depth");
  if (t->shown != NULL) snprintf(unit, sizeof unit, "%s", t->shown);
  if (unit[0] != '\0') sm_text_append(out, size, out[0] != '\0' ? " (%s)" : "%s", unit);
}

/* Title for a table by the ending of its file name; NULL: any table. */
static const char *quantity_of(const char *path) {
  static const struct {
    const char *ending, *words;
  } tables[] = {{"_receptors.csv", "Mean concentration at receptors"},
                {"_lines_of_sight.csv", "Optical depth along lines of sight"},
                {"_forces.csv", "Forces on bodies over the density of air"},
                {"_probes.csv", "Flow at probes"}};
  for (size_t n = 0; n < sizeof tables / sizeof *tables; n++)
    if (sm_text_ends_with(path, tables[n].ending)) return tables[n].words;
  return NULL;
}

/* Title such as "Mean concentration at receptors: gate smoke (leak_receptors.csv)". */
static void set_title(const struct timed *t, char *out, size_t size) {
  const char *slash = strrchr(t->table.path, '/'), *words = quantity_of(t->table.path);
  const char *file = slash != NULL ? slash + 1 : t->table.path;
  if (words == NULL)
    snprintf(out, size, "%s", file);
  else if (t->choices == 1)
    snprintf(out, size, "%s: %.80s (%.120s)", words, t->table.name[t->chosen[0]], file);
  else
    snprintf(out, size, "%s (%.120s)", words, file);
}

static enum sm_status draw(struct timed *t, const struct sm_plot_options *o,
                           struct sm_plot_lines *lines, const char *picture) {
  char x_label[80], y_label[160], start[40], title[256];
  SM_TRY(find_time(t));
  SM_TRY(choose_columns(t, o->field));
  if (t->choices == 0) return sm_plot_table_absent(&t->table, sm_field_name(SM_FIELD_U));
  if (o->unit != NULL) SM_TRY(change_units(t, o->unit));
  SM_TRY(add_lines(t, lines));
  if (o->measured != NULL) SM_TRY(add_measured(t, o->measured, lines));
  sm_clock_format(t->start, start, sizeof start);
  snprintf(x_label, sizeof x_label, "time%s%s (%s)", t->calendar ? " after " : "",
           t->calendar ? start : "",
           t->unit > 80000  ? "days"
           : t->unit > 3000 ? "h"
                            : "s");
  set_label(t, y_label, sizeof y_label);
  set_title(t, title, sizeof title);
  const struct sm_chart chart = {.title = o->title != NULL ? o->title : title,
                                 .subtitle =
                                     t->left_out ? "not all lines are here; --field chooses" : "",
                                 .x_label = x_label,
                                 .y_label = y_label,
                                 .y = {o->low, o->high},
                                 .width = o->width,
                                 .height = o->image_height,
                                 .log_y = o->scale == SM_PLOT_SCALE_LOGARITHMIC};
  return sm_plot_lines_draw(t->table.ctx, lines, &chart, picture);
}

enum sm_status sm_plot_series(struct sm_context *ctx, const char *path,
                              const struct sm_plot_options *options, const char *picture) {
  struct timed t = {.time = -1};
  struct sm_plot_lines lines = {.count = 0};
  SM_TRY(sm_plot_table_open(ctx, path, &t.table));
  const enum sm_status status = draw(&t, options, &lines, picture);
  sm_plot_lines_free(&lines);
  sm_free(t.when);
  sm_plot_table_close(&t.table);
  return status;
}
