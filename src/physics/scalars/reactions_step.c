/* Step of the reactions of the scalars of a flow, and what is told of cells that fail. */
#include "physics/scalars/chemistry.h"

#include "cell/compressible/flux.h"
#include "physics/flow/share.h"
#include <math.h>
#include <stdio.h>

/* Species k, or the air temperature, as values of the list. */
static struct sm_reactant reactant_of(const struct sm_reactions *r, int32_t k, double *values) {
  const struct sm_scalars *scalars = r->scalars;
  const bool fixed = r->of[k] < 0;
  struct sm_reactant out = {.cell = r->on_cell + r->begin,
                            .count = r->own,
                            .value = values + k * r->own,
                            .weight = fixed ? 1 : r->weight[k],
                            .offset = fixed ? r->fixed[k] : 0};
  if (!fixed) out.now = scalars->item[r->of[k]].now;
  return out;
}
static struct sm_reactant warmth_of(const struct sm_reactions *r, double *values, double offset) {
  return (struct sm_reactant){.cell = r->on_cell + r->begin,
                              .count = r->own,
                              .now = r->scalars->item[0].now,
                              .value = values,
                              .weight = 1,
                              .offset = offset,
                              .least = -(double)INFINITY};
}

static void take(const struct sm_reactions *r, const struct sm_reactant *list) {
  struct sm_device *device = r->scalars->flow->device;
  const struct sm_box box = sm_csr_box(r->own);
  if (r->own > 0) device->backend->reactant_gather(device, &box, list);
}

static void give(const struct sm_reactions *r, const struct sm_reactant *list, int32_t item) {
  struct sm_device *device = r->scalars->flow->device;
  const struct sm_box box = sm_csr_box(r->own);
  const struct sm_scalar *scalar = &r->scalars->item[item];
  if (r->own > 0) device->backend->reactant_scatter(device, &box, list);
  sm_scalar_ghosts(r->scalars, scalar, scalar->now);
}

static void take_all(const struct sm_reactions *r, double *values) {
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    const struct sm_reactant list = reactant_of(r, k, values);
    take(r, &list);
  }
}

static void give_all(const struct sm_reactions *r) {
  for (int32_t k = 0; k < r->mechanism->species_count; k++) {
    const struct sm_reactant list = reactant_of(r, k, r->concentrations);
    if (r->of[k] >= 0) give(r, &list, r->of[k]);
  }
}

/* Heats the air, at reference density, by a fraction of the heat of reaction, including that of
 * fixed species. */
static void add_heat(const struct sm_reactions *r, double share, double *warm) {
  struct sm_device *device = r->scalars->flow->device;
  const double per_heat = (1 - 1 / SM_AIR_GAMMA) * r->air.temperature / r->c->pressure;
  const struct sm_reactant_heat args = {.thermo = r->thermo,
                                        .species = r->mechanism->species_count,
                                        .count = r->own,
                                        .temperature = r->temperature,
                                        .before = r->before,
                                        .now = r->concentrations,
                                        .per_heat = share * per_heat,
                                        .warm = warm};
  const struct sm_box box = sm_csr_box(r->own);
  if (r->own > 0) device->backend->reactant_heat(device, &box, &args);
}

static const char *given(const char *path) { return path[0] != '\0' ? path : NULL; }

/* Value of a cell that is in the list of this process, or index < 0: of another one. */
static enum sm_status value_of(struct sm_context *ctx, const struct sm_reactions *r,
                               const double *values, int64_t index, double *out) {
  const struct sm_flow *flow = r->scalars->flow;
  double own = 0;
  if (index >= 0) SM_TRY(sm_device_download(ctx, flow->device, &own, values + index, sizeof own));
  *out = sm_flow_sum(flow, own);
  return SM_OK;
}

