#include "case/check/internal.h"

#include "case/draft.h"
#include "case/schema/schema.h"
#include "cell/compressible/flux.h"
#include "simoom/fields.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Maximum number of output times; more indicate a typing error. */
static const double most_winds = 1e6;

/* --- keys not supported by this model --- */

static void check_solids(const struct sm_check *c) {
  const struct sm_toml_node *domain = sm_toml_get(c->root, "domain");
  const bool gas = c->draft->c.wind_source.model == SM_WIND_COMPRESSIBLE;
  if (gas && c->draft->c.domain.solids != SM_SOLIDS_STAIR)
    sm_check_report(c->r, domain, "solids", "solids = \"stair\"",
                    "'domain.solids': wind.model = \"%s\" has no cut cells", c->name);
  if (c->mac_sor && c->draft->c.domain.solids != SM_SOLIDS_STAIR)
    sm_check_report(c->r, domain, "solids", "solids = \"stair\"",
                    "'domain.solids': [flow.mac_sor] has no cut cells");
}

/* --- time --- */

static void check_step(const struct sm_check *c, const char *key, double step, double all) {
  char help[96];
  const double steps = all / step;
  if (!(steps > SM_FLOW_STEPS)) return;
  snprintf(help, sizeof help, "%s = %.3g, or a shorter wind.duration", key, all / SM_FLOW_STEPS);
  sm_check_report(
      c->r, c->flow, key, help,
      "'flow.%s' gives %.3g steps, but double precision resolves the time of %g at most", key,
      steps, SM_FLOW_STEPS);
}

static void check_times(const struct sm_check *c) {
  const struct sm_case_wind_source *source = &c->draft->c.wind_source;
  const struct sm_case_flow *flow = &c->draft->c.flow;
  const double all = source->duration + source->spin_up;
  if (isnan(source->duration))
    sm_check_report(c->r, c->wind, "duration",
                    "duration = \"30 min\" from weather.start on, as the weather has several times",
                    "'wind.duration' is missing");
  if (source->duration / source->interval > most_winds)
    sm_check_report(c->r, c->wind, "interval", NULL,
                    "'wind.interval' gives more than a million outputs");
  if (source->interval > source->duration)
    sm_check_report(c->r, c->wind, "interval", NULL,
                    "'wind.interval' is longer than 'wind.duration'");
  check_step(c, "time_step", flow->time_step, all);
  if (isfinite(flow->max_time_step)) check_step(c, "max_time_step", flow->max_time_step, all);
  if (flow->mean_from >= source->duration)
    sm_check_report(c->r, c->flow, "mean_from", NULL,
                    "'flow.mean_from' is %g s, after the end of the run", flow->mean_from);
}

/* Steady-state detection considers the wind only, not scalars and particles. */
static void check_steady(const struct sm_check *c) {
  const struct sm_case *draft = &c->draft->c;
  if (!sm_toml_has(c->flow, "steady")) return;
  if (draft->particles.present || draft->flow.scalar_count > 0)
    sm_check_report(c->r, c->flow, "steady", NULL,
                    "'flow.steady' would end the run before the transport of %s is steady",
                    draft->particles.present ? "particles" : "scalars");
}

static void check_sequencing(const struct sm_check *c) {
  bool turbulent = false;
  for (size_t i = 0; i < c->draft->boundary_count; i++)
    turbulent = turbulent || sm_boundary_is_turbulent(&c->draft->boundary[i].boundary);
  if (c->draft->c.flow.grid_sequencing > 0 && turbulent)
    sm_check_report(c->r, c->flow, "grid_sequencing", NULL,
                    "'flow.grid_sequencing': a flow with inflow turbulence is never steady");
}

/* Reports keys of the diagnostic wind, from which a flow starts only if there is weather. */
static void check_first_guess(const struct sm_check *c) {
  static const char *const keys[] = {"alpha", "stability_class", "lee", "internal_boundary_layers"};
  static const char help[] =
      "[[weather.station]]; without weather the flow starts from flow.initial";
  const struct sm_toml_node *zones = sm_toml_get(c->wind, "zones");
  if (sm_check_has_weather(c->root)) return;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (sm_toml_has(c->wind, keys[i]))
      sm_check_report(c->r, c->wind, keys[i], help, "'wind.%s' has no meaning without weather",
                      keys[i]);
  const bool is_table = zones != NULL && zones->type == SM_TOML_TABLE;
  const struct sm_toml_node *key = is_table ? zones->first : NULL;
  for (; key != NULL; key = key->next)
    if (strcmp(key->key, "roughness") != 0)
      sm_check_report(c->r, zones, key->key, help, "'wind.zones.%s' has no meaning without weather",
                      key->key);
}

/* --- schemes --- */

