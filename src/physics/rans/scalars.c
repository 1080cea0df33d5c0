/* rans/scalars.c - steady concentrations of the scalars of a case in the steady wind of a weather
 * time: implicit iterations in pseudo-time, with the second-order part of the convection on the
 * right-hand side, and mass budgets (docs/theory/rans.md, "Scalars"). */
#include "physics/rans/internal.h"

#include "base/clock.h"
#include "cell/rans/scalar.h"
#include "cell/scalars/transport.h"
#include "domain/sources/releases.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/share.h"
#include <math.h>
#include <stdio.h>

/* Sweeps of an iteration, even; iterations between two measurements of the residual. */
enum { SWEEPS = 8, LOOK_EVERY = 5 };

/* Inverse pseudo-time step, in parts of the diagonal of a cell. */
static const double inertia = 0.03;

/* Work of a scalar. `now` is its field, scratch and source are fields of the wind's iterations. */
struct work {
  struct sm_rans_flow *r;
  const struct sm_case_scalar *c;
  struct sm_rans_scalar args;
  union sm_reals scratch;
  double washout, emitted; /* 1/s; kg/s */
  double volume, walls;    /* of the air, m3; of closed faces, m2 */
  double in, out;          /* through the sides, above the concentration of the inflow, kg/s */
  double air;              /* mass in the air, kg */
  double residual;         /* sum of the imbalances of all cells over sources and losses */
  int iterations;
};

enum sm_status sm_rans_scalars_make(struct sm_context *ctx, struct sm_rans_flow *r) {
  const size_t count = r->c->flow.scalar_count;
  if (count == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, r->flow, count, sizeof *r->scalar, "scalars", &r->scalar));
  SM_TRY(sm_flow_host(ctx, r->flow, count, sizeof *r->budget, "mass budgets", &r->budget));
  for (size_t m = 0; m < count; m++)
    SM_TRY(sm_flow_field(ctx, r->flow, r->c->flow.scalar[m].name, &r->scalar[m]));
  return SM_OK;
}

/* --- sources --- */

static enum sm_status add_source(struct sm_context *ctx, const struct sm_rans_flow *r,
                                 const struct sm_case_source *source, double *to) {
  const struct sm_flow_layout *s = &r->flow->layout;
  struct sm_release release;
  struct sm_source_cells cells;
  SM_TRY(sm_release_create(ctx, r->c, r->domain, source, INFINITY, &release));
  const enum sm_status status = sm_source_cells_create(ctx, r->domain, &release, 0, 0, &cells);
  sm_release_free(&release);
  SM_TRY(status);
  for (int64_t m = 0; m < cells.count; m++) {
    const int64_t at = cells.cell[m], row = at / s->n[0];
    to[s->origin + at % s->n[0] + row % s->n[1] * s->step[1] + row / s->n[1] * s->step[2]] +=
        source->rate * cells.per[m];
  }
  sm_source_cells_free(&cells);
  return SM_OK;
}

/* Sets the emission rate of each cell. Where a source lies has been told at the start of the run.
 */
static enum sm_status set_sources(struct sm_context *ctx, struct work *w) {
  const struct sm_flow *flow = w->r->flow;
  SM_SCOPED_BY(sm_context_destroy) struct sm_context *quiet = NULL;
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_context_create_quiet(ctx, &quiet));
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "sources", &host));
  for (size_t m = 0; m < w->c->source_count; m++) {
    const enum sm_status status = add_source(quiet, w->r, &w->c->source[m], host);
    if (status != SM_OK) return sm_fail(ctx, status, "%s", sm_context_message(quiet));
    w->emitted += w->c->source[m].rate;
  }
  return sm_flow_upload(ctx, flow, host, w->args.source);
}

/* --- sweeps --- */

/* Beyond a side: the concentration of the inflow, above which the field is, where air enters, else
 * that of the cell inside. */
