#include "output/picture/plot.h"

#include "domain/domain.h"
#include "output/analyse/analyse.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_POINTS = 900 };

/* Horizontal line of the section. */
struct line {
  double from[2], along[2]; /* start; unit vector */
  double length;            /* m */
  int points;
};

static double low_edge(const struct sm_wind_file *file, int d) {
  return file->centre[d][0] - 0.5 * file->width[d][0];
}

static double high_edge(const struct sm_wind_file *file, int d) {
  const size_t last = file->n[d] - 1;
  return file->centre[d][last] + 0.5 * file->width[d][last];
}

/* Position along an axis: NAN is the middle, minus and plus infinity the ends. */
static double place(const struct sm_wind_file *file, int d, double wanted) {
  if (isnan(wanted)) return file->centre[d][file->n[d] / 2];
  if (isinf(wanted)) return wanted < 0 ? low_edge(file, d) : high_edge(file, d);
  return wanted;
}

static enum sm_status find_line(const struct sm_plot_job *job, struct line *line) {
  const struct sm_wind_file *file = job->file;
  double to[2];
  for (int d = 0; d < 2; d++) {
    const double low = low_edge(file, d), high = high_edge(file, d), slack = 1e-6 * (high - low);
    line->from[d] = place(file, d, job->options->from[d]);
    to[d] = place(file, d, job->options->to[d]);
    if (line->from[d] < low - slack || line->from[d] > high + slack || to[d] < low - slack ||
        to[d] > high + slack)
      return sm_fail(file->ctx, SM_ERR_USAGE,
                     "%s: error: the section leaves the domain: %c runs from %.10g to %.10g m",
                     file->path, "xy"[d], low, high);
  }
  line->length = hypot(to[0] - line->from[0], to[1] - line->from[1]);
  const double step = fmin(file->width[0][0], file->width[1][0]);
  if (!(line->length >= step))
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: the section is shorter than a cell",
                   file->path);
  for (int d = 0; d < 2; d++) line->along[d] = (to[d] - line->from[d]) / line->length;
  line->points = (int)fmin(MOST_POINTS, floor(line->length / step + 0.5));
  return SM_OK;
}

/* Cell of an axis that contains a position; outside the nearest one. */
static size_t find_cell(const struct sm_wind_file *file, int d, double position) {
  size_t i = 0;
  while (i + 1 < file->n[d] && file->centre[d][i] + 0.5 * file->width[d][i] <= position) i++;
  return i;
}

static enum sm_status read_section(struct sm_plot_job *job, const struct line *line,
                                   struct sm_wind_section *s) {
  struct sm_wind_file *file = job->file;
  const size_t points = (size_t)line->points, cells = points * file->n[2];
  s->count = line->points;
  SM_TRY(sm_plot_alloc(job, points, sizeof *s->column, &s->column));
  SM_TRY(sm_plot_alloc(job, points, sizeof *s->ground, &s->ground));
  SM_TRY(sm_plot_alloc(job, cells, 1, &s->type));
  for (int p = 0; p < line->points; p++) {
    const double distance = (p + 0.5) / line->points * line->length;
    s->column[p] = find_cell(file, 0, line->from[0] + distance * line->along[0]) +
                   file->n[0] * find_cell(file, 1, line->from[1] + distance * line->along[1]);
  }
  if (file->plume) {
    SM_TRY(sm_plot_alloc(job, cells, sizeof *s->value, &s->value));
    return sm_plot_plume_section(job, points, s->column, s->value, s->type, s->ground);
  }
  SM_TRY(sm_plot_alloc(job, cells, sizeof *s->u, &s->u));
  SM_TRY(sm_plot_alloc(job, cells, sizeof *s->v, &s->v));
  SM_TRY(sm_plot_alloc(job, cells, sizeof *s->w, &s->w));
  if (job->field.cells) {
    SM_TRY(sm_plot_alloc(job, cells, sizeof *s->value, &s->value));
    s->variable = job->field.name;
  }
  return sm_wind_file_section(file, job->time, s);
}

