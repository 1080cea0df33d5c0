/* results.c - functions of expressions that read the results of the last run of an entry. */
#include "bench/runner/run_case.h"
#include "cli/session/file.h"
#include "cli/text/series.h"
#include "expression.h"
#include "measure.h"
#include "particles.h"
#include "scope.h"
#include "trial.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(NAME)                                                                             \
  static bool NAME(struct cli_scope *scope, const struct cli_value *a, int count,                  \
                   struct cli_value *out)

/* Records the message of the library. */
static bool fail(struct cli_work *work, struct sm_context *ctx, enum sm_status status) {
  return cli_work_note(
      work, cli_trial_fail(work->trial, "%s",
                           ctx != NULL ? sm_context_message(ctx) : sm_status_text(status)));
}

static bool path_of(struct cli_work *work, const char *file, char *path, size_t size) {
  return cli_work_note(work, cli_trial_result(work->trial, file, path, size));
}

/* Converts three lists x, y, z to points; single numbers are
 * repeated. */
static double (*points_of(struct cli_scope *scope, const struct cli_value *a, size_t *count))[3] {
  *count = 1;
  for (int d = 0; d < 3; d++)
    if (a[d].count != 1) *count = a[d].count;
  for (int d = 0; d < 3; d++)
    if (a[d].count != 1 && a[d].count != *count) {
      cli_scope_fail(scope, "points of %zu and %zu numbers", a[d].count, *count);
      return NULL;
    }
  double(*point)[3] = (double(*)[3])(void *)cli_scope_numbers(scope, 3 * *count);
  for (size_t p = 0; p < *count && point != NULL; p++)
    for (int d = 0; d < 3; d++) point[p][d] = cli_number(&a[d], p);
  return point;
}

/* Reads a variable of a file at points; a component of the wind if `wind`. */
static bool read_points(struct cli_scope *scope, const char *file, int time, const char *variable,
                        bool wind, const struct cli_value *xyz, struct cli_value *out) {
  struct cli_work *work = cli_scope_own(scope);
  struct sm_context *ctx = NULL;
  char path[4200];
  size_t count;
  double(*point)[3] = points_of(scope, xyz, &count);
  double *number = cli_scope_numbers(scope, (wind ? 3 : 1) * count);
  if (wind && (variable[0] < 'u' || variable[0] > 'w' || variable[1] != '\0'))
    return cli_scope_fail(scope, "wind: no component '%s'", variable);
  if (point == NULL || number == NULL || !path_of(work, file, path, sizeof path)) return false;
  const double(*at)[3] = (const double(*)[3])point;
  double(*all)[3] = (double(*)[3])(void *)number;
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK)
    status = wind ? sm_probe_wind(ctx, path, time, count, at, all)
                  : sm_probe_variable(ctx, path, variable, time, count, at, number);
  if (status != SM_OK) fail(work, ctx, status);
  sm_context_destroy(&ctx);
  for (size_t p = 0; p < count && wind && status == SM_OK; p++)
    number[p] = all[p][variable[0] - 'u'];
  *out = (struct cli_value){number, count, NULL};
  return status == SM_OK;
}

/* The same at the time of each point; points of one time must be consecutive. */
static bool read_times(struct cli_scope *scope, const struct cli_value *a, bool wind,
                       struct cli_value *out) {
  const struct cli_value *time = &a[1];
  if (time->count == 1)
    return read_points(scope, "wind.nc", (int)time->number[0], a[0].text, wind, a + 2, out);
  double *all = cli_scope_numbers(scope, time->count);
  for (size_t from = 0, to; from < time->count && all != NULL; from = to) {
    struct cli_value xyz[3], part;
    for (to = from; to < time->count && (int)time->number[to] == (int)time->number[from]; to++) {
    }
    for (int d = 0; d < 3; d++) {
      if (a[2 + d].count != time->count) return cli_scope_fail(scope, "times of other points");
      xyz[d] = (struct cli_value){a[2 + d].number + from, to - from, NULL};
    }
    if (!read_points(scope, "wind.nc", (int)time->number[from], a[0].text, wind, xyz, &part))
      return false;
    memcpy(all + from, part.number, (to - from) * sizeof *all);
  }
  *out = (struct cli_value){all, time->count, NULL};
  return all != NULL;
}

/* wind('u', time, x, y, z): wind component at points, interpolated near the ground as in profiles;
 * time: an index, or one per point. */
FUNCTION(wind) {
  (void)count;
  return read_times(scope, a, true, out);
}

/* field('temperature', time, x, y, z): a variable at points. */
FUNCTION(field) {
  (void)count;
  return read_times(scope, a, false, out);
}

/* mean_wind('u', x, y, z), mean_field('uu', x, y, z): from the time averages. */
FUNCTION(mean_wind) {
  (void)count;
  return read_points(scope, "wind_mean.nc", 0, a[0].text, true, a + 1, out);
}

FUNCTION(mean_field) {
  (void)count;
  return read_points(scope, "wind_mean.nc", 0, a[0].text, false, a + 1, out);
}

/* layers('mean', 'u'): heights "z", horizontal "mean" or "variance" of a time average, by layers of
 * cells. */
