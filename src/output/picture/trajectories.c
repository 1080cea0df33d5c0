/* output/picture/trajectories.c - particle trajectories, from above or from the side. */
#include "output/picture/plot.h"

#include "output/netcdf/trajectory_file.h"
#include "output/picture/places.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 400000 }; /* maximum number of drawn steps; longer trajectories are thinned */
struct trajectories {
  const struct sm_plot_options *options;
  struct sm_trajectories file;
  int wanted; /* species index; -1: all */
  struct sm_plot_places places;
  char subtitle[512], bar_label[128];
};

/* Selects the colour variable; age: time relative to the start of each trajectory. */
static enum sm_status choose_colour(struct trajectories *w, int *variable, bool *age) {
  static const struct {
    const char *name, *label;
    int variable;
    bool age;
  } choices[] = {{"time", "time after the first sample (s)", SM_TRAJECTORY_TIME, false},
                 {"age", "time on the way (s)", SM_TRAJECTORY_TIME, true},
                 {"speed", "speed (m/s)", SM_TRAJECTORY_SPEED, false},
                 {"altitude", "altitude (m)", SM_TRAJECTORY_Z, false}};
  for (size_t n = 0; n < sizeof choices / sizeof *choices; n++) {
    if (strcmp(w->options->field, choices[n].name) != 0) continue;
    *variable = choices[n].variable;
    *age = choices[n].age;
    snprintf(w->bar_label, sizeof w->bar_label, "%s", choices[n].label);
    if (w->file.value[*variable] != NULL) return SM_OK;
    return sm_fail(w->file.ctx, SM_ERR_USAGE, "%s: error: the file contains no '%s'", w->file.path,
                   choices[n].name);
  }
  return sm_fail(w->file.ctx, SM_ERR_USAGE,
                 "error: no field '%s'\n"
                 "help: of particle trajectories there are time, age, speed, altitude",
                 w->options->field);
}

/* Positions and colours to draw, with NAN after each trajectory. */
static enum sm_status set_steps(struct trajectories *w) {
  int variable = SM_TRAJECTORY_TIME;
  bool age = false;
  const size_t places = w->file.count * w->file.samples, every = 1 + places / MOST_STEPS;
  double first[2];
  SM_TRY(choose_colour(w, &variable, &age));
  SM_TRY(sm_plot_places_begin(&w->places, w->file.count * (w->file.samples / every + 2), places,
                              w->file.value[SM_TRAJECTORY_X], w->file.value[SM_TRAJECTORY_Y]));
  sm_plot_range(w->file.value[SM_TRAJECTORY_TIME], places, first);
  for (size_t p = 0; p < w->file.count; p++) {
    double start = NAN;
    for (size_t t = 0; t < w->file.samples; t += every) {
      const size_t n = p * w->file.samples + t;
      const double x = w->file.value[SM_TRAJECTORY_X][n], y = w->file.value[SM_TRAJECTORY_Y][n],
                   z = w->file.value[SM_TRAJECTORY_Z][n];
      const bool there = (w->wanted < 0 || w->file.species[p] == w->wanted) && !isnan(x + y + z);
      if (there && isnan(start)) start = w->file.value[SM_TRAJECTORY_TIME][n];
      const double zero = variable != SM_TRAJECTORY_TIME ? 0 : age ? start : first[0];
      if (there)
        sm_plot_places_add(&w->places, x, y, z, (float)(w->file.value[variable][n] - zero));
      else
        sm_plot_places_add(&w->places, NAN, NAN, NAN, NAN);
    }
    sm_plot_places_add(&w->places, NAN, NAN, NAN, NAN);
  }
  return SM_OK;
}

static void set_texts(struct trajectories *w) {
  w->places.local = w->file.crs.local;
  w->places.convergence = w->file.convergence;
  size_t trajectories = 0;
  for (size_t p = 0; p < w->file.count; p++)
    trajectories += w->wanted < 0 || w->file.species[p] == w->wanted ? 1 : 0;
  snprintf(w->subtitle, sizeof w->subtitle, "trajectories of %zu particles%s%s%s%s", trajectories,
           w->wanted < 0 ? "" : " of ", w->wanted < 0 ? "" : w->options->species,
           w->places.section ? ", from the side" : ", from above",
           w->file.stopped[0] != '\0' ? ", of a run stopped early" : "");
}

static enum sm_status draw(struct trajectories *w, const char *picture) {
  SM_TRY(sm_trajectories_find_species(&w->file, w->options->species, &w->wanted));
  SM_TRY(set_steps(w));
  set_texts(w);
  struct sm_plot_picture p = {.title =
                                  w->options->title != NULL ? w->options->title : w->file.title,
                              .subtitle = w->subtitle,
                              .bar_label = w->bar_label,
                              .colours = SM_COLOURS_RISING};
  SM_TRY(sm_plot_choose_colour_map(w->places.ctx, w->options, &p));
  return sm_plot_places_draw(&w->places, &p, picture);
}

enum sm_status sm_plot_trajectories(struct sm_context *ctx, const char *path,
                                    const struct sm_plot_options *options, const char *picture) {
  struct trajectories w = {.options = options,
                           .places = {.ctx = ctx, .options = options, .path = path}};
  if (options->kind == SM_PLOT_ROSE || !isnan(options->height) || options->time >= 0 ||
      options->scale == SM_PLOT_SCALE_LOGARITHMIC)
    return sm_fail(
        ctx, SM_ERR_USAGE,
        "%s: error: particle trajectories have no receptors, heights, times or logarithmic "
        "scales to choose from",
        path);
  enum sm_status status = sm_trajectories_open(ctx, path, &w.file);
  if (status == SM_OK) status = draw(&w, picture);
  sm_trajectories_close(&w.file);
  sm_plot_places_free(&w.places);
  return status;
}