/* Layers that lie between the heights of the options, all or in part. */
static enum sm_status crop(const struct sm_plot_job *job, const struct sm_wind_section *s,
                           size_t *first, size_t *count) {
  const struct sm_wind_file *file = job->file;
  const double *heights = job->options->heights;
  double ground = INFINITY;
  size_t low = 0, high = file->n[2];
  for (int p = 0; p < s->count; p++) ground = fmin(ground, (double)s->ground[p]);
  const double *z = file->centre[2], *thick = file->width[2];
  if (!isnan(heights[0])) {
    while (low < file->n[2] && z[low] + 0.5 * thick[low] <= ground + heights[0]) low++;
    while (high > 0 && z[high - 1] - 0.5 * thick[high - 1] >= ground + heights[1]) high--;
  }
  *first = low;
  *count = high - low;
  if (low < high && heights[1] > high_edge(file, 2) - ground + 1)
    sm_warn(file->ctx,
            "%s: warning: the section is clipped to the domain top, %.6g m above its lowest ground",
            file->path, high_edge(file, 2) - ground);
  if (low < high) return SM_OK;
  return sm_fail(file->ctx, SM_ERR_USAGE,
                 "%s: error: no cells between heights of %g and %g m\n"
                 "help: the file reaches from %g to %g m above the lowest ground of the section",
                 file->path, heights[0], heights[1], low_edge(file, 2) - ground,
                 high_edge(file, 2) - ground);
}

/* Axes along the section and of altitudes, of the layers from the first on. */
static enum sm_status set_axes(struct sm_plot_job *job, const struct line *line, size_t first,
                               size_t layers) {
  const struct sm_wind_file *file = job->file;
  struct sm_plot_picture *p = &job->picture;
  double *x = NULL, *z = NULL;
  p->nx = line->points;
  p->ny = (int)layers;
  SM_TRY(sm_plot_alloc(job, (size_t)p->nx + 1, sizeof *x, &x));
  SM_TRY(sm_plot_alloc(job, (size_t)p->ny + 1, sizeof *z, &z));
  for (int i = 0; i <= p->nx; i++) x[i] = line->length * i / p->nx;
  z[0] = file->centre[2][first] - 0.5 * file->width[2][first];
  for (size_t k = 0; k < layers; k++)
    z[k + 1] = file->centre[2][first + k] + 0.5 * file->width[2][first + k];
  p->x_edge = x;
  p->y_edge = z;
  const char *units = sm_plot_axis_unit(fmin(fmax(x[p->nx], z[p->ny] - z[0]), 4999), &p->axis_unit);
  snprintf(job->x_label, sizeof job->x_label, "distance along the section (%s)", units);
  snprintf(job->y_label, sizeof job->y_label, "altitude (%s)", units);
  return SM_OK;
}

/* Sets the field, the solids, and the wind in the plane of the section (into u and w). */
static void set_values(struct sm_plot_job *job, const struct line *line,
                       const struct sm_wind_section *s, float *value) {
  const char *field = job->field.name;
  const bool speed = strcmp(field, sm_field_name(SM_FIELD_WIND_SPEED)) == 0;
  const bool direction = strcmp(field, sm_field_name(SM_FIELD_WIND_FROM_DIRECTION)) == 0;
  const size_t cells = (size_t)s->count * job->file->n[2];
  const bool slice = sm_plot_is_slice(job->file);
  for (size_t c = 0; c < cells; c++) {
    const float u = s->u[c], v = s->v[c];
    if (s->value != NULL) value[c] = s->value[c];
    if (speed) value[c] = hypotf(hypotf(u, v), slice ? s->w[c] : 0);
    if (direction)
      value[c] = (float)sm_wind_direction((double)u, (double)v, job->file->convergence);
    if (field[1] == '\0') value[c] = field[0] == 'u' ? u : field[0] == 'v' ? v : s->w[c];
    s->u[c] = (float)((double)u * line->along[0] + (double)v * line->along[1]);
    s->type[c] = s->type[c] == SM_CELL_BUILDING ? 1 : s->type[c] == SM_CELL_TERRAIN ? 2 : 0;
  }
  if (s->value != NULL) sm_plot_filter_classes(job, value, cells);
}

