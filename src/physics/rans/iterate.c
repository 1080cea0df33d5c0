/* iterate.c - iterations to the steady state: sweeps of momentum, pressure correction (SIMPLEC of
 * van Doormaal and Raithby 1984), selective frequency damping (Akervik et al. 2006), eddy
 * viscosity, sweeps of k and epsilon (docs/theory/rans.md). */
#include "physics/rans/internal.h"

#include "base/clock.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/share.h"
#include <math.h>

/* Sweeps of an iteration; iterations between two measurements of the change. */
enum { MOMENTUM_SWEEPS = 8, TURBULENCE_SWEEPS = 2, LOOK_EVERY = 10 };

/* Pseudo-time step, in the time in which the fastest wind crosses the narrowest cell: as many cells
 * as a change crosses in the sweeps of momentum. With fewer sweeps a town stays unsteady. */
static const double courant = MOMENTUM_SWEEPS;

/* Relative residual of a pressure correction; and of the last one, whose wind is the result. */
static const double loose = 0.05, tight = 1e-4;

/* Selective frequency damping: largest rate at which the running mean follows the wind, and least
 * rate at which the wind goes towards it, each per iteration. */
static const double fastest_following = 0.1, least_damping = 0.05;

/* Averaging time of the running mean: that in which the fastest wind covers `courant` times the
 * height of the tallest building, without buildings that of the highest ground. */
static void set_damping(struct sm_rans_flow *r, double narrowest) {
  const struct sm_domain *domain = r->domain;
  const double tallest =
      domain->tallest_building > 0 ? domain->tallest_building : domain->highest_ground;
  r->following = fmin(fastest_following, narrowest / tallest);
  r->damping = fmax(least_damping, r->following);
}

static enum sm_status set_step(struct sm_context *ctx, struct sm_rans_flow *r) {
  const struct sm_axis *axis = r->domain->grid.axis;
  double narrowest = INFINITY, divergence;
  for (int d = 0; d < 2; d++)
    for (int i = 0; i < axis[d].n && axis[d].n > 1; i++)
      narrowest = fmin(narrowest, axis[d].width[i]);
  SM_TRY(sm_projection_measure(ctx, &r->projection, &divergence));
  r->per_step = r->projection.fastest / (courant * narrowest);
  set_damping(r, narrowest);
  return SM_OK;
}

/* --- momentum and pressure --- */

static void find_matrix(const struct sm_rans_flow *r, int d) {
  const struct sm_flow *flow = r->flow;
  const struct sm_backend *be = flow->device->backend;
  void (*const find[3])(struct sm_device *, const struct sm_box *,
                        const struct sm_rans_momentum *) = {
      be->rans_momentum_x, be->rans_momentum_y, be->rans_momentum_z};
  struct sm_rans_momentum args = {.m = flow->metric,
                                  .matrix = r->matrix,
                                  .pressure = flow->pressure,
                                  .eddy = flow->eddy,
                                  .distance = r->distance,
                                  .faces = flow->faces,
                                  .drag = flow->drag,
                                  .viscosity = flow->c->viscosity,
                                  .per_step = r->per_step};
  for (int e = 0; e < 3; e++) args.u[e] = flow->u[r->wind][e];
  const struct sm_box box = sm_flow_faces(flow, d);
  find[d](flow->device, &box, &args);
  sm_rans_cut_momentum(r, d, &args);
}

static void sweep_component(const struct sm_rans_flow *r, int d, int at, int to) {
  const struct sm_flow *flow = r->flow;
  const struct sm_rans_sweep args = {
      .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
      .matrix = r->matrix,
      .at = flow->u[at][d],
      .to = flow->u[to][d]};
  const struct sm_box box = sm_flow_faces(flow, d);
  flow->device->backend->rans_sweep(flow->device, &box, &args);
  sm_flow_outflow_gradient(flow, to, d);
  sm_flow_component_ghosts(flow, to, d);
}

/* Solves for the three components one after the other, each from the wind at the start, in memory
 * for one matrix. *out: index of the result. */
static enum sm_status sweep_momentum(struct sm_context *ctx, const struct sm_rans_flow *r,
                                     int *out) {
  const int first = (r->wind + 1) % SM_FLOW_WINDS, second = (r->wind + 2) % SM_FLOW_WINDS;
  for (int d = 0; d < 3; d++) {
    int at = r->wind;
    if (r->flow->layout.n[d] > 1) find_matrix(r, d);
    for (int m = 0; m < MOMENTUM_SWEEPS; m++) {
      SM_TRY(sm_device_check_stop(ctx, r->flow->device, "the steady wind was sought"));
      const int to = at == first ? second : first;
      if (r->flow->layout.n[d] > 1) sweep_component(r, d, at, to);
      at = to;
    }
    *out = at;
  }
  return SM_OK;
}

