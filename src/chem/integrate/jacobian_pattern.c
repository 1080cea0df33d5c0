/* Reactor equations of a cell. Unknowns per unit of initial volume: amounts n_k of the species
 * (kmol), their sum N, and temperature T. At constant pressure the volume is V = R T N/p, else V =
 * 1. N is a separate unknown, so that collider concentrations keep the Jacobian sparse
 * (docs/theory). */
#include "base/context.h"
#include "chem/integrate/sparse_lu.h"

static void mark_step(const struct sm_kinetics *k, const struct sm_kinetics_step *s, int32_t row,
                      bool *pattern) {
  const int32_t ones = k->species_count;
  for (int i = 0; i < SM_CHEM_SIDES && s->kind <= SM_STEP_REVERSIBLE; i++) {
    if (s->in[i] != ones) pattern[row + s->in[i]] = true;
    if (s->kind == SM_STEP_REVERSIBLE && s->out[i] != ones) pattern[row + s->out[i]] = true;
  }
  for (int32_t i = 0; i < s->order_count; i++)
    pattern[row + k->orders[s->order_first + i].index] = true;
  if (s->collider < 0) return;
  const struct sm_kinetics_collider *c = &k->colliders[s->collider];
  for (int32_t i = 0; i < c->count; i++) pattern[row + k->extras[c->first + i].index] = true;
}

enum sm_status sm_reactor_jacobian_pattern(struct sm_context *ctx, const struct sm_kinetics *k,
                                           struct sm_sparse_lu **out) {
  const int32_t n = k->species_count + 2;
  SM_SCOPED bool *pattern = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)(n * n), sizeof *pattern, "a Jacobian's pattern", &pattern));
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    for (int32_t j = 0; j < s->change_count; j++) {
      const int32_t row = k->changes[s->change_first + j].index * n;
      mark_step(k, s, row, pattern);
      pattern[row + n - 2] = pattern[row + n - 1] = true;
    }
  }
  for (int32_t j = 0; j < n; j++) pattern[(n - 2) * n + j] = pattern[(n - 1) * n + j] = true;
  return sm_sparse_lu_create(ctx, n, pattern, out);
}
