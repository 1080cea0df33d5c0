/* Rate formulas as programs for a stack machine, built from parts. */
#include "chem/read/kpp/internal.h"

#include <math.h>
#include <string.h>

enum { LONGEST = 2000 };

static struct sm_formula make(struct sm_formula_builder *f, const struct sm_formula *a,
                              const struct sm_formula *b, struct sm_rate_term last) {
  struct sm_formula out = {0};
  struct sm_rate_term *terms = NULL;
  const int32_t first = a != NULL ? a->count : 0, second = b != NULL ? b->count : 0;
  if (f->status != SM_OK) return out;
  if (first + second + 1 > LONGEST) {
    f->status = SM_ERR_DATA;
    return out;
  }
  f->status =
      sm_arena_alloc(f->b->ctx, f->b->arena, (size_t)(first + second) + 1, sizeof *terms, &terms);
  if (f->status != SM_OK) return out;
  if (first > 0) memcpy(terms, a->terms, (size_t)first * sizeof *terms);
  if (second > 0) memcpy(terms + first, b->terms, (size_t)second * sizeof *terms);
  terms[first + second] = last;
  out.terms = terms;
  out.count = first + second + 1;
  return out;
}

static void set_arrhenius(struct sm_formula *out, double a, double b, double e) {
  out->is_arrhenius = isfinite(a) && isfinite(b) && isfinite(e);
  out->arrhenius = (struct sm_arrhenius){a, b, e};
  if (out->is_arrhenius && !out->is_linear && e == 0 && (b == 0 || b == -1)) { /* also c + d/T */
    out->is_linear = true;
    out->c = b == 0 ? a : 0;
    out->d = b == 0 ? 0 : a;
  }
}

static void set_linear(struct sm_formula *out, double c, double d) {
  out->is_linear = isfinite(c) && isfinite(d);
  out->c = c;
  out->d = d;
  if (!out->is_linear) return;
  if (d == 0) set_arrhenius(out, c, 0, 0);
  if (c == 0 && d != 0) set_arrhenius(out, d, -1, 0);
}

struct sm_formula sm_formula_number(struct sm_formula_builder *f, double value) {
  struct sm_formula out = make(f, NULL, NULL, (struct sm_rate_term){SM_TERM_NUMBER, value});
  set_linear(&out, value, 0);
  return out;
}

struct sm_formula sm_formula_variable(struct sm_formula_builder *f, enum sm_rate_term_kind kind) {
  struct sm_formula out = make(f, NULL, NULL, (struct sm_rate_term){kind, 0});
  if (kind == SM_TERM_TEMPERATURE) set_arrhenius(&out, 1, 1, 0);
  return out;
}

bool sm_formula_is_number(const struct sm_formula *a, double *value) {
  *value = a->arrhenius.a;
  return a->pool == NULL && a->is_arrhenius && a->arrhenius.b == 0 && a->arrhenius.e == 0;
}

/* Value of f(a) for a constant a. */
static double value_of(enum sm_rate_term_kind kind, double a) {
  switch (kind) {
  case SM_TERM_NEGATE: return -a;
  case SM_TERM_EXP: return exp(a);
  case SM_TERM_LOG: return log(a);
  case SM_TERM_LOG10: return log10(a);
  case SM_TERM_SQRT: return sqrt(a);
  case SM_TERM_COS: return cos(a);
  default: return (double)NAN;
  }
}

struct sm_formula sm_formula_unary(struct sm_formula_builder *f, enum sm_rate_term_kind kind,
                                   struct sm_formula a) {
  double value;
  if (sm_formula_is_number(&a, &value) && isfinite(value_of(kind, value)))
    return sm_formula_number(f, value_of(kind, value));
  struct sm_formula out = make(f, &a, NULL, (struct sm_rate_term){kind, 0});
  const struct sm_arrhenius *k = &a.arrhenius;
  if (kind == SM_TERM_EXP && a.is_linear) set_arrhenius(&out, exp(a.c), 0, -a.d);
  if (kind == SM_TERM_NEGATE && a.is_linear) set_linear(&out, -a.c, -a.d);
  if (kind == SM_TERM_NEGATE && a.is_arrhenius) set_arrhenius(&out, -k->a, k->b, k->e);
  if (kind == SM_TERM_SQRT && a.is_arrhenius && k->a > 0)
    set_arrhenius(&out, sqrt(k->a), k->b / 2, k->e / 2);
  return out;
}

