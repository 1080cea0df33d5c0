/* Steps of the kinetics tables: one per direction of a reaction, or one for both. */
#include "base/arena.h"
#include "base/context.h"
#include "cell/chemistry/rates.h"
#include "chem/kinetics/kinetics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int32_t factor_of(struct sm_kinetics *k, const struct sm_arrhenius *rate) {
  for (int32_t i = 0; i < k->factor_count; i++)
    if (k->factors[i].b == rate->b && k->factors[i].e == rate->e) return i;
  struct sm_kinetics_factor *f = &k->factors[k->factor_count];
  f->b = rate->b;
  f->e = rate->e;
  f->e2 = rate->e * SM_LOG2_E;
  f->form = SM_FACTOR_EXP;
  if (rate->e == 0 && rate->b == floor(rate->b) && fabs(rate->b) <= 8) {
    f->form = rate->b == 0 ? SM_FACTOR_ONE : SM_FACTOR_POWER;
    f->power = (int32_t)rate->b;
  }
  return k->factor_count++;
}

static bool same_collider(const struct sm_kinetics *k, const struct sm_kinetics_collider *a,
                          const struct sm_kinetics_collider *b) {
  if (a->base != b->base || a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++) {
    const struct sm_amount *x = &k->extras[a->first + i], *y = &k->extras[b->first + i];
    if (x->index != y->index || x->amount != y->amount) return false;
  }
  return true;
}

static int32_t collider_of(struct sm_kinetics *k, const struct sm_reaction *x) {
  struct sm_kinetics_collider c = {x->default_efficiency, k->extra_count, 0};
  for (int32_t i = 0; i < x->efficiencies.count; i++) {
    const struct sm_amount e = x->efficiencies.list[i];
    const struct sm_amount more = {e.index, e.amount - c.base};
    if (more.amount != 0) k->extras[c.first + c.count++] = more;
  }
  for (int32_t i = 0; i < k->collider_count; i++)
    if (same_collider(k, &k->colliders[i], &c)) return i;
  k->extra_count += c.count;
  k->colliders[k->collider_count] = c;
  return k->collider_count++;
}

static void three(double to[3], const struct sm_arrhenius *rate) {
  to[0] = rate->a;
  to[1] = rate->b;
  to[2] = rate->e;
}

static void add_chebyshev(struct sm_kinetics *k, struct sm_kinetics_special *s,
                          const struct sm_chebyshev *c) {
  const double t0 = 1 / c->temperature[0], t1 = 1 / c->temperature[1];
  const double p0 = log10(c->pressure[0]), p1 = log10(c->pressure[1]);
  s->temperature[0] = 2 / (t1 - t0);
  s->temperature[1] = -(t1 + t0) / (t1 - t0);
  s->pressure[0] = 2 / (p1 - p0);
  s->pressure[1] = -(p1 + p0) / (p1 - p0);
  s->rows = c->rows;
  s->columns = c->columns;
  s->first = k->number_count;
  s->count = c->rows * c->columns;
  memcpy(k->numbers + s->first, c->coefficient, (size_t)s->count * sizeof *k->numbers);
  k->number_count += s->count;
}

static void add_plog(struct sm_kinetics *k, struct sm_kinetics_special *s,
                     const struct sm_reaction *x) {
  s->first = k->number_count;
  s->count = x->plog_count;
  for (int32_t i = 0; i < x->plog_count; i++) {
    k->numbers[k->number_count] = log(x->plog[i].pressure);
    three(k->numbers + k->number_count + 1, &x->plog[i].rate);
    k->number_count += 4;
  }
}

/* 1/t for Troe and SRI parameters; for tiny t the exponential vanishes. */
static double per(double t) { return fabs(t) < 1e-290 ? 1e290 : 1 / t; }

