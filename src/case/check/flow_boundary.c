#include "case/check/internal.h"

#include "case/draft.h"
#include "case/flow.h"
#include <math.h>
#include <string.h>

static const char *side_name(int side) {
  return sm_schema_find_key(&sm_table_boundary, "at")->words[side];
}

static const char *kind_name(enum sm_boundary_kind kind) {
  return sm_schema_find_key(&sm_table_boundary, "kind")->words[kind];
}

/* Boundaries are numbered in pairs, low and high, in the order of the axes. */
static int opposite(int side) { return side ^ 1; }

/* --- the boundary of a table --- */

static void check_at(const struct sm_check *c, const struct sm_toml_node *node, size_t index) {
  const struct sm_draft_boundary *side = &c->draft->boundary[index];
  bool any = false;
  for (int s = 0; s < SM_SIDES; s++) {
    any = any || side->at[s];
    for (size_t i = 0; i < index && side->at[s]; i++)
      if (c->draft->boundary[i].at[s])
        sm_check_report(c->r, node, "at", NULL,
                        "'flow.boundary.at': the %s boundary is already set in line %d",
                        side_name(s), c->draft->boundary[i].boundary.line);
  }
  const struct sm_toml_node *at = sm_toml_get(node, "at");
  if (!any && at != NULL && at->type == SM_TOML_ARRAY && at->count == 0)
    sm_check_report(c->r, node, "at", "at = [\"west\", \"east\"]", "'flow.boundary.at' is empty");
}

/* --- keys of certain boundary kinds only --- */

#define BIT(kind) (1u << SM_BOUNDARY_##kind)

static const struct {
  const char *key;
  unsigned kinds;
} keys_of_kinds[] = {
    {"wall", BIT(WALL)},
    {"velocity", BIT(WALL) | BIT(INFLOW)},
    {"roughness", BIT(WALL)},
    {"temperature", BIT(WALL) | BIT(SLIP) | BIT(INFLOW) | BIT(OUTFLOW)},
    {"heat_flux", BIT(WALL) | BIT(SLIP)},
    {"turbulence", BIT(INFLOW) | BIT(WEATHER)},
    {"reynolds_stress", BIT(INFLOW) | BIT(WEATHER)},
    {"turbulence_length", BIT(INFLOW) | BIT(WEATHER)},
    {"recycle", BIT(INFLOW) | BIT(WEATHER)},
    {"mixture", BIT(INFLOW) | BIT(WEATHER) | BIT(OUTFLOW)},
};

/* Only in the compressible model does an outflow have properties of inflowing air. */
static bool has_meaning(unsigned kinds, enum sm_boundary_kind kind, bool gas) {
  return (kinds >> kind & 1u) != 0 && (gas || kind != SM_BOUNDARY_OUTFLOW);
}

static void check_keys(const struct sm_check *c, const struct sm_toml_node *node, int s) {
  const struct sm_case_boundary *side = &c->side[s];
  const bool gas = c->draft->c.wind_source.model == SM_WIND_COMPRESSIBLE;
  const bool bare = c->draft->c.flow.compressible.background == SM_BACKGROUND_NONE;
  for (size_t i = 0; i < sizeof keys_of_kinds / sizeof *keys_of_kinds; i++) {
    const char *key = keys_of_kinds[i].key;
    if (sm_toml_has(node, key) && !has_meaning(keys_of_kinds[i].kinds, side->kind, gas))
      sm_check_report(c->r, node, key, NULL,
                      "'flow.boundary.%s' has no meaning at the %s boundary of kind \"%s\"", key,
                      side_name(s), kind_name(side->kind));
  }
  for (int i = 0; i < 2; i++) {
    const char *key = i == 0 ? "temperature" : "heat_flux";
    if (sm_toml_has(node, key) && !gas && !sm_toml_has(c->flow, "heat"))
      sm_check_report(c->r, node, key, "[flow.heat] switches it on",
                      "'flow.boundary.%s' requires [flow.heat]", key);
  }
  if (sm_toml_has(node, "temperature") && gas && bare)
    sm_check_report(c->r, node, "temperature", "heat_flux of a wall; or another background",
                    "'flow.boundary.temperature' is potential, which has no meaning without a "
                    "'flow.compressible.background'");
}

/* --- walls and inflow --- */

/* Reports keys of a wall model where [flow.forward_euler] has none. */
static void check_wall_model(const struct sm_check *c, const struct sm_toml_node *node) {
  static const char *const keys[] = {"wall", "roughness"};
  if (!sm_toml_has(c->flow, "forward_euler") || c->draft->forward_euler_solids != 0) return;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (sm_toml_has(node, keys[i]))
      sm_check_report(c->r, node, keys[i], "flow.forward_euler.solids = \"no-flux\"",
                      "'flow.boundary.%s' requires flow.forward_euler.solids = \"no-flux\": with "
                      "\"zero-velocity\" there is no wall model",
                      keys[i]);
}

