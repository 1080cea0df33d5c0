/* incompressible.c - the incompressible solver: Runge-Kutta steps of third order (Wicker and
 * Skamarock 2002) on a staggered grid (Harlow and Welch 1965), and a projection that makes the wind
 * free of divergence (docs/theory/incompressible.md). */
#include "base/clock.h"
#include "physics/flow.h"
#include "physics/flow_bodies.h"
#include "physics/flow_cut.h"
#include "physics/flow_eddies.h"
#include "physics/flow_forces.h"
#include "physics/flow_gusts.h"
#include "physics/flow_means.h"
#include "physics/flow_model.h"
#include "physics/flow_series.h"
#include "physics/flow_sides.h"
#include "physics/flow_start.h"
#include "physics/projection.h"
#include "physics/scalar_sides.h"
#include "physics/scalars.h"
#include <math.h>
#include <string.h>

/* Winds of a step: that at its begin, and those of its stages. */
enum { STAGES = 3 };
/* Steps from one measure of divergence and largest speed to the next. */
enum { MEASURE_EVERY = 10 };

/* Of the steps since the last wind that was written. */
struct steps_so_far {
  double residual;
  int64_t iterations, converged;
};

struct incompressible {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_flow *flow;
  struct sm_flow_means *means;   /* NULL: none are wanted */
  struct sm_flow_probes *probes; /* NULL: there are none */
  struct sm_flow_series *series; /* NULL: none is wanted */
  struct sm_flow_bodies *bodies; /* likewise */
  struct sm_flow_cut cut;
  struct sm_flow_eddies eddies;
  struct sm_flow_forces forces;
  struct sm_flow_gusts gusts;
  struct sm_scalars *scalars;
  struct sm_projection projection;
  struct sm_poisson_options options;
  struct sm_poisson_result result;
  double time;       /* s since the first output */
  double step;       /* s, the last one; 0: none yet */
  int begin;         /* which wind is that of `time` */
  int before;        /* ... and of the begin of the last step */
  bool solved;       /* the solver's x is that of a step */
  bool has_pressure; /* of the last step */
  double divergence;
  bool steady; /* as flow.steady means it */
  int64_t steps;
  struct steps_so_far so_far;
};

/* --- a step --- */

static void courant(const struct incompressible *m) {
  const struct sm_flow *flow = m->flow;
  struct sm_courant courant = {
      .m = flow->metric, .eddy = flow->eddy, .viscosity = m->c->flow.viscosity};
  for (int d = 0; d < 3; d++) courant.u[d] = flow->u[m->begin][d];
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->courant(flow->device, &box, &courant, &flow->clock->rate);
}

static enum sm_status begin_step(struct sm_context *ctx, const struct incompressible *m, double end,
                                 struct sm_flow_clock *clock) {
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_flow_tick tick = {.clock = m->flow->clock,
                                    .courant = isnan(c->courant) ? 1 : c->courant,
                                    .longest = c->longest_step,
                                    .end = end,
                                    .fixed = isnan(c->time_step) ? 0 : c->time_step};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  struct sm_device *device = m->flow->device;
  const bool heat = m->scalars->heat;
  sm_flow_eddies_find(&m->eddies, m->begin, heat ? m->scalars->item[0].now : m->flow->zero,
                      heat ? c->gravity * c->expansion / c->turbulent_prandtl : 0);
  if (isnan(c->time_step)) courant(m);
  device->backend->flow_tick(device, &one, &tick);
  return sm_device_download(ctx, device, clock, m->flow->clock, sizeof *clock);
}

typedef void (*kernel)(struct sm_device *, const struct sm_box *, const struct sm_momentum *);

/* The kernels of a scheme. */
static kernel kernel_of(const struct sm_backend *be, enum sm_advection scheme, int d) {
  const kernel central[3] = {be->momentum_x_central, be->momentum_y_central,
                             be->momentum_z_central};
  const kernel upwind[3] = {be->momentum_x_upwind, be->momentum_y_upwind, be->momentum_z_upwind};
  const kernel weno[3] = {be->momentum_x_weno, be->momentum_y_weno, be->momentum_z_weno};
  return scheme == SM_ADVECTION_UPWIND ? upwind[d]
         : scheme == SM_ADVECTION_WENO ? weno[d]
                                       : central[d];
}

