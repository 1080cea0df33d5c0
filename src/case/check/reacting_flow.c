#include "case/check/internal.h"

#include "simoom/chem.h"

static const struct sm_toml_node *table_of(const struct sm_check *c) {
  return sm_toml_get(c->flow, "reaction");
}

/* Reports options that exclude mechanism reduction. */
static void check_reduction(const struct sm_check *c) {
  const struct sm_case_reaction *reaction = &c->draft->c.flow.reaction;
  const enum sm_chem_method method = (enum sm_chem_method)reaction->method;
  if (reaction->reduction == 0) return;
  if (reaction->reduction_targets.count == 0)
    sm_check_report(c->r, table_of(c), "reduction", "reduction_targets = [\"CH4\", \"O2\"]",
                    "'flow.reaction.reduction_targets' is missing");
  if (reaction->splitting == SM_SPLITTING_SOURCE)
    sm_check_report(c->r, table_of(c), "splitting", "splitting = \"strang\"",
                    "'flow.reaction.splitting': transport would be a source of frozen species");
  if (method == SM_CHEM_RK4 || method == SM_CHEM_RKC2)
    sm_check_report(c->r, table_of(c), "method", "method = \"rodas4\"",
                    "'flow.reaction.method': a mechanism is reduced step by step, by auto, rkck45, "
                    "rodas3 or rodas4");
}

static void check_table(const struct sm_check *c) {
  const struct sm_case_reaction *reaction = &c->draft->c.flow.reaction;
  const struct sm_toml_node *gas = sm_toml_get(c->flow, "compressible");
  if (c->draft->c.flow.compressible.background == SM_BACKGROUND_NONE)
    sm_check_report(c->r, gas, "background", "background = \"isothermal\"",
                    "'flow.compressible.background': a reacting flow requires one");
  if (reaction->output.count > SM_FLOW_SCALARS)
    sm_check_report(c->r, table_of(c), "outputs", NULL,
                    "'flow.reaction.outputs': at most %d species", SM_FLOW_SCALARS);
}

static void check_zones(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(table_of(c), "zone");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->c.flow.reaction.zone_count && node != NULL;
       i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (!sm_toml_has(node, "mixture") && !sm_toml_has(node, "temperature") &&
        !sm_toml_has(node, "burnt"))
      sm_check_report(c->r, node, "mass_fraction", "temperature, mixture or burnt",
                      "'flow.reaction.zone' has the gas of its surroundings");
  }
}

static void check_releases(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(table_of(c), "release");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->c.flow.reaction.release_count && node != NULL;
       i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    sm_check_source(&(struct sm_source_check){
        c->r, c->root, node, c->draft, &sm_table_reaction_release,
        &c->draft->c.flow.reaction.release[i].source, c->draft->c.wind_source.duration});
  }
}

/* Boundaries of a reacting flow have no wall heat flux; other flows have no mixture. */
static void check_sides(const struct sm_check *c) {
  struct sm_toml_node *list = sm_toml_get(c->flow, "boundary");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->draft->boundary_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) return;
    const int kind = c->draft->boundary[i].kind;
    const bool wall = kind == SM_BOUNDARY_WALL || kind == SM_BOUNDARY_SLIP || kind < 0;
    if (table_of(c) != NULL && sm_toml_has(node, "heat_flux"))
      sm_check_report(c->r, node, "heat_flux", NULL,
                      "'flow.boundary.heat_flux': walls of a reacting flow are adiabatic");
    if (table_of(c) != NULL && sm_toml_has(node, "temperature") && wall)
      sm_check_report(c->r, node, "temperature", NULL,
                      "'flow.boundary.temperature': walls of a reacting flow are adiabatic");
  }
}

void sm_check_reaction(const struct sm_check *c) {
  check_sides(c);
  if (table_of(c) == NULL || table_of(c)->type != SM_TOML_TABLE) return;
  check_table(c);
  check_reduction(c);
  check_zones(c);
  check_releases(c);
}
