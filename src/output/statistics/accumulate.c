/* Wind statistics accumulated over the members of an ensemble: comfort, exceedance, percentiles. */
#include "output/statistics/statistics.h"

#include "base/list.h"
#include "domain/weather/climate.h"
#include "output/analyse/slice_interpolation.h"
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* --- set-up --- */

/* Collects the speed limits of the case and of its comfort criteria, sorted and unique, into `out`;
 * returns their number. out NULL: returns an upper bound of the number. */
static int gather_limits(const struct sm_case_statistics *wanted, double *out) {
  int scales, count = 0;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  for (size_t n = 0; n < wanted->exceedance_count; n++, count++)
    if (out != NULL) out[count] = wanted->exceedance[n];
  for (int s = 0; s < scales; s++) {
    if (!wanted->comfort[scale[s].criteria]) continue;
    for (int l = 0; l < scale[s].limits; l++, count++)
      if (out != NULL) out[count] = scale[s].limit[l].speed;
  }
  if (out == NULL || count == 0) return count;
  int kept = 1;
  qsort(out, (size_t)count, sizeof *out, sm_by_value);
  for (int n = 1; n < count; n++)
    if (out[n] > out[kept - 1]) out[kept++] = out[n];
  return kept;
}

/* Number of cell layers, from the lowest, needed by the heights and receptors. */
static void count_layers(struct sm_statistics *s) {
  const struct sm_case_statistics *wanted = &s->c->statistics;
  const struct sm_grid *grid = &s->domain->grid;
  for (size_t h = 0; h < wanted->height_count; h++) {
    int highest = -1;
    for (int j = 0; j < grid->axis[1].n; j++)
      for (int i = 0; i < grid->axis[0].n; i++) {
        const int high = sm_height_weights_at(s->domain, i, j, wanted->heights[h]).high;
        highest = high > highest ? high : highest;
      }
    s->layers = highest >= s->layers ? highest + 1 : s->layers;
  }
  for (int r = 0; r < s->receptors; r++) {
    const struct sm_statistics_receptor *at = &s->receptor[r];
    const int high = sm_height_weights_at(s->domain, at->i, at->j, at->height).high;
    s->layers = high >= s->layers ? high + 1 : s->layers;
  }
}

static enum sm_status choose_climate(struct sm_context *ctx, struct sm_statistics *s) {
  const struct sm_weather *weather = &s->domain->weather;
  const struct sm_case_statistics *wanted = &s->c->statistics;
  s->climate = weather->climate;
  if (s->climate != NULL) return SM_OK;
  if (weather->members > 1) {
    SM_TRY(sm_climate_of_times(ctx, weather->members, NULL, &s->own));
    s->climate = s->own;
    return SM_OK;
  }
  if (wanted->weight_count > 0 && wanted->weight_count != (size_t)weather->time_count)
    return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: there are %zu statistics.weights, but %d times",
                   s->c->path, wanted->line, wanted->weight_count, weather->time_count);
  SM_TRY(sm_climate_of_times(ctx, weather->time_count,
                             wanted->weight_count > 0 ? wanted->weights : NULL, &s->own));
  s->climate = s->own;
  return SM_OK;
}

static enum sm_status allocate(struct sm_context *ctx, struct sm_statistics *s) {
  const struct sm_case_statistics *wanted = &s->c->statistics;
  const size_t members = (size_t)s->climate->member_count, limits = (size_t)s->limits->count;
  const size_t places = s->columns * wanted->height_count;
  const char *what = "the statistics";
  for (int v = 0; v < 3; v++) SM_TRY(sm_alloc(ctx, places, sizeof(double), what, &s->mean[v]));
  SM_TRY(sm_alloc(ctx, limits, sizeof *s->above, what, &s->above));
  for (size_t l = 0; l < limits; l++)
    SM_TRY(sm_alloc(ctx, places, sizeof(double), what, &s->above[l]));
  if (wanted->percentile_count > 0)
    SM_TRY(sm_alloc(ctx, places * members, sizeof *s->speed,
                    "the speed of every member (for percentiles)", &s->speed));
  SM_TRY(sm_alloc(ctx, 3 * s->columns, sizeof *s->slice, what, &s->slice));
  SM_TRY(sm_alloc(ctx, 2 * members * (size_t)s->receptors, sizeof *s->point, what, &s->point));
  return sm_alloc(ctx, members, sizeof *s->record, what, &s->record);
}

