/* Writer of Cantera YAML mechanisms. */
#include "chem/read/elements.h"
#include "chem/read/equation.h"
#include "chem/write/internal.h"
#include <ctype.h>
#include <string.h>

/* --- values --- */

static bool holds_only(const char *string, const char *signs) {
  for (; *string != '\0'; string++)
    if (!isalnum((unsigned char)*string) && strchr(signs, *string) == NULL) return false;
  return true;
}

static void add_quoted(struct sm_text *text, const char *string) {
  sm_text_add_bytes(text, "'", 1);
  for (const char *c = string; *c != '\0'; c++)
    sm_text_add_bytes(text, *c == '\'' ? "''" : c, *c == '\'' ? 2 : 1);
  sm_text_add_bytes(text, "'", 1);
}

/* Writes a name, in quotes where YAML could misread it. */
static void add_name(struct sm_text *text, const char *name) {
  static const char *const words[] = {"n", "y", "no", "yes", "on", "off", "true", "false", "null"};
  bool plain = isalpha((unsigned char)name[0]) && holds_only(name, "_()+-*");
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    if (sm_token_is(sm_token_of(name), words[w])) plain = false;
  if (plain) {
    sm_text_add(text, "%s", name);
  } else {
    add_quoted(text, name);
  }
}

/* Writes species amounts: "{H2: 2, O2: 1}". */
static void add_amounts(struct sm_mechanism_writer *w, const struct sm_amounts *amounts) {
  for (int32_t i = 0; i < amounts->count; i++) {
    sm_text_add(&w->text, i == 0 ? "{" : ", ");
    add_name(&w->text, w->m->species[amounts->list[i].index].name);
    sm_text_add(&w->text, ": ");
    sm_writer_number(&w->text, amounts->list[i].amount);
  }
  sm_text_add(&w->text, amounts->count == 0 ? "{}" : "}");
}

static void add_list(struct sm_text *text, const double *value, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    sm_text_add(text, i == 0 ? "[" : ", ");
    sm_writer_number(text, value[i]);
  }
  sm_text_add(text, "]");
}

/* --- elements and species --- */

static bool has_own_weight(const struct sm_element *e) {
  const struct sm_known_element *known = sm_element_find(sm_token_of(e->name));
  return known == NULL || known->weight != e->weight;
}

static void add_elements(struct sm_mechanism_writer *w) {
  bool first = true;
  for (int32_t e = 0; e < w->m->element_count; e++) {
    const struct sm_element *element = &w->m->elements[e];
    if (!has_own_weight(element)) continue;
    if (first) sm_text_add(&w->text, "\nelements:\n");
    first = false;
    sm_text_add(&w->text, "- {symbol: ");
    add_name(&w->text, element->name);
    sm_text_add(&w->text, ", atomic-weight: ");
    sm_writer_number(&w->text, element->weight);
    sm_text_add(&w->text, "}\n");
  }
}

static void add_thermo(struct sm_mechanism_writer *w, const struct sm_thermo *t) {
  bool seven = t->range_count <= 2;
  for (int32_t r = 0; r < t->range_count; r++)
    seven = seven && t->ranges[r].a[0] == 0 && t->ranges[r].a[1] == 0;
  sm_text_add(&w->text,
              "  thermo:\n    model: %s\n    reference-pressure: ", seven ? "NASA7" : "NASA9");
  sm_writer_number(&w->text, t->pressure);
  sm_text_add(&w->text, "\n    temperature-ranges: [");
  for (int32_t r = 0; r < t->range_count; r++) {
    sm_writer_number(&w->text, t->ranges[r].low);
    sm_text_add(&w->text, ", ");
  }
  sm_writer_number(&w->text, t->ranges[t->range_count - 1].high);
  sm_text_add(&w->text, "]\n    data:\n");
  for (int32_t r = 0; r < t->range_count; r++) {
    sm_text_add(&w->text, "    - ");
    add_list(&w->text, t->ranges[r].a + (seven ? 2 : 0), seven ? 7 : 9);
    sm_text_add(&w->text, "\n");
  }
}

static void add_transport(struct sm_mechanism_writer *w, const struct sm_transport_data *d) {
  static const char *const geometries[] = {"atom", "linear", "nonlinear"};
  const struct {
    const char *name;
    double value;
  } entries[] = {{"well-depth", d->well_depth},
                 {"diameter", d->diameter / SM_ANGSTROM},
                 {"dipole", d->dipole / SM_DEBYE},
                 {"polarizability", d->polarizability / (SM_ANGSTROM * SM_ANGSTROM * SM_ANGSTROM)},
                 {"rotational-relaxation", d->rotational_relaxation}};
  sm_text_add(&w->text, "  transport:\n    model: gas\n    geometry: %s\n",
              geometries[d->geometry]);
  for (size_t e = 0; e < sizeof entries / sizeof *entries; e++) {
    if (entries[e].value == 0) continue;
    sm_text_add(&w->text, "    %s: ", entries[e].name);
    sm_writer_number(&w->text, entries[e].value);
    sm_text_add(&w->text, "\n");
  }
}

