/* Potential temperature of stations and weather model at the boundaries of a flow
 * (docs/theory/incompressible-inflow.md): by height where a model has temperatures at its levels,
 * else the change near the surface at all heights. */
#include "physics/diagnostic/objective_analysis.h"
#include "physics/flow/boundary/boundaries.h"
#include <math.h>

static const double lapse_rate = 9.80665 / 1004.7; /* K/m, dry adiabatic */
static const double thermometer = 2;               /* m, height of near-surface temperatures */
static const double close_by = 1;                  /* m within which a station counts alone */
static const double felt = 1e-3;                   /* K */

static const struct sm_station_reading *reading_at(const struct sm_station *station, int t) {
  return &station->reading[(size_t)t * (size_t)station->level_count];
}

/* --- profiles of a model's columns --- */

/* Next level with a temperature from `from` on; level_count: none. */
static int next_level(const struct sm_station *column, const struct sm_station_reading *level,
                      int from) {
  while (from < column->level_count &&
         !(level[from].valid && !isnan(level[from].level_temperature)))
    from++;
  return from;
}

/* Potential temperature of a column at z, m above the bottom of the grid, at the pressure there, K:
 * linear between levels, constant beyond them; NAN: no levels. */
static double potential_at(const struct sm_station *column, int t, double z) {
  const struct sm_station_reading *level = reading_at(column, t);
  int next = next_level(column, level, 0);
  if (next == column->level_count) return (double)NAN;
  double height = column->ground + level[next].height,
         value = level[next].level_temperature + lapse_rate * height;
  if (!isnan(level[0].temperature) && level[next].height > thermometer) { /* below all levels */
    height = column->ground + thermometer;
    value = level[0].temperature + lapse_rate * height;
    next--;
  }
  while (z > height && (next = next_level(column, level, next + 1)) < column->level_count) {
    const double above = column->ground + level[next].height;
    const double there = level[next].level_temperature + lapse_rate * above;
    if (z <= above) return value + (z - height) / (above - height) * (there - value);
    height = above;
    value = there;
  }
  return value;
}

/* Whether a weather model has temperatures at the levels of a column at time t. */
static bool has_profile(const struct sm_station *column, int t) {
  return next_level(column, reading_at(column, t), 0) < column->level_count;
}

static bool has_profiles(const struct sm_weather *w) {
  bool all = w->grid[0] * w->grid[1] > 0;
  for (int s = sm_weather_stations(w); s < w->station_count; s++)
    for (int t = 0; t < w->time_count; t++) all = all && has_profile(&w->station[s], t);
  return all;
}

/* --- change near the surface --- */

/* Since the first time, K; NAN: not known. */
static double change_of(const struct sm_station *station, int t) {
  const struct sm_station_reading *first = reading_at(station, 0), *now = reading_at(station, t);
  return first->valid && now->valid ? now->temperature - first->temperature : (double)NAN;
}

/* Mean of the changes of stations, weighted by the inverse square of their distance. */
static double among_stations(const struct sm_weather *w, int t, double x, double y) {
  double sum = 0, weights = 0;
  for (int s = 0; s < sm_weather_stations(w); s++) {
    const struct sm_station *station = &w->station[s];
    const double change = change_of(station, t), dx = station->x - x, dy = station->y - y;
    const double r2 = dx * dx + dy * dy;
    if (isnan(change) || !(r2 <= station->radius * station->radius)) continue;
    sum += change / (r2 + close_by * close_by);
    weights += 1 / (r2 + close_by * close_by);
  }
  return weights > 0 ? sum / weights : 0;
}

/* --- both --- */

struct temperature {
  const struct sm_weather *weather;
  struct sm_model_columns *columns; /* NULL: fewer than two */
  const struct sm_axis *axis;
  bool by_height;
};

static bool changes_at_levels(const struct sm_station *column, int t) {
  const struct sm_station_reading *first = reading_at(column, 0), *now = reading_at(column, t);
  for (int l = 0; l < column->level_count; l++)
    if (fabs(now[l].level_temperature - first[l].level_temperature) > felt) return true;
  return false;
}

static bool any_change(const struct sm_weather *w) {
  for (int s = 0; s < w->station_count; s++)
    for (int t = 1; t < w->time_count; t++)
      if (fabs(change_of(&w->station[s], t)) > felt || changes_at_levels(&w->station[s], t))
        return true;
  return false;
}

/* Value of a column: potential temperature by height, else the change near the surface. */
static double of_column(const struct temperature *a, const struct sm_station *column, int t,
                        double z) {
  return a->by_height ? potential_at(column, t, z) : change_of(column, t);
}

