#include "chem/read/cantera/internal.h"

#include "chem/read/equation.h"
#include <math.h>
#include <string.h>

/* State of the reader for one reaction. */
struct reading {
  struct sm_cantera *c;
  const struct sm_yaml *node;
  struct sm_rate_units units;
  struct sm_cantera_unit_system system;
  struct sm_equation equation;
  struct sm_reaction *r;
};

static void wrong(struct reading *g, const struct sm_yaml *at, const char *what) {
  sm_builder_problem(g->c->b, (at != NULL ? at : g->node)->place, "%s", what);
}

/* --- rate constants --- */

/* Unit of a rate constant for the reaction order. */
static struct sm_cantera_unit rate_unit(const struct reading *g, double order) {
  return (struct sm_cantera_unit){
      sm_rate_unit(&g->units, order),
      {[SM_LENGTH] = 3 * (order - 1), [SM_TIME] = -1, [SM_QUANTITY] = 1 - order}};
}

static bool read_energy(struct reading *g, const struct sm_yaml *node, double *out) {
  struct sm_token rest = node->text, token;
  struct sm_cantera_unit unit;
  if (node->kind != SM_YAML_TEXT || !sm_token_next(&rest, &token) || !sm_token_number(token, out)) {
    wrong(g, node, "a number is expected for Ea");
    return false;
  }
  rest = sm_token_trim(rest);
  double kelvins = g->units.energy;
  if (rest.size > 0)
    kelvins = sm_cantera_unit_read(rest, &unit) ? sm_cantera_unit_activation(&unit) : 0;
  if (kelvins == 0)
    sm_builder_problem(g->c->b, node->place, "'%.*s' is no unit of an activation energy",
                       SM_TOKEN(rest));
  *out *= kelvins;
  return kelvins != 0;
}

/* P is for pressure-dependent (PLOG) rates */
static const char *const arrhenius_keys[] = {"A", "b", "Ea", "P", NULL};

/* Reads {A: 1, b: 2, Ea: 3} or [1, 2, 3]. */
static bool read_arrhenius(struct reading *g, const struct sm_yaml *node, const char *name,
                           double order, struct sm_arrhenius *out) {
  const struct sm_yaml *a = sm_yaml_get(node, "A"), *b = sm_yaml_get(node, "b"),
                       *e = sm_yaml_get(node, "Ea");
  *out = (struct sm_arrhenius){0};
  if (node != NULL && node->kind == SM_YAML_LIST && node->count == 3) {
    a = node->first;
    b = a->next;
    e = b->next;
  }
  if (node == NULL || a == NULL) {
    sm_builder_problem(g->c->b, (node != NULL ? node : g->node)->place,
                       "'%s' with A, b and Ea is expected", name);
    return false;
  }
  if (b == NULL || e == NULL) {
    sm_builder_problem(g->c->b, node->place,
                       "'%s' is missing beside A: write 0 if the rate has no such term",
                       b == NULL ? "b" : "Ea");
    return false;
  }
  if (node->kind == SM_YAML_MAP)
    sm_cantera_check_keys(g->c, node, "a rate constant", arrhenius_keys);
  bool good = sm_cantera_value(g->c, a, "A", rate_unit(g, order), &out->a);
  good = sm_cantera_number(g->c, b, "b", &out->b) && good;
  good = read_energy(g, e, &out->e) && good;
  return good;
}

/* --- broadening --- */

static void read_parameters(struct reading *g, const struct sm_yaml *node, const char *const *names,
                            int needed, int all) {
  static const struct sm_cantera_unit kelvin = {1, {0, 0, 0, 1}};
  struct sm_falloff *f = &g->r->falloff;
  static const char *const troe[] = {"A", "T3", "T1", "T2", NULL};
  static const char *const sri[] = {"A", "B", "C", "D", "E", NULL};
  sm_cantera_check_keys(g->c, node, f->form == SM_TROE ? "Troe" : "SRI",
                        f->form == SM_TROE ? troe : sri);
  for (int i = 0; i < all; i++) {
    const struct sm_yaml *n = sm_yaml_get(node, names[i]);
    if (n == NULL && i < needed)
      sm_builder_problem(g->c->b, node->place, "%s is missing among the parameters", names[i]);
    if (n == NULL) break;
    const bool temperature = f->form == SM_TROE ? i > 0 : i == 1 || i == 2;
    if (temperature ? sm_cantera_value(g->c, n, names[i], kelvin, &f->parameters[i])
                    : sm_cantera_number(g->c, n, names[i], &f->parameters[i]))
      f->count = i + 1;
  }
}

