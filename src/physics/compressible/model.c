/* physics/compressible/model.c - compressible solver: setup and time loop
 * (docs/theory/compressible.md). A time step: physics/compressible/step.c. */
#include "physics/compressible/model.h"

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/forces.h"
#include "physics/flow/initial_wind.h"
#include "physics/flow/share.h"
#include "physics/flow/time_loop.h"
#include "physics/scalars/scalars.h"
#include <math.h>

/* --- what others see --- */

/* Adds the boundary planes to the state: a step starts with the inflow turbulence, and the wind of
 * the weather, of the last one. */
static void add_inflow(const struct sm_compressible *m, struct sm_flow_view *view) {
  const struct sm_flow *flow = m->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_inflow_turbulence_side *inflow = &m->inflow.side[side];
    const struct sm_state_owner owner = {view, "side", side};
    if (inflow->made || inflow->recycled || sm_flow_weather_has(flow, side))
      sm_state_reals(&owner, "velocity", flow->plane[side], 3, sm_flow_plane_size(flow, side));
  }
}

static void add_parts(struct sm_compressible *self, struct sm_flow_view *view) {
  const struct sm_state_owner owner = {view, "air", -1};
  SM_STATE_PARTS(SM_COMPRESSIBLE_STATE, "compressible", -1);
  sm_state_fields(&owner, "conserved", self->gas.q[0], SM_CONSERVED_FIELDS);
  sm_state_arrays(&owner, "sides", &self->gas.sides, 1, 2 * SM_SIDES, sizeof *self->gas.sides,
                  false);
  sm_flow_parts(self->flow, 0, view);
  sm_scalars_parts(self->scalars, view);
  if (self->mixture != NULL) sm_mixture_parts(self->mixture, view);
  sm_inflow_turbulence_parts(&self->inflow, view);
  add_inflow(self, view);
  sm_flow_means_parts(self->means, view);
}

static void add_carried(const struct sm_compressible *m, struct sm_flow_view *view) {
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    sm_flow_view_prognostic(
        view, (struct sm_flow_output){
                  *sm_field_get((enum sm_field)(SM_FIELD_DENSITY_DEVIATION + f)), m->gas.q[0][f]});
}

static void look(void *self, struct sm_flow_view *view) {
  struct sm_compressible *m = self;
  union sm_reals *seen = m->gas.q[SM_SCRATCH_SET];
  *view = (struct sm_flow_view){.flow = m->flow,
                                .means = m->means,
                                .probes = m->probes,
                                .series = m->series,
                                .time = m->time,
                                .step = m->step,
                                .steps = m->steps,
                                .chemistry_seconds =
                                    m->mixture != NULL ? m->mixture->chemistry_seconds : 0};
  sm_flow_view_listed(view, SM_FIELD_AIR_PRESSURE_PERTURBATION, seen[0]);
  sm_flow_view_listed(view, SM_FIELD_TEMPERATURE,
                      m->mixture != NULL ? m->mixture->temperature : seen[1]);
  if (m->mixture != NULL) sm_mixture_outputs(m->mixture, view);
  if (m->c->flow.subgrid != SM_SUBGRID_NONE)
    sm_flow_view_listed(view, SM_FIELD_EDDY_VISCOSITY, m->flow->eddy);
  struct sm_flow_output carried[SM_FLOW_OUTPUTS];
  const size_t count = sm_scalars_outputs(m->scalars, SM_FLOW_OUTPUTS, carried);
  for (size_t i = 0; i < count; i++) sm_flow_view_output(view, carried[i]);
  add_carried(m, view);
  add_parts(m, view);
}

/* Records a completed step in means, probes and series. */
static enum sm_status record_step(struct sm_context *ctx, struct sm_compressible *m) {
  if (m->means == NULL && m->probes == NULL && m->series == NULL) return SM_OK;
  struct sm_flow_view view;
  SM_TRY(sm_compressible_react(ctx, m));
  sm_compressible_prepare_output(m);
  look(m, &view);
  sm_flow_means_add(m->means, &view, 0);
  sm_flow_probes_add(m->probes, &view, 0);
  sm_flow_series_add(m->series, &view, 0);
  return SM_OK;
}

/* A step, with what follows each of them. */
static enum sm_status make_step(struct sm_context *ctx, struct sm_compressible *m, double end) {
  struct sm_flow_clock clock = {.rate = 0};
  SM_TRY(sm_compressible_step(ctx, m, end, &clock));
  m->time = clock.step >= end - m->time ? end : m->time + clock.step;
  m->step = clock.step;
  return record_step(ctx, m);
}