/* Reads the field in the column at a position, NAN without fluid, and the ground altitude. */
static enum sm_status read_column(struct sm_plot_job *job, const double place[2], float **field,
                                  float *ground) {
  const struct line line = {.from = {place[0], place[1]}, .along = {1, 0}, .points = 1};
  struct sm_wind_section s = {0};
  SM_TRY(sm_plot_alloc(job, job->file->n[2], sizeof **field, field));
  SM_TRY(read_section(job, &line, &s));
  if (!job->file->plume) set_values(job, &line, &s, *field);
  if (job->file->plume) *field = s.value;
  sm_plot_convert(job, *field, job->file->n[2]);
  for (size_t k = 0; k < job->file->n[2]; k++)
    if (s.type[k] != 0) (*field)[k] = NAN;
  *ground = s.ground[0];
  return SM_OK;
}

enum sm_status sm_plot_column(struct sm_plot_job *job, const double place[2], size_t *count,
                              double *height, double *value) {
  struct sm_wind_file *file = job->file;
  float *field = NULL, *other = NULL, ground, ground_other;
  *count = 0;
  if (job->field.map)
    return sm_fail(file->ctx, SM_ERR_USAGE, "error: '%s' has no profile; a map shows it",
                   job->field.name);
  for (int d = 0; d < 2; d++)
    if (!(place[d] >= low_edge(file, d) && place[d] <= high_edge(file, d)))
      return sm_fail(file->ctx, SM_ERR_USAGE,
                     "%s: error: the place is outside the domain: %c runs from %.10g to %.10g m",
                     file->path, "xy"[d], low_edge(file, d), high_edge(file, d));
  SM_TRY(read_column(job, place, &field, &ground));
  if (job->difference.minus != NULL) {
    SM_TRY(read_column(job->difference.minus, place, &other, &ground_other));
    sm_difference_subtract(field, other, file->n[2], job->difference.circle);
  }
  for (size_t k = 0; k < file->n[2]; k++) {
    if (isnan(field[k])) continue;
    height[*count] = file->centre[2][k] - (double)ground;
    value[(*count)++] = (double)field[k];
  }
  return SM_OK;
}

enum sm_status sm_plot_section(struct sm_plot_job *job) {
  struct sm_wind_file *file = job->file;
  struct sm_plot_picture *p = &job->picture;
  struct line line = {.points = 0};
  struct sm_wind_section s = {0};
  float *value = NULL;
  size_t first, layers;
  if (job->field.map)
    return sm_fail(file->ctx, SM_ERR_USAGE, "error: '%s' has no vertical section; a map shows it",
                   job->field.name);
  SM_TRY(find_line(job, &line));
  SM_TRY(read_section(job, &line, &s));
  SM_TRY(crop(job, &s, &first, &layers));
  SM_TRY(set_axes(job, &line, first, layers));
  const size_t cells = (size_t)s.count * file->n[2], below = (size_t)s.count * first;
  SM_TRY(sm_plot_alloc(job, cells, sizeof *value, &value));
  if (!file->plume) set_values(job, &line, &s, value);
  if (file->plume) value = s.value;
  sm_plot_convert(job, value, cells);
  p->value = value + below;
  p->solid = s.type + below;
  p->ground = s.ground;
  if (s.u != NULL) sm_plot_arrows(job, s.u + below, s.w + below);
  p->colours = job->field.colours;
  sm_plot_choose_scale(job->options, &job->field, p);
  char when[64], where[160];
  const double unit = p->axis_unit;
  snprintf(where, sizeof where, ", section from (%.8g, %.8g) to (%.8g, %.8g) %s",
           line.from[0] / unit, line.from[1] / unit,
           (line.from[0] + line.along[0] * line.length) / unit,
           (line.from[1] + line.along[1] * line.length) / unit, unit < 1 ? "mm" : "m");
  if (file->plume) return sm_plot_plume_subtitle(job, where);
  sm_plot_time_text(file, job->time, when, sizeof when);
  snprintf(job->subtitle, sizeof job->subtitle, "%s%s%s%s", job->field.longer, where,
           when[0] != '\0' ? ", " : "", when);
  return SM_OK;
}