static void add_falloff(struct sm_kinetics_special *s, const struct sm_reaction *x) {
  const double *p = x->falloff.parameters;
  three(s->high, &x->rate);
  three(s->low, &x->falloff.low);
  s->form = (int32_t)x->falloff.form;
  memcpy(s->parameter, p, sizeof s->parameter);
  if (x->falloff.form == SM_TROE) {
    s->parameter[1] = per(p[1]);
    s->parameter[2] = per(p[2]);
    s->parameter[3] = x->falloff.count > 3 && p[3] != 0 ? p[3] : SM_CHEM_NO_T2;
  } else if (x->falloff.form == SM_SRI) {
    s->parameter[2] = per(p[2]);
    if (x->falloff.count < 5) {
      s->parameter[3] = 1;
      s->parameter[4] = 0;
    }
  }
}

static int32_t special_of(struct sm_kinetics *k, const struct sm_reaction *x) {
  struct sm_kinetics_special *s = &k->specials[k->special_count];
  s->kind = (int32_t)x->kind;
  switch (x->kind) {
  case SM_RATE_FALLOFF:
  case SM_RATE_ACTIVATED: add_falloff(s, x); break;
  case SM_RATE_PLOG: add_plog(k, s, x); break;
  case SM_RATE_CHEBYSHEV: add_chebyshev(k, s, &x->chebyshev); break;
  default:
    s->first = k->term_count;
    s->count = x->term_count;
    memcpy(k->terms + s->first, x->terms, (size_t)s->count * sizeof *k->terms);
    k->term_count += s->count;
  }
  return k->special_count++;
}

/* Converts a side to rows; false unless it has at most three whole molecules. */
static bool as_rows(const struct sm_kinetics *k, const struct sm_amounts *side,
                    int32_t rows[SM_CHEM_SIDES], int32_t *count) {
  *count = 0;
  for (int i = 0; i < SM_CHEM_SIDES; i++) rows[i] = k->species_count;
  for (int32_t i = 0; i < side->count; i++) {
    const double n = side->list[i].amount;
    if (n != floor(n) || n < 0 || *count + n > SM_CHEM_SIDES) return false;
    for (int32_t j = 0; j < (int32_t)n; j++) rows[(*count)++] = side->list[i].index;
  }
  return true;
}

/* Adds amounts times `sign` to the entries of `changes` from `first` on. */
static void add_changes(struct sm_kinetics *k, int32_t first, const struct sm_amounts *side,
                        double sign) {
  for (int32_t i = 0; i < side->count; i++) {
    int32_t at = first;
    while (at < k->change_count && k->changes[at].index != side->list[i].index) at++;
    if (at == k->change_count) {
      k->changes[at] = (struct sm_amount){side->list[i].index, 0};
      k->change_count++;
    }
    k->changes[at].amount += sign * side->list[i].amount;
  }
}

/* Net changes for Kc, then without fixed species and zeros. */
static void set_changes(struct sm_kinetics *k, const struct sm_mechanism *m,
                        struct sm_kinetics_step *s, const struct sm_reaction *x) {
  s->balance_first = k->change_count;
  add_changes(k, s->balance_first, s->backward ? &x->products : &x->reactants, -1);
  add_changes(k, s->balance_first, s->backward ? &x->reactants : &x->products, 1);
  s->balance_count = k->change_count - s->balance_first;
  s->change_first = k->change_count;
  for (int32_t i = 0; i < s->balance_count; i++) {
    const struct sm_amount c = k->changes[s->balance_first + i];
    if (c.amount != 0 && !m->species[c.index].fixed) k->changes[k->change_count++] = c;
  }
  s->change_count = k->change_count - s->change_first;
  s->plain = s->ins == 2 && s->outs == 2 && s->change_count == 4;
  for (int32_t i = 0; i < s->change_count; i++)
    if (k->changes[s->change_first + i].amount != (i < 2 ? -1 : 1)) s->plain = 0;
}