/* What the last step gave to the energy of the eddies that the grid does not resolve, if it is
 * carried; begin: as much as is in balance with the wind. */
static void feed_eddies(const struct incompressible *m, int wind, bool begin) {
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_scalars *scalars = m->scalars;
  if (scalars->energy == NULL) return;
  sm_flow_eddies_feed(&m->eddies, wind, scalars->heat ? scalars->item[0].now : m->flow->zero,
                      scalars->heat ? c->gravity * c->expansion / c->turbulent_prandtl : 0,
                      scalars->energy->now, begin);
  sm_scalar_ghosts(scalars, scalars->energy, scalars->energy->now);
}

static const double shares[STAGES] = {1.0 / 3, 1.0 / 2, 1};

/* Of a stage: by what the pressure that was found last is that of a whole step. */
static double past_pressure(bool every, double share) {
  const double before = share > shares[1] ? shares[1] : share > shares[0] ? shares[0] : 1;
  return every ? 1 / before : 1;
}

/* Winds: `from` at the begin of the step, `now` of the stage, `to` its result; every: all stages
 * are made free of divergence. */
static void advance(const struct incompressible *m, int from, int now, int to, double share,
                    bool with_pressure, bool every) {
  const struct sm_flow *flow = m->flow;
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_backend *be = flow->device->backend;
  const kernel smooth[3] = {be->smooth_walls_x, be->smooth_walls_y, be->smooth_walls_z};
  for (int d = 0; d < 3; d++) {
    if (flow->layout.n[d] == 1) continue;
    struct sm_momentum args = {.m = flow->metric,
                               .from = flow->u[from][d],
                               .to = flow->u[to][d],
                               .pressure = with_pressure ? flow->pressure : flow->zero,
                               .eddy = flow->eddy,
                               .closed = flow->closed,
                               .reach = flow->reach,
                               .smooth = flow->smooth,
                               .drag = flow->drag,
                               .clock = flow->clock,
                               .share = share,
                               .viscosity = c->viscosity,
                               .donor = 1};
    sm_flow_forces_set(&m->forces, d, &args);
    for (int e = 0; e < 3; e++) args.u[e] = flow->u[now][e];
    const struct sm_box box = sm_flow_faces(flow, d);
    kernel_of(be, c->advection, d)(flow->device, &box, &args);
    if (flow->has_smooth) smooth[d](flow->device, &box, &args);
    sm_flow_cut_advance(&m->cut, d, &args, with_pressure, past_pressure(every, share));
  }
  sm_scalars_lift(m->scalars, to, share);
  sm_flow_outflow(flow, from, now, to, share);
  sm_flow_ghosts(flow, to);
}

static void find_pressure(struct incompressible *m) {
  const struct sm_flow *flow = m->flow;
  const struct sm_level *level = &m->projection.poisson->level[0];
  const struct sm_pressure args = {
      .sy = level->split.sy,
      .sz = level->split.sz,
      .colour = level->split.colour,
      .x = m->projection.poisson->x,
      .pressure = flow->pressure,
      .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
      .clock = flow->clock};
  const struct sm_box box = sm_level_box(level);
  flow->device->backend->pressure(flow->device, &box, &args);
  sm_flow_cell_ghosts(flow, flow->pressure);
  m->has_pressure = true;
}

/* The solver goes as far as the divergence asks; where that is more, or less, than its tolerance
 * says, the next one asks for what it takes. */
static void adapt_tolerance(struct incompressible *m) {
  const double loosest = 1e-2, tightest = 1e-12, aim = 0.25 * m->projection.limit;
  double factor = m->divergence > 0 ? aim / m->divergence : 3;
  factor = fmin(fmax(factor, 1.0 / 3), 3);
  m->options.tolerance = fmin(fmax(m->options.tolerance * factor, tightest), loosest);
}