/* Stores the state of the first failed cell, before the step; whole: its place in the list. */
static enum sm_status keep_first(struct sm_context *ctx, struct sm_reactions *r, int64_t whole,
                                 double time, double dt) {
  const int64_t index = whole >= r->begin && whole < r->begin + r->own ? whole - r->begin : -1;
  const int32_t species = r->mechanism->species_count;
  double sum = 0, temperature, water;
  SM_TRY(value_of(ctx, r, r->temperature, index, &temperature));
  SM_TRY(value_of(ctx, r, r->water, index, &water));
  for (int32_t k = 0; k < species; k++) {
    SM_TRY(value_of(ctx, r, r->concentrations + k * r->own, index, &r->fractions[k]));
    sum += r->fractions[k];
  }
  for (int32_t k = 0; k < species; k++) r->fractions[k] = sum > 0 ? r->fractions[k] / sum : 0;
  r->first = (struct sm_chem_cell){.mechanism = r->c->mechanism,
                                   .thermo = given(r->c->thermo),
                                   .photolysis = given(r->c->photolysis),
                                   .temperature = temperature,
                                   .pressure = r->c->pressure,
                                   .dt = dt,
                                   .concentration = sum,
                                   .species_count = species,
                                   .species = r->names,
                                   .fractions = r->fractions,
                                   .mode = SM_CHEM_ISOTHERMAL,
                                   .rtol = r->c->rtol,
                                   .atol = SM_REACTIONS_LEAST_SHARE,
                                   .sun = r->c->sun,
                                   .zenith = r->c->zenith,
                                   .water = water,
                                   .placed = true,
                                   .time = time};
  sm_flow_cell_at(r->scalars->flow, r->cell[whole], r->scalars->c->domain.margin, r->first.cell,
                  r->first.position);
  return SM_OK;
}

const struct sm_chem_cell *sm_reactions_failed(const struct sm_reactions *r) {
  return r->failed > 0 ? &r->first : NULL;
}

static enum sm_status failed(struct sm_context *ctx, struct sm_reactions *r,
                             const struct sm_chem_report *report, double time, double dt) {
  const struct sm_chem_cell *c = &r->first;
  const struct sm_flow *flow = r->scalars->flow;
  const bool first = r->failed == 0, any = report->failed > 0;
  const long long count = (long long)sm_flow_sum(flow, (double)report->failed);
  const double whole =
      -sm_flow_largest(flow, any ? -(double)(r->begin + report->first_failed) : -HUGE_VAL);
  if (first) SM_TRY(keep_first(ctx, r, (int64_t)whole, time, dt));
  r->failed += count;
  char text[320];
  snprintf(text, sizeof text,
           "the chemistry of %lld cells could not be integrated at %.6g s, the first %lld, %lld, "
           "%lld at %.6g, %.6g, %.6g m and %.4g K",
           count, time, (long long)c->cell[0], (long long)c->cell[1], (long long)c->cell[2],
           c->position[0], c->position[1], c->position[2], c->temperature);
  if (!r->c->goes_on)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: %s\nhelp: another flow.chemistry.rtol, shorter steps "
                   "(flow.max_time_step), or on_failure = \"continue\"",
                   text);
  if (first) sm_warn(ctx, "warning: %s; they stay as they are, here and later", text);
  return SM_OK;
}

static enum sm_status advance(struct sm_context *ctx, struct sm_reactions *r, double time,
                              double dt) {
  const struct sm_flow *flow = r->scalars->flow;
  struct sm_chem_report report = {.failed = 0};
  struct sm_chem_integrator integrator = r->integrator;
  const struct sm_chem_cells cells = {.count = r->own,
                                      .temperature = r->temperature,
                                      .concentrations = r->concentrations,
                                      .pressure = r->pressure,
                                      .sun = r->sun,
                                      .zenith = r->zenith,
                                      .water = r->water};
  const struct sm_chem_options options = sm_reactions_options(r);
  if (integrator.first != NULL) integrator.first += r->begin;
  const enum sm_status status =
      r->own > 0 ? sm_chem_integrator_advance(ctx, &integrator, &cells, dt, &options, &report)
                 : SM_OK;
  SM_TRY(sm_flow_agree(ctx, flow, status));
  return sm_flow_sum(flow, (double)report.failed) > 0 ? failed(ctx, r, &report, time, dt) : SM_OK;
}

/* The cells of this process. With heat of reaction by the midpoint rule: integrated again at the
 * midpoint temperature. */
enum sm_status sm_reactions_react(struct sm_context *ctx, struct sm_reactions *r, double time,
                                  double dt) {
  const bool heat = r->before != NULL;
  const struct sm_box rows = sm_flow_cells(r->scalars->flow);
  r->begin = r->row[rows.lo[1]];
  r->own = r->row[rows.hi[1]] - r->begin;
  const struct sm_reactant air = warmth_of(r, r->warm, 0);
  const struct sm_reactant own = warmth_of(r, r->temperature, r->air.temperature);
  if (r->count == 0) return SM_OK;
  if (r->air.warm) take(r, &own);
  take_all(r, r->concentrations);
  if (heat) {
    take(r, &air);
    take_all(r, r->before);
    SM_TRY(advance(ctx, r, time, dt));
    add_heat(r, 0.5, r->temperature);
    take_all(r, r->concentrations);
  }
  SM_TRY(advance(ctx, r, time, dt));
  if (heat) {
    add_heat(r, 1, r->warm);
    give(r, &air, 0);
  }
  give_all(r);
  return SM_OK;
}