/* Value at a cell: bilinear between the columns of a model, else among stations. */
static double value_at(const struct temperature *a, int t, int i, int j, double z) {
  const struct sm_model_columns *p = a->columns;
  const struct sm_weather *w = a->weather;
  const int stations = sm_weather_stations(w);
  if (p == NULL && w->station_count > stations) return of_column(a, &w->station[stations], t, z);
  if (p == NULL) return among_stations(w, t, a->axis[0].centre[i], a->axis[1].centre[j]);
  const size_t padded = (size_t)(i + 1) + (size_t)p->row * (size_t)(j + 1);
  const double at[2] = {(double)p->at[0][padded], (double)p->at[1][padded]};
  double sum = 0, weights = 0;
  for (int b = (int)at[1]; b <= (int)at[1] + 1 && b < p->n[1]; b++)
    for (int c = (int)at[0]; c <= (int)at[0] + 1 && c < p->n[0]; c++) {
      const double value = of_column(a, &p->station[(size_t)b * (size_t)p->n[0] + (size_t)c], t, z);
      const double weight = sm_model_columns_weight(at, c, b);
      if (isnan(value) || !(weight > 0)) continue;
      sum += weight * value;
      weights += weight;
    }
  return weights > 0 ? sum / weights : 0;
}

/* Values in a box of cells at time t, [z][y][x]. */
static void fill(const struct temperature *a, const struct sm_box *box, int t, double *out) {
  const ptrdiff_t nx = box->hi[0] - box->lo[0], ny = box->hi[1] - box->lo[1];
#pragma omp parallel for schedule(static)
  for (int k = box->lo[2]; k < box->hi[2]; k++)
    for (int j = box->lo[1]; j < box->hi[1]; j++)
      for (int i = box->lo[0]; i < box->hi[0]; i++)
        out[i - box->lo[0] + nx * (j - box->lo[1] + ny * (k - box->lo[2]))] =
            value_at(a, t, i, j, a->axis[2].centre[k]);
}

static enum sm_status prepare(struct sm_context *ctx, const struct sm_flow *flow,
                              const struct sm_weather *weather, struct temperature *out) {
  struct sm_domain with = *flow->domain;
  *out = (struct temperature){weather, NULL, flow->domain->grid.axis, has_profiles(weather)};
  with.weather = *weather;
  return sm_model_columns_create(ctx, &with, &out->columns);
}

static const struct sm_weather *weather_of(const struct sm_flow *flow) {
  const struct sm_weather *w = &flow->domain->weather;
  return w->forcing != NULL ? w->forcing : w;
}

bool sm_weather_has_levels(const struct sm_flow *flow) {
  const struct sm_weather *w = weather_of(flow);
  return flow->domain->nest == NULL && w->climate == NULL && has_profiles(w);
}

enum sm_status sm_weather_temperature_start(struct sm_context *ctx, const struct sm_flow *flow,
                                            int side, bool *known, double *out) {
  const struct sm_box box = sm_flow_side_cells(flow, side);
  struct temperature a;
  *known = sm_weather_has_levels(flow);
  if (!*known) return SM_OK;
  SM_TRY(prepare(ctx, flow, weather_of(flow), &a));
  fill(&a, &box, 0, out);
  sm_model_columns_destroy(&a.columns);
  return SM_OK;
}

/* Differences from the values at the first time. */
static void subtract_first(double *value, size_t size, int count) {
  for (int t = count - 1; t >= 0; t--)
    for (size_t i = 0; i < size; i++) value[(size_t)t * size + i] -= value[i];
}

enum sm_status sm_weather_temperature_change(struct sm_context *ctx, const struct sm_flow *flow,
                                             struct sm_weather_scalar *out) {
  struct temperature a;
  if (!any_change(flow->domain->weather.forcing)) return SM_OK;
  SM_TRY(sm_weather_scalar_create(ctx, flow, out));
  SM_TRY(prepare(ctx, flow, flow->domain->weather.forcing, &a));
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_box box = sm_flow_side_cells(flow, side);
    const size_t size = (size_t)(box.hi[0] - box.lo[0]) * (size_t)(box.hi[1] - box.lo[1]) *
                        (size_t)(box.hi[2] - box.lo[2]);
    if (out->value[side] == NULL) continue;
    for (int t = 0; t < flow->weather->count; t++)
      fill(&a, &box, t, out->value[side] + (size_t)t * size);
    subtract_first(out->value[side], size, flow->weather->count);
  }
  sm_model_columns_destroy(&a.columns);
  return SM_OK;
}
