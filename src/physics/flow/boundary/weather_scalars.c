/* Scalars at the boundaries of a flow in weather that changes: temperature and tracers of a coarser
 * run, else the temperature of stations and weather model (docs/theory/incompressible-inflow.md).
 */
#include "domain/weather/weather.h"
#include "physics/flow/boundary/boundaries.h"

/* --- places --- */

struct sm_box sm_flow_side_cells(const struct sm_flow *flow, int side) {
  const int *n = flow->layout.n, d = side / 2;
  struct sm_box box = {{0, 0, 0}, {n[0], n[1], n[2]}};
  if (side < 0) return box;
  if (side % 2) box.lo[d] = n[d] - 1;
  box.hi[d] = box.lo[d] + 1;
  return box;
}

static size_t count_of(const struct sm_box *box) {
  size_t count = 1;
  for (int a = 0; a < 3; a++) count *= (size_t)(box->hi[a] - box->lo[a]);
  return count;
}

enum sm_status sm_weather_scalar_create(struct sm_context *ctx, const struct sm_flow *flow,
                                        struct sm_weather_scalar *out) {
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_box box = sm_flow_side_cells(flow, side);
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
  SM_TRY(sm_weather_scalar_create(ctx, flow, out));
  for (int t = 0; t < flow->weather->count && known; t++) {
    struct sm_nest_cells cells[SM_SIDES];
    int count = 0;
    for (int side = 0; side < SM_SIDES; side++) {
      if (out->value[side] == NULL) continue;
      const struct sm_box box = sm_flow_side_cells(flow, side);
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
  *known = false;
  if (!sm_device_has_data(flow->device)) return SM_OK;
  if (flow->domain->nest == NULL)
    return tracer == NULL ? sm_weather_temperature_start(ctx, flow, -1, known, out) : SM_OK;
  const struct sm_nest_cells all = {sm_flow_side_cells(flow, -1), -1, out};
  return sm_wind_nest_field(ctx, flow->domain, tracer, flow->domain->weather.time[0], &all, 1,
                            known);
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
    status = sm_weather_temperature_change(ctx, flow, out);
  if (status != SM_OK) sm_weather_scalar_free(out);
  return status;
}
