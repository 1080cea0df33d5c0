/* physics/compressible/mixture_step.c - gas mixture in a time step (diffusion, sources, outflow),
 * and its output fields. */
#include "physics/compressible/mixture.h"
#include "physics/flow/share.h"
#include "physics/scalars/scalars.h"
#include <math.h>
#include <stdio.h>

struct sm_mixture_air sm_mixture_air_of(const struct sm_mixture *m) {
  const struct sm_flow_layout *l = &m->flow->layout;
  struct sm_mixture_air air = {.step = {l->n[0] > 1 ? 1 : 0, l->step[1], l->step[2]},
                               .b = m->gas->b,
                               .y = m->y,
                               .next = m->next,
                               .walls = m->flow->faces,
                               .t = m->tables};
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) air.q[f] = m->gas->q[0][f];
  return air;
}

static union sm_reals species_of(const struct sm_mixture *m, union sm_reals block, int32_t k) {
  return sm_flow_offset(m->flow, block, k * m->next);
}

void sm_mixture_ghosts(const struct sm_mixture *m, int32_t k, union sm_reals field) {
  sm_scalar_ghosts(&m->carrier, &m->carried[k], field);
}

/* --- carried --- */

/* Heun's scheme, as for scalars; acoustic time steps are short for the wind. */
void sm_mixture_advect(struct sm_mixture *m) {
  const struct sm_flow *flow = m->flow;
  const struct sm_backend *backend = flow->device->backend;
  const struct sm_box box = sm_flow_cells(flow);
  struct sm_mixture_advection args = {
      .g = {.t = {.m = flow->metric,
                  .u = {flow->u[0][0], flow->u[0][1], flow->u[0][2]},
                  .faces = flow->faces,
                  .clock = flow->clock,
                  .part = 1},
            .end = {m->gas->b.rho, m->gas->q[0][SM_RHO]},
            .begin = 1},
      .theta = m->gas->c->limiter};
  const bool kept = m->gas->c->integrator != SM_INTEGRATOR_RK2; /* RK2 overwrites the initial
                                                                   state */
  struct sm_scalar_transport *t = &args.g.t;
  for (int32_t k = 0; k < m->species; k++) {
    const union sm_reals y = species_of(m, m->y, k);
    if (k == m->tables.bath || !m->there[k]) continue;
    sm_mixture_ghosts(m, k, y);
    t->begin = t->now = y;
    t->to = m->stage;
    t->share = 0;
    args.g.now = 1;
    args.air = (struct sm_end_density){m->gas->b.rho, m->gas->q[kept ? 1 : 0][SM_RHO]};
    sm_mixture_budget_add(m, &args, k);
    backend->mixture_advection(flow->device, &box, &args);
    sm_mixture_ghosts(m, k, m->stage);
    t->now = m->stage;
    t->to = y; /* each cell reads its own initial value only */
    t->share = 0.5;
    args.g.now = 0;
    args.air = args.g.end;
    sm_mixture_budget_add(m, &args, k);
    backend->mixture_advection(flow->device, &box, &args);
  }
  sm_mixture_budget_add(m, &args, -1);
  const struct sm_mixture_set_bath close = {sm_mixture_air_of(m)};
  backend->mixture_set_bath(flow->device, &box, &close);
}

/* --- expansion --- */

void sm_mixture_expand(const struct sm_mixture *m, double share) {
  const struct sm_flow *flow = m->flow;
  const struct sm_box box = sm_flow_cells(flow);
  const struct sm_mixture_expansion args = {
      .a = sm_mixture_air_of(m), .m = flow->metric, .clock = flow->clock, .share = share};
  flow->device->backend->mixture_expansion(flow->device, &box, &args);
}

/* --- spreading --- */

