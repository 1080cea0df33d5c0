/* Time step of the scalars of a flow: transport, sources, buoyancy, deposition. */
#include "physics/scalars/scalars.h"

#include "domain/sources/terms/terms.h"
#include "physics/flow/share.h"
#include "physics/scalars/chemistry.h"
#include <math.h>
#include <stdio.h>

enum { STAGES = 3 };

/* Shu-Osher stages: weight of the initial state in each stage, and weight of its tendency in the
 * result. */
struct scheme {
  int stages;
  double share[STAGES], weight[STAGES];
};
static const struct scheme by_volume = {
    3, {0, 3.0 / 4, 1.0 / 3}, {1.0 / 6, 1.0 / 6, 2.0 / 3}}; /* stable for any step of the wind */
static const struct scheme by_mass = {2, {0, 1.0 / 2}, {1.0 / 2, 1.0 / 2}}; /* acoustic time
                                                                               steps */

/* --- buoyancy --- */

/* Density of a pure gas at the reference temperature, kg/m3. */
static double warmed_density(const struct sm_case_flow *c, const struct sm_case_scalar *gas) {
  return isnan(gas->temperature) ? gas->density : gas->density * gas->temperature / c->reference;
}

/* Virtual temperature per concentration of a gas, K m3/kg: volumes add where ideal gases mix
 * without heat, so that the mixture is denser than the air by c (1 - air / density). */
static double per_concentration(const struct sm_case_flow *c, const struct sm_case_scalar *gas) {
  const double air = sm_air_density(c->reference, c->air_pressure);
  return -(1 / air - 1 / warmed_density(c, gas)) / c->expansion;
}

/* Change of temperature per concentration where a gas is released, K m3/kg. */
static double per_release(const struct sm_case_flow *c, const struct sm_case_scalar *gas) {
  return (gas->temperature - c->reference) / warmed_density(c, gas);
}

union sm_reals sm_scalars_find_stratification(const struct sm_scalars *scalars) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_scalar *heat = &scalars->item[0];
  if (scalars->virtual_temperature[0].f32 == NULL) return heat->now;
  for (int old = 0; old < 2; old++) {
    const union sm_reals to = scalars->virtual_temperature[old];
    union sm_reals from = old ? heat->before : heat->now;
    for (size_t m = 1; m < scalars->count; m++) {
      const struct sm_scalar *gas = &scalars->item[m];
      if (gas->before.f32 == NULL) continue;
      const struct sm_virtual_temperature args = {
          .step = {flow->layout.step[1], flow->layout.step[2]},
          .from = from,
          .gas = old ? gas->before : gas->now,
          .to = to,
          .per_concentration = per_concentration(&scalars->c->flow, gas->c)};
      struct sm_box box = sm_flow_cells(flow);
      if (flow->layout.n[2] > 1) box.lo[2]--, box.hi[2]++;
      sm_flow_widen(flow, SM_FLOW_GHOSTS - 1, &box);
      flow->device->backend->virtual_temperature(flow->device, &box, &args);
      if (sm_flow_turn_round(flow, &box))
        flow->device->backend->virtual_temperature(flow->device, &box, &args);
      from = to;
    }
  }
  return scalars->virtual_temperature[0];
}

static struct sm_buoyancy buoyancy_of(const struct sm_scalars *scalars) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_scalar *heat = &scalars->item[0];
  const bool is_virtual = scalars->virtual_temperature[0].f32 != NULL;
  const struct sm_case_flow *c = &scalars->c->flow;
  return (struct sm_buoyancy){.m = flow->metric,
                              .now = is_virtual ? scalars->virtual_temperature[0] : heat->now,
                              .before = is_virtual ? scalars->virtual_temperature[1] : heat->before,
                              .rest = scalars->rest,
                              .faces = flow->faces,
                              .clock = flow->clock,
                              .share = 1,
                              .per_kelvin = c->gravity * c->expansion};
}

