/* compressible_steps.c - a step of the compressible solver: what is slow, then stages of a strong
 * stability preserving Runge-Kutta scheme (Shu and Osher 1988). */
#include "physics/compressible.h"
#include "physics/flow_model.h"
#include "physics/scalar_outputs.h"
#include "physics/scalar_sides.h"
#include <math.h>

typedef void (*stage_kernel)(struct sm_device *, const struct sm_box *,
                             const struct sm_gas_stage *);

static void set_fields(union sm_reals to[SM_GAS_FIELDS], const struct sm_gas *gas, int set) {
  for (int f = 0; f < SM_GAS_FIELDS; f++) to[f] = gas->q[set][f];
}

/* to = keep from + take q + share dt L(q). */
static void stage(const struct sm_compressible *m, int q, int from, int to, double keep,
                  double take, double share) {
  const struct sm_gas *gas = &m->gas;
  const struct sm_case_gas *c = gas->c;
  const struct sm_flow *flow = m->flow;
  const struct sm_backend *be = flow->device->backend;
  const stage_kernel kernel = c->flux == SM_GAS_SLAU       ? be->gas_slau
                              : c->flux == SM_GAS_KURGANOV ? be->gas_kurganov
                              : c->flux == SM_GAS_ARKHIPOV ? be->gas_kurganov_carried
                                                           : be->gas_hllc;
  struct sm_gas_stage args = {.m = flow->metric,
                              .b = gas->b,
                              .walls = flow->faces,
                              .clock = flow->clock,
                              .keep = keep,
                              .take = take,
                              .share = share,
                              .theta = c->limiter,
                              .gravity = flow->layout.n[2] > 1 ? c->gravity : 0,
                              .works = c->gravity_works ? 1 : 0};
  set_fields(args.q, gas, q);
  set_fields(args.from, gas, from);
  set_fields(args.to, gas, to);
  const struct sm_box box = sm_flow_cells(flow);
  kernel(flow->device, &box, &args);
}

/* Of the next stage, from set q: the mass that it moves, of which `weight` is in the step; after
 * the first one, `begun`, it is added to that of those before. */
static void note_mass(const struct sm_compressible *m, int q, bool begun, double weight) {
  if (m->scalars->count > 0 || m->mixture != NULL) sm_gas_mass(&m->gas, q, begun ? 1 : 0, weight);
}

static void exchange(struct sm_gas *gas, int a, int b) {
  for (int f = 0; f < SM_GAS_FIELDS; f++) {
    const union sm_reals q = gas->q[a][f];
    gas->q[a][f] = gas->q[b][f];
    gas->q[b][f] = q;
  }
}

/* Set 1: set 0 after stresses, heat and forces. */
static void go_slowly(const struct sm_compressible *m) {
  const struct sm_gas *gas = &m->gas;
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_flow *flow = m->flow;
  const bool mixed = m->mixture != NULL; /* has its own heat */
  struct sm_gas_stress args = {.m = flow->metric,
                               .b = gas->b,
                               .u = {flow->u[0][0], flow->u[0][1], flow->u[0][2]},
                               .eddy = flow->eddy,
                               .walls = flow->faces,
                               .drag = flow->drag,
                               .clock = flow->clock,
                               .viscosity = c->viscosity,
                               .prandtl = mixed ? HUGE_VAL : c->gas.prandtl,
                               .turbulent_prandtl = mixed ? HUGE_VAL : c->gas.turbulent_prandtl,
                               .coriolis = m->coriolis};
  for (int d = 0; d < 3; d++) args.acceleration[d] = c->acceleration[d];
  for (int d = 0; d < 2; d++)
    args.geostrophic[d] = isnan(c->geostrophic[d]) ? 0 : c->geostrophic[d];
  set_fields(args.q, gas, 0);
  set_fields(args.to, gas, 1);
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->gas_stress(flow->device, &box, &args);
  sm_heated_walls_add(&m->walls, gas->q[SM_GAS_SEEN][SM_GAS_SEEN_WARM], gas->q[1][SM_GAS_ENERGY],
                      1);
}