/* State of all cells; also of ghosts of periodic sides where heat and species diffuse. */
static void find_state(const struct sm_mixture *m, bool spreads) {
  const struct sm_flow *flow = m->flow;
  const struct sm_case_reaction *c = m->reaction;
  const union sm_reals none = {NULL};
  struct sm_mixture_properties args = {.a = sm_mixture_air_of(m),
                                       .m = flow->metric,
                                       .temperature = m->temperature,
                                       .conductivity = spreads ? m->conductivity : none,
                                       .spread = m->spread,
                                       .rate = m->stage,
                                       .eddy = flow->eddy,
                                       .per_lewis = 1 / c->lewis,
                                       .each = c->spreading == SM_DIFFUSION_AVERAGED};
  args.m.step[0] = args.a.step[0];
  args.turns = fmax(1 / c->turbulent_schmidt, 1 / m->c->flow.compressible.turbulent_prandtl);
  struct sm_box all = sm_flow_cells(flow);
  if (spreads) sm_flow_widen(flow, 1, &all);
  flow->device->backend->mixture_properties(flow->device, &all, &args);
  for (int side = 0; spreads && side < SM_SIDES; side++) {
    const int d = side / 2, n = flow->layout.n[d];
    struct sm_box beyond = all;
    if (n == 1 || !flow->sides.periodic[d]) continue;
    beyond.lo[d] = side % 2 ? n : -1;
    beyond.hi[d] = beyond.lo[d] + 1;
    flow->device->backend->mixture_properties(flow->device, &beyond, &args);
  }
}

void sm_mixture_find_temperature(const struct sm_mixture *m) { find_state(m, false); }

static enum sm_status find_rate(struct sm_context *ctx, const struct sm_mixture *m, double *rate) {
  struct sm_device *device = m->flow->device;
  const struct sm_box box = sm_flow_cells(m->flow);
  const struct sm_mixture_maximum most = {
      .step = {m->flow->layout.step[1], m->flow->layout.step[2]}, .field = m->stage};
  device->backend->mixture_maximum(device, &box, &most, m->number);
  return sm_device_download(ctx, device, rate, m->number, sizeof *rate);
}

/* One stage of diffusion. again: full step from the initial state with the gradients at the
 * midpoint. The initial energy lies in a set of the Runge-Kutta stages, which is free outside
 * them. */
static void spread_by(struct sm_mixture *m, double share, bool again) {
  const struct sm_flow *flow = m->flow;
  const struct sm_case_reaction *c = m->reaction;
  const struct sm_box box = sm_flow_cells(flow);
  struct sm_mixture_diffusion args = {.a = sm_mixture_air_of(m),
                                      .begin = again ? m->to : m->y,
                                      .began = m->gas->q[1][SM_RHO_E],
                                      .again = again ? 1 : 0,
                                      .m = flow->metric,
                                      .temperature = m->temperature,
                                      .conductivity = m->conductivity,
                                      .spread = m->spread,
                                      .eddy = flow->eddy,
                                      .to = m->to,
                                      .clock = flow->clock,
                                      .share = share,
                                      .per_schmidt = 1 / c->turbulent_schmidt,
                                      .per_prandtl = 1 / m->c->flow.compressible.turbulent_prandtl,
                                      .each = c->spreading == SM_DIFFUSION_AVERAGED};
  for (int d = 0; d < 3; d++) args.ends[d] = flow->sides.periodic[d] ? 0 : flow->layout.n[d];
  flow->device->backend->mixture_diffusion(flow->device, &box, &args);
  const union sm_reals y = m->y;
  m->y = m->to;
  m->to = y;
}

static void look_at_slopes(const struct sm_mixture *m, bool stale) {
  for (int32_t k = 0; k < m->species; k++) sm_mixture_ghosts(m, k, species_of(m, m->y, k));
  if (stale) sm_compressible_ghosts(m->gas, 0);
  find_state(m, true);
}

