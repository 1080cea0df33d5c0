/* physics/compressible/step.c - time step of the compressible solver: slow terms first, then the
 * stages of a strong stability preserving Runge-Kutta scheme (Shu and Osher 1988). */
#include "physics/compressible/model.h"
#include "physics/flow/share.h"
#include "physics/flow/time_loop.h"
#include "physics/scalars/scalars.h"
#include <math.h>

typedef void (*stage_kernel)(struct sm_device *, const struct sm_box *,
                             const struct sm_compressible_stage *);

static void set_fields(union sm_reals to[SM_CONSERVED_FIELDS],
                       const struct sm_compressible_fields *gas, int set) {
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) to[f] = gas->q[set][f];
}

/* to = keep from + take q + share dt L(q). */
static void stage(const struct sm_compressible *m, int q, int from, int to, double keep,
                  double take, double share) {
  const struct sm_compressible_fields *gas = &m->gas;
  const struct sm_case_compressible *c = gas->c;
  const struct sm_flow *flow = m->flow;
  const struct sm_backend *be = flow->device->backend;
  const stage_kernel kernel = c->flux == SM_FLUX_SLAU       ? be->compressible_slau
                              : c->flux == SM_FLUX_KURGANOV ? be->compressible_kurganov
                              : c->flux == SM_FLUX_KURGANOV_CONSERVED
                                  ? be->compressible_kurganov_conserved
                                  : be->compressible_hllc;
  struct sm_compressible_stage args = {.m = flow->metric,
                                       .b = gas->b,
                                       .walls = flow->faces,
                                       .clock = flow->clock,
                                       .keep = keep,
                                       .take = take,
                                       .share = share,
                                       .theta = c->limiter,
                                       .gravity = flow->layout.n[2] > 1 ? c->gravity : 0,
                                       .gravity_work = c->gravity_work ? 1 : 0};
  set_fields(args.q, gas, q);
  set_fields(args.from, gas, from);
  set_fields(args.to, gas, to);
  const struct sm_box box = sm_flow_cells(flow);
  kernel(flow->device, &box, &args);
}

/* Adds the mass flux of the next stage, from set q; `weight`: its weight in the step. begun: add to
 * the flux of the previous stages, else replace it. */
static void add_mass_flux(const struct sm_compressible *m, int q, bool begun, double weight) {
  if (m->scalars->count > 0 || m->mixture != NULL)
    sm_compressible_add_mass_flux(&m->gas, q, begun ? 1 : 0, weight);
}

static void swap_sets(struct sm_compressible_fields *gas, int a, int b) {
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    const union sm_reals q = gas->q[a][f];
    gas->q[a][f] = gas->q[b][f];
    gas->q[b][f] = q;
  }
}

/* Set 1 becomes set 0 plus stresses, heat conduction and body forces. */
static void add_slow_terms(const struct sm_compressible *m) {
  const struct sm_compressible_fields *gas = &m->gas;
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_flow *flow = m->flow;
  const bool mixed = m->mixture != NULL; /* a mixture has its own heat conduction */
  struct sm_compressible_stress args = {.m = flow->metric,
                                        .b = gas->b,
                                        .u = {flow->u[0][0], flow->u[0][1], flow->u[0][2]},
                                        .eddy = flow->eddy,
                                        .walls = flow->faces,
                                        .drag = flow->drag,
                                        .clock = flow->clock,
                                        .viscosity = c->viscosity,
                                        .prandtl = mixed ? HUGE_VAL : c->compressible.prandtl,
                                        .turbulent_prandtl =
                                            mixed ? HUGE_VAL : c->compressible.turbulent_prandtl,
                                        .coriolis = m->coriolis};
  for (int d = 0; d < 3; d++) args.acceleration[d] = c->acceleration[d];
  sm_flow_geostrophic(flow, m->time, args.geostrophic);
  set_fields(args.q, gas, 0);
  set_fields(args.to, gas, 1);
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->compressible_stress(flow->device, &box, &args);
  sm_heated_walls_add(&m->walls, gas->q[SM_SCRATCH_SET][SM_SCRATCH_STATIC_TEMP],
                      gas->q[1][SM_RHO_E], 1);
}

