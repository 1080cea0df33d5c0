#include "output/chart/chart.h"

#include "output/analyse/analyse.h"
#include "output/picture/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Legend entry of a file: "town" for "out/town.nc", with a time "town, 2026-05-01 18:00 UTC". */
static void name_line(const struct sm_plot_job *job, bool named, char *out, size_t size) {
  struct sm_wind_file *file = job->file;
  const char *slash = strrchr(file->path, '/'), *name = slash != NULL ? slash + 1 : file->path;
  const char *dot = strrchr(name, '.');
  const int stem = (int)(dot != NULL ? (size_t)(dot - name) : strlen(name));
  char when[64];
  sm_plot_time_text(file, job->time, when, sizeof when);
  snprintf(out, size, "%.*s%s%s", named ? stem : 0, name, named && when[0] != '\0' ? ", " : "",
           when);
  if (out[0] == '\0') snprintf(out, size, "computed");
}

static enum sm_status add_time(struct sm_plot_job *job, bool named,
                               struct sm_plot_profile *profile) {
  const struct sm_plot_options *o = job->options;
  char name[128];
  double *value = NULL, *height = NULL;
  size_t count = 0;
  SM_TRY(sm_plot_fill(job));
  name_line(job, named, name, sizeof name);
  SM_TRY(sm_plot_lines_add(job->file->ctx, &profile->lines, SM_SERIES_LINE, name, job->file->n[2],
                           &value, &height));
  SM_TRY(sm_plot_column(job, o->place, &count, height, value));
  profile->lines.series[profile->lines.count - 1].count = count;
  snprintf(profile->title, sizeof profile->title, "%s",
           job->picture.title != NULL    ? job->picture.title
           : job->file->title[0] != '\0' ? job->file->title
                                         : job->file->name);
  snprintf(profile->label, sizeof profile->label, "%s", job->bar_label);
  snprintf(profile->words, sizeof profile->words, "%s", job->field.longer);
  return SM_OK;
}

enum sm_status sm_plot_profile_add(struct sm_context *ctx, const char *path,
                                   const struct sm_plot_options *options, bool named,
                                   struct sm_plot_profile *profile) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  struct sm_plot_options own = *options;
  enum sm_status status = SM_OK;
  SM_TRY(sm_difference_open(ctx, path, options->minus, &file));
  const bool all = options->time == SM_PLOT_ALL_TIMES && file->times > 0;
  for (size_t t = 0; t < (all ? file->times : 1) && status == SM_OK; t++) {
    if (all) own.time = (int)t;
    struct sm_plot_job job = {.options = &own, .file = file};
    status = add_time(&job, named, profile);
    sm_plot_job_free(&job);
  }
  return status;
}

enum sm_status sm_plot_profile_measured(struct sm_context *ctx,
                                        const struct sm_plot_options *options,
                                        struct sm_plot_profile *profile) {
  SM_SCOPED_BY(sm_plot_table_close) struct sm_plot_table table = {0};
  double *value = NULL, *height = NULL;
  SM_TRY(sm_plot_table_open(ctx, options->measured, &table));
  const int z = sm_plot_table_find(&table, "z"), v = sm_plot_table_find(&table, options->field);
  if (z < 0 || v < 0) SM_TRY(sm_plot_table_absent(&table, z < 0 ? "z" : options->field));
  SM_TRY(sm_plot_lines_add(ctx, &profile->lines, SM_SERIES_DOTS, "measured", table.rows, &value,
                           &height));
  for (size_t r = 0; r < table.rows; r++) {
    SM_TRY(sm_plot_table_number(&table, r, z, &height[r]));
    SM_TRY(sm_plot_table_number(&table, r, v, &value[r]));
  }
  return SM_OK;
}

/* Top of the profile: from the options; else slightly above the highest measurement; else NAN (all
 * data). */
static double top_of(const struct sm_plot_options *o, const struct sm_plot_lines *lines) {
  double top = NAN;
  if (!isnan(o->height)) return o->height;
  for (int s = 0; s < lines->count; s++)
    for (size_t p = 0; lines->series[s].kind == SM_SERIES_DOTS && p < lines->series[s].count; p++)
      top = fmax(top, 1.3 * lines->series[s].y[p]);
  return top;
}

enum sm_status sm_plot_profile_draw(struct sm_context *ctx, const struct sm_plot_options *o,
                                    const struct sm_plot_profile *profile, const char *picture) {
  struct sm_plot_profile below = *profile;
  char subtitle[320];
  const double top = top_of(o, &profile->lines);
  for (int s = 0; s < below.lines.count; s++) { /* scale the value axis to the visible part */
    size_t *count = &below.lines.series[s].count;
    while (below.lines.series[s].kind == SM_SERIES_LINE && *count > 0 &&
           below.lines.series[s].y[*count - 1] > top)
      --*count;
    if (*count < profile->lines.series[s].count) ++*count; /* one point beyond the frame */
  }
  snprintf(subtitle, sizeof subtitle, "%s above (%.10g, %.10g) m", profile->words, o->place[0],
           o->place[1]);
  const bool logarithmic = o->scale == SM_PLOT_SCALE_LOGARITHMIC;
  struct sm_chart chart = {.title = o->title != NULL ? o->title : profile->title,
                           .subtitle = subtitle,
                           .x_label = profile->label,
                           .y_label = "height above the ground (m)",
                           .x = {o->low, o->high},
                           .width = o->width,
                           .height = o->image_height,
                           .log_y = logarithmic};
  if (!isnan(top)) {
    chart.y[1] = top;
    chart.y[0] = logarithmic ? fmin(0.1, 0.01 * top) : 0;
  }
  return sm_plot_lines_draw(ctx, &below.lines, &chart, picture);
}
