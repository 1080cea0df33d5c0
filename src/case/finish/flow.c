/* Completion of the flow settings of a case. */
#include "case/draft.h"
#include "case/toml/toml.h"
#include "chem/read/elements.h"
#include "simoom/mechanism.h"
#include <math.h>
#include <string.h>

/* Default boundary condition on a side of the domain; nest: winds come from a coarser run, which
 * knows that at the top too. */
static struct sm_case_boundary default_boundary(enum sm_side side, bool nest) {
  static const struct sm_case_expression none = {.number = (double)NAN};
  return (struct sm_case_boundary){.kind = side == SM_BOTTOM         ? SM_BOUNDARY_WALL
                                           : side == SM_TOP && !nest ? SM_BOUNDARY_SLIP
                                                                     : SM_BOUNDARY_WEATHER,
                                   .velocity = {none, none, none},
                                   .roughness = (double)NAN,
                                   .temperature = none,
                                   .turbulence = none,
                                   .stress = {none, none, none, none, none, none},
                                   .length = {none, none, none},
                                   .recycle = (double)NAN};
}

/* Whether the weather is of a single time: no readings at times, no files. */
static bool is_of_one_time(const struct sm_toml_node *weather) {
  const struct sm_toml_node *station = sm_toml_element(sm_toml_get(weather, "station"), 0);
  if (station == NULL || sm_toml_has(weather, "model") || sm_toml_has(weather, "nest"))
    return false;
  for (; station != NULL; station = station->next) {
    const struct sm_toml_node *reading = sm_toml_element(sm_toml_get(station, "readings"), 0);
    if (sm_toml_has(station, "file")) return false;
    for (; reading != NULL; reading = reading->next)
      if (reading->type == SM_TOML_TABLE && sm_toml_has(reading, "time")) return false;
  }
  return true;
}

/* A large-eddy simulation of a case of the diagnostic wind: 10 minutes for eddies to fill the
 * domain, then means over 20 minutes. */
void sm_flow_default_times(struct sm_case_reader *r, const struct sm_toml_node *root,
                           struct sm_case_draft *draft) {
  const double all = 1800, filled = 600; /* s */
  const struct sm_toml_node *flow = sm_toml_get(root, "flow");
  struct sm_case *c = &draft->c;
  if (c->wind_source.model != SM_WIND_INCOMPRESSIBLE || sm_toml_has(flow, "mac_sor")) return;
  const bool given = sm_toml_has(sm_toml_get(root, "wind"), "duration");
  if (c->flow.inflow_turbulence < 0)
    c->flow.inflow_turbulence = given ? SM_INFLOW_STEADY : SM_INFLOW_SURFACE_LAYER;
  if (given || !is_of_one_time(sm_toml_get(root, "weather"))) return;
  c->wind_source.duration = all;
  if (isnan(c->flow.mean_from)) c->flow.mean_from = filled;
  sm_info(r->ctx, "no 'wind.duration': %g s of large eddies, means from %g s on%s", all,
          c->flow.mean_from,
          c->flow.inflow_turbulence == SM_INFLOW_SURFACE_LAYER
              ? ", with the turbulence of a surface layer at the inflow"
              : "");
}

/* Sides that follow the weather and have no turbulence of their own. */
static void default_turbulence(struct sm_case_flow *flow) {
  for (int s = 0; s < SM_BOTTOM; s++) {
    struct sm_case_boundary *side = &flow->boundary[s];
    side->surface_layer = flow->inflow_turbulence == SM_INFLOW_SURFACE_LAYER &&
                          sm_boundary_follows_weather(side) && !sm_boundary_is_turbulent(side) &&
                          !sm_expression_given(&side->turbulence);
  }
}

void sm_flow_find_boundaries(const struct sm_case_draft *draft, bool mac_sor,
                             struct sm_case_boundary side[SM_SIDES]) {
  const enum sm_wall_drag law = mac_sor ? SM_WALL_NO_SLIP : SM_WALL_ROUGH;
  for (int s = 0; s < SM_SIDES; s++) {
    struct sm_case_boundary *to = &side[s];
    *to = default_boundary((enum sm_side)s, draft->c.weather.nest.files.count > 0);
    to->law = law;
    for (size_t i = 0; i < draft->boundary_count; i++) {
      const struct sm_draft_boundary *from = &draft->boundary[i];
      if (!from->at[s]) continue;
      const enum sm_boundary_kind kind = to->kind;
      *to = from->boundary;
      to->kind = from->kind < 0 ? kind : (enum sm_boundary_kind)from->kind;
      to->law = from->law < 0 ? law : (enum sm_wall_drag)from->law;
    }
  }
}