static void advance(struct sm_compressible *m) {
  struct sm_compressible_fields *gas = &m->gas;
  add_slow_terms(m);
  m->eddy_is_zero = false; /* the stages overwrite the shared memory of the eddy viscosity */
  const enum sm_time_integrator scheme = gas->c->integrator;
  sm_compressible_damp(&m->sponge, 1);
  sm_compressible_nudge(&m->nudging, gas, 1);
  sm_compressible_ghosts(gas, 1);
  add_mass_flux(m, 1, false,
                scheme == SM_INTEGRATOR_EULER ? 1
                : scheme == SM_INTEGRATOR_RK2 ? 0.5
                                              : 1.0 / 6);
  stage(m, 1, 1, 0, 0, 1, 1);
  if (scheme == SM_INTEGRATOR_EULER) return;
  sm_compressible_ghosts(gas, 0);
  add_mass_flux(m, 0, true, scheme == SM_INTEGRATOR_RK2 ? 0.5 : 1.0 / 6);
  if (scheme == SM_INTEGRATOR_RK2) {
    stage(m, 0, 1, 1, 0.5, 0.5, 0.5);
    swap_sets(gas, 0, 1);
    return;
  }
  stage(m, 0, 1, 2, 0.75, 0.25, 0.25);
  sm_compressible_ghosts(gas, 2);
  add_mass_flux(m, 2, true, 2.0 / 3);
  stage(m, 2, 1, 0, 1.0 / 3, 2.0 / 3, 2.0 / 3);
}

/* Forward Euler with all terms at once; then the velocity in solids is set to 0. */
static void advance_forward_euler(struct sm_compressible *m) {
  struct sm_compressible_fields *gas = &m->gas;
  const struct sm_flow *flow = m->flow;
  const struct sm_box box = sm_flow_cells(flow);
  struct sm_compressible_laplacian slow = {.m = flow->metric,
                                           .clock = flow->clock,
                                           .viscosity = m->c->flow.viscosity,
                                           .coriolis = m->coriolis};
  struct sm_compressible_zero_solids zero_in_solids = {
      .step = {1, flow->layout.step[1], flow->layout.step[2]}, .b = gas->b, .walls = flow->faces};
  set_fields(slow.q, gas, 0);
  set_fields(slow.to, gas, 1);
  set_fields(zero_in_solids.q, gas, 1);
  flow->device->backend->compressible_laplacian(flow->device, &box, &slow);
  stage(m, 0, 1, 1, 1, 0, 1);
  if (gas->c->zero_in_solids)
    flow->device->backend->compressible_zero_solids(flow->device, &box, &zero_in_solids);
  swap_sets(gas, 0, 1);
}

/* First unphysical cell, and the number and extent of all of them. */
struct unphysical {
  int at[3], low[3], high[3];
  int64_t count;
  double rho, p, u[3]; /* of cell `at` */
};

/* Checks that density and pressure of a cell are positive; the report prefers a cell with numbers
 * over one with NaN. */
static void check_cell(const struct sm_compressible_fields *gas,
                       double *const field[SM_CONSERVED_FIELDS], const int at[3],
                       struct unphysical *out) {
  const struct sm_flow_layout *s = &gas->flow->layout;
  const ptrdiff_t c = s->origin + at[0] + at[1] * s->step[1] + at[2] * s->step[2];
  const double rho = gas->rho[at[2]] + field[SM_RHO][c];
  double u[3], squares = 0;
  for (int d = 0; d < 3; d++) {
    u[d] = field[SM_RHO_U + d][c] / rho;
    squares += u[d] * u[d];
  }
  const double p = gas->p[at[2]] + (SM_AIR_GAMMA - 1) * (field[SM_RHO_E][c] - 0.5 * rho * squares);
  if (rho > 0 && p > 0) return;
  const bool first = out->count == 0;
  for (int d = 0; d < 3; d++) {
    out->low[d] = first || at[d] < out->low[d] ? at[d] : out->low[d];
    out->high[d] = first || at[d] > out->high[d] ? at[d] : out->high[d];
  }
  out->count++;
  if (!first && !(isnan(out->p) && !isnan(p))) return;
  for (int d = 0; d < 3; d++) {
    out->at[d] = at[d];
    out->u[d] = isnan(u[d]) ? (double)NAN : u[d]; /* not -nan */
  }
  out->rho = isnan(rho) ? (double)NAN : rho;
  out->p = isnan(p) ? (double)NAN : p;
}

