#include "physics/flow/time_loop.h"

#include "physics/flow/initial_wind.h"
#include <math.h>

unsigned sm_flow_fields(const struct sm_case *c) {
  (void)c;
  return 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
}

double sm_flow_output_time(const struct sm_domain *domain, int time) {
  const double *t = domain->weather.time;
  return isnan(t[0]) ? 0 : t[time] - t[0];
}

bool sm_flow_time_reached(double time, double end) {
  const double near = 1e-9;
  return end - time <= near * fmax(fabs(end), 1);
}

enum sm_status sm_flow_report_progress(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain, double time) {
  const double last = sm_flow_output_time(domain, domain->weather.time_count - 1);
  const double start = -c->wind_source.spin_up;
  sm_progress(ctx, "flow", last > start ? (time - start) / (last - start) : 0);
  return sm_stop_requested(ctx) ? sm_fail(ctx, SM_ERR_STOPPED, "stopped at %.6g s", time) : SM_OK;
}

enum sm_status sm_flow_check_step(struct sm_context *ctx, const struct sm_case *c, double time,
                                  double step, const char *larger) {
  const double all = c->wind_source.duration + c->wind_source.spin_up;
  if (!(all > SM_FLOW_STEPS * step)) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: steps of %.3g s, at %.6g s, make %.3g of a run of %g s: %g are the "
                 "most of which doubles tell the time\n"
                 "help: a shorter wind.duration, a larger %s, or larger cells",
                 c->path, c->flow.line, step, time, all / step, all, SM_FLOW_STEPS, larger);
}

enum sm_status sm_flow_check_courant(struct sm_context *ctx, const struct sm_case *c, double time,
                                     double rate) {
  if (!isnan(c->flow.time_step) || !(rate > 0)) return SM_OK;
  return sm_flow_check_step(ctx, c, time, fmin(c->flow.courant / rate, c->flow.max_time_step),
                            "flow.courant");
}

static bool is_zero(const struct sm_case_expression *e) {
  return !sm_expression_given(e) || e->number == 0;
}

/* Whether the flow without weather starts at rest. */
static bool starts_at_rest(const struct sm_case_flow *c) {
  const struct sm_case_compressible *gas = &c->compressible;
  const bool layered = sm_expression_given(&gas->density) || sm_expression_given(&gas->potential) ||
                       sm_expression_given(&gas->initial_pressure) ||
                       gas->background == SM_BACKGROUND_NONE;
  const bool hot = c->reaction.zone_count > 0 || c->reaction.release_count > 0;
  return is_zero(&c->initial[0]) && is_zero(&c->initial[1]) && is_zero(&c->initial[2]) &&
         !(c->perturbation > 0) && !layered && !hot &&
         !(c->heat && sm_expression_given(&c->temperature));
}

static bool is_driven(const struct sm_case_flow *c) {
  bool is = false;
  for (int d = 0; d < 3; d++) is |= c->acceleration[d] < 0 || c->acceleration[d] > 0;
  for (int d = 0; d < 2; d++)
    is |= fabs(c->bulk_velocity[d]) > 0 || fabs(c->geostrophic[d]) > 0; /* or NAN */
  is |= c->geostrophic_weather;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_case_boundary *s = &c->boundary[side];
    for (int d = 0; d < 3; d++) is |= !is_zero(&s->velocity[d]);
    is |= s->kind == SM_BOUNDARY_WEATHER || sm_expression_given(&s->temperature) ||
          s->heat_flux < 0 || s->heat_flux > 0;
  }
  return is;
}

/* Whether the wind decays: the weather sets only the initial wind, and no side supplies more. */
static bool decays(const struct sm_case *c) {
  const struct sm_case_boundary *side = c->flow.boundary;
  bool periodic = true;
  for (int s = 0; s <= SM_NORTH; s++) periodic = periodic && side[s].kind == SM_BOUNDARY_PERIODIC;
  return periodic && side[SM_BOTTOM].kind == SM_BOUNDARY_WALL && sm_flow_needs_weather(c);
}

void sm_flow_warn_at_rest(struct sm_context *ctx, const struct sm_case *c) {
  if (is_driven(&c->flow) || c->wind_source.rotor_count > 0) return;
  if (decays(c))
    sm_warn(
        ctx,
        "%s:%d: warning: the wind dies away: all sides are periodic, and nothing drives the air "
        "against the drag of walls\n"
        "help: flow.bulk_velocity = [u, v], flow.acceleration or flow.geostrophic",
        c->path, c->flow.line);
  if (sm_flow_needs_weather(c) || !starts_at_rest(&c->flow)) return;
  sm_warn(ctx,
          "%s:%d: warning: nothing moves the air: it is still at the start, and no side, force or "
          "heat drives it\n"
          "help: flow.initial, a [[flow.boundary]] of kind \"inflow\", flow.acceleration, or a "
          "[[weather.station]]",
          c->path, c->flow.line);
}

enum sm_status sm_flow_diverged(struct sm_context *ctx, double time, int64_t steps,
                                const char *help) {
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: the wind is not finite after %.6g s, %lld steps\nhelp: %s", time,
                 (long long)steps, help);
}
