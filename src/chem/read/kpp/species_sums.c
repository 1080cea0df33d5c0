/* chem/read/kpp/species_sums.c - sums of species concentrations in rates, such as the peroxy
 * radicals RO2 of the MCM. */
#include "chem/read/kpp/formula_reader.h"
#include <string.h>

struct sm_formula sm_kpp_species_sum_factor(struct sm_formula a) {
  a.pool = NULL;
  return a;
}

void sm_kpp_refuse_species_sum(struct sm_kpp_formula_reader *g) {
  sm_kpp_set_reason(
      g, "only sums of amounts of species, C(...), times a factor are supported in rates");
}

struct sm_formula sm_kpp_species_amount(struct sm_kpp_formula_reader *g) {
  struct sm_formula out = sm_formula_number(&g->f, 1);
  struct sm_amounts *pool = NULL;
  struct sm_token name;
  if (!sm_kpp_name(&g->rest, &name) || !sm_kpp_accept(g, ")") || name.size < 5 ||
      !sm_token_is((struct sm_token){name.text, 4}, "ind_")) {
    sm_kpp_set_reason(g, "amounts of species in rates are C(ind_NAME)");
    return out;
  }
  name = (struct sm_token){name.text + 4, name.size - 4};
  const int32_t species = sm_builder_find_species(g->k->b, name);
  if (species < 0) sm_kpp_set_reason_token(g, "unknown species", name);
  if (g->wrong || g->f.status != SM_OK) return out;
  g->f.status = sm_arena_alloc(g->k->b->ctx, g->k->b->arena, 1, sizeof *pool, &pool);
  if (g->f.status == SM_OK) g->f.status = sm_builder_add_amount(g->k->b, pool, species, 1);
  out.pool = pool;
  return out;
}

/* a + sign b of two sums with constant factors. */
static struct sm_formula add(struct sm_kpp_formula_reader *g, const struct sm_formula *a,
                             const struct sm_formula *b, double sign) {
  const struct sm_formula *const parts[] = {a, b};
  struct sm_amounts *pool = NULL;
  struct sm_formula out = sm_formula_number(&g->f, 1);
  if (g->f.status != SM_OK) return out;
  g->f.status = sm_arena_alloc(g->k->b->ctx, g->k->b->arena, 1, sizeof *pool, &pool);
  for (int p = 0; p < 2 && g->f.status == SM_OK; p++) {
    const struct sm_formula factor = sm_kpp_species_sum_factor(*parts[p]);
    double number = 0;
    if (!sm_formula_is_number(&factor, &number)) sm_kpp_refuse_species_sum(g);
    if (parts[p]->pool == NULL && (number < 0 || number > 0)) sm_kpp_refuse_species_sum(g);
    const int32_t count = parts[p]->pool != NULL ? parts[p]->pool->count : 0;
    for (int32_t i = 0; i < count && g->f.status == SM_OK; i++)
      g->f.status =
          sm_builder_add_amount(g->k->b, pool, parts[p]->pool->list[i].index,
                                (p == 0 ? 1 : sign) * number * parts[p]->pool->list[i].amount);
  }
  out.pool = pool;
  return out;
}

struct sm_formula sm_kpp_species_sum(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind,
                                     struct sm_formula a, struct sm_formula b) {
  const bool one = a.pool == NULL || b.pool == NULL;
  if (kind == SM_TERM_ADD || kind == SM_TERM_SUBTRACT)
    return add(g, &a, &b, kind == SM_TERM_ADD ? 1 : -1);
  if (!(kind == SM_TERM_MULTIPLY && one) && !(kind == SM_TERM_DIVIDE && b.pool == NULL))
    sm_kpp_refuse_species_sum(g);
  struct sm_formula out =
      sm_formula_binary(&g->f, kind, sm_kpp_species_sum_factor(a), sm_kpp_species_sum_factor(b));
  out.pool = a.pool != NULL ? a.pool : b.pool;
  return out;
}
