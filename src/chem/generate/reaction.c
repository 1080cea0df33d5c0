/* A reaction as generated source: rate of progress, and its contribution to the production
 * rates. */
#include "chem/generate/internal.h"

#include <math.h>

static bool is_integer(double x) { return x == rint(x) && x >= 0 && x <= 6; }

/* Quantity read for species k: concentration, activity or potential. */
enum reading { CONCENTRATION, ACTIVITY, POTENTIAL, INVERSE };

static void add_reading(struct sm_generator *g, int32_t k, enum reading what) {
  switch (what) {
  case CONCENTRATION:
    sm_text_add(g->out, g->gibbs[k] ? "SM_CHEM_C(%d)" : "SM_CHEM_A(%d)", (int)g->place[k]);
    break;
  case ACTIVITY: sm_text_add(g->out, "SM_CHEM_A(%d)", (int)g->place[k]); break;
  case POTENTIAL: sm_text_add(g->out, "SM_CHEM_G(%d)", (int)g->place[k]); break;
  case INVERSE: sm_text_add(g->out, "sm_chem_inverse(SM_CHEM_G(%d))", (int)g->place[k]); break;
  }
}

static bool is_among(const struct sm_amounts *of, int32_t k) {
  for (int32_t i = 0; i < of->count; i++)
    if (of->list[i].index == k) return true;
  return false;
}

/* Product of readings to the powers of the amounts; taken: consumed species. */
static void add_product(struct sm_generator *g, const struct sm_amounts *of,
                        const struct sm_amounts *taken, enum reading what) {
  int factors = 0;
  for (int32_t i = 0; i < of->count; i++) {
    const struct sm_amount *a = &of->list[i];
    if (a->amount == 0) continue;
    if (!is_integer(a->amount)) {
      sm_text_add(g->out, "%ssm_chem_%s(", factors++ == 0 ? "" : " * ",
                  a->amount < 0 ? "inverse_power" : "power");
      add_reading(g, a->index, what);
      sm_text_add(g->out, ", %a", a->amount);
      if (a->amount < 0) sm_text_add(g->out, ", %d", (int)is_among(taken, a->index));
      sm_text_add(g->out, ")");
      continue;
    }
    for (int n = 0; n < (int)a->amount; n++) {
      if (factors++ > 0) sm_text_add(g->out, " * ");
      add_reading(g, a->index, what);
    }
  }
  if (factors == 0) sm_text_add(g->out, "1.0");
}

void sm_generate_potential_product(struct sm_generator *g, const struct sm_amounts *side) {
  add_product(g, side, side, POTENTIAL);
}

static const struct sm_amounts *orders_of(const struct sm_amounts *given,
                                          const struct sm_amounts *customary) {
  return given->count > 0 ? given : customary;
}

/* Reversible reaction with the orders of its equation. */
static void add_balanced(struct sm_generator *g, const struct sm_reaction *r) {
  sm_text_add(g->out, "k * (");
  sm_generate_potential_product(g, &r->reactants);
  sm_text_add(g->out, ") * (");
  add_product(g, &r->reactants, &r->reactants, ACTIVITY);
  sm_text_add(g->out, " - ");
  add_product(g, &r->products, &r->products, ACTIVITY);
  sm_text_add(g->out, ")");
}

static void add_progress(struct sm_generator *g, const struct sm_reaction *r) {
  const struct sm_amounts *forward = orders_of(&r->orders, &r->reactants);
  const struct sm_amounts *backward = orders_of(&r->reverse_orders, &r->products);
  sm_text_add(g->out, "    const double q = ");
  if (r->kind == SM_RATE_THREE_BODY)
    sm_text_add(g->out, "m_%d * (", (int)sm_generate_collider(g, r));
  if (r->reverse == SM_REVERSE_EQUILIBRIUM && forward == &r->reactants &&
      backward == &r->products) {
    add_balanced(g, r);
  } else {
    sm_text_add(g->out, "k * (");
    add_product(g, forward, &r->reactants, CONCENTRATION);
    sm_text_add(g->out, ")");
    if (r->reverse == SM_REVERSE_GIVEN) {
      sm_text_add(g->out, " - ");
      sm_generate_arrhenius(g, &r->reverse_rate);
    } else if (r->reverse == SM_REVERSE_EQUILIBRIUM) {
      sm_text_add(g->out, " - k * (");
      add_product(g, &r->reactants, &r->reactants, POTENTIAL);
      sm_text_add(g->out, ") * (");
      add_product(g, &r->products, &r->products, INVERSE);
      sm_text_add(g->out, ")");
    }
    if (r->reverse != SM_REVERSE_NONE) {
      sm_text_add(g->out, " * (");
      add_product(g, backward, &r->products, CONCENTRATION);
      sm_text_add(g->out, ")");
    }
  }
  sm_text_add(g->out, r->kind == SM_RATE_THREE_BODY ? ");\n" : ";\n");
}

