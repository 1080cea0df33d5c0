/* measured.c - table of measurements: places, and speeds or wind components. */
#include "output/compare/internal.h"

#include "case/toml/units.h"
#include "input/points/points.h"
#include "output/chart/chart.h"
#include "simoom/fields.h"
#include <math.h>
#include <string.h>
#include <strings.h>

const char *sm_measure_name(enum sm_measure measure) {
  static const enum sm_field field[SM_MEASURES] = {[SM_MEASURE_WIND_SPEED] = SM_FIELD_WIND_SPEED,
                                                   [SM_MEASURE_U] = SM_FIELD_U,
                                                   [SM_MEASURE_V] = SM_FIELD_V,
                                                   [SM_MEASURE_W] = SM_FIELD_W};
  return measure == SM_MEASURE_SPEED ? "speed" : sm_field_name(field[measure]);
}

enum { X, Y, HEIGHT, LON, LAT, DIRECTION, REFERENCE, FIRST_MEASURE };
enum { NAME = FIRST_MEASURE + SM_MEASURES, RESULT_FILE, COLUMNS };

/* Names of the other columns, and the unit of their numbers; NULL: text. */
static const struct {
  const char *name[2], *unit;
} kinds[COLUMNS] = {[X] = {{"x", "easting"}, "m"},
                    [Y] = {{"y", "northing"}, "m"},
                    [HEIGHT] = {{"z", "height"}, "m"},
                    [LON] = {{"lon", "longitude"}, "degree"},
                    [LAT] = {{"lat", "latitude"}, "degree"},
                    [DIRECTION] = {{"direction", "from"}, "degree"},
                    [REFERENCE] = {{"reference", "reference_speed"}, "m s-1"},
                    [NAME] = {{"name", "station"}, NULL},
                    [RESULT_FILE] = {{"file", "result"}, NULL}};

struct reader {
  struct sm_plot_table table;
  int column[COLUMNS]; /* -1: absent */
  double factor[COLUMNS];
  int ratios, speeds; /* number of measured columns that are ratios, and in m/s */
};

static bool is_measure(int kind) { return kind >= FIRST_MEASURE && kind < NAME; }

/* The first name of a column, or the second. */
static const char *name_of(int kind, int n) {
  return is_measure(kind) ? sm_measure_name((enum sm_measure)(kind - FIRST_MEASURE))
                          : kinds[kind].name[n];
}

static const char *unit_of(int kind) { return is_measure(kind) ? "m s-1" : kinds[kind].unit; }

static int kind_of(const char *name) {
  for (int k = 0; k < COLUMNS; k++)
    if (strcasecmp(name, name_of(k, 0)) == 0 || strcasecmp(name, name_of(k, 1)) == 0) return k;
  return -1;
}

static enum sm_status read_unit(struct reader *r, int kind, const char *unit) {
  const struct sm_plot_table *t = &r->table;
  r->factor[kind] = 1;
  if (is_measure(kind)) {
    const bool is_ratio = strcmp(unit, "1") == 0;
    r->ratios += is_ratio;
    r->speeds += !is_ratio;
    if (is_ratio) return SM_OK;
  }
  if (unit[0] == '\0' || unit_of(kind) == NULL ||
      sm_units_convert(t->ctx, 1, unit, unit_of(kind), &r->factor[kind]) == SM_OK)
    return SM_OK;
  return sm_fail(t->ctx, SM_ERR_DATA, "%s: error: '%s' is not a unit of %s\nhelp: it is in %s%s",
                 t->path, unit, name_of(kind, 0), unit_of(kind),
                 is_measure(kind) ? ", or a ratio to the reference speed: [1]" : "");
}

static enum sm_status read_header(struct reader *r) {
  struct sm_plot_table *t = &r->table;
  char unit[SM_CSV_FIELDS];
  for (int k = 0; k < COLUMNS; k++) r->column[k] = -1;
  for (int f = 0; f < t->columns; f++) {
    if (strlen(t->name[f]) >= sizeof unit) continue;
    sm_column_split_unit(t->name[f], unit);
    const int k = kind_of(t->name[f]);
    if (k < 0) continue;
    if (r->column[k] >= 0)
      return sm_fail(t->ctx, SM_ERR_DATA, "%s: error: more than one column is %s", t->path,
                     name_of(k, 0));
    r->column[k] = f;
    SM_TRY(read_unit(r, k, unit));
  }
  if (r->ratios > 0 && r->speeds > 0)
    return sm_fail(t->ctx, SM_ERR_DATA,
                   "%s: error: some measured columns are ratios, others have a unit of speed",
                   t->path);
  return SM_OK;
}

