/* chem/write/chemkin.c - writer of
 * CHEMKIN mechanisms, with separate data
 * files. */
#include "chem/write/internal.h"

#include "base/context.h"
#include "chem/read/elements.h"
#include "chem/read/equation.h"
#include "chem/read/tokens.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Default units of CHEMKIN: cm3, mol, s, cal. */
static const struct sm_rate_units units = {1e3, 1, 1e3 * SM_CALORIE / SM_GAS_CONSTANT};

enum { WIDTH = 78 }; /* line width of lists */

/* --- what it has no words for --- */

/* True for an amount that needs an exponent (1e-5H2), which the format lacks. */
static bool has_exponent(const struct sm_amounts *side) {
  bool found = false;
  for (int32_t i = 0; i < side->count; i++) {
    struct sm_text text = {0};
    sm_writer_number(&text, side->list[i].amount);
    found = found || text.failed || strchr(sm_text_string(&text), 'e') != NULL;
    sm_text_free(&text);
  }
  return found;
}

static enum sm_status check(struct sm_context *ctx, const struct sm_mechanism *m) {
  SM_TRY(sm_writer_check(ctx, m, SM_CHEMKIN_FORM));
  SM_TRY(sm_chemkin_write_check(ctx, m));
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    if (r->rate.a < 0 && !r->duplicate)
      return sm_writer_refuse(ctx, r, SM_CHEMKIN_FORM, "an A below 0 of no duplicate");
    if (has_exponent(&r->reactants) || has_exponent(&r->products))
      return sm_writer_refuse(ctx, r, SM_CHEMKIN_FORM, "amounts that small or large");
  }
  return SM_OK;
}

/* --- elements and species --- */

static void add_names(struct sm_mechanism_writer *w) {
  sm_text_add(&w->text, "ELEMENTS\n");
  for (int32_t e = 0; e < w->m->element_count; e++) {
    const struct sm_element *element = &w->m->elements[e];
    const struct sm_known_element *known = sm_element_find(sm_token_of(element->name));
    sm_text_add(&w->text, "%s", element->name);
    if (known == NULL || known->weight != element->weight) {
      sm_text_add(&w->text, "/");
      sm_writer_number(&w->text, element->weight);
      sm_text_add(&w->text, "/");
    }
    sm_text_add(&w->text, "\n");
  }
  sm_text_add(&w->text, "END\nSPECIES\n");
  for (int32_t i = 0; i < w->m->species_count; i++)
    sm_text_add(&w->text, "%-16s%s", w->m->species[i].name,
                i % 4 == 3 || i == w->m->species_count - 1 ? "\n" : " ");
  sm_text_add(&w->text, "END\n");
}

/* --- reactions --- */

static bool in_brackets(const struct sm_reaction *r) {
  return r->kind == SM_RATE_FALLOFF || r->kind == SM_RATE_ACTIVATED;
}

/* The only collider, (+H2O); -1 when there are others. */
static int32_t one_collider(const struct sm_reaction *r) {
  const bool one = r->default_efficiency == 0 && r->efficiencies.count == 1 &&
                   r->efficiencies.list[0].amount == 1;
  return one ? r->efficiencies.list[0].index : -1;
}

static void add_side(struct sm_mechanism_writer *w, const struct sm_amounts *side,
                     const char *collider) {
  for (int32_t i = 0; i < side->count; i++) {
    const char *name = w->m->species[side->list[i].index].name;
    if (i > 0) sm_text_add(&w->text, "+");
    if (side->list[i].amount != 1) {
      sm_writer_number(&w->text, side->list[i].amount);
      if (isdigit((unsigned char)name[0]) || name[0] == '.') sm_text_add(&w->text, " ");
    }
    sm_text_add(&w->text, "%s", name);
  }
  sm_text_add(&w->text, "%s", collider);
}

static void add_equation(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  char collider[64] = "";
  const int32_t one = one_collider(r);
  if (r->kind == SM_RATE_THREE_BODY) /* a named collider is just a reactant */
    snprintf(collider, sizeof collider, "+%s", one >= 0 ? w->m->species[one].name : "M");
  else if (in_brackets(r))
    snprintf(collider, sizeof collider, "(+%s)", one >= 0 ? w->m->species[one].name : "M");
  add_side(w, &r->reactants, collider);
  sm_text_add(&w->text, r->reverse == SM_REVERSE_NONE ? "=>" : "<=>");
  add_side(w, &r->products, collider);
}

