/* output/picture/prisms.c - prism meshes: map of a layer, or vertical section. */
#include "output/picture/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Minimum length of triangle edges, in pixels of a picture of 1200, for the mesh to be drawn. */
static const double seen_edges = 7;

static enum sm_status begin_shapes(struct sm_plot_prisms *p, size_t count, int corners) {
  p->shapes.corners = corners;
  SM_TRY(sm_alloc(p->ctx, count * (size_t)corners, sizeof *p->shape_x, "shapes", &p->shape_x));
  SM_TRY(sm_alloc(p->ctx, count * (size_t)corners, sizeof *p->shape_y, "shapes", &p->shape_y));
  SM_TRY(sm_alloc(p->ctx, count, sizeof *p->shape_value, "shapes", &p->shape_value));
  p->shapes.x = p->shape_x;
  p->shapes.y = p->shape_y;
  p->shapes.value = p->shape_value;
  return SM_OK;
}

/* --- from above --- */

/* Layer that contains a height above the bottom in a triangle; `layers` when it is above all. */
static size_t layer_at(const struct sm_plot_prisms *p, size_t face, double height) {
  double depth = 0;
  size_t k = 0;
  for (int c = 0; c < 3; c++)
    depth +=
        (p->surface[sm_plot_prism_node(p, face, c)] - p->bottom[sm_plot_prism_node(p, face, c)]) /
        3;
  while (k < p->layers && p->sigma_face[k + 1] * depth < height) k++;
  return k;
}

/* Hillshade of the bottom, as on maps (output/picture/map.c). */
static enum sm_status set_light(struct sm_plot_prisms *p) {
  double steepest = 0;
  SM_TRY(sm_alloc(p->ctx, p->faces, sizeof *p->light, "light", &p->light));
  for (int pass = 0; pass < 2; pass++) {
    const double larger = fmin(0.6 / fmax(steepest, 1e-9), 20);
    for (size_t f = 0; f < p->faces; f++) {
      const size_t a = sm_plot_prism_node(p, f, 0), b = sm_plot_prism_node(p, f, 1),
                   c = sm_plot_prism_node(p, f, 2);
      const double x1 = p->x[b] - p->x[a], y1 = p->y[b] - p->y[a], z1 = p->bottom[b] - p->bottom[a];
      const double x2 = p->x[c] - p->x[a], y2 = p->y[c] - p->y[a], z2 = p->bottom[c] - p->bottom[a];
      const double twice = x1 * y2 - x2 * y1;
      const double x = (z1 * y2 - z2 * y1) / twice, y = (x1 * z2 - x2 * z1) / twice;
      if (pass == 0) steepest = fmax(steepest, hypot(x, y));
      if (pass == 1) p->light[f] = sm_plot_hillshade(larger * x, larger * y);
    }
  }
  p->shapes.light = p->light;
  return SM_OK;
}

static enum sm_status set_map(struct sm_plot_prisms *p) {
  const double height = p->options->height;
  bool any = false;
  SM_TRY(begin_shapes(p, p->faces, 3));
  for (size_t f = 0; f < p->faces; f++) {
    const size_t k = p->on_nodes ? 0 : isnan(height) ? p->layer : layer_at(p, f, height);
    for (size_t c = 0; c < 3; c++) {
      p->shape_x[3 * f + c] = p->x[sm_plot_prism_node(p, f, (int)c)] - p->offset[0];
      p->shape_y[3 * f + c] = p->y[sm_plot_prism_node(p, f, (int)c)] - p->offset[1];
    }
    p->shape_value[f] = k < p->layers ? (float)p->value[k * p->faces + f] : (float)NAN;
    any = any || k < p->layers;
  }
  p->shapes.count = p->faces;
  if (!any)
    return sm_fail(p->ctx, SM_ERR_USAGE, "%s: error: no prism reaches %g m above the bottom",
                   p->file.path, height);
  return p->options->no_relief ? SM_OK : set_light(p);
}

/* --- sections --- */

struct line {
  double from[2], along[2], length;
};

static enum sm_status find_line(const struct sm_plot_prisms *p, struct line *line) {
  const struct sm_plot_options *o = p->options;
  double to[2];
  for (int d = 0; d < 2; d++) {
    const double middle = 0.5 * (p->edge[d][0] + p->edge[d][1]);
    line->from[d] = isnan(o->from[d]) ? middle : isinf(o->from[d]) ? p->edge[d][0] : o->from[d];
    to[d] = isnan(o->to[d]) ? middle : isinf(o->to[d]) ? p->edge[d][1] : o->to[d];
  }
  line->length = hypot(to[0] - line->from[0], to[1] - line->from[1]);
  for (int d = 0; d < 2; d++) line->along[d] = (to[d] - line->from[d]) / line->length;
  return SM_OK;
}

