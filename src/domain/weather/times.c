/* Times of the weather, and station readings at these times. */
#include "domain/weather/internal.h"

#include "base/clock.h"
#include "base/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tolerances: readings this close in time (s) or height (m) are one. */
#define SAME_TIME 1e-3
#define SAME_HEIGHT 1e-6

static bool in_window(const struct sm_case_weather *w, double time) {
  return !(time < w->start - SAME_TIME) && !(time > w->end + SAME_TIME); /* NAN limits are open */
}

/* Equal steps over the window, or over the range of the readings. */
static enum sm_status equal_steps(struct sm_context *ctx, const struct sm_case *c, double first,
                                  double last, double **time, int *count) {
  const struct sm_case_weather *w = &c->weather;
  const double start = isnan(w->start) ? first : w->start, end = isnan(w->end) ? last : w->end;
  const double steps = floor((end - start) / w->interpolate + 1e-6);
  if (!(w->interpolate > 0) || !(steps >= 0) || steps >= SM_TIMES_MAX)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: steps of %g s over %g s of weather make %.3g times (at most %d)",
                   c->path, w->line, w->interpolate, end - start, steps + 1, SM_TIMES_MAX);
  *count = (int)steps + 1;
  SM_TRY(sm_alloc(ctx, (size_t)*count, sizeof **time, "the times", time));
  for (int t = 0; t < *count; t++) (*time)[t] = start + t * w->interpolate;
  return SM_OK;
}

/* Collects the times of all readings, sorted, also outside the window. */
static enum sm_status gather(struct sm_context *ctx, const struct sm_case_station *const *station,
                             size_t station_count, const struct sm_model_weather *model,
                             double **time, size_t *count) {
  size_t total = (size_t)model->time_count;
  for (size_t s = 0; s < station_count; s++) total += station[s]->reading_count;
  SM_TRY(sm_alloc(ctx, total, sizeof **time, "the times", time));
  *count = 0;
  for (size_t s = 0; s < station_count; s++)
    for (size_t r = 0; r < station[s]->reading_count; r++)
      if (station[s]->reading[r].has_time) (*time)[(*count)++] = station[s]->reading[r].time;
  for (int t = 0; t < model->time_count; t++)
    if (!isnan(model->time[t])) (*time)[(*count)++] = model->time[t];
  if (*count > 0) qsort(*time, *count, sizeof **time, sm_by_value);
  return SM_OK;
}

static enum sm_status none_in_window(struct sm_context *ctx, const struct sm_case *c, bool model,
                                     double first, double last) {
  const double limit[4] = {c->weather.start, c->weather.end, first, last};
  char text[4][32];
  for (int i = 0; i < 4; i++) {
    text[i][0] = '\0';
    if (!isnan(limit[i])) sm_clock_format(limit[i], text[i], sizeof text[i]);
  }
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s:%d: error: no station has a reading%s%s%s%s%s\n"
                 "help: their readings go from %s to %s",
                 c->path, c->weather.line, model ? ", and the weather model no time" : "",
                 isnan(limit[0]) ? "" : " from ", text[0], isnan(limit[1]) ? "" : " to ", text[1],
                 text[2], text[3]);
}

enum sm_status sm_times_evolve(struct sm_context *ctx, const struct sm_case *c, double start,
                               double **time, int *count) {
  const struct sm_case_wind_source *source = &c->wind_source;
  *count = (int)floor(source->duration / source->interval + 1e-6) + 1;
  SM_TRY(sm_alloc(ctx, (size_t)*count, sizeof **time, "the times", time));
  for (int t = 0; t < *count; t++) (*time)[t] = start + t * source->interval;
  return SM_OK;
}

