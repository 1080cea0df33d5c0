/* output/picture/difference.c - picture of the difference of two results, A minus B. */
#include "output/analyse/analyse.h"
#include "output/picture/plot.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum sm_status sm_plot_difference_choose(struct sm_plot_job *job) {
  struct sm_plot_difference *d = &job->difference;
  char a[SM_DIFFERENCE_NAME], b[SM_DIFFERENCE_NAME];
  if (job->picture.classes > 0)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "error: '%s' is of classes, which cannot be subtracted", job->field.name);
  if (job->options->streamlines)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "error: the difference of two winds has no streamlines\n"
                   "help: without --streamlines arrows show the difference");
  d->circle = job->field.colours == SM_COLOURS_CIRCLE;
  snprintf(d->words, sizeof d->words, "%.200s difference", job->field.longer);
  sm_difference_names(job->file->path, job->file->minus->path, a, b);
  snprintf(d->title, sizeof d->title, "%s, %s minus %s", d->words, a, b);
  d->title[0] = (char)toupper((unsigned char)d->title[0]);
  job->field.longer = d->words;
  job->field.colours = SM_COLOURS_DIVERGING;
  job->field.from_zero = false;
  job->picture.title = d->title;
  job->picture.levels = 0; /* no thresholds for differences */
  return SM_OK;
}

/* True when the field belongs to one time of the file and not to the whole run. */
static bool is_of_time(const struct sm_plot_job *job) {
  if (job->field.map || sm_wind_file_axes(job->file) < 3) return false;
  return !job->file->plume || job->plume.of_interval;
}

/* Options that select the same field of the other file. */
static enum sm_status choose_options(struct sm_plot_job *job, struct sm_plot_options *own) {
  *own = *job->options;
  if (!isnan(job->height) && job->height > 0 && own->kind == SM_PLOT_MAP) own->height = job->height;
  if (job->file->plume && job->plume.name[0] != '\0') own->species = job->plume.name;
  if (job->other.name[0] != '\0') {
    own->field = job->other.name;
    own->species = NULL;
  }
  if (!is_of_time(job)) return SM_OK;
  SM_TRY(sm_difference_check_times(job->file, job->time, job->time));
  own->time = (int)sm_difference_time(job->file, job->time);
  return SM_OK;
}

/* True when the columns of both pictures agree; those of deposition may differ. */
static bool has_same_edges(const struct sm_plot_picture *a, const struct sm_plot_picture *b) {
  if (a->nx != b->nx || a->ny != b->ny) return false;
  for (int i = 0; i <= a->nx && a->x_edge != NULL; i++)
    if (fabs(a->x_edge[i] - b->x_edge[i]) > 1e-6 * (a->x_edge[a->nx] - a->x_edge[0])) return false;
  for (int j = 0; j <= a->ny && a->y_edge != NULL; j++)
    if (fabs(a->y_edge[j] - b->y_edge[j]) > 1e-6 * (a->y_edge[a->ny] - a->y_edge[0])) return false;
  return true;
}

/* Fails when the other file has other ground columns, thresholds or units. */
static enum sm_status check_same(const struct sm_plot_job *job) {
  const struct sm_plot_job *b = job->difference.minus;
  if (!has_same_edges(&job->picture, &b->picture))
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "error: '%s' of %s is on other columns than that of %s", job->field.name,
                   job->file->path, b->file->path);
  const size_t length = strlen(b->field.longer);
  if (strncmp(job->field.longer, b->field.longer, length) != 0 ||
      strcmp(job->field.longer + length, " difference") != 0)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "error: '%s' of %s cannot be subtracted: it is '%s', and a %s is asked for",
                   job->field.name, b->file->path, b->field.longer, job->field.longer);
  if (strcmp(job->field.cf_units, b->field.cf_units) == 0) return SM_OK;
  return sm_fail(job->file->ctx, SM_ERR_USAGE, "error: '%s' is in '%s' in %s, and in '%s' in %s",
                 job->field.name, job->field.cf_units, job->file->path, b->field.cf_units,
                 b->file->path);
}

enum sm_status sm_plot_difference_fill(struct sm_plot_job *job) {
  struct sm_plot_job *b = NULL;
  SM_TRY(sm_alloc(job->file->ctx, 1, sizeof *b, "picture", &b));
  job->difference.minus = b;
  b->options = &b->own;
  b->file = job->file->minus;
  b->whole = job->whole;
  b->picture.format = job->picture.format;
  SM_TRY(choose_options(job, &b->own));
  SM_TRY(sm_plot_fill(b));
  return check_same(job);
}

static enum sm_status subtract(struct sm_plot_job *job, const float **a, const float *b,
                               bool circle) {
  const size_t count = (size_t)job->picture.nx * (size_t)job->picture.ny;
  float *out = NULL;
  if (*a == NULL || b == NULL) return SM_OK;
  SM_TRY(sm_plot_alloc(job, count, sizeof *out, &out));
  memcpy(out, *a, count * sizeof *out);
  sm_difference_subtract(out, b, count, circle);
  *a = out;
  return SM_OK;
}

/* Solids of either file; 3 (air above a building) only where the other file has no solid. */
static enum sm_status join_solids(struct sm_plot_job *job, const uint8_t *b) {
  const size_t count = (size_t)job->picture.nx * (size_t)job->picture.ny;
  const uint8_t *a = job->picture.solid;
  uint8_t *out = NULL;
  if (a == NULL || b == NULL) return SM_OK;
  SM_TRY(sm_plot_alloc(job, count, 1, &out));
  for (size_t c = 0; c < count; c++) out[c] = a[c] == 0 || (a[c] == 3 && b[c] != 0) ? b[c] : a[c];
  job->picture.solid = out;
  return SM_OK;
}

/* Building height is 0 where there is no building. */
static enum sm_status fill_gaps(struct sm_plot_job *job) {
  const size_t count = (size_t)job->picture.nx * (size_t)job->picture.ny;
  float *out = NULL;
  if (strcmp(job->field.name, sm_field_name(SM_FIELD_BUILDING_HEIGHT)) != 0) return SM_OK;
  SM_TRY(sm_plot_alloc(job, count, sizeof *out, &out));
  for (size_t c = 0; c < count; c++)
    out[c] = isnan(job->picture.value[c]) ? 0 : job->picture.value[c];
  job->picture.value = out;
  return SM_OK;
}

enum sm_status sm_plot_difference_subtract(struct sm_plot_job *job) {
  struct sm_plot_picture *a = &job->picture;
  struct sm_plot_picture *b = &job->difference.minus->picture;
  SM_TRY(fill_gaps(job));
  SM_TRY(fill_gaps(job->difference.minus));
  SM_TRY(subtract(job, &a->value, b->value, job->difference.circle));
  SM_TRY(subtract(job, &a->arrow_x, b->arrow_x, false));
  SM_TRY(subtract(job, &a->arrow_y, b->arrow_y, false));
  SM_TRY(join_solids(job, b->solid));
  sm_plot_choose_scale(job->options, &job->field, a);
  return SM_OK;
}
