/* chem/generate/derivatives.c - derivatives of the rates in generated kinetics: rate constants by
 * reaction, and the matrix of a step by columns, so that each entry is a sum in a register
 * (docs/theory/chemistry-gpu.md). */
#include "chem/generate/internal.h"

#include <math.h>

static bool is_whole(const struct sm_amounts *side) {
  double sum = 0;
  for (int32_t i = 0; i < side->count; i++) {
    const double n = side->list[i].amount;
    if (n != rint(n) || n < 0) return false;
    sum += n;
  }
  return sum <= SM_GENERATOR_SIDE;
}

bool sm_generate_has_derivatives(const struct sm_mechanism *m) {
  for (int32_t k = 0; k < m->species_count; k++)
    if (m->species[k].thermo.range_count == 0) return false;
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    const bool simple = r->kind == SM_RATE_ELEMENTARY || r->kind == SM_RATE_THREE_BODY;
    const bool fall = r->kind == SM_RATE_FALLOFF || r->kind == SM_RATE_ACTIVATED;
    if ((!simple && !fall) || (fall && r->reverse == SM_REVERSE_GIVEN) || r->orders.count > 0 ||
        r->reverse_orders.count > 0 || !is_whole(&r->reactants) || !is_whole(&r->products))
      return false;
  }
  return true;
}

int32_t sm_generate_place_constants(const struct sm_mechanism *m,
                                    struct sm_generator_constants *at) {
  int32_t count = 0;
  for (int32_t i = 0; i < m->reaction_count; i++) {
    const struct sm_reaction *r = &m->reactions[i];
    const struct sm_generator_constants own = {
        count, r->reverse != SM_REVERSE_NONE ? count + 1 : -1, -1, -1};
    count += own.backward >= 0 ? 2 : 1;
    at[i] = own;
    if (r->kind != SM_RATE_ELEMENTARY) at[i].by_m = count++;
    if (r->kind == SM_RATE_FALLOFF || r->kind == SM_RATE_ACTIVATED) at[i].by_t = count++;
  }
  return count;
}

enum sm_status sm_generate_constant_count(struct sm_context *ctx, const struct sm_mechanism *m,
                                          int32_t *out) {
  SM_SCOPED struct sm_generator_constants *at = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)m->reaction_count, sizeof *at, "the generator", &at));
  *out = sm_generate_place_constants(m, at);
  return SM_OK;
}

/* --- constants --- */

static void add_backward(struct sm_generator *g, const struct sm_reaction *r) {
  sm_text_add(g->out, "    const double backward = ");
  if (r->reverse == SM_REVERSE_GIVEN) {
    sm_generate_arrhenius(g, &r->reverse_rate);
    if (r->kind == SM_RATE_THREE_BODY)
      sm_text_add(g->out, " * m_%d", (int)sm_generate_collider(g, r));
  } else {
    sm_text_add(g->out, "forward * (");
    sm_generate_potential_product(g, &r->reactants);
    sm_text_add(g->out, ") * sm_chem_inverse(");
    sm_generate_potential_product(g, &r->products);
    sm_text_add(g->out, ")");
  }
  sm_text_add(g->out, ";\n");
}

void sm_generate_constants(struct sm_generator *g, int32_t number) {
  const struct sm_reaction *r = &g->m->reactions[number];
  const struct sm_generator_constants *at = &g->at[number];
  sm_text_add(g->out, "    const double forward = k");
  if (r->kind == SM_RATE_THREE_BODY)
    sm_text_add(g->out, " * m_%d", (int)sm_generate_collider(g, r));
  sm_text_add(g->out, ";\n    SM_CHEM_S(%d) = forward;\n", (int)at->forward);
  if (at->backward >= 0) {
    add_backward(g, r);
    sm_text_add(g->out, "    SM_CHEM_S(%d) = backward;\n", (int)at->backward);
  }
  if (at->by_t < 0) return;
  sm_generate_falloff_partials(g, r);
  sm_text_add(g->out, "    SM_CHEM_S(%d) = by_t;\n", (int)at->by_t);
}

void sm_generate_by_colliders(struct sm_generator *g, int32_t number) {
  const struct sm_generator_constants *at = &g->at[number];
  if (at->by_m < 0) return;
  sm_text_add(g->out, "    SM_CHEM_S(%d) = q%s * sm_chem_inverse(sm_chem_max(m_%d, 1e-300));\n",
              (int)at->by_m, at->by_t >= 0 ? " * by_m" : "",
              (int)sm_generate_collider(g, &g->m->reactions[number]));
}

