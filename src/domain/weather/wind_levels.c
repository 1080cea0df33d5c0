#include "domain/weather/weather.h"

#include "base/clock.h"
#include "base/list.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ratio of a time step to the median above which it is a gap. */
static const double gap = 1.5;

static void stamp(const struct sm_wind_levels *levels, double time, char text[32]) {
  if (levels->has_calendar)
    sm_clock_format(time, text, 32);
  else
    snprintf(text, 32, "%.10g s", time);
}

/* --- files --- */

static enum sm_status compare_grids(struct sm_context *ctx, const struct sm_wind_levels *levels,
                                    const struct sm_winds_file *other) {
  static const char names[] = "xyz";
  const struct sm_winds_file *file = &levels->file;
  for (int a = 0; a < 3; a++) {
    bool alike = file->n[a] == other->n[a];
    for (int i = 0; i <= file->n[a] && alike; i++)
      alike = fabs(file->face[a][i] - other->face[a][i]) <=
              1e-3 * (file->face[a][1] - file->face[a][0]);
    if (!alike)
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: its cells along %c are not those of %s: %d from %.6g m to %.6g m, "
                     "there %d from %.6g m to %.6g m",
                     other->data.path, names[a], file->data.path, other->n[a], other->face[a][0],
                     other->face[a][other->n[a]], file->n[a], file->face[a][0],
                     file->face[a][file->n[a]]);
  }
  if (file->form == other->form && file->on_faces == other->on_faces &&
      file->has_calendar == other->has_calendar)
    return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA, "%s: error: it is not a file of the same kind as %s",
                 other->data.path, file->data.path);
}

/* Appends the times of a file. */
static enum sm_status add_times(struct sm_context *ctx, struct sm_wind_levels *levels, int index,
                                const struct sm_winds_file *file) {
  const size_t before = (size_t)levels->count, count = before + file->time_count;
  double *time = NULL;
  struct sm_wind_level_place *place = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *time, "the times", &time));
  const enum sm_status status = sm_alloc(ctx, count, sizeof *place, "the times", &place);
  if (status != SM_OK) {
    sm_free(time);
    return status;
  }
  if (before > 0) memcpy(time, levels->time, before * sizeof *time);
  if (before > 0) memcpy(place, levels->place, before * sizeof *place);
  for (size_t t = 0; t < file->time_count; t++) {
    time[before + t] = file->time[t];
    place[before + t] = (struct sm_wind_level_place){index, t};
  }
  sm_free(levels->time);
  sm_free(levels->place);
  levels->time = time;
  levels->place = place;
  levels->count = (int)count;
  if (before == 0 || time[before] > time[before - 1]) return SM_OK;
  char last[32], first[32];
  stamp(levels, time[before - 1], last);
  stamp(levels, time[before], first);
  if (isnan(time[before]) || isnan(time[before - 1]))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: of several files each must tell its times",
                   isnan(time[before]) ? file->data.path : levels->file.data.path);
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: its first time, %s, is not after the last of the file before, %s\n"
                 "help: name the files in the order of their times",
                 file->data.path, first, last);
}

static enum sm_status open_all(struct sm_context *ctx, struct sm_wind_levels *levels) {
  const struct sm_string_list *files = &levels->asked->files;
  for (size_t f = 0; f < files->count; f++) {
    struct sm_winds_file other;
    if (f == 0)
      SM_TRY(sm_winds_file_open_group(ctx, files->item[0],
                                      levels->asked->overview ? SM_OVERVIEW : NULL, &levels->file));
    if (f == 0) levels->has_calendar = levels->file.has_calendar;
    if (f == 0) SM_TRY(add_times(ctx, levels, 0, &levels->file));
    if (f == 0) continue;
    SM_TRY(sm_winds_file_open(ctx, files->item[f], &other));
    enum sm_status status = compare_grids(ctx, levels, &other);
    if (status == SM_OK) status = add_times(ctx, levels, (int)f, &other);
    sm_winds_file_close(&other);
    SM_TRY(status);
  }
  return SM_OK;
}

/* --- times --- */

