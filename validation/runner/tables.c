/* tables.c - measurements of an entry: tables in its folder, and JSON lists and comma-separated
 * fields in the folder of data. */
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include "expression.h"
#include "measure.h"
#include "table.h"
#include "trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets the name of a column: "table.column". */
static bool set_column(struct cli_work *work, const char *table, const char *column, size_t length,
                       const double *number, size_t count) {
  char name[64];
  struct cli_value value;
  if (strlen(table) + 1 + length >= sizeof name)
    return cli_scope_fail(work->scope, "%s.%.*s: too long a name", table, (int)length, column);
  snprintf(name, sizeof name, "%s.%.*s", table, (int)length, column);
  return cli_scope_list(work->scope, number, count, &value) &&
         cli_scope_set(work->scope, name, &value);
}

/* Sets the columns of a table, named as in `columns`, separated by commas. */
static bool set_columns(struct cli_work *work, const char *table, const char *columns,
                        const struct cli_table *read) {
  static double number[CLI_PAIRS];
  for (int c = 0; *columns != '\0'; c++) {
    const size_t length = strcspn(columns, ",");
    for (size_t r = 0; r < read->rows; r++) number[r] = read->cell[r][c];
    if (!set_column(work, table, columns, length, number, read->rows)) return false;
    columns += length + (columns[length] == ',');
  }
  return true;
}

static bool check_count(struct cli_work *work, const struct sm_toml_node *table, const char *path,
                        size_t count) {
  if (count > CLI_PAIRS)
    return cli_scope_fail(work->scope, "%s: %zu points, more than %d", path, count, CLI_PAIRS);
  const struct sm_toml_node *points = sm_toml_get(table, "points");
  if (points == NULL || points->integer == (int64_t)count) return true;
  return cli_work_note(work, cli_trial_fail(work->trial, "%s: %zu points, not %d", path, count,
                                            (int)points->integer));
}

/* Reads a table from the folder of the entry. */
static bool read_own(struct cli_work *work, const struct sm_toml_node *table, const char *name) {
  static struct cli_table read;
  char path[4200];
  const struct cli_trial *trial = work->trial;
  const char *columns = cli_node_text(table, "columns");
  snprintf(path, sizeof path, "%s/../validation/%s/%s", trial->bench->cases, trial->entry->row.name,
           cli_node_text(table, "file"));
  return cli_work_note(work, cli_table_read(path, columns, &read, work->trial->reason)) &&
         check_count(work, table, path, read.rows) && set_columns(work, name, columns, &read);
}

/* Column being read from a file. */
struct column {
  double number[CLI_PAIRS];
  size_t count; /* numbers in the file; at most CLI_PAIRS are kept */
};

/* Adds the numbers of all items of a list. */
static void add_items(const struct sm_fact *facts, const char *list, const char *key,
                      struct column *out) {
  const struct sm_fact *item;
  for (size_t i = 0; (item = sm_fact_item(sm_fact_at(facts, list), i)) != NULL; i++, out->count++)
    if (out->count < CLI_PAIRS) out->number[out->count] = sm_fact_number(item, key);
}

/* Reads the numbers of all items of a list, "points", or of nested lists, "planes.points". */
static void read_list(const struct sm_fact *facts, const char *list, const char *key,
                      struct column *out) {
  char outer[64];
  const char *dot = strchr(list, '.');
  const struct sm_fact *item;
  out->count = 0;
  if (dot == NULL) {
    add_items(facts, list, key, out);
    return;
  }
  snprintf(outer, sizeof outer, "%.*s", (int)(dot - list), list);
  for (size_t i = 0; (item = sm_fact_item(sm_fact_at(facts, outer), i)) != NULL; i++)
    add_items(item, dot + 1, key, out);
}

/* Reads a list from a JSON file in the folder of data. */
static bool read_data(struct cli_work *work, const struct sm_toml_node *table, const char *name) {
  static struct column read;
  const char *file = cli_node_text(table, "data"), *list = cli_node_text(table, "list");
  char *text = cli_trial_data(work->trial, file);
  if (text == NULL) return cli_work_note(work, CLI_SKIPPED);
  const char *reason;
  struct sm_facts facts;
  bool good = sm_facts_read(&facts, text, &reason);
  if (!good) cli_work_note(work, cli_trial_fail(work->trial, "%s: no JSON: %s", file, reason));
  const struct sm_toml_node *column = cli_node_first(table, "columns");
  for (; column != NULL && good; column = column->next) {
    read_list(facts.root, list, column->text, &read);
    good = check_count(work, table, file, read.count) &&
           set_column(work, name, column->text, strlen(column->text), read.number, read.count);
  }
  sm_facts_free(&facts);
  free(text);
  return good;
}

/* Field `column` of a comma-separated line; NAN: not a number. */
static double read_field(const char *line, int column) {
  for (int c = 0; c < column; c++) {
    line += strcspn(line, ",\r\n");
    if (*line != ',') return CLI_NONE;
    line++;
  }
  char *end;
  const double value = strtod(line, &end);
  return end != line ? value : CLI_NONE;
}

/* Reads fields of the lines in which all of them are numbers; returns the number of lines, of which
 * at most CLI_PAIRS are kept. */
static size_t read_fields(const char *text, const struct sm_toml_node *fields,
                          double (*out)[CLI_PAIRS]) {
  size_t count = 0;
  for (const char *line = text; *line != '\0'; line += *line != '\0') {
    bool good = true;
    int f = 0;
    for (const struct sm_toml_node *field = fields; field != NULL && good; field = field->next) {
      const double value = read_field(line, (int)field->integer);
      if (count < CLI_PAIRS) out[f++][count] = value;
      good = !isnan(value);
    }
    count += good;
    line += strcspn(line, "\n");
  }
  return count;
}

/* Reads fields of a comma-separated table in the folder of data. */
static bool read_lines(struct cli_work *work, const struct sm_toml_node *table, const char *name) {
  static double number[CLI_COLUMNS][CLI_PAIRS];
  const char *file = cli_node_text(table, "data");
  const struct sm_toml_node *field = cli_node_first(table, "fields");
  char *text = cli_trial_data(work->trial, file);
  if (text == NULL) return cli_work_note(work, CLI_SKIPPED);
  const size_t count = read_fields(text, field, number);
  free(text);
  if (!check_count(work, table, file, count)) return false;
  for (int f = 0; field != NULL; field = field->next, f++)
    if (!set_column(work, name, field->key, strlen(field->key), number[f], count)) return false;
  return true;
}

bool cli_work_tables(struct cli_work *work) {
  const struct sm_toml_node *table = cli_node_first(work->trial->entry->text, "tables");
  for (; table != NULL; table = table->next) {
    work->at = table;
    if (!(cli_node_text(table, "file") != NULL   ? read_own
          : cli_node_text(table, "list") != NULL ? read_data
                                                 : read_lines)(work, table, table->key))
      return false;
  }
  return true;
}