static void correct_pressure(const struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  const struct sm_mg_level *level = &r->projection.poisson->level[0];
  const struct sm_rans_pressure args = {
      .sy = level->layout.sy,
      .sz = level->layout.sz,
      .colour = level->layout.colour,
      .x = r->projection.poisson->x,
      .pressure = flow->pressure,
      .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
      .per_step = r->per_step};
  const struct sm_box box = sm_mg_level_box(level);
  flow->device->backend->rans_pressure(flow->device, &box, &args);
  sm_flow_cell_ghosts(flow, flow->pressure);
}

/* Ghosts of the result are left to the caller. */
static enum sm_status project(struct sm_context *ctx, struct sm_rans_flow *r, int wind,
                              double tolerance, double *divergence) {
  sm_flow_balance(r->flow, wind);
  sm_flow_ghosts(r->flow, wind);
  for (int d = 0; d < 3; d++) r->projection.u[d] = r->flow->u[wind][d];
  r->options.tolerance = tolerance;
  r->options.max_iterations = tolerance < loose ? 200 : 20;
  r->options.whole = true;
  return sm_projection_solve(ctx, &r->projection, &r->options, &r->result, divergence);
}

/* --- damping --- */

/* Own faces across an axis, those of both sides of the domain included. */
static struct sm_box all_faces(const struct sm_flow *flow, int axis) {
  struct sm_box box = sm_flow_cells(flow);
  if (!flow->sides.periodic[axis] && box.hi[axis] == flow->layout.n[axis]) box.hi[axis]++;
  return box;
}

/* Both rates reduce the difference from the mean, which decays exponentially at their sum: part of
 * it that `rate`, one of both, takes in an iteration. */
static double part_of(const struct sm_rans_flow *r, double rate) {
  const double all = r->damping + r->following;
  return rate * -expm1(-all) / all;
}

static void damp(const struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  for (int d = 0; d < 3; d++) {
    const struct sm_rans_damp args = {
        .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
        .u = flow->u[r->wind][d],
        .mean = r->mean[d],
        .damped = part_of(r, r->damping),
        .followed = part_of(r, r->following)};
    const struct sm_box box = all_faces(flow, d);
    flow->device->backend->rans_damp(flow->device, &box, &args);
  }
  sm_flow_ghosts(flow, r->wind);
}

/* --- turbulence --- */

static void find_viscosity(const struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  struct sm_rans_viscosity args = {.m = flow->metric,
                                   .energy = r->turbulence[r->now][SM_RANS_ENERGY],
                                   .lost = r->turbulence[r->now][SM_RANS_LOST],
                                   .distance = r->distance,
                                   .eddy = flow->eddy,
                                   .rate = r->rate,
                                   .faces = flow->faces,
                                   .drag = flow->drag,
                                   .viscosity = flow->c->viscosity,
                                   .production = r->c->rans.production};
  for (int d = 0; d < 3; d++) args.u[d] = flow->u[r->wind][d];
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->rans_viscosity(flow->device, &box, &args);
  sm_rans_cut_viscosity(r, &args);
  sm_flow_cell_ghosts(flow, flow->eddy);
}

static void sweep_turbulence(struct sm_rans_flow *r) {
  const struct sm_flow *flow = r->flow;
  const int to = 1 - r->now;
  struct sm_k_epsilon args = {.m = flow->metric,
                              .energy = r->turbulence[r->now][SM_RANS_ENERGY],
                              .lost = r->turbulence[r->now][SM_RANS_LOST],
                              .energy_to = r->turbulence[to][SM_RANS_ENERGY],
                              .lost_to = r->turbulence[to][SM_RANS_LOST],
                              .eddy = flow->eddy,
                              .rate = r->rate,
                              .distance = r->distance,
                              .faces = flow->faces,
                              .viscosity = flow->c->viscosity,
                              .per_step = r->per_step};
  for (int d = 0; d < 3; d++) args.u[d] = flow->u[r->wind][d];
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->k_epsilon(flow->device, &box, &args);
  sm_rans_cut_turbulence(r, &args);
  sm_rans_ghosts(r, to);
  r->now = to;
}

/* --- iterations --- */

/* Estimated distance from the steady wind: the change of the running mean in the last iteration,
 * times the iterations in which the fastest wind crosses the domain, which damping makes longer;
 * over the fastest wind. The change is in proportion to what is left of the difference of the wind
 * from its mean. Oscillations of the wind about the mean count little. */