/* Midpoint rule. */
enum sm_status sm_mixture_diffuse(struct sm_context *ctx, struct sm_mixture *m, double time,
                                  double step) {
  const double most = 1000;
  double rate = 0;
  if (m->reaction->spreading == SM_DIFFUSION_NONE && m->c->flow.subgrid == SM_SUBGRID_NONE)
    return SM_OK;
  for (int part = 0, parts = 1; part < parts; part++) {
    look_at_slopes(m, part > 0);
    if (part == 0) {
      SM_TRY(find_rate(ctx, m, &rate));
      if (!(rate * step <= most))
        return sm_fail(ctx, SM_ERR_DIVERGED,
                       "error: heat and species need %.3g parts of a step of %.3g s, at %.6g s\n"
                       "help: flow.max_time_step = %.3g, or larger cells",
                       rate * step, step, time, most / rate);
      parts = rate * step > 1 ? (int)ceil(rate * step) : 1;
    }
    spread_by(m, 0.5 / parts, false);
    look_at_slopes(m, true);
    spread_by(m, 1.0 / parts, true);
  }
  return SM_OK;
}

/* --- gas that is given off --- */

enum sm_status sm_mixture_add_releases(struct sm_context *ctx, struct sm_mixture *m,
                                       const struct sm_scalars *others, double time, double step) {
  const struct sm_flow *flow = m->flow;
  for (size_t i = 0; i < m->source_count; i++) {
    struct sm_mixture_source *source = &m->source[i];
    SM_TRY(sm_scalar_source_step(ctx, flow, time, step, &source->at));
    const double rate = source->at.rate;
    if (!(rate > 0)) continue;
    struct sm_mixture_release args = {.a = sm_mixture_air_of(m),
                                      .cell = source->at.cell,
                                      .layer = source->at.layer,
                                      .per = source->at.per,
                                      .count = source->at.count,
                                      .clock = flow->clock,
                                      .rate = rate,
                                      .fraction = source->fraction,
                                      .enthalpy = source->enthalpy};
    const struct sm_box box = sm_csr_box(source->at.count);
    for (size_t n = 0; n < others->count; n++) {
      args.carried = others->item[n].now;
      flow->device->backend->mixture_dilute(flow->device, &box, &args);
    }
    flow->device->backend->mixture_release(flow->device, &box, &args);
    m->released += rate * step;
    for (int32_t k = 0; k < m->species; k++) m->given[k] += rate * step * source->part[k];
  }
  return SM_OK;
}

/* --- what comes out, and what goes on --- */

void sm_mixture_outputs(struct sm_mixture *m, struct sm_flow_view *view) {
  sm_flow_view_listed(view, SM_FIELD_HEAT_RELEASE, m->heat);
  for (size_t i = 0; i < m->reaction->output.count && i < SM_FLOW_SCALARS; i++) {
    const char *species = m->reaction->output.item[i];
    const int32_t k = sm_mechanism_find_species(m->mechanism, species);
    snprintf(m->name[i], sizeof m->name[i], "Y_%s", species);
    snprintf(m->words[i], sizeof m->words[i], "mass fraction of %s", species);
    const struct sm_field_info info = {.name = m->name[i],
                                       .standard_name = "",
                                       .long_name = m->words[i],
                                       .unit = "1",
                                       .dimensions = "time z y x"};
    sm_flow_view_output(view, (struct sm_flow_output){info, species_of(m, m->y, k)});
  }
}

void sm_mixture_gather(const struct sm_mixture *m) {
  for (int32_t k = 0; k < m->species; k++) sm_flow_gather_field(m->flow, species_of(m, m->y, k));
}

/* The fields of all species are contiguous. */
void sm_mixture_parts(struct sm_mixture *self, struct sm_flow_view *view) {
  const struct sm_flow *flow = self->flow;
  const struct sm_state_owner owner = {view, "mixture", -1};
  const union sm_reals species = sm_flow_offset(flow, self->y, -flow->layout.origin);
  SM_STATE_PARTS(SM_MIXTURE_STATE, "mixture", -1);
  sm_state_reals(&owner, "species", &species, 1, (size_t)self->species * flow->layout.size);
}