static void check_wall(const struct sm_check *c, const struct sm_toml_node *node, int s) {
  const struct sm_case_boundary *side = &c->side[s];
  const struct sm_case_expression *across = &side->velocity[s / 2];
  if (side->kind != SM_BOUNDARY_WALL) return;
  check_wall_model(c, node);
  if (sm_expression_given(across) && across->number != 0)
    sm_check_report(c->r, node, "velocity", "0 for the component across the wall",
                    "'flow.boundary.velocity': the velocity of the %s wall must be tangential, but "
                    "its %c component is not 0",
                    side_name(s), "uvw"[s / 2]);
  if (sm_toml_has(node, "roughness") && side->law != SM_WALL_ROUGH)
    sm_check_report(c->r, node, "roughness", "wall = \"rough\"",
                    "'flow.boundary.roughness' requires wall = \"rough\"");
  if (c->mac_sor && side->law != SM_WALL_NO_SLIP)
    sm_check_report(c->r, node, "wall", "wall = \"no-slip\", or kind = \"slip\"",
                    "'flow.boundary.wall': [flow.mac_sor] has no-slip walls only");
  if (c->draft->c.wind_source.model == SM_WIND_COMPRESSIBLE && sm_toml_has(node, "velocity"))
    sm_check_report(
        c->r, node, "velocity", NULL,
        "'flow.boundary.velocity': walls of wind.model = \"compressible\" have no velocity");
  if (side->law == SM_WALL_SMOOTH && c->draft->c.flow.viscosity == 0)
    sm_check_report(c->r, node, "wall", NULL,
                    "'flow.boundary.wall': a \"smooth\" wall requires a 'flow.viscosity' above 0");
}

/* Prescribed inward velocity at a boundary, m/s; NAN: not known before the run. */
static double inwards(const struct sm_check *c, int s) {
  const double across = c->side[s].velocity[s / 2].number;
  return s % 2 == 0 ? across : -across;
}

/* Whether any boundary with a prescribed velocity has inflow, as far as known. */
static bool some_flows_in(const struct sm_check *c) {
  for (int s = 0; s < SM_SIDES; s++)
    if (c->side[s].kind == SM_BOUNDARY_INFLOW && !(inwards(c, s) <= 0)) return true;
  return false;
}

static void check_inflow(const struct sm_check *c, const struct sm_toml_node *node, int s) {
  const struct sm_case_boundary *side = &c->side[s];
  const struct sm_case_expression *across = &side->velocity[s / 2];
  if (side->kind != SM_BOUNDARY_INFLOW) return;
  if (!sm_toml_has(node, "velocity") && !sm_check_has_weather(c->root))
    sm_check_report(c->r, node, "kind", "velocity = [u, v, w], or a [[weather.station]]",
                    "'flow.boundary': no inflow velocity at the %s boundary", side_name(s));
  if (inwards(c, s) <= 0 && !some_flows_in(c))
    sm_check_report(c->r, node, "velocity", "kind = \"outflow\" for air that leaves",
                    "'flow.boundary.velocity': with %c = %g m/s there is no inflow at the %s "
                    "boundary, nor at another",
                    "uvw"[s / 2], across -> number, side_name(s));
}

static void check_turbulence(const struct sm_check *c, const struct sm_toml_node *node, int s) {
  static const int order[3] = {0, 1, 2};
  const struct sm_case_boundary *side = &c->side[s];
  double stress[SM_STRESSES], root[3][3];
  bool known = sm_expression_given(&side->stress[0]);
  if (sm_toml_has(node, "turbulence_length") && !sm_toml_has(node, "turbulence") &&
      !sm_toml_has(node, "reynolds_stress"))
    sm_check_report(c->r, node, "turbulence_length", NULL,
                    "'flow.boundary.turbulence_length' requires 'turbulence' or 'reynolds_stress'");
  for (int m = 0; m < SM_STRESSES; m++) {
    stress[m] = side->stress[m].number;
    known = known && !isnan(stress[m]);
  }
  char what[SM_REYNOLDS_TEXT];
  if (!known || sm_reynolds_cholesky(stress, order, root))
    return; /* depends on time or position during the run */
  sm_reynolds_explain(stress, what);
  sm_check_report(c->r, node, "reynolds_stress", NULL, "'flow.boundary.reynolds_stress': %s", what);
}

/* Domain length normal to a boundary, m, if the case gives it; else NAN. */
static double length_across(const struct sm_case_domain *d, int s) {
  return s / 2 == 2 ? d->height : d->size[s / 2] + 2 * d->margin;
}