static enum sm_status check_header(const struct reader *r, bool on_earth) {
  const struct sm_plot_table *t = &r->table;
  if (r->column[on_earth ? LON : X] >= 0 && r->column[on_earth ? LAT : Y] >= 0 &&
      r->column[HEIGHT] >= 0 && r->ratios + r->speeds > 0)
    return SM_OK;
  return sm_fail(t->ctx, SM_ERR_DATA,
                 "%s: error: its first line must name the columns\n"
                 "help: x,y,z or lon,lat,z (z: m above the ground), and speed, wind_speed, u, v or "
                 "w, each perhaps with its unit: speed [m/s]",
                 t->path);
}

/* Number in a column times its unit; NAN for an empty field or an absent column. */
static enum sm_status read_number(const struct reader *r, size_t row, int kind, double *out) {
  *out = NAN;
  if (r->column[kind] < 0) return SM_OK;
  SM_TRY(sm_plot_table_number(&r->table, row, r->column[kind], out));
  *out *= r->factor[kind];
  return SM_OK;
}

static const char *read_name(const struct reader *r, size_t row, int kind) {
  if (r->column[kind] < 0) return NULL;
  return r->table.field[row * (size_t)r->table.columns + (size_t)r->column[kind]];
}

static enum sm_status read_row(const struct reader *r, size_t row, struct sm_measured *out) {
  const int place[3] = {out->on_earth ? LON : X, out->on_earth ? LAT : Y, HEIGHT};
  struct sm_measured_row *to = &out->row[row];
  to->line = r->table.line[row];
  to->name = read_name(r, row, NAME);
  to->file = read_name(r, row, RESULT_FILE);
  for (int d = 0; d < 3; d++) {
    SM_TRY(read_number(r, row, place[d], &to->place[d]));
    if (!isfinite(to->place[d]))
      return sm_fail(r->table.ctx, SM_ERR_DATA, "%s:%d: error: the place has no finite %s",
                     out->path, to->line, name_of(place[d], 0));
  }
  SM_TRY(read_number(r, row, DIRECTION, &to->direction));
  SM_TRY(read_number(r, row, REFERENCE, &to->reference));
  for (int m = 0; m < SM_MEASURES; m++) {
    SM_TRY(read_number(r, row, FIRST_MEASURE + m, &to->value[m]));
    if (!out->has[m] || isfinite(to->value[m])) continue;
    to->value[m] = NAN;
    if (out->missing++ == 0) out->missing_line = to->line;
  }
  return SM_OK;
}

static enum sm_status read_rows(struct reader *r, struct sm_measured *out) {
  for (int m = 0; m < SM_MEASURES; m++) out->has[m] = r->column[FIRST_MEASURE + m] >= 0;
  out->is_ratio = r->ratios > 0;
  out->on_earth = r->column[X] < 0 && r->column[LON] >= 0;
  SM_TRY(check_header(r, out->on_earth));
  SM_TRY(sm_alloc(r->table.ctx, r->table.rows, sizeof *out->row, "measurements", &out->row));
  for (; out->count < r->table.rows; out->count++) SM_TRY(read_row(r, out->count, out));
  return SM_OK;
}

enum sm_status sm_measured_read(struct sm_context *ctx, const char *path, struct sm_measured *out) {
  struct reader r = {.ratios = 0};
  *out = (struct sm_measured){.path = path};
  SM_TRY(sm_plot_table_open(ctx, path, &r.table));
  enum sm_status status = read_header(&r);
  if (status == SM_OK) status = read_rows(&r, out);
  out->text = r.table.text; /* names are in it */
  r.table.text = NULL;
  sm_plot_table_close(&r.table);
  return status;
}

void sm_measured_free(struct sm_measured *table) {
  sm_free(table->row);
  sm_free(table->text);
}
