#include "chem/generate_parts.h"
#include "chem/guarded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_integer(double x) { return x == rint(x) && x >= 0 && x <= 6; }

/* What species k is read by: its concentration, its activity or its potential. */
enum reading { CONCENTRATION, ACTIVITY, POTENTIAL, INVERSE };

static void add_reading(struct sm_generator *g, int32_t k, enum reading what) {
  switch (what) {
  case CONCENTRATION:
    sm_text_add(g->out, g->gibbs[k] ? "SM_CHEM_C(%d)" : "SM_CHEM_A(%d)", (int)k);
    break;
  case ACTIVITY: sm_text_add(g->out, "SM_CHEM_A(%d)", (int)k); break;
  case POTENTIAL: sm_text_add(g->out, "SM_CHEM_G(%d)", (int)k); break;
  case INVERSE: sm_text_add(g->out, "sm_chem_per(SM_CHEM_G(%d))", (int)k); break;
  }
}

/* Product of the readings to the powers of the amounts. */
static void add_product(struct sm_generator *g, const struct sm_amounts *of, enum reading what) {
  int factors = 0;
  for (int32_t i = 0; i < of->count; i++) {
    const struct sm_amount *a = &of->list[i];
    if (a->amount == 0) continue;
    if (!is_integer(a->amount)) {
      sm_text_add(g->out, factors++ == 0 ? "sm_chem_power(" : " * sm_chem_power(");
      add_reading(g, a->index, what);
      sm_text_add(g->out, ", %a)", a->amount);
      continue;
    }
    for (int n = 0; n < (int)a->amount; n++) {
      if (factors++ > 0) sm_text_add(g->out, " * ");
      add_reading(g, a->index, what);
    }
  }
  if (factors == 0) sm_text_add(g->out, "1.0");
}

static const struct sm_amounts *orders_of(const struct sm_amounts *given,
                                          const struct sm_amounts *customary) {
  return given->count > 0 ? given : customary;
}

/* At equilibrium with its reverse, the orders being those of the equation. */
static void add_balanced(struct sm_generator *g, const struct sm_reaction *r) {
  sm_text_add(g->out, "k * (");
  add_product(g, &r->reactants, POTENTIAL);
  sm_text_add(g->out, ") * (");
  add_product(g, &r->reactants, ACTIVITY);
  sm_text_add(g->out, " - ");
  add_product(g, &r->products, ACTIVITY);
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
    add_product(g, forward, CONCENTRATION);
    sm_text_add(g->out, ")");
    if (r->reverse == SM_REVERSE_GIVEN) {
      sm_text_add(g->out, " - ");
      sm_generate_arrhenius(g, &r->reverse_rate);
    } else if (r->reverse == SM_REVERSE_EQUILIBRIUM) {
      sm_text_add(g->out, " - k * (");
      add_product(g, &r->reactants, POTENTIAL);
      sm_text_add(g->out, ") * (");
      add_product(g, &r->products, INVERSE);
      sm_text_add(g->out, ")");
    }
    if (r->reverse != SM_REVERSE_NONE) {
      sm_text_add(g->out, " * (");
      add_product(g, backward, CONCENTRATION);
      sm_text_add(g->out, ")");
    }
  }
  sm_text_add(g->out, r->kind == SM_RATE_THREE_BODY ? ");\n" : ";\n");
}

/* Moles of species k that one turn of the reaction makes. */
static double made_by(const struct sm_reaction *r, int32_t k) {
  double made = 0;
  for (int32_t i = 0; i < r->products.count; i++)
    if (r->products.list[i].index == k) made += r->products.list[i].amount;
  for (int32_t i = 0; i < r->reactants.count; i++)
    if (r->reactants.list[i].index == k) made -= r->reactants.list[i].amount;
  return made;
}

