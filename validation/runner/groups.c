/* groups.c - plots of points in named groups, as dots or as lines. */
#include "plots.h"

#include "trial.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool shown(const struct cli_groups *groups, double value) {
  return isfinite(value) && (!groups->logarithmic || value > 0);
}

/* Axis limits with a margin; on logarithmic axes a factor of 1.5. */
static void find_ends(const struct cli_groups *groups, const double *value, double ends[2]) {
  double least = INFINITY, most = -INFINITY;
  for (size_t p = 0; p < groups->points; p++)
    if (shown(groups, value[p])) {
      least = fmin(least, value[p]);
      most = fmax(most, value[p]);
    }
  const double room = most > least ? 0.03 * (most - least) : 1;
  ends[0] = groups->logarithmic ? least / 1.5 : least - room;
  ends[1] = groups->logarithmic ? most * 1.5 : most + room;
}

/* Sorts the points by group into x and y. */
static void sort_groups(const struct cli_groups *groups, double *x, double *y,
                        struct sm_chart_series *series) {
  size_t to = 0;
  for (int g = 0; g < groups->count; g++) {
    const size_t from = to;
    for (size_t p = 0; p < groups->points; p++) {
      if ((int)floor(groups->group[p]) != g) continue;
      if (!shown(groups, groups->x[p]) || !shown(groups, groups->y[p])) continue;
      x[to] = groups->x[p];
      y[to++] = groups->y[p];
    }
    series[g] = (struct sm_chart_series){groups->lines ? SM_SERIES_LINE : SM_SERIES_DOTS,
                                         groups->name[g], x + from, y + from, to - from};
  }
}

enum cli_outcome cli_trial_groups(struct cli_trial *trial, const char *name,
                                  const struct cli_groups *groups) {
  struct sm_chart_series series[CLI_GROUPS];
  if (trial->plots == NULL) return CLI_MEASURED;
  double *x = malloc(2 * (groups->points + 1) * sizeof *x);
  if (x == NULL) return cli_trial_fail(trial, "%s: %s", name, strerror(ENOMEM));
  struct sm_chart chart = {.x_label = groups->along,
                           .y_label = groups->quantity,
                           .log_x = groups->logarithmic,
                           .log_y = groups->logarithmic,
                           .series = series,
                           .series_count = groups->count};
  find_ends(groups, groups->x, chart.x);
  find_ends(groups, groups->y, chart.y);
  sort_groups(groups, x, x + groups->points, series);
  const enum cli_outcome outcome = cli_trial_draw(trial, name, &chart);
  free(x);
  return outcome;
}