/* Reports roughness lengths of a scheme without a wall model, if no wind profile needs them. */
static void check_roughness(const struct sm_check *c) {
  const bool leaks = sm_toml_has(c->flow, "forward_euler") && c->draft->forward_euler_solids == 0;
  const char *scheme =
      c->mac_sor ? "[flow.mac_sor]" : "flow.forward_euler.solids = \"zero-velocity\"";
  const struct sm_toml_node *tables[] = {sm_toml_get(c->root, "roughness"),
                                         sm_toml_get(c->wind, "zones")};
  if (!(c->mac_sor || leaks) || sm_check_has_weather(c->root)) return;
  for (int i = 0; i < 2; i++)
    if (i == 0 ? tables[i] != NULL : sm_toml_has(tables[i], "roughness"))
      sm_check_report(c->r, tables[i], i == 0 ? "" : "roughness", NULL,
                      "'%s' has no meaning with %s, which has no wall model",
                      i == 0 ? "roughness" : "wind.zones.roughness", scheme);
}

/* Reports what [flow.forward_euler] does not support: subgrid-scale models; with "zero-velocity",
 * wall models, and scalars beside solids, through which air leaks but no scalar, so that mass
 * fractions would grow. */
static void check_forward_euler(const struct sm_check *c) {
  const struct sm_toml_node *subgrid = sm_toml_get(c->flow, "subgrid");
  if (!sm_toml_has(c->flow, "forward_euler")) return;
  if (subgrid != NULL && strcmp(subgrid->text, "none") != 0)
    sm_check_report(c->r, c->flow, "subgrid", NULL,
                    "'flow.subgrid' has no meaning with [flow.forward_euler]");
  if (sm_toml_has(c->flow, "walls") && c->draft->forward_euler_solids == 0)
    sm_check_report(c->r, c->flow, "walls", "flow.forward_euler.solids = \"no-flux\"",
                    "'flow.walls' requires flow.forward_euler.solids = \"no-flux\": with "
                    "\"zero-velocity\" there is no wall model");
  if (sm_toml_has(c->flow, "scalar") && c->draft->forward_euler_solids == 0)
    sm_check_report(c->r, c->flow, "scalar", "flow.forward_euler.solids = \"no-flux\"",
                    "'flow.scalar' requires flow.forward_euler.solids = \"no-flux\": with "
                    "\"zero-velocity\" air leaks through solids");
}

/* Reports schemes that [flow.mac_sor] does not support. */
static void check_mac_sor(const struct sm_check *c) {
  const struct sm_case_flow *flow = &c->draft->c.flow;
  const bool advection = flow->advection != SM_ADVECTION_DONOR_CELL;
  if (c->mac_sor && sm_toml_has(c->flow, "subgrid") && flow->subgrid != SM_SUBGRID_NONE)
    sm_check_report(c->r, c->flow, "subgrid", NULL,
                    "'flow.subgrid' has no meaning with [flow.mac_sor]");
  if (c->mac_sor && sm_toml_has(c->flow, "advection") && advection)
    sm_check_report(c->r, c->flow, "advection", NULL,
                    "'flow.advection' has no meaning with [flow.mac_sor]");
  if (sm_toml_has(c->flow, "gamma") && !c->mac_sor && advection)
    sm_check_report(c->r, c->flow, "gamma", "advection = \"donor-cell\"",
                    "'flow.gamma' requires advection = \"donor-cell\"");
}

static void check_background(const struct sm_check *c) {
  const struct sm_toml_node *gas = sm_toml_get(c->flow, "compressible");
  const struct sm_case_compressible *air = &c->draft->c.flow.compressible;
  const bool stratified = air->background == SM_BACKGROUND_STRATIFIED;
  if (stratified && !sm_toml_has(gas, "stability"))
    sm_check_report(
        c->r, gas, "background", "stability = 0.01",
        "'flow.compressible.background' = \"stratified\" requires 'flow.compressible.stability'");
  if (stratified && air->gravity <= 0)
    sm_check_report(c->r, gas, "gravity", NULL,
                    "'flow.compressible.gravity' must be above 0 with background = \"stratified\"");
}

/* Cells crossed by sound per second, summed over the axes, in the lowest layer of the
 * background. */
static double crossed_by_sound(const struct sm_case *c) {
  const struct sm_case_domain *domain = &c->domain;
  const double given = c->flow.compressible.temperature;
  const double warm = isnan(given) ? c->weather.temperature : given;
  double rate = 0;
  for (int d = 0; d < 3; d++) {
    const double length = d == 2 ? domain->height : domain->size[d] + 2 * domain->margin;
    if (length < 1.5 * domain->cell_size[d]) continue; /* single cell: uniform along d */
    rate += sqrt(SM_AIR_GAMMA * SM_AIR_GAS_CONSTANT * warm) / domain->cell_size[d];
  }
  return rate;
}

