#include "output/picture/plot.h"

#include "output/analyse/slice_interpolation.h"
#include <limits.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Maximum number of cells drawn per side (thinning). In SVG and PDF each cell is a shape. */
enum { MOST_PIXELS = 800, MOST_SHAPES = 250 };

enum sm_status sm_plot_alloc(struct sm_plot_job *job, size_t count, size_t size,
                             void *out_pointer) {
  if (job->arrays == SM_PLOT_ARRAYS)
    return sm_fail(job->file->ctx, SM_ERR_FAILED, "a picture of more than %d arrays",
                   SM_PLOT_ARRAYS);
  SM_TRY(sm_alloc(job->file->ctx, count, size, "picture", out_pointer));
  memcpy(&job->array[job->arrays++], out_pointer, sizeof(void *));
  return SM_OK;
}

/* Thinning of a map: of the `count` cells from `first`, every step-th is drawn, step times as
 * large.
 */
struct thinning {
  size_t first[2], count[2];
  int step[2], n[2];
};

static enum sm_status thin(const struct sm_plot_job *job, struct thinning *t) {
  const int painted = job->picture.format == SM_PICTURE_PNG ? MOST_PIXELS : MOST_SHAPES;
  const int most = job->whole ? INT_MAX / 2 : painted;
  for (int d = 0; d < 2; d++) {
    SM_TRY(sm_plot_crop(job, d, &t->first[d], &t->count[d]));
    const int cells = (int)t->count[d];
    t->step[d] = (cells + most - 1) / most;
    t->n[d] = (cells + t->step[d] - 1) / t->step[d];
  }
  return SM_OK;
}

static size_t source(const struct sm_wind_file *file, const struct thinning *t, int i, int j) {
  const size_t x = (size_t)(i * t->step[0] + t->step[0] / 2),
               y = (size_t)(j * t->step[1] + t->step[1] / 2);
  return t->first[0] + (x < t->count[0] ? x : t->count[0] - 1) +
         file->n[0] * (t->first[1] + (y < t->count[1] ? y : t->count[1] - 1));
}

static void thin_map(const struct sm_wind_file *file, const struct thinning *t, float *map) {
  if ((size_t)t->n[0] == file->n[0] && (size_t)t->n[1] == file->n[1]) return;
  for (int j = 0; j < t->n[1]; j++)
    for (int i = 0; i < t->n[0]; i++)
      map[(size_t)i + (size_t)t->n[0] * (size_t)j] = map[source(file, t, i, j)];
}

/* Edge positions relative to a round offset, which the axis label names. */
static enum sm_status set_edges(struct sm_plot_job *job, const struct thinning *t, int d,
                                double *offset, const double **out) {
  const struct sm_wind_file *file = job->file;
  const size_t n = t->count[d];
  const double *centre = file->centre[d] + t->first[d], *width = file->width[d] + t->first[d];
  double *edge = NULL;
  SM_TRY(sm_plot_alloc(job, (size_t)t->n[d] + 1, sizeof *edge, &edge));
  const double start = centre[0] - 0.5 * width[0];
  const double length = centre[n - 1] + 0.5 * width[n - 1] - start;
  *offset = fabs(start) >= 10000 && length < 20000 ? floor(start / 1000) * 1000 : 0;
  for (int i = 0; i <= t->n[d]; i++) {
    const size_t at = (size_t)(i * t->step[d]) < n ? (size_t)(i * t->step[d]) : n;
    edge[i] = (at < n ? centre[at] - 0.5 * width[at] : start + length) - *offset;
  }
  *out = edge;
  return SM_OK;
}

static enum sm_status set_axes(struct sm_plot_job *job, const struct thinning *t,
                               double offset[2]) {
  static const char *const names[2][2] = {{"easting", "northing"}, {"x", "y"}};
  const char *const *name = names[job->file->local ? 1 : 0];
  struct sm_plot_picture *p = &job->picture;
  p->nx = t->n[0];
  p->ny = t->n[1];
  SM_TRY(set_edges(job, t, 0, &offset[0], &p->x_edge));
  SM_TRY(set_edges(job, t, 1, &offset[1], &p->y_edge));
  const double longest = fmax(p->x_edge[p->nx] - p->x_edge[0], p->y_edge[p->ny] - p->y_edge[0]);
  const char *units = sm_plot_axis_unit(longest, &p->axis_unit);
  p->stretch = 1;
  sm_plot_axis_label(name[0], offset[0], units, job->x_label, sizeof job->x_label);
  sm_plot_axis_label(name[1], offset[1], units, job->y_label, sizeof job->y_label);
  return SM_OK;
}