static enum sm_status find_unphysical(struct sm_context *ctx, const struct sm_compressible *m,
                                      struct unphysical *out) {
  const struct sm_flow *flow = m->flow;
  const int *n = flow->layout.n;
  double *field[SM_CONSERVED_FIELDS] = {NULL};
  enum sm_status status = SM_OK;
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    SM_TRY_DONE(sm_alloc(ctx, flow->layout.size, sizeof *field[f], "the air", &field[f]));
    sm_flow_gather_layers(flow, 0, 0, n[0], m->gas.q[0][f]);
    SM_TRY_DONE(sm_flow_download(ctx, flow, m->gas.q[0][f], field[f]));
  }
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) check_cell(&m->gas, field, (int[]){i, j, k}, out);
done:
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) sm_free(field[f]);
  return status;
}

static enum sm_status fail_unphysical(struct sm_context *ctx, const struct sm_compressible *m) {
  static const char help[] = "a smaller flow.courant or flow.time_step";
  struct unphysical b = {.count = 0};
  SM_TRY(find_unphysical(ctx, m, &b));
  if (b.count == 0) return sm_flow_diverged(ctx, m->time, m->steps, help);
  return sm_fail(
      ctx, SM_ERR_DIVERGED,
      "error: after %lld steps, %.6g s, cell (%d, %d, %d) has a density of %.4g kg/m3, a "
      "pressure of %.4g Pa and a wind of (%.4g, %.4g, %.4g) m/s, one of %lld such cells "
      "from (%d, %d, %d) to (%d, %d, %d)\n"
      "help: %s",
      (long long)m->steps, m->time, b.at[0], b.at[1], b.at[2], b.rho, b.p, b.u[0], b.u[1], b.u[2],
      (long long)b.count, b.low[0], b.low[1], b.low[2], b.high[0], b.high[1], b.high[2], help);
}

/* Reports a time step of the case that exceeds the stability limit. */
static enum sm_status too_long(struct sm_context *ctx, const struct sm_compressible *m,
                               enum sm_status status, double rate, double step) {
  const double stable = sm_courant_limit(m->gas.c->integrator);
  return sm_fail(ctx, status,
                 "%s:%d: error: 'flow.time_step' of %g s is too long after %.6g s: sound and wind "
                 "cross %.3g cells in it, stable is %g\n"
                 "help: at most %.3g s, or flow.courant",
                 m->c->path, m->c->flow.line, step, m->time, rate * step, stable, stable / rate);
}

static enum sm_status read_clock(struct sm_context *ctx, const struct sm_compressible *m,
                                 struct sm_flow_clock *clock) {
  SM_TRY(sm_device_download(ctx, m->flow->device, clock, m->flow->clock, sizeof *clock));
  if (!(clock->rate < SM_RATE_UNPHYSICAL) || !(clock->step > 0)) return fail_unphysical(ctx, m);
  if (clock->rate * clock->step <= sm_courant_limit(m->gas.c->integrator))
    return sm_flow_check_courant(ctx, m->c, m->time, clock->rate);
  return too_long(ctx, m, SM_ERR_DIVERGED, clock->rate, clock->step);
}

/* Largest Courant rate of sound and wind in the current state, into the clock. */
static void measure(const struct sm_compressible *m) {
  const struct sm_flow *flow = m->flow;
  const struct sm_box all = sm_flow_cells(flow);
  struct sm_compressible_courant rate = {
      .m = flow->metric, .b = m->gas.b, .eddy = flow->eddy, .viscosity = m->c->flow.viscosity};
  set_fields(rate.q, &m->gas, 0);
  flow->device->backend->compressible_courant(flow->device, &all, &rate, &flow->clock->rate);
}