FUNCTION(layers) {
  enum { LAYERS = 1024 };
  static double number[3][LAYERS];
  static const char *const names[3] = {"z", "mean", "variance"};
  struct cli_work *work = cli_scope_own(scope);
  struct sm_context *ctx = NULL;
  char path[4200];
  size_t layer_count = LAYERS;
  int which = 0;
  (void)count;
  while (which < 3 && strcmp(a[0].text, names[which]) != 0) which++;
  if (which == 3) return cli_scope_fail(scope, "layers: no '%s'", a[0].text);
  if (!path_of(work, "wind_mean.nc", path, sizeof path)) return false;
  enum sm_status status = sm_context_create(NULL, &ctx);
  if (status == SM_OK)
    status = sm_layer_means(ctx, path, a[1].text, 0, &layer_count, number[0], number[1], number[2]);
  if (status != SM_OK) fail(work, ctx, status);
  sm_context_destroy(&ctx);
  return status == SM_OK && cli_scope_list(scope, number[which], layer_count, out);
}

/* series('forces', 'time'): column, by name or number, of a table with one row per time step. */
FUNCTION(series) {
  struct cli_work *work = cli_scope_own(scope);
  struct cli_series rows;
  char path[4200], file[64], *reason = work->trial->reason;
  (void)count;
  snprintf(file, sizeof file, "wind_%s.csv", a[0].text);
  if (!path_of(work, file, path, sizeof path)) return false;
  if (!cli_series_read(path, &rows, reason, CLI_REASON)) return cli_work_note(work, CLI_FAILED);
  const char *name = a[1].text;
  const int column = name != NULL ? cli_series_find(&rows, name) : (int)a[1].number[0];
  const bool there = column >= 0 && (size_t)column < rows.columns;
  double *number = cli_scope_numbers(scope, rows.rows);
  for (size_t r = 0; r < rows.rows && there && number != NULL; r++)
    number[r] = rows.value[r * rows.columns + (size_t)column];
  *out = (struct cli_value){number, rows.rows, NULL};
  cli_series_free(&rows);
  if (!there)
    cli_scope_fail(scope, "%s: no column %s", file, name != NULL ? name : "of that number");
  return there && number != NULL;
}

/* Reads a coordinate or velocity component of the first particles of a source in a snapshot. */
static bool read_particles(struct cli_work *work, char letter, double time, int source, size_t n,
                           double *out) {
  struct cli_particle *all = malloc(n * sizeof *all);
  bool good = all != NULL;
  if (!good) cli_scope_fail(work->scope, "out of memory");
  if (good) good = cli_work_note(work, cli_trial_snapshot(work->trial, time, source, n, all));
  for (size_t p = 0; p < n && good; p++)
    out[p] = letter >= 'x' ? all[p].place[letter - 'x'] : all[p].velocity[letter - 'u'];
  free(all);
  return good;
}

/* particle('x', time, sources, count): coordinate, or velocity component "u", "v" or "w", of the
 * first `count` particles of each source in a snapshot, by their numbers; NAN for particles that
 * are gone. */
FUNCTION(particle) {
  const size_t n = (size_t)a[3].number[0];
  double *number = cli_scope_numbers(scope, n * a[2].count);
  bool good = number != NULL;
  (void)count;
  if (strlen(a[0].text) != 1 || strchr("xyzuvw", a[0].text[0]) == NULL)
    return cli_scope_fail(scope, "particle: no '%s'", a[0].text);
  for (size_t s = 0; s < a[2].count && good; s++)
    good = read_particles(cli_scope_own(scope), a[0].text[0], a[1].number[0], (int)a[2].number[s],
                          n, number + s * n);
  *out = (struct cli_value){number, n * a[2].count, NULL};
  return good;
}

/* contrast(n): what the last interval leaves of the contrast along each of n lines of sight. */
FUNCTION(contrast) {
  struct cli_work *work = cli_scope_own(scope);
  const size_t lines = (size_t)a[0].number[0];
  double *number = cli_scope_numbers(scope, lines);
  (void)count;
  *out = (struct cli_value){number, lines, NULL};
  return number != NULL && cli_work_note(work, cli_trial_contrasts(work->trial, lines, number));
}

/* summary('cells.total'): number from the summary of the run. */
FUNCTION(summary) {
  struct cli_work *work = cli_scope_own(scope);
  char path[4200];
  (void)count;
  if (!cli_join(path, sizeof path, work->trial->bench->folder, "summary.json")) return false;
  char *text = cli_file_text(path);
  const char *reason;
  struct sm_facts facts = {0};
  const bool good = text == NULL || sm_facts_read(&facts, text, &reason);
  const double number = sm_fact_number(facts.root, a[0].text);
  sm_facts_free(&facts);
  free(text);
  return good ? cli_scope_list(scope, &number, 1, out)
              : cli_scope_fail(scope, "%s: no JSON: %s", path, reason);
}

const struct cli_function cli_result_functions[] = {
    {"wind", "tllll", wind},          {"field", "tllll", field},
    {"mean_wind", "tlll", mean_wind}, {"mean_field", "tlll", mean_field},
    {"layers", "tt", layers},         {"series", "tc", series},
    {"particle", "tnln", particle},   {"contrast", "n", contrast},
    {"summary", "t", summary},        {NULL, NULL, NULL},
};
