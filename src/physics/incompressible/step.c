/* physics/incompressible/step.c - time step of the incompressible solver: third-order Runge-Kutta
 * stages (Wicker and Skamarock 2002) and a projection (docs/theory/incompressible.md, (4) and (5)).
 */
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/share.h"
#include "physics/flow/time_loop.h"
#include "physics/flow/walls/walls.h"
#include "physics/incompressible/model.h"
#include "physics/scalars/scalars.h"
#include "solve/direct/direct.h"
#include <math.h>
#include <string.h>

/* Stages of a step. */
enum { STAGES = 3 };

static void courant(const struct sm_incompressible *m) {
  const struct sm_flow *flow = m->flow;
  struct sm_courant courant = {
      .m = flow->metric, .eddy = flow->eddy, .viscosity = m->c->flow.viscosity};
  for (int d = 0; d < 3; d++) courant.u[d] = flow->u[m->begin][d];
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->courant(flow->device, &box, &courant, &flow->clock->rate);
}

static enum sm_status diverged(struct sm_context *ctx, const struct sm_incompressible *m) {
  return sm_flow_diverged(ctx, m->time, m->steps,
                          "a smaller flow.courant or flow.time_step, or flow.advection = "
                          "\"upwind\"");
}

/* Temperature of the stratification, and the factor from its gradient to N^2; without heat the
 * factor is 0, and the field is one that is there. */
static union sm_reals temperature_of(const struct sm_incompressible *m) {
  return m->scalars->heat ? sm_scalars_find_stratification(m->scalars) : m->flow->pressure;
}
static double buoyancy_of(const struct sm_incompressible *m) {
  const struct sm_case_flow *c = &m->c->flow;
  return m->scalars->heat ? c->gravity * c->expansion / c->turbulent_prandtl : 0;
}

/* Enqueues the computation of the next time step length. */
static void begin_step(const struct sm_incompressible *m, double end) {
  const struct sm_case_flow *c = &m->c->flow;
  const double rotors = sm_flow_rotors_step(m->rotors);
  const struct sm_flow_timestep_begin step_begin = {.clock = m->flow->clock,
                                                    .courant = isnan(c->courant) ? 1 : c->courant,
                                                    .longest = fmin(c->max_time_step, rotors),
                                                    .end = end,
                                                    .fixed =
                                                        isnan(c->time_step) ? 0 : c->time_step};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  sm_subgrid_find_viscosity(&m->subgrid, m->begin, temperature_of(m), buoyancy_of(m));
  if (isnan(c->time_step)) courant(m);
  m->flow->device->backend->flow_timestep_begin(m->flow->device, &one, &step_begin);
}

/* Reads the time step. Work that needs no host has been enqueued before, so that a GPU stays
 * busy. */
static enum sm_status read_clock(struct sm_context *ctx, const struct sm_incompressible *m,
                                 struct sm_flow_clock *clock) {
  SM_TRY(sm_device_download(ctx, m->flow->device, clock, m->flow->clock, sizeof *clock));
  if (isfinite(clock->rate) && clock->step > 0)
    return sm_flow_check_courant(ctx, m->c, m->time, clock->rate);
  return diverged(ctx, m);
}

enum sm_status sm_incompressible_check(struct sm_context *ctx, const struct sm_incompressible *m) {
  const struct sm_scalars *scalars = m->scalars;
  const double step = m->c->flow.time_step, stable = 2; /* limited as flow.courant is */
  struct sm_flow_clock clock;
  double all = 0;
  courant(m);
  SM_TRY(sm_device_download(ctx, m->flow->device, &clock, m->flow->clock, sizeof clock));
  for (size_t i = 0; i < scalars->count; i++) {
    double amount;
    SM_TRY(sm_scalar_find_integral(ctx, scalars, &scalars->item[i], &amount));
    all += amount;
  }
  if (!isfinite(clock.rate) || !isfinite(all)) return diverged(ctx, m);
  if (isnan(step)) return sm_flow_check_courant(ctx, m->c, m->time, clock.rate);
  if (clock.rate * step <= stable) return SM_OK;
  return sm_fail(
      ctx, m->steps > 0 ? SM_ERR_DIVERGED : SM_ERR_CASE,
      "%s:%d: error: 'flow.time_step' of %g s is too long after %.6g s: the wind crosses "
      "%.3g cells in it, %g are stable\n"
      "help: at most %.3g s, or flow.courant",
      m->c->path, m->c->flow.line, step, m->time, clock.rate * step, stable, stable / clock.rate);
}

