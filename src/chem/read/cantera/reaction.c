#include "chem/read/cantera/internal.h"

#include "chem/read/equation.h"
#include <string.h>

/* --- colliders and orders --- */

static enum sm_status read_efficiencies(struct sm_cantera_reading *g) {
  const struct sm_yaml *list = sm_yaml_get(g->node, "efficiencies");
  const struct sm_yaml *other = sm_yaml_get(g->node, "default-efficiency");
  struct sm_reaction *r = g->r;
  char help[96];
  sm_cantera_expect(g->c, list, SM_YAML_MAP, "efficiencies");
  if (list != NULL && list->kind != SM_YAML_MAP) return SM_OK;
  if (g->equation.collider == SM_COLLIDER_FALLOFF_ONE) {
    r->default_efficiency = 0;
    SM_TRY(sm_builder_set_amount(g->c->b, &r->efficiencies, g->equation.collider_species, 1));
  }
  if (other != NULL)
    (void)sm_cantera_number(g->c, other, "default-efficiency", &r->default_efficiency);
  for (const struct sm_yaml *n = list != NULL ? list->first : NULL; n != NULL; n = n->next) {
    const int32_t species = sm_builder_find_species(g->c->b, n->key);
    double efficiency;
    if (species < 0 && g->c->skip_colliders) continue;
    if (species < 0) {
      sm_builder_strict_problem(g->c->b, n->place, "unknown species '%.*s' as collider%s",
                                SM_TOKEN(n->key),
                                sm_builder_nearest(g->c->b, n->key, help, sizeof help));
    } else if (sm_cantera_number(g->c, n, "an efficiency", &efficiency)) {
      SM_TRY(sm_builder_set_amount(g->c->b, &r->efficiencies, species, efficiency));
    }
  }
  return SM_OK;
}

static double amount_of(const struct sm_amounts *list, int32_t index) {
  for (int32_t i = 0; i < list->count; i++)
    if (list->list[i].index == index) return list->list[i].amount;
  return 0;
}

/* Subtracts one molecule of a species from a side. */
static enum sm_status take_one(struct sm_mechanism_builder *b, struct sm_amounts *side,
                               int32_t species) {
  const struct sm_amounts old = *side;
  *side = (struct sm_amounts){0};
  for (int32_t i = 0; i < old.count; i++) {
    const double left = old.list[i].amount - (old.list[i].index == species ? 1 : 0);
    if (left > 0) SM_TRY(sm_builder_add_amount(b, side, old.list[i].index, left));
  }
  return SM_OK;
}

/* Collider of "type: three-body" without M in the equation: the only species on both sides. */
static enum sm_status find_collider(struct sm_cantera_reading *g) {
  struct sm_mechanism_builder *b = g->c->b;
  int32_t found = -1, several = 0;
  for (int32_t i = 0; i < g->r->reactants.count; i++)
    if (amount_of(&g->r->products, g->r->reactants.list[i].index) > 0) {
      found = g->r->reactants.list[i].index;
      several++;
    }
  if (several != 1) {
    sm_cantera_wrong(g, NULL,
                     "a reaction of type three-body needs M, or one species on both sides");
    return SM_OK;
  }
  SM_TRY(take_one(b, &g->r->reactants, found));
  SM_TRY(take_one(b, &g->r->products, found));
  g->r->default_efficiency = 0;
  g->equation.collider = SM_COLLIDER_ANY;
  return sm_builder_set_amount(b, &g->r->efficiencies, found, 1);
}