static enum sm_status find_rate(struct sm_context *ctx, const struct sm_compressible *m,
                                double *rate) {
  struct sm_flow_clock clock;
  measure(m);
  SM_TRY(sm_device_download(ctx, m->flow->device, &clock, m->flow->clock, sizeof clock));
  *rate = clock.rate;
  return clock.rate < SM_RATE_UNPHYSICAL ? SM_OK : fail_unphysical(ctx, m);
}

enum sm_status sm_compressible_check(struct sm_context *ctx, const struct sm_compressible *m) {
  double rate;
  return find_rate(ctx, m, &rate);
}

enum sm_status sm_compressible_check_start(struct sm_context *ctx,
                                           const struct sm_compressible *m) {
  const double step = m->c->flow.time_step;
  double rate;
  SM_TRY(find_rate(ctx, m, &rate));
  if (isnan(step) || rate * step <= sm_courant_limit(m->gas.c->integrator))
    return sm_flow_check_courant(ctx, m->c, m->time, rate);
  return too_long(ctx, m, SM_ERR_CASE, rate, step);
}

static double buoyancy_of(const struct sm_compressible *m) {
  const struct sm_case_compressible *c = m->gas.c;
  return c->gravity / (c->temperature * c->turbulent_prandtl);
}

/* Wall models and eddy viscosity for the current velocity on the faces; `static_temp`: room for the
 * static temperature, filled only where it is needed. */
static void find_viscosity(const struct sm_compressible *m, union sm_reals static_temp) {
  if (m->walls.any || m->subgrid.length.f32 != NULL)
    sm_compressible_find_static_temp(&m->gas, static_temp);
  sm_heated_walls_find(&m->walls, SM_WALLS_GROUND, 0, static_temp);
  sm_subgrid_find_viscosity(&m->subgrid, 0, static_temp, buoyancy_of(m));
}

static void clear_viscosity(const struct sm_compressible *m) {
  const struct sm_flow *flow = m->flow;
  flow->device->backend->clear(flow->device,
                               sm_flow_offset(flow, flow->eddy, -flow->layout.origin).f32,
                               flow->layout.size * sm_device_real_size(flow->device));
}

/* Static temperature and eddy viscosity lie in the last set, which is free until the last stage.
 * The subgrid energy gets the sources of the last step, with the wind at its end. */
void sm_compressible_prepare_step(struct sm_compressible *m) {
  const struct sm_compressible_fields *gas = &m->gas;
  const struct sm_scalar *energy = m->scalars->energy;
  const union sm_reals static_temp = gas->q[SM_SCRATCH_SET][SM_SCRATCH_STATIC_TEMP];
  sm_compressible_lend_eddy(gas, SM_SCRATCH_OF_STEP);
  sm_compressible_ghosts(gas, 0);
  if (m->subgrid.model == SM_SUBGRID_NONE && !m->eddy_is_zero) clear_viscosity(m);
  m->eddy_is_zero = true;
  if (gas->c->zero_in_solids) return;
  sm_compressible_find_velocity(gas);
  find_viscosity(m, static_temp);
  if (energy != NULL) {
    sm_subgrid_advance_tke(&m->subgrid, 0, static_temp, buoyancy_of(m), energy->now, m->steps == 0);
    sm_scalar_ghosts(m->scalars, energy, energy->now);
  }
  sm_heated_walls_find(&m->walls, SM_WALLS_OTHERS, 0, static_temp);
}

void sm_compressible_prepare_output(struct sm_compressible *m) {
  const struct sm_compressible_fields *gas = &m->gas;
  sm_compressible_lend_eddy(gas, SM_SCRATCH_OF_OUTPUT);
  sm_compressible_ghosts(gas, 0);
  m->eddy_is_zero = false;
  if (m->subgrid.model == SM_SUBGRID_NONE) clear_viscosity(m);
  sm_compressible_find_velocity(gas);
  find_viscosity(m, gas->q[1][SM_SCRATCH_STATIC_TEMP]);
  sm_compressible_find_output(gas);
  if (m->mixture != NULL) sm_mixture_find_temperature(m->mixture);
  sm_scalars_find_outputs(m->scalars);
}

