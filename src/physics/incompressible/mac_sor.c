/* physics/incompressible/mac_sor.c - MAC scheme of Griebel, Dornseifer and Neunhoeffer (1998) for
 * incompressible flow: Euler steps with donor cells, pressure by red-black SOR, uniform cells,
 * obstacles of whole cells (docs/theory/incompressible-mac-sor.md). */
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/fields.h"
#include "physics/flow/initial_wind.h"
#include "physics/flow/time_loop.h"
#include "physics/flow/walls/walls.h"
#include "physics/incompressible/model.h"
#include <math.h>

enum { NOW, NEXT }; /* winds of the flow: u, and F, G, H */

struct mac_sor {
  const struct sm_case *c;
  struct sm_flow *flow;
  struct sm_state *state;
  const struct sm_domain *domain;
  struct sm_mac_sor_pressure pressure;
  struct sm_mac_sor_result result;
  double per_width[3]; /* 1/m; 0 along an axis with one cell */
  double *number;      /* device */
  double time;         /* s since the first output */
  double divergence;
  int64_t steps;
};

/* --- a step --- */

/* Largest |u| along each axis (m/s), including the faces on sides. */
static enum sm_status measure_speeds(struct sm_context *ctx, const struct mac_sor *m,
                                     double speed[3]) {
  const struct sm_flow *flow = m->flow;
  for (int d = 0; d < 3; d++) {
    speed[d] = 0;
    if (flow->layout.n[d] == 1) continue;
    const struct sm_mac_sor_speed args = {
        .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
        .u = flow->u[NOW][d]};
    struct sm_box box = sm_flow_cells(flow);
    box.hi[d]++;
    flow->device->backend->mac_sor_speed(flow->device, &box, &args, m->number);
    SM_TRY(sm_device_download(ctx, flow->device, &speed[d], m->number, sizeof *speed));
  }
  return SM_OK;
}

/* Time step (eq. 3.50) and donor-cell fraction (3.20). */
static double choose_step(const struct mac_sor *m, const double speed[3], double end,
                          double *gamma) {
  const struct sm_case_flow *c = &m->c->flow;
  double sum = 0, dt = INFINITY, rate = 0;
  for (int d = 0; d < 3; d++) {
    sum += m->per_width[d] * m->per_width[d];
    rate = fmax(rate, speed[d] * m->per_width[d]);
  }
  if (c->viscosity > 0) dt = 0.5 / (c->viscosity * sum);
  if (rate > 0) dt = fmin(dt, 1 / rate);
  dt *= c->courant;
  if (!isnan(c->time_step)) dt = c->time_step;
  dt = fmin(dt, end - m->time);
  *gamma = isnan(c->gamma) ? fmin(1, dt * rate) : c->gamma;
  return dt;
}

typedef void (*kernel)(struct sm_device *, const struct sm_box *,
                       const struct sm_mac_sor_momentum *);

static void advance(const struct mac_sor *m, double dt, double gamma) {
  const struct sm_flow *flow = m->flow;
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_backend *be = flow->device->backend;
  const kernel by_axis[3] = {be->mac_sor_x, be->mac_sor_y, be->mac_sor_z};
  for (int d = 0; d < 3; d++) {
    if (flow->layout.n[d] == 1) continue;
    struct sm_mac_sor_momentum args = {.to = flow->u[NEXT][d],
                                       .faces = flow->faces,
                                       .dt = dt,
                                       .viscosity = c->viscosity,
                                       .gamma = gamma,
                                       .force = c->acceleration[d]};
    for (int e = 0; e < 3; e++) {
      args.step[e] = flow->layout.step[e];
      args.u[e] = flow->u[NOW][e];
      args.per_width[e] = m->per_width[e];
    }
    const struct sm_box box = sm_flow_faces(flow, d);
    by_axis[d](flow->device, &box, &args);
  }
  sm_flow_outflow(flow, NOW, NOW, NEXT, 0); /* F = u on the sides; other faces are unchanged */
}

