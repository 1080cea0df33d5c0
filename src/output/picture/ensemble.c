/* output/picture/ensemble.c - selection of a map of the ensemble of a release. */
#include "output/netcdf/named_places.h"
#include "output/picture/plot.h"

#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

/* Whether a variable is a map of the ensemble. */
static bool is_map(const struct sm_wind_file *file, const char *name) {
  int id, rank = 0;
  const bool ground = sm_field_find(name) >= SM_FIELD_TERRAIN && sm_field_find(name) <= SM_FIELD_Z0;
  return !ground && nc_inq_varid(file->id, name, &id) == NC_NOERR &&
         nc_inq_varndims(file->id, id, &rank) == NC_NOERR && rank == 2 &&
         sm_wind_file_is_real(file, name);
}

static bool is_probability(const char *name) {
  const char *stem = sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY);
  return strncmp(name, stem, strlen(stem)) == 0;
}

/* Finds a map by its name; "exceedance_probability" is that of the first level. */
static enum sm_status find_map(const struct sm_plot_job *job, const char *wanted, char name[128]) {
  const struct sm_wind_file *file = job->file;
  const char *stem = sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY);
  char have[1024] = "terrain, building_height, z0", own[NC_MAX_NAME + 1];
  int variables = 0;
  nc_inq_nvars(file->id, &variables);
  for (int id = 0; id < variables; id++) {
    if (nc_inq_varname(file->id, id, own) != NC_NOERR || !is_map(file, own)) continue;
    sm_text_append(have, sizeof have, ", %s", own);
    if (strcmp(own, wanted) != 0 && !(strcmp(wanted, stem) == 0 && is_probability(own))) continue;
    snprintf(name, 128, "%.127s", own);
    return SM_OK;
  }
  return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: no field '%s'\nhelp: there are %s",
                 file->path, wanted, have);
}

/* Contour lines at the probabilities whose areas 'simoom hazard' tells. */
static void set_levels(struct sm_plot_job *job) {
  static const double percent[] = {10, 50, 90};
  struct sm_plot_plume *p = &job->plume;
  enum { LEVELS = sizeof percent / sizeof *percent };
  job->picture.levels = LEVELS;
  memcpy(p->level, percent, sizeof percent);
  for (int n = 0; n < LEVELS; n++)
    snprintf(p->level_name[n], sizeof p->level_name[n], "%g %%", percent[n]);
  job->picture.level = p->level;
  job->picture.level_name = (const char(*)[32])p->level_name;
}

enum sm_status sm_plot_ensemble_choose(struct sm_plot_job *job) {
  struct sm_wind_file *file = job->file;
  const struct sm_plot_options *o = job->options;
  char *name = job->statistic.words, *longer = job->plume.words, unit[32];
  const char *wanted = o->field != NULL ? o->field : sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY);
  if (o->kind != SM_PLOT_MAP || o->time >= 0 || !isnan(o->height))
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "%s: error: the file holds maps of the lowest boxes over the whole run, without "
                   "sections, profiles, heights or times",
                   file->path);
  if (sm_plot_quantity_find(wanted, &job->field) && job->field.map) return SM_OK;
  SM_TRY(find_map(job, wanted, name));
  sm_wind_file_text(file, name, "long_name", longer, sizeof job->plume.words);
  sm_wind_file_text(file, name, "units", unit, sizeof unit);
  SM_TRY(file->status);
  job->field = (struct sm_plot_quantity){
      .name = name, .longer = longer, .colours = SM_COLOURS_RISING, .map = true, .from_zero = true};
  snprintf(job->field.cf_units, sizeof job->field.cf_units, "%s", unit);
  sm_plot_write_units(unit, job->field.units, sizeof job->field.units);
  job->other.logarithmic = !is_probability(name);
  if (is_probability(name)) set_levels(job);
  return SM_OK;
}

void sm_plot_ensemble_marks(struct sm_plot_job *job, const double offset[2]) {
  struct sm_place source[SM_PLOT_MARKS];
  struct sm_plot_picture *picture = &job->picture;
  const size_t count =
      sm_places_read(job->file, "source", (size_t)(SM_PLOT_MARKS - picture->marks), source);
  for (size_t n = 0; n < count; n++) {
    struct sm_plot_mark *mark = &job->mark[picture->marks++];
    *mark =
        (struct sm_plot_mark){.x = source[n].at[0] - offset[0], .y = source[n].at[1] - offset[1]};
    snprintf(mark->name, sizeof mark->name, "%.63s", source[n].name);
  }
  picture->mark = job->mark;
}

void sm_plot_ensemble_values(const struct sm_plot_job *job, float *value, size_t count) {
  for (size_t c = 0; c < count; c++)
    if (!(value[c] < NC_FILL_FLOAT) || (!(value[c] > 0) && is_probability(job->field.name)))
      value[c] = NAN;
}
