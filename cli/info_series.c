/* info_series.c - `simoom info` of a time series (CSV): means with their standard errors, gust
 * speed. */
#include "info_series.h"

#include "cli/text/series.h"
#include "lab/facts.h"
#include "simoom/output.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gust_time = 3; /* s, averaging time of the gust speed (WMO) */
static const double few = 10;      /* samples: the standard error is itself known to a quarter */

/* Rows of a series from a time on. */
struct rows {
  struct cli_series table;
  size_t first, count;
  double *time, *value; /* [count] */
  double least;         /* effective samples of any column that varies */
  const struct sm_display_units *units;
};

static void free_rows(struct rows *rows) {
  cli_series_free(&rows->table);
  free(rows->time);
  free(rows->value);
}

static double at(const struct rows *rows, size_t n, int column) {
  return rows->table.value[(rows->first + n) * rows->table.columns + (size_t)column];
}

static bool take_rows(const char *path, double from, struct rows *out, char *reason, size_t size) {
  if (!cli_series_read(path, &out->table, reason, size)) return false;
  const struct cli_series *table = &out->table;
  if (strcmp(table->head, "time") != 0) {
    snprintf(reason, size, "%s: the first column is '%s', not 'time'", path, table->head);
    return false;
  }
  while (out->first < table->rows && table->value[out->first * table->columns] < from) out->first++;
  out->count = table->rows - out->first;
  out->time = malloc((out->count + 1) * sizeof *out->time);
  out->value = malloc((out->count + 1) * sizeof *out->value);
  for (size_t n = 0; out->time != NULL && n < out->count; n++) out->time[n] = at(out, n, 0);
  if (out->time != NULL && out->value != NULL) return true;
  snprintf(reason, size, "%s: out of memory", path);
  return false;
}

/* Facts of the values of the rows, in a group that is open. */
static enum sm_status describe(struct sm_context *ctx, struct rows *rows, const char *unit,
                               bool with_gust, struct sm_facts *out) {
  const struct sm_display shown = sm_display_find(ctx, rows->units, unit);
  struct sm_series_statistics s;
  for (size_t n = 0; n < rows->count; n++)
    rows->value[n] = rows->value[n] * shown.factor + shown.offset;
  const enum sm_status status =
      sm_series_statistics(ctx, rows->count, rows->time, rows->value, gust_time, &s);
  if (status != SM_OK) return status;
  if (s.deviation > 0) rows->least = fmin(rows->least, s.effective_samples);
  sm_facts_line(out, "unit", "%s", shown.unit[0] != '\0' ? shown.unit : "-");
  sm_facts_number(out, "mean", s.mean);
  sm_facts_number(out, "standard_error", s.standard_error);
  sm_facts_number(out, "first_half", s.half[0]);
  sm_facts_number(out, "second_half", s.half[1]);
  sm_facts_number(out, "effective_samples", s.effective_samples);
  sm_facts_number(out, "integral_time", s.integral_time);
  sm_facts_number(out, "deviation", s.deviation);
  sm_facts_number(out, "skewness", s.skewness);
  if (!with_gust) return SM_OK;
  sm_facts_number(out, "turbulence_intensity", s.mean > 0 ? s.deviation / s.mean : (double)NAN);
  sm_facts_number(out, "gust", s.gust);
  sm_facts_number(out, "gust_factor", s.mean > 0 ? s.gust / s.mean : (double)NAN);
  return SM_OK;
}

