/* output/chart/row.c - domain one or two cells wide and high,
 * such as a plane flame: line chart. */
#include "output/chart/chart.h"
#include "output/picture/plot.h"
#include <math.h>

bool sm_plot_is_row(const struct sm_plot_job *job) {
  const struct sm_wind_file *file = job->file;
  const struct sm_plot_options *o = job->options;
  return !file->plume && sm_wind_file_axes(file) == 3 && o->kind == SM_PLOT_MAP &&
         isnan(o->height) && !job->field.map && job->picture.classes == 0 && file->n[2] <= 2 &&
         (file->n[0] <= 2) != (file->n[1] <= 2);
}

enum sm_status sm_plot_row(struct sm_plot_job *job, const char *picture) {
  const struct sm_wind_file *file = job->file;
  const struct sm_plot_picture *p = &job->picture;
  const int axis = file->n[0] > 2 ? 0 : 1, count = axis == 0 ? p->nx : p->ny;
  const double *edge = axis == 0 ? p->x_edge : p->y_edge;
  SM_SCOPED_BY(sm_plot_lines_free) struct sm_plot_lines lines = {.count = 0};
  double *x = NULL, *y = NULL;
  enum sm_status status =
      sm_plot_lines_add(file->ctx, &lines, SM_SERIES_LINE, "", (size_t)count, &x, &y);
  for (int i = 0; status == SM_OK && i < count; i++) {
    x[i] = 0.5 * (edge[i] + edge[i + 1]) / p->axis_unit;
    y[i] = (double)p->value[axis == 0 ? i : i * p->nx];
  }
  const struct sm_chart chart = {.title = p->title,
                                 .subtitle = job->subtitle,
                                 .x_label = axis == 0 ? job->x_label : job->y_label,
                                 .y_label = job->bar_label,
                                 .y = {job->options->low, job->options->high},
                                 .width = p->width,
                                 .height = p->height,
                                 .log_y = p->logarithmic};
  if (status == SM_OK) status = sm_plot_lines_draw(file->ctx, &lines, &chart, picture);
  return status;
}