static void set_orders(struct sm_kinetics *k, struct sm_kinetics_step *s,
                       const struct sm_amounts *orders, const struct sm_amounts *side) {
  s->order_first = k->order_count;
  /* explicit orders replace the stoichiometric coefficients of their species */
  for (int32_t i = 0; i < side->count; i++) {
    struct sm_kinetics_order o = {side->list[i].index, 1, side->list[i].amount};
    for (int32_t j = 0; j < orders->count; j++)
      if (orders->list[j].index == o.index) o.amount = orders->list[j].amount;
    if (o.amount != 0) k->orders[k->order_count++] = o;
  }
  for (int32_t j = 0; j < orders->count; j++) {
    const struct sm_amount *a = &orders->list[j];
    bool named = false;
    for (int32_t i = 0; i < side->count; i++)
      if (side->list[i].index == a->index) named = true;
    if (!named && a->amount != 0)
      k->orders[k->order_count++] = (struct sm_kinetics_order){a->index, 0, a->amount};
  }
  s->order_count = k->order_count - s->order_first;
}

static void set_rate(struct sm_kinetics *k, struct sm_kinetics_step *s, const struct sm_reaction *x,
                     const struct sm_arrhenius *rate, bool special) {
  s->special = special;
  s->a = special ? 1 : rate->a;
  s->factor = special ? special_of(k, x) : factor_of(k, rate);
  s->collider = -1;
  if (x->kind == SM_RATE_THREE_BODY ||
      (special && (x->kind == SM_RATE_FALLOFF || x->kind == SM_RATE_ACTIVATED)))
    s->collider = collider_of(k, x);
}

static void add_reaction(struct sm_kinetics *k, const struct sm_mechanism *m, int32_t r) {
  const struct sm_reaction *x = &m->reactions[r];
  const bool special = x->kind != SM_RATE_ELEMENTARY && x->kind != SM_RATE_THREE_BODY;
  struct sm_kinetics_step s = {.reaction = r};
  int32_t in[SM_CHEM_SIDES], out[SM_CHEM_SIDES], ins, outs;
  const bool whole_in = as_rows(k, &x->reactants, in, &ins),
             whole_out = as_rows(k, &x->products, out, &outs);
  const bool both = x->reverse == SM_REVERSE_EQUILIBRIUM;
  const bool quick = whole_in && x->orders.count == 0,
             quick_back = whole_out && x->reverse_orders.count == 0;
  memcpy(s.in, in, sizeof in);
  memcpy(s.out, out, sizeof out);
  s.ins = ins;
  s.outs = outs;
  s.kind = both && quick && quick_back ? SM_STEP_REVERSIBLE
           : quick                     ? SM_STEP_IRREVERSIBLE
                                       : SM_STEP_ORDERS;
  set_rate(k, &s, x, &x->rate, special);
  set_changes(k, m, &s, x);
  if (s.kind == SM_STEP_ORDERS) set_orders(k, &s, &x->orders, &x->reactants);
  if (both) k->equilibrium = 1;
  k->steps[k->step_count++] = s;
  if (x->reverse == SM_REVERSE_NONE || s.kind == SM_STEP_REVERSIBLE) return;

  struct sm_kinetics_step back = {.reaction = r, .backward = 1};
  memcpy(back.in, out, sizeof out);
  memcpy(back.out, in, sizeof in);
  back.ins = outs;
  back.outs = ins;
  back.kind = both ? SM_STEP_REVERSE : quick_back ? SM_STEP_IRREVERSIBLE : SM_STEP_ORDERS;
  if (both) { /* k is the forward constant */
    back.special = s.special;
    back.a = s.a;
    back.factor = s.factor;
    back.collider = s.collider;
  } else
    set_rate(k, &back, x, &x->reverse_rate, false);
  set_changes(k, m, &back, x);
  if (back.kind != SM_STEP_IRREVERSIBLE) set_orders(k, &back, &x->reverse_orders, &x->products);
  k->steps[k->step_count++] = back;
}