static void finish_compressible(const struct sm_toml_node *flow, struct sm_case_draft *draft) {
  struct sm_case_compressible *gas = &draft->c.flow.compressible;
  if (isnan(gas->temperature)) gas->temperature = draft->c.weather.temperature;
  gas->gravity_work = true;
  if (!sm_toml_has(flow, "forward_euler")) return;
  gas->flux = SM_FLUX_KURGANOV_CONSERVED;
  gas->integrator = SM_INTEGRATOR_EULER;
  gas->background = SM_BACKGROUND_NONE;
  gas->gravity_work = draft->forward_euler_work;
  gas->zero_in_solids = draft->forward_euler_solids == 0;
  draft->c.flow.subgrid = SM_SUBGRID_NONE;
}

/* Converts mole fractions to kg/m3. */
static void finish_background(const struct sm_case_flow *flow, struct sm_case_scalar *scalar) {
  const struct sm_case_chemistry *c = &flow->chemistry;
  const double temperature = isnan(c->temperature) ? flow->reference : c->temperature;
  const double weight =
      isnan(scalar->molar_mass) ? sm_molar_mass(scalar->name) : scalar->molar_mass;
  scalar->pure = weight * c->pressure / (SM_GAS_CONSTANT * temperature);
  if (isnan(scalar->background)) return;
  scalar->inflow = scalar->background * scalar->pure;
  scalar->initial = (struct sm_case_expression){scalar->inflow, NULL, scalar->name, scalar->line};
}

/* Completes `count` structs of `stride` bytes that start with a source. A rate without start covers
 * the whole run, including spin_up. */
static enum sm_status finish_sources(struct sm_case_reader *r, struct sm_toml_node *list,
                                     void *first, size_t stride, size_t count) {
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < count; i++, node = node->next) {
    struct sm_case_source *source = (void *)((char *)first + i * stride);
    SM_TRY(sm_finish_source(r, NULL, node, i, -HUGE_VAL, source));
  }
  return SM_OK;
}

static enum sm_status finish_scalars(struct sm_case_reader *r, const struct sm_toml_node *table,
                                     struct sm_case_flow *flow) {
  struct sm_toml_node *node = sm_toml_element(sm_toml_get(table, "scalar"), 0);
  for (size_t i = 0; i < flow->scalar_count; i++, node = node->next) {
    struct sm_case_scalar *scalar = &flow->scalar[i];
    finish_background(flow, scalar);
    scalar->daughter = -1;
    for (size_t m = 0; m < flow->scalar_count && scalar->daughter_name[0] != '\0'; m++)
      if (strcmp(flow->scalar[m].name, scalar->daughter_name) == 0) scalar->daughter = (int)m;
    SM_TRY(finish_sources(r, sm_toml_get(node, "source"), scalar->source, sizeof *scalar->source,
                          scalar->source_count));
  }
  return SM_OK;
}

enum sm_status sm_finish_flow(struct sm_case_reader *r, const struct sm_toml_node *root,
                              struct sm_case_draft *draft) {
  const struct sm_toml_node *table = sm_toml_get(root, "flow");
  struct sm_case_wind_source *source = &draft->c.wind_source;
  struct sm_case_flow *flow = &draft->c.flow;
  flow->mac_sor = sm_toml_has(table, "mac_sor");
  flow->heat = sm_toml_has(table, "heat");
  if (sm_wind_is_flow(source->model) && isnan(source->interval))
    source->interval = source->duration;
  if (flow->mac_sor) {
    flow->advection = SM_ADVECTION_DONOR_CELL;
    flow->subgrid = SM_SUBGRID_NONE;
    flow->courant = draft->mac_sor_tau;
  }
  if (!isnan(flow->time_step)) flow->courant = (double)NAN;
  if (isnan(flow->reference)) flow->reference = draft->c.weather.temperature;
  if (isnan(flow->expansion)) flow->expansion = 1 / flow->reference;
  sm_flow_find_boundaries(draft, flow->mac_sor, flow->boundary);
  default_turbulence(flow);
  if ((int)flow->walls < 0) flow->walls = flow->boundary[SM_BOTTOM].law;
  finish_compressible(table, draft);
  SM_TRY(finish_scalars(r, table, flow));
  struct sm_case_reaction *reaction = &flow->reaction;
  return finish_sources(r, sm_toml_get(sm_toml_get(table, "reaction"), "release"),
                        reaction->release, sizeof *reaction->release, reaction->release_count);
}