/* --- a step --- */

/* Chooses the length of the step. */
static enum sm_status begin_step(struct sm_context *ctx, struct sm_compressible *m, double end,
                                 struct sm_flow_clock *clock) {
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_flow *flow = m->flow;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  const struct sm_flow_timestep_begin begin = {.clock = flow->clock,
                                               .courant = isnan(c->courant) ? 1 : c->courant,
                                               .longest = c->max_time_step,
                                               .end = end,
                                               .fixed = isnan(c->time_step) ? 0 : c->time_step};
  sm_compressible_prepare_step(m);
  measure(m);
  flow->device->backend->flow_timestep_begin(flow->device, &one, &begin);
  return read_clock(ctx, m, clock);
}

/* Diffusion goes before the flow in every other step and after it in the others, so that two steps
 * are symmetric. */
static bool diffuses_first(const struct sm_compressible *m) { return m->steps % 2 != 0; }

static enum sm_status diffuse(struct sm_context *ctx, struct sm_compressible *m, double step) {
  sm_compressible_ghosts(&m->gas, 0);
  return sm_mixture_diffuse(ctx, m->mixture, m->time, step);
}

/* Operator splitting before the flow step: chemistry, including the pending part of the last step,
 * and half of the thermal expansion of the gas. */
static enum sm_status split_before(struct sm_context *ctx, struct sm_compressible *m, double step) {
  struct sm_mixture *mixture = m->mixture;
  const enum sm_splitting splitting = mixture->reaction->splitting;
  if (splitting == SM_SPLITTING_STRANG) {
    const double span = mixture->pending + 0.5 * step;
    SM_TRY(sm_combustion_react(ctx, m->combustion, m->time - mixture->pending, span));
    mixture->pending = 0.5 * step;
  } else if (splitting == SM_SPLITTING_SOURCE) {
    SM_TRY(sm_combustion_source_begin(ctx, m->combustion));
  }
  sm_compressible_ghosts(&m->gas, 0);
  sm_mixture_expand(mixture, 0.5);
  return diffuses_first(m) ? diffuse(ctx, m, step) : SM_OK;
}

static enum sm_status split_after(struct sm_context *ctx, struct sm_compressible *m, double step) {
  struct sm_mixture *mixture = m->mixture;
  sm_mixture_advect(mixture);
  SM_TRY(sm_mixture_add_releases(ctx, mixture, m->scalars, m->time, step));
  if (!diffuses_first(m)) SM_TRY(diffuse(ctx, m, step));
  sm_compressible_ghosts(&m->gas, 0);
  sm_mixture_expand(mixture, 0.5);
  return mixture->reaction->splitting == SM_SPLITTING_SOURCE
             ? sm_combustion_source_end(ctx, m->combustion, m->time, step)
             : SM_OK;
}

enum sm_status sm_compressible_step(struct sm_context *ctx, struct sm_compressible *m, double end,
                                    struct sm_flow_clock *clock) {
  const struct sm_flow_timestep_end step_end = {m->flow->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  SM_TRY(sm_compressible_follow_weather(ctx, m));
  SM_TRY(begin_step(ctx, m, end, clock));
  sm_compressible_open_fall(&m->gas);
  if (m->mixture != NULL) SM_TRY(split_before(ctx, m, clock->step));
  sm_flow_weather_planes(m->flow);
  sm_inflow_turbulence_step(&m->inflow, 0, m->steps);
  if (m->gas.c->zero_in_solids)
    advance_forward_euler(m);
  else
    advance(m);
  if (m->scalars->count > 0 || m->mixture != NULL) sm_compressible_ghosts(&m->gas, 0);
  if (m->scalars->count > 0)
    SM_TRY(sm_scalars_advance_by_mass(ctx, m->scalars, m->time, clock->step));
  if (m->mixture != NULL) SM_TRY(split_after(ctx, m, clock->step));
  m->flow->device->backend->flow_timestep_end(m->flow->device, &one, &step_end);
  m->steps++;
  return SM_OK;
}