static enum sm_status read_orders(struct sm_cantera_reading *g) {
  const struct sm_yaml *list = sm_yaml_get(g->node, "orders");
  struct sm_reaction *r = g->r;
  char help[96];
  if (list == NULL) return SM_OK;
  sm_cantera_expect(g->c, list, SM_YAML_MAP, "orders");
  if (list->kind != SM_YAML_MAP) return SM_OK;
  for (int32_t i = 0; i < r->reactants.count; i++)
    SM_TRY(sm_builder_add_amount(g->c->b, &r->orders, r->reactants.list[i].index,
                                 r->reactants.list[i].amount));
  for (const struct sm_yaml *n = list->first; n != NULL; n = n->next) {
    const int32_t species = sm_builder_find_species(g->c->b, n->key);
    double order;
    if (!sm_cantera_number(g->c, n, "an order", &order)) continue;
    if (species < 0) {
      sm_builder_problem(g->c->b, n->place, "unknown species '%.*s' among the orders%s",
                         SM_TOKEN(n->key), sm_builder_nearest(g->c->b, n->key, help, sizeof help));
      continue;
    }
    if (order < 0 && !sm_cantera_flag(g->c, g->node, "negative-orders"))
      sm_cantera_wrong(g, n, "a negative order needs 'negative-orders: true'");
    if (amount_of(&r->reactants, species) == 0 &&
        !sm_cantera_flag(g->c, g->node, "nonreactant-orders"))
      sm_cantera_wrong(g, n, "the order of no reactant needs 'nonreactant-orders: true'");
    SM_TRY(sm_builder_set_amount(g->c->b, &r->orders, species, order));
  }
  return SM_OK;
}

/* --- a reaction --- */

enum kind { KIND_PLAIN, KIND_THREE_BODY, KIND_FALLOFF, KIND_ACTIVATED, KIND_PLOG, KIND_CHEBYSHEV };

static const struct {
  const char *name;
  enum kind kind;
} kinds[] = {
    {"elementary", KIND_PLAIN},
    {"Arrhenius", KIND_PLAIN},
    {"three-body", KIND_THREE_BODY},
    {"three-body-Arrhenius", KIND_THREE_BODY},
    {"falloff", KIND_FALLOFF},
    {"falloff-Lindemann", KIND_FALLOFF},
    {"falloff-Troe", KIND_FALLOFF},
    {"falloff-SRI", KIND_FALLOFF},
    {"chemically-activated", KIND_ACTIVATED},
    {"chemically-activated-Lindemann", KIND_ACTIVATED},
    {"chemically-activated-Troe", KIND_ACTIVATED},
    {"chemically-activated-SRI", KIND_ACTIVATED},
    {"pressure-dependent-Arrhenius", KIND_PLOG},
    {"Chebyshev", KIND_CHEBYSHEV},
};

static bool find_kind(struct sm_cantera_reading *g, enum kind *out) {
  const struct sm_yaml *type = sm_yaml_get(g->node, "type");
  *out = g->equation.collider == SM_COLLIDER_ANY ? KIND_THREE_BODY : KIND_PLAIN;
  if (type == NULL) return true;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (sm_token_is(type->text, kinds[k].name)) {
      if (kinds[k].kind != KIND_PLAIN) *out = kinds[k].kind;
      return true;
    }
  sm_builder_problem(g->c->b, type->place, "not supported: reactions of type %.*s",
                     SM_TOKEN(type->text));
  return false;
}

#define KEYS_OF_ALL                                                                                \
  "equation", "type", "id", "note", "units", "duplicate", "orders", "negative-orders",             \
      "nonreactant-orders", "negative-A"

/* Reports unknown keys, including keys of other reaction types. */
static void check_keys(struct sm_cantera_reading *g, enum kind kind) {
  static const char *const plain[] = {KEYS_OF_ALL, "rate-constant", "efficiencies", NULL};
  static const char *const three[] = {KEYS_OF_ALL, "rate-constant", "efficiencies",
                                      "default-efficiency", NULL};
  static const char *const falloff[] = {
      KEYS_OF_ALL, "high-P-rate-constant", "low-P-rate-constant", "Troe", "SRI",
      "Tsang",     "efficiencies",         "default-efficiency",  NULL};
  static const char *const plog[] = {KEYS_OF_ALL, "rate-constants", NULL};
  static const char *const chebyshev[] = {KEYS_OF_ALL, "temperature-range", "pressure-range",
                                          "data", NULL};
  static const struct {
    const char *what;
    const char *const *keys;
  } of[] = {[KIND_PLAIN] = {"an elementary reaction", plain},
            [KIND_THREE_BODY] = {"a three-body reaction", three},
            [KIND_FALLOFF] = {"a falloff reaction", falloff},
            [KIND_ACTIVATED] = {"a chemically activated reaction", falloff},
            [KIND_PLOG] = {"a reaction of type pressure-dependent-Arrhenius", plog},
            [KIND_CHEBYSHEV] = {"a reaction of type Chebyshev", chebyshev}};
  sm_cantera_check_keys(g->c, g->node, of[kind].what, of[kind].keys);
  if (kind >= KIND_PLOG && g->equation.collider == SM_COLLIDER_ANY)
    sm_builder_warn(g->c->b, g->r->place, "M has no part in the rate of %s: take it out",
                    of[kind].what);
}