static double number_of(enum sm_rate_term_kind kind, double a, double b) {
  switch (kind) {
  case SM_TERM_ADD: return a + b;
  case SM_TERM_SUBTRACT: return a - b;
  case SM_TERM_MULTIPLY: return a * b;
  case SM_TERM_DIVIDE: return a / b;
  case SM_TERM_POWER: return pow(a, b);
  case SM_TERM_MIN: return fmin(a, b);
  case SM_TERM_MAX: return fmax(a, b);
  default: return (double)NAN;
  }
}

static void combine(enum sm_rate_term_kind kind, const struct sm_formula *a,
                    const struct sm_formula *b, struct sm_formula *out) {
  const struct sm_arrhenius *p = &a->arrhenius, *q = &b->arrhenius;
  const bool both = a->is_arrhenius && b->is_arrhenius;
  const double sign = kind == SM_TERM_SUBTRACT ? -1 : 1;
  double value;
  if ((kind == SM_TERM_ADD || kind == SM_TERM_SUBTRACT) && a->is_linear && b->is_linear)
    set_linear(out, a->c + sign * b->c, a->d + sign * b->d);
  if (kind == SM_TERM_MULTIPLY && sm_formula_is_number(a, &value) && b->is_linear)
    set_linear(out, value * b->c, value * b->d);
  if (kind == SM_TERM_MULTIPLY && sm_formula_is_number(b, &value) && a->is_linear)
    set_linear(out, value * a->c, value * a->d);
  if (kind == SM_TERM_DIVIDE && sm_formula_is_number(b, &value) && a->is_linear)
    set_linear(out, a->c / value, a->d / value);
  if (kind == SM_TERM_MULTIPLY && both) set_arrhenius(out, p->a * q->a, p->b + q->b, p->e + q->e);
  if (kind == SM_TERM_DIVIDE && both) set_arrhenius(out, p->a / q->a, p->b - q->b, p->e - q->e);
  if (kind == SM_TERM_POWER && a->is_arrhenius && p->a > 0 && sm_formula_is_number(b, &value))
    set_arrhenius(out, pow(p->a, value), p->b * value, p->e * value);
}

struct sm_formula sm_formula_binary(struct sm_formula_builder *f, enum sm_rate_term_kind kind,
                                    struct sm_formula a, struct sm_formula b) {
  double first, second;
  if (sm_formula_is_number(&a, &first) && sm_formula_is_number(&b, &second) &&
      isfinite(number_of(kind, first, second)))
    return sm_formula_number(f, number_of(kind, first, second));
  struct sm_formula out = make(f, &a, &b, (struct sm_rate_term){kind, 0});
  combine(kind, &a, &b, &out);
  return out;
}

/* True when two formulas are the same program. */
static bool same(const struct sm_formula *a, const struct sm_formula *b) {
  if (a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++) {
    const struct sm_rate_term *x = &a->terms[i], *y = &b->terms[i];
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) of bits, as NAN is one
    if (memcmp(&x->value, &y->value, sizeof x->value) != 0 || x->kind != y->kind) return false;
  }
  return true;
}

struct sm_formula sm_formula_select(struct sm_formula_builder *f, struct sm_formula choice,
                                    struct sm_formula first, struct sm_formula second) {
  double value;
  if (sm_formula_is_number(&choice, &value)) return value > 0 ? first : second;
  if (same(&first, &second)) return first;
  const struct sm_formula both = make(f, &first, &second, (struct sm_rate_term){SM_TERM_SELECT, 0});
  if (f->status != SM_OK) return both;
  struct sm_formula out = {0};
  struct sm_rate_term *terms = NULL;
  if (choice.count + both.count > LONGEST) {
    f->status = SM_ERR_DATA;
    return out;
  }
  out.count = choice.count + both.count;
  f->status = sm_arena_alloc(f->b->ctx, f->b->arena, (size_t)out.count, sizeof *terms, &terms);
  if (f->status != SM_OK) return out;
  if (choice.count > 0) memcpy(terms, choice.terms, (size_t)choice.count * sizeof *terms);
  memcpy(terms + choice.count, both.terms, (size_t)both.count * sizeof *terms);
  out.terms = terms;
  return out;
}
