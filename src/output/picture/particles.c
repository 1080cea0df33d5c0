/* output/picture/particles.c - picture of all particles at one time. */
#include "output/picture/places.h"

#include "base/list.h"
#include "output/netcdf/plume_file.h"
#include "output/picture/plot.h"
#include "output/vtk/particles.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Maximum number of drawn particles, in PNG and in formats where each is a shape. */
enum { MOST_DOTS = 300000, MOST_SHAPES = 10000, SPECIES = 32 };

static const struct {
  const char *name, *label;
  enum sm_particle_array array;
} fields[] = {{"altitude", "altitude (m)", SM_PARTICLE_POINTS},
              {"species", "species", SM_PARTICLE_SPECIES},
              {"age", "time since the release (s)", SM_PARTICLE_AGE},
              {"speed", "speed (m/s)", SM_PARTICLE_VELOCITY},
              {"diameter", "diameter (m)", SM_PARTICLE_DIAMETER},
              {"mass", "mass that a particle stands for (kg)", SM_PARTICLE_MASS}};

struct cloud {
  struct sm_plot_places places;
  struct sm_particle_snapshot file;
  double (*point)[3];
  double *x, *y, *value, *species;
  int field, wanted;                 /* species index; -1: all */
  char name[SPECIES][SM_PLUME_NAME]; /* species names */
  const char *label[SPECIES];
  int kind[SPECIES], species_count;
  char title[256], subtitle[512];
};

/* Reads title, map and species names from another file of the same run, if there is one. */
static void read_run_file(struct cloud *c) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  struct sm_plume_content content;
  const char *slash = strrchr(c->places.path, '/');
  snprintf(c->title, sizeof c->title, "%s", slash != NULL ? slash + 1 : c->places.path);
  for (int n = 0; n < SPECIES; n++) snprintf(c->name[n], sizeof c->name[n], "species %d", n);
  c->places.local = true;
  if (!sm_plot_find_ground_file(c->places.ctx, c->places.path, &file)) return;
  if (file->title[0] != '\0') snprintf(c->title, sizeof c->title, "%s", file->title);
  c->places.local = file->local;
  c->places.convergence = file->convergence;
  sm_wind_file_close(&file);
  if (!sm_plot_find_plume_file(c->places.ctx, c->places.path, &file)) return;
  if (sm_plume_read(file, &content) == SM_OK)
    for (int n = 0; n < content.layout.species_count && n < SM_PLUME_SPECIES; n++)
      memcpy(c->name[n], content.layout.species[n], sizeof c->name[n]);
}

static enum sm_status choose_field(struct cloud *c) {
  const int count = (int)(sizeof fields / sizeof *fields);
  const char *name = c->places.options->field;
  while (c->field < count && strcmp(fields[c->field].name, name) != 0) c->field++;
  if (c->field == count)
    return sm_fail(c->places.ctx, SM_ERR_USAGE,
                   "error: no field '%s'\n"
                   "help: of particles there are altitude, species, age, speed, diameter, mass",
                   name);
  if (c->file.offset[fields[c->field].array] >= 0) return SM_OK;
  return sm_fail(c->places.ctx, SM_ERR_USAGE, "%s: error: the file contains no '%s'",
                 c->places.path, name);
}

/* Selects a species by its name, or by its number in the case. */
static enum sm_status choose_species(struct cloud *c) {
  const char *wanted = c->places.options->species;
  char number[16];
  c->wanted = -1;
  for (int n = 0; wanted != NULL && n < SPECIES; n++) {
    snprintf(number, sizeof number, "%d", n);
    if (strcmp(c->name[n], wanted) == 0 || strcmp(number, wanted) == 0) c->wanted = n;
  }
  if (wanted == NULL || (c->wanted >= 0 && c->species != NULL)) return SM_OK;
  return sm_fail(c->places.ctx, SM_ERR_USAGE, "%s: error: no species '%s'", c->places.path, wanted);
}

