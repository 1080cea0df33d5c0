#include "output/chart/chart.h"

#include "base/file.h"
#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum sm_status no_table(const struct sm_plot_table *t, int line, const char *why) {
  return sm_fail(
      t->ctx, SM_ERR_DATA,
      "%s:%d: error: %s\n"
      "help: expected a line of column names separated by commas, then lines of numbers; a "
      "NetCDF file is read by its name, not from a pipe",
      t->path, line, why);
}

static enum sm_status add_row(struct sm_plot_table *t, const struct sm_csv *csv) {
  if (csv->count != t->columns)
    return no_table(t, csv->line, "the line has not as many fields as the first one");
  if (t->rows == t->room) {
    t->room = 2 * t->room + 256;
    const size_t fields = t->room * (size_t)t->columns;
    char **field = realloc(t->field, fields * sizeof *field);
    if (field != NULL) t->field = field;
    int *line = realloc(t->line, t->room * sizeof *line);
    if (line != NULL) t->line = line;
    if (field == NULL || line == NULL)
      return sm_fail(t->ctx, SM_ERR_MEMORY, "out of memory: %s", t->path);
  }
  memcpy(t->field + t->rows * (size_t)t->columns, csv->field,
         (size_t)t->columns * sizeof *csv->field);
  t->line[t->rows++] = csv->line;
  return SM_OK;
}

static enum sm_status read(struct sm_plot_table *t) {
  struct sm_csv csv;
  size_t size = 0;
  if (sm_file_read(t->ctx, t->path, &t->text, &size) != SM_OK)
    return sm_fail(t->ctx, SM_ERR_DATA, "%s: error: cannot be read", t->path);
  sm_csv_begin(&csv, t->text, size);
  for (int first = 1;; first = 0) {
    const enum sm_csv_result result = sm_csv_next(&csv, first);
    if (result == SM_CSV_END)
      return t->rows > 0 ? SM_OK : no_table(t, csv.line, "the table has no rows");
    if (result != SM_CSV_LINE)
      return no_table(t, csv.line > 0 ? csv.line : 1, sm_csv_problem(result));
    if (first == 0) SM_TRY(add_row(t, &csv));
    if (first == 0) continue;
    t->columns = csv.count;
    memcpy(t->name, csv.field, sizeof t->name);
  }
}

enum sm_status sm_plot_table_open(struct sm_context *ctx, const char *path,
                                  struct sm_plot_table *out) {
  *out = (struct sm_plot_table){.ctx = ctx, .path = path};
  const enum sm_status status = read(out);
  if (status != SM_OK) sm_plot_table_close(out);
  return status;
}

void sm_plot_table_close(struct sm_plot_table *table) {
  sm_free(table->text);
  free(table->field);
  free(table->line);
  *table = (struct sm_plot_table){.rows = 0};
}

int sm_plot_table_find(const struct sm_plot_table *table, const char *name) {
  for (int c = 0; c < table->columns; c++)
    if (strcmp(table->name[c], name) == 0) return c;
  return -1;
}

enum sm_status sm_plot_table_absent(const struct sm_plot_table *table, const char *wanted) {
  char have[600] = "";
  for (int c = 0; c < table->columns; c++)
    sm_text_append(have, sizeof have, "%s%s", c > 0 ? ", " : "", table->name[c]);
  return sm_fail(table->ctx, SM_ERR_USAGE, "%s: error: no column '%s'\nhelp: there are %s",
                 table->path, wanted, have);
}

enum sm_status sm_plot_table_number(const struct sm_plot_table *table, size_t row, int column,
                                    double *out) {
  const char *field = table->field[row * (size_t)table->columns + (size_t)column];
  char *end = NULL;
  *out = NAN;
  if (field[0] == '\0') return SM_OK;
  *out = strtod(field, &end);
  if (*end == '\0') return SM_OK;
  return sm_fail(table->ctx, SM_ERR_DATA, "%s:%d: error: '%.60s' of '%s' is not a number",
                 table->path, table->line[row], field, table->name[column]);
}