typedef void (*kernel)(struct sm_device *, const struct sm_box *, const struct sm_momentum *);

/* Kernel of an advection scheme. */
static kernel kernel_of(const struct sm_backend *be, enum sm_advection scheme, int d) {
  const kernel central[3] = {be->momentum_x_central, be->momentum_y_central,
                             be->momentum_z_central};
  const kernel upwind[3] = {be->momentum_x_upwind, be->momentum_y_upwind, be->momentum_z_upwind};
  const kernel weno[3] = {be->momentum_x_weno, be->momentum_y_weno, be->momentum_z_weno};
  return scheme == SM_ADVECTION_UPWIND ? upwind[d]
         : scheme == SM_ADVECTION_WENO ? weno[d]
                                       : central[d];
}

/* Integrates the transported subgrid energy over the last step, if there is one; begin: sets it to
 * equilibrium with the wind. */
static void advance_tke(const struct sm_incompressible *m, int wind, bool begin) {
  const struct sm_scalars *scalars = m->scalars;
  if (scalars->energy == NULL) return;
  sm_subgrid_advance_tke(&m->subgrid, wind, temperature_of(m), buoyancy_of(m), scalars->energy->now,
                         begin);
  sm_scalar_ghosts(scalars, scalars->energy, scalars->energy->now);
}

static const double shares[STAGES] = {1.0 / 3, 1.0 / 2, 1};

/* Factor from the last computed pressure to the one of a whole step, for a stage. */
static double past_pressure(bool every, double share) {
  const double before = share > shares[1] ? shares[1] : share > shares[0] ? shares[0] : 1;
  return every ? 1 / before : 1;
}

/* Winds: `from` at the start of the step, `now` of the stage, `to` its result; every: all stages
 * are projected. */
static void advance(const struct sm_incompressible *m, int from, int now, int to, double share,
                    bool with_pressure, bool every) {
  const struct sm_flow *flow = m->flow;
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_backend *be = flow->device->backend;
  for (int d = 0; d < 3; d++) {
    if (flow->layout.n[d] == 1) continue;
    struct sm_momentum args = {.m = flow->metric,
                               .from = flow->u[from][d],
                               .to = flow->u[to][d],
                               .pressure = flow->pressure,
                               .given = with_pressure,
                               .eddy = flow->eddy,
                               .faces = flow->faces,
                               .clock = flow->clock,
                               .share = share,
                               .viscosity = c->viscosity,
                               .donor = 1};
    sm_flow_forces_set(&m->forces, d, &args);
    for (int e = 0; e < 3; e++) args.u[e] = flow->u[now][e];
    const struct sm_box box = sm_flow_faces(flow, d);
    kernel_of(be, c->advection, d)(flow->device, &box, &args);
    sm_flow_walls_apply(flow, d, now, to, share);
    sm_flow_cut_advance(&m->cut, d, &args, with_pressure, past_pressure(every, share));
  }
  sm_scalars_add_buoyancy(m->scalars, to, share);
  sm_flow_outflow(flow, from, now, to, share);
  sm_flow_ghosts(flow, to);
}

static struct sm_pressure pressure_of(const struct sm_incompressible *m) {
  const struct sm_flow_layout *s = &m->flow->layout;
  const struct sm_red_black *layout = &m->projection.poisson->level[0].layout;
  return (struct sm_pressure){.sy = layout->sy,
                              .sz = layout->sz,
                              .colour = layout->colour,
                              .x = m->projection.poisson->x,
                              .pressure = m->flow->pressure,
                              .step = {s->step[0], s->step[1], s->step[2]},
                              .clock = m->flow->clock,
                              .nx = layout->n[0]};
}

static void find_pressure(struct sm_incompressible *m) {
  const struct sm_flow *flow = m->flow;
  const struct sm_pressure args = pressure_of(m);
  const struct sm_box box = sm_mg_level_box(&m->projection.poisson->level[0]);
  flow->device->backend->pressure(flow->device, &box, &args);
  sm_flow_cell_ghosts(flow, flow->pressure);
  m->has_pressure = true;
}

/* Adapts the solver's tolerance for the next step so that the remaining divergence comes close to a
 * fraction of its limit. */
