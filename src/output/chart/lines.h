/* output/chart/lines.h - lines and dots that become a chart. */
#ifndef SM_OUTPUT_CHART_LINES_H
#define SM_OUTPUT_CHART_LINES_H

#include "base/context.h"
#include "simoom/output.h"

enum { SM_PLOT_LINES = 25 }; /* as many as a key has room for: 24, and what was measured */

struct sm_plot_lines {
  struct sm_chart_series series[SM_PLOT_LINES];
  char name[SM_PLOT_LINES][96];
  double *number[SM_PLOT_LINES][2];
  int count;
};

/* Room for a line of so many points, to be filled in; name: of the key, "" for none. Errors:
 * ERR_MEMORY, ERR_USAGE (too many). */
SM_CHECKED enum sm_status sm_plot_lines_add(struct sm_context *ctx, struct sm_plot_lines *lines,
                                            enum sm_chart_series_kind kind, const char *name,
                                            size_t points, double **x, double **y);

/* Draws a chart of them, whose titles, labels and kinds of axes are given; axes that are not, 0 and
 * 0, reach as far as the numbers. Errors: as sm_plot_chart; ERR_DATA (no number to draw). */
SM_CHECKED enum sm_status sm_plot_lines_draw(struct sm_context *ctx,
                                             const struct sm_plot_lines *lines,
                                             const struct sm_chart *chart, const char *picture);
void sm_plot_lines_free(struct sm_plot_lines *lines);

#endif
