/* physics/incompressible/model.c - incompressible solver on a staggered grid (Harlow and Welch
 * 1965): setup and time loop (docs/theory/incompressible.md). A time step:
 * physics/incompressible/step.c. */
#include "physics/incompressible/model.h"

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/initial_wind.h"
#include "physics/flow/share.h"
#include "physics/flow/time_loop.h"
#include "physics/flow/walls/walls.h"
#include "physics/scalars/chemistry.h"
#include "physics/scalars/scalars.h"
#include "solve/direct/direct.h"
#include <float.h>
#include <math.h>

/* --- what others see --- */

static void add_outputs(const struct sm_incompressible *m, struct sm_flow_view *view) {
  const struct sm_flow *flow = m->flow;
  sm_flow_view_listed(view, SM_FIELD_KINEMATIC_PRESSURE, flow->pressure);
  if (m->c->flow.subgrid != SM_SUBGRID_NONE)
    sm_flow_view_listed(view, SM_FIELD_EDDY_VISCOSITY, flow->eddy);
  struct sm_flow_output carried[SM_FLOW_OUTPUTS];
  const size_t count = sm_scalars_outputs(m->scalars, SM_FLOW_OUTPUTS, carried);
  for (size_t i = 0; i < count; i++) sm_flow_view_output(view, carried[i]);
}

/* Adds the state of the last pressure solution that the next step uses. */
static void add_projection(struct sm_incompressible *m, struct sm_flow_view *view) {
  const struct sm_state_owner owner = {view, "projection", -1};
  const struct sm_red_black *layout = &m->projection.poisson->level[0].layout;
  double *const potential = m->projection.poisson->direct == NULL
                                ? m->projection.poisson->x - layout->origin
                                : NULL; /* the direct solver starts from the pressure */
  sm_state_value(&owner, "fastest", &m->projection.fastest, sizeof m->projection.fastest);
  sm_state_value(&owner, "tolerance", &m->options.tolerance, sizeof m->options.tolerance);
  sm_state_value(&owner, "reference", &m->result.reference, sizeof m->result.reference);
  if (potential != NULL)
    sm_state_arrays(&owner, "potential", &potential, 1, layout->size, sizeof *potential, false);
}

static void add_parts(struct sm_incompressible *self, struct sm_flow_view *view) {
  SM_STATE_PARTS(SM_INCOMPRESSIBLE_STATE, "incompressible", -1);
  add_projection(self, view);
  sm_flow_parts(self->flow, self->begin, view);
  sm_scalars_parts(self->scalars, view);
  sm_inflow_turbulence_parts(&self->inflow, view);
  sm_flow_means_parts(self->means, view);
  sm_flow_steady_parts(&self->steady, view);
  sm_grid_sequencing_parts(&self->sequencing, view);
}

static void look(void *self, struct sm_flow_view *view) {
  struct sm_incompressible *m = self;
  *view = (struct sm_flow_view){.flow = m->flow,
                                .means = m->means,
                                .probes = m->probes,
                                .series = m->series,
                                .bodies = m->bodies,
                                .failed_cell = sm_scalar_chemistry_failed(m->scalars->chemistry),
                                .time = m->time,
                                .step = m->step,
                                .steps = m->steps,
                                .wind = m->begin,
                                .steady = m->steady.is,
                                .coarse_cell_steps = m->sequencing.cell_steps};
  add_outputs(m, view);
  add_parts(m, view);
}

/* Records a completed step in forces, means, probes and series. */
static void record_step(struct sm_incompressible *m) {
  sm_flow_bodies_add(m->bodies, &m->forces, m->before, m->begin, m->time);
  if (m->means == NULL && m->probes == NULL && m->series == NULL) return;
  struct sm_flow_view view;
  look(m, &view);
  sm_flow_means_add(m->means, &view, m->begin);
  sm_flow_probes_add(m->probes, &view, m->begin);
  sm_flow_series_add(m->series, &view, m->begin);
}

/* A step, with what follows each of them. */
static enum sm_status make_step(struct sm_context *ctx, struct sm_incompressible *m, double end) {
  struct sm_flow_clock clock = {.rate = 0};
  bool moved;
  SM_TRY(sm_incompressible_step(ctx, m, end, &clock));
  m->time = clock.step >= end - m->time ? end : m->time + clock.step;
  m->step = clock.step;
  record_step(m);
  SM_TRY(sm_flow_steady_judge(ctx, &m->steady, m->begin, m->time, m->projection.fastest));
  SM_TRY(
      sm_flow_steady_accelerate(ctx, &m->steady, m->begin, m->time, m->projection.fastest, &moved));
  if (moved) m->has_pressure = false;
  return SM_OK;
}

