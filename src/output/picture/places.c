#include "output/picture/places.h"

#include "base/list.h"
#include "output/picture/plot.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

void sm_plot_range(const double *value, size_t count, double out[2]) {
  out[0] = INFINITY;
  out[1] = -INFINITY;
  for (size_t n = 0; n < count; n++) {
    if (isnan(value[n])) continue;
    out[0] = fmin(out[0], value[n]);
    out[1] = fmax(out[1], value[n]);
  }
  if (out[0] <= out[1]) return;
  out[0] = 0;
  out[1] = 1;
}

/* Chooses the line onto which a side view projects the positions: from options or their extent. */
static void choose_line(struct sm_plot_places *p, size_t count, const double *const xy[2]) {
  const struct sm_plot_options *o = p->options;
  double ends[2][2], length;
  p->section = o->kind == SM_PLOT_SECTION;
  if (!p->section) return;
  for (int d = 0; d < 2; d++) {
    double all[2];
    sm_plot_range(xy[d], count, all);
    for (int e = 0; e < 2; e++) {
      const double wanted = e == 0 ? o->from[d] : o->to[d];
      ends[e][d] = isnan(wanted)   ? 0.5 * (all[0] + all[1])
                   : isinf(wanted) ? all[wanted < 0 ? 0 : 1]
                                   : wanted;
    }
  }
  length = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
  for (int d = 0; d < 2; d++) {
    p->from[d] = isinf(o->from[d]) || isinf(o->to[d]) ? 0 : ends[0][d];
    p->along[d] = length > 0 ? (ends[1][d] - ends[0][d]) / length : d == 0;
  }
}

enum sm_status sm_plot_places_begin(struct sm_plot_places *p, size_t room, size_t count,
                                    const double *x, const double *y) {
  choose_line(p, count, (const double *const[2]){x, y});
  SM_TRY(sm_alloc(p->ctx, room, sizeof *p->x, "places", &p->x));
  SM_TRY(sm_alloc(p->ctx, room, sizeof *p->y, "places", &p->y));
  SM_TRY(sm_alloc(p->ctx, room, sizeof *p->colour, "places", &p->colour));
  p->room = room;
  return SM_OK;
}

void sm_plot_places_add(struct sm_plot_places *p, double x, double y, double z, float colour) {
  if (p->count == p->room) return;
  p->x[p->count] =
      !p->section ? x : (x - p->from[0]) * p->along[0] + (y - p->from[1]) * p->along[1];
  p->y[p->count] = p->section ? z : y;
  p->colour[p->count++] = colour;
}

/* Visible range with a margin; on maps the aspect ratio is at most 3. */
static enum sm_status choose_view(struct sm_plot_places *p) {
  double *const edge[2] = {p->view, p->view + 2};
  double length[2];
  size_t there = 0;
  for (size_t n = 0; n < p->count; n++) there += isnan(p->x[n]) ? 0 : 1;
  if (there == 0)
    return sm_fail(p->ctx, SM_ERR_DATA, "%s: error: no particle is on its way", p->path);
  sm_plot_range(p->x, p->count, edge[0]);
  sm_plot_range(p->y, p->count, edge[1]);
  for (int d = 0; d < 2; d++) length[d] = edge[d][1] - edge[d][0];
  for (int d = 0; d < 2; d++) {
    const double least = p->section ? 1 : fmax(length[1 - d] / 3, 1);
    const double more = fmax(0.5 * (least - length[d]), 0) + 0.03 * fmax(length[d], least);
    p->offset[d] = 0;
    edge[d][0] -= more;
    edge[d][1] += more;
    if (!p->section && fabs(edge[d][0]) >= 10000 && length[d] < 20000)
      p->offset[d] = floor(edge[d][0] / 1000) * 1000;
  }
  return SM_OK;
}

/* Shifts all positions by the offset of the axis labels. */
static void take_offset(struct sm_plot_places *p) {
  for (int n = 0; n < 4; n++) p->view[n] -= p->offset[n / 2];
  for (size_t n = 0; n < p->count; n++) {
    p->x[n] -= p->offset[0];
    p->y[n] -= p->offset[1];
  }
}

static void set_label(const struct sm_plot_places *p, int d, double unit, char *out, size_t size) {
  static const char *const words[2][2] = {{"easting", "northing"}, {"x", "y"}};
  const char *name = words[p->local ? 1 : 0][d], *units = unit > 1 ? "km" : "m";
  if (p->section) {
    const bool axis = fabs(p->along[0]) > 1 - 1e-12 || fabs(p->along[1]) > 1 - 1e-12;
    name = d == 1 ? "altitude"
           : axis ? words[p->local ? 1 : 0][p->along[1] > 0.5]
                  : "distance along the section";
  }
  sm_plot_axis_label(name, p->offset[d], units, out, size);
}

/* Opens a file of the same run, named by the prefix and `ending`. */
static bool open_beside(struct sm_context *ctx, const char *path, const char *ending,
                        struct sm_wind_file **out) {
  static const char *const marks[] = {"_particles", "_trajectories", "_probes.csv"};
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash : path, *mark = NULL;
  char beside[4096];
  *out = NULL;
  for (size_t n = 0; n < sizeof marks / sizeof *marks && mark == NULL; n++)
    mark = strstr(name, marks[n]);
  if (mark == NULL) return false;
  const int length = snprintf(beside, sizeof beside, "%.*s%s", (int)(mark - path), path, ending);
  FILE *file = length > 0 && length < (int)sizeof beside ? fopen(beside, "rb") : NULL;
  if (file == NULL) return false;
  fclose(file);
  return sm_wind_file_open_any(ctx, beside, out) == SM_OK;
}

