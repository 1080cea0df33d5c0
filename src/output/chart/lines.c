#include "output/chart/chart.h"

#include <math.h>
#include <stdio.h>

enum sm_status sm_plot_lines_add(struct sm_context *ctx, struct sm_plot_lines *lines,
                                 enum sm_chart_series_kind kind, const char *name, size_t points,
                                 double **x, double **y) {
  const int n = lines->count;
  if (n == SM_PLOT_LINES)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: more than %d lines in one picture cannot be told apart\n"
                   "help: --field, --time or fewer files",
                   SM_PLOT_LINES - 1);
  lines->count++;
  for (int d = 0; d < 2; d++)
    SM_TRY(sm_alloc(ctx, points + 1, sizeof(double), "lines", &lines->number[n][d]));
  *x = lines->number[n][0];
  *y = lines->number[n][1];
  snprintf(lines->name[n], sizeof lines->name[n], "%s", name);
  lines->series[n] =
      (struct sm_chart_series){kind, name[0] != '\0' ? lines->name[n] : NULL, *x, *y, points};
  return SM_OK;
}

/* Range of an axis (0 x, 1 y), slightly wider than the data; starts at 0 if that is close. */
static bool choose_ends(const struct sm_plot_lines *lines, int axis, bool logarithmic,
                        double ends[2]) {
  double least = INFINITY, most = -INFINITY;
  for (int s = 0; s < lines->count; s++) {
    const struct sm_chart_series *series = &lines->series[s];
    for (size_t p = 0; p < series->count; p++) {
      const double value = axis == 0 ? series->x[p] : series->y[p];
      if (!isfinite(series->x[p] + series->y[p]) || (logarithmic && !(value > 0))) continue;
      least = fmin(least, value);
      most = fmax(most, value);
    }
  }
  if (!(least <= most)) return false;
  if (!(least < 0) && !(most > 0)) { /* zeros only: a non-negative axis */
    ends[0] = -0.05;
    ends[1] = 1;
    return true;
  }
  const double more = most > least ? 0.04 * (most - least) : fmax(0.1 * fabs(most), 1e-6);
  ends[0] = logarithmic ? least / 1.3 : least >= 0 && least < 0.4 * most ? 0 : least - more;
  ends[1] = logarithmic ? most * 1.3 : most + more;
  return true;
}

enum sm_status sm_plot_lines_draw(struct sm_context *ctx, const struct sm_plot_lines *lines,
                                  const struct sm_chart *chart, const char *picture) {
  struct sm_chart own = *chart;
  own.series = lines->series;
  own.series_count = lines->count;
  for (int axis = 0; axis < 2; axis++) {
    double *ends = axis == 0 ? own.x : own.y;
    const double given[2] = {ends[0], ends[1]};
    if (given[0] < given[1]) continue;
    if (!choose_ends(lines, axis, axis == 0 ? own.log_x : own.log_y, ends))
      return sm_fail(ctx, SM_ERR_DATA, "%s: error: there is no number to draw", picture);
  }
  return sm_plot_chart(ctx, &own, picture);
}

void sm_plot_lines_free(struct sm_plot_lines *lines) {
  for (int s = 0; s < lines->count; s++)
    for (int d = 0; d < 2; d++) sm_free(lines->number[s][d]);
  *lines = (struct sm_plot_lines){.count = 0};
}
