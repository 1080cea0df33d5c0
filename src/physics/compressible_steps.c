/* compressible_steps.c - a step of the compressible solver: what is slow, then stages of a strong
 * stability preserving Runge-Kutta scheme (Shu and Osher 1988). */
#include "physics/compressible.h"
#include "physics/flow_model.h"
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
                              .walls = gas->walls,
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
  if (m->scalars->count > 0) sm_gas_mass(&m->gas, q, begun ? 1 : 0, weight);
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
  struct sm_gas_stress args = {.m = flow->metric,
                               .b = gas->b,
                               .u = {flow->u[0][0], flow->u[0][1], flow->u[0][2]},
                               .eddy = flow->eddy,
                               .walls = gas->walls,
                               .drag = flow->drag,
                               .clock = flow->clock,
                               .viscosity = c->viscosity,
                               .prandtl = c->gas.prandtl,
                               .turbulent_prandtl = c->gas.turbulent_prandtl,
                               .coriolis = m->coriolis};
  for (int d = 0; d < 3; d++) args.acceleration[d] = c->acceleration[d];
  for (int d = 0; d < 2; d++)
    args.geostrophic[d] = isnan(c->geostrophic[d]) ? 0 : c->geostrophic[d];
  set_fields(args.q, gas, 0);
  set_fields(args.to, gas, 1);
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->gas_stress(flow->device, &box, &args);
  sm_heated_walls_add(&m->walls, gas->q[SM_GAS_SEEN][0], gas->q[1][SM_GAS_ENERGY], 1);
}

static void advance(struct sm_compressible *m) {
  struct sm_gas *gas = &m->gas;
  go_slowly(m);
  const enum sm_gas_integrator scheme = gas->c->integrator;
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
      .step = {1, flow->layout.step[1], flow->layout.step[2]}, .b = gas->b, .walls = gas->walls};
  set_fields(slow.q, gas, 0);
  set_fields(slow.to, gas, 1);
  set_fields(still.q, gas, 1);
  flow->device->backend->gas_laplacian(flow->device, &box, &slow);
  stage(m, 0, 1, 1, 1, 0, 1);
  if (gas->c->still) flow->device->backend->gas_still(flow->device, &box, &still);
  exchange(gas, 0, 1);
}

/* Which cell broke: the first whose density or pressure is not above 0. */
static enum sm_status broken(struct sm_context *ctx, const struct sm_compressible *m) {
  const struct sm_flow *flow = m->flow;
  const int *n = flow->layout.n;
  double *field[SM_GAS_FIELDS] = {NULL};
  enum sm_status status = SM_OK;
  for (int f = 0; f < SM_GAS_FIELDS && status == SM_OK; f++) {
    status = sm_alloc(ctx, flow->layout.size, sizeof *field[f], "the air", &field[f]);
    if (status == SM_OK) status = sm_flow_download(ctx, flow, m->gas.q[0][f], field[f]);
  }
  for (int k = 0; k < n[2] && status == SM_OK; k++)
    for (int j = 0; j < n[1] && status == SM_OK; j++)
      for (int i = 0; i < n[0] && status == SM_OK; i++) {
        const ptrdiff_t c =
            flow->layout.origin + i + j * flow->layout.step[1] + k * flow->layout.step[2];
        const double rho = m->gas.rho[k] + field[SM_GAS_MASS][c], u = field[SM_GAS_U][c] / rho;
        const double v = field[SM_GAS_V][c] / rho, w = field[SM_GAS_W][c] / rho;
        const double p = m->gas.p[k] + (SM_GAS_GAMMA - 1) * (field[SM_GAS_ENERGY][c] -
                                                             0.5 * rho * (u * u + v * v + w * w));
        if (rho > 0 && p > 0) continue;
        status = sm_fail(ctx, SM_ERR_DIVERGED,
                         "error: after %lld steps, %.6g s, cell (%d, %d, %d) has a density of %.4g "
                         "kg/m3, a pressure of %.4g Pa and a wind of (%.4g, %.4g, %.4g) m/s\n"
                         "help: a smaller flow.courant or flow.time_step",
                         (long long)m->steps, m->time, i, j, k, rho, p, u, v, w);
      }
  for (int f = 0; f < SM_GAS_FIELDS; f++) sm_free(field[f]);
  if (status == SM_OK)
    status = sm_flow_diverged(ctx, m->time, m->steps, "a smaller flow.courant or flow.time_step");
  return status;
}