static void read_broadening(struct reading *g) {
  static const char *const troe_names[] = {"A", "T3", "T1", "T2"};
  static const char *const sri_names[] = {"A", "B", "C", "D", "E"};
  const struct sm_yaml *troe = sm_yaml_get(g->node, "Troe"), *sri = sm_yaml_get(g->node, "SRI");
  struct sm_falloff *f = &g->r->falloff;
  if (sm_yaml_get(g->node, "Tsang") != NULL)
    wrong(g, sm_yaml_get(g->node, "Tsang"), "not supported: Tsang's form of falloff");
  if (troe != NULL && sri != NULL) wrong(g, sri, "both Troe and SRI");
  if (troe != NULL) {
    f->form = SM_TROE;
    read_parameters(g, troe, troe_names, 3, 4);
    if (f->count == 4 && f->parameters[3] == 0) f->count = 3; /* no such term */
  } else if (sri != NULL) {
    f->form = SM_SRI;
    f->parameters[3] = 1;
    read_parameters(g, sri, sri_names, 3, 5);
  }
}

/* --- kinds of rates --- */

static void read_falloff(struct reading *g, double order, bool activated) {
  const struct sm_yaml *low = sm_yaml_get(g->node, "low-P-rate-constant");
  const struct sm_yaml *high = sm_yaml_get(g->node, "high-P-rate-constant");
  g->r->kind = activated ? SM_RATE_ACTIVATED : SM_RATE_FALLOFF;
  if (g->equation.collider != SM_COLLIDER_FALLOFF &&
      g->equation.collider != SM_COLLIDER_FALLOFF_ONE)
    wrong(g, NULL, "(+M) is expected on both sides of the equation");
  const double shift = activated ? -1 : 0;
  (void)read_arrhenius(g, low, "low-P-rate-constant", order + 1 + shift, &g->r->falloff.low);
  (void)read_arrhenius(g, high, "high-P-rate-constant", order + shift, &g->r->rate);
  read_broadening(g);
}

static enum sm_status read_plog(struct reading *g, double order) {
  const struct sm_yaml *list = sm_yaml_get(g->node, "rate-constants");
  const struct sm_cantera_unit pressure = {g->system.pressure, {-1, 1, -2}};
  struct sm_reaction *r = g->r;
  r->kind = SM_RATE_PLOG;
  if (list == NULL || list->kind != SM_YAML_LIST || list->count == 0)
    wrong(g, list, "'rate-constants' with a list of P, A, b and Ea is expected");
  for (const struct sm_yaml *n = list != NULL ? list->first : NULL; n != NULL; n = n->next) {
    struct sm_plog entry = {0};
    const struct sm_yaml *p = sm_yaml_get(n, "P");
    if (p == NULL) wrong(g, n, "the pressure P is missing");
    if (!sm_cantera_value(g->c, p, "P", pressure, &entry.pressure)) continue;
    if (entry.pressure <= 0) wrong(g, n, "the pressure P must be positive");
    if (!read_arrhenius(g, n, "rate-constants", order, &entry.rate)) continue;
    SM_TRY(sm_builder_grow(g->c->b, &r->plog, r->plog_count, sizeof *r->plog));
    struct sm_plog *at = (struct sm_plog *)r->plog + r->plog_count++;
    for (; at > r->plog && at[-1].pressure > entry.pressure; at--) *at = at[-1];
    *at = entry;
  }
  return SM_OK;
}

/* Reads two increasing values. */
static void read_pair(struct reading *g, const char *name, struct sm_cantera_unit unit,
                      double out[2]) {
  const struct sm_yaml *pair = sm_yaml_get(g->node, name);
  const bool two = pair != NULL && pair->kind == SM_YAML_LIST && pair->count == 2;
  if (!two || !sm_cantera_value(g->c, pair->first, name, unit, &out[0]) ||
      !sm_cantera_value(g->c, pair->first->next, name, unit, &out[1]) || out[0] <= 0 ||
      out[1] <= out[0])
    sm_builder_problem(g->c->b, (pair != NULL ? pair : g->node)->place,
                       "'%s' with two values that rise is expected", name);
}

