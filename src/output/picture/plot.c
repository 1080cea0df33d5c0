#define _POSIX_C_SOURCE 200809L
#include "output/picture/plot.h"

#include "base/clock.h"
#include "output/analyse/analyse.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

bool sm_plot_is_slice(const struct sm_wind_file *file) {
  return (file->n[0] <= 2) != (file->n[1] <= 2) && file->n[2] > 2;
}

/* In sections and profiles of a slice, speed is the magnitude of the full wind vector
 * (sm_plot_section), elsewhere of the horizontal wind. */
static void name_speed(struct sm_plot_job *job) {
  if (job->options->kind != SM_PLOT_MAP && sm_plot_is_slice(job->file) &&
      strcmp(job->field.name, sm_field_name(SM_FIELD_WIND_SPEED)) == 0)
    job->field.longer = "wind speed";
}

static enum sm_status refuse_absent(const struct sm_plot_job *job, const char *name) {
  return sm_fail(job->file->ctx, SM_ERR_USAGE,
                 "%s: error: the file contains no '%s'\n"
                 "help: output.turbulence and output.zones say what a run writes beside the wind",
                 job->file->path, name);
}

/* Finds a field by name; on failure the message lists the fields. */
static enum sm_status choose_field(struct sm_plot_job *job, const char *name) {
  if (name == NULL) name = sm_field_name(SM_FIELD_WIND_SPEED);
  char carried[sizeof job->other.name];
  if (strcmp(name, sm_field_name(SM_FIELD_CONCENTRATION)) == 0 &&
      sm_plot_find_tracer(job->file, job->options->species, carried, sizeof carried))
    name = carried;
  else if (job->options->species != NULL)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "%s: error: the file has no species '%s' to draw as this field\n"
                   "help: of scalars of a flow --field concentration --species NAME, or --field "
                   "NAME",
                   job->file->path, job->options->species);
  if (sm_plot_quantity_find(name, &job->field))
    return !job->field.cells || sm_wind_file_has(job->file, name) ? SM_OK
                                                                  : refuse_absent(job, name);
  if (sm_plot_find_other(job, name)) return SM_OK;
  if (sm_field_find(name) < SM_FIELD_COUNT) return refuse_absent(job, name);
  return sm_fail(
      job->file->ctx, SM_ERR_USAGE,
      "error: no field '%s'\n"
      "help: there are wind_speed, wind_from_direction, u, v, w, terrain, building_height, z0, and "
      "what the file has on cells (simoom info lists it)",
      name);
}

void sm_plot_arrows(struct sm_plot_job *job, const float *u, const float *v) {
  if (job->options->vectors == 0 || u == NULL) return;
  job->picture.arrow_x = u;
  job->picture.arrow_y = v;
  job->picture.arrow_pixels = job->options->vectors;
  job->picture.streamlines = job->options->streamlines;
}

static enum sm_status choose_time(struct sm_wind_file *file, int time, size_t *out) {
  if (file->times == 0)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: the file contains no wind", file->path);
  if (time < -1 || (time >= 0 && (size_t)time >= file->times))
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: no time %d: there are %zu, from 0",
                   file->path, time, file->times);
  *out = time < 0 ? file->times - 1 : (size_t)time;
  return SM_OK;
}

/* Formats a time of the file, without a "Z". */
static void end_text(const struct sm_wind_file *file, double time, char *out, size_t size) {
  if (!file->has_calendar) {
    snprintf(out, size, "%g", time);
    return;
  }
  sm_clock_format(time, out, size);
  char *t = strchr(out, 'T'), *z = strrchr(out, 'Z'), *seconds = strrchr(out, ':');
  if (t != NULL) *t = ' ';
  if (z != NULL) *z = '\0';
  if (seconds != NULL && strcmp(seconds, ":00") == 0) *seconds = '\0';
}