/* Sums of (|u| + c) dt / h up to which the schemes are stable. */
static double stable_of(enum sm_gas_integrator integrator) {
  return integrator == SM_GAS_RK3 ? 1.2 : 1;
}

static enum sm_status read_clock(struct sm_context *ctx, const struct sm_compressible *m,
                                 struct sm_flow_clock *clock) {
  SM_TRY(sm_device_download(ctx, m->flow->device, clock, m->flow->clock, sizeof *clock));
  if (!(clock->rate < SM_GAS_BROKEN) || !(clock->step > 0)) return broken(ctx, m);
  const double stable = stable_of(m->gas.c->integrator);
  if (clock->rate * clock->step <= stable) return SM_OK;
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "%s:%d: error: 'flow.time_step' of %g s is too long after %.6g s: sound and wind "
                 "cross %.3g cells in it, stable is %g\n"
                 "help: at most %.3g s, or flow.courant",
                 m->c->path, m->c->flow.line, clock->step, m->time, clock->rate * clock->step,
                 stable, stable / clock->rate);
}

/* How warm the air is, where something asks for it, lies in the last set, which is free until the
 * last stage. The energy of eddies gets what the last step gave to it, in the wind at its end. */
void sm_compressible_look_around(const struct sm_compressible *m) {
  const struct sm_gas *gas = &m->gas;
  const struct sm_scalar *energy = m->scalars->energy;
  const union sm_reals warm = gas->q[SM_GAS_SEEN][0];
  const double lift = gas->c->gravity / (gas->c->temperature * gas->c->turbulent_prandtl);
  sm_gas_ghosts(gas, 0);
  if (gas->c->still) return;
  sm_gas_wind(gas);
  if (m->walls.any || m->eddies.length.f32 != NULL) sm_gas_warm(gas, warm);
  sm_heated_walls_find(&m->walls, 0, warm);
  sm_flow_eddies_find(&m->eddies, 0, warm, lift);
  if (energy == NULL) return;
  sm_flow_eddies_feed(&m->eddies, 0, warm, lift, energy->now, m->steps == 0);
  sm_scalar_ghosts(m->scalars, energy, energy->now);
}

/* How long the step will be. */
static void begin_step(struct sm_compressible *m, double end) {
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_flow *flow = m->flow;
  const struct sm_box all = sm_flow_cells(flow), one = {{0, 0, 0}, {1, 1, 1}};
  struct sm_gas_rate rate = {
      .m = flow->metric, .b = m->gas.b, .eddy = flow->eddy, .viscosity = c->viscosity};
  const struct sm_flow_tick tick = {.clock = flow->clock,
                                    .courant = isnan(c->courant) ? 1 : c->courant,
                                    .longest = c->longest_step,
                                    .end = end,
                                    .fixed = isnan(c->time_step) ? 0 : c->time_step};
  sm_compressible_look_around(m);
  set_fields(rate.q, &m->gas, 0);
  flow->device->backend->gas_rate(flow->device, &all, &rate, &flow->clock->rate);
  flow->device->backend->flow_tick(flow->device, &one, &tick);
}

enum sm_status sm_compressible_step(struct sm_context *ctx, struct sm_compressible *m, double end,
                                    struct sm_flow_clock *clock) {
  const struct sm_flow_tock tock = {m->flow->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  begin_step(m, end);
  SM_TRY(read_clock(ctx, m, clock));
  sm_flow_gusts_blow(&m->gusts, 0, m->steps);
  if (m->gas.c->still) {
    advance_as_arkhipov(m);
  } else {
    advance(m);
  }
  if (m->scalars->count > 0) {
    sm_gas_ghosts(&m->gas, 0);
    SM_TRY(sm_scalars_advance_by_mass(ctx, m->scalars, m->time, clock->step));
  }
  m->flow->device->backend->flow_tock(m->flow->device, &one, &tock);
  m->steps++;
  return SM_OK;
}