static void check_recycle(const struct sm_check *c, const struct sm_toml_node *node, int s) {
  const double length = length_across(&c->draft->c.domain, s);
  if (c->side[s].recycle >= length)
    sm_check_report(
        c->r, node, "recycle", NULL,
        "'flow.boundary.recycle': %g m from the %s boundary is outside the domain, %g m long there",
        c->side[s].recycle, side_name(s), length);
}

static void check_side(const struct sm_check *c, const struct sm_toml_node *node, int s) {
  check_keys(c, node, s);
  check_wall(c, node, s);
  check_inflow(c, node, s);
  check_turbulence(c, node, s);
  check_recycle(c, node, s);
}

/* --- all boundaries together --- */

/* Table that sets the kind of a boundary; [flow] without such a table. */
static const struct sm_toml_node *table_of(const struct sm_check *c, int s) {
  struct sm_toml_node *list = sm_toml_get(c->flow, "boundary");
  const struct sm_toml_node *node = sm_toml_element(list, 0), *found = NULL;
  for (size_t i = 0; i < c->draft->boundary_count && node != NULL; i++, node = node->next)
    if (c->draft->boundary[i].at[s]) found = node;
  return found != NULL ? found : c->flow != NULL ? c->flow : sm_toml_get(c->root, "wind");
}

static void check_pairs(const struct sm_check *c) {
  for (int s = 0; s < SM_SIDES; s++) {
    const struct sm_case_boundary *other = &c->side[opposite(s)];
    if (c->side[s].kind == SM_BOUNDARY_PERIODIC && other->kind != SM_BOUNDARY_PERIODIC)
      sm_check_report(
          c->r, table_of(c, s), "kind", "at = [\"west\", \"east\"] names both sides",
          "'flow.boundary': the %s boundary is \"periodic\", but the %s boundary is \"%s\"",
          side_name(s), side_name(opposite(s)), kind_name(other->kind));
  }
}

static void check_weather_sides(const struct sm_check *c) {
  const bool weather = sm_check_has_weather(c->root);
  bool said = false;
  for (int s = 0; s < SM_SIDES; s++) {
    if (c->side[s].kind != SM_BOUNDARY_WEATHER) continue;
    if (s == SM_BOTTOM) {
      sm_check_report(c->r, table_of(c, s), "kind", "kind = \"wall\" or \"slip\"",
                      "'flow.boundary.kind': the bottom cannot be of kind \"weather\"");
    } else if ((c->mac_sor || !weather) && !said) {
      said = true; /* report once: four boundaries have this kind by default */
      sm_check_report(
          c->r, table_of(c, s), "kind",
          c->mac_sor ? "[[flow.boundary]] with at and kind for every side"
                     : "[[weather.station]], or [[flow.boundary]] with at and kind",
          c->mac_sor ? "the %s boundary is of kind \"weather\", which [flow.mac_sor] does not have"
                     : "the %s boundary is of kind \"weather\", but the case has no weather",
          side_name(s));
    }
  }
}

/* Below real terrain there is no air, so that the bottom must be a wall. */
static void check_bottom(const struct sm_check *c) {
  const struct sm_toml_node *terrain = sm_toml_get(c->root, "terrain");
  const enum sm_boundary_kind kind = c->side[SM_BOTTOM].kind;
  const bool open =
      kind == SM_BOUNDARY_PERIODIC || kind == SM_BOUNDARY_INFLOW || kind == SM_BOUNDARY_OUTFLOW;
  if (open && (sm_toml_has(terrain, "file") || sm_toml_has(terrain, "files")))
    sm_check_report(c->r, table_of(c, SM_BOTTOM), "kind", "kind = \"wall\" or \"slip\"",
                    "'flow.boundary.kind': below terrain the bottom cannot be of kind \"%s\"",
                    kind_name(kind));
}

void sm_check_flow_boundaries(const struct sm_check *given) {
  struct sm_check c = *given;
  const struct sm_case_draft *draft = c.draft;
  struct sm_toml_node *list = sm_toml_get(c.flow, "boundary");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < draft->boundary_count && node != NULL; i++, node = node->next)
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
  sm_flow_find_boundaries(draft, c.mac_sor, c.side);
  node = sm_toml_element(list, 0);
  for (size_t i = 0; i < draft->boundary_count && node != NULL; i++, node = node->next) {
    check_at(&c, node, i);
    const int before = c.r->report->count; /* one of several boundaries is reported */
    for (int s = 0; s < SM_SIDES && c.r->report->count == before; s++)
      if (draft->boundary[i].at[s]) check_side(&c, node, s);
  }
  check_pairs(&c);
  check_weather_sides(&c);
  check_bottom(&c);
}