static enum sm_status project(struct sm_context *ctx, struct incompressible *m, int wind) {
  sm_flow_balance(m->flow, wind);
  sm_flow_ghosts(m->flow, wind); /* joined ends */
  for (int d = 0; d < 3; d++) m->projection.u[d] = m->flow->u[wind][d];
  m->options.whole = true;
  m->options.warm = m->solved;
  m->projection.keeps = m->projection.fastest > 0 && m->steps % MEASURE_EVERY != 0;
  SM_TRY(sm_projection_make(ctx, &m->projection, &m->options, &m->result, &m->divergence));
  adapt_tolerance(m);
  m->solved = true;
  find_pressure(m);
  sm_flow_ghosts(m->flow, wind);
  return SM_OK;
}

static enum sm_status make_step(struct sm_context *ctx, struct incompressible *m, double step) {
  const int begin = m->begin, other[2] = {(begin + 1) % 3, (begin + 2) % 3};
  const bool every = m->c->flow.every_stage || !m->has_pressure; /* of a step before */
  int now = begin;
  sm_flow_gusts_blow(&m->gusts, begin, m->steps);
  for (int stage = 0; stage < STAGES; stage++) {
    const int to = other[stage % 2];
    const bool last = stage == STAGES - 1;
    advance(m, begin, now, to, shares[stage], !last && !every && m->has_pressure, every);
    if (last) sm_flow_forces_end(&m->forces, begin, to);
    if (last || every) SM_TRY(project(ctx, m, to));
    if (last) sm_flow_forces_after(&m->forces, to);
    now = to;
  }
  SM_TRY(sm_scalars_advance(ctx, m->scalars, begin, now, m->time, step));
  feed_eddies(m, now, false);
  const struct sm_flow_tock tock = {m->flow->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  m->flow->device->backend->flow_tock(m->flow->device, &one, &tock);
  m->before = begin;
  m->begin = now;
  m->steps++;
  return SM_OK;
}

/* --- what others see --- */

static int output_count(const struct sm_case_flow *c) {
  const bool tke = c->subgrid == SM_SUBGRID_TKE;
  return 1 + (c->subgrid != SM_SUBGRID_NONE) + tke + c->heat + (int)c->scalar_count;
}

static void add_outputs(const struct incompressible *m, struct sm_flow_view *view) {
  const struct sm_flow *flow = m->flow;
  sm_flow_view_output(view, (struct sm_flow_output){"pressure", "pressure over the density", "",
                                                    "m2 s-2", flow->pressure});
  if (m->c->flow.subgrid != SM_SUBGRID_NONE)
    sm_flow_view_output(view, (struct sm_flow_output){"eddy_viscosity", "viscosity of the eddies",
                                                      "atmosphere_momentum_diffusivity", "m2 s-1",
                                                      flow->eddy});
  struct sm_flow_output carried[SM_FLOW_OUTPUTS];
  const size_t count = sm_scalars_outputs(m->scalars, SM_FLOW_OUTPUTS, carried);
  for (size_t i = 0; i < count; i++) sm_flow_view_output(view, carried[i]);
}

/* All that the next steps depend on. */
static void add_parts(struct incompressible *m, struct sm_flow_view *view) {
  static const char *const wind[3] = {"wind_u", "wind_v", "wind_w"};
  const struct sm_flow *flow = m->flow;
  const struct sm_split *split = &m->projection.poisson->level[0].split;
  const struct sm_flow_part own[] = {
      {"flow_time", &m->time, 1, sizeof m->time, true},
      {"flow_step", &m->step, 1, sizeof m->step, true},
      {"flow_steps", &m->steps, 1, sizeof m->steps, true},
      {"flow_steady", &m->steady, 1, sizeof m->steady, true},
      {"flow_so_far", &m->so_far, 1, sizeof m->so_far, true},
      {"flow_fastest", &m->projection.fastest, 1, sizeof m->projection.fastest, true},
      {"flow_divergence", &m->divergence, 1, sizeof m->divergence, true},
      {"flow_tolerance", &m->options.tolerance, 1, sizeof m->options.tolerance, true},
      {"flow_solved", &m->solved, 1, sizeof m->solved, true},
      {"flow_has_pressure", &m->has_pressure, 1, sizeof m->has_pressure, true},
      {"flow_clock", flow->clock, 1, sizeof *flow->clock, false},
      {"flow_push", flow->push, 3, sizeof *flow->push, false},
      {"flow_outflow", flow->outflow, SM_SIDES, sizeof *flow->outflow, false},
      {"flow_potential", m->projection.poisson->x - split->origin, split->size, sizeof(double),
       false}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) sm_flow_view_part(view, own[i]);
  for (int d = 0; d < 3; d++) sm_flow_view_field(view, wind[d], flow->u[m->begin][d]);
  sm_flow_view_field(view, "flow_pressure", flow->pressure);
  sm_flow_view_field(view, "flow_eddy", flow->eddy);
  sm_scalars_parts(m->scalars, view);
  sm_flow_gusts_parts(&m->gusts, view);
  sm_flow_means_parts(m->means, view);
}

static void look(void *self, struct sm_flow_view *view) {
  struct incompressible *m = self;
  *view = (struct sm_flow_view){.flow = m->flow,
                                .means = m->means,
                                .probes = m->probes,
                                .series = m->series,
                                .bodies = m->bodies,
                                .time = m->time,
                                .step = m->step,
                                .steps = m->steps,
                                .steady = m->steady};
  add_outputs(m, view);
  add_parts(m, view);
}

/* After a step: means, probes, series; and what is due. */
static unsigned count_step(struct incompressible *m) {
  const double every = m->c->flow.checkpoint, before = m->time - m->step;
  unsigned due = 0;
  if (sm_flow_bodies_add(m->bodies, &m->forces, m->before, m->begin, m->time)) due |= SM_DUE_ROWS;
  if (m->means != NULL || m->probes != NULL || m->series != NULL) {
    struct sm_flow_view view;
    look(m, &view);
    sm_flow_means_add(m->means, &view, m->begin);
    if (sm_flow_probes_add(m->probes, &view, m->begin)) due |= SM_DUE_ROWS;
    if (sm_flow_series_add(m->series, &view, m->begin)) due |= SM_DUE_ROWS;
  }
  if (every > 0 && floor(m->time / every) > floor(before / every)) due |= SM_DUE_SAVING;
  return due;
}

/* Whether the last step, from the wind `before`, has changed so little that no other is needed. */
static enum sm_status judge_steady(struct sm_context *ctx, struct incompressible *m, int before) {
  const struct sm_flow *flow = m->flow;
  struct sm_flow_change args = {.step = {flow->layout.step[1], flow->layout.step[2]}};
  double change, *number = m->projection.number;
  if (isnan(m->c->flow.steady) || m->time <= 0 || m->steps % MEASURE_EVERY != 0) return SM_OK;
  for (int d = 0; d < 3; d++) {
    args.now[d] = flow->u[m->begin][d];
    args.before[d] = flow->u[before][d];
  }
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->flow_change(flow->device, &box, &args, number);
  SM_TRY(sm_device_download(ctx, flow->device, &change, number, sizeof change));
  m->steady = change <= m->c->flow.steady * m->projection.fastest * m->step;
  if (m->steady) sm_info(ctx, "the wind is steady after %.6g s", m->time);
  return SM_OK;
}

static enum sm_status march(struct sm_context *ctx, struct incompressible *m, double end,
                            struct sm_step_report *report) {
  struct sm_flow_clock clock = {.rate = 0};
  struct steps_so_far *so_far = &m->so_far;
  while (!sm_flow_reached(m->time, end) && report->due == 0 && !m->steady) {
    SM_TRY(sm_flow_go_on(ctx, m->c, m->domain, m->time));
    SM_TRY(begin_step(ctx, m, end, &clock));
    if (!isfinite(clock.rate) || !(clock.step > 0))
      return sm_flow_diverged(ctx, m->time, m->steps,
                              "a smaller flow.courant, or flow.advection = \"upwind\"");
    const int before = m->begin;
    SM_TRY(make_step(ctx, m, clock.step));
    m->time = clock.step >= end - m->time ? end : m->time + clock.step;
    m->step = clock.step;
    report->due = count_step(m);
    SM_TRY(judge_steady(ctx, m, before));
    report->seconds += m->result.seconds;
    so_far->iterations += m->result.iterations;
    so_far->converged = so_far->converged && m->result.converged;
    so_far->residual = fmax(so_far->residual, m->result.residual);
    sm_debug(ctx, "step %lld: %.6g s long, to %.6g s; %d iterations, divergence %.2e",
             (long long)m->steps, clock.step, m->time, m->result.iterations, m->divergence);
  }
  return SM_OK;
}

/* --- the model --- */

static enum sm_status make_projection(struct sm_context *ctx, struct incompressible *m) {
  const struct sm_flow *flow = m->flow;
  uint8_t *open = NULL;
  SM_TRY(sm_projection_create(ctx, m->state->device, &m->domain->grid, &m->projection));
  SM_TRY(sm_flow_open_faces(ctx, flow, &open));
  struct sm_cut_cell *cut = NULL;
  enum sm_status status = sm_flow_cut_cells(ctx, flow, open, &cut);
  struct sm_poisson_setup setup = {.grid = &m->domain->grid,
                                   .eta = 1,
                                   .cell = open,
                                   .cut = cut,
                                   .cut_count = m->domain->cut_count};
  for (int d = 0; d < 3; d++) setup.periodic[d] = flow->sides.periodic[d] && flow->layout.n[d] > 1;
  if (status == SM_OK) status = sm_projection_solver(ctx, &m->projection, &setup);
  sm_free(cut);
  sm_free(open);
  m->projection.sy = flow->layout.step[1];
  m->projection.sz = flow->layout.step[2];
  if (!isnan(m->c->flow.divergence)) m->projection.limit = m->c->flow.divergence;
  m->options = sm_poisson_options_default();
  m->options.tolerance = 1e-4;
  m->options.max_iterations = m->c->wind.max_iterations;
  return status;
}

static void destroy(void **self) {
  struct incompressible *m = *self;
  if (m == NULL) return;
  sm_flow_means_destroy(&m->means);
  sm_flow_probes_destroy(&m->probes);
  sm_flow_series_destroy(&m->series);
  sm_flow_bodies_destroy(&m->bodies);
  sm_projection_free(&m->projection);
  sm_flow_cut_free(&m->cut);
  sm_flow_eddies_free(&m->eddies);
  sm_flow_forces_free(&m->forces);
  sm_flow_gusts_free(&m->gusts);
  sm_scalars_destroy(&m->scalars);
  sm_flow_destroy(&m->flow);
  sm_free(m);
  *self = NULL;
}

static enum sm_status make_records(struct sm_context *ctx, struct incompressible *m) {
  struct sm_flow_view view;
  look(m, &view);
  SM_TRY(sm_flow_means_create(ctx, m->c->flow.mean_from, &view, &m->means));
  SM_TRY(sm_flow_probes_create(ctx, m->c, &view, &m->probes));
  SM_TRY(sm_flow_bodies_create(ctx, m->c, m->flow, &m->bodies));
  return sm_flow_series_create(ctx, m->c, &view, &m->series);
}

/* The device counts the time too. */
static enum sm_status begin_time(struct sm_context *ctx, struct incompressible *m) {
  m->time = -m->c->wind_source.spin_up;
  const struct sm_flow_clock clock = {.time = m->time};
  return sm_device_upload(ctx, m->flow->device, m->flow->clock, &clock, sizeof clock);
}

static enum sm_status set_up(struct sm_context *ctx, struct incompressible *m) {
  struct sm_host_wind weather = {.u = {NULL}};
  enum sm_status status = SM_OK;
  const bool needs = sm_flow_needs_weather(m->c);
  if (needs) SM_TRY_DONE(sm_flow_weather(ctx, m->c, m->domain, m->state, &weather));
  const struct sm_host_wind *given = needs ? &weather : NULL;
  SM_TRY_DONE(sm_flow_create(ctx, m->c, m->domain, m->state->device, given, &m->flow));
  SM_TRY_DONE(make_projection(ctx, m));
  SM_TRY_DONE(sm_flow_cut_make(ctx, m->flow, &m->cut));
  SM_TRY_DONE(sm_flow_start(ctx, m->c, m->flow, given));
  SM_TRY_DONE(sm_flow_eddies_make(ctx, m->c, m->flow, m->state, &m->eddies));
  SM_TRY_DONE(sm_flow_forces_make(ctx, m->c, m->flow, &m->forces));
  SM_TRY_DONE(sm_flow_gusts_make(ctx, m->c, m->flow, &m->gusts));
  SM_TRY_DONE(sm_scalars_create(ctx, m->c, m->flow, &m->scalars));
  SM_TRY_DONE(project(ctx, m, 0));
  feed_eddies(m, 0, true);
  m->has_pressure = m->solved = false; /* that was the start's, not of a step */
  m->so_far = (struct steps_so_far){.converged = 1};
  SM_TRY_DONE(begin_time(ctx, m));
  SM_TRY_DONE(make_records(ctx, m));
done:
  sm_host_wind_free(&weather);
  return status;
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void **self) {
  struct incompressible *m = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *m, "the incompressible flow", &m));
  *self = m;
  m->c = c;
  m->domain = domain;
  m->state = state;
  const enum sm_status status = set_up(ctx, m);
  if (status != SM_OK) destroy(self);
  return status;
}

