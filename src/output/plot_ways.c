/* plot_ways.c - ways of particles, from above or from the side. */
#include "output/plot.h"

#ifdef SM_HAVE_NETCDF

#include "output/plot_draw.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 400000 }; /* that are drawn; of longer ways not every place is */
enum { TIME, X, Y, Z, SPEED, VARIABLES };
static const char *const names[VARIABLES] = {"time", "x", "y", "z", "speed"};

struct ways {
  struct sm_context *ctx;
  const struct sm_plot_options *options;
  const char *path;
  int id;
  size_t count, samples;    /* ways; places of each */
  double *value[VARIABLES]; /* [count][samples]; NAN where a particle is not on its way */
  signed char *species;     /* [count] */
  int wanted;               /* species; -1: all */
  bool local, section;
  double from[2], along[2]; /* of a section: where distances begin, and the unit vector */
  double offset[2];         /* m, of the numbers at the axes */
  double *x, *y;            /* what is drawn */
  float *colour;
  size_t drawn;
  double x_edge[2], y_edge[2];
  char title[256], subtitle[512], x_label[128], y_label[128], bar_label[128], crs[200];
};

static enum sm_status damaged(const struct ways *w, const char *what, int code) {
  return sm_fail(w->ctx, SM_ERR_DATA,
                 "%s: error: '%s' cannot be read: %s; the file is truncated or damaged", w->path,
                 what, nc_strerror(code));
}

static void read_text(const struct ways *w, int variable, const char *name, char *out,
                      size_t size) {
  size_t length = 0;
  out[0] = '\0';
  if (nc_inq_attlen(w->id, variable, name, &length) != NC_NOERR || length >= size) return;
  if (nc_get_att_text(w->id, variable, name, out) != NC_NOERR) length = 0;
  out[length] = '\0';
}

static enum sm_status read_length(struct ways *w, const char *name, size_t *out) {
  int id;
  int code = nc_inq_dimid(w->id, name, &id);
  if (code == NC_NOERR) code = nc_inq_dimlen(w->id, id, out);
  return code == NC_NOERR ? SM_OK : damaged(w, name, code);
}

/* Index of a species among the words of flag_meanings, in which blanks are '_'. */
static enum sm_status choose_species(struct ways *w) {
  char words[8192], wanted[256];
  int id, n = 0;
  w->wanted = -1;
  if (w->options->species == NULL) return SM_OK;
  snprintf(wanted, sizeof wanted, "%s", w->options->species);
  for (char *c = wanted; *c != '\0'; c++)
    if (*c == ' ') *c = '_';
  if (nc_inq_varid(w->id, "species", &id) != NC_NOERR) id = -1;
  read_text(w, id, "flag_meanings", words, sizeof words);
  for (const char *word = words; *word != '\0'; n++) {
    const size_t length = strcspn(word, " ");
    if (strlen(wanted) == length && strncmp(word, wanted, length) == 0) w->wanted = n;
    word += length + strspn(word + length, " ");
  }
  if (w->wanted >= 0) return SM_OK;
  return sm_fail(w->ctx, SM_ERR_USAGE, "%s: error: no species '%s'\nhelp: there are %s", w->path,
                 w->options->species, words);
}

static enum sm_status read_ways(struct ways *w) {
  int code, id;
  SM_TRY(read_length(w, "trajectory", &w->count));
  SM_TRY(read_length(w, "obs", &w->samples));
  SM_TRY(choose_species(w));
  SM_TRY(sm_alloc(w->ctx, w->count, 1, "ways", &w->species));
  code = nc_inq_varid(w->id, "species", &id);
  if (code == NC_NOERR) code = nc_get_var_schar(w->id, id, w->species);
  if (code != NC_NOERR) return damaged(w, "species", code);
  for (int v = 0; v < VARIABLES; v++) {
    const size_t start[2] = {0, 0}, count[2] = {w->count, w->samples};
    if (v == SPEED && nc_inq_varid(w->id, names[v], &id) != NC_NOERR) continue;
    SM_TRY(sm_alloc(w->ctx, w->count * w->samples, sizeof(double), "ways", &w->value[v]));
    code = nc_inq_varid(w->id, names[v], &id);
    if (code == NC_NOERR) code = nc_get_vara_double(w->id, id, start, count, w->value[v]);
    if (code != NC_NOERR) return damaged(w, names[v], code);
    for (size_t n = 0; n < w->count * w->samples; n++)
      if (w->value[v][n] >= 0.99 * (double)NC_FILL_FLOAT) w->value[v][n] = NAN;
  }
  return SM_OK;
}