double sm_generate_net_moles(const struct sm_reaction *r, int32_t k) {
  double made = 0;
  for (int32_t i = 0; i < r->products.count; i++)
    if (r->products.list[i].index == k) made += r->products.list[i].amount;
  for (int32_t i = 0; i < r->reactants.count; i++)
    if (r->reactants.list[i].index == k) made -= r->reactants.list[i].amount;
  return made;
}

static void add_to_species(struct sm_generator *g, const struct sm_reaction *r, int32_t k) {
  const double made = sm_generate_net_moles(r, k);
  if (!g->begun[k])
    sm_text_add(g->out, made < 0 ? "    w_%d = -" : "    w_%d = ", (int)k);
  else
    sm_text_add(g->out, made < 0 ? "    w_%d -= " : "    w_%d += ", (int)k);
  g->begun[k] = true;
  if (fabs(made) == 1)
    sm_text_add(g->out, "q;\n");
  else
    sm_text_add(g->out, "%a * q;\n", fabs(made));
}

bool sm_generate_changes(const struct sm_generator *g, const struct sm_reaction *r, int32_t k) {
  return !g->m->species[k].fixed && sm_generate_net_moles(r, k) != 0;
}

static void add_collider(struct sm_generator *g, const struct sm_reaction *r) {
  const int32_t n = sm_generate_collider(g, r);
  struct sm_generator_collider *c = &g->collider[n];
  if (c->written) return;
  c->written = true;
  sm_text_add(g->out, "  const double m_%d = %a * all", (int)n, c->other);
  for (int32_t i = 0; i < c->efficiencies->count; i++) {
    const struct sm_amount *a = &c->efficiencies->list[i];
    sm_text_add(g->out, " + %a * ", a->amount - c->other);
    add_reading(g, a->index, CONCENTRATION);
  }
  sm_text_add(g->out, ";\n");
}

/* Definitions before the block of a reaction: shared factors and collider sums, once each. */
static void add_shared(struct sm_generator *g, const struct sm_reaction *r) {
  sm_generate_factor(g, &r->rate);
  sm_generate_factor(g, &r->reverse_rate);
  sm_generate_factor(g, &r->falloff.low);
  for (int32_t i = 0; i < r->plog_count; i++) sm_generate_factor(g, &r->plog[i].rate);
  if (sm_generate_has_collider(r)) add_collider(g, r);
}

/* Generates `const double q`, the rate of progress, and its contributions to the species. */
static void add_reaction_rate(struct sm_generator *g, const struct sm_reaction *r) {
  add_progress(g, r);
  for (int i = 0; i < 2; i++) {
    const struct sm_amounts *side = i == 0 ? &r->reactants : &r->products;
    for (int32_t j = 0; j < side->count; j++) {
      const int32_t k = side->list[j].index;
      bool again = false; /* the species occurs twice in the equation */
      for (int32_t n = 0; n < j; n++) again = again || side->list[n].index == k;
      for (int32_t n = 0; i == 1 && n < r->reactants.count; n++)
        again = again || r->reactants.list[n].index == k;
      if (!again && sm_generate_changes(g, r, k)) add_to_species(g, r, k);
    }
  }
}

void sm_generate_reaction(struct sm_generator *g, int32_t number) {
  const struct sm_reaction *r = &g->m->reactions[number];
  add_shared(g, r);
  sm_text_add(g->out, "  { /* reaction %d */\n", (int)number + 1);
  sm_generate_constant(g, r);
  if (g->constants) sm_generate_constants(g, number);
  add_reaction_rate(g, r);
  if (g->constants) sm_generate_by_colliders(g, number);
  sm_text_add(g->out, "  }\n  SM_CHEM_NEXT\n");
}