void sm_plot_interval_text(const struct sm_wind_file *file, const double ends[2], char *out,
                           size_t size) {
  char from[48], to[48];
  end_text(file, ends[0], from, sizeof from);
  end_text(file, ends[1], to, sizeof to);
  const size_t day = strcspn(from, " ");
  const bool same = file->has_calendar && strncmp(from, to, day + 1) == 0;
  snprintf(out, size, "mean %s to %s %s", from, same ? to + day + 1 : to,
           file->has_calendar ? "UTC" : "s");
}

const char *sm_plot_axis_unit(double longest, double *unit) {
  *unit = longest >= 5000 ? 1000 : longest < 0.1 ? 1e-3 : 1;
  return longest >= 5000 ? "km" : longest < 0.1 ? "mm" : "m";
}

void sm_plot_time_text(struct sm_wind_file *file, size_t time, char *out, size_t size) {
  const size_t start[2] = {time, 0}, pair[2] = {1, 2};
  char when[48];
  double number[2];
  out[0] = '\0';
  if (time >= file->times) return;
  if (sm_wind_file_has(file, "time_bnds") &&
      sm_wind_file_doubles(file, "time_bnds", start, pair, number) == SM_OK) {
    sm_plot_interval_text(file, number, out, size);
  } else if (file->has_calendar) {
    end_text(file, file->time[time], when, sizeof when);
    snprintf(out, size, "%s UTC", when);
  } else if (sm_wind_file_has(file, "member_from") &&
             sm_wind_file_doubles(file, "member_from", start, pair, number) == SM_OK) {
    snprintf(out, size, "wind from %g degrees", number[0]);
  } else if (file->times > 1) {
    snprintf(out, size, "%.10g s", sm_plot_round(file->time[time]));
  }
}

static const char *const zones[SM_ZONE_COUNT] = {
#define ZONE(NAME, WORD, TEXT) TEXT,
#include "cell/urban/zones.def"
};

void sm_plot_filter_classes(struct sm_plot_job *job, float *value, size_t count) {
  struct sm_plot_picture *picture = &job->picture;
  if (picture->classes == 0 || job->whole) return;
  for (size_t c = 0; c < count; c++)
    if (value[c] == 0) value[c] = NAN;
  if (job->field.colours != SM_COLOURS_KINDS) return;
  int place[SM_ZONE_COUNT] = {0};
  for (size_t c = 0; c < count; c++)
    if (value[c] > 0 && value[c] < SM_ZONE_COUNT) place[(int)value[c]] = 1;
  picture->classes = 0;
  for (int z = 1; z < SM_ZONE_COUNT; z++) {
    if (place[z] == 0) continue;
    job->kind[picture->classes] = z - 1;
    job->kind_name[picture->classes] = zones[z];
    place[z] = ++picture->classes;
  }
  for (size_t c = 0; c < count; c++)
    if (value[c] > 0)
      value[c] = value[c] < SM_ZONE_COUNT ? (float)place[(int)value[c]] : (float)NAN;
  if (picture->classes == 0) {
    job->kind_name[picture->classes++] = "none";
    job->kind[0] = 0;
  }
  picture->class_names = job->kind_name;
  picture->kind = job->kind;
  picture->kinds = SM_ZONE_COUNT - 1;
}

/* Logarithmic scale where the options or the field ask for it. */
static enum sm_status choose_logarithm(struct sm_plot_job *job) {
  const struct sm_plot_options *o = job->options;
  const bool wanted = o->scale == SM_PLOT_SCALE_LOGARITHMIC;
  job->picture.logarithmic =
      wanted || (o->scale == SM_PLOT_SCALE_DEFAULT && job->file->minus == NULL &&
                 (job->plume.logarithmic || job->other.logarithmic));
  if (wanted && (job->picture.classes > 0 || job->field.colours != SM_COLOURS_RISING))
    return sm_fail(job->file->ctx, SM_ERR_USAGE, "error: '%s' cannot have a logarithmic scale",
                   job->field.name);
  if (!job->picture.logarithmic || !(o->low <= 0 || o->high <= 0)) return SM_OK;
  return sm_fail(job->file->ctx, SM_ERR_USAGE,
                 "error: the scale of '%s' is logarithmic: its limits must be above 0\n"
                 "help: --scale linear",
                 job->field.name);
}