static enum sm_status measure_distance(struct sm_context *ctx, const struct sm_rans_flow *r,
                                       struct sm_rans_report *report) {
  const struct sm_flow *flow = r->flow;
  const struct sm_backend *be = flow->device->backend;
  const struct sm_axis *axis = r->domain->grid.axis;
  struct sm_flow_change args = {.step = {flow->layout.step[1], flow->layout.step[2]}};
  for (int d = 0; d < 3; d++) {
    args.now[d] = flow->u[r->wind][d];
    args.before[d] = r->mean[d];
  }
  const struct sm_box box = sm_flow_cells(flow);
  double change[2], longest = 0;
  be->flow_change(flow->device, &box, &args, &r->numbers[0]);
  be->flow_change_square(flow->device, &box, &args, &r->numbers[1]);
  SM_TRY(sm_device_download(ctx, flow->device, change, r->numbers, sizeof change));
  for (int d = 0; d < 2; d++) longest = fmax(longest, axis[d].face[axis[d].n] - axis[d].face[0]);
  const double fastest = r->projection.fastest, slowed = 1 + r->damping / r->following;
  const double moved = part_of(r, r->following) * exp(r->damping + r->following);
  const double times = moved * slowed * longest * r->per_step / fastest / fastest;
  report->largest = change[0] * times;
  report->distance = sqrt(change[1] / (double)r->domain->fluid_count) * times;
  return isfinite(report->largest) && isfinite(report->distance)
             ? SM_OK
             : sm_fail(ctx, SM_ERR_DIVERGED,
                       "error: the steady wind is not finite\n"
                       "help: rans.production = \"standard\", or a finer grid");
}

static enum sm_status iterate_once(struct sm_context *ctx, struct sm_rans_flow *r) {
  double divergence;
  int to;
  find_viscosity(r);
  SM_TRY(sweep_momentum(ctx, r, &to));
  SM_TRY(project(ctx, r, to, loose, &divergence));
  correct_pressure(r);
  r->wind = to;
  damp(r);
  for (int m = 0; m < TURBULENCE_SWEEPS; m++) sweep_turbulence(r);
  return SM_OK;
}

enum sm_status sm_rans_check_stop(struct sm_context *ctx, const struct sm_rans_flow *r) {
  if (r->flow->own == NULL) return SM_OK;
  sm_parallel_share_stop(ctx, r->flow->device->group);
  return sm_stop_requested(ctx)
             ? sm_fail(ctx, SM_ERR_STOPPED, "stopped while the steady wind was sought")
             : SM_OK;
}

static enum sm_status iterate(struct sm_context *ctx, struct sm_rans_flow *r,
                              struct sm_rans_report *report) {
  const int most = r->c->rans.max_iterations;
  *report = (struct sm_rans_report){.distance = NAN, .largest = NAN};
  SM_TRY(project(ctx, r, 0, tight, &report->divergence));
  sm_flow_ghosts(r->flow, 0);
  SM_TRY(set_step(ctx, r));
  for (int d = 0; d < 3; d++)
    SM_TRY(sm_flow_copy(ctx, r->flow, r->flow->u[r->wind][d], r->mean[d]));
  report->converged = !(r->projection.fastest > 0); /* calm */
  r->projection.limit = INFINITY;
  while (!report->converged && report->iterations < most) {
    const bool looks = report->iterations % LOOK_EVERY == LOOK_EVERY - 1;
    r->projection.keeps = !looks;
    SM_TRY(sm_rans_check_stop(ctx, r));
    SM_TRY(iterate_once(ctx, r));
    report->iterations++;
    if (!looks) continue;
    SM_TRY(measure_distance(ctx, r, report));
    report->converged =
        report->iterations >= 1 / r->following && report->distance <= r->c->rans.tolerance;
    sm_debug(ctx, "iteration %d: %.3g of the fastest wind from the steady one, at most %.3g",
             report->iterations, report->distance, report->largest);
    sm_progress(ctx, "steady wind", (double)report->iterations / most);
  }
  r->projection.keeps = false;
  r->projection.limit = r->flow->device->bits == 64 ? 1e-10 : 1e-5;
  SM_TRY(project(ctx, r, r->wind, tight, &report->divergence));
  sm_flow_ghosts(r->flow, r->wind);
  return SM_OK;
}

/* Gets the results of the rows of other processes. */
static void gather(const struct sm_rans_flow *r) {
  for (int d = 0; d < 3; d++) sm_flow_gather_field(r->flow, r->flow->u[r->wind][d]);
  for (int m = 0; m < SM_RANS_QUANTITIES; m++)
    sm_flow_gather_field(r->flow, r->turbulence[r->now][m]);
  sm_flow_gather_field(r->flow, r->flow->eddy);
}

enum sm_status sm_rans_iterate(struct sm_context *ctx, struct sm_rans_flow *r,
                               struct sm_rans_report *report) {
  const double begin = sm_clock_wall();
  struct sm_poisson *poisson = r->projection.poisson;
  if (r->flow->rows != NULL) SM_TRY(sm_processes_agree(ctx, SM_OK)); /* on what came before */
  sm_flow_share(r->flow, poisson, true);
  const enum sm_status status = iterate(ctx, r, report);
  sm_flow_share(r->flow, poisson, false);
  SM_TRY(status);
  gather(r);
  report->seconds = sm_clock_wall() - begin;
  return SM_OK;
}