void sm_scalars_buoyancy_cut(const struct sm_scalars *scalars, const struct sm_flow_cut *cut) {
  struct sm_device *device = scalars->flow->device;
  if (cut->buoyancy.f32 == NULL) return;
  const struct sm_cut_buoyancy args = {.buoyancy = buoyancy_of(scalars),
                                       .face = cut->face[2],
                                       .count = cut->count[2],
                                       .to = cut->buoyancy};
  const struct sm_box box = sm_csr_box(cut->count[2]);
  device->backend->cut_buoyancy(device, &box, &args);
}

void sm_scalars_add_buoyancy(const struct sm_scalars *scalars, int to, double share) {
  const struct sm_flow *flow = scalars->flow;
  if (!scalars->heat || flow->layout.n[2] == 1) return;
  struct sm_buoyancy buoyancy = buoyancy_of(scalars);
  buoyancy.w = flow->u[to][2];
  buoyancy.share = share;
  const struct sm_box box = sm_flow_faces(flow, 2);
  flow->device->backend->buoyancy(flow->device, &box, &buoyancy);
}

/* --- a step --- */

/* Walls beside the rows of this process need it too. */
static void mean_wind(const struct sm_flow *flow, int from, int to, int mean) {
  for (int d = 0; d < 3; d++) {
    const struct sm_wind_midpoint args = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                          .a = flow->u[from][d],
                                          .b = flow->u[to][d],
                                          .to = flow->u[mean][d]};
    struct sm_box box = sm_flow_cells(flow);
    if (flow->layout.n[d] > 1) box.hi[d]++;
    sm_flow_widen(flow, SM_FLOW_GHOSTS - 1, &box);
    flow->device->backend->wind_midpoint(flow->device, &box, &args);
    if (sm_flow_turn_round(flow, &box))
      flow->device->backend->wind_midpoint(flow->device, &box, &args);
  }
}

static struct sm_scalar_transport transport_of(const struct sm_scalars *scalars,
                                               const struct sm_scalar *item, int wind) {
  const struct sm_flow *flow = scalars->flow;
  struct sm_scalar_transport t = {.m = flow->metric,
                                  .eddy = flow->eddy,
                                  .faces = flow->faces,
                                  .clock = flow->clock,
                                  .part = 1,
                                  .diffusivity = item->diffusivity,
                                  .per_schmidt = item->per_schmidt,
                                  .decay = item->decay + item->washout,
                                  .deposition = item->deposition,
                                  .steady = item->kind == SM_SCALAR_TRACER ? 0 : 1};
  for (int d = 0; d < 3; d++) t.u[d] = flow->u[wind][d];
  return t;
}

/* Largest rate over all scalars, 1/s: limits the substep. */
static enum sm_status find_rate(struct sm_context *ctx, const struct sm_scalars *scalars, int wind,
                                double *rate) {
  const struct sm_flow *flow = scalars->flow;
  struct sm_scalar most = scalars->item[0];
  for (size_t m = 1; m < scalars->count; m++) {
    const struct sm_scalar *item = &scalars->item[m];
    most.diffusivity = fmax(most.diffusivity, item->diffusivity);
    most.per_schmidt = fmax(most.per_schmidt, item->per_schmidt);
    most.decay = fmax(most.decay, item->decay);
    most.washout = fmax(most.washout, item->washout);
    most.deposition = fmax(most.deposition, item->deposition);
  }
  const struct sm_scalar_transport t = transport_of(scalars, &most, wind);
  const struct sm_box box = sm_flow_cells(flow);
  double groups = 0;
  if (scalars->gas != NULL)
    sm_scalar_mass_rate(scalars, &t);
  else
    flow->device->backend->scalar_transport_rate(flow->device, &box, &t, scalars->number);
  SM_TRY(sm_device_download(ctx, flow->device, rate, scalars->number, sizeof *rate));
  if (sm_merged_cells_rate(&scalars->groups, &t, scalars->number))
    SM_TRY(sm_device_download(ctx, flow->device, &groups, scalars->number, sizeof groups));
  groups = sm_flow_largest(flow, groups);
  if (!(groups <= *rate)) *rate = groups;
  return SM_OK;
}