static void make_rhs(const struct mac_sor *m, double dt) {
  const struct sm_flow *flow = m->flow;
  const struct sm_mac_sor_pressure *p = &m->pressure;
  struct sm_mac_sor_rhs args = {.sy = p->layout.sy,
                                .sz = p->layout.sz,
                                .colour = p->layout.colour,
                                .open = p->open,
                                .rhs = p->rhs,
                                .per_dt = 1 / dt,
                                .nx = p->layout.n[0]};
  for (int d = 0; d < 3; d++) {
    args.step[d] = flow->layout.step[d];
    args.f[d] = flow->u[NEXT][d];
    args.per_width[d] = m->per_width[d];
  }
  const struct sm_box box = {{0, 0, 0}, {p->layout.half, p->layout.n[1], p->layout.n[2]}};
  flow->device->backend->mac_sor_rhs(flow->device, &box, &args);
}

static void update(const struct mac_sor *m, double dt) {
  const struct sm_flow *flow = m->flow;
  const struct sm_mac_sor_pressure *p = &m->pressure;
  for (int d = 0; d < 3; d++) {
    if (flow->layout.n[d] == 1) continue;
    const struct sm_mac_sor_project args = {
        .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
        .f = flow->u[NEXT][d],
        .to = flow->u[NOW][d],
        .faces = flow->faces,
        .sy = p->layout.sy,
        .sz = p->layout.sz,
        .colour = p->layout.colour,
        .p = p->p,
        .scale = dt * m->per_width[d],
        .axis = d};
    const struct sm_box box = sm_flow_faces(flow, d);
    flow->device->backend->mac_sor_project(flow->device, &box, &args);
  }
  for (int d = 0; d < 3; d++) sm_flow_outflow_gradient(flow, NOW, d);
  sm_flow_balance(flow, NOW);
  sm_flow_ghosts(flow, NOW);
}

/* Largest |div u| times cell width over the largest velocity component. */
static enum sm_status measure_divergence(struct sm_context *ctx, struct mac_sor *m,
                                         const double speed[3]) {
  const struct sm_flow *flow = m->flow;
  struct sm_mac_sor_divergence args;
  double width = INFINITY, largest;
  for (int d = 0; d < 3; d++) {
    args.step[d] = flow->layout.step[d];
    args.u[d] = flow->u[NOW][d];
    args.per_width[d] = m->per_width[d];
    if (m->per_width[d] > 0) width = fmin(width, 1 / m->per_width[d]);
  }
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->mac_sor_divergence(flow->device, &box, &args, m->number);
  SM_TRY(sm_device_download(ctx, flow->device, &largest, m->number, sizeof largest));
  const double fastest = fmax(speed[0], fmax(speed[1], speed[2]));
  m->divergence = fastest > 0 ? largest * width / fastest : 0;
  return SM_OK;
}

static enum sm_status advance_step(struct sm_context *ctx, struct mac_sor *m, double end,
                                   struct sm_step_report *report) {
  double speed[3], gamma;
  SM_TRY(sm_flow_report_progress(ctx, m->c, m->domain, m->time));
  SM_TRY(measure_speeds(ctx, m, speed));
  const double dt = choose_step(m, speed, end, &gamma);
  if (!isfinite(speed[0] + speed[1] + speed[2]) || !(dt > 0))
    return sm_flow_diverged(ctx, m->time, m->steps,
                            "a smaller flow.mac_sor.tau, or a larger flow.gamma");
  if (isnan(m->c->flow.time_step) && dt < end - m->time)
    SM_TRY(sm_flow_check_step(ctx, m->c, m->time, dt, "flow.mac_sor.tau"));
  advance(m, dt, gamma);
  make_rhs(m, dt);
  SM_TRY(sm_mac_sor_solve(ctx, &m->pressure, &m->result));
  update(m, dt);
  m->time = dt >= end - m->time ? end : m->time + dt;
  m->steps++;
  report->steps++;
  report->step = dt;
  report->seconds += m->result.seconds;
  report->iterations += (int)m->result.iterations;
  report->converged = report->converged && m->result.converged;
  report->residual = fmax(report->residual, m->result.residual);
  sm_debug(ctx, "step %lld: %.6g s long, to %.6g s; %lld iterations of SOR, residual %.3e",
           (long long)m->steps, dt, m->time, (long long)m->result.iterations, m->result.residual);
  return SM_OK;
}

/* --- the model --- */

static enum sm_status refuse(struct sm_context *ctx, const struct sm_case *c, const char *what,
                             const char *help) {
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: %s: not supported with [flow.mac_sor]\nhelp: %s",
                 c->path, c->flow.line, what, help);
}

