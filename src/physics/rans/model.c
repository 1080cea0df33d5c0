/* model.c - wind model "rans": steady Reynolds-averaged equations with a k-epsilon model, for each
 * weather time from the diagnostic wind (docs/theory/rans.md). */
#include "physics/model.h"
#include "physics/flow/view.h"
#include "physics/rans/internal.h"
#include "physics/turbulence/closure.h"
#include <math.h>

/* Stresses are written, or particles use them. */
static bool wants_stresses(const struct sm_case *c) {
  return c->output.turbulence[SM_OUTPUT_STRESSES] || c->particles.turbulence;
}

static unsigned fields(const struct sm_case *c) {
  unsigned all = sm_model_diagnostic.fields(c) | 1u << SM_FIELD_TKE | 1u << SM_FIELD_DISSIPATION |
                 1u << SM_FIELD_EDDY_VISCOSITY;
  for (int f = SM_FIELD_UU; f <= SM_FIELD_WW; f++)
    if (wants_stresses(c)) all |= 1u << f;
  return all;
}

static void destroy(void *self) {
  struct sm_rans *m = self;
  sm_rans_flow_free(&m->last);
  sm_rans_coarser_destroy(&m->coarser);
  sm_model_destroy(&sm_model_diagnostic, &m->guess);
  sm_turbulence_destroy(&m->turbulence);
  sm_wall_distance_destroy(&m->distance);
  sm_host_wind_free(&m->wind);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct sm_rans *m = self;
  const struct sm_turbulence_options options = {
      .roughness = 0,
      .longest = INFINITY,
      .background_length = INFINITY,
      .sigma = {c->turbulence.sigma[0], c->turbulence.sigma[1], c->turbulence.sigma[2]}};
  m->c = c;
  m->domain = domain;
  m->state = state;
  SM_TRY(sm_model_create(ctx, &sm_model_diagnostic, c, domain, state, &m->guess));
  if (!wants_stresses(c)) return SM_OK;
  SM_TRY(sm_wall_distance_create(ctx, state, &domain->grid, domain->cell, true, &m->distance));
  return sm_turbulence_create(ctx, state, &domain->grid, m->distance, &options, &m->turbulence);
}

/* The flow of a weather time stays as long as its scalars are needed, until the next one. */
static void keep_scalars(struct sm_rans *m, enum sm_status status, struct sm_rans_flow *flow) {
  if (status == SM_OK && m->c->flow.scalar_count > 0)
    m->last = *flow;
  else
    sm_rans_flow_free(flow);
}

static enum sm_status reserve(struct sm_context *ctx, void *self) {
  struct sm_rans *m = self;
  struct sm_rans_flow flow;
  SM_TRY(sm_model_diagnostic.reserve(ctx, m->guess));
  enum sm_status status = sm_rans_flow_make(ctx, m->c, m->domain, m->state, &m->wind, &flow);
  if (status == SM_OK) status = sm_rans_coarser_create(ctx, m);
  if (status == SM_OK && m->coarser.self != NULL) status = reserve(ctx, m->coarser.self);
  keep_scalars(m, status, &flow);
  return status;
}

static void copy_cells(const struct sm_rans_flow *r, union sm_reals from, struct sm_state *state,
                       enum sm_field field) {
  const struct sm_flow_layout *s = &r->flow->layout;
  const struct sm_flow_copy copy = {.step = {s->step[0], s->step[1], s->step[2]},
                                    .sy = state->sy,
                                    .sz = state->sz,
                                    .from = from,
                                    .to = state->field[field]};
  const struct sm_box box = sm_flow_cells(r->flow);
  state->device->backend->flow_copy(state->device, &box, &copy);
}

static void take_result(const struct sm_rans *m, const struct sm_rans_flow *r) {
  sm_flow_copy_to_state(r->flow, r->wind, m->state);
  copy_cells(r, r->turbulence[r->now][SM_RANS_ENERGY], m->state, SM_FIELD_TKE);
  copy_cells(r, r->turbulence[r->now][SM_RANS_LOST], m->state, SM_FIELD_DISSIPATION);
  copy_cells(r, r->flow->eddy, m->state, SM_FIELD_EDDY_VISCOSITY);
  if (m->turbulence == NULL) return;
  struct sm_turbulence_fields turbulence = {.viscosity = m->state->field[SM_FIELD_EDDY_VISCOSITY],
                                            .energy = m->state->field[SM_FIELD_TKE]};
  for (int f = 0; f < 6; f++) turbulence.stress[f] = m->state->field[SM_FIELD_UU + f];
  sm_turbulence_stress(m->turbulence, &turbulence);
}

