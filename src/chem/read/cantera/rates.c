/* Rate constants of Cantera reactions: Arrhenius, falloff, PLOG, Chebyshev. */
#include "chem/read/cantera/internal.h"

#include <math.h>
#include <string.h>

void sm_cantera_wrong(struct sm_cantera_reading *g, const struct sm_yaml *at, const char *what) {
  sm_builder_problem(g->c->b, (at != NULL ? at : g->node)->place, "%s", what);
}

/* --- rate constants --- */

/* Unit of a rate constant for the reaction order. */
static struct sm_cantera_unit rate_unit(const struct sm_cantera_reading *g, double order) {
  return (struct sm_cantera_unit){
      sm_rate_unit(&g->units, order),
      {[SM_LENGTH] = 3 * (order - 1), [SM_TIME] = -1, [SM_QUANTITY] = 1 - order}};
}

static bool read_energy(struct sm_cantera_reading *g, const struct sm_yaml *node, double *out) {
  struct sm_token rest = node->text, token;
  struct sm_cantera_unit unit;
  if (node->kind != SM_YAML_TEXT || !sm_token_next(&rest, &token) || !sm_token_number(token, out)) {
    sm_cantera_wrong(g, node, "a number is expected for Ea");
    return false;
  }
  rest = sm_token_trim(rest);
  double kelvins = g->units.energy;
  if (rest.size > 0)
    kelvins = sm_cantera_unit_read(rest, &unit) ? sm_cantera_unit_activation(&unit) : 0;
  if (kelvins == 0)
    sm_builder_problem(g->c->b, node->place, "'%.*s' is not a unit of an activation energy",
                       SM_TOKEN(rest));
  *out *= kelvins;
  return kelvins != 0;
}

/* P is for pressure-dependent (PLOG) rates */
static const char *const arrhenius_keys[] = {"A", "b", "Ea", "P", NULL};

/* Reads {A: 1, b: 2, Ea: 3} or [1, 2, 3]. */
bool sm_cantera_read_arrhenius(struct sm_cantera_reading *g, const struct sm_yaml *node,
                               const char *name, double order, struct sm_arrhenius *out) {
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

static void read_parameters(struct sm_cantera_reading *g, const struct sm_yaml *node,
                            const char *const *names, int needed, int all) {
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

static void read_broadening(struct sm_cantera_reading *g) {
  static const char *const troe_names[] = {"A", "T3", "T1", "T2"};
  static const char *const sri_names[] = {"A", "B", "C", "D", "E"};
  const struct sm_yaml *troe = sm_yaml_get(g->node, "Troe"), *sri = sm_yaml_get(g->node, "SRI");
  struct sm_falloff *f = &g->r->falloff;
  if (sm_yaml_get(g->node, "Tsang") != NULL)
    sm_cantera_wrong(g, sm_yaml_get(g->node, "Tsang"), "not supported: Tsang's form of falloff");
  if (troe != NULL && sri != NULL) sm_cantera_wrong(g, sri, "both Troe and SRI");
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

void sm_cantera_read_falloff(struct sm_cantera_reading *g, double order, bool activated) {
  const struct sm_yaml *low = sm_yaml_get(g->node, "low-P-rate-constant");
  const struct sm_yaml *high = sm_yaml_get(g->node, "high-P-rate-constant");
  g->r->kind = activated ? SM_RATE_ACTIVATED : SM_RATE_FALLOFF;
  if (g->equation.collider != SM_COLLIDER_FALLOFF &&
      g->equation.collider != SM_COLLIDER_FALLOFF_ONE)
    sm_cantera_wrong(g, NULL, "(+M) is expected on both sides of the equation");
  const double shift = activated ? -1 : 0;
  (void)sm_cantera_read_arrhenius(g, low, "low-P-rate-constant", order + 1 + shift,
                                  &g->r->falloff.low);
  (void)sm_cantera_read_arrhenius(g, high, "high-P-rate-constant", order + shift, &g->r->rate);
  read_broadening(g);
}

enum sm_status sm_cantera_read_plog(struct sm_cantera_reading *g, double order) {
  const struct sm_yaml *list = sm_yaml_get(g->node, "rate-constants");
  const struct sm_cantera_unit pressure = {g->system.pressure, {-1, 1, -2}};
  struct sm_reaction *r = g->r;
  r->kind = SM_RATE_PLOG;
  if (list == NULL || list->kind != SM_YAML_LIST || list->count == 0)
    sm_cantera_wrong(g, list, "'rate-constants' with a list of P, A, b and Ea is expected");
  for (const struct sm_yaml *n = list != NULL ? list->first : NULL; n != NULL; n = n->next) {
    struct sm_plog entry = {0};
    const struct sm_yaml *p = sm_yaml_get(n, "P");
    if (p == NULL) sm_cantera_wrong(g, n, "the pressure P is missing");
    if (!sm_cantera_value(g->c, p, "P", pressure, &entry.pressure)) continue;
    if (entry.pressure <= 0) sm_cantera_wrong(g, n, "the pressure P must be positive");
    if (!sm_cantera_read_arrhenius(g, n, "rate-constants", order, &entry.rate)) continue;
    SM_TRY(sm_builder_grow(g->c->b, &r->plog, r->plog_count, sizeof *r->plog));
    struct sm_plog *at = (struct sm_plog *)r->plog + r->plog_count++;
    for (; at > r->plog && at[-1].pressure > entry.pressure; at--) *at = at[-1];
    *at = entry;
  }
  return SM_OK;
}

/* Reads two increasing values. */
static void read_pair(struct sm_cantera_reading *g, const char *name, struct sm_cantera_unit unit,
                      double out[2]) {
  const struct sm_yaml *pair = sm_yaml_get(g->node, name);
  const bool two = pair != NULL && pair->kind == SM_YAML_LIST && pair->count == 2;
  if (!two || !sm_cantera_value(g->c, pair->first, name, unit, &out[0]) ||
      !sm_cantera_value(g->c, pair->first->next, name, unit, &out[1]) || out[0] <= 0 ||
      out[1] <= out[0])
    sm_builder_problem(g->c->b, (pair != NULL ? pair : g->node)->place,
                       "'%s' with two increasing values is expected", name);
}

enum sm_status sm_cantera_read_chebyshev(struct sm_cantera_reading *g, double order) {
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
    sm_cantera_wrong(g, data, "'data' with rows of coefficients is expected");
    return SM_OK;
  }
  p->rows = data->count;
  p->columns = row->count;
  SM_TRY(sm_arena_alloc(g->c->b->ctx, g->c->b->arena, (size_t)(p->rows * p->columns),
                        sizeof *coefficient, &coefficient));
  p->coefficient = coefficient;
  for (; row != NULL; row = row->next) {
    if (row->kind != SM_YAML_LIST || row->count != p->columns) {
      sm_cantera_wrong(g, row, "the rows of 'data' differ in length");
      return SM_OK;
    }
    for (const struct sm_yaml *v = row->first; v != NULL; v = v->next, coefficient++)
      if (!sm_cantera_number(g->c, v, "a coefficient", coefficient)) return SM_OK;
  }
  ((double *)p->coefficient)[0] += log10(sm_rate_unit(&g->units, order));
  return SM_OK;
}
