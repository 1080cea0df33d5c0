/* Tables of the active species of a mechanism: renumbered copies of the full tables, and the
 * factorisation lists without the frozen unknowns. */
#include "base/arena.h"
#include "base/context.h"
#include "chem/reduce/reduce.h"

#include <string.h>

#define TAKE(ARRAY, COUNT)                                                                         \
  SM_TRY(sm_arena_alloc(ctx, t->arena, (size_t)(COUNT) + 1, sizeof *(ARRAY), &(ARRAY)))

static enum sm_status take_kinetics(struct sm_context *ctx, struct sm_reduced_tables *t) {
  const struct sm_kinetics *w = t->whole;
  struct sm_kinetics *k = &t->k;
  *k = *w;
  TAKE(k->gases, w->species_count);
  TAKE(k->nonnegative, w->species_count);
  TAKE(k->steps, w->step_count);
  TAKE(k->factors, w->factor_count);
  TAKE(k->colliders, w->collider_count);
  TAKE(k->changes, w->change_count);
  TAKE(k->orders, w->order_count);
  TAKE(k->extras, w->extra_count);
  k->weights = k->atoms = NULL;
  k->arena = NULL;
  t->frozen = *k;
  return SM_OK;
}

static enum sm_status take_lu(struct sm_context *ctx, struct sm_reduced_tables *t) {
  const struct sm_sparse_lu *w = t->whole_lu;
  struct sm_sparse_lu *s = &t->lu;
  TAKE(s->place, w->n * w->n);
  TAKE(s->diagonal, w->n);
  TAKE(s->order, w->n);
  TAKE(s->upper_first, w->n);
  TAKE(s->rows, w->row_count);
  TAKE(s->pairs, w->pair_count);
  TAKE(s->lower, w->lower_count);
  TAKE(s->upper, w->upper_count);
  return SM_OK;
}

static enum sm_status take(struct sm_context *ctx, struct sm_reduced_tables *t) {
  TAKE(t->species, t->whole->species_count);
  TAKE(t->row, t->whole->species_count + 2);
  TAKE(t->value, t->whole_lu->value_count);
  SM_TRY(take_kinetics(ctx, t));
  return take_lu(ctx, t);
}

enum sm_status sm_reduced_tables_create(struct sm_context *ctx, const struct sm_kinetics *whole,
                                        const struct sm_sparse_lu *lu,
                                        const struct sm_interaction_graph *graph,
                                        struct sm_reduced_tables *out) {
  *out = (struct sm_reduced_tables){.whole = whole, .whole_lu = lu, .graph = graph};
  SM_TRY(sm_arena_create(ctx, &out->arena));
  const enum sm_status status = take(ctx, out);
  if (status != SM_OK) sm_reduced_tables_free(out);
  return status;
}

void sm_reduced_tables_free(struct sm_reduced_tables *tables) {
  if (tables->arena != NULL) sm_arena_destroy(&tables->arena);
}

/* --- species --- */

static void select_species(struct sm_reduced_tables *t, const bool *active) {
  const int32_t n = t->whole->species_count;
  int32_t count = 0;
  for (int side = 0; side < 2; side++) {
    for (int32_t i = 0; i < n; i++)
      if (active[i] == (side == 0)) t->species[count++] = i;
    if (side == 0) t->k.species_count = count;
  }
  for (int32_t i = 0; i < n; i++) {
    const int32_t of = t->species[i];
    t->row[of] = i;
    t->k.gases[i] = t->whole->gases[of];
    t->k.nonnegative[i] = t->whole->nonnegative[of];
  }
  t->row[n] = t->k.species_count; /* row of ones */
  t->frozen.species_count = n - t->k.species_count;
  t->frozen.gases = t->k.gases + t->k.species_count;
}

static bool is_active(const struct sm_reduced_tables *t, int32_t species) {
  return t->row[species] < t->k.species_count;
}

/* --- reactions --- */

static bool is_whole(const struct sm_reduced_tables *t, int32_t reaction) {
  const struct sm_interaction_graph *g = t->graph;
  for (int32_t i = g->involved_first[reaction]; i < g->involved_first[reaction + 1]; i++)
    if (!is_active(t, g->involved[i])) return false;
  return true;
}

static int32_t copy_changes(struct sm_reduced_tables *t, int32_t first, int32_t count) {
  const int32_t begin = t->k.change_count;
  for (int32_t i = 0; i < count; i++) {
    const struct sm_amount c = t->whole->changes[first + i];
    t->k.changes[t->k.change_count++] = (struct sm_amount){t->row[c.index], c.amount};
  }
  return begin;
}

static void copy_step(struct sm_reduced_tables *t, const struct sm_kinetics_step *from) {
  struct sm_kinetics *k = &t->k;
  struct sm_kinetics_step *s = &k->steps[k->step_count++];
  *s = *from;
  for (int i = 0; i < SM_CHEM_SIDES; i++) {
    s->in[i] = t->row[from->in[i]];
    s->out[i] = t->row[from->out[i]];
  }
  s->change_first = copy_changes(t, from->change_first, from->change_count);
  s->balance_first = copy_changes(t, from->balance_first, from->balance_count);
  s->order_first = k->order_count;
  for (int32_t i = 0; i < from->order_count; i++) {
    struct sm_kinetics_order o = t->whole->orders[from->order_first + i];
    o.index = t->row[o.index];
    k->orders[k->order_count++] = o;
  }
}

