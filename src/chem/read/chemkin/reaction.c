#include "chem/read/chemkin/internal.h"

#include <math.h>
#include <string.h>

void sm_chemkin_reactions_begin(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                struct sm_token words) {
  struct sm_token token;
  c->r = NULL;
  c->spoiled = false;
  c->section_units = (struct sm_rate_units){1e3, 1, 1e3 * SM_CALORIE / SM_GAS_CONSTANT};
  while (sm_token_next(&words, &token))
    if (!sm_chemkin_unit(&c->section_units, token))
      sm_builder_problem(c->b, place,
                         "unknown unit '%.*s': CAL/MOLE, KCAL/MOLE, JOULES/MOLE, KJOULES/MOLE, "
                         "KELVINS, EVOLTS, MOLES and MOLECULES are known",
                         SM_TOKEN(token));
}

/* --- the end of a reaction: what its lines mean together --- */

static double order_of(const struct sm_amounts *orders, const struct sm_amounts *side) {
  return sm_amounts_sum(orders->count > 0 ? orders : side);
}

static void finish_chebyshev(struct sm_chemkin_reactions *c, double order) {
  struct sm_chebyshev *p = &c->r->chebyshev;
  const bool sized = c->chebyshev_count >= 2;
  const double rows = sized ? c->chebyshev_number[0] : 0;
  const double columns = sized ? c->chebyshev_number[1] : 0;
  const bool whole = rows >= 1 && columns >= 1 && rows <= 64 && columns <= 64 &&
                     rows == (int32_t)rows && columns == (int32_t)columns;
  if (!whole || c->chebyshev_count != 2 + (int32_t)rows * (int32_t)columns) {
    sm_builder_problem(c->b, c->r->place,
                       "CHEB has %d numbers: it needs the sizes n and m, and then n m coefficients",
                       (int)c->chebyshev_count);
    return;
  }
  p->rows = (int32_t)rows;
  p->columns = (int32_t)columns;
  p->coefficient = c->chebyshev_number + 2;
  c->chebyshev_number[2] += log10(sm_rate_unit(&c->units, order));
  c->r->kind = SM_RATE_CHEBYSHEV;
}

/* Completes a rate with a collider M, with or without brackets. */
static void finish_collider(struct sm_chemkin_reactions *c, double order) {
  struct sm_reaction *r = c->r;
  const bool falloff = c->equation.collider == SM_COLLIDER_FALLOFF ||
                       c->equation.collider == SM_COLLIDER_FALLOFF_ONE;
  if (!falloff) {
    r->kind = SM_RATE_THREE_BODY;
    r->rate = sm_arrhenius_convert(r->rate, &c->units, order + 1);
  } else if (c->low) {
    r->kind = SM_RATE_FALLOFF;
    r->rate = sm_arrhenius_convert(r->rate, &c->units, order);
    r->falloff.low = sm_arrhenius_convert(r->falloff.low, &c->units, order + 1);
  } else if (c->high) { /* line of the equation: low-pressure limit */
    const struct sm_arrhenius low = r->rate;
    r->kind = SM_RATE_ACTIVATED;
    r->rate = sm_arrhenius_convert(r->falloff.low, &c->units, order - 1);
    r->falloff.low = sm_arrhenius_convert(low, &c->units, order);
  } else {
    sm_builder_problem(c->b, r->place, "(+M) without LOW, HIGH, PLOG or CHEB");
  }
}

static struct sm_arrhenius times_over(struct sm_arrhenius x, struct sm_arrhenius by,
                                      struct sm_arrhenius over) {
  return (struct sm_arrhenius){x.a * by.a / over.a, x.b + by.b - over.b, x.e + by.e - over.e};
}

/* Reverses an equation: "a+b(+M) <=> c(+M)" to "c(+M) => a+b(+M)". */
static enum sm_status turn_equation(struct sm_mechanism_builder *b, const char *equation,
                                    const char **out) {
  const char *equal = strchr(equation, '=');
  const size_t left = (size_t)(equal - equation) - (equal > equation && equal[-1] == '<');
  const char *right = equal + 1 + (equal[1] == '>');
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  const struct sm_token first = sm_token_trim(sm_token_of(right)),
                        last = sm_token_trim((struct sm_token){equation, left});
  sm_text_add_bytes(&text, first.text, first.size);
  sm_text_add_bytes(&text, " => ", 4);
  sm_text_add_bytes(&text, last.text, last.size);
  return text.failed ? sm_fail(b->ctx, SM_ERR_MEMORY, "out of memory")
                     : sm_builder_copy(b, sm_token_of(sm_text_string(&text)), out);
}