/* Intersection of the line with a triangle; false when there is none. */
static bool cross(const struct sm_plot_prisms *p, const struct line *line, size_t face,
                  double ends[2]) {
  ends[0] = 0;
  ends[1] = line->length;
  for (int c = 0; c < 3; c++) {
    const size_t a = sm_plot_prism_node(p, face, c), b = sm_plot_prism_node(p, face, (c + 1) % 3);
    const double ex = p->x[b] - p->x[a], ey = p->y[b] - p->y[a];
    /* Triangles are counterclockwise: the inside is on the left of each edge. */
    const double start = ex * (line->from[1] - p->y[a]) - ey * (line->from[0] - p->x[a]);
    const double rate = ex * line->along[1] - ey * line->along[0];
    if (fabs(rate) < 1e-12 * hypot(ex, ey)) {
      if (start < 0) return false;
      continue;
    }
    const double at = -start / rate;
    if (rate > 0) ends[0] = fmax(ends[0], at);
    if (rate < 0) ends[1] = fmin(ends[1], at);
  }
  return ends[1] > ends[0] * (1 + 1e-12);
}

/* Interpolates a node variable linearly in a triangle. */
static double inside(const struct sm_plot_prisms *p, size_t face, const double *of_nodes, double x,
                     double y) {
  const size_t a = sm_plot_prism_node(p, face, 0), b = sm_plot_prism_node(p, face, 1),
               c = sm_plot_prism_node(p, face, 2);
  const double twice =
      (p->x[b] - p->x[a]) * (p->y[c] - p->y[a]) - (p->x[c] - p->x[a]) * (p->y[b] - p->y[a]);
  const double wb =
      ((x - p->x[a]) * (p->y[c] - p->y[a]) - (p->x[c] - p->x[a]) * (y - p->y[a])) / twice;
  const double wc =
      ((p->x[b] - p->x[a]) * (y - p->y[a]) - (x - p->x[a]) * (p->y[b] - p->y[a])) / twice;
  return (1 - wb - wc) * of_nodes[a] + wb * of_nodes[b] + wc * of_nodes[c];
}

/* Adds the prisms of a triangle crossed by the line. */
static void add_column(struct sm_plot_prisms *p, const struct line *line, size_t face,
                       const double ends[2]) {
  double low[2], high[2];
  for (int e = 0; e < 2; e++) {
    const double x = line->from[0] + ends[e] * line->along[0];
    const double y = line->from[1] + ends[e] * line->along[1];
    low[e] = inside(p, face, p->bottom, x, y);
    high[e] = inside(p, face, p->surface, x, y);
  }
  for (size_t k = 0; k < p->layers; k++) {
    const size_t at = p->shapes.count++;
    for (size_t c = 0; c < 4; c++) {
      const size_t e = c == 1 || c == 2 ? 1 : 0;
      const double sigma = p->sigma_face[c < 2 ? k : k + 1];
      p->shape_x[4 * at + c] = ends[e];
      p->shape_y[4 * at + c] = low[e] + sigma * (high[e] - low[e]);
    }
    p->shape_value[at] = (float)p->value[k * p->faces + face];
  }
}

static enum sm_status set_section(struct sm_plot_prisms *p) {
  struct line line;
  double ends[2];
  size_t crossed = 0;
  if (p->on_nodes)
    return sm_fail(p->ctx, SM_ERR_USAGE, "error: '%s' has no section; a map shows it", p->field);
  SM_TRY(find_line(p, &line));
  for (size_t f = 0; f < p->faces; f++) crossed += cross(p, &line, f, ends) ? 1 : 0;
  if (crossed == 0)
    return sm_fail(p->ctx, SM_ERR_USAGE,
                   "%s: error: the section meets no triangle: x runs from %.10g to %.10g m, y from "
                   "%.10g to %.10g m",
                   p->file.path, p->edge[0][0], p->edge[0][1], p->edge[1][0], p->edge[1][1]);
  SM_TRY(begin_shapes(p, crossed * p->layers, 4));
  for (size_t f = 0; f < p->faces; f++)
    if (cross(p, &line, f, ends)) add_column(p, &line, f, ends);
  p->edge[0][0] = 0;
  p->edge[0][1] = line.length;
  p->edge[1][0] = INFINITY;
  p->edge[1][1] = -INFINITY;
  for (size_t n = 0; n < 4 * p->shapes.count; n++) {
    p->edge[1][0] = fmin(p->edge[1][0], p->shape_y[n]);
    p->edge[1][1] = fmax(p->edge[1][1], p->shape_y[n]);
  }
  snprintf(p->subtitle, sizeof p->subtitle,
           "%.200s on the section from (%.8g, %.8g) to (%.8g, %.8g) m", p->label, line.from[0],
           line.from[1], line.from[0] + line.length * line.along[0],
           line.from[1] + line.length * line.along[1]);
  return SM_OK;
}

/* --- the picture --- */

static void find_edges(struct sm_plot_prisms *p) {
  for (int d = 0; d < 2; d++) {
    sm_plot_range(d == 0 ? p->x : p->y, p->nodes, p->edge[d]);
    p->offset[d] = fabs(p->edge[d][0]) >= 10000 && p->edge[d][1] - p->edge[d][0] < 20000
                       ? floor(p->edge[d][0] / 1000) * 1000
                       : 0;
  }
}

