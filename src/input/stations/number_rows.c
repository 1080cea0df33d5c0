#include "input/stations/stations.h"

#include "base/file.h"
#include "base/list.h"
#include "base/text.h"
#include "input/stations/internal.h"
#include "simoom/csv.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file being read. */
struct reader {
  struct sm_problems problems;
  struct sm_csv csv;
  const struct sm_number_column *column;
  int count;
  int fields;            /* number of fields per line */
  int at[SM_CSV_FIELDS]; /* field index of each column */
  double *number;        /* [rows][count] */
  size_t rows, capacity;
};

/* True when a field is a single number. */
static bool is_number(const char *text, double *out) {
  char *end = NULL;
  if (*text == '\0' || strspn(text, "0123456789+-.eE") != strlen(text)) return false;
  *out = strtod(text, &end);
  return *end == '\0' && isfinite(*out);
}

static bool is_name_of(const struct sm_number_column *column, const char *text) {
  for (int n = 0; n < SM_NUMBER_COLUMN_NAMES && column->name[n] != NULL; n++)
    if (sm_text_same_word(column->name[n], text)) return true;
  return false;
}

/* Finds the columns by the names in the first line. */
static void read_header(struct reader *r) {
  for (int c = 0; c < r->count; c++) {
    int found = 0;
    for (int f = 0; f < r->csv.count; f++)
      if (is_name_of(&r->column[c], r->csv.field[f])) {
        r->at[c] = f;
        found++;
      }
    if (found == 0)
      sm_problems_add(&r->problems, r->csv.line, "no column is called '%s'", r->column[c].name[0]);
    else if (found > 1)
      sm_problems_add(&r->problems, r->csv.line, "more than one column is '%s'",
                      r->column[c].name[0]);
  }
}

/* Reports a first line with neither the names nor the number of the columns. */
static void refuse_width(struct reader *r) {
  char names[200] = "";
  for (int c = 0; c < r->count; c++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", c > 0 ? "," : "",
             r->column[c].name[0]);
  sm_problems_add(
      &r->problems, r->csv.line,
      "expected %d columns with commas between them, or a first line that names them: %s%s",
      r->count, names, sm_csv_hint(&r->csv));
}

/* Parses the first line; true for a header, false for a line of numbers. */
static bool begins_with_names(struct reader *r) {
  double number;
  bool names = false;
  r->fields = r->csv.count;
  for (int f = 0; f < r->csv.count; f++) {
    const char *text = r->csv.field[f];
    for (int c = 0; c < r->count; c++)
      names = names || (!is_number(text, &number) && is_name_of(&r->column[c], text));
  }
  for (int c = 0; c < r->count; c++) r->at[c] = c;
  if (names)
    read_header(r);
  else if (r->fields != r->count)
    refuse_width(r);
  return names;
}

static enum sm_status read_line(struct reader *r) {
  SM_TRY(sm_list_grow(r->problems.ctx, r->rows, (size_t)r->count * sizeof *r->number,
                      "rows of numbers", &r->number, &r->capacity));
  double *to = r->number + r->rows * (size_t)r->count;
  bool all = true;
  if (r->csv.count != r->fields) {
    sm_problems_add(&r->problems, r->csv.line, "%d fields, but the first line has %d", r->csv.count,
                    r->fields);
    return SM_OK;
  }
  for (int c = 0; c < r->count; c++) {
    const struct sm_number_column *column = &r->column[c];
    const char *text = r->csv.field[r->at[c]];
    const bool read = is_number(text, &to[c]);
    const bool good = read && to[c] >= column->low && to[c] <= column->high;
    all = all && good;
    if (!read)
      sm_problems_add(&r->problems, r->csv.line, "'%s': '%.40s' is not a number", column->name[0],
                      text);
    else if (!good && isfinite(column->high) && column->low < 0)
      sm_problems_add(&r->problems, r->csv.line, "'%s': %g is not between %g and %g",
                      column->name[0], to[c], column->low, column->high);
    else if (!good)
      sm_problems_add(&r->problems, r->csv.line, "'%s': %g is %s than %g", column->name[0], to[c],
                      to[c] < column->low ? "less" : "more",
                      to[c] < column->low ? column->low : column->high);
  }
  if (all && r->rows > 0 && !(to[0] > to[-r->count])) {
    sm_problems_add(&r->problems, r->csv.line, "'%s' must increase from line to line",
                    r->column[0].name[0]);
    all = false;
  }
  r->rows += all ? 1 : 0;
  return SM_OK;
}

static enum sm_status read_lines(struct reader *r) {
  enum sm_csv_result result = sm_csv_next(&r->csv, 1);
  if (result == SM_CSV_LINE && begins_with_names(r)) result = sm_csv_next(&r->csv, 0);
  if (r->problems.count > 0) return SM_OK; /* unknown columns */
  for (; result == SM_CSV_LINE && !sm_problems_full(&r->problems); result = sm_csv_next(&r->csv, 0))
    SM_TRY(read_line(r));
  if (result != SM_CSV_LINE && result != SM_CSV_END)
    sm_problems_add(&r->problems, r->csv.line, "%s", sm_csv_problem(result));
  else if (r->problems.count == 0 && r->rows < 2)
    sm_problems_add(&r->problems, 0, "needs two rows of numbers or more, has %zu", r->rows);
  return SM_OK;
}

enum sm_status sm_number_rows_parse(struct sm_context *ctx, const char *name, const char *text,
                                    size_t size, const struct sm_number_column *column, int count,
                                    double **out, size_t *rows) {
  struct reader r = {.problems = {ctx, name, 0}, .column = column, .count = count};
  char *copy = NULL;
  *out = NULL;
  *rows = 0;
  SM_TRY(sm_alloc(ctx, size + 1, 1, "a file of rows", &copy));
  if (size > 0) memcpy(copy, text, size);
  sm_csv_begin(&r.csv, copy, size);
  enum sm_status status = read_lines(&r);
  sm_free(copy);
  if (status == SM_OK && r.problems.count > 0) status = SM_ERR_DATA;
  if (status != SM_OK) {
    sm_free(r.number);
    return status;
  }
  *out = r.number;
  *rows = r.rows;
  return SM_OK;
}

enum sm_status sm_number_rows_read(struct sm_context *ctx, const char *path,
                                   const struct sm_number_column *column, int count, double **out,
                                   size_t *rows) {
  SM_SCOPED char *text = NULL;
  size_t size = 0;
  *out = NULL;
  *rows = 0;
  const enum sm_status read = sm_file_read(ctx, path, &text, &size);
  if (read != SM_OK) return read == SM_ERR_IO ? SM_ERR_DATA : read; /* the input file is at fault */
  return sm_number_rows_parse(ctx, path, text, size, column, count, out, rows);
}
