#include "output/hazard/hazard.h"

#include "base/file.h"
#include "base/list.h"
#include "base/text.h"
#include "simoom/csv.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char *const sm_embedded_hazard_levels[];

enum { SUBSTANCE, CAS, MOLAR_MASS, LEVEL, UNIT, SOURCE, NAMED, MOST_COLUMNS = 64 };
static const char *const names[NAMED] = {"substance", "cas",  "molar_mass",
                                         "level",     "unit", "source"};

/* Columns of a table: those with names, and those of averaging times, "10 min". */
struct columns {
  int named[NAMED];             /* -1: absent */
  double average[MOST_COLUMNS]; /* s; NAN: no averaging time */
  int count;
};

struct reading {
  struct sm_context *ctx;
  const char *path;
  struct sm_csv csv;
  struct columns columns;
};

static enum sm_status wrong(const struct reading *r, const char *why, const char *what) {
  return sm_fail(r->ctx, SM_ERR_DATA, "%s:%d: error: %s '%s'", r->path, r->csv.line, why, what);
}

/* Averaging time of a column: "instant", "load", "30 s", "10 min", "4 h"; NAN: none. */
static double averaging_time(const char *text) {
  char *end;
  if (strcmp(text, "instant") == 0 || strcmp(text, "load") == 0) return 0;
  const double number = strtod(text, &end);
  while (*end == ' ') end++;
  const double unit = strcmp(end, "s") == 0     ? 1
                      : strcmp(end, "min") == 0 ? 60
                      : strcmp(end, "h") == 0   ? 3600
                                                : (double)NAN;
  return end != text && number > 0 && isfinite(number * unit) ? number * unit : (double)NAN;
}

static enum sm_status read_header(struct reading *r) {
  struct columns *c = &r->columns;
  if (sm_csv_next(&r->csv, 1) != SM_CSV_LINE || r->csv.count > MOST_COLUMNS)
    return wrong(r, "no header of a table of hazard levels", "");
  c->count = r->csv.count;
  for (int n = 0; n < NAMED; n++) c->named[n] = -1;
  for (int f = 0; f < c->count; f++) {
    bool known = false;
    c->average[f] = averaging_time(r->csv.field[f]);
    for (int n = 0; n < NAMED && isnan(c->average[f]); n++)
      if (strcmp(r->csv.field[f], names[n]) == 0) {
        c->named[n] = f;
        known = true;
      }
    if (!known && isnan(c->average[f])) return wrong(r, "unknown column", r->csv.field[f]);
  }
  for (int n = 0; n < NAMED; n++)
    if (c->named[n] < 0) return wrong(r, "the header has no column", names[n]);
  return SM_OK;
}

static const char *field(const struct reading *r, int column) {
  const int at = r->columns.named[column];
  return at < r->csv.count ? r->csv.field[at] : "";
}

/* Exponent of "ppm^2 min" or "ppm min"; 0: a concentration in ppm or mg/m3; NAN: neither. */
static double exponent_of(const char *unit) {
  char *end;
  if (strcmp(unit, "ppm") == 0 || strcmp(unit, "mg/m3") == 0) return 0;
  if (strcmp(unit, "ppm min") == 0) return 1;
  if (strncmp(unit, "ppm^", 4) != 0) return (double)NAN;
  const double n = strtod(unit + 4, &end);
  return strcmp(end, " min") == 0 && n > 0 && isfinite(n) ? n : (double)NAN;
}

static enum sm_status append(struct reading *r, struct sm_hazard_table *table,
                             const struct sm_hazard_level *level) {
  SM_TRY(sm_list_grow(r->ctx, table->count, sizeof *table->level, "hazard levels", &table->level,
                      &table->capacity));
  table->level[table->count++] = *level;
  return SM_OK;
}