/* Draws a slice (one or two cells thick) as a section, unless the options ask for a map or the
 * field is a map. */
static void choose_kind(struct sm_plot_job *job) {
  const struct sm_wind_file *file = job->file;
  const struct sm_plot_options *o = job->options;
  const bool thin[2] = {file->n[0] <= 2, file->n[1] <= 2};
  if (job->whole || o->kind != SM_PLOT_MAP || !isnan(o->height) || !sm_plot_is_slice(file) ||
      job->field.map || job->plume.columns)
    return;
  job->own = *o;
  job->own.kind = SM_PLOT_SECTION;
  for (int d = 0; d < 2; d++) {
    job->own.from[d] = thin[d] ? (double)NAN : (double)-INFINITY;
    job->own.to[d] = thin[d] ? (double)NAN : (double)INFINITY;
  }
  job->options = &job->own;
}

/* Notes in the subtitle that a logarithmic scale has no value above 0. */
static void note_empty(struct sm_plot_job *job) {
  const struct sm_plot_picture *p = &job->picture;
  const size_t cells = (size_t)p->nx * (size_t)p->ny;
  size_t c = 0;
  while (c < cells && !(p->value[c] > 0)) c++;
  if (p->logarithmic && c == cells)
    sm_text_append(job->subtitle, sizeof job->subtitle, "; 0 everywhere");
}

static enum sm_status fill_rose(struct sm_plot_job *job) {
  const struct sm_plot_options *options = job->options;
  struct sm_context *ctx = job->file->ctx;
  if (job->file->minus != NULL)
    return sm_fail(ctx, SM_ERR_USAGE, "error: wind roses cannot be subtracted");
  if (options->extent != NULL) return sm_plot_refuse_extent(ctx, job->file->path);
  if (options->unit != NULL) return sm_plot_refuse_unit(ctx, job->file->path);
  return options->colour_map != NULL ? sm_plot_refuse_colour_map(ctx) : sm_plot_rose(job);
}

/* Options that only some kinds of pictures have. */
static enum sm_status check_kind(const struct sm_plot_job *job) {
  const enum sm_plot_kind kind = job->options->kind;
  struct sm_context *ctx = job->file->ctx;
  if (job->options->extent != NULL && kind != SM_PLOT_MAP)
    return sm_plot_refuse_extent(ctx, job->file->path);
  if (job->options->colour_map != NULL && kind == SM_PLOT_PROFILE)
    return sm_plot_refuse_colour_map(ctx);
  if (!isnan(job->options->heights[0]) && kind != SM_PLOT_SECTION)
    return sm_fail(ctx, SM_ERR_USAGE, "error: two heights are of a section");
  return SM_OK;
}

