/* Wind at points from CSV: the header names x, y, z, u, v and w, in any order and among other
 * columns, optionally with a unit in brackets: "x [m]", "Velocity[i] (m/s)". */
#include "simoom/csv.h"
#include "base/text.h"
#include "case/toml/units.h"
#include "input/points/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 6, NAMES = 6, WORD = 64 };

/* Column names of simoom, Fluent, STAR-CCM+, ParaView with OpenFOAM, and ParaView. */
static const char *const names[COLUMNS][NAMES] = {
    {"x", "x-coordinate", "Points:0", "Points_0"},
    {"y", "y-coordinate", "Points:1", "Points_1"},
    {"z", "z-coordinate", "Points:2", "Points_2"},
    {"u", "x-velocity", "Velocity[i]", "U:0", "U_0", "velocity:0"},
    {"v", "y-velocity", "Velocity[j]", "U:1", "U_1", "velocity:1"},
    {"w", "z-velocity", "Velocity[k]", "U:2", "U_2", "velocity:2"}};

struct table {
  struct sm_context *ctx;
  const char *name; /* file name */
  struct sm_csv csv;
  int at[COLUMNS];
  double factor[COLUMNS]; /* factors to m and m/s */
};

static enum sm_status wrong(const struct table *t, const char *what, const char *which) {
  return sm_fail(t->ctx, SM_ERR_DATA, "%s:%d: error: %s '%.60s'", t->name, t->csv.line, what,
                 which);
}

static int column_of(const char *name) {
  for (int c = 0; c < COLUMNS; c++)
    for (int n = 0; n < NAMES && names[c][n] != NULL; n++)
      if (sm_text_same_word(name, names[c][n])) return c;
  return -1;
}

void sm_column_split_unit(char *name, char *unit) {
  size_t end = strlen(name), begin;
  unit[0] = '\0';
  if (end == 0 || (name[end - 1] != ')' && name[end - 1] != ']')) return;
  const char open = name[end - 1] == ')' ? '(' : '[';
  for (begin = end - 1; begin > 0 && name[begin] != open;) begin--;
  if (name[begin] != open) return;
  memcpy(unit, name + begin + 1, end - begin - 2);
  unit[end - begin - 2] = '\0';
  while (begin > 0 && (name[begin - 1] == ' ' || name[begin - 1] == '_')) begin--;
  name[begin] = '\0';
}

static enum sm_status read_factor(const struct table *t, int column, const char *unit,
                                  double *out) {
  *out = 1;
  if (unit[0] == '\0') return SM_OK;
  if (sm_units_convert(t->ctx, 1, unit, column < 3 ? "m" : "m s-1", out) == SM_OK) return SM_OK;
  return wrong(t, column < 3 ? "no unit of length:" : "no unit of speed:", unit);
}

static enum sm_status read_header(struct table *t) {
  char name[WORD], unit[WORD];
  for (int c = 0; c < COLUMNS; c++) t->at[c] = -1;
  for (int f = 0; f < t->csv.count; f++) {
    if (strlen(t->csv.field[f]) >= WORD) continue;
    snprintf(name, sizeof name, "%s", t->csv.field[f]);
    unit[0] = '\0';
    if (column_of(name) < 0) sm_column_split_unit(name, unit);
    const int c = column_of(name);
    if (c < 0) continue;
    if (t->at[c] >= 0) return wrong(t, "more than one column is", names[c][0]);
    t->at[c] = f;
    SM_TRY(read_factor(t, c, unit, &t->factor[c]));
  }
  for (int c = 0; c < COLUMNS; c++)
    if (t->at[c] < 0)
      return sm_fail(t->ctx, SM_ERR_DATA,
                     "%s:%d: error: no column is called '%s'%s\nhelp: the first line names the "
                     "columns: x,y,z,u,v,w, each perhaps with its unit: x [m], u [m/s]",
                     t->name, t->csv.line, names[c][0], sm_csv_hint(&t->csv));
  return SM_OK;
}

static enum sm_status read_line(const struct table *t, double x[3], double u[3]) {
  for (int c = 0; c < COLUMNS; c++) {
    if (t->at[c] >= t->csv.count) return wrong(t, "the line has no field for", names[c][0]);
    const char *text = t->csv.field[t->at[c]];
    char *end = NULL;
    const double value = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !isfinite(value))
      return wrong(t, "no finite number:", text);
    if (c < 3)
      x[c] = t->factor[c] * value;
    else
      u[c - 3] = t->factor[c] * value;
  }
  return SM_OK;
}

enum sm_status sm_wind_points_csv(struct sm_context *ctx, const char *name, char *text, size_t size,
                                  struct sm_wind_points *out) {
  struct table t = {.ctx = ctx, .name = name};
  size_t room = 0;
  sm_csv_begin(&t.csv, text, size);
  enum sm_csv_result result = sm_csv_next(&t.csv, 1);
  if (result == SM_CSV_LINE) SM_TRY(read_header(&t));
  while (result == SM_CSV_LINE && (result = sm_csv_next(&t.csv, 0)) == SM_CSV_LINE) {
    if (out->count == room) SM_TRY(sm_wind_points_reserve(ctx, out, room = 2 * room + 1024));
    SM_TRY(read_line(&t, out->x[out->count], out->u[out->count]));
    out->count++;
  }
  if (result != SM_CSV_END)
    return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: %s", name, t.csv.line, sm_csv_problem(result));
  return SM_OK;
}
