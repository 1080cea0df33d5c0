#include "output/gis/export.h"

#include "base/list.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- areas --- */

/* Areas: maps of all times at a number of levels each. */
struct areas {
  float *value;
  struct sm_contour_map *map;
  char name[128], quantity[128], unit[32];
};

static enum sm_status read_maps(struct sm_export_job *e, struct areas *a) {
  const struct sm_export_options *o = e->options;
  struct sm_contour_map *map = a->map;
  for (size_t t = e->first; t <= e->last; t++) {
    struct sm_plot_job job;
    float *value = a->value + (t - e->first) * e->columns;
    const enum sm_status status = sm_export_read(e, t, &job);
    if (status == SM_OK) {
      memcpy(value, job.picture.value, e->columns * sizeof *value);
      snprintf(a->quantity, sizeof a->quantity, "%s", job.field.longer);
      snprintf(a->unit, sizeof a->unit, "%s", job.field.units);
      snprintf(a->name, sizeof a->name, "%s",
               job.plume.name[0] != '\0' ? job.plume.name : e->column);
    }
    for (size_t n = 0; n < o->levels && status == SM_OK; n++)
      *map++ = (struct sm_contour_map){.value = value,
                                       .level = o->level[n],
                                       .linear = !job.picture.logarithmic || !(o->level[n] > 0),
                                       .name = a->name,
                                       .quantity = a->quantity,
                                       .unit = a->unit,
                                       .time = e->when[t - e->first]};
    sm_plot_job_free(&job);
    SM_TRY(status);
  }
  return SM_OK;
}

enum sm_status sm_export_areas(struct sm_export_job *e) {
  const size_t times = e->last - e->first + 1, count = times * e->options->levels;
  struct areas a = {0};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(e->ctx, times * e->columns, sizeof *a.value, "areas", &a.value));
  SM_TRY_DONE(sm_alloc(e->ctx, count, sizeof *a.map, "areas", &a.map));
  SM_TRY_DONE(read_maps(e, &a));
  SM_TRY_DONE(sm_gis_write_contours(e->ctx, e->out, &e->crs, &e->grid, (int)count, a.map, NULL));
done:
  SM_FREE_ALL(a.value, a.map);
  return status;
}

/* --- points --- */

enum { WIND = 4, SIDE = 100 };

/* Points of all times in the fluid. */
struct points {
  double (*place)[2], *value;
  const char **time;
  size_t count;
  int columns;
  char about[160];
};

/* Describes fields and units, which attribute columns cannot carry. */
static void describe(const struct sm_plot_job *job, struct points *p) {
  char where[48] = "";
  if (job->height > 0) snprintf(where, sizeof where, " at %g m above the ground", job->height);
  if (p->columns == WIND)
    snprintf(p->about, sizeof p->about,
             "wind%s: wind_speed, u and v in m/s, wind_from_direction in degrees", where);
  else
    snprintf(p->about, sizeof p->about, "%.60s%s (%.20s)", job->field.longer, where,
             job->field.units);
}

/* Adds the points of one time, thinned to every n-th column. */
static void add_points(const struct sm_export_job *e, const struct sm_plot_job *job, size_t time,
                       int every, struct points *p) {
  const struct sm_wind_file *file = e->file;
  for (size_t j = (size_t)every / 2; j < file->n[1]; j += (size_t)every)
    for (size_t i = (size_t)every / 2; i < file->n[0]; i += (size_t)every) {
      const size_t c = i + file->n[0] * j;
      double *to = p->value + p->count * (size_t)p->columns;
      to[0] = (double)job->picture.value[c];
      if (isnan(to[0])) continue;
      if (p->columns == WIND) {
        const double u = (double)job->picture.arrow_x[c], v = (double)job->picture.arrow_y[c];
        to[1] = sm_wind_direction(u, v, file->convergence);
        to[2] = u;
        to[3] = v;
      }
      p->place[p->count][0] = file->centre[0][i];
      p->place[p->count][1] = file->centre[1][j];
      p->time[p->count++] = e->when[time - e->first];
    }
}

static enum sm_status read_points(struct sm_export_job *e, int every, struct points *p) {
  for (size_t t = e->first; t <= e->last; t++) {
    struct sm_plot_job job;
    const enum sm_status status = sm_export_read(e, t, &job);
    if (status == SM_OK) {
      add_points(e, &job, t, every, p);
      describe(&job, p);
    }
    sm_plot_job_free(&job);
    SM_TRY(status);
  }
  return SM_OK;
}

enum sm_status sm_export_points(struct sm_export_job *e) {
  const char *const wind[WIND] = {sm_field_name(SM_FIELD_WIND_SPEED),
                                  sm_field_name(SM_FIELD_WIND_FROM_DIRECTION),
                                  sm_field_name(SM_FIELD_U), sm_field_name(SM_FIELD_V)};
  const char *const field[1] = {e->column};
  const bool vectors = e->map.vectors > 0;
  const size_t longest = e->file->n[0] > e->file->n[1] ? e->file->n[0] : e->file->n[1];
  const int every = e->options->every > 0 ? e->options->every : (int)((longest + SIDE - 1) / SIDE);
  const size_t most = (e->last - e->first + 1) * (e->file->n[0] / (size_t)every + 1) *
                      (e->file->n[1] / (size_t)every + 1);
  struct points p = {.columns = vectors ? WIND : 1};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(e->ctx, most, sizeof *p.place, "points", &p.place));
  SM_TRY_DONE(sm_alloc(e->ctx, most, (size_t)p.columns * sizeof *p.value, "points", &p.value));
  SM_TRY_DONE(sm_alloc(e->ctx, most, sizeof *p.time, "points", &p.time));
  SM_TRY_DONE(read_points(e, every, &p));
  const struct sm_point_table table = {.count = p.count,
                                       .place = (const double(*)[2])p.place,
                                       .columns = p.columns,
                                       .wind = vectors,
                                       .name = vectors ? wind : field,
                                       .value = p.value,
                                       .about = p.about,
                                       .time =
                                           e->file->has_calendar && !e->timeless ? p.time : NULL};
  SM_TRY_DONE(sm_gis_write_points(e->ctx, e->out, &e->crs, &table));
done:
  SM_FREE_ALL(p.place, p.value, p.time);
  return status;
}