/* Height of the maps in the file that is nearest to `wanted`; NAN without such maps. */
static double nearest_height(struct sm_wind_file *file, double wanted) {
  enum { MOST = 64 };
  const size_t zero[1] = {0};
  double height[MOST], out = NAN;
  size_t count[1] = {0};
  int id;
  if (nc_inq_dimid(file->id, "height", &id) != NC_NOERR ||
      nc_inq_dimlen(file->id, id, count) != NC_NOERR || count[0] > MOST ||
      sm_wind_file_doubles(file, "height", zero, count, height) != SM_OK)
    return NAN;
  for (size_t h = 0; h < count[0]; h++)
    if (!(fabs(out - wanted) <= fabs(height[h] - wanted))) out = height[h];
  return out;
}

/* Altitude of the domain top, m. */
static double domain_top_of(const struct sm_wind_file *file) {
  const size_t top = file->n[2] - 1;
  return file->centre[2][top] + 0.5 * file->width[2][top];
}

/* Altitudes of the lowest and highest ground, m. */
static enum sm_status find_ground(struct sm_plot_job *job, double *lowest, double *highest) {
  struct sm_wind_file *file = job->file;
  const size_t zero[2] = {0, 0}, count[2] = {file->n[1], file->n[0]};
  float *terrain = NULL;
  SM_TRY(sm_plot_alloc(job, count[0] * count[1], sizeof *terrain, &terrain));
  SM_TRY(sm_wind_file_floats(file, sm_field_name(SM_FIELD_TERRAIN), zero, count, terrain));
  *lowest = INFINITY;
  *highest = -INFINITY;
  for (size_t c = 0; c < count[0] * count[1]; c++) {
    *lowest = fmin(*lowest, (double)terrain[c]);
    *highest = fmax(*highest, (double)terrain[c]);
  }
  return SM_OK;
}

/* Height of the map: from the options; else the output height of the
 * case nearest to 10 m (2 m for flow scalars and combustion); else 10 m
 * or 2 m, or less below a low domain top. */
static enum sm_status choose_height(struct sm_plot_job *job) {
  const bool burns =
      job->field.cells && sm_wind_file_has(job->file, sm_field_name(SM_FIELD_HEAT_RELEASE));
  const bool carried = job->other.logarithmic || burns;
  const double usual = carried ? 2 : 10, share = carried ? 0.1 : 0.5;
  double lowest, highest;
  job->height = job->options->height;
  if (isnan(job->height)) job->height = nearest_height(job->file, usual);
  if (!isnan(job->height)) return SM_OK;
  SM_TRY(find_ground(job, &lowest, &highest));
  job->height = fmin(usual, share * (domain_top_of(job->file) - highest));
  return SM_OK;
}

/* Reads the wind at the height, and the field to draw. */
static enum sm_status set_wind(struct sm_plot_job *job, const struct thinning *t, float *value,
                               const float **wind) {
  struct sm_wind_file *file = job->file;
  const size_t columns = file->n[0] * file->n[1];
  const char *field = job->field.name;
  const bool speed = strcmp(field, sm_field_name(SM_FIELD_WIND_SPEED)) == 0;
  const bool direction = strcmp(field, sm_field_name(SM_FIELD_WIND_FROM_DIRECTION)) == 0;
  float *u = NULL, *v = NULL, *w = NULL;
  SM_TRY(sm_plot_alloc(job, columns, sizeof *u, &u));
  SM_TRY(sm_plot_alloc(job, columns, sizeof *v, &v));
  SM_TRY(sm_plot_alloc(job, columns, sizeof *w, &w));
  SM_TRY(sm_wind_file_slice(file, job->time, job->height, u, v, w));
  if (job->field.cells)
    SM_TRY(sm_wind_file_slice_of(file, job->time, field, job->picture.classes > 0, job->height,
                                 value));
  if (job->field.cells) sm_plot_filter_classes(job, value, columns);
  bool air = false;
  for (size_t c = 0; c < columns; c++) {
    air = air || !isnan(u[c]);
    if (speed) value[c] = hypotf(u[c], v[c]);
    if (direction)
      value[c] = (float)sm_wind_direction((double)u[c], (double)v[c], file->convergence);
    if (field[1] == '\0') value[c] = field[0] == 'u' ? u[c] : field[0] == 'v' ? v[c] : w[c];
  }
  if (!air) {
    double lowest, highest;
    SM_TRY(find_ground(job, &lowest, &highest));
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "%s: error: there is no air of the domain at %g m above the ground\n"
                   "help: it reaches to %.6g m above the lowest ground",
                   file->path, job->height, domain_top_of(file) - lowest);
  }
  thin_map(file, t, u);
  thin_map(file, t, v);
  *wind = u;
  sm_plot_arrows(job, u, v);
  return SM_OK;
}