/* Makes the reverse direction a separate reaction for REV with (+M). REV is for the same pressure
 * limit as the line and has the same pressure dependence (CHEMKIN-II, subroutine CKRATX): the ratio
 * of the two limits is that of the forward rate. */
static enum sm_status split_reverse(struct sm_chemkin_reactions *c) {
  struct sm_reaction *back, r = *c->r;
  struct sm_arrhenius *line = r.kind == SM_RATE_FALLOFF ? &r.rate : &r.falloff.low,
                      *other = r.kind == SM_RATE_FALLOFF ? &r.falloff.low : &r.rate;
  if (line->a == 0) {
    sm_builder_problem(c->b, r.place, "REV needs an A in the line of the equation that is not 0");
    return SM_OK;
  }
  c->r->reverse = r.reverse = SM_REVERSE_NONE;
  c->r->reverse_orders = (struct sm_amounts){0};
  *other = times_over(*other, r.reverse_rate, *line);
  *line = r.reverse_rate;
  r.orders = r.reverse_orders;
  r.reverse_orders = (struct sm_amounts){0};
  r.reactants = c->r->products;
  r.products = c->r->reactants;
  SM_TRY(turn_equation(c->b, c->r->equation, &r.equation));
  SM_TRY(sm_builder_reaction(c->b, r.place, &back));
  *back = r;
  return SM_OK;
}

/* Sets collider efficiencies; a named collider (+H2O) is the only one. */
static enum sm_status finish_efficiencies(struct sm_chemkin_reactions *c) {
  struct sm_reaction *r = c->r;
  if (c->equation.collider != SM_COLLIDER_FALLOFF_ONE) return SM_OK;
  for (int32_t i = 0; i < r->efficiencies.count; i++)
    if (r->efficiencies.list[i].index != c->equation.collider_species)
      sm_builder_problem(c->b, r->place, "efficiencies, but the only collider is %s",
                         c->b->species[c->equation.collider_species].name);
  r->default_efficiency = 0;
  return sm_builder_set_amount(c->b, &r->efficiencies, c->equation.collider_species, 1);
}

void sm_chemkin_reactions_warn(struct sm_chemkin_reactions *c) {
  if (c->colliders.count > 0)
    sm_builder_warn(
        c->b, c->colliders.first,
        "M in the equation has no part in rates of PLOG or CHEB: %d in all, this one the "
        "first",
        (int)c->colliders.count);
  if (c->efficiencies.count > 0)
    sm_builder_warn(c->b, c->efficiencies.first,
                    "efficiencies of colliders have no part in rates of PLOG or CHEB: %d "
                    "in all, this one the first",
                    (int)c->efficiencies.count);
  c->colliders = c->efficiencies = (struct sm_chemkin_ignored){0};
}

/* Removes the collider of PLOG and CHEB rates. They apply to the gas mixture, so that M is not a
 * factor, as in CHEMKIN (used in AramcoMech 3.0 and by RMG). */
static void drop_collider(struct sm_chemkin_reactions *c) {
  if (c->equation.collider == SM_COLLIDER_ANY) sm_chemkin_ignore(&c->colliders, c->r->place);
  if (c->r->efficiencies.count > 0) sm_chemkin_ignore(&c->efficiencies, c->r->place);
  c->equation.collider = SM_COLLIDER_NONE;
  c->r->efficiencies = (struct sm_amounts){0};
}

static void check_together(struct sm_chemkin_reactions *c) {
  const struct sm_reaction *r = c->r;
  const bool falloff = c->equation.collider == SM_COLLIDER_FALLOFF ||
                       c->equation.collider == SM_COLLIDER_FALLOFF_ONE;
  const char *wrong = NULL;
  if (c->low && c->high) wrong = "both LOW and HIGH";
  if ((c->low || c->high) && !falloff)
    wrong = "LOW and HIGH need (+M) on both sides of the equation";
  if ((c->troe || c->sri) && !c->low && !c->high) wrong = "TROE and SRI need LOW or HIGH";
  if (c->troe && c->sri) wrong = "both TROE and SRI";
  if (r->efficiencies.count > 0 && c->equation.collider == SM_COLLIDER_NONE)
    wrong = "efficiencies of colliders, but no M in the equation";
  if (r->plog_count > 0 && c->chebyshev) wrong = "both PLOG and CHEB";
  if ((r->plog_count > 0 || c->chebyshev) && (c->low || c->high))
    wrong = "PLOG and CHEB cannot stand with LOW or HIGH";
  if (r->reverse_orders.count > 0 && r->reverse == SM_REVERSE_NONE)
    wrong = "RORD, but the reaction is irreversible";
  if (c->reverse && r->reverse == SM_REVERSE_NONE && !c->equation.reversible)
    wrong = "REV, but the reaction is irreversible (=>)";
  if (wrong != NULL) sm_builder_problem(c->b, r->place, "%s", wrong);
}

