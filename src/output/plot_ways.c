/* plot_ways.c - ways of particles, from above or from the side. */
#include "output/plot.h"

#ifdef SM_HAVE_NETCDF

#include "output/plot_places.h"
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
  struct sm_plot_places places;
  char title[256], subtitle[512], bar_label[128];
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

/* Places and colours of what is drawn, with NAN after each way. */
static enum sm_status set_steps(struct ways *w) {
  int variable = TIME;
  bool age = false;
  const size_t places = w->count * w->samples, every = 1 + places / MOST_STEPS;
  double first[2];
  SM_TRY(choose_colour(w, &variable, &age));
  SM_TRY(sm_plot_places_begin(&w->places, w->count * (w->samples / every + 2), places, w->value[X],
                              w->value[Y]));
  sm_plot_span(w->value[TIME], places, first);
  for (size_t p = 0; p < w->count; p++) {
    double start = NAN;
    for (size_t t = 0; t < w->samples; t += every) {
      const size_t n = p * w->samples + t;
      const double x = w->value[X][n], y = w->value[Y][n], z = w->value[Z][n];
      const bool there = (w->wanted < 0 || w->species[p] == w->wanted) && !isnan(x + y + z);
      if (there && isnan(start)) start = w->value[TIME][n];
      const double zero = variable != TIME ? 0 : age ? start : first[0];
      if (there)
        sm_plot_places_add(&w->places, x, y, z, (float)(w->value[variable][n] - zero));
      else
        sm_plot_places_add(&w->places, NAN, NAN, NAN, NAN);
    }
    sm_plot_places_add(&w->places, NAN, NAN, NAN, NAN);
  }
  return SM_OK;
}

static void set_texts(struct ways *w) {
  char stopped[128];
  int id;
  read_text(w, NC_GLOBAL, "title", w->title, sizeof w->title);
  read_text(w, NC_GLOBAL, "simoom_stopped", stopped, sizeof stopped);
  w->places.local = nc_inq_varid(w->id, "crs", &id) != NC_NOERR;
  if (nc_get_att_double(w->id, NC_GLOBAL, "simoom_convergence", &w->places.convergence) != NC_NOERR)
    w->places.convergence = 0;
  size_t ways = 0;
  for (size_t p = 0; p < w->count; p++) ways += w->wanted < 0 || w->species[p] == w->wanted ? 1 : 0;
  snprintf(w->subtitle, sizeof w->subtitle, "ways of %zu particles%s%s%s%s", ways,
           w->wanted < 0 ? "" : " of ", w->wanted < 0 ? "" : w->options->species,
           w->places.section ? ", from the side" : ", from above",
           stopped[0] != '\0' ? ", of a run stopped early" : "");
}

static enum sm_status draw(struct ways *w, const char *picture) {
  SM_TRY(read_ways(w));
  SM_TRY(set_steps(w));
  set_texts(w);
  struct sm_picture p = {.title = w->title,
                         .subtitle = w->subtitle,
                         .bar_label = w->bar_label,
                         .colours = SM_COLOURS_RISING};
  return sm_plot_places_draw(&w->places, &p, picture);
}

enum sm_status sm_plot_ways(struct sm_context *ctx, const char *path,
                            const struct sm_plot_options *options, const char *picture) {
  struct ways w = {.ctx = ctx,
                   .options = options,
                   .path = path,
                   .places = {.ctx = ctx, .options = options, .path = path}};
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
  sm_plot_places_free(&w.places);
  return status;
}

#endif