static enum sm_status advance(struct sm_context *ctx, struct sm_compressible *m, double end,
                              struct sm_step_report *report) {
  SM_TRY(sm_flow_report_progress(ctx, m->c, m->domain, m->time));
  sm_flow_share(m->flow, NULL, true);
  const enum sm_status status = make_step(ctx, m, end);
  sm_flow_share(m->flow, NULL, false);
  SM_TRY(status);
  report->steps++;
  report->step = m->step;
  sm_debug(ctx, "step %lld: %.6g s long, to %.6g s", (long long)m->steps, m->step, m->time);
  return SM_OK;
}

static void gather(void *self) {
  struct sm_compressible *m = self;
  struct sm_flow_view view;
  look(m, &view);
  sm_flow_view_gather(&view);
  if (m->scalars->energy != NULL)
    sm_flow_gather_field(m->flow, m->flow->eddy); /* of the last step */
  if (m->mixture != NULL) sm_mixture_gather(m->mixture);
}

/* Integrates the pending chemistry of a weather time, in the rows of this process. */
static enum sm_status react(struct sm_context *ctx, struct sm_compressible *m) {
  if (m->mixture == NULL || !(m->mixture->pending > 0)) return SM_OK;
  sm_flow_share(m->flow, NULL, true);
  const enum sm_status status = sm_compressible_react(ctx, m);
  sm_flow_share(m->flow, NULL, false);
  gather(m);
  return status;
}

/* --- the model --- */

enum sm_status sm_compressible_follow_weather(struct sm_context *ctx, struct sm_compressible *m) {
  bool turned;
  SM_TRY(sm_flow_weather_begin(ctx, m->c, m->flow, m->time, &turned));
  if (!turned) return SM_OK;
  SM_TRY(sm_compressible_faces_make(ctx, &m->gas));
  if (m->mixture != NULL) SM_TRY(sm_scalars_boundaries_turn(ctx, &m->mixture->carrier));
  return sm_scalars_boundaries_turn(ctx, m->scalars);
}

static void destroy(void *self) {
  struct sm_compressible *m = self;
  sm_scalars_destroy(&m->scalars);
  sm_combustion_destroy(&m->combustion);
  sm_mixture_destroy(&m->mixture);
  sm_flow_destroy(&m->flow);
}

/* Conserved variables and kinetic energy are at cell centres. */
static void add_totals(const void *gas, double per_volume, double *row) {
  double *total[SM_COMPRESSIBLE_INTEGRALS];
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) total[f] = &row[SM_TOTAL_DENSITY + f];
  total[SM_KINETIC_ENERGY] = &row[SM_TOTAL_ENERGY];
  sm_compressible_totals(gas, per_volume, total);
}

static enum sm_status make_records(struct sm_context *ctx, struct sm_compressible *m) {
  struct sm_flow_view view;
  look(m, &view);
  SM_TRY(sm_flow_means_create(ctx, m->c->flow.mean_from, &view, &m->means));
  SM_TRY(sm_flow_probes_create(ctx, m->c, &view, &m->probes));
  const struct sm_flow_more_totals more = {add_totals, &m->gas};
  return sm_flow_series_create(ctx, m->c, &view, &more, &m->series);
}

static enum sm_status heat_walls(struct sm_context *ctx, struct sm_compressible *m) {
  const struct sm_case_compressible *c = m->gas.c;
  const struct sm_heated_air air = {.diffusivity = m->c->flow.viscosity / c->prandtl,
                                    .per_schmidt = 1 / c->turbulent_prandtl,
                                    .per_kelvin = c->gravity / c->temperature,
                                    .gas = &m->gas};
  return sm_heated_walls_make(ctx, m->c, m->flow, &air, &m->walls);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct sm_compressible *m = self;
  m->c = c;
  m->domain = domain;
  m->state = state;
  SM_SCOPED_BY(sm_host_wind_free) struct sm_host_wind weather = {.u = {NULL}};
  SM_SCOPED_BY(sm_flow_weather_free) struct sm_flow_weather *later = NULL;
  const bool needs = sm_flow_needs_weather(m->c);
  if (needs)
    SM_TRY(sm_flow_diagnostic_wind(ctx, m->c, m->domain, m->state->device, &weather, &later));
  const struct sm_host_wind *given = needs ? &weather : NULL;
  SM_TRY(sm_flow_create(ctx, m->c, m->domain, m->state->device, given, 0, &m->flow));
  SM_TRY(sm_flow_weather_attach(ctx, m->c, m->flow, &later));
  SM_TRY(sm_subgrid_model_make(ctx, m->c, m->flow, m->state, &m->subgrid));
  const bool reacts = m->c->flow.reaction.line > 0;
  if (reacts) SM_TRY(sm_mixture_create(ctx, m->c, m->flow, &m->mixture));
  SM_TRY(sm_compressible_fields_make(ctx, m->c, m->flow, reacts ? m->mixture->constant : NULL,
                                     &m->gas));
  sm_flow_lend_to_state(m->flow, 0, m->state);
  SM_TRY(sm_compressible_initialise(ctx, m->c, &m->gas, given));
  if (reacts) SM_TRY(sm_mixture_start(ctx, m->mixture, &m->gas));
  if (reacts) SM_TRY(sm_combustion_create(ctx, m->mixture, m->state->base, &m->combustion));
  sm_compressible_ghosts(&m->gas, 0);
  SM_TRY(sm_compressible_damping_make(ctx, m->c, &m->gas, &m->sponge));
  SM_TRY(sm_flow_nudging_make(ctx, m->c, m->flow, &m->nudging));
  SM_TRY(sm_inflow_turbulence_make(ctx, m->c, m->flow, &m->inflow));
  SM_TRY(heat_walls(ctx, m));
  SM_TRY(sm_scalars_create(ctx, m->c, m->flow, &m->gas, &m->scalars));
  SM_TRY(sm_flow_share_create(ctx, m->flow, NULL));
  sm_compressible_prepare_step(m);
  m->coriolis = sm_flow_coriolis(m->flow);
  m->time = 0 - m->c->wind_source.spin_up;              /* not -0 */
  const struct sm_flow_clock clock = {.time = m->time}; /* the device keeps the time as well */
  SM_TRY(sm_device_upload(ctx, m->flow->device, m->flow->clock, &clock, sizeof clock));
  SM_TRY(sm_compressible_check_start(ctx, m));
  return make_records(ctx, m);
}