enum sm_status sm_rans_find_steady(struct sm_context *ctx, struct sm_rans *m, int time,
                                   struct sm_step_report *report, struct sm_rans_flow *flow) {
  struct sm_rans_report steady;
  SM_TRY(sm_model_advance(ctx, &sm_model_diagnostic, m->guess, time, report));
  if (!report->converged)
    return sm_fail(ctx, SM_ERR_DIVERGED, "error: the wind to start from did not converge");
  if (m->wind.u[0] == NULL) SM_TRY(sm_host_wind_create(ctx, m->state, &m->wind));
  SM_TRY(sm_host_wind_load(ctx, m->state, &m->wind));
  SM_TRY(sm_rans_flow_make(ctx, m->c, m->domain, m->state, &m->wind, flow));
  SM_TRY(sm_rans_coarser_create(ctx, m));
  if (m->coarser.self != NULL) SM_TRY(sm_rans_start(ctx, &m->coarser, time, flow, report));
  SM_TRY(sm_rans_iterate(ctx, flow, &steady));
  report->converged = steady.converged;
  report->iterations = steady.iterations;
  report->residual = steady.distance;
  report->change = steady.largest;
  report->divergence = steady.divergence;
  report->seconds += steady.seconds;
  return SM_OK;
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct sm_rans *m = self;
  struct sm_rans_flow flow = {.flow = NULL};
  const double *t = m->domain->weather.time;
  sm_rans_flow_free(&m->last);
  enum sm_status status = sm_rans_find_steady(ctx, m, time, report, &flow);
  if (status == SM_OK) {
    take_result(m, &flow);
    status = sm_rans_scalars_solve(ctx, &flow, isnan(t[time]) ? 0 : t[time] - t[0], report);
  }
  if (status == SM_OK) status = sm_device_sync(ctx, m->state->device);
  keep_scalars(m, status, &flow);
  report->reached = true;
  return status;
}

/* Steady concentrations: outputs, and parts that other processes send. */
static void look(void *self, struct sm_flow_view *view) {
  const struct sm_rans *m = self;
  const struct sm_rans_flow *r = &m->last;
  *view = (struct sm_flow_view){.flow = r->flow, .wind = r->wind, .steady = true};
  if (r->flow == NULL || r->scalar == NULL) return;
  const size_t size = r->flow->layout.size, count = m->c->flow.scalar_count;
  const size_t real = r->flow->device->bits == 64 ? sizeof(double) : sizeof(float);
  for (size_t s = 0; s < count; s++) {
    const char *name = m->c->flow.scalar[s].name;
    const struct sm_flow_output output = {{.name = name,
                                           .standard_name = sm_field_concentration_name(name),
                                           .long_name = name,
                                           .unit = sm_field_get(SM_FIELD_CONCENTRATION)->unit,
                                           .dimensions = "time z y x"},
                                          r->scalar[s]};
    sm_flow_view_output(view, output);
    view->part[view->part_count++] = (struct sm_flow_part){
        .memory = sm_flow_offset(r->flow, r->scalar[s], -r->flow->layout.origin).f32,
        .count = size,
        .size = real,
        .field = r->scalar[s]};
  }
  view->part[view->part_count++] = (struct sm_flow_part){
      .memory = r->budget, .count = count, .size = sizeof *r->budget, .on_host = true};
}

static const struct sm_mass_budget *budgets(const void *self, int *count) {
  const struct sm_rans *m = self;
  *count = m->last.budget != NULL ? (int)m->c->flow.scalar_count : 0;
  return m->last.budget;
}

const struct sm_model sm_model_rans = {.name = "rans",
                                       .size = sizeof(struct sm_rans),
                                       .fields = fields,
                                       .create = create,
                                       .reserve = reserve,
                                       .step = step,
                                       .look = look,
                                       .budgets = budgets,
                                       .destroy = destroy};