/* Selects steps in the order of their factors, which are renumbered in sequence. */
static void select_steps(struct sm_reduced_tables *t) {
  const struct sm_kinetics *w = t->whole;
  struct sm_kinetics *k = &t->k;
  int32_t last = -1;
  k->step_count = k->factor_count = k->change_count = k->order_count = 0;
  for (int32_t i = 0; i < w->step_count; i++) {
    const struct sm_kinetics_step *s = &w->steps[i];
    if (!is_whole(t, s->reaction)) continue;
    copy_step(t, s);
    if (s->special) continue;
    if (s->factor != last) k->factors[k->factor_count++] = w->factors[s->factor];
    last = s->factor;
    k->steps[k->step_count - 1].factor = k->factor_count - 1;
  }
}

static void select_colliders(struct sm_reduced_tables *t) {
  const struct sm_kinetics *w = t->whole;
  struct sm_kinetics *k = &t->k;
  k->extra_count = 0;
  for (int32_t j = 0; j < w->collider_count; j++) {
    const struct sm_kinetics_collider *from = &w->colliders[j];
    struct sm_kinetics_collider *c = &k->colliders[j];
    *c = (struct sm_kinetics_collider){from->base, k->extra_count, 0};
    for (int32_t i = 0; i < from->count; i++) {
      const struct sm_amount e = w->extras[from->first + i];
      if (!is_active(t, e.index)) continue;
      k->extras[k->extra_count++] = (struct sm_amount){t->row[e.index], e.amount};
    }
    c->count = k->extra_count - c->first;
  }
}

/* --- linear algebra --- */

/* Unknown of the full system for row i of the reduced one; N and T follow the species. */
static int32_t unknown_of(const struct sm_reduced_tables *t, int32_t i) {
  const int32_t left = i - t->k.species_count;
  return left < 0 ? t->species[i] : t->whole->species_count + left;
}

static int32_t row_of_unknown(const struct sm_reduced_tables *t, int32_t unknown) {
  const int32_t beyond = unknown - t->whole->species_count;
  return beyond < 0 ? t->row[unknown] : t->k.species_count + beyond;
}

static void select_values(struct sm_reduced_tables *t) {
  const struct sm_sparse_lu *w = t->whole_lu;
  struct sm_sparse_lu *s = &t->lu;
  s->n = t->k.species_count + 2;
  s->value_count = 0;
  for (int32_t i = 0; i < w->value_count; i++) t->value[i] = -1;
  for (int32_t i = 0; i < s->n; i++) {
    const int32_t *from = w->place + (ptrdiff_t)unknown_of(t, i) * w->n;
    int32_t *place = s->place + (ptrdiff_t)i * s->n;
    for (int32_t j = 0; j < s->n; j++) {
      const int32_t at = from[unknown_of(t, j)];
      place[j] = at < 0 ? -1 : s->value_count++;
      if (at >= 0) t->value[at] = place[j];
    }
    s->diagonal[i] = place[i];
  }
}

static void select_rows(struct sm_reduced_tables *t) {
  const struct sm_sparse_lu *w = t->whole_lu;
  struct sm_sparse_lu *s = &t->lu;
  const int32_t *value = t->value;
  s->row_count = s->pair_count = 0;
  for (int32_t r = 0; r < w->row_count; r++) {
    const struct sm_sparse_row *from = &w->rows[r];
    if (value[from->pivot] < 0 || value[from->lower] < 0) continue;
    struct sm_sparse_row *row = &s->rows[s->row_count++];
    *row = (struct sm_sparse_row){value[from->pivot], value[from->lower], s->pair_count, 0};
    for (int32_t p = from->first; p < from->first + from->count; p++) {
      const struct sm_sparse_pair *pair = &w->pairs[p];
      if (value[pair->target] < 0 || value[pair->source] < 0) continue;
      s->pairs[s->pair_count++] = (struct sm_sparse_pair){value[pair->target], value[pair->source]};
    }
    row->count = s->pair_count - row->first;
  }
}

static void select_solve(const struct sm_reduced_tables *t, const struct sm_sparse_solve *from,
                         struct sm_sparse_solve *to, int32_t *count) {
  if (t->value[from->value] < 0) return;
  to[(*count)++] = (struct sm_sparse_solve){row_of_unknown(t, from->row),
                                            row_of_unknown(t, from->column), t->value[from->value]};
}

static void select_solves(struct sm_reduced_tables *t) {
  const struct sm_sparse_lu *w = t->whole_lu;
  struct sm_sparse_lu *s = &t->lu;
  int32_t pivots = 0;
  s->lower_count = s->upper_count = 0;
  for (int32_t i = 0; i < w->lower_count; i++)
    select_solve(t, &w->lower[i], s->lower, &s->lower_count);
  for (int32_t p = 0; p < w->n; p++) {
    if (t->value[w->diagonal[w->order[p]]] < 0) continue;
    s->upper_first[pivots] = s->upper_count;
    s->order[pivots++] = row_of_unknown(t, w->order[p]);
    for (int32_t i = w->upper_first[p]; i < w->upper_first[p + 1]; i++)
      select_solve(t, &w->upper[i], s->upper, &s->upper_count);
  }
  s->upper_first[pivots] = s->upper_count;
}

void sm_reduced_tables_select(struct sm_reduced_tables *t, const bool *active) {
  select_species(t, active);
  select_steps(t);
  select_colliders(t);
  select_values(t);
  select_rows(t);
  select_solves(t);
}