enum sm_status sm_statistics_create(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain, struct sm_statistics **out) {
  struct sm_statistics *s = NULL;
  double *limit = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *s, "the statistics", &s));
  enum sm_status status = SM_OK;
  s->c = c;
  s->domain = domain;
  s->columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  SM_TRY_DONE(choose_climate(ctx, s));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)gather_limits(&c->statistics, NULL), sizeof *limit,
                       "limits of the speed", &limit));
  SM_TRY_DONE(sm_exceedance_create(ctx, s->climate, limit, gather_limits(&c->statistics, limit),
                                   &s->limits));
  SM_TRY_DONE(sm_receptors_find(ctx, c, domain, &s->receptor, &s->receptors));
  count_layers(s);
  status = allocate(ctx, s);
done:
  sm_free(limit);
  if (status != SM_OK) sm_statistics_destroy(&s);
  *out = s;
  return status;
}

void sm_statistics_destroy(struct sm_statistics **statistics) {
  struct sm_statistics *s = *statistics;
  if (s == NULL) return;
  for (int v = 0; v < 3; v++) sm_free(s->mean[v]);
  for (int l = 0; s->above != NULL && l < s->limits->count; l++) sm_free(s->above[l]);
  sm_exceedance_destroy(&s->limits);
  sm_climate_destroy(&s->own);
  SM_FREE_ALL(s->above, s->speed, s->slice, s->receptor, s->point, s->record, s);
  *statistics = NULL;
}

double sm_statistics_bytes(const struct sm_case *c, const struct sm_domain *domain, double *kept) {
  const struct sm_case_statistics *wanted = &c->statistics;
  const double columns = (double)domain->grid.axis[0].n * domain->grid.axis[1].n;
  const double places = columns * (double)wanted->height_count;
  *kept = 0;
  if (!wanted->present) return 0;
  if (wanted->percentile_count > 0)
    *kept = places * (double)sizeof(float) *
            (domain->weather.members > 1 ? domain->weather.members : domain->weather.time_count);
  return places * (3 + gather_limits(wanted, NULL)) * (double)sizeof(double) + *kept +
         columns * (double)((3 + wanted->percentile_count) * sizeof(float));
}

void sm_statistics_restart(struct sm_statistics *statistics) {
  struct sm_statistics *s = statistics;
  const size_t bytes = s->columns * s->c->statistics.height_count * sizeof(double);
  for (int v = 0; v < 3; v++) memset(s->mean[v], 0, bytes);
  for (int l = 0; l < s->limits->count; l++) memset(s->above[l], 0, bytes);
  s->added = 0;
}

/* --- a member --- */

static void add_slice(struct sm_statistics *s, size_t height) {
  const float *u = s->slice, *v = u + s->columns;
  const int member = s->added;
  const size_t start = height * s->columns;
  const double factor = sm_climate_mean(s->climate, member);
  float *kept = s->speed;
  if (kept != NULL)
    kept += (height * (size_t)s->climate->member_count + (size_t)member) * s->columns;
#pragma omp parallel for schedule(static)
  for (size_t q = 0; q < s->columns; q++) {
    double above[SM_STATISTICS_LIMITS];
    const double speed = hypot((double)u[q], (double)v[q]);
    s->mean[0][start + q] += factor * speed;
    s->mean[1][start + q] += factor * (double)u[q];
    s->mean[2][start + q] += factor * (double)v[q];
    sm_exceedance_of(s->limits, member, speed, above);
    for (int l = 0; l < s->limits->count; l++) s->above[l][start + q] += above[l];
    if (kept != NULL) kept[q] = (float)speed;
  }
}