/* --- columns --- */

/* Molecules of a side, listed one by one. */
struct molecules {
  int32_t of[SM_GENERATOR_SIDE], count;
};

static struct molecules molecules_of(const struct sm_amounts *side) {
  struct molecules out = {{0}, 0};
  for (int32_t i = 0; i < side->count; i++)
    for (int n = 0; n < (int)side->list[i].amount; n++) out.of[out.count++] = side->list[i].index;
  return out;
}

/* Product of constant and concentrations, without one factor of species `but`; -1: complete. */
static void add_product(struct sm_generator *g, int32_t constant, const struct molecules *m,
                        int32_t but) {
  sm_text_add(g->out, "SM_CHEM_S(%d)", (int)constant);
  for (int32_t i = 0; i < m->count; i++)
    if (m->of[i] == but)
      but = -1;
    else
      sm_text_add(g->out, " * SM_CHEM_A(%d)", (int)m->of[i]);
}

static int32_t count_of(const struct molecules *m, int32_t k) {
  int32_t count = 0;
  for (int32_t i = 0; i < m->count; i++) count += m->of[i] == k;
  return count;
}

/* Adds d to j_<k> of all species that the reaction changes. */
static void add_changes(struct sm_generator *g, const struct sm_reaction *r) {
  for (int side = 0; side < 2; side++) {
    const struct sm_amounts *of = side == 0 ? &r->reactants : &r->products;
    for (int32_t i = 0; i < of->count; i++) {
      const int32_t k = of->list[i].index;
      bool again = false;
      for (int32_t n = 0; n < i; n++) again = again || of->list[n].index == k;
      for (int32_t n = 0; side == 1 && n < r->reactants.count; n++)
        again = again || r->reactants.list[n].index == k;
      if (again || !sm_generate_changes(g, r, k)) continue;
      const double made = sm_generate_net_moles(r, k);
      sm_text_add(g->out, made < 0 ? " j_%d -= " : " j_%d += ", (int)k);
      if (fabs(made) != 1) sm_text_add(g->out, "%a * ", fabs(made));
      sm_text_add(g->out, "d;");
    }
  }
}

/* Collider efficiency of species k minus the default efficiency. */
static double excess_efficiency(const struct sm_reaction *r, int32_t k) {
  for (int32_t i = 0; sm_generate_has_collider(r) && i < r->efficiencies.count; i++)
    if (r->efficiencies.list[i].index == k)
      return r->efficiencies.list[i].amount - r->default_efficiency;
  return 0;
}

/* Derivative of the rate of progress of a reaction by the concentration of species `column`. */
static void add_by_species(struct sm_generator *g, int32_t number, int32_t column) {
  const struct sm_reaction *r = &g->m->reactions[number];
  const struct sm_generator_constants *at = &g->at[number];
  const struct molecules in = molecules_of(&r->reactants), out = molecules_of(&r->products);
  const int32_t taken = count_of(&in, column),
                made = at->backward >= 0 ? count_of(&out, column) : 0;
  const double extra = excess_efficiency(r, column);
  if (taken == 0 && made == 0 && extra == 0) return;
  sm_text_add(g->out, "  { const double d = ");
  if (taken > 1) sm_text_add(g->out, "%d.0 * ", (int)taken);
  if (taken > 0) add_product(g, at->forward, &in, column);
  if (made > 0) sm_text_add(g->out, made > 1 ? " - %d.0 * " : " - ", (int)made);
  if (made > 0) add_product(g, at->backward, &out, column);
  if (extra != 0) sm_text_add(g->out, " + %a * SM_CHEM_S(%d)", extra, (int)at->by_m);
  sm_text_add(g->out, ";");
  add_changes(g, r);
  sm_text_add(g->out, " }\n");
}

/* Forward and reverse rates of a reaction, and the derivative by the total concentration. */
static void add_reaction(struct sm_generator *g, int32_t number) {
  const struct sm_reaction *r = &g->m->reactions[number];
  const struct sm_generator_constants *at = &g->at[number];
  const struct molecules in = molecules_of(&r->reactants), out = molecules_of(&r->products);
  sm_text_add(g->out, "  { const double there = ");
  add_product(g, at->forward, &in, -1);
  if (at->backward >= 0) {
    sm_text_add(g->out, ", back = ");
    add_product(g, at->backward, &out, -1);
    sm_text_add(g->out, ", q = there - back, all = %d.0 * there - %d.0 * back", (int)in.count,
                (int)out.count);
  } else {
    sm_text_add(g->out, ", q = there, all = %d.0 * there", (int)in.count);
  }
  if (at->by_m >= 0)
    sm_text_add(g->out, " + SM_CHEM_S(%d) * m_%d", (int)at->by_m, (int)sm_generate_collider(g, r));
  sm_text_add(g->out, ";\n");
}