static void add_species(struct sm_mechanism_writer *w, const struct sm_species *s) {
  sm_text_add(&w->text, "- name: ");
  add_name(&w->text, s->name);
  sm_text_add(&w->text, "\n  composition: {");
  for (int32_t e = 0; e < s->elements.count; e++) {
    sm_text_add(&w->text, e == 0 ? "" : ", ");
    add_name(&w->text, w->m->elements[s->elements.list[e].index].name);
    sm_text_add(&w->text, ": ");
    sm_writer_number(&w->text, s->elements.list[e].amount);
  }
  sm_text_add(&w->text, "}\n");
  if (s->thermo.form != SM_THERMO_NONE) add_thermo(w, &s->thermo);
  if (s->transport != NULL) add_transport(w, s->transport);
}

/* --- reactions --- */

static void add_side(const struct sm_mechanism_writer *w, struct sm_text *text,
                     const struct sm_amounts *side, const char *collider) {
  for (int32_t i = 0; i < side->count; i++) {
    if (i > 0) sm_text_add(text, " + ");
    if (side->list[i].amount != 1) {
      sm_writer_number(text, side->list[i].amount);
      sm_text_add(text, " ");
    }
    sm_text_add(text, "%s", w->m->species[side->list[i].index].name);
  }
  sm_text_add(text, "%s", collider);
}

static void add_arrhenius(struct sm_mechanism_writer *w, const struct sm_arrhenius *k) {
  sm_text_add(&w->text, "A: ");
  sm_writer_number(&w->text, k->a);
  sm_text_add(&w->text, ", b: ");
  sm_writer_number(&w->text, k->b);
  sm_text_add(&w->text, ", Ea: ");
  sm_writer_number(&w->text, k->e);
  sm_text_add(&w->text, "}\n");
}

static void add_rate(struct sm_mechanism_writer *w, const char *name,
                     const struct sm_arrhenius *k) {
  sm_text_add(&w->text, "  %s: {", name);
  add_arrhenius(w, k);
}

static void add_broadening(struct sm_mechanism_writer *w, const struct sm_falloff *f) {
  static const char *const troe[] = {"A", "T3", "T1", "T2"};
  static const char *const sri[] = {"A", "B", "C", "D", "E"};
  const int32_t count = f->form == SM_SRI ? 5 : f->count;
  if (f->form == SM_LINDEMANN) return;
  sm_text_add(&w->text, f->form == SM_TROE ? "  Troe: {" : "  SRI: {");
  for (int32_t i = 0; i < count; i++) {
    sm_text_add(&w->text, "%s%s: ", i == 0 ? "" : ", ", f->form == SM_TROE ? troe[i] : sri[i]);
    sm_writer_number(&w->text, f->parameters[i]);
  }
  sm_text_add(&w->text, "}\n");
}

static void add_plog(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  sm_text_add(&w->text, "  type: pressure-dependent-Arrhenius\n  rate-constants:\n");
  for (int32_t i = 0; i < r->plog_count; i++) {
    sm_text_add(&w->text, "  - {P: ");
    sm_writer_number(&w->text, r->plog[i].pressure);
    sm_text_add(&w->text, ", ");
    add_arrhenius(w, &r->plog[i].rate);
  }
}

static void add_chebyshev(struct sm_mechanism_writer *w, const struct sm_chebyshev *p) {
  sm_text_add(&w->text, "  type: Chebyshev\n  temperature-range: ");
  add_list(&w->text, p->temperature, 2);
  sm_text_add(&w->text, "\n  pressure-range: ");
  add_list(&w->text, p->pressure, 2);
  sm_text_add(&w->text, "\n  data:\n");
  for (int32_t row = 0; row < p->rows; row++) {
    sm_text_add(&w->text, "  - ");
    add_list(&w->text, p->coefficient + row * p->columns, p->columns);
    sm_text_add(&w->text, "\n");
  }
}

static void add_efficiencies(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  if (r->efficiencies.count > 0) {
    sm_text_add(&w->text, "  efficiencies: ");
    add_amounts(w, &r->efficiencies);
    sm_text_add(&w->text, "\n");
  }
  if (r->default_efficiency == 1) return;
  sm_text_add(&w->text, "  default-efficiency: ");
  sm_writer_number(&w->text, r->default_efficiency);
  sm_text_add(&w->text, "\n");
}

static void add_kind(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  const bool activated = r->kind == SM_RATE_ACTIVATED;
  switch (r->kind) {
  case SM_RATE_THREE_BODY:
    sm_text_add(&w->text, "  type: three-body\n");
    add_rate(w, "rate-constant", &r->rate);
    add_efficiencies(w, r);
    break;
  case SM_RATE_FALLOFF:
  case SM_RATE_ACTIVATED:
    sm_text_add(&w->text, "  type: %s\n", activated ? "chemically-activated" : "falloff");
    add_rate(w, "low-P-rate-constant", &r->falloff.low);
    add_rate(w, "high-P-rate-constant", &r->rate);
    add_broadening(w, &r->falloff);
    add_efficiencies(w, r);
    break;
  case SM_RATE_PLOG: add_plog(w, r); break;
  case SM_RATE_CHEBYSHEV: add_chebyshev(w, &r->chebyshev); break;
  default: add_rate(w, "rate-constant", &r->rate); break;
  }
}