static void adapt_tolerance(struct sm_incompressible *m) {
  const double loosest = 1e-2, tightest = 1e-12, aim = 0.25 * m->projection.limit;
  double factor = m->divergence > 0 ? aim / m->divergence : 3;
  factor = fmin(fmax(factor, 1.0 / 3), 3);
  m->options.tolerance = fmin(fmax(m->options.tolerance * factor, tightest), loosest);
}

/* --- memory of the direct solver --- */

/* The wind that no later stage reads. */
static int find_unused(const struct sm_incompressible *m, int wind) {
  int unused = 0;
  while (unused == m->begin || unused == wind) unused++;
  return unused;
}

/* It works in the memory of the unused wind, and starts from the pressure of the last step, since
 * nothing else keeps its solution. */
static void begin_direct(const struct sm_incompressible *m, int wind) {
  const struct sm_flow *flow = m->flow;
  struct sm_poisson *poisson = m->projection.poisson;
  if (poisson->direct == NULL) return;
  const union sm_reals unused = flow->u[find_unused(m, wind)][0];
  if (poisson->lent.used > 0)
    sm_direct_lend(poisson, sm_flow_offset(flow, unused, -flow->layout.origin).f32);
  if (!m->solved) return;
  const struct sm_pressure args = pressure_of(m);
  const struct sm_box box = sm_mg_level_box(&poisson->level[0]);
  flow->device->backend->pressure_guess(flow->device, &box, &args);
}

/* Whether the faces `at` across an axis are on a wall or a slip side. */
static bool is_on_closed(const struct sm_flow *flow, int d, int at) {
  const int n = flow->layout.n[d];
  const enum sm_boundary_kind kind = flow->sides.kind[2 * d + (at == n)];
  return (at == 0 || at == n) && (kind == SM_BOUNDARY_WALL || kind == SM_BOUNDARY_SLIP);
}

/* Zeroes what no stage computes in the row (j, k) of component d: faces on walls and slip sides,
 * and elements beyond the last ghosts. line: element (0, j, k). */
static void clear_row(const struct sm_flow *flow, int d, int j, int k, char *line) {
  enum { GHOSTS = SM_FLOW_GHOSTS };
  const int *n = flow->layout.n;
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device);
  const bool none =
      j == n[1] + GHOSTS || k == n[2] + GHOSTS || (d > 0 && is_on_closed(flow, d, d == 1 ? j : k));
  const ptrdiff_t from = none ? -GHOSTS : n[0] + GHOSTS, end = flow->layout.step[1] - GHOSTS;
  memset(line + from * real, 0, (size_t)((end - from) * real));
  if (d == 0 && is_on_closed(flow, 0, 0)) memset(line, 0, (size_t)real);
  if (d == 0 && is_on_closed(flow, 0, n[0])) memset(line + n[0] * real, 0, (size_t)real);
}

/* On a CPU, as the direct solver. */
static void end_direct(const struct sm_incompressible *m, int wind) {
  const struct sm_flow *flow = m->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const int unused = find_unused(m, wind), ghosts = SM_FLOW_GHOSTS;
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device);
  if (m->projection.poisson->lent.used == 0) return;
  for (int d = 0; d < 3; d++) {
    char *const zero = (char *)flow->u[unused][d].f32, *const start = zero - s->origin * real;
    const ptrdiff_t last = (ptrdiff_t)s->size - SM_FLOW_VECTOR - ghosts;
    memset(start, 0, (size_t)((SM_FLOW_VECTOR - ghosts) * real));
    memset(start + last * real, 0, (size_t)((SM_FLOW_VECTOR + ghosts) * real));
#pragma omp parallel for schedule(static) num_threads(flow->device->threads)
    for (int k = -ghosts; k <= s->n[2] + ghosts; k++)
      for (int j = -ghosts; j <= s->n[1] + ghosts; j++)
        clear_row(flow, d, j, k, zero + (j * s->step[1] + k * s->step[2]) * real);
  }
}

/* --- a step --- */

static enum sm_status project(struct sm_context *ctx, struct sm_incompressible *m, int wind) {
  sm_flow_balance(m->flow, wind);
  sm_flow_ghosts(m->flow, wind); /* periodic sides */
  for (int d = 0; d < 3; d++) m->projection.u[d] = m->flow->u[wind][d];
  begin_direct(m, wind);
  m->options.whole = true;
  m->options.warm = m->solved;
  m->projection.keeps = m->projection.fastest > 0 && m->steps % SM_MEASURE_EVERY != 0;
  m->options.reference = m->projection.keeps ? m->result.reference : 0;
  SM_TRY(sm_projection_solve(ctx, &m->projection, &m->options, &m->result, &m->divergence));
  if (m->projection.poisson->direct == NULL) adapt_tolerance(m);
  m->solved = true;
  find_pressure(m);
  end_direct(m, wind);
  sm_flow_ghosts(m->flow, wind);
  return SM_OK;
}