/* Writes the three parameters of a rate constant. */
static void add_rate(struct sm_mechanism_writer *w, const struct sm_arrhenius *k, double order) {
  sm_text_add(&w->text, " ");
  sm_writer_number_in_unit(&w->text, k->a, sm_rate_unit(&units, order));
  sm_text_add(&w->text, " ");
  sm_writer_number(&w->text, k->b);
  sm_text_add(&w->text, " ");
  sm_writer_number_in_unit(&w->text, k->e, units.energy);
}

static void add_line_rate(struct sm_mechanism_writer *w, const char *token,
                          const struct sm_arrhenius *k, double order) {
  sm_text_add(&w->text, "  %s /", token);
  add_rate(w, k, order);
  sm_text_add(&w->text, " /\n");
}

/* Writes efficiencies: of all species when the default is not 1. */
static void add_efficiencies(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  const bool all = r->default_efficiency != 1;
  size_t line = 0;
  if (one_collider(r) >= 0) return;
  for (int32_t i = 0; i < w->m->species_count; i++) {
    bool listed = false;
    for (int32_t e = 0; e < r->efficiencies.count; e++)
      listed = listed || r->efficiencies.list[e].index == i;
    if (!listed && !all) continue;
    const size_t before = w->text.size;
    const double efficiency =
        listed ? sm_writer_amount_of(&r->efficiencies, i) : r->default_efficiency;
    sm_text_add(&w->text, "%s%s/", line == 0 ? "  " : " ", w->m->species[i].name);
    sm_writer_number(&w->text, efficiency);
    sm_text_add(&w->text, "/");
    line += w->text.size - before;
    if (line < WIDTH - 24) continue;
    sm_text_add(&w->text, "\n");
    line = 0;
  }
  if (line > 0) sm_text_add(&w->text, "\n");
}

static void add_broadening(struct sm_mechanism_writer *w, const struct sm_falloff *f) {
  if (f->form == SM_LINDEMANN) return;
  const bool short_sri = f->form == SM_SRI && f->parameters[3] == 1 && f->parameters[4] == 0;
  const int32_t count = f->form == SM_TROE ? f->count : short_sri ? 3 : 5;
  sm_text_add(&w->text, f->form == SM_TROE ? "  TROE /" : "  SRI /");
  for (int32_t i = 0; i < count; i++) {
    sm_text_add(&w->text, " ");
    sm_writer_number(&w->text, f->parameters[i]);
  }
  sm_text_add(&w->text, " /\n");
}

static void add_numbers(struct sm_mechanism_writer *w, const char *token, const double *number,
                        int32_t count, double unit) {
  sm_text_add(&w->text, "  %s /", token);
  for (int32_t i = 0; i < count; i++) {
    sm_text_add(&w->text, " ");
    sm_writer_number_in_unit(&w->text, number[i], unit);
  }
  sm_text_add(&w->text, " /\n");
}

static void add_chebyshev(struct sm_mechanism_writer *w, const struct sm_chebyshev *p,
                          double order) {
  const double size[2] = {p->rows, p->columns};
  add_numbers(w, "TCHEB", p->temperature, 2, 1);
  add_numbers(w, "PCHEB", p->pressure, 2, SM_ATMOSPHERE);
  add_numbers(w, "CHEB", size, 2, 1);
  const double first = p->coefficient[0] - log10(sm_rate_unit(&units, order));
  for (int32_t row = 0; row < p->rows; row++) {
    const double *c = p->coefficient + row * p->columns;
    sm_text_add(&w->text, "  CHEB /");
    for (int32_t i = 0; i < p->columns; i++) {
      sm_text_add(&w->text, " ");
      sm_writer_number(&w->text, row == 0 && i == 0 ? first : c[i]);
    }
    sm_text_add(&w->text, " /\n");
  }
}

/* Writes orders that differ from the equation; unlisted reactants have order 0. */
static void add_orders(struct sm_mechanism_writer *w, const char *token,
                       const struct sm_amounts *orders, const struct sm_amounts *side) {
  if (orders->count == 0) return;
  for (int32_t i = 0; i < orders->count + side->count; i++) {
    const bool listed = i < orders->count;
    const struct sm_amount *a = listed ? &orders->list[i] : &side->list[i - orders->count];
    bool known = false;
    for (int32_t o = 0; o < orders->count && !listed; o++)
      known = known || orders->list[o].index == a->index;
    if (known) continue;
    sm_text_add(&w->text, "  %s / %s ", token, w->m->species[a->index].name);
    sm_writer_number(&w->text, listed ? a->amount : 0);
    sm_text_add(&w->text, " /\n");
  }
}