static void add_orders(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  bool negative = false, other = false;
  if (r->orders.count == 0) return;
  sm_text_add(&w->text, "  orders: ");
  add_amounts(w, &r->orders);
  sm_text_add(&w->text, "\n");
  for (int32_t i = 0; i < r->orders.count; i++) {
    negative = negative || r->orders.list[i].amount < 0;
    other = other || sm_writer_amount_of(&r->reactants, r->orders.list[i].index) == 0;
  }
  if (negative) sm_text_add(&w->text, "  negative-orders: true\n");
  if (other) sm_text_add(&w->text, "  nonreactant-orders: true\n");
}

static void add_equation(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  const bool falloff = r->kind == SM_RATE_FALLOFF || r->kind == SM_RATE_ACTIVATED;
  const char *collider = r->kind == SM_RATE_THREE_BODY ? " + M" : falloff ? " (+M)" : "";
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  add_side(w, &text, &r->reactants, collider);
  sm_text_add(&text, r->reverse == SM_REVERSE_EQUILIBRIUM ? " <=> " : " => ");
  add_side(w, &text, &r->products, collider);
  const char *equation = sm_text_string(&text);
  sm_text_add(&w->text, "- equation: ");
  if (isalnum((unsigned char)equation[0]) && holds_only(equation, "_()+-* .<=>")) {
    sm_text_add(&w->text, "%s", equation);
  } else {
    add_quoted(&w->text, equation);
  }
  sm_text_add(&w->text, "\n");
  w->text.failed = w->text.failed || text.failed;
}

static void add_reaction(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  add_equation(w, r);
  if (r->label != NULL) {
    sm_text_add(&w->text, "  id: ");
    add_name(&w->text, r->label);
    sm_text_add(&w->text, "\n");
  }
  if (r->duplicate) sm_text_add(&w->text, "  duplicate: true\n");
  add_kind(w, r);
  if (r->negative_a) sm_text_add(&w->text, "  negative-A: true\n");
  add_orders(w, r);
}

/* Writes an explicit reverse rate as a separate reaction. */
static void add_reverse(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  struct sm_reaction back = *r;
  back.reactants = r->products;
  back.products = r->reactants;
  back.orders = r->reverse_orders;
  back.rate = r->reverse_rate;
  back.reverse = SM_REVERSE_NONE;
  back.label = NULL;
  back.negative_a = r->reverse_rate.a < 0;
  if (r->kind != SM_RATE_THREE_BODY) back.kind = SM_RATE_ELEMENTARY;
  add_reaction(w, &back);
}

static void add_phase(struct sm_mechanism_writer *w) {
  sm_text_add(&w->text, "units: {length: m, time: s, quantity: kmol, activation-energy: K}\n\n"
                        "phases:\n- name: gas\n  thermo: ideal-gas\n  elements: [");
  for (int32_t e = 0; e < w->m->element_count; e++) {
    sm_text_add(&w->text, e == 0 ? "" : ", ");
    add_name(&w->text, w->m->elements[e].name);
  }
  sm_text_add(&w->text, "]\n  species: [");
  for (int32_t s = 0; s < w->m->species_count; s++) {
    sm_text_add(&w->text, s == 0 ? "" : s % 10 == 0 ? ",\n    " : ", ");
    add_name(&w->text, w->m->species[s].name);
  }
  sm_text_add(&w->text, "]\n  kinetics: gas\n%s",
              w->m->reaction_count == 0 ? "  reactions: none\n" : "  reactions: all\n");
}

static enum sm_status check(struct sm_context *ctx, const struct sm_mechanism *m) {
  static const char *const form = "Cantera's form";
  SM_TRY(sm_writer_check(ctx, m, form));
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    if (r->reverse_orders.count > 0 && r->reverse == SM_REVERSE_EQUILIBRIUM)
      return sm_writer_refuse(ctx, r, form, "orders of the reverse reaction");
  }
  return SM_OK;
}

enum sm_status sm_mechanism_write_yaml(struct sm_context *ctx, const struct sm_mechanism *m,
                                       const char *path) {
  struct sm_mechanism_writer w = {.m = m};
  SM_TRY(check(ctx, m));
  add_phase(&w);
  add_elements(&w);
  sm_text_add(&w.text, "\nspecies:\n");
  for (int32_t s = 0; s < m->species_count; s++) add_species(&w, &m->species[s]);
  if (m->reaction_count > 0) sm_text_add(&w.text, "\nreactions:\n");
  for (int32_t r = 0; r < m->reaction_count; r++) {
    add_reaction(&w, &m->reactions[r]);
    if (m->reactions[r].reverse == SM_REVERSE_GIVEN) add_reverse(&w, &m->reactions[r]);
  }
  return sm_writer_finish(ctx, &w.text, path);
}