/* Reports a time step above the acoustic stability limit; the wind adds to it only at run time. */
static void check_compressible_step(const struct sm_check *c) {
  const struct sm_case_flow *flow = &c->draft->c.flow;
  const struct sm_case_compressible *gas = &flow->compressible;
  const double near = 1.01; /* margin: air half a layer higher may be colder */
  char help[64];
  if (c->draft->c.wind_source.model != SM_WIND_COMPRESSIBLE || isnan(flow->time_step)) return;
  if (sm_expression_given(&gas->density) || sm_expression_given(&gas->potential) ||
      sm_expression_given(&gas->initial_pressure))
    return;
  const double stable = sm_courant_limit(sm_toml_has(c->flow, "forward_euler") ? SM_INTEGRATOR_EULER
                                                                               : gas->integrator);
  const double crossed = flow->time_step * crossed_by_sound(&c->draft->c);
  if (!(crossed > near * stable)) return;
  snprintf(help, sizeof help, "time_step = %.3g, or courant", flow->time_step * stable / crossed);
  sm_check_report(c->r, c->flow, "time_step", help,
                  "'flow.time_step': the acoustic CFL number %.3g is above the stability limit %g",
                  crossed, stable);
}

/* --- forces --- */

static void check_forces(const struct sm_check *c) {
  const struct sm_case_flow *flow = &c->draft->c.flow;
  const struct sm_case_domain *domain = &c->draft->c.domain;
  const bool placed = sm_check_crs(c->root, c->draft) != SM_CRS_LOCAL || !isnan(domain->latitude);
  if (sm_toml_has(c->flow, "walls") && flow->walls == SM_WALL_SMOOTH && flow->viscosity == 0)
    sm_check_report(c->r, c->flow, "walls", NULL,
                    "'flow.walls': \"smooth\" walls require a 'flow.viscosity' above 0");
  if (sm_toml_has(c->flow, "geostrophic") && sm_toml_has(c->flow, "coriolis") &&
      flow->coriolis == 0)
    sm_check_report(c->r, c->flow, "coriolis", "coriolis = 1e-4, or \"latitude\"",
                    "'flow.geostrophic' requires a nonzero Coriolis parameter");
  if (isnan(flow->coriolis) && !placed)
    sm_check_report(c->r, c->flow, "coriolis",
                    "latitude and longitude in [domain], or a crs; or coriolis = 1e-4",
                    "'flow.coriolis': no latitude with the crs \"local\" of the domain");
  if (flow->sponge >= domain->height)
    sm_check_report(c->r, c->flow, "sponge", NULL,
                    "'flow.sponge' is not less than the height of the domain, %g m",
                    domain->height);
}

/* --- places --- */

static void check_probes(const struct sm_check *c) {
  if (c->draft->c.flow.probe_coordinates != (int)SM_COORDINATES_DOMAIN &&
      sm_check_crs(c->root, c->draft) == SM_CRS_LOCAL)
    sm_check_report(c->r, c->flow, "probe_coordinates", "give [domain] a crs and a center",
                    "map coordinates, but the crs of the domain is \"local\"");
}

static void check_bodies(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(c->flow, "body");
  struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->c.flow.body_count && node != NULL; i++, node = node->next) {
    const struct sm_case_flow_body *body = &c->draft->c.flow.body[i];
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    bool empty = false;
    for (int d = 0; d < 3; d++) empty = empty || body->to[d] <= body->from[d];
    if (empty)
      sm_check_report(c->r, node, "to", NULL,
                      "'flow.body.to': every coordinate must be above that of 'from'");
  }
}

/* --- scalars --- */

/* Names of scalars must differ from those of other fields of a flow. */
static void check_scalar(const struct sm_check *c, struct sm_toml_node *node, size_t index,
                         double duration) {
  const struct sm_case_scalar *scalar = &c->draft->c.flow.scalar[index];
  if (sm_field_find(scalar->name) < SM_FIELD_COUNT)
    sm_check_report(c->r, node, "name", NULL,
                    "'flow.scalar.name': \"%s\" is the name of another output", scalar->name);
  struct sm_toml_node *list = sm_toml_get(node, "source");
  const struct sm_toml_node *source = sm_toml_element(list, 0);
  for (size_t i = 0; i < scalar->source_count && source != NULL; i++, source = source->next) {
    if (source->type != SM_TOML_TABLE) return; /* reported while reading */
    sm_check_source(&(struct sm_source_check){
        c->r, c->root, source, c->draft, &sm_table_scalar_source, &scalar->source[i], duration});
  }
}

void sm_check_scalars(const struct sm_check *c, double duration) {
  struct sm_toml_node *list = sm_toml_get(c->flow, "scalar");
  struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->c.flow.scalar_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (i == SM_FLOW_SCALARS) {
      sm_check_report(c->r, node, "", NULL, "'flow.scalar': at most %d scalars", SM_FLOW_SCALARS);
      return;
    }
    check_scalar(c, node, i, duration);
  }
}

void sm_check_flow(const struct sm_check *c) {
  check_solids(c);
  check_times(c);
  check_first_guess(c);
  sm_check_flow_boundaries(c);
  if (c->flow == NULL || c->flow->type != SM_TOML_TABLE) return;
  check_background(c);
  check_compressible_step(c);
  check_steady(c);
  check_sequencing(c);
  check_mac_sor(c);
  check_roughness(c);
  check_forward_euler(c);
  check_forces(c);
  check_probes(c);
  check_bodies(c);
  sm_check_scalars(c, c->draft->c.wind_source.duration);
  sm_check_chemistry(c->r, c->flow, &c->draft->c.flow);
  sm_check_reaction(c);
}