static void advance(struct sm_compressible *m) {
  struct sm_gas *gas = &m->gas;
  go_slowly(m);
  m->calm = false; /* stages go through where the eddies lie */
  const enum sm_gas_integrator scheme = gas->c->integrator;
  sm_gas_damp(&m->sponge, 1);
  sm_gas_ghosts(gas, 1);
  note_mass(m, 1, false, scheme == SM_GAS_EULER ? 1 : scheme == SM_GAS_RK2 ? 0.5 : 1.0 / 6);
  stage(m, 1, 1, 0, 0, 1, 1);
  if (scheme == SM_GAS_EULER) return;
  sm_gas_ghosts(gas, 0);
  note_mass(m, 0, true, scheme == SM_GAS_RK2 ? 0.5 : 1.0 / 6);
  if (scheme == SM_GAS_RK2) {
    stage(m, 0, 1, 1, 0.5, 0.5, 0.5);
    exchange(gas, 0, 1);
    return;
  }
  stage(m, 0, 1, 2, 0.75, 0.25, 0.25);
  sm_gas_ghosts(gas, 2);
  note_mass(m, 2, true, 2.0 / 3);
  stage(m, 2, 1, 0, 1.0 / 3, 2.0 / 3, 2.0 / 3);
}

/* Forward Euler with everything at once; then the wind in solids is put out. */
static void advance_as_arkhipov(struct sm_compressible *m) {
  struct sm_gas *gas = &m->gas;
  const struct sm_flow *flow = m->flow;
  const struct sm_box box = sm_flow_cells(flow);
  struct sm_gas_laplacian slow = {.m = flow->metric,
                                  .clock = flow->clock,
                                  .viscosity = m->c->flow.viscosity,
                                  .coriolis = m->coriolis};
  struct sm_gas_still still = {
      .step = {1, flow->layout.step[1], flow->layout.step[2]}, .b = gas->b, .walls = flow->faces};
  set_fields(slow.q, gas, 0);
  set_fields(slow.to, gas, 1);
  set_fields(still.q, gas, 1);
  flow->device->backend->gas_laplacian(flow->device, &box, &slow);
  stage(m, 0, 1, 1, 1, 0, 1);
  if (gas->c->still) flow->device->backend->gas_still(flow->device, &box, &still);
  exchange(gas, 0, 1);
}

/* Air of a cell, and which others are like it. */
struct broken_air {
  int at[3], low[3], high[3];
  int64_t count;
  double rho, p, u[3]; /* of cell `at` */
};

/* Density and pressure of a cell must be above 0; a number that is not tells more than none. */
static void judge_cell(const struct sm_gas *gas, double *const field[SM_GAS_FIELDS],
                       const int at[3], struct broken_air *out) {
  const struct sm_flow_layout *s = &gas->flow->layout;
  const ptrdiff_t c = s->origin + at[0] + at[1] * s->step[1] + at[2] * s->step[2];
  const double rho = gas->rho[at[2]] + field[SM_GAS_MASS][c];
  double u[3], squares = 0;
  for (int d = 0; d < 3; d++) {
    u[d] = field[SM_GAS_U + d][c] / rho;
    squares += u[d] * u[d];
  }
  const double p =
      gas->p[at[2]] + (SM_GAS_GAMMA - 1) * (field[SM_GAS_ENERGY][c] - 0.5 * rho * squares);
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

static enum sm_status find_broken(struct sm_context *ctx, const struct sm_compressible *m,
                                  struct broken_air *out) {
  const struct sm_flow *flow = m->flow;
  const int *n = flow->layout.n;
  double *field[SM_GAS_FIELDS] = {NULL};
  enum sm_status status = SM_OK;
  for (int f = 0; f < SM_GAS_FIELDS; f++) {
    SM_TRY_DONE(sm_alloc(ctx, flow->layout.size, sizeof *field[f], "the air", &field[f]));
    SM_TRY_DONE(sm_flow_download(ctx, flow, m->gas.q[0][f], field[f]));
  }
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) judge_cell(&m->gas, field, (int[]){i, j, k}, out);
done:
  for (int f = 0; f < SM_GAS_FIELDS; f++) sm_free(field[f]);
  return status;
}