/* Sides become inflow or outflow with the weather. */
static enum sm_status follow_weather(struct sm_context *ctx, struct sm_incompressible *m) {
  bool turned;
  SM_TRY(sm_flow_weather_begin(ctx, m->c, m->flow, m->time, &turned));
  if (!turned) return SM_OK;
  sm_incompressible_find_given(m);
  return sm_scalars_boundaries_turn(ctx, m->scalars);
}

static void nudge_heat(const struct sm_incompressible *m) {
  struct sm_scalar *heat = m->scalars->item;
  if (m->nudging.flow == NULL || !m->scalars->heat) return;
  sm_flow_nudge_scalar(&m->nudging, heat->now, heat->plane);
  sm_scalar_ghosts(m->scalars, heat, heat->now);
}

enum sm_status sm_incompressible_step(struct sm_context *ctx, struct sm_incompressible *m,
                                      double end, struct sm_flow_clock *clock) {
  const int begin = m->begin, other[2] = {(begin + 1) % 3, (begin + 2) % 3};
  const bool every = m->c->flow.project_every_stage || !m->has_pressure; /* pressure of a previous
                                                                            step */
  int now = begin;
  SM_TRY(follow_weather(ctx, m));
  SM_TRY(sm_flow_rotors_place(ctx, m->rotors, m->time));
  begin_step(m, end);
  sm_flow_weather_planes(m->flow);
  sm_flow_geostrophic(m->flow, m->time, m->forces.geostrophic);
  sm_inflow_turbulence_step(&m->inflow, begin, m->steps);
  sm_scalars_buoyancy_cut(m->scalars, &m->cut);
  for (int stage = 0; stage < STAGES; stage++) {
    const int to = other[stage % 2];
    const bool last = stage == STAGES - 1;
    advance(m, begin, now, to, shares[stage], !last && !every && m->has_pressure, every);
    if (last) sm_flow_rotors_apply(m->rotors, to);
    if (last) sm_flow_forces_end_step(&m->forces, begin, to);
    if (last) sm_flow_nudge_wind(&m->nudging, to);
    if (stage == (every ? 0 : STAGES - 1)) SM_TRY(read_clock(ctx, m, clock));
    const enum sm_status status = last || every ? project(ctx, m, to) : SM_OK;
    if (status != SM_OK) return status == SM_ERR_DIVERGED ? diverged(ctx, m) : status;
    if (last) sm_flow_forces_projected(&m->forces, to);
    now = to;
  }
  SM_TRY(sm_scalars_advance(ctx, m->scalars, begin, now, m->time, clock->step));
  nudge_heat(m);
  advance_tke(m, now, false);
  const struct sm_flow_timestep_end step_end = {m->flow->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  m->flow->device->backend->flow_timestep_end(m->flow->device, &one, &step_end);
  m->before = begin;
  m->begin = now;
  m->steps++;
  return SM_OK;
}

static enum sm_status start(struct sm_context *ctx, struct sm_incompressible *m, bool balance) {
  SM_TRY(project(ctx, m, 0));
  if (balance) advance_tke(m, 0, true);
  m->begin = m->before = 0;
  m->has_pressure = m->solved = false; /* the initial projection gives no pressure */
  m->so_far = (struct sm_solver_statistics){.converged = 1};
  m->time = 0 - m->c->wind_source.spin_up;              /* not -0 */
  const struct sm_flow_clock clock = {.time = m->time}; /* the device keeps the time as well */
  SM_TRY(sm_device_upload(ctx, m->flow->device, m->flow->clock, &clock, sizeof clock));
  return sm_incompressible_check(ctx, m);
}

enum sm_status sm_incompressible_start(struct sm_context *ctx, struct sm_incompressible *m,
                                       bool balance) {
  if (!sm_device_has_data(m->flow->device)) return SM_OK;
  if (m->flow->rows != NULL) SM_TRY(sm_processes_agree(ctx, SM_OK)); /* on what came before */
  sm_flow_share(m->flow, m->projection.poisson, true);
  const enum sm_status status = start(ctx, m, balance);
  sm_flow_share(m->flow, m->projection.poisson, false);
  return status;
}
