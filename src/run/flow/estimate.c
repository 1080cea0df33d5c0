#include "run/flow/files.h"

#include "case/expression.h"
#include "cell/compressible/flux.h"
#include "physics/flow/time_loop.h"
#include <math.h>

enum { SAMPLES = 13 /* samples along an axis */ };

/* Ratio of the maximum wind around hills and buildings to the wind of the weather. */
static const double faster = 1.5;

static double most(double a, double b) { return b > a ? b : a; } /* b may be NAN */

/* Largest value of an expression at sample points. */
static enum sm_status largest(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_domain *domain, const struct sm_case_expression *e,
                              double *out) {
  const size_t count = (size_t)SAMPLES * SAMPLES * SAMPLES;
  SM_SCOPED double *values = NULL;
  double place[3][SAMPLES];
  struct sm_expression_box box;
  if (!sm_expression_given(e)) return SM_OK;
  if (e->text == NULL) {
    *out = most(*out, fabs(e->number));
    return SM_OK;
  }
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    for (int i = 0; i < SAMPLES; i++)
      place[d][i] = axis->face[axis->n] * i / (SAMPLES - 1.0) - (d < 2 ? c->domain.margin : 0);
    box.axis[d] = place[d];
    box.count[d] = SAMPLES;
  }
  SM_TRY(sm_alloc(ctx, count, sizeof *values, "values of an expression", &values));
  const enum sm_status status = sm_expression_on_box(ctx, c->path, e, &box, values);
  for (size_t i = 0; i < count && status == SM_OK; i++) *out = most(*out, fabs(values[i]));
  return status;
}

/* Largest velocity component along each axis. */
static enum sm_status find_speeds(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain, double speed[3]) {
  const struct sm_case_flow *flow = &c->flow;
  const struct sm_weather *w = &domain->weather;
  for (int d = 0; d < 3; d++) {
    SM_TRY(largest(ctx, c, domain, &flow->initial[d], &speed[d]));
    for (int side = 0; side < SM_SIDES; side++)
      SM_TRY(largest(ctx, c, domain, &flow->boundary[side].velocity[d], &speed[d]));
    if (d == 2) continue;
    speed[d] = most(speed[d], fabs(flow->bulk_velocity[d]));
    speed[d] = most(speed[d], fabs(flow->geostrophic[d]));
    for (int s = 0; s < w->station_count; s++)
      for (int r = 0; r < w->time_count * w->station[s].level_count; r++) {
        const struct sm_station_reading *reading = &w->station[s].reading[r];
        if (reading->valid)
          speed[d] = most(speed[d], faster * fabs(d == 0 ? reading->u : reading->v));
      }
  }
  return SM_OK;
}

static double least_width(const struct sm_axis *axis) {
  double least = axis->width[0];
  for (int i = 1; i < axis->n; i++) least = fmin(least, axis->width[i]);
  return least;
}

enum sm_status sm_flow_estimate_steps(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain,
                                      struct sm_flow_estimate *out) {
  const struct sm_case_flow *flow = &c->flow;
  const bool gas = c->wind_source.model == SM_WIND_COMPRESSIBLE;
  const double sound =
      gas ? sqrt(SM_AIR_GAMMA * SM_AIR_GAS_CONSTANT * flow->compressible.temperature) : 0; /* m/s */
  double speed[3] = {0, 0, 0}, across = 0, spread = 0;
  *out = (struct sm_flow_estimate){.speed = 0};
  if (!sm_wind_is_flow(c->wind_source.model)) return SM_OK;
  sm_flow_warn_at_rest(ctx, c);
  SM_TRY(find_speeds(ctx, c, domain, speed));
  for (int d = 0; d < 3; d++) {
    const double width = least_width(&domain->grid.axis[d]);
    if (domain->grid.axis[d].n == 1) continue;
    across += (speed[d] + sound) / width;
    spread += (gas ? 4 : 4 * 1.73 / 2.51) * flow->viscosity / (width * width);
  }
  out->speed = sqrt(speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]);
  out->step = isnan(flow->time_step)
                  ? fmin(flow->courant / (gas ? across + spread : hypot(across, spread)),
                         flow->max_time_step)
                  : flow->time_step;
  if (!(out->speed + sound > 0) && isnan(flow->time_step)) {
    *out = (struct sm_flow_estimate){.speed = (double)NAN};
    return SM_OK;
  }
  out->steps = ceil((c->wind_source.duration + c->wind_source.spin_up) / out->step);
  return SM_OK;
}