/* Numbers the exponential factors first, since several are evaluated at once. */
static void sort_factors(struct sm_kinetics *k, struct sm_kinetics_factor *sorted, int32_t *place) {
  int32_t count = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int32_t i = 0; i < k->factor_count; i++) {
      const bool exponential = k->factors[i].form == SM_FACTOR_EXP;
      if (exponential != (pass == 0)) continue;
      sorted[count] = k->factors[i];
      place[i] = count++;
    }
  memcpy(k->factors, sorted, (size_t)count * sizeof *sorted);
  for (int32_t i = 0; i < k->step_count; i++)
    if (!k->steps[i].special) k->steps[i].factor = place[k->steps[i].factor];
}

static int by_factor(const void *a, const void *b) {
  const struct sm_kinetics_step *x = a, *y = b;
  if (x->special != y->special) return x->special - y->special;
  if (x->factor != y->factor) return x->factor < y->factor ? -1 : 1;
  if (x->reaction != y->reaction) return x->reaction < y->reaction ? -1 : 1;
  return x->backward - y->backward;
}

static enum sm_status check_equilibrium(struct sm_context *ctx, const struct sm_mechanism *m,
                                        const struct sm_kinetics *k) {
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    if (s->kind != SM_STEP_REVERSIBLE && s->kind != SM_STEP_REVERSE) continue;
    for (int32_t j = 0; j < s->balance_count; j++) {
      const int32_t species = k->changes[s->balance_first + j].index;
      const struct sm_reaction *x = &m->reactions[s->reaction];
      if (!k->gases[species].given)
        return sm_fail(ctx, SM_ERR_DATA,
                       "%s:%d: the reverse rate of '%s' needs the thermodynamics of %s, which are "
                       "not given",
                       x->place.file != NULL ? x->place.file : "mechanism", (int)x->place.line,
                       x->equation, m->species[species].name);
    }
  }
  return SM_OK;
}

/* True for a formula that leaves one number and never over- or underflows the stack. */
static bool is_formula(const struct sm_reaction *x) {
  int32_t open = 0;
  for (int32_t i = 0; i < x->term_count; i++) {
    const enum sm_rate_term_kind kind = x->terms[i].kind;
    const bool pushes = kind <= SM_TERM_WATER;
    const bool one = kind == SM_TERM_NEGATE || (kind >= SM_TERM_EXP && kind <= SM_TERM_COS);
    const bool three = kind == SM_TERM_SELECT;
    if (!pushes && open < (one ? 1 : three ? 3 : 2)) return false;
    open += pushes ? 1 : one ? 0 : three ? -2 : -1;
    if (open > SM_CHEM_STACK) return false;
  }
  return open == 1;
}

static enum sm_status check_formulas(struct sm_context *ctx, const struct sm_mechanism *m) {
  for (int32_t r = 0; r < m->reaction_count; r++) {
    const struct sm_reaction *x = &m->reactions[r];
    if (x->kind == SM_RATE_EXPRESSION && !is_formula(x))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s:%d: the formula of '%s' is too deep: %d brackets at most",
                     x->place.file != NULL ? x->place.file : "mechanism", (int)x->place.line,
                     x->equation, SM_CHEM_STACK);
  }
  return SM_OK;
}

enum sm_status sm_kinetics_add_steps(struct sm_context *ctx, const struct sm_mechanism *m,
                                     struct sm_kinetics *k) {
  SM_TRY(check_formulas(ctx, m));
  for (int32_t r = 0; r < m->reaction_count; r++) add_reaction(k, m, r);
  struct sm_kinetics_factor *sorted;
  int32_t *place;
  const size_t count = (size_t)k->factor_count;
  SM_TRY(sm_arena_alloc(ctx, k->arena, count, sizeof *sorted, &sorted));
  SM_TRY(sm_arena_alloc(ctx, k->arena, count, sizeof *place, &place));
  sort_factors(k, sorted, place);
  qsort(k->steps, (size_t)k->step_count, sizeof *k->steps, by_factor);
  return check_equilibrium(ctx, m, k);
}