static enum sm_status read_chebyshev(struct reading *g, double order) {
  const struct sm_yaml *data = sm_yaml_get(g->node, "data");
  struct sm_chebyshev *p = &g->r->chebyshev;
  double *coefficient = NULL;
  g->r->kind = SM_RATE_CHEBYSHEV;
  read_pair(g, "temperature-range", (struct sm_cantera_unit){1, {0, 0, 0, 1}}, p->temperature);
  read_pair(g, "pressure-range", (struct sm_cantera_unit){g->system.pressure, {-1, 1, -2}},
            p->pressure);
  const struct sm_yaml *row = data != NULL && data->kind == SM_YAML_LIST ? data->first : NULL;
  if (row == NULL || row->count == 0 || row->kind != SM_YAML_LIST || data->count > 64 ||
      row->count > 64) {
    wrong(g, data, "'data' with rows of coefficients is expected");
    return SM_OK;
  }
  p->rows = data->count;
  p->columns = row->count;
  SM_TRY(sm_arena_alloc(g->c->b->ctx, g->c->b->arena, (size_t)(p->rows * p->columns),
                        sizeof *coefficient, &coefficient));
  p->coefficient = coefficient;
  for (; row != NULL; row = row->next) {
    if (row->kind != SM_YAML_LIST || row->count != p->columns) {
      wrong(g, row, "the rows of 'data' differ in length");
      return SM_OK;
    }
    for (const struct sm_yaml *v = row->first; v != NULL; v = v->next, coefficient++)
      if (!sm_cantera_number(g->c, v, "a coefficient", coefficient)) return SM_OK;
  }
  ((double *)p->coefficient)[0] += log10(sm_rate_unit(&g->units, order));
  return SM_OK;
}

/* --- colliders and orders --- */

static enum sm_status read_efficiencies(struct reading *g) {
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
static enum sm_status find_collider(struct reading *g) {
  struct sm_mechanism_builder *b = g->c->b;
  int32_t found = -1, several = 0;
  for (int32_t i = 0; i < g->r->reactants.count; i++)
    if (amount_of(&g->r->products, g->r->reactants.list[i].index) > 0) {
      found = g->r->reactants.list[i].index;
      several++;
    }
  if (several != 1) {
    wrong(g, NULL, "a reaction of type three-body needs M, or one species on both sides");
    return SM_OK;
  }
  SM_TRY(take_one(b, &g->r->reactants, found));
  SM_TRY(take_one(b, &g->r->products, found));
  g->r->default_efficiency = 0;
  g->equation.collider = SM_COLLIDER_ANY;
  return sm_builder_set_amount(b, &g->r->efficiencies, found, 1);
}

static enum sm_status read_orders(struct reading *g) {
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
      wrong(g, n, "a negative order needs 'negative-orders: true'");
    if (amount_of(&r->reactants, species) == 0 &&
        !sm_cantera_flag(g->c, g->node, "nonreactant-orders"))
      wrong(g, n, "the order of no reactant needs 'nonreactant-orders: true'");
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

static bool find_kind(struct reading *g, enum kind *out) {
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
static void check_keys(struct reading *g, enum kind kind) {
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

static enum sm_status read_rate(struct reading *g, enum kind kind) {
  struct sm_reaction *r = g->r;
  const struct sm_yaml *rate = sm_yaml_get(g->node, "rate-constant");
  const double order = sm_amounts_sum(r->orders.count > 0 ? &r->orders : &r->reactants);
  const bool brackets = g->equation.collider == SM_COLLIDER_FALLOFF ||
                        g->equation.collider == SM_COLLIDER_FALLOFF_ONE;
  switch (kind) {
  case KIND_PLAIN:
    if (brackets) wrong(g, NULL, "(+M) needs a type: falloff or chemically-activated");
    if (sm_yaml_get(g->node, "efficiencies") != NULL)
      wrong(g, sm_yaml_get(g->node, "efficiencies"),
            "efficiencies of colliders, but no M in the equation and no type three-body");
    (void)read_arrhenius(g, rate, "rate-constant", order, &r->rate);
    return SM_OK;
  case KIND_THREE_BODY:
    if (brackets) wrong(g, NULL, "a reaction of type three-body has M, not (+M)");
    r->kind = SM_RATE_THREE_BODY;
    (void)read_arrhenius(g, rate, "rate-constant", order + 1, &r->rate);
    return read_efficiencies(g);
  case KIND_FALLOFF:
  case KIND_ACTIVATED: read_falloff(g, order, kind == KIND_ACTIVATED); return read_efficiencies(g);
  case KIND_PLOG: return read_plog(g, order);
  case KIND_CHEBYSHEV: return read_chebyshev(g, order);
  }
  return SM_OK;
}

static enum sm_status set_label(struct reading *g) {
  const struct sm_yaml *id = sm_yaml_get(g->node, "id");
  if (id == NULL || id->kind != SM_YAML_TEXT) return SM_OK;
  return sm_builder_copy(g->c->b, id->text, &g->r->label);
}

enum sm_status sm_cantera_reaction(struct sm_cantera *c, const struct sm_yaml *node,
                                   const struct sm_cantera_unit_system *units) {
  const struct sm_yaml *equation = sm_yaml_get(node, "equation");
  struct reading g = {.c = c, .node = node};
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