static enum sm_status broken(struct sm_context *ctx, const struct sm_compressible *m) {
  static const char help[] = "a smaller flow.courant or flow.time_step";
  struct broken_air b = {.count = 0};
  SM_TRY(find_broken(ctx, m, &b));
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

/* A step of the case that is too long. */
static enum sm_status too_long(struct sm_context *ctx, const struct sm_compressible *m,
                               enum sm_status status, double rate, double step) {
  const double stable = sm_gas_stable(m->gas.c->integrator);
  return sm_fail(ctx, status,
                 "%s:%d: error: 'flow.time_step' of %g s is too long after %.6g s: sound and wind "
                 "cross %.3g cells in it, stable is %g\n"
                 "help: at most %.3g s, or flow.courant",
                 m->c->path, m->c->flow.line, step, m->time, rate * step, stable, stable / rate);
}

static enum sm_status read_clock(struct sm_context *ctx, const struct sm_compressible *m,
                                 struct sm_flow_clock *clock) {
  SM_TRY(sm_device_download(ctx, m->flow->device, clock, m->flow->clock, sizeof *clock));
  if (!(clock->rate < SM_GAS_BROKEN) || !(clock->step > 0)) return broken(ctx, m);
  if (clock->rate * clock->step <= sm_gas_stable(m->gas.c->integrator))
    return sm_flow_check_courant(ctx, m->c, m->time, clock->rate);
  return too_long(ctx, m, SM_ERR_DIVERGED, clock->rate, clock->step);
}

/* How fast sound and wind cross the cells of the present air, into the clock. */
static void measure(const struct sm_compressible *m) {
  const struct sm_flow *flow = m->flow;
  const struct sm_box all = sm_flow_cells(flow);
  struct sm_gas_rate rate = {
      .m = flow->metric, .b = m->gas.b, .eddy = flow->eddy, .viscosity = m->c->flow.viscosity};
  set_fields(rate.q, &m->gas, 0);
  flow->device->backend->gas_rate(flow->device, &all, &rate, &flow->clock->rate);
}

static enum sm_status find_rate(struct sm_context *ctx, const struct sm_compressible *m,
                                double *rate) {
  struct sm_flow_clock clock;
  measure(m);
  SM_TRY(sm_device_download(ctx, m->flow->device, &clock, m->flow->clock, sizeof clock));
  *rate = clock.rate;
  return clock.rate < SM_GAS_BROKEN ? SM_OK : broken(ctx, m);
}

enum sm_status sm_compressible_check(struct sm_context *ctx, const struct sm_compressible *m) {
  double rate;
  return find_rate(ctx, m, &rate);
}

enum sm_status sm_compressible_begin(struct sm_context *ctx, const struct sm_compressible *m) {
  const double step = m->c->flow.time_step;
  double rate;
  SM_TRY(find_rate(ctx, m, &rate));
  if (isnan(step) || rate * step <= sm_gas_stable(m->gas.c->integrator))
    return sm_flow_check_courant(ctx, m->c, m->time, rate);
  return too_long(ctx, m, SM_ERR_CASE, rate, step);
}

static double lift_of(const struct sm_compressible *m) {
  const struct sm_case_gas *c = m->gas.c;
  return c->gravity / (c->temperature * c->turbulent_prandtl);
}

/* What the ground and eddies do in the present wind, which is on the faces; `warm`: for how warm
 * the air is, where something asks for it. */
static void find_eddies(const struct sm_compressible *m, union sm_reals warm) {
  if (m->walls.any || m->eddies.length.f32 != NULL) sm_gas_warm(&m->gas, warm);
  sm_heated_walls_find(&m->walls, SM_WALLS_GROUND, 0, warm);
  sm_flow_eddies_find(&m->eddies, 0, warm, lift_of(m));
}

static void clear_eddies(const struct sm_compressible *m) {
  const struct sm_flow *flow = m->flow;
  flow->device->backend->clear(flow->device,
                               sm_flow_offset(flow, flow->eddy, -flow->layout.origin).f32,
                               flow->layout.size * sm_device_real_size(flow->device));
}

/* How warm the air is and the eddies lie in the last set, which is free until the last stage. The
 * energy of eddies gets what the last step gave to it, in the wind at its end. */
void sm_compressible_look_around(struct sm_compressible *m) {
  const struct sm_gas *gas = &m->gas;
  const struct sm_scalar *energy = m->scalars->energy;
  const union sm_reals warm = gas->q[SM_GAS_SEEN][SM_GAS_SEEN_WARM];
  sm_gas_lend_eddies(gas, SM_GAS_BEGINS);
  sm_gas_ghosts(gas, 0);
  if (m->eddies.model == SM_SUBGRID_NONE && !m->calm) clear_eddies(m);
  m->calm = true;
  if (gas->c->still) return;
  sm_gas_wind(gas);
  find_eddies(m, warm);
  if (energy != NULL) {
    sm_flow_eddies_feed(&m->eddies, 0, warm, lift_of(m), energy->now, m->steps == 0);
    sm_scalar_ghosts(m->scalars, energy, energy->now);
  }
  sm_heated_walls_find(&m->walls, SM_WALLS_OTHERS, 0, warm);
}

void sm_compressible_see(struct sm_compressible *m) {
  const struct sm_gas *gas = &m->gas;
  sm_gas_lend_eddies(gas, SM_GAS_IS_SEEN);
  sm_gas_ghosts(gas, 0);
  m->calm = false;
  if (m->eddies.model == SM_SUBGRID_NONE) clear_eddies(m);
  sm_gas_wind(gas);
  find_eddies(m, gas->q[1][SM_GAS_SEEN_WARM]);
  sm_gas_see(gas);
  if (m->mixture != NULL) sm_mixture_see(m->mixture);
  sm_scalars_see(m->scalars);
}

/* --- a step --- */

/* How long the step will be. */
static enum sm_status begin_step(struct sm_context *ctx, struct sm_compressible *m, double end,
                                 struct sm_flow_clock *clock) {
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_flow *flow = m->flow;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  const struct sm_flow_tick tick = {.clock = flow->clock,
                                    .courant = isnan(c->courant) ? 1 : c->courant,
                                    .longest = c->longest_step,
                                    .end = end,
                                    .fixed = isnan(c->time_step) ? 0 : c->time_step};
  sm_compressible_look_around(m);
  measure(m);
  flow->device->backend->flow_tick(flow->device, &one, &tick);
  return read_clock(ctx, m, clock);
}

enum sm_status sm_compressible_settle(struct sm_context *ctx, struct sm_compressible *m) {
  if (m->mixture == NULL || !(m->mixture->pending > 0)) return SM_OK;
  const double span = m->mixture->pending;
  m->mixture->pending = 0;
  return sm_burning_react(ctx, m->burning, m->time - span, span);
}

/* Heat and species spread before the air moves in every other step, after it in those between: so
 * that two steps are the same backwards. */
static bool spreads_first(const struct sm_compressible *m) { return m->steps % 2 != 0; }

static enum sm_status spread(struct sm_context *ctx, struct sm_compressible *m, double step) {
  sm_gas_ghosts(&m->gas, 0);
  return sm_mixture_spread(ctx, m->mixture, m->time, step);
}

/* Before the air moves: chemistry, with what is left of that of the last step; and half of what the
 * gas expands by itself. */
static enum sm_status mix_before(struct sm_context *ctx, struct sm_compressible *m, double step) {
  struct sm_mixture *mixture = m->mixture;
  const enum sm_splitting splitting = mixture->reaction->splitting;
  if (splitting == SM_STRANG) {
    const double span = mixture->pending + 0.5 * step;
    SM_TRY(sm_burning_react(ctx, m->burning, m->time - mixture->pending, span));
    mixture->pending = 0.5 * step;
  } else if (splitting == SM_CONSTANT_SOURCE) {
    SM_TRY(sm_burning_begin(ctx, m->burning));
  }
  sm_gas_ghosts(&m->gas, 0);
  sm_mixture_expand(mixture, 0.5);
  return spreads_first(m) ? spread(ctx, m, step) : SM_OK;
}

static enum sm_status mix_after(struct sm_context *ctx, struct sm_compressible *m, double step) {
  struct sm_mixture *mixture = m->mixture;
  sm_mixture_carry(mixture);
  sm_mixture_release(mixture, m->scalars, m->time, step);
  if (!spreads_first(m)) SM_TRY(spread(ctx, m, step));
  sm_gas_ghosts(&m->gas, 0);
  sm_mixture_expand(mixture, 0.5);
  return mixture->reaction->splitting == SM_CONSTANT_SOURCE
             ? sm_burning_end(ctx, m->burning, m->time, step)
             : SM_OK;
}

static void move_air(struct sm_compressible *m) {
  sm_flow_gusts_blow(&m->gusts, 0, m->steps);
  if (m->gas.c->still) {
    advance_as_arkhipov(m);
  } else {
    advance(m);
  }
}

enum sm_status sm_compressible_step(struct sm_context *ctx, struct sm_compressible *m, double end,
                                    struct sm_flow_clock *clock) {
  const struct sm_flow_tock tock = {m->flow->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  SM_TRY(begin_step(ctx, m, end, clock));
  sm_gas_settle(&m->gas);
  if (m->mixture != NULL) SM_TRY(mix_before(ctx, m, clock->step));
  move_air(m);
  if (m->scalars->count > 0 || m->mixture != NULL) sm_gas_ghosts(&m->gas, 0);
  if (m->scalars->count > 0)
    SM_TRY(sm_scalars_advance_by_mass(ctx, m->scalars, m->time, clock->step));
  if (m->mixture != NULL) SM_TRY(mix_after(ctx, m, clock->step));
  m->flow->device->backend->flow_tock(m->flow->device, &one, &tock);
  m->steps++;
  return SM_OK;
}