enum sm_status sm_times_between(struct sm_context *ctx,
                                const struct sm_case_station *const *station, size_t station_count,
                                const struct sm_model_weather *model, double first, double last,
                                double **time, int *count) {
  SM_SCOPED double *all = NULL;
  size_t found;
  *count = 0;
  SM_TRY(gather(ctx, station, station_count, model, &all, &found));
  enum sm_status status = sm_alloc(ctx, found + 2, sizeof **time, "the times", time);
  if (status == SM_OK) (*time)[(*count)++] = first;
  for (size_t t = 0; t < found && status == SM_OK; t++)
    if (all[t] > (*time)[*count - 1] + SAME_TIME && all[t] < last - SAME_TIME)
      (*time)[(*count)++] = all[t];
  if (status == SM_OK) (*time)[(*count)++] = last;
  return status;
}

enum sm_status sm_times_find(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_case_station *const *station, size_t station_count,
                             const struct sm_model_weather *model, double **time, int *count,
                             bool *relative) {
  const struct sm_case_weather *w = &c->weather;
  bool untimed = model->time_count > 0 && isnan(model->time[0]);
  for (size_t s = 0; s < station_count; s++)
    for (size_t r = 0; r < station[s]->reading_count; r++)
      untimed |= !station[s]->reading[r].has_time;
  SM_SCOPED double *all = NULL;
  size_t found = 0, kept = 0;
  *time = NULL;
  *relative = false;
  enum sm_status status = SM_OK;
  SM_TRY(gather(ctx, station, station_count, model, &all, &found));
  if (sm_wind_is_flow(c->wind_source.model)) {
    const double start = !isnan(w->start) ? w->start
                         : c->has_start   ? c->start
                         : found > 0      ? all[0]
                                          : (double)NAN;
    *relative = isnan(start);
    status = sm_times_evolve(ctx, c, *relative ? 0 : start, time, count);
    return status;
  }
  if (found > 0 && !isnan(w->interpolate)) {
    status = equal_steps(ctx, c, all[0], all[found - 1], time, count);
    return status;
  }
  const double first = found > 0 ? all[0] : (double)NAN,
               last = found > 0 ? all[found - 1] : (double)NAN;
  for (size_t t = 0; t < found; t++)
    if (in_window(w, all[t]) && (kept == 0 || all[t] > all[kept - 1] + SAME_TIME))
      all[kept++] = all[t];
  if (kept == 0 && found > 0 && !untimed) {
    status = none_in_window(ctx, c, model->time_count > 0, first, last);
    return status;
  }
  if (kept > SM_TIMES_MAX) {
    return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: %zu times are more than %d", c->path, w->line,
                   kept, SM_TIMES_MAX);
  }
  *count = kept > 0 ? (int)kept : 1;
  SM_TRY(sm_alloc(ctx, (size_t)*count, sizeof **time, "the times", time));
  (*time)[0] = c->has_start ? c->start : (double)NAN;
  for (size_t t = 0; t < kept; t++) (*time)[t] = all[t];
  return status;
}

static struct sm_station_reading convert(const struct sm_case_reading *from, double turn) {
  const double angle = (from->from + turn) * (acos(-1.0) / 180);
  return (struct sm_station_reading){.valid = true,
                                     .u = -from->speed * sin(angle),
                                     .v = -from->speed * cos(angle),
                                     .height = from->height,
                                     .obukhov = from->obukhov,
                                     .temperature = from->temperature,
                                     .cloud = from->cloud,
                                     .level_temperature = NAN};
}

/* Inserts a reading in order of height. */
static void insert(struct sm_station_reading *out, int *count, struct sm_station_reading reading) {
  int at = (*count)++;
  for (; at > 0 && out[at - 1].height > reading.height; at--) out[at] = out[at - 1];
  out[at] = reading;
}