static void add_to_species(struct sm_generator *g, const struct sm_reaction *r, int32_t k) {
  const double made = made_by(r, k);
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

static bool changes(const struct sm_generator *g, const struct sm_reaction *r, int32_t k) {
  return !g->m->species[k].fixed && made_by(r, k) != 0;
}

static bool uses_collider(const struct sm_reaction *r) {
  return r->kind == SM_RATE_THREE_BODY || r->kind == SM_RATE_FALLOFF ||
         r->kind == SM_RATE_ACTIVATED;
}

static bool same_amounts(const struct sm_amounts *a, const struct sm_amounts *b) {
  if (a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++)
    if (a->list[i].index != b->list[i].index || a->list[i].amount != b->list[i].amount)
      return false;
  return true;
}

int32_t sm_generate_collider(const struct sm_generator *g, const struct sm_reaction *r) {
  for (int32_t i = 0; i < g->collider_count; i++)
    if (g->collider[i].other == r->default_efficiency &&
        same_amounts(g->collider[i].efficiencies, &r->efficiencies))
      return i;
  return -1;
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

static void add_reaction(struct sm_generator *g, int32_t number) {
  const struct sm_reaction *r = &g->m->reactions[number];
  sm_generate_factor(g, &r->rate);
  sm_generate_factor(g, &r->reverse_rate);
  sm_generate_factor(g, &r->falloff.low);
  for (int32_t i = 0; i < r->plog_count; i++) sm_generate_factor(g, &r->plog[i].rate);
  if (uses_collider(r)) add_collider(g, r);
  sm_text_add(g->out, "  { /* reaction %d */\n", (int)number + 1);
  sm_generate_constant(g, r);
  add_progress(g, r);
  for (int i = 0; i < 2; i++) {
    const struct sm_amounts *side = i == 0 ? &r->reactants : &r->products;
    for (int32_t j = 0; j < side->count; j++) {
      const int32_t k = side->list[j].index;
      bool again = false; /* the species stands in the equation twice */
      for (int32_t n = 0; n < j; n++) again = again || side->list[n].index == k;
      for (int32_t n = 0; i == 1 && n < r->reactants.count; n++)
        again = again || r->reactants.list[n].index == k;
      if (!again && changes(g, r, k)) add_to_species(g, r, k);
    }
  }
  sm_text_add(g->out, "  }\n  SM_CHEM_NEXT\n");
}

/* What a reaction is worth in simple ones. */
static int32_t work_of(const struct sm_reaction *r) {
  return r->kind == SM_RATE_ELEMENTARY || r->kind == SM_RATE_THREE_BODY ? 1 : 4;
}

/* Reactions first .. end as a function of their own. The first part sets the rates, the others add:
 * a program that is too long for the memory where a processor keeps instructions is slower than
 * one that goes through all cells part by part. */
static void add_part(struct sm_generator *g, int32_t part, int32_t first, int32_t end) {
  const size_t species = (size_t)g->m->species_count;
  memset(g->begun, 0, species * sizeof *g->begun);
  for (int32_t i = 0; i < g->factor_count; i++) g->factor[i].written = false;
  for (int32_t i = 0; i < g->collider_count; i++) g->collider[i].written = false;
  sm_text_add(
      g->out,
      "SM_CHEM_PART void sm_chem_part_%d(const struct sm_chem_warm *h,\n"
      "    const struct sm_chem_air *air, const double *c, const double *g, const double *a,\n"
      "    double *w, int64_t stride) {\n"
      "  const double t = h->t, log_t = h->log_t, per_t = h->per_t, all = h->all;\n"
      "  const double log_p = h->log_p;\n"
      "  (void)t;\n  (void)log_t;\n  (void)per_t;\n  (void)log_p;\n  (void)all;\n"
      "  (void)air;\n  (void)c;\n  (void)g;\n",
      (int)part);
  for (int32_t k = 0; k < g->m->species_count; k++)
    if (g->reacts[k]) sm_text_add(g->out, "  double w_%d;\n", (int)k);
  for (int32_t i = first; i < end; i++) add_reaction(g, i);
  for (int32_t k = 0; k < g->m->species_count; k++)
    if (g->begun[k])
      sm_text_add(g->out,
                  part == 0 ? "  w[%d * stride] = w_%d;\n"
                            : "  SM_CHEM_ADD(w[%d * stride], w_%d);\n",
                  (int)k, (int)k);
    else if (part == 0)
      sm_text_add(g->out, "  w[%d * stride] = 0.0;\n", (int)k);
  sm_text_add(g->out, "}\n\n");
}

static enum sm_status add_rates(struct sm_generator *g, int32_t reactions) {
  sm_text_add(g->out,
              "SM_CHEM_PART void sm_chem_begin(const struct sm_chem_warm *h, const double *c,\n"
              "                                double *g, double *a) {\n"
              "  const double t = h->t, log_t = h->log_t, per_t = h->per_t;\n"
              "  (void)t;\n  (void)log_t;\n  (void)per_t;\n  (void)g;\n");
  sm_generate_ranges(g);
  SM_TRY(sm_generate_gibbs(g));
  sm_text_add(g->out, "}\n\n");
  const int32_t count = g->m->reaction_count;
  int32_t parts = 0, first = 0;
  int64_t all = 0, done = 0;
  for (int32_t i = 0; i < count; i++) all += work_of(&g->m->reactions[i]);
  const int64_t wanted = (all + reactions - 1) / reactions;
  do { /* parts of about the same work */
    int32_t end = first;
    while (end < count && done * wanted < all * (parts + 1))
      done += work_of(&g->m->reactions[end++]);
    add_part(g, parts++, first, end);
    first = end;
  } while (first < count);
  sm_text_add(g->out, "#define SM_CHEM_PARTS %d\n", (int)parts);
  sm_text_add(
      g->out,
      "SM_CHEM_FN void sm_chem_part(int part, const struct sm_chem_warm *h,\n"
      "    const struct sm_chem_air *air, const double *c, const double *g, const double *a,\n"
      "    double *w, int64_t stride) {\n  switch (part) {\n");
  for (int32_t i = 0; i < parts; i++)
    sm_text_add(g->out, "  case %d: sm_chem_part_%d(h, air, c, g, a, w, stride); break;\n", (int)i,
                (int)i);
  sm_text_add(g->out, "  }\n}\n\n");
  return SM_OK;
}

static void count_factor(struct sm_generator *g, const struct sm_arrhenius *rate) {
  if (rate->a == 0) return;
  for (int32_t i = 0; i < g->factor_count; i++)
    if (g->factor[i].b == rate->b && g->factor[i].e == rate->e) {
      g->factor[i].uses++;
      return;
    }
  g->factor[g->factor_count++] = (struct sm_generator_factor){rate->b, rate->e, 1, false};
}

/* Looks through the mechanism once: what is shared, and who needs what. */
static void survey(struct sm_generator *g) {
  for (int32_t i = 0; i < g->m->reaction_count; i++) {
    const struct sm_reaction *r = &g->m->reactions[i];
    count_factor(g, &r->rate);
    count_factor(g, &r->reverse_rate);
    count_factor(g, &r->falloff.low);
    for (int32_t n = 0; n < r->plog_count; n++) count_factor(g, &r->plog[n].rate);
    if (uses_collider(r) && sm_generate_collider(g, r) < 0)
      g->collider[g->collider_count++] =
          (struct sm_generator_collider){&r->efficiencies, r->default_efficiency, false};
    for (int side = 0; side < 2; side++) {
      const struct sm_amounts *of = side == 0 ? &r->reactants : &r->products;
      for (int32_t n = 0; n < of->count; n++) {
        const int32_t k = of->list[n].index;
        if (r->reverse == SM_REVERSE_EQUILIBRIUM) g->gibbs[k] = true;
        if (changes(g, r, k)) g->reacts[k] = true;
      }
    }
  }
}

static void survey_ranges(struct sm_generator *g) {
  for (int32_t k = 0; k < g->m->species_count; k++) {
    const struct sm_thermo *thermo = &g->m->species[k].thermo;
    for (int32_t i = 0; i + 1 < thermo->range_count; i++) {
      bool known = false;
      for (int32_t n = 0; n < g->middle_count; n++)
        known = known || g->middle[n] == thermo->ranges[i].high;
      if (!known) g->middle[g->middle_count++] = thermo->ranges[i].high;
    }
  }
}

static enum sm_status add_guarded(struct sm_generator *g) {
  const int32_t count = g->m->species_count;
  int32_t *guarded = NULL;
  SM_TRY(sm_alloc(g->ctx, (size_t)count, sizeof *guarded, "the generator", &guarded));
  sm_mechanism_guarded(g->m, guarded);
  sm_text_add(g->out, "#define SM_CHEM_GUARDED {");
  for (int32_t k = 0; k < count; k++) sm_text_add(g->out, k > 0 ? ", %d" : "%d", (int)guarded[k]);
  sm_text_add(g->out, "}\n\n");
  sm_free(guarded);
  return SM_OK;
}

enum sm_status sm_generate(struct sm_context *ctx, const struct sm_mechanism *m, int32_t reactions,
                           struct sm_text *out) {
  struct sm_generator g = {.ctx = ctx, .m = m, .out = out};
  size_t rates = 0, ranges = 0;
  for (int32_t i = 0; i < m->reaction_count; i++) rates += 3 + (size_t)m->reactions[i].plog_count;
  for (int32_t k = 0; k < m->species_count; k++) ranges += (size_t)m->species[k].thermo.range_count;
  enum sm_status status;
  const size_t species = (size_t)m->species_count;
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *g.gibbs, "the generator", &g.gibbs));
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *g.begun, "the generator", &g.begun));
  SM_TRY_DONE(sm_alloc(ctx, species, sizeof *g.reacts, "the generator", &g.reacts));
  SM_TRY_DONE(sm_alloc(ctx, rates, sizeof *g.factor, "the generator", &g.factor));
  SM_TRY_DONE(
      sm_alloc(ctx, (size_t)m->reaction_count, sizeof *g.collider, "the generator", &g.collider));
  SM_TRY_DONE(sm_alloc(ctx, ranges, sizeof *g.middle, "the generator", &g.middle));
  survey(&g);
  survey_ranges(&g);
  sm_text_add(out, "#define SM_SPECIES %d\n#define SM_REACTIONS %d\n\n", (int)m->species_count,
              (int)m->reaction_count);
  SM_TRY_DONE(add_guarded(&g));
  SM_TRY_DONE(sm_generate_heat(&g));
  SM_TRY_DONE(add_rates(&g, reactions));
  if (out->failed) status = sm_fail(ctx, SM_ERR_MEMORY, "error: no memory for generated code");
done:
  sm_free(g.gibbs);
  sm_free(g.begun);
  sm_free(g.reacts);
  sm_free(g.factor);
  sm_free(g.collider);
  sm_free(g.middle);
  return status;
}
