/* output/chart/residuals.c - convergence chart: residual history from the summary of a run (simoom
 * run --json). */
#include "output/picture/plot.h"

#include "base/file.h"
#include "output/chart/chart.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text after a key and its colon; NULL without the key. Quotes inside texts are escaped, so that no
 * text looks like a key. */
static const char *after(const char *json, const char *key) {
  char quoted[64];
  snprintf(quoted, sizeof quoted, "\"%s\"", key);
  for (const char *at = json; (at = strstr(at, quoted)) != NULL;) {
    at += strlen(quoted);
    while (isspace((unsigned char)*at)) at++;
    if (*at == ':') return at + 1;
  }
  return NULL;
}

/* Copies the text of a key, truncated to `size`; "": absent. */
static void take_text(const char *json, const char *key, char *out, size_t size) {
  const char *at = after(json, key);
  size_t length = 0;
  if (at != NULL) at = strchr(at, '"');
  for (at = at != NULL ? at + 1 : ""; *at != '\0' && *at != '"' && length + 1 < size; at++)
    out[length++] = *at;
  out[length] = '\0';
}

/* Adds a line from the list of numbers of a key, with one value per `step` iterations. */
static enum sm_status add(struct sm_context *ctx, const char *json, const char *key,
                          const char *every, const char *name, struct sm_plot_lines *lines) {
  const char *list = after(json, key), *step = after(json, every);
  double *x = NULL, *y = NULL;
  size_t points = 0;
  if (list == NULL || step == NULL || (list = strchr(list, '[')) == NULL) return SM_OK;
  for (const char *c = list; *c != '\0' && *c != ']'; c++) points += *c == ',' || *c == '[';
  SM_TRY(sm_plot_lines_add(ctx, lines, SM_SERIES_LINE, name, points, &x, &y));
  const double apart = strtod(step, NULL);
  for (size_t p = 0; p < points; p++) {
    char *end = NULL;
    const double value = strtod(list + 1, &end);
    x[p] = (double)(p + 1) * apart;
    y[p] = end != list + 1 ? value : (double)NAN; /* null: not a number */
    list = strpbrk(end, ",]");
    if (list == NULL) break;
  }
  return SM_OK;
}

enum sm_status sm_plot_history(struct sm_context *ctx, const char *path,
                               const struct sm_plot_options *o, const char *picture) {
  SM_SCOPED_BY(sm_plot_lines_free) struct sm_plot_lines lines = {.count = 0};
  SM_SCOPED char *json = NULL;
  char title[200], solver[80], subtitle[200];
  size_t size = 0;
  SM_TRY(sm_file_read(ctx, path, &json, &size));
  if (strstr(json, "\"simoom.run/") == NULL)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: JSON, but not the summary of 'simoom run --json'",
                   path);
  while (size > 0 && isspace((unsigned char)json[size - 1])) size--;
  if (json[size - 1] != '}')
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the summary is truncated", path);
  SM_TRY(add(ctx, json, "residuals", "residual_every", "relative residual", &lines));
  SM_TRY(add(ctx, json, "changes", "change_every", "largest change (m2/s)", &lines));
  if (lines.count == 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: the summary has no residuals of a solver\n"
                   "help: winds that are given, and flows that are followed in time, have none",
                   path);
  take_text(json, "case", title, sizeof title);
  const char *in_solver = after(json, "solver");
  take_text(in_solver != NULL ? in_solver : "", "name", solver, sizeof solver);
  snprintf(subtitle, sizeof subtitle, "iterations of %s, of the last time that was computed",
           solver);
  const struct sm_chart chart = {.title = o->title != NULL ? o->title : title,
                                 .subtitle = subtitle,
                                 .x_label = "iteration",
                                 .y_label = lines.count == 1 ? lines.name[0] : "",
                                 .y = {o->low, o->high},
                                 .width = o->width,
                                 .height = o->image_height,
                                 .log_y = o->scale != SM_PLOT_SCALE_LINEAR,
                                 .whole_x = true};
  return sm_plot_lines_draw(ctx, &lines, &chart, picture);
}