bool sm_plot_find_plume_file(struct sm_context *ctx, const char *path, struct sm_wind_file **out) {
  if (!open_beside(ctx, path, "_plume.nc", out)) return false;
  if ((*out)->plume) return true;
  sm_wind_file_close(out);
  return false;
}

bool sm_plot_find_ground_file(struct sm_context *ctx, const char *path, struct sm_wind_file **out) {
  return open_beside(ctx, path, ".nc", out) || open_beside(ctx, path, "_plume.nc", out);
}

/* Adds ground and buildings from a terrain map as a shaded background. */
static enum sm_status add_ground(struct sm_plot_places *p, struct sm_plot_job *job,
                                 struct sm_plot_picture *picture) {
  struct sm_plot_picture *map = &job->picture;
  map->format = picture->format;
  SM_TRY(sm_plot_fill(job));
  float *paper = NULL;
  SM_TRY(sm_plot_alloc(job, (size_t)map->nx * (size_t)map->ny, sizeof *paper, &paper));
  for (size_t c = 0; c < (size_t)map->nx * (size_t)map->ny; c++) paper[c] = NAN;
  picture->nx = map->nx;
  picture->ny = map->ny;
  picture->x_edge = map->x_edge;
  picture->y_edge = map->y_edge;
  picture->value = paper;
  picture->solid = map->solid;
  picture->light = map->light;
  picture->contour = map->contour;
  picture->contour_step = map->contour_step;
  for (int d = 0; d < 2; d++) { /* limited to the domain */
    const double *edge = d == 0 ? map->x_edge : map->y_edge;
    const double low = edge[0] + job->offset[d];
    const double high = edge[d == 0 ? map->nx : map->ny] + job->offset[d];
    p->offset[d] = job->offset[d];
    p->view[2 * d] = fmax(p->view[2 * d], low);
    p->view[2 * d + 1] = fmin(p->view[2 * d + 1], high);
    if (p->view[2 * d] < p->view[2 * d + 1]) continue;
    p->view[2 * d] = low;
    p->view[2 * d + 1] = high;
  }
  return SM_OK;
}

static void choose_scale(const struct sm_plot_places *p, struct sm_plot_picture *picture) {
  const bool given = picture->low < picture->high;
  double all[2] = {given ? picture->low : (double)INFINITY,
                   given ? picture->high : -(double)INFINITY};
  for (size_t n = 0; n < p->count && !given; n++) {
    if (isnan(p->colour[n])) continue;
    all[0] = fmin(all[0], (double)p->colour[n]);
    all[1] = fmax(all[1], (double)p->colour[n]);
  }
  picture->low = isfinite(p->options->low) ? p->options->low : all[0];
  picture->high = isfinite(p->options->high) ? p->options->high : all[1];
  if (!(picture->high > picture->low)) picture->high = picture->low + 1;
}

static enum sm_status finish(struct sm_plot_places *p, struct sm_plot_picture *picture,
                             const char *path) {
  const struct sm_trajectory_picture trajectories = {p->count, p->x, p->y, p->colour, p->dots};
  const double longest = fmax(p->view[1] - p->view[0], p->view[3] - p->view[2]);
  const double unit = longest >= 5000 && !p->section ? 1000 : 1;
  take_offset(p);
  set_label(p, 0, unit, p->x_label, sizeof p->x_label);
  set_label(p, 1, unit, p->y_label, sizeof p->y_label);
  picture->x_label = p->x_label;
  picture->y_label = p->y_label;
  picture->axis_unit = unit;
  picture->stretch = p->section ? 0 : 1;
  picture->view = p->view;
  // cppcheck-suppress autoVariables ; drawn before this function returns
  picture->trajectories = &trajectories;
  picture->is_map = !p->section;
  picture->north = -p->convergence;
  if (picture->classes == 0) choose_scale(p, picture);
  return sm_plot_draw(p->ctx, picture, path);
}

enum sm_status sm_plot_places_draw(struct sm_plot_places *p, struct sm_plot_picture *picture,
                                   const char *path) {
  struct sm_plot_options terrain = sm_plot_options_default();
  struct sm_plot_job job = {.options = &terrain};
  enum sm_status status = SM_OK;
  terrain.field = sm_field_name(SM_FIELD_TERRAIN);
  terrain.no_relief = p->options->no_relief;
  picture->width = p->options->width;
  picture->height = p->options->image_height;
  SM_TRY(sm_plot_choose_format(p->ctx, path, &picture->format));
  SM_TRY(choose_view(p));
  picture->nx = picture->ny = 1;
  picture->x_edge = p->view;
  picture->y_edge = p->view + 2;
  if (!p->section && sm_plot_find_ground_file(p->ctx, p->path, &job.file))
    status = add_ground(p, &job, picture);
  if (status == SM_OK) status = finish(p, picture, path);
  sm_plot_job_free(&job);
  sm_wind_file_close(&job.file);
  return status;
}

void sm_plot_places_free(struct sm_plot_places *p) { SM_FREE_ALL(p->x, p->y, p->colour); }