/* Horizontal wind speed at each probe, of the columns u_N and v_N. */
static enum sm_status describe_probes(struct sm_context *ctx, struct rows *rows,
                                      struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"number", "probe", NULL, 5},
                                                  {"mean", "speed", "%.4g", 9},
                                                  {"unit", "unit", NULL, -5},
                                                  {"standard_error", "+-", "%.2g", 8},
                                                  {"first_half", "1st half", "%.4g", 9},
                                                  {"second_half", "2nd half", "%.4g", 9},
                                                  {"effective_samples", "samples", "%.3g", 8},
                                                  {"turbulence_intensity", "intensity", "%.3g", 10},
                                                  {"gust", "gust of 3 s", "%.4g", 12},
                                                  {"gust_factor", "factor", "%.3g", 7},
                                                  {"skewness", "skewness", "%.2g", 9},
                                                  {0}};
  const struct sm_fact *list = sm_facts_list(out, "probes");
  enum sm_status status = SM_OK;
  for (int number = 1; status == SM_OK; number++) {
    char name[2][32];
    snprintf(name[0], sizeof name[0], "u_%d", number);
    snprintf(name[1], sizeof name[1], "v_%d", number);
    const int u = cli_series_find(&rows->table, name[0]);
    const int v = cli_series_find(&rows->table, name[1]);
    if (u < 0 || v < 0) break;
    for (size_t n = 0; n < rows->count; n++) rows->value[n] = hypot(at(rows, n, u), at(rows, n, v));
    sm_facts_group(out, NULL);
    sm_facts_integer(out, "number", number);
    status = describe(ctx, rows, "m/s", true, out);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  if (list->first != NULL) sm_facts_table(out, list, NULL, columns);
  return status;
}

static enum sm_status describe_columns(struct sm_context *ctx, struct rows *rows,
                                       struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"name", "column", NULL, -26},
                                                  {"unit", "unit", NULL, -7},
                                                  {"mean", "mean", "%.5g", 12},
                                                  {"standard_error", "+-", "%.2g", 9},
                                                  {"first_half", "1st half", "%.5g", 12},
                                                  {"second_half", "2nd half", "%.5g", 12},
                                                  {"effective_samples", "samples", "%.3g", 8},
                                                  {"deviation", "deviation", "%.4g", 11},
                                                  {"skewness", "skewness", "%.2g", 9},
                                                  {0}};
  const char *name = rows->table.head;
  char unit[SM_COLUMN_UNIT];
  const struct sm_fact *list = sm_facts_list(out, "columns");
  enum sm_status status = SM_OK;
  for (size_t c = 1; c < rows->table.columns && status == SM_OK; c++) {
    name += strlen(name) + 1;
    for (size_t n = 0; n < rows->count; n++) rows->value[n] = at(rows, n, (int)c);
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", name);
    sm_column_unit(name, unit);
    status = describe(ctx, rows, unit, false, out);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_table(out, list, NULL, columns);
  return status;
}

static enum sm_status describe_all(struct sm_context *ctx, const char *path, struct rows *rows,
                                   struct sm_facts *out) {
  sm_facts_schema(out, "info");
  sm_facts_text(out, "kind", "series");
  sm_facts_text(out, "file", path);
  sm_facts_integer(out, "rows", (int64_t)rows->count);
  sm_facts_number(out, "from", rows->time[0]);
  sm_facts_number(out, "to", rows->time[rows->count - 1]);
  sm_facts_number(out, "gust_time", gust_time);
  sm_facts_note(out, "%s: time series, %zu rows, %.6g to %.6g s", path, rows->count, rows->time[0],
                rows->time[rows->count - 1]);
  enum sm_status status = describe_probes(ctx, rows, out);
  if (status == SM_OK) status = describe_columns(ctx, rows, out);
  sm_facts_number(out, "least_samples", isinf(rows->least) ? (double)NAN : rows->least);
  sm_facts_note(out, "\n  +-: standard error of the mean, from the number of independent samples");
  if (rows->least < few)
    sm_facts_note(out,
                  "  Some columns have %.2g samples, fewer than %g: the time is short for a "
                  "mean, or the flow still changes (--from leaves out its start).",
                  rows->least, few);
  return status;
}

int cli_info_series(struct cli_session *session, const char *path, double from,
                    const struct sm_display_units *units, struct sm_facts *out) {
  struct rows rows = {.units = units, .least = (double)INFINITY};
  char reason[400];
  int code = 0;
  *out = (struct sm_facts){0};
  if (!take_rows(path, from, &rows, reason, sizeof reason)) {
    code = cli_session_error(session, SM_ERR_DATA, "%s", reason);
  } else if (rows.count < 2) {
    code = cli_session_error(session, SM_ERR_USAGE, "%s: %zu rows from %g s on: statistics need 2",
                             path, rows.count, from);
  } else {
    const enum sm_status status = describe_all(session->ctx, path, &rows, out);
    if (status != SM_OK) code = cli_session_fail(session, status);
  }
  free_rows(&rows);
  return code;
}