static enum sm_status read_line(struct reading *r, struct sm_hazard_table *table) {
  struct sm_hazard_level level = {.value = 0};
  char *end;
  snprintf(level.substance, sizeof level.substance, "%s", field(r, SUBSTANCE));
  snprintf(level.cas, sizeof level.cas, "%s", field(r, CAS));
  snprintf(level.name, sizeof level.name, "%s", field(r, LEVEL));
  snprintf(level.unit, sizeof level.unit, "%s", field(r, UNIT));
  snprintf(level.source, sizeof level.source, "%s", field(r, SOURCE));
  level.molar_mass = strtod(field(r, MOLAR_MASS), &end);
  if (*end != '\0' || !(level.molar_mass > 0) || !isfinite(level.molar_mass))
    return wrong(r, "a molar mass in g/mol is above 0, not", field(r, MOLAR_MASS));
  level.exponent = exponent_of(level.unit);
  if (isnan(level.exponent)) return wrong(r, "units are ppm, mg/m3 and ppm^N min, not", level.unit);
  if (level.name[0] == '\0' || level.substance[0] == '\0')
    return wrong(r, "substance and level have names, not", "");
  for (int f = 0; f < r->columns.count && f < r->csv.count; f++) {
    if (isnan(r->columns.average[f]) || r->csv.field[f][0] == '\0') continue;
    level.average = r->columns.average[f];
    level.value = strtod(r->csv.field[f], &end);
    if (*end != '\0' || !(level.value > 0) || !isfinite(level.value))
      return wrong(r, "a level is a number above 0, not", r->csv.field[f]);
    SM_TRY(append(r, table, &level));
  }
  return SM_OK;
}

enum sm_status sm_hazard_table_parse(struct sm_context *ctx, const char *path, char *text,
                                     size_t size, struct sm_hazard_table *table) {
  SM_SCOPED struct reading *r = NULL;
  enum sm_csv_result result = SM_CSV_LINE;
  SM_TRY(sm_alloc(ctx, 1, sizeof *r, "hazard levels", &r));
  r->ctx = ctx;
  r->path = path;
  sm_csv_begin(&r->csv, text, size);
  SM_TRY(read_header(r));
  while ((result = sm_csv_next(&r->csv, 0)) == SM_CSV_LINE) SM_TRY(read_line(r, table));
  if (result != SM_CSV_END) SM_TRY(wrong(r, sm_csv_problem(result), ""));
  return SM_OK;
}

static enum sm_status read_own(struct sm_context *ctx, struct sm_hazard_table *table) {
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  for (size_t n = 0; sm_embedded_hazard_levels[n] != NULL; n++)
    sm_text_add(&text, "%s\n", sm_embedded_hazard_levels[n]);
  return text.failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: hazard levels")
                     : sm_hazard_table_parse(ctx, "hazard_levels.csv", text.data, text.size, table);
}

enum sm_status sm_hazard_table_read(struct sm_context *ctx, const char *file,
                                    struct sm_hazard_table *out) {
  SM_SCOPED char *bytes = NULL;
  size_t size = 0;
  *out = (struct sm_hazard_table){0};
  SM_TRY(read_own(ctx, out));
  if (file == NULL) return SM_OK;
  SM_TRY(sm_file_read(ctx, file, &bytes, &size));
  return sm_hazard_table_parse(ctx, file, bytes, size, out);
}

void sm_hazard_table_free(struct sm_hazard_table *table) {
  free(table->level);
  *table = (struct sm_hazard_table){0};
}

static bool is_alike(const char *a, const char *b) {
  for (; *a != '\0' && *b != '\0'; a++, b++) {
    const int x = *a == '_' ? ' ' : tolower((unsigned char)*a);
    const int y = *b == '_' ? ' ' : tolower((unsigned char)*b);
    if (x != y) return false;
  }
  return *a == *b;
}

bool sm_hazard_is_of(const struct sm_hazard_level *level, const char *substance) {
  return is_alike(level->substance, substance) || strcmp(level->cas, substance) == 0;
}

bool sm_hazard_is_wanted(const struct sm_hazard_level *level,
                         const struct sm_hazard_options *options) {
  char label[64];
  for (size_t n = 0; n < options->levels; n++)
    if (is_alike(level->name, options->level[n]) ||
        is_alike(sm_hazard_label(level, label), options->level[n]))
      return true;
  return options->levels == 0;
}

const char *sm_hazard_label(const struct sm_hazard_level *level, char out[64]) {
  const double t = level->average, unit = t >= 7200 ? 3600 : t >= 60 ? 60 : 1;
  snprintf(out, 64, "%s", level->name);
  if (t > 0)
    snprintf(out, 64, "%s, %g %s", level->name, t / unit, unit > 60 ? "h" : unit > 1 ? "min" : "s");
  return out;
}