static enum sm_status set_words(struct sm_plot_prisms *p, double unit) {
  const bool section = p->options->kind == SM_PLOT_SECTION;
  char *const labels[2] = {p->x_label, p->y_label};
  if (p->options->minus == NULL) sm_ncdata_text(&p->file, NULL, "title", p->title);
  if (!section && p->on_nodes) snprintf(p->subtitle, sizeof p->subtitle, "%s", p->label);
  if (!section && !p->on_nodes && isnan(p->options->height))
    snprintf(p->subtitle, sizeof p->subtitle, "%.200s in layer %zu of %zu, counted from below",
             p->label, p->layer + 1, p->layers);
  if (!section && !p->on_nodes && !isnan(p->options->height))
    snprintf(p->subtitle, sizeof p->subtitle, "%.200s at %.10g m above the bottom", p->label,
             sm_plot_round(p->options->height));
  sm_text_append(p->subtitle, sizeof p->subtitle, "; %zu triangles, %zu layers", p->faces,
                 p->layers);
  for (int d = 0; d < 2; d++) {
    if (section)
      snprintf(labels[d], sizeof p->x_label, "%s (m)",
               d == 0 ? "distance along the section" : "altitude");
    else
      sm_plot_axis_label(d == 0 ? "x" : "y", p->offset[d], unit > 1 ? "km" : "m", labels[d],
                         sizeof p->x_label);
  }
  return sm_ncdata_check(&p->file);
}

/* True when the mesh is coarse enough for its edges to be drawn. */
static bool edges_are_seen(const struct sm_plot_prisms *p) {
  const double wide = p->edge[0][1] - p->edge[0][0], high = p->edge[1][1] - p->edge[1][0];
  const double pixels = 700.0 * 700 * (p->options->kind == SM_PLOT_SECTION ? 1 : wide / high);
  return sqrt(fmin(pixels, 900 * 700) / (double)p->shapes.count) > seen_edges;
}

static enum sm_status finish(struct sm_plot_prisms *p, const char *path) {
  const bool section = p->options->kind == SM_PLOT_SECTION;
  const double longest = fmax(p->edge[0][1] - p->edge[0][0], p->edge[1][1] - p->edge[1][0]);
  const double unit = longest >= 5000 && !section ? 1000 : 1;
  const struct sm_plot_quantity field = {
      .name = "", .colours = p->options->minus != NULL ? SM_COLOURS_DIVERGING : SM_COLOURS_RISING};
  struct sm_plot_picture picture = {.width = p->options->width, .height = p->options->image_height};
  for (int d = 0; d < 2 && !section; d++)
    for (int e = 0; e < 2; e++) p->edge[d][e] -= p->offset[d];
  p->shapes.edges = edges_are_seen(p);
  SM_TRY(set_words(p, unit));
  picture.nx = (int)p->shapes.count; /* for the scale only */
  picture.ny = 1;
  picture.value = p->shape_value;
  sm_plot_choose_scale(p->options, &field, &picture);
  picture.nx = 1;
  picture.value = NULL;
  picture.colours = field.colours;
  SM_TRY(sm_plot_choose_colour_map(p->ctx, p->options, &picture));
  picture.shapes = &p->shapes;
  picture.x_edge = p->edge[0];
  picture.y_edge = p->edge[1];
  picture.axis_unit = unit;
  picture.stretch = section ? 0 : 1;
  picture.is_map = !section;
  picture.title = p->options->title != NULL ? p->options->title : p->title;
  picture.subtitle = p->subtitle;
  picture.x_label = p->x_label;
  picture.y_label = p->y_label;
  picture.bar_label = p->label;
  SM_TRY(sm_plot_choose_format(p->ctx, path, &picture.format));
  return sm_plot_draw(p->ctx, &picture, path);
}

static enum sm_status draw(struct sm_plot_prisms *p, const char *path) {
  SM_TRY(sm_plot_prisms_read_mesh(p));
  SM_TRY(sm_plot_prisms_read_field(p));
  if (p->options->minus != NULL) SM_TRY(sm_plot_prisms_subtract(p));
  find_edges(p);
  p->layer = p->layers / 2;
  SM_TRY(p->options->kind == SM_PLOT_SECTION ? set_section(p) : set_map(p));
  return finish(p, path);
}

enum sm_status sm_plot_prisms(struct sm_context *ctx, const char *path,
                              const struct sm_plot_options *options, const char *picture) {
  SM_SCOPED_BY(sm_plot_prisms_free)
  struct sm_plot_prisms p = {.ctx = ctx, .options = options, .field = options->field};
  if (options->kind == SM_PLOT_ROSE || options->time > 0 ||
      options->scale == SM_PLOT_SCALE_LOGARITHMIC)
    return sm_fail(
        ctx, SM_ERR_USAGE,
        "%s: error: prisms have no receptors, times or logarithmic scales to choose from", path);
  SM_TRY(sm_ncdata_open(ctx, path, &p.file));
  return draw(&p, picture);
}