/* Smallest and largest of some numbers; 0 and 1 when there are none. */
static void span(const double *value, size_t count, double out[2]) {
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

/* What the colours tell: a variable, from its first value of all or of each way. */
static enum sm_status choose_colour(struct ways *w, int *variable, bool *age) {
  static const struct {
    const char *name, *label;
    int variable;
    bool age;
  } choices[] = {{"time", "time after the first sample (s)", TIME, false},
                 {"age", "time on the way (s)", TIME, true},
                 {"speed", "speed (m/s)", SPEED, false},
                 {"altitude", "altitude (m)", Z, false}};
  for (size_t n = 0; n < sizeof choices / sizeof *choices; n++) {
    if (strcmp(w->options->field, choices[n].name) != 0) continue;
    *variable = choices[n].variable;
    *age = choices[n].age;
    snprintf(w->bar_label, sizeof w->bar_label, "%s", choices[n].label);
    if (w->value[*variable] != NULL) return SM_OK;
    return sm_fail(w->ctx, SM_ERR_USAGE, "%s: error: the file holds no '%s'", w->path,
                   choices[n].name);
  }
  return sm_fail(w->ctx, SM_ERR_USAGE,
                 "error: no field '%s'\n"
                 "help: of ways of particles there are time, age, speed, altitude",
                 w->options->field);
}

/* The line onto which places are seen from the side. */
static enum sm_status choose_line(struct ways *w) {
  const struct sm_plot_options *o = w->options;
  double ends[2][2], length;
  w->section = o->kind == SM_PLOT_SECTION;
  if (!w->section) return SM_OK;
  for (int d = 0; d < 2; d++) {
    double all[2];
    span(w->value[d == 0 ? X : Y], w->count * w->samples, all);
    for (int e = 0; e < 2; e++) {
      const double wanted = e == 0 ? o->from[d] : o->to[d];
      ends[e][d] = isnan(wanted)   ? 0.5 * (all[0] + all[1])
                   : isinf(wanted) ? all[wanted < 0 ? 0 : 1]
                                   : wanted;
    }
  }
  length = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
  for (int d = 0; d < 2; d++) {
    w->from[d] = isinf(o->from[d]) || isinf(o->to[d]) ? 0 : ends[0][d];
    w->along[d] = length > 0 ? (ends[1][d] - ends[0][d]) / length : d == 0;
  }
  return SM_OK;
}

/* Places and colours of what is drawn, with NAN after each way. */
static enum sm_status set_steps(struct ways *w) {
  int variable = TIME;
  bool age = false;
  const size_t places = w->count * w->samples, every = 1 + places / MOST_STEPS;
  double first[2];
  SM_TRY(choose_colour(w, &variable, &age));
  SM_TRY(choose_line(w));
  const size_t room = w->count * (w->samples / every + 2);
  SM_TRY(sm_alloc(w->ctx, room, sizeof *w->x, "ways", &w->x));
  SM_TRY(sm_alloc(w->ctx, room, sizeof *w->y, "ways", &w->y));
  SM_TRY(sm_alloc(w->ctx, room, sizeof *w->colour, "ways", &w->colour));
  span(w->value[TIME], places, first);
  for (size_t p = 0; p < w->count; p++) {
    double start = NAN;
    for (size_t t = 0; t <= w->samples; t += every) {
      const size_t n = p * w->samples + t;
      const bool there = t < w->samples && (w->wanted < 0 || w->species[p] == w->wanted) &&
                         !isnan(w->value[X][n] + w->value[Y][n] + w->value[Z][n]);
      const double x = there ? w->value[X][n] : (double)NAN,
                   y = there ? w->value[Y][n] : (double)NAN;
      if (there && isnan(start)) start = w->value[TIME][n];
      w->x[w->drawn] =
          !w->section ? x : (x - w->from[0]) * w->along[0] + (y - w->from[1]) * w->along[1];
      w->y[w->drawn] = w->section && there ? w->value[Z][n] : y;
      const double zero = variable != TIME ? 0 : age ? start : first[0];
      w->colour[w->drawn++] = there ? (float)(w->value[variable][n] - zero) : (float)NAN;
    }
    w->x[w->drawn] = w->y[w->drawn] = NAN;
    w->colour[w->drawn++] = NAN;
  }
  return SM_OK;
}

/* Edges with a margin; of a map neither side is less than a third of the other. */
static enum sm_status set_edges(struct ways *w) {
  double *const edge[2] = {w->x_edge, w->y_edge};
  double length[2];
  size_t there = 0;
  for (size_t n = 0; n < w->drawn; n++) there += isnan(w->x[n]) ? 0 : 1;
  if (there == 0)
    return sm_fail(w->ctx, SM_ERR_DATA, "%s: error: no particle is on its way", w->path);
  span(w->x, w->drawn, edge[0]);
  span(w->y, w->drawn, edge[1]);
  for (int d = 0; d < 2; d++) length[d] = edge[d][1] - edge[d][0];
  for (int d = 0; d < 2; d++) {
    const double least = w->section ? 1 : fmax(length[1 - d] / 3, 1);
    const double more = fmax(0.5 * (least - length[d]), 0) + 0.03 * fmax(length[d], least);
    w->offset[d] = 0;
    edge[d][0] -= more;
    edge[d][1] += more;
    if (!w->section && fabs(edge[d][0]) >= 10000 && length[d] < 20000)
      w->offset[d] = floor(edge[d][0] / 1000) * 1000;
    for (int e = 0; e < 2; e++) edge[d][e] -= w->offset[d];
  }
  for (size_t n = 0; n < w->drawn; n++) {
    w->x[n] -= w->offset[0];
    w->y[n] -= w->offset[1];
  }
  return SM_OK;
}

static void set_label(const struct ways *w, int d, double unit, char *out, size_t size) {
  static const char *const words[2][2] = {{"easting", "northing"}, {"x", "y"}};
  const char *name = words[w->local ? 1 : 0][d], *units = unit > 1 ? "km" : "m";
  if (w->section) {
    const bool axis = fabs(w->along[0]) > 1 - 1e-12 || fabs(w->along[1]) > 1 - 1e-12;
    name = d == 1 ? "altitude"
           : axis ? words[w->local ? 1 : 0][w->along[1] > 0.5]
                  : "distance along the section";
  }
  if (w->offset[d] > 0 || w->offset[d] < 0)
    snprintf(out, size, "%s \xe2\x88\x92 %.0f km (%s)", name, w->offset[d] / 1000, units);
  else
    snprintf(out, size, "%s (%s)", name, units);
}

static void set_texts(struct ways *w) {
  char stopped[128];
  int id;
  read_text(w, NC_GLOBAL, "title", w->title, sizeof w->title);
  read_text(w, NC_GLOBAL, "simoom_stopped", stopped, sizeof stopped);
  w->local = nc_inq_varid(w->id, "crs", &id) != NC_NOERR;
  size_t ways = 0;
  for (size_t p = 0; p < w->count; p++) ways += w->wanted < 0 || w->species[p] == w->wanted ? 1 : 0;
  snprintf(w->subtitle, sizeof w->subtitle, "ways of %zu particles%s%s%s%s", ways,
           w->wanted < 0 ? "" : " of ", w->wanted < 0 ? "" : w->options->species,
           w->section ? ", from the side" : ", from above",
           stopped[0] != '\0' ? ", of a run stopped early" : "");
}

static enum sm_status draw(struct ways *w, const char *picture) {
  struct sm_way_picture ways;
  double all[2] = {INFINITY, -INFINITY};
  SM_TRY(read_ways(w));
  SM_TRY(set_steps(w));
  SM_TRY(set_edges(w));
  set_texts(w);
  for (size_t n = 0; n < w->drawn; n++) {
    if (isnan(w->colour[n])) continue;
    all[0] = fmin(all[0], (double)w->colour[n]);
    all[1] = fmax(all[1], (double)w->colour[n]);
  }
  ways = (struct sm_way_picture){w->drawn, w->x, w->y, w->colour};
  const double longest = fmax(w->x_edge[1] - w->x_edge[0], w->y_edge[1] - w->y_edge[0]);
  const double unit = longest >= 5000 && !w->section ? 1000 : 1;
  set_label(w, 0, unit, w->x_label, sizeof w->x_label);
  set_label(w, 1, unit, w->y_label, sizeof w->y_label);
  struct sm_picture p = {.width = w->options->width,
                         .height = w->options->image_height,
                         .title = w->title,
                         .subtitle = w->subtitle,
                         .x_label = w->x_label,
                         .y_label = w->y_label,
                         .bar_label = w->bar_label,
                         .nx = 1,
                         .ny = 1,
                         .x_edge = w->x_edge,
                         .y_edge = w->y_edge,
                         .axis_unit = unit,
                         .stretch = w->section ? 0 : 1,
                         .low = isfinite(w->options->low) ? w->options->low : all[0],
                         .high = isfinite(w->options->high) ? w->options->high : all[1],
                         .colours = SM_COLOURS_RISING,
                         .ways = &ways,
                         .is_map = !w->section};
  if (nc_get_att_double(w->id, NC_GLOBAL, "simoom_convergence", &p.north) != NC_NOERR) p.north = 0;
  p.north = -p.north;
  if (!(p.high > p.low)) p.high = p.low + 1;
  SM_TRY(sm_plot_choose_format(w->ctx, picture, &p.format));
  return sm_plot_draw(w->ctx, &p, picture);
}

enum sm_status sm_plot_ways(struct sm_context *ctx, const char *path,
                            const struct sm_plot_options *options, const char *picture) {
  struct ways w = {.ctx = ctx, .options = options, .path = path};
  if (options->kind == SM_PLOT_ROSE || !isnan(options->height) || options->time >= 0 ||
      options->scale == SM_PLOT_SCALE_LOGARITHMIC)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: ways of particles have no receptors, heights, times or logarithmic "
                   "scales to choose from",
                   path);
  const int code = nc_open(path, NC_NOWRITE, &w.id);
  if (code != NC_NOERR) return damaged(&w, "trajectory", code);
  const enum sm_status status = draw(&w, picture);
  nc_close(w.id);
  for (int v = 0; v < VARIABLES; v++) sm_free(w.value[v]);
  sm_free(w.species);
  sm_free(w.x);
  sm_free(w.y);
  sm_free(w.colour);
  return status;
}

#endif