static void add_by_all(struct sm_generator *g, int32_t number) {
  const struct sm_reaction *r = &g->m->reactions[number];
  if (g->at[number].by_m < 0 || r->default_efficiency == 0) return;
  sm_text_add(g->out, "  { const double d = %a * SM_CHEM_S(%d);", r->default_efficiency,
              (int)g->at[number].by_m);
  add_changes(g, r);
  sm_text_add(g->out, " }\n");
}

/* Adds the derivative by volume. */
static void add_by_volume(struct sm_generator *g, int32_t number) {
  add_reaction(g, number);
  sm_text_add(g->out, "    const double d = x->by_n * (q - all);");
  add_changes(g, &g->m->reactions[number]);
  sm_text_add(g->out, " }\n");
}

/* d ln Kc/dT times T^2. */
static void add_balance(struct sm_generator *g, const struct molecules *in,
                        const struct molecules *out) {
  sm_text_add(g->out, "(%d.0 * x->excess", (int)(in->count - out->count));
  for (int32_t i = 0; i < out->count; i++) sm_text_add(g->out, " + SM_CHEM_G(%d)", (int)out->of[i]);
  for (int32_t i = 0; i < in->count; i++) sm_text_add(g->out, " - SM_CHEM_G(%d)", (int)in->of[i]);
  sm_text_add(g->out, ")");
}

static void add_by_temperature(struct sm_generator *g, int32_t number) {
  const struct sm_reaction *r = &g->m->reactions[number];
  const struct sm_generator_constants *at = &g->at[number];
  const struct molecules in = molecules_of(&r->reactants), out = molecules_of(&r->products);
  add_reaction(g, number);
  sm_text_add(g->out, "    const double there_t = ");
  if (at->by_t >= 0)
    sm_text_add(g->out, "SM_CHEM_S(%d)", (int)at->by_t);
  else
    sm_generate_dlnk_dt(g, &r->rate);
  if (r->reverse == SM_REVERSE_GIVEN) {
    sm_text_add(g->out, ", back_t = ");
    sm_generate_dlnk_dt(g, &r->reverse_rate);
  } else if (at->backward >= 0) {
    sm_text_add(g->out, ", back_t = there_t - per_t * per_t * ");
    add_balance(g, &in, &out);
  }
  sm_text_add(g->out, ";\n    const double d = x->volume * (there * there_t");
  if (at->backward >= 0) sm_text_add(g->out, " - back * back_t");
  sm_text_add(g->out, ") + x->by_t * (q - all);");
  add_changes(g, r);
  sm_text_add(g->out, " }\n");
}

static bool is_there(const struct sm_generator *g, int32_t row, int32_t column) {
  return g->sparse->given[row * g->sparse->n + column];
}

static int32_t place_of(const struct sm_generator *g, int32_t row, int32_t column) {
  return g->sparse->place[row * g->sparse->n + column];
}

/* Writes matrix values from the sums j: rows of the species, of their total, of the temperature. */
static void add_values(struct sm_generator *g, int32_t column) {
  const int32_t n = g->m->species_count;
  for (int32_t k = 0; k < n; k++)
    if (is_there(g, k, column))
      sm_text_add(g->out, "  SM_CHEM_V(%d) = %sj_%d;\n", (int)place_of(g, k, column),
                  k == column ? "x->shift - " : "-", (int)k);
  sm_text_add(g->out, "  SM_CHEM_V(%d) = %s(0.0", (int)place_of(g, n, column),
              column == n ? "x->shift - " : "-");
  for (int32_t k = 0; k < n; k++)
    if (is_there(g, k, column)) sm_text_add(g->out, " + j_%d", (int)k);
  sm_text_add(g->out, ");\n  SM_CHEM_V(%d) = %sx->per_capacity * (",
              (int)place_of(g, n + 1, column), column == n + 1 ? "x->shift + " : "");
  if (column < n) {
    sm_text_add(g->out, "x->heating * (");
    sm_generate_capacity(g, column);
    sm_text_add(g->out, " - x->less)");
  } else {
    sm_text_add(g->out, column == n ? "0.0" : "x->own");
  }
  for (int32_t k = 0; k < n; k++)
    if (is_there(g, k, column)) sm_text_add(g->out, " + SM_CHEM_G(%d) * j_%d", (int)k, (int)k);
  sm_text_add(g->out, ");\n");
}