/* Checks that need the grid. */
static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain) {
  const double alike = 1e-6;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    for (int i = 1; i < axis->n; i++)
      if (fabs(axis->width[i] - axis->width[0]) > alike * axis->width[0])
        return refuse(ctx, c, "cells of different widths",
                      "domain.stretch = 1, or no [flow.mac_sor]");
  }
  for (int side = 0; side < SM_SIDES; side++)
    if (c->flow.boundary[side].kind == SM_BOUNDARY_PERIODIC)
      return refuse(ctx, c, "periodic sides", "kind = \"slip\", or no [flow.mac_sor]");
  return SM_OK;
}

static void destroy(void *self) {
  struct mac_sor *m = self;
  sm_mac_sor_free(&m->pressure);
  sm_flow_destroy(&m->flow);
}

static enum sm_status make_pressure(struct sm_context *ctx, struct mac_sor *m) {
  const struct sm_case_flow *c = &m->c->flow;
  const struct sm_mac_sor_options options = {.omega = c->omega,
                                             .by_open = c->sor_walls == SM_SOR_COEFFICIENTS,
                                             .tolerance = c->sor_tolerance,
                                             .most = c->sor_iterations,
                                             .generic = c->sor_generic};
  SM_SCOPED uint8_t *open = NULL;
  if (sm_device_has_data(m->flow->device)) SM_TRY(sm_flow_open_faces(ctx, m->flow, &open));
  return sm_mac_sor_create(ctx, m->flow->device, m->flow->layout.n, m->per_width, open, &options,
                           &m->pressure);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct mac_sor *m = self;
  m->c = c;
  m->domain = domain;
  m->state = state;
  SM_TRY(check(ctx, c, domain));
  SM_TRY(sm_flow_create(ctx, m->c, m->domain, m->state->device, NULL, SM_FLOW_WINDS, &m->flow));
  sm_flow_lend_to_state(m->flow, NOW, m->state);
  SM_TRY(sm_flow_walls_make(ctx, m->flow));
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &m->domain->grid.axis[d];
    m->per_width[d] = axis->n > 1 ? axis->n / (axis->face[axis->n] - axis->face[0]) : 0;
  }
  SM_TRY(sm_flow_put(ctx, m->flow, NULL, 1, sizeof *m->number, "a number", &m->number));
  SM_TRY(make_pressure(ctx, m));
  SM_TRY(sm_flow_initialise(ctx, m->c, m->flow, NULL));
  sm_flow_balance(m->flow, NOW);
  sm_flow_ghosts(m->flow, NOW);
  m->time = 0 - m->c->wind_source.spin_up; /* not -0 */
  return SM_OK;
}

/* Steps towards `until`; the pressure may fail to converge. */
static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  struct mac_sor *m = self;
  const double end = sm_flow_output_time(m->domain, time), stop = fmin(end, until);
  if (!sm_flow_time_reached(m->time, stop)) SM_TRY(advance_step(ctx, m, stop, report));
  report->reached = sm_flow_time_reached(m->time, end) || !report->converged;
  return SM_OK;
}

static enum sm_status show(struct sm_context *ctx, void *self) {
  struct mac_sor *m = self;
  sm_flow_lend_to_state(m->flow, NOW, m->state);
  return sm_device_sync(ctx, m->state->device);
}

static enum sm_status reach(struct sm_context *ctx, void *self, int time,
                            struct sm_step_report *report) {
  struct mac_sor *m = self;
  double speed[3];
  (void)time;
  if (report->steps > 0) {
    SM_TRY(measure_speeds(ctx, m, speed));
    SM_TRY(measure_divergence(ctx, m, speed));
  }
  report->divergence = m->divergence;
  return show(ctx, m);
}

static double time_of(const void *self) { return ((const struct mac_sor *)self)->time; }

const struct sm_model sm_model_mac_sor = {.name = "incompressible",
                                          .size = sizeof(struct mac_sor),
                                          .lends = true,
                                          .fields = sm_flow_fields,
                                          .create = create,
                                          .step = step,
                                          .reach = reach,
                                          .time = time_of,
                                          .show = show,
                                          .destroy = destroy};
