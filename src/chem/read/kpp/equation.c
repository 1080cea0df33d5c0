#include "chem/read/kpp/internal.h"

#include "chem/read/equation.h"
#include <stdio.h>
#include <string.h>

static const struct sm_rate_units units = {1e6 / SM_AVOGADRO, 1, 1}; /* molecule, cm3, s */

struct side {
  struct sm_amounts amounts;
  bool light; /* hv is in it */
};

/* Parses a side such as 0.89 NO2 + O - 2.1 PAR; PROD is for unspecified products. */
static enum sm_status read_side(struct sm_kpp *k, struct sm_file_line place, struct sm_token text,
                                bool products, struct side *out, bool *good) {
  struct sm_token name;
  char help[96];
  for (bool first = true; *good; first = false) {
    double amount = 1, sign = 1;
    text = sm_token_trim(text);
    if (text.size == 0 && !first) break;
    if (text.size > 0 && (text.text[0] == '+' || text.text[0] == '-')) {
      sign = text.text[0] == '-' ? -1 : 1;
      text = (struct sm_token){text.text + 1, text.size - 1};
    } else if (!first) {
      sm_builder_problem(k->b, place, "'+' or '-' is expected before '%.*s'", SM_TOKEN(text));
      *good = false;
      break;
    }
    if (sm_kpp_number(&text, &amount)) { /* also accepts "0.5 * CO" */
      text = sm_token_trim(text);
      if (text.size > 0 && text.text[0] == '*')
        text = (struct sm_token){text.text + 1, text.size - 1};
    }
    if (!sm_kpp_name(&text, &name)) {
      sm_builder_problem(k->b, place, "a species is expected in the equation");
      *good = false;
      break;
    }
    const int32_t species = sm_builder_find_species(k->b, name);
    if (species < 0 && sm_token_is(name, "hv")) {
      out->light = true;
    } else if (species < 0 && !(products && sm_token_is(name, "PROD"))) {
      sm_builder_problem(k->b, place, "unknown species '%.*s'%s", SM_TOKEN(name),
                         sm_builder_nearest(k->b, name, help, sizeof help));
      *good = false;
    } else if (species >= 0 && !products && sign * amount <= 0) {
      sm_builder_problem(k->b, place, "the amount of %.*s must be positive", SM_TOKEN(name));
      *good = false;
    } else if (species >= 0) {
      SM_TRY(sm_builder_add_amount(k->b, &out->amounts, species, sign * amount));
    }
  }
  return SM_OK;
}

/* Sets the rate; a T^b exp(-e/T) is stored as an Arrhenius rate, others as a formula. */
static enum sm_status set_rate(struct sm_kpp *k, struct sm_formula rate, struct sm_reaction *r) {
  struct sm_formula_builder f = {.b = k->b};
  const double unit = sm_rate_unit(&units, sm_amounts_sum(&r->reactants));
  if (rate.is_arrhenius) {
    r->kind = SM_RATE_ELEMENTARY;
    r->rate = rate.arrhenius;
    r->rate.a *= unit;
    return SM_OK;
  }
  if (unit != 1) rate = sm_formula_binary(&f, SM_TERM_MULTIPLY, sm_formula_number(&f, unit), rate);
  r->kind = SM_RATE_EXPRESSION;
  r->terms = rate.terms;
  r->term_count = rate.count;
  return f.status;
}

static enum sm_status copy_amounts(struct sm_kpp *k, const struct sm_amounts *from, int32_t more,
                                   struct sm_amounts *out) {
  for (int32_t i = 0; i < from->count; i++)
    SM_TRY(sm_builder_add_amount(k->b, out, from->list[i].index, from->list[i].amount));
  return sm_builder_add_amount(k->b, out, more, 1);
}