static enum sm_status advance(struct sm_context *ctx, struct sm_incompressible *m, double end,
                              struct sm_step_report *report) {
  struct sm_solver_statistics *so_far = &m->so_far;
  SM_TRY(sm_flow_report_progress(ctx, m->c, m->domain, m->time));
  sm_flow_share(m->flow, m->projection.poisson, true);
  const enum sm_status status = make_step(ctx, m, end);
  sm_flow_share(m->flow, m->projection.poisson, false);
  SM_TRY(status);
  report->steps++;
  report->step = m->step;
  report->seconds += m->result.seconds;
  so_far->iterations += m->result.iterations;
  so_far->converged = so_far->converged && m->result.converged;
  so_far->residual = fmax(so_far->residual, m->result.residual);
  sm_debug(ctx, "step %lld: %.6g s long, to %.6g s; %d iterations, divergence %.2e",
           (long long)m->steps, m->step, m->time, m->result.iterations, m->divergence);
  return SM_OK;
}

/* --- the model --- */

/* Rounding of two faces of a cell, half an epsilon each, limits the divergence to one epsilon. */
static enum sm_status set_limit(struct sm_context *ctx, struct sm_incompressible *m) {
  const double wanted = m->c->flow.divergence;
  const bool twice = m->state->device->bits == 64;
  const double least = twice ? DBL_EPSILON : (double)FLT_EPSILON;
  if (isnan(wanted)) return SM_OK;
  if (wanted < least)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: 'flow.divergence' is %g, but rounding alone leaves %.2g in %s "
                   "precision\nhelp: divergence = %g%s",
                   m->c->path, m->c->flow.line, wanted, least, twice ? "double" : "single",
                   twice ? 1e-15 : 1e-6, twice ? "" : ", or --precision f64");
  m->projection.limit = wanted;
  return SM_OK;
}

void sm_incompressible_find_given(struct sm_incompressible *m) {
  const struct sm_flow *flow = m->flow;
  m->projection.given = false;
  for (int side = 0; side < SM_SIDES; side++)
    m->projection.given |=
        flow->sides.kind[side] == SM_BOUNDARY_INFLOW && flow->layout.n[side / 2] > 1;
}

/* The direct solver where it can be used; on a device that counts, the domain tells. */
static enum sm_status choose_solver(struct sm_context *ctx, const struct sm_incompressible *m,
                                    struct sm_poisson_setup *setup) {
  const struct sm_case_flow *c = &m->c->flow;
  const char *obstacle = sm_direct_obstacle(m->state->device, setup);
  if (obstacle == NULL && m->domain->fluid_count < sm_grid_cells(&m->domain->grid))
    obstacle = "there are solid cells";
  const bool is_open = c->pressure_solver == SM_PRESSURE_AUTO; /* to a choice */
  if (obstacle == NULL && is_open && sm_direct_is_slow(&m->domain->grid))
    obstacle = "the numbers of cells along x and y have large prime factors";
  setup->direct = obstacle == NULL && c->pressure_solver != SM_PRESSURE_MULTIGRID;
  if (c->pressure_solver == SM_PRESSURE_DIRECT && obstacle != NULL)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: 'flow.pressure_solver' is \"direct\", but %s\n"
                   "help: pressure_solver = \"multigrid\", or \"auto\"",
                   m->c->path, c->line, obstacle);
  if (setup->direct)
    sm_debug(ctx, "pressure: direct solver");
  else
    sm_debug(ctx, "pressure: multigrid%s%s", obstacle != NULL ? ", not the direct solver: " : "",
             obstacle != NULL ? obstacle : "");
  return SM_OK;
}