static void release(const struct sm_scalars *scalars, const struct sm_scalar *item,
                    const struct sm_scalar_transport *t, struct sm_step_remaining left,
                    double weight) {
  const struct sm_flow *flow = scalars->flow;
  for (size_t m = 0; m < item->source_count; m++) {
    const struct sm_scalar_source *source = &item->source[m];
    if (!(source->rate > 0)) continue;
    const struct sm_scalar_release args = {.cell = source->cell,
                                           .per = source->per,
                                           .count = source->count,
                                           .to = t->to,
                                           .clock = flow->clock,
                                           .weight = weight * source->rate};
    const struct sm_box box = sm_csr_box(source->count);
    if (scalars->gas != NULL)
      sm_scalar_mass_release(scalars, t, left, &args);
    else
      flow->device->backend->scalar_release(flow->device, &box, &args);
  }
}

/* Adds the heat of gas that is warmer or colder than the air. */
static void release_heat(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                         struct sm_step_remaining left, double weight) {
  for (size_t m = 1; m < scalars->count; m++) {
    const struct sm_scalar *gas = &scalars->item[m];
    if (gas->before.f32 == NULL || isnan(gas->c->temperature)) continue;
    release(scalars, gas, t, left, weight * per_release(&scalars->c->flow, gas->c));
  }
}

static const struct scheme *scheme_of(const struct sm_scalars *scalars) {
  return scalars->gas != NULL ? &by_mass : &by_volume;
}

static void advect(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                   struct sm_step_remaining left) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_box box = sm_flow_cells(flow);
  if (scalars->gas != NULL)
    sm_scalar_mass_advance(scalars, t, left);
  else
    flow->device->backend->scalar_transport(flow->device, &box, t);
}

/* Substep `part` of a step; the result is in the scratch field of the last stage. */
static void make_part(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      struct sm_scalar_transport t, union sm_reals begin, int part) {
  const struct scheme *scheme = scheme_of(scalars);
  const union sm_reals none = {NULL};
  const union sm_reals rest = item->kind == SM_SCALAR_HEAT ? scalars->rest : none;
  const double parts = scalars->parts, end = (parts - part - 1) / parts;
  struct sm_step_remaining left = {(parts - part) / parts, (parts - part) / parts, end};
  t.begin = t.now = begin;
  for (int stage = 0; stage < scheme->stages; stage++) {
    const double weight = t.part * (1 - scheme->share[stage]);
    t.share = scheme->share[stage];
    t.to = scalars->stage[stage % 2];
    advect(scalars, &t, left);
    sm_merged_cells_clear(&scalars->groups, t.to);
    if (item->kind == SM_SCALAR_HEAT) {
      sm_heated_walls_add(&scalars->walls, t.now, t.to, weight);
      release_heat(scalars, &t, left, weight);
    }
    if (item->kind == SM_SCALAR_TRACER) {
      release(scalars, item, &t, left, weight);
      sm_scalar_keep_accounts(scalars, item, &t, left, t.part * scheme->weight[stage]);
    }
    sm_merged_cells_advance(&scalars->groups, &t, rest);
    sm_scalar_ghosts(scalars, item, t.to);
    t.now = t.to;
    left.now = end; /* same for stages two and three */
  }
}