/* Splits A = B with rate k (X + Y) into A + X = B + X and A + Y = B + Y with rate k. */
static enum sm_status add_pooled(struct sm_kpp *k, struct sm_file_line place,
                                 struct sm_token equation, struct sm_token label,
                                 const struct sm_amounts *left, const struct sm_amounts *right,
                                 struct sm_formula rate) {
  const struct sm_amounts *pool = rate.pool;
  struct sm_formula_builder f = {.b = k->b};
  char text[512];
  rate.pool = NULL;
  k->pooled++;
  for (int32_t i = 0; i < pool->count; i++) {
    const struct sm_amount *x = &pool->list[i];
    struct sm_reaction *r;
    if (x->amount < 0) {
      sm_builder_problem(k->b, place, "the rate has a negative amount of %s",
                         k->b->species[x->index].name);
      return SM_OK;
    }
    if (!(x->amount > 0)) continue;
    SM_TRY(sm_builder_reaction(k->b, place, &r));
    snprintf(text, sizeof text, "%.*s (with %s)", (int)(equation.size < 400 ? equation.size : 400),
             equation.text, k->b->species[x->index].name);
    SM_TRY(sm_builder_copy_collapsed(k->b, sm_token_of(text), &r->equation));
    if (label.size > 0) SM_TRY(sm_builder_copy(k->b, label, &r->label));
    SM_TRY(copy_amounts(k, left, x->index, &r->reactants));
    SM_TRY(copy_amounts(k, right, x->index, &r->products));
    SM_TRY(set_rate(
        k, sm_formula_binary(&f, SM_TERM_MULTIPLY, sm_formula_number(&f, x->amount), rate), r));
    k->pooled_reactions++;
  }
  return f.status;
}

/* Reads the label "<R1>" before an equation. */
static void take_label(struct sm_token *text, struct sm_token *out) {
  *text = sm_token_trim(*text);
  const char *end =
      text->size > 0 && text->text[0] == '<' ? memchr(text->text, '>', text->size) : NULL;
  *out = (struct sm_token){text->text, 0};
  if (end == NULL) return;
  const size_t size = (size_t)(end - text->text);
  *out = sm_token_trim((struct sm_token){text->text + 1, size - 1});
  *text = sm_token_trim((struct sm_token){end + 1, text->size - size - 1});
}

/* Skips commas between the remarks after an equation, as in published lists: "{first},{second}". */
static void pass_commas(struct sm_kpp *k, struct sm_file_line place, struct sm_token *text) {
  *text = sm_token_trim(*text);
  if (text->size == 0 || text->text[0] != ',') return;
  sm_builder_warn(k->b, place, "a comma between equations is passed over");
  while (text->size > 0 && text->text[0] == ',')
    *text = sm_token_trim((struct sm_token){text->text + 1, text->size - 1});
}

enum sm_status sm_kpp_equation(struct sm_kpp *k, struct sm_file_line place, struct sm_token text) {
  struct sm_token label;
  struct side left = {0}, right = {0};
  struct sm_formula rate;
  struct sm_reaction *r;
  const char *photolysis = NULL;
  bool good = true;
  pass_commas(k, place, &text);
  take_label(&text, &label);
  if (text.size == 0) return SM_OK;
  SM_TRY(sm_builder_grow(k->b, &k->rates, k->rate_count, sizeof *k->rates));
  k->rates[k->rate_count++] = (struct sm_formula){0};
  const char *equal = memchr(text.text, '=', text.size), *colon = memchr(text.text, ':', text.size);
  if (equal == NULL || colon == NULL || colon < equal) {
    sm_builder_problem(k->b, place, "an equation is expected, as in NO + O3 = NO2 : 1.8E-14;");
    return SM_OK;
  }
  const size_t first = (size_t)(equal - text.text), second = (size_t)(colon - text.text);
  const struct sm_token equation = sm_token_trim((struct sm_token){text.text, second});
  SM_TRY(read_side(k, place, (struct sm_token){text.text, first}, false, &left, &good));
  const struct sm_token products = sm_token_trim((struct sm_token){equal + 1, second - first - 1});
  if (products.size == 0) {
    sm_builder_warn(k->b, place, "%.*s has no products: PROD is the word for that",
                    SM_TOKEN(equation));
  } else {
    SM_TRY(read_side(k, place, products, true, &right, &good));
  }
  if (!good) return SM_OK;
  SM_TRY(sm_kpp_formula(k, place, (struct sm_token){colon + 1, text.size - second - 1}, &rate,
                        &photolysis, &good));
  if (!good) return SM_OK;
  k->rates[k->rate_count - 1] = rate;
  if (rate.pool != NULL)
    return add_pooled(k, place, equation, label, &left.amounts, &right.amounts, rate);
  SM_TRY(sm_builder_reaction(k->b, place, &r));
  SM_TRY(sm_builder_copy_collapsed(k->b, equation, &r->equation));
  r->reactants = left.amounts;
  r->products = right.amounts;
  r->photolysis = left.light || photolysis != NULL;
  r->label = photolysis;
  if (label.size > 0) SM_TRY(sm_builder_copy(k->b, label, &r->label));
  return set_rate(k, rate, r);
}