/* Reads a statistics field and the mean wind. */
static enum sm_status set_statistics(struct sm_plot_job *job, const struct thinning *t,
                                     float *value, const float **wind) {
  const size_t columns = job->file->n[0] * job->file->n[1];
  float *u = NULL, *v = NULL;
  SM_TRY(sm_plot_alloc(job, columns, sizeof *u, &u));
  SM_TRY(sm_plot_alloc(job, columns, sizeof *v, &v));
  SM_TRY(sm_plot_statistics_read(job, value, u, v));
  thin_map(job->file, t, u);
  thin_map(job->file, t, v);
  *wind = u;
  sm_plot_arrows(job, u, v);
  return SM_OK;
}

/* Reads a plume field. */
static enum sm_status set_plume(struct sm_plot_job *job, const struct thinning *t, float *value,
                                const float **air) {
  float *there = NULL;
  SM_TRY(sm_plot_alloc(job, job->file->n[0] * job->file->n[1], sizeof *there, &there));
  SM_TRY(sm_plot_plume_read(job, value, there));
  thin_map(job->file, t, there);
  *air = there;
  return SM_OK;
}

/* Buildings are grey where they reach the map height, else outlined; on maps without wind always
 * grey. */
static enum sm_status set_buildings(struct sm_plot_job *job, const struct thinning *t,
                                    const float *wind) {
  struct sm_wind_file *file = job->file;
  const size_t columns = file->n[0] * file->n[1];
  float *height = NULL;
  uint8_t *solid = NULL;
  if (strcmp(job->field.name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) == 0) return SM_OK;
  SM_TRY(sm_plot_alloc(job, columns, sizeof *height, &height));
  SM_TRY(sm_plot_alloc(job, columns, sizeof *solid, &solid));
  SM_TRY(sm_plot_plume_ground(job, sm_field_name(SM_FIELD_BUILDING_HEIGHT), height));
  thin_map(file, t, height);
  for (size_t c = 0; c < (size_t)t->n[0] * (size_t)t->n[1]; c++)
    solid[c] = !(height[c] > 0) ? 0 : wind == NULL || isnan(wind[c]) ? 1 : 3;
  job->picture.solid = solid;
  return SM_OK;
}

/* Slope of the ground along an axis by central differences; stride: distance of neighbours. */
static double slope(const float *terrain, const double *edge, int n, int i, size_t at,
                    size_t stride) {
  const int low = i > 0 ? 1 : 0, high = i + 1 < n ? 1 : 0;
  if (low + high == 0) return 0;
  const double from = 0.5 * (edge[i - low] + edge[i - low + 1]);
  const double to = 0.5 * (edge[i + high] + edge[i + high + 1]);
  return ((double)terrain[high > 0 ? at + stride : at] -
          (double)terrain[low > 0 ? at - stride : at]) /
         (to - from);
}

static int compare(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

float sm_plot_hillshade(double slope_x, double slope_y) {
  const double share = 0.35;
  const double cosine =
      (1 + sqrt(0.5) * (slope_x - slope_y)) / sqrt(1 + slope_x * slope_x + slope_y * slope_y);
  return (float)(1 - share + share * fmax(cosine, 0));
}

/* Hillshading. Slopes are exaggerated until the 95th percentile reaches `steep`, so that gentle
 * hills show. */
static enum sm_status set_light(struct sm_plot_job *job, const float *terrain) {
  const double steep = 0.6, most = 20;
  struct sm_plot_picture *p = &job->picture;
  const size_t columns = (size_t)p->nx * (size_t)p->ny;
  float *light = NULL, *size = NULL;
  SM_TRY(sm_plot_alloc(job, columns, sizeof *light, &light));
  SM_TRY(sm_plot_alloc(job, columns, sizeof *size, &size));
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) qsort(size, columns, sizeof *size, compare);
    const double larger =
        pass == 1 ? fmin(steep / fmax((double)size[columns - 1 - columns / 20], 1e-9), most) : 1;
    for (int j = 0; j < p->ny; j++) {
      for (int i = 0; i < p->nx; i++) {
        const size_t at = (size_t)i + (size_t)p->nx * (size_t)j;
        const double x = larger * slope(terrain, p->x_edge, p->nx, i, at, 1);
        const double y = larger * slope(terrain, p->y_edge, p->ny, j, at, (size_t)p->nx);
        if (pass == 0) size[at] = (float)hypot(x, y);
        if (pass == 1) light[at] = sm_plot_hillshade(x, y);
      }
    }
  }
  p->light = light;
  return SM_OK;
}