/* Swaps fields: no stage may write where a later one, or a merged group, reads. */
static void make_step(struct sm_scalars *scalars, struct sm_scalar *item, int wind) {
  const int last = (scheme_of(scalars)->stages - 1) % 2;
  struct sm_scalar_transport t = transport_of(scalars, item, wind);
  t.part = 1.0 / scalars->parts;
  for (int m = 0; m < scalars->parts; m++) {
    const bool keeps = m == 0 && item->before.f32 != NULL; /* keep the previous step */
    const union sm_reals begin = item->now, unused = keeps ? item->before : begin;
    make_part(scalars, item, t, begin, m);
    if (keeps) item->before = begin;
    item->now = scalars->stage[last];
    scalars->stage[last] = unused;
  }
}

static const double most_parts = 1000; /* largest number of substeps */

static enum sm_status too_many_parts(struct sm_context *ctx, const struct sm_scalars *scalars,
                                     double time, double step, double rate) {
  const struct sm_case_wind_source *source = &scalars->c->wind_source;
  const double shorter = most_parts / rate, all = source->duration + source->spin_up;
  char help[64] = "";
  if (all <= SM_FLOW_STEPS * shorter)
    snprintf(help, sizeof help, "flow.max_time_step = %.3g, or ", shorter);
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: what the air carries needs %.3g parts of a step of %.3g s, at %.6g s\n"
                 "help: %sless diffusivity, a longer half_life, or larger cells",
                 rate * step, step, time, help);
}

/* Wet deposition in the rain at a time: losses of first order, A R^B. */
static void find_washout(struct sm_scalars *scalars, double time) {
  const double rain = sm_rain_rate(scalars->c, scalars->flow->domain, time);
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    if (item->kind == SM_SCALAR_TRACER)
      item->washout = rain > 0 ? item->c->scavenging * pow(rain, item->c->scavenging_exponent) : 0;
  }
}

static enum sm_status advance_in(struct sm_context *ctx, struct sm_scalars *scalars, int wind,
                                 double time, double step) {
  const double round_off = 1e-6;
  double rate = 0;
  find_washout(scalars, time + 0.5 * step);
  SM_TRY(find_rate(ctx, scalars, wind, &rate));
  const double parts = ceil(rate * step - round_off);
  if (parts > most_parts) return too_many_parts(ctx, scalars, time, step, rate);
  scalars->parts = parts >= 1 ? (int)parts : 1;
  if (scalars->heat)
    sm_heated_walls_find(&scalars->walls, SM_WALLS_ALL, wind, scalars->item[0].now);
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    for (size_t i = 0; i < item->source_count; i++) {
      struct sm_scalar_source *source = &item->source[i];
      SM_TRY(sm_scalar_source_step(ctx, scalars->flow, time, step, source));
      item->emitted += source->rate * step;
    }
  }
  for (size_t m = 0; m < scalars->count; m++) make_step(scalars, &scalars->item[m], wind);
  return SM_OK;
}

enum sm_status sm_scalars_advance(struct sm_context *ctx, struct sm_scalars *scalars, int from,
                                  int to, double time, double step) {
  const int mean = 3 - from - to;
  if (scalars->count == 0) return SM_OK;
  mean_wind(scalars->flow, from, to, mean);
  /* Strang splitting (1968), second order: transport between two half steps of chemistry
   * and of decay chains */
  SM_TRY(sm_scalar_chemistry_react(ctx, scalars->chemistry, time, step, 0.5));
  sm_scalars_decay(scalars, step, 0.5, 1);
  SM_TRY(advance_in(ctx, scalars, mean, time, step));
  sm_scalars_decay(scalars, step, 0.5, 0);
  return sm_scalar_chemistry_react(ctx, scalars->chemistry, time, step, 0.5);
}

enum sm_status sm_scalars_advance_by_mass(struct sm_context *ctx, struct sm_scalars *scalars,
                                          double time, double step) {
  if (scalars->count == 0) return SM_OK;
  sm_scalars_decay(scalars, step, 0.5, 1);
  SM_TRY(advance_in(ctx, scalars, 0, time, step));
  sm_scalars_decay(scalars, step, 0.5, 0);
  return SM_OK;
}