static enum sm_status make_projection(struct sm_context *ctx, struct sm_incompressible *m) {
  const struct sm_flow *flow = m->flow;
  const bool fills = sm_device_has_data(flow->device);
  uint8_t *open = NULL;
  SM_TRY(sm_projection_create(ctx, m->state->device, &m->domain->grid, &m->projection));
  if (fills) SM_TRY(sm_flow_open_faces(ctx, flow, &open));
  struct sm_cut_cell *cut = NULL;
  enum sm_status status = fills ? sm_flow_cut_cells(ctx, flow, open, &cut) : SM_OK;
  struct sm_poisson_setup setup = {.grid = &m->domain->grid,
                                   .eta = 1,
                                   .cell = open,
                                   .cut = cut,
                                   .cut_count = m->domain->cut_count};
  for (int d = 0; d < 3; d++) setup.periodic[d] = flow->sides.periodic[d] && flow->layout.n[d] > 1;
  if (flow->layout.n[1] > 1 && flow->layout.n[2] > 1) /* else a component never changes */
    setup.lent = 3 * flow->layout.size * sm_device_real_size(flow->device);
  if (status == SM_OK) status = choose_solver(ctx, m, &setup);
  if (status == SM_OK) status = sm_projection_set_solver(ctx, &m->projection, &setup);
  sm_free(cut);
  sm_free(open);
  m->projection.sy = flow->layout.step[1];
  m->projection.sz = flow->layout.step[2];
  sm_incompressible_find_given(m);
  m->options = sm_poisson_options_default();
  m->options.tolerance = 1e-4;
  m->options.max_iterations = m->c->wind.max_iterations;
  return status != SM_OK ? status : set_limit(ctx, m);
}

static void destroy(void *self) {
  struct sm_incompressible *m = self;
  sm_projection_free(&m->projection);
  sm_scalars_destroy(&m->scalars);
  sm_flow_destroy(&m->flow);
}

static enum sm_status make_records(struct sm_context *ctx, struct sm_incompressible *m) {
  struct sm_flow_view view;
  look(m, &view);
  SM_TRY(sm_flow_means_create(ctx, m->c->flow.mean_from, &view, &m->means));
  SM_TRY(sm_flow_probes_create(ctx, m->c, &view, &m->probes));
  SM_TRY(sm_flow_bodies_create(ctx, m->c, m->flow, &m->bodies));
  return sm_flow_series_create(ctx, m->c, &view, NULL, &m->series);
}

/* Lists of the faces beside walls, in the rows of this process. */
static enum sm_status make_walls(struct sm_context *ctx, struct sm_incompressible *m) {
  sm_flow_share(m->flow, m->projection.poisson, true);
  enum sm_status status = sm_flow_walls_make(ctx, m->flow);
  if (status == SM_OK) status = sm_flow_cut_make(ctx, m->flow, NULL, &m->cut);
  sm_flow_share(m->flow, m->projection.poisson, false);
  return status;
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct sm_incompressible *m = self;
  m->c = c;
  m->domain = domain;
  m->state = state;
  SM_SCOPED_BY(sm_host_wind_free) struct sm_host_wind weather = {.u = {NULL}};
  SM_SCOPED_BY(sm_flow_weather_free) struct sm_flow_weather *later = NULL;
  const bool needs = sm_flow_needs_weather(m->c);
  if (needs)
    SM_TRY(sm_flow_diagnostic_wind(ctx, m->c, m->domain, m->state->device, &weather, &later));
  const struct sm_host_wind *given = needs ? &weather : NULL;
  SM_TRY(sm_flow_create(ctx, m->c, m->domain, m->state->device, given, SM_FLOW_WINDS, &m->flow));
  sm_flow_lend_to_state(m->flow, 0, m->state);
  SM_TRY(sm_flow_weather_attach(ctx, m->c, m->flow, &later));
  SM_TRY(sm_flow_initialise(ctx, m->c, m->flow, given));
  sm_host_wind_free(&weather);
  SM_TRY(make_projection(ctx, m));
  SM_TRY(sm_flow_share_create(ctx, m->flow, m->projection.poisson));
  SM_TRY(make_walls(ctx, m));
  SM_TRY(sm_subgrid_model_make(ctx, m->c, m->flow, m->state, &m->subgrid));
  SM_TRY(sm_flow_forces_make(ctx, m->c, m->flow, &m->forces));
  SM_TRY(sm_flow_rotors_create(ctx, m->c, m->flow, &m->rotors));
  SM_TRY(sm_flow_nudging_make(ctx, m->c, m->flow, &m->nudging));
  SM_TRY(sm_inflow_turbulence_make(ctx, m->c, m->flow, &m->inflow));
  SM_TRY(sm_scalars_create(ctx, m->c, m->flow, NULL, &m->scalars));
  SM_TRY(sm_incompressible_start(ctx, m, true));
  SM_TRY(sm_flow_steady_make(ctx, m->c, m->flow, m->projection.limit, m->scalars->count == 0,
                             &m->steady));
  return make_records(ctx, m);
}