enum sm_status sm_plot_fill(struct sm_plot_job *job) {
  const struct sm_plot_options *options = job->options;
  if (options->kind == SM_PLOT_ROSE) return fill_rose(job);
  if (options->streamlines && job->file->plume)
    return sm_fail(job->file->ctx, SM_ERR_USAGE, SM_PLOT_NO_WIND, job->file->path);
  if (job->file->plume) {
    SM_TRY(sm_plot_plume_choose(job, options->field));
  } else if (job->file->statistics) {
    SM_TRY(sm_plot_statistics_choose(job));
  } else if (job->file->ensemble) {
    SM_TRY(sm_plot_ensemble_choose(job));
  } else {
    SM_TRY(choose_field(job, options->field));
    if (!job->field.map || job->file->times > 0)
      SM_TRY(choose_time(job->file, options->time, &job->time));
  }
  choose_kind(job);
  SM_TRY(check_kind(job));
  if (!job->file->plume && sm_wind_file_axes(job->file) == 3) name_speed(job);
  if (job->field.colours == SM_COLOURS_KINDS) job->picture.classes = SM_ZONE_COUNT - 1;
  SM_TRY(sm_plot_choose_unit(job));
  if (job->file->minus != NULL) SM_TRY(sm_plot_difference_choose(job));
  SM_TRY(choose_logarithm(job));
  snprintf(job->bar_label, sizeof job->bar_label, job->field.units[0] != '\0' ? "%s (%s)" : "%s",
           job->field.longer, job->field.units);
  const bool profile = options->kind == SM_PLOT_PROFILE;
  if (!profile) SM_TRY(job->options->kind == SM_PLOT_MAP ? sm_plot_map(job) : sm_plot_section(job));
  if (job->file->minus != NULL) SM_TRY(sm_plot_difference_fill(job));
  if (profile) return SM_OK;
  SM_TRY(sm_plot_choose_colour_map(job->file->ctx, options, &job->picture));
  if (job->file->minus != NULL) SM_TRY(sm_plot_difference_subtract(job));
  note_empty(job);
  return SM_OK;
}

enum sm_status sm_plot_read_map(struct sm_wind_file *file, const struct sm_plot_options *options,
                                struct sm_plot_job *job) {
  *job = (struct sm_plot_job){.options = options, .file = file, .whole = true};
  return sm_plot_fill(job);
}

void sm_plot_job_free(struct sm_plot_job *job) {
  if (job->difference.minus != NULL) sm_plot_job_free(job->difference.minus);
  sm_free(job->difference.minus);
  for (int m = 0; m < SM_PLOT_ARRAYS; m++) sm_free(job->array[m]);
}

enum sm_status sm_plot_grid_times(struct sm_context *ctx, const char *path,
                                  const struct sm_plot_options *options, int *count,
                                  double range[2]) {
  struct sm_plot_options own = *options;
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_difference_open(ctx, path, options->minus, &file));
  *count = 1;
  own.time = -1;
  for (int t = 0; (t == 0 || (*count > 1 && t <= *count)) && status == SM_OK; t++) {
    struct sm_plot_job job = {.options = &own, .file = file};
    status = sm_plot_fill(&job);
    const bool timed =
        !file->statistics && !file->ensemble && (!file->plume || job.plume.of_interval);
    if (status == SM_OK && timed && options->kind != SM_PLOT_ROSE && !job.field.map)
      *count = (int)file->times;
    if (status == SM_OK) sm_plot_extend_range(&job.picture, range);
    sm_plot_job_free(&job);
    own.time = t; /* after the default one all of them */
  }
  if (!isnan(range[0]) && !(range[1] > range[0])) range[0] = range[1] = NAN; /* all are alike */
  return status;
}

enum sm_status sm_plot_grid(struct sm_context *ctx, const char *path,
                            const struct sm_plot_options *options, const char *picture) {
  SM_SCOPED_BY(sm_plot_job_free) struct sm_plot_job job = {.options = options};
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_plot_choose_format(ctx, picture, &job.picture.format));
  SM_TRY(sm_difference_open(ctx, path, options->minus, &file));
  job.file = file;
  job.picture.width = options->width;
  job.picture.height = options->image_height;
  job.picture.title = file->title[0] != '\0' ? file->title : file->name;
  job.picture.bar_label = job.bar_label;
  job.picture.subtitle = job.subtitle;
  job.picture.x_label = job.x_label;
  job.picture.y_label = job.y_label;
  enum sm_status status = sm_plot_fill(&job);
  if (status == SM_OK) sm_plot_tell_clipped(&job);
  if (options->title != NULL) job.picture.title = options->title;
  if (status == SM_OK)
    status = sm_plot_is_row(&job) ? sm_plot_row(&job, picture)
                                  : sm_plot_draw(ctx, &job.picture, picture);
  return status;
}