void sm_statistics_add(struct sm_statistics *statistics, const struct sm_face_wind *wind,
                       const struct sm_wind_record *record) {
  struct sm_statistics *s = statistics;
  const struct sm_case_statistics *wanted = &s->c->statistics;
  for (size_t h = 0; h < wanted->height_count; h++) {
    sm_slice_wind(s->domain, wind, wanted->heights[h], s->slice, s->slice + s->columns,
                  s->slice + 2 * s->columns);
    add_slice(s, h);
  }
  for (int r = 0; r < s->receptors; r++) {
    const struct sm_statistics_receptor *at = &s->receptor[r];
    const struct sm_height_weights mix = sm_height_weights_at(s->domain, at->i, at->j, at->height);
    float *to = s->point + 2 * ((size_t)r * (size_t)s->climate->member_count + (size_t)s->added);
    for (int v = 0; v < 2; v++) to[v] = (float)sm_slice_interpolate(wind, &mix, v, at->i, at->j);
  }
  s->record[s->added++] = *record;
}

/* --- results --- */

int sm_statistics_comfort(const struct sm_statistics *statistics,
                          const struct sm_comfort_scale *scale, size_t height, size_t column) {
  const size_t place = height * statistics->columns + column;
  if (isnan(statistics->mean[0][place])) return 0;
  for (int n = 0; n < scale->limits; n++) {
    int l = 0;
    while (statistics->limits->limit[l] < scale->limit[n].speed) l++;
    if (statistics->above[l][place] < scale->limit[n].share) return n + 1;
  }
  return scale->limits + 1;
}

/* Percentiles at the columns [begin, end) of a height. */
static void find_percentiles(const struct sm_statistics *s, struct sm_percentile_work *room,
                             const double *share, size_t height, size_t begin, size_t end,
                             float *result, float *out) {
  const size_t count = s->c->statistics.percentile_count;
  const float *speed = s->speed + height * (size_t)s->climate->member_count * s->columns;
  for (size_t q = begin; q < end; q++) {
    sm_percentiles(s->climate, room, speed + q, s->columns, share, (int)count, result);
    for (size_t p = 0; p < count; p++) out[p * s->columns + q] = result[p];
  }
}

enum sm_status sm_statistics_percentiles(struct sm_context *ctx,
                                         const struct sm_statistics *statistics, size_t height,
                                         float *out) {
  const struct sm_statistics *s = statistics;
  const size_t count = s->c->statistics.percentile_count;
  const size_t threads = (size_t)omp_get_max_threads(), parts = 64 * threads;
  struct sm_percentile_work **room = NULL;
  float *result = NULL;
  double *share = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *share, "percentiles", &share));
  SM_TRY_DONE(sm_alloc(ctx, count * threads, sizeof *result, "percentiles", &result));
  SM_TRY_DONE(sm_alloc(ctx, threads, sizeof *room, "percentiles", &room));
  for (size_t t = 0; t < threads; t++)
    SM_TRY_DONE(sm_percentile_work_create(ctx, s->climate, &room[t]));
  for (size_t p = 0; p < count; p++) share[p] = s->c->statistics.percentiles[p] / 100;
#pragma omp parallel for schedule(dynamic)
  for (size_t part = 0; part < parts; part++) {
    const size_t t = (size_t)omp_get_thread_num();
    find_percentiles(s, room[t], share, height, s->columns * part / parts,
                     s->columns * (part + 1) / parts, result + count * t, out);
  }
done:
  for (size_t t = 0; t < threads && room != NULL; t++) sm_percentile_work_destroy(&room[t]);
  SM_FREE_ALL(room, result, share);
  return status;
}
