/* Scalars at the boundaries of a flow in weather that changes: temperature and tracers of a coarser
 * run, or the change of the near-surface temperature of stations and weather model
 * (docs/theory/incompressible-inflow.md). */
#include "domain/weather/weather.h"
#include "physics/diagnostic/objective_analysis.h"
#include "physics/flow/boundary/boundaries.h"
#include <math.h>

/* --- places --- */

/* Cells along a side that follows the weather. */
static struct sm_box cells_of(const struct sm_flow *flow, int side) {
  const int *n = flow->layout.n, d = side / 2;
  struct sm_box box = {{0, 0, 0}, {n[0], n[1], n[2]}};
  if (side % 2) box.lo[d] = n[d] - 1;
  box.hi[d] = box.lo[d] + 1;
  return box;
}

static size_t count_of(const struct sm_box *box) {
  size_t count = 1;
  for (int a = 0; a < 3; a++) count *= (size_t)(box->hi[a] - box->lo[a]);
  return count;
}

static enum sm_status make_room(struct sm_context *ctx, const struct sm_flow *flow,
                                struct sm_weather_scalar *out) {
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_box box = cells_of(flow, side);
    if (!sm_flow_weather_has(flow, side)) continue;
    SM_TRY(sm_alloc(ctx, count_of(&box) * (size_t)flow->weather->count, sizeof(double), "a side",
                    &out->value[side]));
  }
  return SM_OK;
}

/* --- of a coarser run --- */

static enum sm_status of_nest(struct sm_context *ctx, const struct sm_flow *flow,
                              const char *tracer, struct sm_weather_scalar *out) {
  const struct sm_domain *domain = flow->domain;
  bool known = true;
  SM_TRY(make_room(ctx, flow, out));
  for (int t = 0; t < flow->weather->count && known; t++) {
    struct sm_nest_cells cells[SM_SIDES];
    int count = 0;
    for (int side = 0; side < SM_SIDES; side++) {
      if (out->value[side] == NULL) continue;
      const struct sm_box box = cells_of(flow, side);
      cells[count++] =
          (struct sm_nest_cells){box, side, out->value[side] + (size_t)t * count_of(&box)};
    }
    SM_TRY(sm_wind_nest_field(ctx, domain, tracer, domain->weather.forcing->time[t], cells, count,
                              &known));
  }
  if (!known) sm_weather_scalar_free(out);
  return SM_OK;
}

enum sm_status sm_weather_scalar_start(struct sm_context *ctx, const struct sm_flow *flow,
                                       const char *tracer, bool *known, double *out) {
  const int *n = flow->layout.n;
  *known = false;
  if (flow->domain->nest == NULL || !sm_device_has_data(flow->device)) return SM_OK;
  const struct sm_nest_cells all = {{{0, 0, 0}, {n[0], n[1], n[2]}}, -1, out};
  return sm_wind_nest_field(ctx, flow->domain, tracer, flow->domain->weather.time[0], &all, 1,
                            known);
}

/* --- of the weather --- */

/* Distance within which a station counts alone, m. */
static const double close_by = 1;

static const struct sm_station_reading *reading_at(const struct sm_station *station, int t) {
  return &station->reading[(size_t)t * (size_t)station->level_count];
}

/* Change of the temperature at a station since the first time, K; NAN: not known. */
static double change_of(const struct sm_station *station, int t) {
  const struct sm_station_reading *first = reading_at(station, 0), *now = reading_at(station, t);
  return first->valid && now->valid ? now->temperature - first->temperature : (double)NAN;
}

static bool any_change(const struct sm_weather *w) {
  for (int s = 0; s < w->station_count; s++)
    for (int t = 1; t < w->time_count; t++)
      if (fabs(change_of(&w->station[s], t)) > 1e-3) return true;
  return false;
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

/* Bilinear between the columns of a weather model; i, j: column of the domain. */
static double among_columns(const struct sm_model_columns *p, int t, int i, int j) {
  const size_t padded = (size_t)(i + 1) + (size_t)p->row * (size_t)(j + 1);
  const double at[2] = {(double)p->at[0][padded], (double)p->at[1][padded]};
  double sum = 0, weights = 0;
  for (int b = (int)at[1]; b <= (int)at[1] + 1 && b < p->n[1]; b++)
    for (int a = (int)at[0]; a <= (int)at[0] + 1 && a < p->n[0]; a++) {
      const double change = change_of(&p->station[(size_t)b * (size_t)p->n[0] + (size_t)a], t);
      const double weight = sm_model_columns_weight(at, a, b);
      if (isnan(change) || !(weight > 0)) continue;
      sum += weight * change;
      weights += weight;
    }
  return weights > 0 ? sum / weights : 0;
}

static void fill_side(const struct sm_flow *flow, const struct sm_model_columns *columns, int side,
                      int t, double *out) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  const struct sm_box box = cells_of(flow, side);
  for (int k = box.lo[2]; k < box.hi[2]; k++)
    for (int j = box.lo[1]; j < box.hi[1]; j++)
      for (int i = box.lo[0]; i < box.hi[0]; i++) {
        const ptrdiff_t below = (ptrdiff_t)(box.hi[0] - box.lo[0]) * (box.hi[1] - box.lo[1]);
        if (k > box.lo[2]) /* the change does not depend on height */
          *out = out[-below];
        else if (columns != NULL)
          *out = among_columns(columns, t, i, j);
        else
          *out = among_stations(flow->domain->weather.forcing, t, axis[0].centre[i],
                                axis[1].centre[j]);
        out++;
      }
}

static enum sm_status of_weather(struct sm_context *ctx, const struct sm_flow *flow,
                                 struct sm_weather_scalar *out) {
  const struct sm_weather *forcing = flow->domain->weather.forcing;
  struct sm_domain changing = *flow->domain;
  struct sm_model_columns *columns = NULL;
  if (!any_change(forcing)) return SM_OK;
  changing.weather = *forcing;
  SM_TRY(make_room(ctx, flow, out));
  SM_TRY(sm_model_columns_create(ctx, &changing, &columns));
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_box box = cells_of(flow, side);
    for (int t = 0; t < flow->weather->count && out->value[side] != NULL; t++)
      fill_side(flow, columns, side, t, out->value[side] + (size_t)t * count_of(&box));
  }
  sm_model_columns_destroy(&columns);
  return SM_OK;
}

/* --- both --- */

void sm_weather_scalar_free(struct sm_weather_scalar *scalar) {
  for (int side = 0; side < SM_SIDES; side++) {
    sm_free(scalar->value[side]);
    scalar->value[side] = NULL;
  }
}

enum sm_status sm_weather_scalar_find(struct sm_context *ctx, const struct sm_flow *flow,
                                      const char *tracer, struct sm_weather_scalar *out) {
  enum sm_status status = SM_OK;
  *out = (struct sm_weather_scalar){.is_change = flow->domain->nest == NULL};
  if (flow->weather == NULL) return SM_OK;
  if (flow->domain->nest != NULL)
    status = of_nest(ctx, flow, tracer, out);
  else if (tracer == NULL)
    status = of_weather(ctx, flow, out);
  if (status != SM_OK) sm_weather_scalar_free(out);
  return status;
}