static double order_of(const struct sm_amounts *orders, const struct sm_amounts *side) {
  return sm_amounts_sum(orders->count > 0 ? orders : side);
}

static void add_lines(struct sm_mechanism_writer *w, const struct sm_reaction *r, double order) {
  switch (r->kind) {
  case SM_RATE_THREE_BODY: add_efficiencies(w, r); break;
  case SM_RATE_FALLOFF:
    add_line_rate(w, "LOW", &r->falloff.low, order + 1);
    add_broadening(w, &r->falloff);
    add_efficiencies(w, r);
    break;
  case SM_RATE_ACTIVATED:
    add_line_rate(w, "HIGH", &r->rate, order - 1);
    add_broadening(w, &r->falloff);
    add_efficiencies(w, r);
    break;
  case SM_RATE_PLOG:
    for (int32_t i = 0; i < r->plog_count; i++) {
      sm_text_add(&w->text, "  PLOG / ");
      sm_writer_number_in_unit(&w->text, r->plog[i].pressure, SM_ATMOSPHERE);
      add_rate(w, &r->plog[i].rate, order);
      sm_text_add(&w->text, " /\n");
    }
    break;
  case SM_RATE_CHEBYSHEV: add_chebyshev(w, &r->chebyshev, order); break;
  default: break;
  }
}

static void add_reaction(struct sm_mechanism_writer *w, const struct sm_reaction *r) {
  const double order = order_of(&r->orders, &r->reactants),
               body = r->kind == SM_RATE_THREE_BODY ? 1 : 0;
  const struct sm_arrhenius *line = &r->rate, one = {1, 0, 0};
  if (r->kind == SM_RATE_ACTIVATED) line = &r->falloff.low;
  if (r->kind == SM_RATE_PLOG || r->kind == SM_RATE_CHEBYSHEV) line = &one; /* not looked at */
  add_equation(w, r);
  add_rate(w, line, order + body);
  if (r->label != NULL) sm_text_add(&w->text, " ! %s", r->label);
  sm_text_add(&w->text, "\n");
  add_lines(w, r, order);
  if (r->reverse == SM_REVERSE_GIVEN)
    add_line_rate(w, "REV", &r->reverse_rate, body + order_of(&r->reverse_orders, &r->products));
  add_orders(w, "FORD", &r->orders, &r->reactants);
  if (r->reverse != SM_REVERSE_NONE) add_orders(w, "RORD", &r->reverse_orders, &r->products);
  if (r->duplicate) sm_text_add(&w->text, "  DUPLICATE\n");
}

static enum sm_status write_data(struct sm_context *ctx, const struct sm_mechanism *m,
                                 const struct sm_mechanism_files *to) {
  struct sm_mechanism_writer thermo = {.m = m}, transport = {.m = m};
  int32_t rounded = 0;
  if (to->thermo != NULL && sm_chemkin_has_thermo(m)) {
    sm_chemkin_write_thermo(&thermo, &rounded);
    if (rounded > 0)
      sm_warn(ctx,
              "%s: warning: thermodynamic data of %d species have more digits than the 15 columns "
              "of CHEMKIN hold, and were rounded",
              to->thermo, (int)rounded);
    SM_TRY(sm_writer_finish(ctx, &thermo.text, to->thermo));
  }
  if (to->transport == NULL || !sm_chemkin_has_transport(m)) return SM_OK;
  sm_chemkin_write_transport(&transport);
  return sm_writer_finish(ctx, &transport.text, to->transport);
}

enum sm_status sm_mechanism_write_chemkin(struct sm_context *ctx, const struct sm_mechanism *m,
                                          const struct sm_mechanism_files *to) {
  struct sm_mechanism_writer w = {.m = m};
  SM_TRY(check(ctx, m));
  add_names(&w);
  sm_text_add(&w.text, "REACTIONS CAL/MOLE MOLES\n");
  for (int32_t i = 0; i < m->reaction_count; i++) add_reaction(&w, &m->reactions[i]);
  sm_text_add(&w.text, "END\n");
  const enum sm_status status = write_data(ctx, m, to);
  if (status == SM_OK) return sm_writer_finish(ctx, &w.text, to->mechanism);
  sm_text_free(&w.text);
  return status;
}