/* The coarser grids that it starts from. */
static enum sm_status reserve(struct sm_context *ctx, void *self) {
  struct sm_incompressible *m = self;
  if (m->c->flow.grid_sequencing == 0) return SM_OK;
  return sm_grid_sequencing_reserve(ctx, m->c, m->flow);
}

/* Grid sequencing before the first step. */
static enum sm_status start_from_coarser(struct sm_context *ctx, struct sm_incompressible *m) {
  if (m->c->flow.grid_sequencing == 0 || m->sequencing.done) return SM_OK;
  SM_TRY(sm_grid_sequencing_run(ctx, m->c, m->flow, m->scalars, &m->sequencing));
  return sm_incompressible_start(ctx, m, false);
}

static enum sm_status check(struct sm_context *ctx, void *self) {
  return sm_incompressible_check(ctx, self);
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  struct sm_incompressible *m = self;
  const double end = sm_flow_output_time(m->domain, time);
  const double stop = fmin(fmin(end, until), sm_flow_weather_next(m->flow, m->time));
  SM_TRY(start_from_coarser(ctx, m));
  if (!sm_flow_time_reached(m->time, stop) && !m->steady.is) SM_TRY(advance(ctx, m, stop, report));
  report->reached = sm_flow_time_reached(m->time, end) || m->steady.is;
  return SM_OK;
}

static enum sm_status show(struct sm_context *ctx, void *self) {
  struct sm_incompressible *m = self;
  sm_flow_lend_to_state(m->flow, m->begin, m->state);
  return sm_device_sync(ctx, m->state->device);
}

static enum sm_status reach(struct sm_context *ctx, void *self, int time,
                            struct sm_step_report *report) {
  struct sm_incompressible *m = self;
  report->converged = m->so_far.converged;
  report->iterations = (int)m->so_far.iterations;
  report->residual = m->so_far.residual;
  report->steady = m->steady.is;
  SM_TRY(sm_projection_measure(ctx, &m->projection, &report->divergence));
  m->so_far = (struct sm_solver_statistics){.converged = 1};
  SM_TRY(sm_scalars_check_pure(ctx, m->scalars, m->time));
  if (m->steady.is || time == m->domain->weather.time_count - 1)
    SM_TRY(sm_scalars_report(ctx, m->scalars));
  return show(ctx, m);
}

static double time_of(const void *self) { return ((const struct sm_incompressible *)self)->time; }

/* Settable fields: the wind, then the scalars. */
static const char *settable(const void *self, int n) {
  const struct sm_scalars *scalars = ((const struct sm_incompressible *)self)->scalars;
  if (n < 3) return sm_field_name((enum sm_field)(SM_FIELD_U_FACE + n));
  return (size_t)n - 3 < scalars->count ? sm_scalar_name(&scalars->item[n - 3]) : NULL;
}

/* The first stage of the next step removes the divergence. */
static enum sm_status set(struct sm_context *ctx, void *self, int n, const double *values) {
  struct sm_incompressible *m = self;
  if (n >= 3) return sm_scalar_set(ctx, m->scalars, &m->scalars->item[n - 3], values);
  SM_TRY(sm_flow_set_wind(ctx, m->flow, n, values));
  m->has_pressure = false;
  m->projection.fastest = 0;
  return SM_OK;
}

static void take_impulse(void *self, const struct sm_impulse_field *impulse) {
  ((struct sm_incompressible *)self)->forces.impulse = impulse;
}

static void gather(void *self) {
  struct sm_incompressible *m = self;
  struct sm_flow_view view;
  look(m, &view);
  sm_flow_view_gather(&view);
  sm_scalar_chemistry_gather(m->scalars->chemistry);
  sm_mg_share_complete(m->projection.poisson);
}

struct sm_scalars *sm_incompressible_scalars(const void *model) {
  return ((const struct sm_incompressible *)model)->scalars;
}

const struct sm_model sm_model_incompressible = {.name = "incompressible",
                                                 .size = sizeof(struct sm_incompressible),
                                                 .lends = true,
                                                 .fields = sm_flow_fields,
                                                 .create = create,
                                                 .reserve = reserve,
                                                 .step = step,
                                                 .reach = reach,
                                                 .time = time_of,
                                                 .show = show,
                                                 .look = look,
                                                 .check = check,
                                                 .settable = settable,
                                                 .set = set,
                                                 .take_impulse = take_impulse,
                                                 .scalars = sm_incompressible_scalars,
                                                 .gather = gather,
                                                 .destroy = destroy};