static void add_colliders(struct sm_generator *g) {
  for (int32_t i = 0; i < g->collider_count; i++) {
    const struct sm_generator_collider *c = &g->collider[i];
    sm_text_add(g->out, "  const double m_%d = %a * all_c", (int)i, c->other);
    for (int32_t n = 0; n < c->efficiencies->count; n++)
      sm_text_add(g->out, " + %a * SM_CHEM_A(%d)", c->efficiencies->list[n].amount - c->other,
                  (int)c->efficiencies->list[n].index);
    sm_text_add(g->out, ";\n  (void)m_%d;\n", (int)i);
  }
}

/* Number of constants read by the column of a species. */
static int32_t reads_of(const struct sm_generator *g, int32_t column) {
  int32_t count = 0;
  for (int32_t i = 0; i < g->m->reaction_count; i++) {
    const struct sm_reaction *r = &g->m->reactions[i];
    const struct molecules in = molecules_of(&r->reactants), out = molecules_of(&r->products);
    count += (count_of(&in, column) > 0) + (g->at[i].backward >= 0 && count_of(&out, column) > 0) +
             (excess_efficiency(r, column) != 0);
  }
  return count;
}

static void add_column(struct sm_generator *g, int32_t column) {
  const int32_t n = g->m->species_count;
  sm_text_add(g->out, "  {\n");
  for (int32_t k = 0; k < n; k++)
    if (is_there(g, k, column)) sm_text_add(g->out, "  double j_%d = 0.0;\n", (int)k);
  if (column >= n) add_colliders(g);
  for (int32_t i = 0; i < g->m->reaction_count; i++)
    if (column < n)
      add_by_species(g, i, column);
    else if (column == n)
      add_by_all(g, i);
    else
      add_by_temperature(g, i);
  if (column == n) {
    sm_text_add(g->out, "  if (x->by_n > 0.0) {\n");
    for (int32_t i = 0; i < g->m->reaction_count; i++) add_by_volume(g, i);
    sm_text_add(g->out, "  }\n");
  }
  add_values(g, column);
  sm_text_add(g->out, "  }\n");
}

/* Function for columns first .. end. */
static void add_columns(struct sm_generator *g, int32_t first, int32_t end) {
  /* all reactions read a and g; kept in registers they would leave no others */
  const char *const qualifier = first > g->m->species_count ? "volatile " : "";
  sm_text_add(
      g->out,
      "SM_CHEM_ALONE void sm_chem_column_%d(const struct sm_chem_matrix *x,\n"
      "    const double *s, double all_c, const %sdouble *a, const %sdouble *g, double *v) {\n"
      "  SM_CHEM_LIES(s)\n  SM_CHEM_LIES(v)\n  SM_CHEM_COLUMN(a)\n"
      "  SM_CHEM_COLUMN_AFTER(g)\n"
      "  const double t = sm_chem_opaque(x->t), per_t = sm_chem_opaque(x->per_t);\n"
      "  (void)t;\n  (void)per_t;\n  (void)s;\n  (void)all_c;\n  (void)a;\n",
      (int)first, qualifier, qualifier);
  sm_generate_ranges(g);
  for (int32_t column = first; column < end; column++) add_column(g, column);
  sm_text_add(g->out, "}\n\n");
}

/* Columns with few reads share a function, so that reads of
 * one overlap with sums of another. */
enum { READS = 60 };

static int32_t end_of(const struct sm_generator *g, int32_t first) {
  int32_t reads = 0, end = first;
  if (first >= g->m->species_count) return first + 1;
  while (end < g->m->species_count && reads < READS) reads += reads_of(g, end++);
  return end;
}

void sm_generate_columns(struct sm_generator *g) {
  for (int32_t i = 0; i < g->sparse->n; i = end_of(g, i)) add_columns(g, i, end_of(g, i));
  sm_text_add(g->out,
              "SM_CHEM_FN void sm_chem_columns(const struct sm_chem_matrix *x, const double "
              "*s, double all_c,\n"
              "    const double *a, const double *g, double *v) {\n");
  for (int32_t i = 0; i < g->sparse->n; i = end_of(g, i))
    sm_text_add(g->out, "  sm_chem_column_%d(x, s, all_c, a, g, v);\n", (int)i);
  sm_text_add(g->out, "}\n\n");
}
