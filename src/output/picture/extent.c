/* output/picture/extent.c - extent of a map: the part of the columns of cells that is drawn. */
#include "output/picture/plot.h"
#include <math.h>

static double low_edge(const struct sm_wind_file *file, int d, size_t i) {
  return file->centre[d][i] - 0.5 * file->width[d][i];
}

static double high_edge(const struct sm_wind_file *file, int d, size_t i) {
  return file->centre[d][i] + 0.5 * file->width[d][i];
}

enum sm_status sm_plot_crop(const struct sm_plot_job *job, int d, size_t *first, size_t *count) {
  const struct sm_wind_file *file = job->file;
  const double *extent = job->options->extent;
  const size_t n = file->n[d];
  *first = 0;
  *count = n;
  if (extent == NULL) return SM_OK;
  size_t low = 0, high = n;
  while (low < n && high_edge(file, d, low) <= extent[d]) low++;
  while (high > 0 && low_edge(file, d, high - 1) >= extent[d + 2]) high--;
  if (low >= high)
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "%s: error: the extent %.10g,%.10g,%.10g,%.10g has no cells of the file\n"
                   "help: %c runs from %.10g to %.10g",
                   file->path, extent[0], extent[1], extent[2], extent[3], "xy"[d],
                   low_edge(file, d, 0), high_edge(file, d, n - 1));
  *first = low;
  *count = high - low;
  return SM_OK;
}

void sm_plot_tell_clipped(const struct sm_plot_job *job) {
  const struct sm_wind_file *file = job->file;
  const double *extent = job->options->extent;
  double have[4];
  bool clipped = false;
  for (int d = 0; d < 2 && extent != NULL; d++) {
    have[d] = low_edge(file, d, 0);
    have[d + 2] = high_edge(file, d, file->n[d] - 1);
    const double slack = 1e-9 * fmax(fabs(have[d]), fabs(have[d + 2]));
    clipped = clipped || extent[d] < have[d] - slack || extent[d + 2] > have[d + 2] + slack;
  }
  if (clipped)
    sm_warn(file->ctx,
            "%s: warning: the extent is clipped to that of the file, %.10g,%.10g,%.10g,%.10g",
            file->path, have[0], have[1], have[2], have[3]);
}

enum sm_status sm_plot_refuse_extent(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_USAGE,
                 "%s: error: an extent is of maps of winds, statistics and plumes\n"
                 "help: sections, profiles and other pictures are drawn whole",
                 path);
}

void sm_plot_drop_marks(struct sm_plot_job *job) {
  struct sm_plot_picture *picture = &job->picture;
  struct sm_plot_mark *mark = job->mark;
  int kept = 0;
  if (job->options->extent == NULL) return;
  for (int m = 0; m < picture->marks; m++) {
    const bool inside = mark[m].x >= picture->x_edge[0] && mark[m].y >= picture->y_edge[0] &&
                        mark[m].x <= picture->x_edge[picture->nx] &&
                        mark[m].y <= picture->y_edge[picture->ny];
    if (inside) mark[kept++] = mark[m];
  }
  picture->marks = kept;
}