static struct sm_ghost_rule rule_of(const struct work *w, int side, union sm_reals field) {
  const struct sm_flow *flow = w->r->flow;
  const int d = side / 2, high = side % 2, n = flow->layout.n[d];
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  struct sm_ghost_rule rule = {.field = field,
                               .to = high ? n : -1,
                               .turn = high ? 1 : -1,
                               .from = high ? n - 1 : 0,
                               .sign = 1};
  if (flow->sides.kind[side] != SM_BOUNDARY_INFLOW) return rule;
  rule.sign = 0;
  rule.through = sm_flow_plane_at(flow, side, d);
  rule.through_p = 1;
  rule.through_q = flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS;
  rule.outwards = high ? 1 : -1;
  return rule;
}

static void fill_ghosts(const struct work *w, union sm_reals field) {
  const struct sm_flow *flow = w->r->flow;
  const struct sm_flow_layout *s = &flow->layout;
  sm_flow_exchange(flow, &field, 1);
  for (int d = 0; d < 3; d++) {
    int p, q;
    sm_flow_plane_axes(d, &p, &q);
    if (s->n[d] == 1) continue;
    const struct sm_ghosts ghosts = {
        .step = s->step[d],
        .step_p = s->step[p],
        .step_q = s->step[q],
        .rule = {rule_of(w, 2 * d, field), rule_of(w, 2 * d + 1, field)}};
    const struct sm_box box = {{0, 0, 0}, {s->n[p], s->n[q], 2 * SM_FLOW_GHOSTS}};
    flow->device->backend->ghosts(flow->device, &box, &ghosts);
  }
}

static enum sm_status iterate_once(struct sm_context *ctx, struct work *w) {
  const struct sm_flow *flow = w->r->flow;
  const struct sm_backend *be = flow->device->backend;
  const struct sm_box box = sm_flow_cells(flow);
  struct sm_rans_sweep sweep = {
      .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
      .matrix = w->args.matrix,
      .at = w->args.now,
      .to = w->scratch};
  be->rans_scalar(flow->device, &box, &w->args);
  for (int m = 0; m < SWEEPS; m++) {
    const union sm_reals to = sweep.to;
    SM_TRY(sm_device_check_stop(ctx, flow->device, "a steady concentration was sought"));
    be->rans_sweep(flow->device, &box, &sweep);
    fill_ghosts(w, to);
    sweep.to = sweep.at;
    sweep.at = to;
  }
  w->iterations++;
  return SM_OK;
}

/* --- budget --- */

/* Flow through all sides into the domain, or out of it. */
static enum sm_status find_flow(struct sm_context *ctx, const struct work *w, bool inwards,
                                double *out) {
  const struct sm_flow *flow = w->r->flow;
  const int *n = flow->layout.n;
  double *number = w->r->numbers;
  *out = 0;
  for (int side = 0; side < SM_SIDES; side++) {
    const enum sm_boundary_kind kind = flow->sides.kind[side];
    const int d = side / 2, high = side % 2;
    if ((kind != SM_BOUNDARY_INFLOW && kind != SM_BOUNDARY_OUTFLOW) || n[d] == 1) continue;
    const struct sm_rans_scalar_side args = {.scalar = w->args,
                                             .axis = d,
                                             .face = high ? n[d] : 0,
                                             .sign = (high != 0) != inwards ? 1 : -1};
    struct sm_box box = {{0, 0, 0}, {n[d == 0 ? 1 : 0], n[d == 2 ? 1 : 2], 1}};
    const struct sm_flow_layers read[] = {
        {w->args.now, -2, 4}, {w->args.eddy, -1, 2}, {w->args.u[d], 0, 1}};
    const struct sm_rows *rows = sm_flow_begin_side_sum(flow, side, read, 3, &box);
    double one;
    flow->device->backend->rans_scalar_side(flow->device, &box, &args, number);
    sm_flow_end_side_sum(flow, side, rows, number);
    SM_TRY(sm_device_download(ctx, flow->device, &one, number, sizeof one));
    *out += one;
  }
  return SM_OK;
}

/* Integral over the volume, or over the walls. */
static enum sm_status find_integral(struct sm_context *ctx, const struct work *w, bool volume,
                                    double *out) {
  const struct sm_flow *flow = w->r->flow;
  const struct sm_scalar_integral args = {.m = flow->metric,
                                          .now = w->args.now,
                                          .faces = flow->faces,
                                          .volume = volume ? 1 : 0,
                                          .walls = volume ? 0 : 1};
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->scalar_integral(flow->device, &box, &args, w->r->numbers);
  return sm_device_download(ctx, flow->device, out, w->r->numbers, sizeof *out);
}

