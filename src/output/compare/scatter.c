/* scatter.c - picture of computed against measured values, a colour per file or quantity. */
#include "output/compare/internal.h"

#include <math.h>
#include <stdio.h>

enum { MOST_SERIES = 12 };

/* Axis limits: all values, with a margin; 0 is inside. */
static void find_limits(const struct sm_comparison *c, double limits[2]) {
  limits[0] = limits[1] = 0;
  for (size_t p = 0; p < c->count; p++) {
    limits[0] = fmin(limits[0], fmin(c->computed[p], c->measured[p]));
    limits[1] = fmax(limits[1], fmax(c->computed[p], c->measured[p]));
  }
  const double room = limits[1] > limits[0] ? 0.03 * (limits[1] - limits[0]) : 1;
  if (limits[0] < 0) limits[0] -= room;
  limits[1] += room;
}

struct series {
  struct sm_chart_series item[MOST_SERIES];
  char name[MOST_SERIES][128];
  int count;
};

/* A series per quantity and file; the last one takes what is beyond the legend. */
static void make_series(const struct sm_comparison *c, struct series *out) {
  const bool several = c->pair[0].measure != c->pair[c->count - 1].measure;
  for (size_t first = 0, last = 1; first < c->count; first = last++) {
    const struct sm_compared_pair *p = &c->pair[first];
    const size_t file = c->result[p->result].file;
    const bool full = out->count == MOST_SERIES - 1;
    while (last < c->count && (full || (c->pair[last].measure == p->measure &&
                                        c->result[c->pair[last].result].file == file)))
      last++;
    const char *path = sm_comparison_file_name(c, p->result);
    snprintf(out->name[out->count], sizeof *out->name, "%s%s%s%s",
             several ? sm_measure_name(p->measure) : "", several && c->files > 1 ? ", " : "",
             c->files > 1 ? path : "", full ? " and others" : "");
    const char *name = several || c->files > 1 ? out->name[out->count] : NULL;
    out->item[out->count++] = (struct sm_chart_series){SM_SERIES_DOTS, name, c->measured + first,
                                                       c->computed + first, last - first};
  }
}

enum sm_status sm_comparison_draw(const struct sm_comparison *c) {
  char subtitle[160], x_label[96], title[160];
  struct series series = {.count = 0};
  double limits[2];
  make_series(c, &series);
  find_limits(c, limits);
  const struct sm_pairs all = {c->computed, c->measured, c->count};
  const char *what = c->pair[0].measure == c->pair[c->count - 1].measure
                         ? sm_measure_name(c->pair[0].measure)
                         : "wind";
  snprintf(title, sizeof title, "Computed and measured %s", what);
  snprintf(subtitle, sizeof subtitle, "%zu points, r %.3f, FAC2 %.3f; lines: equal, factor of two",
           c->count, sm_metric_correlation(all), sm_metric_fac2(all));
  snprintf(x_label, sizeof x_label, "measured %s%s", what,
           c->table.is_ratio ? " over the reference speed" : " (m/s)");
  const struct sm_chart chart = {.title = title,
                                 .subtitle = subtitle,
                                 .x_label = x_label,
                                 .y_label = "computed",
                                 .x = {limits[0], limits[1]},
                                 .y = {limits[0], limits[1]},
                                 .square = true,
                                 .twofold = true,
                                 .series = series.item,
                                 .series_count = series.count,
                                 .width = 1000,
                                 .height = 800};
  return sm_plot_chart(c->ctx, &chart, c->options->picture);
}
