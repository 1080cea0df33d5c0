#include "domain/sources/terms/terms.h"

#include "base/list.h"
#include "base/text.h"
#include "chem/read/elements.h"
#include "simoom/csv.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char *const sm_embedded_substances[];

static const double gas_constant = 8.314462618; /* J/(mol K) */

/* Columns with numbers: offset in the struct, and units of the table in SI units. */
enum { TEXTS = 3, NUMBERS = 13, COLUMNS = TEXTS + NUMBERS + 1 };
static const struct {
  const char *name;
  size_t at;
  double unit;
} number[NUMBERS] = {
    {"molar_mass", offsetof(struct sm_substance, molar_mass), 1e-3},
    {"boiling_point", offsetof(struct sm_substance, boiling_point), 1},
    {"critical_temperature", offsetof(struct sm_substance, critical_temperature), 1},
    {"critical_pressure", offsetof(struct sm_substance, critical_pressure), 1e5},
    {"antoine_a", offsetof(struct sm_substance, antoine[0]), 1},
    {"antoine_b", offsetof(struct sm_substance, antoine[1]), 1},
    {"antoine_c", offsetof(struct sm_substance, antoine[2]), 1},
    {"antoine_from", offsetof(struct sm_substance, antoine_range[0]), 1},
    {"antoine_to", offsetof(struct sm_substance, antoine_range[1]), 1},
    {"heat_of_vaporisation", offsetof(struct sm_substance, vaporisation_heat), 1e3},
    {"liquid_heat_capacity", offsetof(struct sm_substance, liquid_heat_capacity), 1e3},
    {"vapour_heat_capacity", offsetof(struct sm_substance, vapour_heat_capacity), 1e3},
    {"liquid_density", offsetof(struct sm_substance, liquid_density), 1},
};

static enum sm_status wrong(struct sm_context *ctx, const struct sm_csv *csv, const char *what) {
  return sm_fail(ctx, SM_ERR_DATA, "substances.csv:%d: error: '%s'", csv->line, what);
}

static enum sm_status check_header(struct sm_context *ctx, struct sm_csv *csv) {
  if (sm_csv_next(csv, 1) != SM_CSV_LINE || csv->count != COLUMNS)
    return wrong(ctx, csv, "the header has other columns");
  for (int n = 0; n < NUMBERS; n++)
    if (strcmp(csv->field[TEXTS + n], number[n].name) != 0)
      return wrong(ctx, csv, csv->field[TEXTS + n]);
  return SM_OK;
}

static enum sm_status read_line(struct sm_context *ctx, const struct sm_csv *csv,
                                struct sm_substance *s) {
  if (csv->count != COLUMNS) return wrong(ctx, csv, csv->field[0]);
  snprintf(s->name, sizeof s->name, "%s", csv->field[0]);
  snprintf(s->other_names, sizeof s->other_names, "%s", csv->field[1]);
  snprintf(s->cas, sizeof s->cas, "%s", csv->field[2]);
  snprintf(s->source, sizeof s->source, "%s", csv->field[COLUMNS - 1]);
  for (int n = 0; n < NUMBERS; n++) {
    const char *field = csv->field[TEXTS + n];
    char *end;
    const double value = strtod(field, &end);
    if (*end != '\0' || !isfinite(value)) return wrong(ctx, csv, field);
    // cppcheck-suppress invalidPointerCast ; what lies there is a double, by offsetof
    *(double *)((char *)s + number[n].at) = field[0] == '\0' ? (double)NAN : value * number[n].unit;
  }
  return s->molar_mass > 0 ? SM_OK : wrong(ctx, csv, "no molar mass");
}

static enum sm_status read_lines(struct sm_context *ctx, struct sm_csv *csv,
                                 struct sm_substance_table *table) {
  enum sm_csv_result result;
  SM_TRY(check_header(ctx, csv));
  while ((result = sm_csv_next(csv, 0)) == SM_CSV_LINE) {
    SM_TRY(sm_list_grow(ctx, table->count, sizeof *table->item, "substances", &table->item,
                        &table->capacity));
    SM_TRY(read_line(ctx, csv, &table->item[table->count]));
    table->count++;
  }
  return result == SM_CSV_END ? SM_OK : wrong(ctx, csv, sm_csv_problem(result));
}

enum sm_status sm_substance_table_read(struct sm_context *ctx, struct sm_substance_table *out) {
  struct sm_text text = {0};
  struct sm_csv *csv = NULL;
  *out = (struct sm_substance_table){0};
  for (size_t n = 0; sm_embedded_substances[n] != NULL; n++)
    sm_text_add(&text, "%s\n", sm_embedded_substances[n]);
  enum sm_status status = text.failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: substances")
                                      : sm_alloc(ctx, 1, sizeof *csv, "substances", &csv);
  if (status == SM_OK) {
    sm_csv_begin(csv, text.data, text.size);
    status = read_lines(ctx, csv, out);
  }
  sm_free(csv);
  sm_text_free(&text);
  if (status != SM_OK) sm_substance_table_free(out);
  return status;
}

void sm_substance_table_free(struct sm_substance_table *table) {
  free(table->item);
  *table = (struct sm_substance_table){0};
}

/* Compares a part of a text with a name, without regard to case. */
static bool is_alike(const char *text, size_t length, const char *name) {
  if (strlen(name) != length) return false;
  for (size_t i = 0; i < length; i++)
    if (tolower((unsigned char)text[i]) != tolower((unsigned char)name[i])) return false;
  return true;
}

/* Whether one of the other names, "LNG; natural gas", is this one. */
static bool has_name(const struct sm_substance *s, const char *name) {
  for (const char *at = s->other_names; *at != '\0';) {
    const size_t length = strcspn(at, ";");
    if (is_alike(at, length, name)) return true;
    at += length;
    at += strspn(at, "; ");
  }
  return is_alike(s->name, strlen(s->name), name) || strcmp(s->cas, name) == 0;
}

const struct sm_substance *sm_substance_find(const struct sm_substance_table *table,
                                             const char *name) {
  for (size_t n = 0; n < table->count; n++)
    if (has_name(&table->item[n], name)) return &table->item[n];
  return NULL;
}

double sm_substance_vapour_pressure(const struct sm_substance *s, double temperature) {
  return 1e5 * pow(10, s->antoine[0] - s->antoine[1] / (temperature + s->antoine[2]));
}

double sm_substance_vapour_density(const struct sm_substance *s, double temperature,
                                   double pressure) {
  return pressure * s->molar_mass / (gas_constant * temperature);
}

enum sm_status sm_substance_gas_density(struct sm_context *ctx, const char *name, double *out) {
  struct sm_substance gas = {.molar_mass = 1e-3 * sm_molar_mass(name)};
  struct sm_substance_table table;
  SM_TRY(sm_substance_table_read(ctx, &table));
  const struct sm_substance *known = sm_substance_find(&table, name);
  *out = sm_substance_vapour_density(known != NULL ? known : &gas, 293.15, 101325);
  sm_substance_table_free(&table);
  return SM_OK;
}

double sm_substance_heat_capacity_ratio(const struct sm_substance *s) {
  return s->vapour_heat_capacity / (s->vapour_heat_capacity - gas_constant / s->molar_mass);
}