/* Emission, and losses of air with the concentration of the inflow, kg/s. */
static double find_scale(const struct work *w) {
  return w->emitted + w->c->inflow * (w->args.decay * w->volume + w->c->deposition * w->walls);
}

/* Sum of the imbalances of all cells over sources and losses: no term of the budget is wrong by
 * more. */
static enum sm_status find_residual(struct sm_context *ctx, struct work *w) {
  const struct sm_flow *flow = w->r->flow;
  const struct sm_box box = sm_flow_cells(flow);
  double sum;
  flow->device->backend->rans_scalar_imbalance(flow->device, &box, &w->args, w->r->numbers);
  SM_TRY(sm_device_download(ctx, flow->device, &sum, w->r->numbers, sizeof sum));
  w->residual = sum > 0 ? sum / find_scale(w) : sum;
  if (isfinite(w->residual)) return SM_OK;
  return sm_fail(ctx, SM_ERR_DIVERGED, "%s:%d: error: the concentration of %s is not finite",
                 w->r->c->path, w->c->line, w->c->name);
}

static enum sm_status find_budget(struct sm_context *ctx, struct work *w,
                                  struct sm_mass_budget *out) {
  const double inflow = w->c->inflow;
  double walls = 0;
  SM_TRY(find_flow(ctx, w, true, &w->in));
  SM_TRY(find_flow(ctx, w, false, &w->out));
  SM_TRY(find_integral(ctx, w, true, &w->air));
  if (w->c->deposition > 0) SM_TRY(find_integral(ctx, w, false, &walls));
  w->air += inflow * w->volume;
  walls += inflow * w->walls;
  *out = (struct sm_mass_budget){.size = sizeof *out,
                                 .species = w->c->name,
                                 .emitted = w->emitted,
                                 .deposited = w->c->deposition * walls,
                                 .wet_deposited = w->washout * w->air,
                                 .decayed = (w->args.decay - w->washout) * w->air,
                                 .outflow = w->out - w->in};
  return SM_OK;
}

static void tell(struct sm_context *ctx, const struct work *w, const struct sm_mass_budget *b) {
  const double lost = b->deposited + b->wet_deposited + b->decayed;
  const double scale = find_scale(w), off = b->emitted - b->outflow - lost;
  char losses[96] = "";
  if (lost > 0)
    snprintf(losses, sizeof losses, "; %.4g kg/s deposit, %.4g kg/s decay",
             b->deposited + b->wet_deposited, b->decayed);
  sm_info(ctx,
          "%s: %.4g kg/s emitted, %.4g kg/s leave through the sides, net%s; imbalance %.1e; %.4g "
          "kg in the air; residual %.1e after %d iterations",
          w->c->name, b->emitted, b->outflow, losses, scale > 0 ? fabs(off) / scale : 0, w->air,
          w->residual, w->iterations);
}

/* --- a scalar --- */

/* Adds a number in the fluid cells of a field on the host. */
static void add_in_air(const struct sm_flow *flow, double number, double *field) {
  const struct sm_flow_layout *s = &flow->layout;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++)
        if ((sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) != 0)
          field[s->origin + i + j * s->step[1] + k * s->step[2]] += number;
}

/* Volume of the air and area of its walls, from a field of ones; then the field is 0. */
static enum sm_status measure_air(struct sm_context *ctx, struct work *w) {
  const struct sm_flow *flow = w->r->flow;
  SM_SCOPED double *host = NULL;
  if (!(w->c->inflow > 0)) return SM_OK;
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "a scalar", &host));
  add_in_air(flow, 1, host);
  SM_TRY(sm_flow_upload(ctx, flow, host, w->args.now));
  SM_TRY(find_integral(ctx, w, true, &w->volume));
  SM_TRY(find_integral(ctx, w, false, &w->walls));
  add_in_air(flow, -1, host);
  return sm_flow_upload(ctx, flow, host, w->args.now);
}