/* Warns of the widest time step when it is a gap. */
static enum sm_status warn_of_gaps(struct sm_context *ctx, const struct sm_wind_levels *levels) {
  const int steps = levels->count - 1;
  SM_SCOPED double *step = NULL;
  int widest = 0;
  if (steps < 2) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)steps, sizeof *step, "the times", &step));
  for (int t = 0; t < steps; t++) {
    step[t] = levels->time[t + 1] - levels->time[t];
    if (step[t] > step[widest]) widest = t;
  }
  qsort(step, (size_t)steps, sizeof *step, sm_by_value);
  if (step[steps - 1] > gap * step[(steps - 1) / 2]) {
    char first[32], last[32];
    stamp(levels, levels->time[widest], first);
    stamp(levels, levels->time[widest + 1], last);
    sm_warn(ctx, "%s:%d: warning: no wind between %s and %s, though most are %.4g s apart",
            levels->case_path, levels->asked->line, first, last, step[(steps - 1) / 2]);
  }
  return SM_OK;
}

/* Keeps the requested times, shifted by the time offset. */
static enum sm_status choose_times(struct sm_context *ctx, struct sm_wind_levels *levels) {
  const struct sm_case_wind_file *asked = levels->asked;
  const double first = levels->time[0], last = levels->time[levels->count - 1];
  int kept = 0;
  for (int t = 0; t < levels->count; t++) {
    const double since = levels->time[t] - first;
    if (since < asked->times[0] - 1e-6 || since > asked->times[1] + 1e-6) continue;
    levels->place[kept] = levels->place[t];
    levels->time[kept++] = levels->time[t] + asked->offset;
  }
  levels->count = kept;
  if (kept == 0)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s:%d: error: no wind from %g s to %g s after the first; the last is at %g s",
                   levels->case_path, asked->line, asked->times[0], asked->times[1], last - first);
  return warn_of_gaps(ctx, levels);
}

enum sm_status sm_wind_levels_open(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_case_wind_file *asked,
                                   struct sm_wind_levels **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the winds of files", out));
  struct sm_wind_levels *levels = *out;
  levels->case_path = c->path;
  levels->asked = asked;
  enum sm_status status = open_all(ctx, levels);
  if (status == SM_OK) status = choose_times(ctx, levels);
  if (status == SM_OK && asked == &c->wind_source.file && !levels->file.on_faces)
    sm_warn(ctx,
            "%s: warning: the file has winds at the centres of cells only; those on faces are "
            "means of two cells, and no longer free of divergence%s",
            levels->file.data.path,
            levels->file.form == SM_WINDS_FORMAT_SIMOOM
                ? "\nhelp: output.faces = true where it is made"
                : "");
  if (status != SM_OK) sm_wind_levels_close(out);
  return status;
}

void sm_wind_levels_close(struct sm_wind_levels **levels) {
  if (*levels == NULL) return;
  sm_winds_file_close(&(*levels)->file);
  sm_free((*levels)->place);
  sm_free((*levels)->time);
  sm_free(*levels);
  *levels = NULL;
}

/* --- a level --- */

/* Context for reading one component. */
struct job {
  struct sm_context *ctx;
  const struct sm_domain *domain;
  const struct sm_winds_file *file;
  const struct sm_face_target *out;
  int component;
  size_t time;    /* of the first part, for messages */
  size_t missing; /* first cell of the air without a value; SIZE_MAX: none */
};

/* Whether a file, not of simoom, whose attributes do not tell its mark of missing values has one.
 */
static bool is_mark(const struct job *job, double value) {
  return job->file->form != SM_WINDS_FORMAT_SIMOOM && fabs(value) > sm_wind_component_limit;
}

static enum sm_status no_value(const struct job *job) {
  const size_t nx = sm_winds_file_count(job->file, job->component, 0),
               ny = sm_winds_file_count(job->file, job->component, 1);
  return sm_fail(job->ctx, SM_ERR_DATA,
                 "%s: error: variable '%s' has no value in the air: time index %zu, z %zu, y %zu, "
                 "x %zu",
                 job->file->data.path, job->file->wind[job->component].name, job->time,
                 job->missing / nx / ny + (size_t)job->file->below, job->missing / nx % ny,
                 job->missing % nx);
}

static void note_missing(struct job *job, size_t i, size_t j, size_t k) {
  const size_t at = i + sm_winds_file_count(job->file, job->component, 0) *
                            (j + sm_winds_file_count(job->file, job->component, 1) * k);
#pragma omp critical(sm_wind_levels_missing)
  if (at < job->missing) job->missing = at;
}