/* Without what lies on sides and axes. */
static enum sm_status bytes(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, int bits, size_t *out) {
  bool periodic[3];
  size_t before = 0;
  for (int d = 0; d < 3; d++)
    periodic[d] = c->flow.side[2 * d].kind == SM_SIDE_PERIODIC && domain->grid.axis[d].n > 1;
  SM_TRY(sm_poisson_bytes(ctx, &domain->grid, 1, false, periodic, out));
  *out += sm_flow_bytes(domain, bits) + sm_flow_eddies_bytes(c, domain, bits) +
          sm_flow_forces_bytes(domain, bits) + sm_scalars_bytes(c, domain, bits);
  if (!isnan(c->flow.mean_from)) *out += sm_flow_means_bytes(domain, bits, output_count(&c->flow));
  if (sm_flow_needs_weather(c)) SM_TRY(sm_model_diagnostic()->bytes(ctx, c, domain, bits, &before));
  if (before > *out) *out = before; /* the wind to start from is gone when the flow is made */
  return SM_OK;
}

static enum sm_status step(struct sm_context *ctx, void *self, int time,
                           struct sm_step_report *report) {
  struct incompressible *m = self;
  *report = (struct sm_step_report){.iteration_bytes = NAN, .change = NAN};
  SM_TRY(march(ctx, m, sm_flow_time_of(m->domain, time), report));
  report->converged = m->so_far.converged;
  report->iterations = (int)m->so_far.iterations;
  report->residual = m->so_far.residual;
  report->steady = m->steady;
  if (report->due != 0) return SM_OK;
  SM_TRY(sm_projection_measure(ctx, &m->projection, &report->divergence));
  m->so_far = (struct steps_so_far){.converged = 1};
  sm_flow_give(m->flow, m->begin, m->state);
  if (m->steady || time == m->domain->weather.time_count - 1)
    SM_TRY(sm_scalars_report(ctx, m->scalars));
  return sm_device_sync(ctx, m->state->device);
}

const struct sm_scalars *sm_incompressible_scalars(const void *model) {
  return ((const struct incompressible *)model)->scalars;
}

const struct sm_model *sm_model_incompressible(void) {
  static const struct sm_model model = {.name = "incompressible",
                                        .fields = sm_flow_fields,
                                        .bytes = bytes,
                                        .create = create,
                                        .step = step,
                                        .look = look,
                                        .destroy = destroy};
  return &model;
}