/* Linear interpolation from a (t = 0) to b (t = 1); stability as 1/L, continuous at neutral. */
static struct sm_station_reading blend(struct sm_station_reading a, struct sm_station_reading b,
                                       double t) {
  const double stability = (1 - t) / a.obukhov + t / b.obukhov;
  return (struct sm_station_reading){.valid = true,
                                     .u = a.u + t * (b.u - a.u),
                                     .v = a.v + t * (b.v - a.v),
                                     .height = a.height + t * (b.height - a.height),
                                     .temperature =
                                         a.temperature + t * (b.temperature - a.temperature),
                                     .cloud = a.cloud + t * (b.cloud - a.cloud),
                                     .level_temperature = NAN,
                                     .obukhov = stability == 0 ? (double)INFINITY : 1 / stability};
}

static int by_time(const void *a, const void *b) {
  const struct sm_case_reading *p = a, *q = b;
  if (p->has_time != q->has_time) return p->has_time ? -1 : 1;
  return p->has_time ? (p->time > q->time) - (p->time < q->time) : 0;
}

enum sm_status sm_station_series_create(struct sm_context *ctx,
                                        const struct sm_case_station *station,
                                        struct sm_station_series *out) {
  *out = (struct sm_station_series){.count = station->reading_count};
  SM_TRY(
      sm_alloc(ctx, out->count, sizeof *out->reading, "the readings of a station", &out->reading));
  if (out->count == 0) return SM_OK;
  memcpy(out->reading, station->reading, out->count * sizeof *out->reading);
  qsort(out->reading, out->count, sizeof *out->reading, by_time);
  while (out->timed < out->count && out->reading[out->timed].has_time) out->timed++;
  return SM_OK;
}

void sm_station_series_free(struct sm_station_series *series) {
  sm_free(series->reading);
  *series = (struct sm_station_series){0};
}

bool sm_station_series_is_steady(const struct sm_station_series *series) {
  const struct sm_case_reading *reading = series->reading;
  return series->timed > 0 && reading[series->timed - 1].time <= reading[0].time + SAME_TIME;
}

/* Index of the first timed reading not before a time. */
static size_t first_from(const struct sm_station_series *series, double time) {
  size_t low = 0, high = series->timed;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (series->reading[middle].time < time - SAME_TIME)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Reading at another time that matches `of`: for towers at
 * the same height, else the first. */
static const struct sm_case_reading *partner(const struct sm_station_series *series, bool is_tower,
                                             const struct sm_case_reading *of, double time) {
  for (size_t r = first_from(series, time); r < series->timed; r++) {
    const struct sm_case_reading *reading = &series->reading[r];
    if (reading->time > time + SAME_TIME) break;
    if (!is_tower || fabs(reading->height - of->height) <= SAME_HEIGHT) return reading;
  }
  return NULL;
}

/* Times of the readings that enclose a time; both equal it when there are readings at the time. */
static bool bracket(const struct sm_station_series *series, double time, double *before,
                    double *after) {
  const size_t next = first_from(series, time);
  if (next == series->timed) return false;
  *after = series->reading[next].time;
  *before = *after;
  if (*after <= time + SAME_TIME) return true;
  if (next == 0) return false;
  *before = series->reading[next - 1].time;
  return true;
}

int sm_station_series_measure(const struct sm_station_series *series, bool is_tower, double time,
                              bool interpolate, double turn, struct sm_station_reading *out) {
  int count = 0;
  double before = time, after = time;
  const bool timed = !isnan(time) && (!interpolate || bracket(series, time, &before, &after));
  for (size_t r = timed ? first_from(series, before) : series->timed; r < series->timed; r++) {
    const struct sm_case_reading *a = &series->reading[r];
    if (a->time > before + SAME_TIME) break;
    if (!(after > before)) {
      insert(out, &count, convert(a, turn));
      continue;
    }
    const struct sm_case_reading *b = partner(series, is_tower, a, after);
    if (b != NULL)
      insert(out, &count,
             blend(convert(a, turn), convert(b, turn), (time - before) / (after - before)));
  }
  if (count > 0) return count;
  for (size_t r = series->timed; r < series->count; r++)
    insert(out, &count, convert(&series->reading[r], turn));
  return count;
}