/* Stores part of a row: face velocities, 0 on closed faces; or cell velocities, 0 in solids. */
static void place_row(void *self, size_t i0, size_t j, size_t k, size_t n, const double *value) {
  struct job *job = self;
  const int d = job->component;
  const ptrdiff_t at = (ptrdiff_t)i0 + (ptrdiff_t)j * job->out->sy + (ptrdiff_t)k * job->out->sz;
  for (size_t i = 0; i < n; i++) {
    const int x = (int)(i0 + i), y = (int)j, z = (int)k;
    const bool air = job->file->on_faces
                         ? sm_domain_face_is_open(job->domain, d, x, y, z)
                         : (sm_domain_cell_bits(job->domain, x, y, z) & SM_OPEN_ALL) != 0;
    if (air && (isnan(value[i]) || is_mark(job, value[i]))) note_missing(job, i0 + i, j, k);
    const double is = air ? value[i] : 0;
    if (job->out->single[d] != NULL)
      job->out->single[d][at + (ptrdiff_t)i] = (float)is;
    else
      job->out->u[d][at + (ptrdiff_t)i] = is;
  }
}

/* Averages cell velocities to faces, in place; boundary faces get the velocity of their cell. */
static void spread(const struct job *job) {
  const struct sm_axis *axis = job->domain->grid.axis;
  const ptrdiff_t step[3] = {1, job->out->sy, job->out->sz};
  const int d = job->component, e = (d + 1) % 3, f = (d + 2) % 3, n = axis[d].n;
  for (int q = 0; q < axis[f].n; q++)
    for (int p = 0; p < axis[e].n; p++) {
      double *line = job->out->u[d] + p * step[e] + q * step[f];
      line[n * step[d]] = line[(n - 1) * step[d]];
      for (int i = n - 1; i > 0; i--)
        line[i * step[d]] = 0.5 * (line[i * step[d]] + line[(i - 1) * step[d]]);
      for (int i = 0; i <= n; i++) {
        int at[3];
        at[d] = i, at[e] = p, at[f] = q;
        if (!sm_domain_face_is_open(job->domain, d, at[0], at[1], at[2])) line[i * step[d]] = 0;
      }
    }
}

enum sm_status sm_wind_level_open(struct sm_context *ctx, struct sm_wind_levels *levels,
                                  int level) {
  const int file = levels->place[level].file;
  if (file == levels->is_open) return SM_OK;
  sm_winds_file_close(&levels->file);
  levels->is_open = -1;
  SM_TRY(sm_winds_file_open(ctx, levels->asked->files.item[file], &levels->file));
  levels->is_open = file;
  return SM_OK;
}

/* Reads the weighted sum of times of the open file. */
static enum sm_status read_sum(struct sm_context *ctx, const struct sm_domain *domain,
                               const size_t *time, const double *weight, int count,
                               const struct sm_face_target *out) {
  struct sm_winds_file *file = &domain->levels->file;
  for (int d = 0; d < 3; d++) {
    struct job job = {ctx, domain, file, out, d, time[0], SIZE_MAX};
    struct sm_ncdata_sum sum = {
        .record = time, .weight = weight, .count = count, .take = place_row, .self = &job};
    SM_TRY(sm_winds_file_sum(file, d, &sum));
    if (job.missing != SIZE_MAX) return no_value(&job);
    if (!file->on_faces) spread(&job);
  }
  return SM_OK;
}

enum sm_status sm_wind_levels_read(struct sm_context *ctx, const struct sm_domain *domain,
                                   int level, const struct sm_face_target *out) {
  const double once = 1;
  SM_TRY(sm_wind_level_open(ctx, domain->levels, level));
  return read_sum(ctx, domain, &domain->levels->place[level].time, &once, 1, out);
}

enum sm_status sm_wind_library_read(struct sm_context *ctx, const struct sm_domain *domain,
                                    const struct sm_library_part *part, int count,
                                    const struct sm_face_target *out) {
  size_t time[SM_LIBRARY_PARTS];
  double weight[SM_LIBRARY_PARTS];
  for (int p = 0; p < count; p++) {
    time[p] = domain->levels->place[part[p].level].time;
    weight[p] = part[p].weight;
  }
  return read_sum(ctx, domain, time, weight, count, out);
}