/* From above the concentration of the inflow to the whole concentration. */
static enum sm_status add_inflow(struct sm_context *ctx, const struct work *w) {
  const struct sm_flow *flow = w->r->flow;
  SM_SCOPED double *host = NULL;
  if (!(w->c->inflow > 0)) return SM_OK;
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "a scalar", &host));
  SM_TRY(sm_flow_download(ctx, flow, w->args.now, host));
  add_in_air(flow, w->c->inflow, host);
  return sm_flow_upload(ctx, flow, host, w->args.now);
}

static struct work begin(struct sm_rans_flow *r, size_t index, double rain) {
  const struct sm_flow *flow = r->flow;
  const struct sm_case_scalar *c = &r->c->flow.scalar[index];
  struct work w = {.r = r,
                   .c = c,
                   .scratch = r->mean[0],
                   .washout = rain > 0 ? c->scavenging * pow(rain, c->scavenging_exponent) : 0};
  w.args = (struct sm_rans_scalar){.m = flow->metric,
                                   .matrix = r->matrix,
                                   .eddy = flow->eddy,
                                   .now = r->scalar[index],
                                   .source = r->rate,
                                   .faces = flow->faces,
                                   .diffusivity = c->diffusivity,
                                   .per_schmidt = 1 / c->turbulent_schmidt,
                                   .decay = log(2) / c->half_life + w.washout,
                                   .deposition = c->deposition,
                                   .inflow = c->inflow,
                                   .inertia = inertia};
  for (int d = 0; d < 3; d++) w.args.u[d] = flow->u[r->wind][d];
  return w;
}

static enum sm_status iterate(struct sm_context *ctx, struct work *w) {
  const double tolerance = w->r->c->rans.scalar_tolerance;
  const int most = w->r->c->rans.max_iterations;
  SM_TRY(set_sources(ctx, w));
  SM_TRY(measure_air(ctx, w));
  fill_ghosts(w, w->args.now);
  SM_TRY(find_residual(ctx, w));
  while (w->residual > tolerance && w->iterations < most) {
    SM_TRY(sm_rans_check_stop(ctx, w->r));
    for (int m = 0; m < LOOK_EVERY && w->iterations < most; m++) SM_TRY(iterate_once(ctx, w));
    SM_TRY(find_residual(ctx, w));
    sm_debug(ctx, "%s, iteration %d: residual %.3g", w->c->name, w->iterations, w->residual);
    sm_progress(ctx, "steady concentration", (double)w->iterations / most);
  }
  return SM_OK;
}

static enum sm_status solve_all(struct sm_context *ctx, struct sm_rans_flow *r, double rain,
                                struct sm_step_report *report) {
  for (size_t m = 0; m < r->c->flow.scalar_count; m++) {
    struct work w = begin(r, m, rain);
    SM_TRY(iterate(ctx, &w));
    SM_TRY(find_budget(ctx, &w, &r->budget[m]));
    tell(ctx, &w, &r->budget[m]);
    SM_TRY(add_inflow(ctx, &w));
    if (w.residual <= r->c->rans.scalar_tolerance || report->scalar > 0) continue;
    report->scalar = (int)m + 1;
    report->scalar_residual = w.residual;
    report->converged = false;
  }
  return SM_OK;
}

enum sm_status sm_rans_scalars_solve(struct sm_context *ctx, struct sm_rans_flow *r, double moment,
                                     struct sm_step_report *report) {
  const double begin = sm_clock_wall(), rain = sm_rain_rate(r->c, r->domain, moment);
  const struct sm_flow *flow = r->flow;
  if (r->c->flow.scalar_count == 0) return SM_OK;
  sm_flow_share(r->flow, r->projection.poisson, true);
  const enum sm_status status = solve_all(ctx, r, rain, report);
  sm_flow_share(r->flow, r->projection.poisson, false);
  SM_TRY(status);
  for (size_t m = 0; m < r->c->flow.scalar_count; m++) sm_flow_gather_field(flow, r->scalar[m]);
  report->seconds += sm_clock_wall() - begin;
  return SM_OK;
}