static enum sm_status read_cloud(struct cloud *c) {
  struct sm_context *ctx = c->places.ctx;
  const size_t count = c->file.count;
  const enum sm_particle_array array = fields[c->field].array;
  SM_TRY(sm_alloc(ctx, count, sizeof *c->point, "particles", &c->point));
  SM_TRY(sm_alloc(ctx, count, sizeof *c->x, "particles", &c->x));
  SM_TRY(sm_alloc(ctx, count, sizeof *c->y, "particles", &c->y));
  SM_TRY(sm_alloc(ctx, count, sizeof *c->value, "particles", &c->value));
  SM_TRY(sm_particle_vtk_read(&c->file, SM_PARTICLE_POINTS, c->point[0]));
  if (array != SM_PARTICLE_POINTS) SM_TRY(sm_particle_vtk_read(&c->file, array, c->value));
  if (c->file.offset[SM_PARTICLE_SPECIES] >= 0) {
    SM_TRY(sm_alloc(ctx, count, sizeof *c->species, "particles", &c->species));
    SM_TRY(sm_particle_vtk_read(&c->file, SM_PARTICLE_SPECIES, c->species));
  }
  SM_TRY(choose_species(c));
  for (size_t n = 0; n < count; n++) {
    const bool wanted = c->wanted < 0 || (int)c->species[n] == c->wanted;
    c->x[n] = wanted ? c->point[n][0] : (double)NAN;
    c->y[n] = wanted ? c->point[n][1] : (double)NAN;
    if (array == SM_PARTICLE_POINTS) c->value[n] = c->point[n][2];
    if (array == SM_PARTICLE_SPECIES && c->value[n] >= 0 && c->value[n] < SPECIES)
      c->species_count = (int)fmax(c->species_count, c->value[n] + 1);
    if (array == SM_PARTICLE_SPECIES) c->value[n] += 1; /* class numbers start at 1 */
  }
  return SM_OK;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Default range of the scale, robust against a few distant particles. */
static enum sm_status default_range(const struct cloud *c, double out[2]) {
  const double beyond = 0.005;
  SM_SCOPED double *sorted = NULL;
  size_t count = 0;
  out[0] = out[1] = 0;
  SM_TRY(sm_alloc(c->places.ctx, c->file.count, sizeof *sorted, "particles", &sorted));
  for (size_t n = 0; n < c->file.count; n++)
    if (!isnan(c->x[n] + c->value[n])) sorted[count++] = c->value[n];
  qsort(sorted, count, sizeof *sorted, compare);
  for (int e = 0; e < 2 && count > 0; e++)
    out[e] = sorted[(size_t)((e == 0 ? beyond : 1 - beyond) * (double)(count - 1) + 0.5)];
  return SM_OK;
}

/* Selects every n-th particle to draw. */
static enum sm_status choose_particles(struct cloud *c, enum sm_plot_format format, size_t *drawn) {
  const size_t most = format == SM_PICTURE_PNG ? MOST_DOTS : MOST_SHAPES;
  const size_t count = c->file.count, every = 1 + count / (most + 1);
  SM_TRY(sm_plot_places_begin(&c->places, count / every + 1, count, c->x, c->y));
  for (size_t n = 0; n < count; n += every)
    if (!isnan(c->x[n]))
      sm_plot_places_add(&c->places, c->x[n], c->y[n], c->point[n][2], (float)c->value[n]);
  *drawn = every;
  return SM_OK;
}

static void set_texts(struct cloud *c, double time, size_t every) {
  char when[64] = "", part[64] = "";
  if (!isnan(time))
    snprintf(when, sizeof when, ", %.10g s after the first wind", sm_plot_round(time));
  if (every > 1) snprintf(part, sizeof part, ", of which 1 in %zu is drawn", every);
  size_t count = 0;
  for (size_t n = 0; n < c->file.count; n++) count += isnan(c->x[n]) ? 0 : 1;
  snprintf(c->subtitle, sizeof c->subtitle, "%zu particles%s%s in the air%s%s%s", count,
           c->wanted < 0 ? "" : " of ", c->wanted < 0 ? "" : c->name[c->wanted], when,
           c->places.section ? ", from the side" : ", from above", part);
}

static enum sm_status set_colours(struct cloud *c, struct sm_plot_picture *picture) {
  double ends[2];
  SM_TRY(default_range(c, ends));
  picture->colours = SM_COLOURS_RISING;
  picture->low = ends[0];
  picture->high = ends[1];
  if (fields[c->field].array != SM_PARTICLE_SPECIES) return SM_OK;
  picture->colours = SM_COLOURS_KINDS;
  picture->classes = c->species_count > 0 ? c->species_count : 1;
  picture->kinds = (int)fmax(6, picture->classes);
  for (int n = 0; n < picture->classes; n++) {
    c->kind[n] = n;
    c->label[n] = c->name[n];
  }
  picture->kind = c->kind;
  picture->class_names = c->label;
  picture->low = 0.5;
  picture->high = picture->classes + 0.5;
  return SM_OK;
}

static enum sm_status draw(struct cloud *c, double time, enum sm_plot_format format,
                           const char *picture) {
  const char *title = c->places.options->title;
  struct sm_plot_picture p = {.title = title != NULL ? title : c->title, .subtitle = c->subtitle};
  size_t every = 1;
  read_run_file(c);
  SM_TRY(choose_field(c));
  SM_TRY(read_cloud(c));
  SM_TRY(choose_particles(c, format, &every));
  set_texts(c, time, every);
  SM_TRY(set_colours(c, &p));
  SM_TRY(sm_plot_choose_colour_map(c->places.ctx, c->places.options, &p));
  p.bar_label = fields[c->field].label;
  return sm_plot_places_draw(&c->places, &p, picture);
}

/* Extends the range of a field by one file. */
static enum sm_status widen(struct cloud *c, double range[2]) {
  double ends[2];
  SM_TRY(choose_field(c));
  if (fields[c->field].array == SM_PARTICLE_SPECIES || c->file.count == 0) return SM_OK;
  SM_TRY(read_cloud(c));
  SM_TRY(default_range(c, ends));
  range[0] = isnan(range[0]) ? ends[0] : fmin(range[0], ends[0]);
  range[1] = isnan(range[1]) ? ends[1] : fmax(range[1], ends[1]);
  return SM_OK;
}

static void release(struct cloud *c) {
  sm_particle_vtk_close(&c->file);
  SM_FREE_ALL(c->point, c->x, c->y, c->value, c->species);
  sm_plot_places_free(&c->places);
}

enum sm_status sm_plot_particles_times(struct sm_context *ctx, const char *path,
                                       const struct sm_plot_options *options, int *count,
                                       double range[2]) {
  const bool list = strcmp(path + strlen(path) - 4, ".pvd") == 0;
  *count = 1;
  for (int t = 0; t < *count; t++) {
    struct cloud c = {.places = {.ctx = ctx, .options = options, .path = path}};
    char name[4096];
    double time;
    if (list) SM_TRY(sm_particle_vtk_list(ctx, path, t, count, name, sizeof name, &time));
    if (list) c.places.path = name;
    SM_TRY(sm_particle_vtk_open(ctx, c.places.path, &c.file));
    read_run_file(&c);
    const enum sm_status status = widen(&c, range);
    release(&c);
    if (status != SM_OK) return status;
  }
  return SM_OK;
}

enum sm_status sm_plot_particles(struct sm_context *ctx, const char *path,
                                 const struct sm_plot_options *options, const char *picture) {
  SM_SCOPED_BY(release)
  struct cloud c = {.places = {.ctx = ctx, .options = options, .path = path, .dots = true}};
  char name[4096];
  double time = NAN;
  int count = 1;
  enum sm_plot_format format;
  if (options->kind == SM_PLOT_ROSE || !isnan(options->height) ||
      options->scale == SM_PLOT_SCALE_LOGARITHMIC)
    return sm_fail(
        ctx, SM_ERR_USAGE,
        "%s: error: particles have no receptors, heights or logarithmic scales to choose "
        "from",
        path);
  SM_TRY(sm_plot_choose_format(ctx, picture, &format));
  if (strcmp(path + strlen(path) - 4, ".pvd") == 0) {
    SM_TRY(sm_particle_vtk_list(ctx, path, options->time, &count, name, sizeof name, &time));
    c.places.path = name;
  } else if (options->time > 0) {
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: the file is of one time\nhelp: the .pvd beside it has all of them",
                   path);
  }
  SM_TRY(sm_particle_vtk_open(ctx, c.places.path, &c.file));
  return draw(&c, time, format, picture);
}