enum sm_status sm_chemkin_reactions_end(struct sm_chemkin_reactions *c) {
  struct sm_reaction *r = c->r;
  c->r = NULL;
  if (r == NULL || c->spoiled) return SM_OK;
  c->r = r;
  r->negative_a = r->duplicate && r->rate.a < 0;
  check_together(c);
  if (r->plog_count > 0 || c->chebyshev) drop_collider(c);
  const double order = order_of(&r->orders, &r->reactants);
  const double collider = c->equation.collider == SM_COLLIDER_ANY ? 1 : 0;
  if (r->reverse == SM_REVERSE_GIVEN)
    r->reverse_rate = sm_arrhenius_convert(r->reverse_rate, &c->units,
                                           collider + order_of(&r->reverse_orders, &r->products));
  if (r->plog_count > 0) {
    r->kind = SM_RATE_PLOG;
    for (int32_t i = 0; i < r->plog_count; i++) {
      struct sm_plog *p = (struct sm_plog *)&r->plog[i];
      p->rate = sm_arrhenius_convert(p->rate, &c->units, order);
    }
  } else if (c->chebyshev) {
    finish_chebyshev(c, order);
  } else if (c->equation.collider != SM_COLLIDER_NONE) {
    finish_collider(c, order);
    SM_TRY(finish_efficiencies(c));
    const bool falloff = r->kind == SM_RATE_FALLOFF || r->kind == SM_RATE_ACTIVATED;
    if (falloff && r->reverse == SM_REVERSE_GIVEN) SM_TRY(split_reverse(c));
  } else {
    r->rate = sm_arrhenius_convert(r->rate, &c->units, order);
  }
  c->r = NULL;
  return SM_OK;
}

/* --- the lines --- */

/* Removes the last word of a text and returns it without a trailing comma. */
static struct sm_token take_last(struct sm_token *text) {
  *text = sm_token_trim(*text);
  struct sm_token token = {text->text + text->size, 0};
  for (; text->size > 0 && !sm_is_blank(text->text[text->size - 1]); text->size--) {
    token.text--;
    token.size++;
  }
  *text = sm_chemkin_without_comma(sm_token_trim(*text));
  return sm_chemkin_without_comma(token);
}

bool sm_chemkin_is_reaction(struct sm_token line) {
  double number;
  if (memchr(line.text, '=', line.size) == NULL) return false;
  for (int n = 0; n < 3; n++)
    if (!sm_token_number(take_last(&line), &number)) return false;
  return memchr(line.text, '=', line.size) != NULL;
}

static enum sm_status begin_reaction(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                     struct sm_token line) {
  double number[3] = {0};
  struct sm_token equation = line;
  bool good = true;
  SM_TRY(sm_chemkin_reactions_end(c));
  struct sm_mechanism_builder *b = c->b;
  *c = (struct sm_chemkin_reactions){b,
                                     c->section_units,
                                     c->section_units,
                                     .spoiled = true,
                                     .colliders = c->colliders,
                                     .efficiencies = c->efficiencies};
  for (int n = 2; n >= 0; n--) good = sm_token_number(take_last(&equation), &number[n]) && good;
  if (!good) {
    sm_builder_problem(b, place, "three numbers A, b and E are expected behind the equation");
    return SM_OK;
  }
  SM_TRY(sm_equation_read(b, place, equation, &c->equation, &good));
  if (!good) return SM_OK;
  SM_TRY(sm_builder_reaction(b, place, &c->r));
  SM_TRY(sm_builder_copy_collapsed(b, equation, &c->r->equation));
  c->spoiled = false;
  c->r->reactants = c->equation.reactants;
  c->r->products = c->equation.products;
  c->r->photolysis = c->equation.photolysis;
  c->r->reverse = c->equation.reversible ? SM_REVERSE_EQUILIBRIUM : SM_REVERSE_NONE;
  c->r->rate = (struct sm_arrhenius){number[0], number[1], number[2]};
  return SM_OK;
}

enum sm_status sm_chemkin_reactions_line(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                         struct sm_token line) {
  struct sm_chemkin_slash_item item;
  if (memchr(line.text, '=', line.size) != NULL || memchr(line.text, '>', line.size) != NULL)
    return begin_reaction(c, place, line);
  if (c->r == NULL && !c->spoiled) {
    sm_builder_problem(c->b, place, "an auxiliary line before the first reaction");
    c->spoiled = true;
  }
  if (c->spoiled) return SM_OK;
  while (sm_chemkin_next_item(&line, &item)) SM_TRY(sm_chemkin_auxiliary(c, place, &item));
  return SM_OK;
}