static enum sm_status read_rate(struct sm_cantera_reading *g, enum kind kind) {
  struct sm_reaction *r = g->r;
  const struct sm_yaml *rate = sm_yaml_get(g->node, "rate-constant");
  const double order = sm_amounts_sum(r->orders.count > 0 ? &r->orders : &r->reactants);
  const bool brackets = g->equation.collider == SM_COLLIDER_FALLOFF ||
                        g->equation.collider == SM_COLLIDER_FALLOFF_ONE;
  switch (kind) {
  case KIND_PLAIN:
    if (brackets) sm_cantera_wrong(g, NULL, "(+M) needs a type: falloff or chemically-activated");
    if (sm_yaml_get(g->node, "efficiencies") != NULL)
      sm_cantera_wrong(
          g, sm_yaml_get(g->node, "efficiencies"),
          "efficiencies of colliders, but no M in the equation and no type three-body");
    (void)sm_cantera_read_arrhenius(g, rate, "rate-constant", order, &r->rate);
    return SM_OK;
  case KIND_THREE_BODY:
    if (brackets) sm_cantera_wrong(g, NULL, "a reaction of type three-body has M, not (+M)");
    r->kind = SM_RATE_THREE_BODY;
    (void)sm_cantera_read_arrhenius(g, rate, "rate-constant", order + 1, &r->rate);
    return read_efficiencies(g);
  case KIND_FALLOFF:
  case KIND_ACTIVATED:
    sm_cantera_read_falloff(g, order, kind == KIND_ACTIVATED);
    return read_efficiencies(g);
  case KIND_PLOG: return sm_cantera_read_plog(g, order);
  case KIND_CHEBYSHEV: return sm_cantera_read_chebyshev(g, order);
  }
  return SM_OK;
}

static enum sm_status set_label(struct sm_cantera_reading *g) {
  const struct sm_yaml *id = sm_yaml_get(g->node, "id");
  if (id == NULL || id->kind != SM_YAML_TEXT) return SM_OK;
  return sm_builder_copy(g->c->b, id->text, &g->r->label);
}

enum sm_status sm_cantera_reaction(struct sm_cantera *c, const struct sm_yaml *node,
                                   const struct sm_cantera_unit_system *units) {
  const struct sm_yaml *equation = sm_yaml_get(node, "equation");
  struct sm_cantera_reading g = {.c = c, .node = node};
  enum kind kind;
  bool good;
  if (equation == NULL || equation->kind != SM_YAML_TEXT) {
    sm_builder_problem(c->b, node->place, "a reaction with 'equation' is expected");
    return SM_OK;
  }
  g.system = sm_cantera_units(c, node, *units);
  g.units = sm_cantera_unit_rate_units(&g.system);
  SM_TRY(sm_equation_read(c->b, equation->place, equation->text, &g.equation, &good));
  if (!good || !find_kind(&g, &kind)) return SM_OK;
  SM_TRY(sm_builder_reaction(c->b, equation->place, &g.r));
  SM_TRY(sm_builder_copy_collapsed(c->b, equation->text, &g.r->equation));
  SM_TRY(set_label(&g));
  g.r->reactants = g.equation.reactants;
  g.r->products = g.equation.products;
  g.r->photolysis = g.equation.photolysis;
  g.r->reverse = g.equation.reversible ? SM_REVERSE_EQUILIBRIUM : SM_REVERSE_NONE;
  g.r->duplicate = sm_cantera_flag(c, node, "duplicate");
  g.r->negative_a = sm_cantera_flag(c, node, "negative-A");
  if (kind == KIND_THREE_BODY && g.equation.collider == SM_COLLIDER_NONE) SM_TRY(find_collider(&g));
  check_keys(&g, kind);
  SM_TRY(read_orders(&g));
  return read_rate(&g, kind);
}

bool sm_cantera_species_known(struct sm_cantera *c, const struct sm_yaml *node) {
  const struct sm_yaml *equation = sm_yaml_get(node, "equation");
  return equation == NULL || equation->kind != SM_YAML_TEXT ||
         sm_equation_species_known(c->b, equation->text);
}
