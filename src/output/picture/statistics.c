/* output/picture/statistics.c - selection of a map of a statistics file. */
#include "output/picture/plot.h"

#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numeric fields; those with a list take a number after a
 * colon, "wind_speed_percentile:95". */
static const struct {
  enum sm_field field;
  const char *list, *before, *after; /* text before and after the number of the list */
} choices[] = {
    {SM_FIELD_WIND_SPEED_MEAN, NULL, NULL, NULL},
    {SM_FIELD_U_MEAN, NULL, NULL, NULL},
    {SM_FIELD_V_MEAN, NULL, NULL, NULL},
    {SM_FIELD_WIND_SPEED_PERCENTILE, "percentile", "wind speed not exceeded in", "% of the time"},
    {SM_FIELD_WIND_SPEED_EXCEEDANCE, "threshold", "frequency of more than", "m/s"},
};

/* Reads a list of numbers from the file. */
static enum sm_status read_list(struct sm_plot_job *job, const char *name, double **out,
                                size_t *count) {
  struct sm_wind_file *file = job->file;
  const size_t zero = 0;
  int id;
  *count = 0;
  if (nc_inq_dimid(file->id, name, &id) != NC_NOERR ||
      nc_inq_dimlen(file->id, id, count) != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' is missing", file->path, name);
  SM_TRY(sm_plot_alloc(job, *count, sizeof **out, out));
  return sm_wind_file_doubles(file, name, &zero, count, *out);
}

/* Index of a number in a list of the file, which the error message shows; NAN: the first. */
static enum sm_status find_in(struct sm_plot_job *job, const char *list, double wanted,
                              double *found, size_t *index) {
  char have[256] = "";
  double *number = NULL;
  size_t count;
  SM_TRY(read_list(job, list, &number, &count));
  for (*index = 0; *index < count; ++*index) {
    *found = number[*index];
    if (isnan(wanted) || fabs(wanted - *found) <= 1e-6 * (1 + fabs(wanted))) return SM_OK;
  }
  for (size_t n = 0; n < count; n++)
    sm_text_append(have, sizeof have, "%s%g", n > 0 ? ", " : "", number[n]);
  return sm_fail(job->file->ctx, SM_ERR_USAGE,
                 "%s: error: the file has no %s of %g\nhelp: there are %s", job->file->path, list,
                 wanted, have);
}

/* Number after the colon of a field; NAN without one. */
static bool read_number(const char *colon, double *out) {
  char *end;
  *out = NAN;
  if (*colon == '\0') return true;
  *out = strtod(colon + 1, &end);
  return end > colon + 1 && *end == '\0' && isfinite(*out);
}

static enum sm_status no_such_field(const struct sm_plot_job *job, const char *name) {
  const struct sm_wind_file *file = job->file;
  char have[512] = "wind_speed_mean, u_mean, v_mean, terrain, building_height, z0";
  int scales;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  if (sm_wind_file_has(file, "percentile"))
    sm_text_append(have, sizeof have, ", wind_speed_percentile:P (%%)");
  if (sm_wind_file_has(file, "threshold"))
    sm_text_append(have, sizeof have, ", wind_speed_exceedance:S (m/s)");
  for (int s = 0; s < scales; s++)
    if (sm_wind_file_has(file, scale[s].variable))
      sm_text_append(have, sizeof have, ", %s", scale[s].variable);
  return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: no field '%s'\nhelp: there are %s",
                 file->path, name, have);
}

/* Numeric fields: sets the statistic and, with a list, its text. */
static enum sm_status choose_number(struct sm_plot_job *job, const char *name, bool *known) {
  struct sm_plot_statistic *chosen = &job->statistic;
  const size_t stem = strcspn(name, ":");
  double wanted, found;
  size_t index;
  *known = false;
  for (size_t n = 0; n < sizeof choices / sizeof *choices; n++) {
    const char *variable = sm_field_name(choices[n].field);
    if (strlen(variable) != stem || strncmp(variable, name, stem) != 0) continue;
    if (!sm_wind_file_has(job->file, variable)) return SM_OK;
    if (!read_number(name + stem, &wanted) || (choices[n].list == NULL && !isnan(wanted)))
      return SM_OK;
    *known = true;
    job->field = sm_plot_quantity_of(choices[n].field);
    chosen->variable = variable;
    chosen->index = -1;
    if (choices[n].list == NULL) return SM_OK;
    SM_TRY(find_in(job, choices[n].list, wanted, &found, &index));
    chosen->index = (long)index;
    snprintf(chosen->words, sizeof chosen->words, "%s %g %s", choices[n].before, found,
             choices[n].after);
    job->field.longer = chosen->words;
    return SM_OK;
  }
  return SM_OK;
}

enum sm_status sm_plot_statistics_choose(struct sm_plot_job *job) {
  struct sm_plot_statistic *chosen = &job->statistic;
  const struct sm_wind_file *file = job->file;
  const char *name =
      job->options->field != NULL ? job->options->field : sm_field_name(SM_FIELD_WIND_SPEED_MEAN);
  bool known;
  if (job->options->kind != SM_PLOT_MAP || job->options->time >= 0)
    return sm_fail(
        file->ctx, SM_ERR_USAGE,
        "%s: error: the file holds statistics: maps, without sections, profiles or times",
        file->path);
  if (sm_plot_quantity_find(name, &job->field) && job->field.map) return SM_OK;
  SM_TRY(choose_number(job, name, &known));
  const struct sm_comfort_scale *scale = sm_comfort_find(name);
  if (!known && scale != NULL && sm_wind_file_has(file, name)) {
    known = true;
    job->field = (struct sm_plot_quantity){
        .name = name, .longer = scale->title, .colours = SM_COLOURS_CLASSES};
    chosen->variable = scale->variable;
    chosen->index = -1;
    chosen->scale = scale;
    job->picture.classes = scale->limits + 1;
    job->picture.class_names = scale->names;
  }
  if (!known) return no_such_field(job, name);
  return find_in(job, "height", job->options->height, &job->height, &chosen->height);
}

/* Reads a map; the fill value becomes NAN. */
static enum sm_status read_map(struct sm_plot_job *job, const char *variable, long index,
                               float missing, float *out) {
  struct sm_wind_file *file = job->file;
  const size_t start[4] = {(size_t)(index < 0 ? 0 : index), job->statistic.height, 0, 0};
  const size_t count[4] = {1, 1, file->n[1], file->n[0]};
  const int skip = index < 0 ? 1 : 0;
  SM_TRY(sm_wind_file_floats(file, variable, start + skip, count + skip, out));
  for (size_t q = 0; q < file->n[0] * file->n[1]; q++)
    if (out[q] == missing) out[q] = NAN;
  return SM_OK;
}

enum sm_status sm_plot_statistics_read(struct sm_plot_job *job, float *value, float *u, float *v) {
  const struct sm_plot_statistic *chosen = &job->statistic;
  SM_TRY(read_map(job, chosen->variable, chosen->index, chosen->scale != NULL ? 0 : NC_FILL_FLOAT,
                  value));
  SM_TRY(read_map(job, sm_field_name(SM_FIELD_U_MEAN), -1, NC_FILL_FLOAT, u));
  return read_map(job, sm_field_name(SM_FIELD_V_MEAN), -1, NC_FILL_FLOAT, v);
}