static enum sm_status check(struct sm_context *ctx, void *self) {
  struct sm_compressible *m = self;
  const enum sm_status status = sm_compressible_check(ctx, m);
  if (status == SM_ERR_DIVERGED) sm_compressible_prepare_output(m); /* for the failure dump */
  return status;
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  struct sm_compressible *m = self;
  const double end = sm_flow_output_time(m->domain, time);
  const double stop = fmin(fmin(end, until), sm_flow_weather_next(m->flow, m->time));
  if (!sm_flow_time_reached(m->time, stop)) {
    const enum sm_status status = advance(ctx, m, stop, report);
    if (status == SM_ERR_DIVERGED) gather(m);
    if (status == SM_ERR_DIVERGED) sm_compressible_prepare_output(m);
    SM_TRY(status);
  }
  report->reached = sm_flow_time_reached(m->time, end);
  return SM_OK;
}

static enum sm_status show(struct sm_context *ctx, void *self) {
  struct sm_compressible *m = self;
  SM_TRY(sm_compressible_react(ctx, m));
  sm_compressible_prepare_output(m);
  return sm_device_sync(ctx, m->state->device);
}

static enum sm_status reach(struct sm_context *ctx, void *self, int time,
                            struct sm_step_report *report) {
  struct sm_compressible *m = self;
  report->divergence = NAN;
  SM_TRY(react(ctx, m));
  SM_TRY(show(ctx, m));
  if (time < m->domain->weather.time_count - 1) return SM_OK;
  SM_TRY(sm_scalars_report(ctx, m->scalars));
  if (m->mixture != NULL) sm_mixture_report(ctx, m->mixture);
  return sm_device_sync(ctx, m->state->device);
}

static double time_of(const void *self) { return ((const struct sm_compressible *)self)->time; }

/* Settable fields: those of non-reacting air, then its scalars. They take effect in the next
 * step. */
static const char *settable(const void *self, int n) {
  const struct sm_compressible *m = self;
  const int fields = m->mixture == NULL ? SM_COMPRESSIBLE_SETTABLE : 0;
  if (n < fields) return sm_compressible_settable(n);
  const struct sm_scalar *tracer = sm_scalars_tracer(m->scalars, n - fields);
  return tracer != NULL ? sm_scalar_name(tracer) : NULL;
}

static enum sm_status set(struct sm_context *ctx, void *self, int n, const double *values) {
  struct sm_compressible *m = self;
  const int fields = m->mixture == NULL ? SM_COMPRESSIBLE_SETTABLE : 0;
  return n < fields
             ? sm_compressible_set(ctx, &m->gas, n, values)
             : sm_scalar_set(ctx, m->scalars, sm_scalars_tracer(m->scalars, n - fields), values);
}

static const struct sm_mixture *mixture_of(const void *model) {
  return ((const struct sm_compressible *)model)->mixture;
}

struct sm_scalars *sm_compressible_scalars(const void *model) {
  return ((const struct sm_compressible *)model)->scalars;
}

const struct sm_model sm_model_compressible = {.name = "compressible",
                                               .size = sizeof(struct sm_compressible),
                                               .lends = true,
                                               .fields = sm_flow_fields,
                                               .create = create,
                                               .step = step,
                                               .reach = reach,
                                               .time = time_of,
                                               .show = show,
                                               .look = look,
                                               .check = check,
                                               .settable = settable,
                                               .set = set,
                                               .scalars = sm_compressible_scalars,
                                               .mixture = mixture_of,
                                               .gather = gather,
                                               .destroy = destroy};