/* Height contours and hillshading, unless the ground is flat. */
static enum sm_status set_relief(struct sm_plot_job *job, const struct thinning *t) {
  struct sm_wind_file *file = job->file;
  float *terrain = NULL;
  SM_TRY(sm_plot_alloc(job, file->n[0] * file->n[1], sizeof *terrain, &terrain));
  SM_TRY(sm_plot_plume_ground(job, sm_field_name(SM_FIELD_TERRAIN), terrain));
  thin_map(file, t, terrain);
  double least = INFINITY, most = -INFINITY;
  for (size_t c = 0; c < (size_t)t->n[0] * (size_t)t->n[1]; c++) {
    least = fmin(least, (double)terrain[c]);
    most = fmax(most, (double)terrain[c]);
  }
  if (!(most - least > 1)) return SM_OK;
  const double step = pow(10, floor(log10(most - least))), many = (most - least) / step;
  job->picture.contour = terrain;
  job->picture.contour_step = many < 2 ? step / 10 * 1 : many < 5 ? step / 5 : step / 2;
  /* Class colours must not be changed by shading. */
  return job->picture.classes > 0 ? SM_OK : set_light(job, terrain);
}

static void set_subtitle(struct sm_plot_job *job) {
  struct sm_wind_file *file = job->file;
  char when[64], contours[64] = "";
  sm_plot_time_text(file, job->time, when, sizeof when);
  if (job->picture.contour != NULL)
    snprintf(contours, sizeof contours, ", contours every %g m", job->picture.contour_step);
  const char *comma = when[0] != '\0' ? ", " : "";
  if (job->field.map) {
    snprintf(job->subtitle, sizeof job->subtitle, "%s%s%s%s", job->field.longer,
             file->local ? "" : ", ", file->local ? "" : file->crs, contours);
  } else {
    const bool tiny = job->height < 0.1;
    snprintf(job->subtitle, sizeof job->subtitle, "%s, %.10g %s above ground%s%s%s%s%s",
             job->field.longer, sm_plot_round(tiny ? 1000 * job->height : job->height),
             tiny ? "mm" : "m", comma, when, file->local ? "" : ", ", file->local ? "" : file->crs,
             contours);
  }
}

/* Named positions from the options. */
static void set_marks(struct sm_plot_job *job) {
  const struct sm_plot_options *options = job->options;
  job->picture.mark = job->mark;
  for (int m = 0; m < options->marks && m < SM_PLOT_MARKS; m++) {
    struct sm_plot_mark *mark = &job->mark[job->picture.marks++];
    mark->x = options->mark[m][0] - job->offset[0];
    mark->y = options->mark[m][1] - job->offset[1];
    mark->ring = options->mark_ring != NULL && options->mark_ring[m];
    snprintf(mark->name, sizeof mark->name, "%s", options->mark_name[m]);
  }
}

enum sm_status sm_plot_map(struct sm_plot_job *job) {
  struct sm_wind_file *file = job->file;
  struct thinning t;
  const size_t zero[2] = {0, 0}, count[2] = {file->n[1], file->n[0]};
  float *value = NULL;
  const float *wind = NULL;
  SM_TRY(thin(job, &t));
  SM_TRY(set_axes(job, &t, job->offset));
  if (!file->plume || job->field.map) set_marks(job);
  SM_TRY(sm_plot_alloc(job, count[0] * count[1], sizeof *value, &value));
  if (job->field.map) {
    SM_TRY(sm_wind_file_floats(file, job->field.name, zero, count, value));
    if (file->ensemble) sm_plot_ensemble_values(job, value, count[0] * count[1]);
    if (file->ensemble) sm_plot_ensemble_marks(job, job->offset);
    for (size_t c = 0; c < count[0] * count[1] &&
                       strcmp(job->field.name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) == 0;
         c++)
      if (!(value[c] > 0)) value[c] = NAN; /* background where there is no building */
  } else if (file->plume) {
    SM_TRY(set_plume(job, &t, value, &wind));
    sm_plot_plume_marks(job, job->offset);
  } else if (file->statistics) {
    SM_TRY(set_statistics(job, &t, value, &wind));
  } else {
    SM_TRY(choose_height(job));
    SM_TRY(set_wind(job, &t, value, &wind));
  }
  thin_map(file, &t, value);
  sm_plot_convert(job, value, (size_t)t.n[0] * (size_t)t.n[1]);
  job->picture.value = value;
  sm_plot_drop_marks(job);
  SM_TRY(set_buildings(job, &t, wind));
  if (!job->options->no_relief) SM_TRY(set_relief(job, &t));
  job->picture.colours = job->field.colours;
  sm_plot_choose_scale(job->options, &job->field, &job->picture);
  job->picture.is_map = true;
  job->picture.north = -file->convergence;
  if (file->plume && !job->field.map) return sm_plot_plume_subtitle(job, NULL);
  set_subtitle(job);
  return SM_OK;
}
