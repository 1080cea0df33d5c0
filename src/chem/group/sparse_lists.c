/* Lists of the sparse matrix of thread groups
 * (cell/chemistry/group_sparse.h): stages of independent pivots, from the
 * pattern and pivot order of the CPU (chem/integrate/sparse_lu.h). */
#include "chem/group/tables.h"
#include "chem/integrate/sparse_lu.h"

/* Product to subtract from a target. */
struct update {
  int32_t target, left, right;
};

struct maker {
  const struct sm_sparse_lu *lu;
  int32_t *level;     /* stage of each pivot, by position in the pivot order */
  int32_t *pivot;     /* positions in the pivot order, by stage */
  int32_t *row_first; /* n + 1, by position: first of lu->rows and lu->lower */
  int32_t *upper;     /* entries of lu->upper, column by column */
  int32_t *upper_first;
  struct update *update; /* updates of a stage */
  int32_t *slot;         /* per target: index in the list of the stage, -1: none */
};

/* Index of an unknown: on the CPU the sum of the species precedes the temperature. */
static int32_t unknown_of(int32_t n, int32_t i) {
  return i < n - 2 ? i : i == n - 2 ? n - 1 : n - 2;
}

#define TAKE(TO, COUNT) SM_TRY(sm_arena_alloc(ctx, arena, (size_t)(COUNT), sizeof *(TO), &(TO)))

/* --- stages --- */

/* Stage of each pivot: after all pivots with an entry in its row or column. Returns the count. */
static int32_t find_levels(const struct maker *x) {
  const struct sm_sparse_lu *lu = x->lu;
  int32_t stages = 0, *by_unknown = x->slot; /* at least n elements */
  for (int32_t i = 0; i < lu->n; i++) by_unknown[i] = 0;
  for (int32_t k = 0; k < lu->n; k++) {
    const int32_t level = by_unknown[lu->order[k]], next = level + 1;
    x->level[k] = level;
    if (next > stages) stages = next;
    for (int32_t r = x->row_first[k]; r < x->row_first[k + 1]; r++) {
      int32_t *to = &by_unknown[lu->lower[r].row];
      *to = *to > next ? *to : next;
    }
    for (int32_t u = lu->upper_first[k]; u < lu->upper_first[k + 1]; u++) {
      int32_t *to = &by_unknown[lu->upper[u].column];
      *to = *to > next ? *to : next;
    }
  }
  return stages;
}

/* Stable counting sort of 0.. by keys below `keys`; first: keys + 1 offsets. */
static void sort_by_key(const int32_t *key, int32_t count, int32_t keys, int32_t *first,
                        int32_t *to) {
  for (int32_t s = 0; s <= keys; s++) first[s] = 0;
  for (int32_t i = 0; i < count; i++) first[key[i] + 1]++;
  for (int32_t s = 0; s < keys; s++) first[s + 1] += first[s];
  for (int32_t i = 0; i < count; i++) to[first[key[i]]++] = i;
  for (int32_t s = keys; s > 0; s--) first[s] = first[s - 1];
  first[0] = 0;
}

static void find_rows(const struct maker *x) {
  int32_t r = 0;
  for (int32_t k = 0; k < x->lu->n; k++) {
    x->row_first[k] = r;
    while (r < x->lu->row_count && x->lu->lower[r].column == x->lu->order[k]) r++;
  }
  x->row_first[x->lu->n] = r;
}

/* --- update lists --- */

/* Appends the updates of a stage, grouped by target; returns the size of the list. */
static int32_t add_stage(const struct maker *x, int32_t count, int32_t targets, int32_t products,
                         struct sm_group_target *target, struct sm_group_product *product) {
  int32_t end = targets;
  for (int32_t i = 0; i < count; i++) {
    int32_t *slot = &x->slot[x->update[i].target];
    if (*slot < 0) {
      *slot = end;
      target[end++] = (struct sm_group_target){x->update[i].target, 0};
    }
    target[*slot].first++;
  }
  for (int32_t t = targets, at = products; t < end; t++) {
    const int32_t own = target[t].first;
    target[t].first = at;
    at += own;
  }
  for (int32_t i = 0; i < count; i++) {
    struct sm_group_target *to = &target[x->slot[x->update[i].target]];
    product[to->first++] = (struct sm_group_product){x->update[i].left, x->update[i].right};
  }
  for (int32_t t = end - 1; t >= targets; t--) {
    x->slot[target[t].at] = -1;
    target[t].first = t > targets ? target[t - 1].first : products;
  }
  return end;
}

/* Updates by a pivot: of matrix entries, of the right-hand side, and of the solution (backward). */
static int32_t add_factor(const struct maker *x, int32_t k, struct update *to) {
  const struct sm_sparse_lu *lu = x->lu;
  int32_t count = 0;
  for (int32_t r = x->row_first[k]; r < x->row_first[k + 1]; r++)
    for (int32_t p = lu->rows[r].first; p < lu->rows[r].first + lu->rows[r].count; p++)
      to[count++] = (struct update){lu->pairs[p].target, lu->rows[r].lower, lu->pairs[p].source};
  return count;
}

static struct update solve_of(const struct sm_sparse_lu *lu, const struct sm_sparse_solve *s) {
  return (struct update){unknown_of(lu->n, s->row), s->value, unknown_of(lu->n, s->column)};
}

static int32_t add_forward(const struct maker *x, int32_t k, struct update *to) {
  int32_t count = 0;
  for (int32_t r = x->row_first[k]; r < x->row_first[k + 1]; r++)
    to[count++] = solve_of(x->lu, &x->lu->lower[r]);
  return count;
}

static int32_t add_backward(const struct maker *x, int32_t k, struct update *to) {
  const int32_t column = x->lu->order[k];
  int32_t count = 0;
  for (int32_t u = x->upper_first[column]; u < x->upper_first[column + 1]; u++)
    to[count++] = solve_of(x->lu, &x->lu->upper[x->upper[u]]);
  return count;
}

static enum sm_status make_list(struct sm_context *ctx, struct sm_arena *arena,
                                const struct maker *x, const struct sm_group_sparse *sparse,
                                int32_t (*add)(const struct maker *, int32_t, struct update *),
                                int32_t products, struct sm_group_update_list *out,
                                struct sm_group_list_counts *counts) {
  struct sm_group_target *target;
  struct sm_group_product *product;
  int32_t *first, targets = 0, done = 0;
  TAKE(target, products + 1);
  TAKE(product, products);
  TAKE(first, sparse->stages + 1);
  for (int32_t s = 0; s < sparse->stages; s++) {
    int32_t count = 0;
    for (int32_t i = sparse->pivot_first[s]; i < sparse->pivot_first[s + 1]; i++)
      count += add(x, x->pivot[i], x->update + count);
    first[s] = targets;
    targets = add_stage(x, count, targets, done, target, product);
    done += count;
  }
  first[sparse->stages] = targets;
  target[targets] = (struct sm_group_target){0, done};
  *out = (struct sm_group_update_list){first, target, product};
  *counts = (struct sm_group_list_counts){targets + 1, done};
  return SM_OK;
}

/* --- factors --- */

static enum sm_status prepare(struct sm_context *ctx, struct sm_arena *arena, struct maker *x) {
  const struct sm_sparse_lu *lu = x->lu;
  const int32_t n = lu->n,
                most = lu->pair_count > lu->upper_count ? lu->pair_count : lu->upper_count;
  const int32_t size = lu->value_count > n ? lu->value_count : n;
  int32_t *column;
  TAKE(x->level, n);
  TAKE(x->pivot, n);
  TAKE(x->row_first, n + 1);
  TAKE(x->upper, lu->upper_count);
  TAKE(x->upper_first, n + 1);
  TAKE(x->update, most > lu->lower_count ? most : lu->lower_count);
  TAKE(x->slot, size);
  TAKE(column, lu->upper_count);
  for (int32_t u = 0; u < lu->upper_count; u++) column[u] = lu->upper[u].column;
  sort_by_key(column, lu->upper_count, n, x->upper_first, x->upper);
  find_rows(x);
  return SM_OK;
}

static enum sm_status make_pivots(struct sm_context *ctx, struct sm_arena *arena,
                                  const struct maker *x, struct sm_group_sparse *out) {
  const struct sm_sparse_lu *lu = x->lu;
  struct sm_group_entry *pivot;
  struct sm_group_product *lower;
  int32_t *first, *lower_first, count = 0;
  TAKE(pivot, lu->n);
  TAKE(lower, lu->row_count);
  TAKE(first, out->stages + 1);
  TAKE(lower_first, out->stages + 1);
  sort_by_key(x->level, lu->n, out->stages, first, x->pivot);
  for (int32_t s = 0; s < out->stages; s++) {
    lower_first[s] = count;
    for (int32_t i = first[s]; i < first[s + 1]; i++) {
      const int32_t k = x->pivot[i], p = lu->order[k];
      pivot[i] = (struct sm_group_entry){lu->diagonal[p], unknown_of(lu->n, p)};
      for (int32_t r = x->row_first[k]; r < x->row_first[k + 1]; r++)
        lower[count++] = (struct sm_group_product){lu->rows[r].lower, lu->rows[r].pivot};
    }
  }
  lower_first[out->stages] = count;
  out->pivot_first = first;
  out->pivot = pivot;
  out->lower_first = lower_first;
  out->lower = lower;
  return SM_OK;
}

static enum sm_status make_factors(struct sm_context *ctx, struct sm_arena *arena,
                                   const struct sm_sparse_lu *lu, struct sm_group_sparse *out,
                                   struct sm_group_sparse_counts *counts) {
  struct maker x = {.lu = lu};
  SM_TRY(prepare(ctx, arena, &x));
  out->stages = find_levels(&x);
  for (int32_t i = 0; i < lu->value_count || i < lu->n; i++) x.slot[i] = -1;
  SM_TRY(make_pivots(ctx, arena, &x, out));
  counts->lower = lu->row_count;
  SM_TRY(make_list(ctx, arena, &x, out, add_factor, lu->pair_count, &out->factor, &counts->factor));
  SM_TRY(make_list(ctx, arena, &x, out, add_forward, lu->lower_count, &out->forward,
                   &counts->forward));
  return make_list(ctx, arena, &x, out, add_backward, lu->upper_count, &out->backward,
                   &counts->backward);
}

/* --- the matrix --- */

static enum sm_status make_rows(struct sm_context *ctx, struct sm_arena *arena,
                                const struct sm_sparse_lu *lu, struct sm_group_sparse *out,
                                struct sm_group_sparse_counts *counts) {
  const int32_t n = lu->n, species = n - 2;
  struct sm_group_entry *entry;
  int32_t *first, *column, *column_first, *diagonal, value = 0, entries = 0;
  TAKE(first, species + 1);
  TAKE(column, lu->value_count);
  TAKE(column_first, species + 1);
  TAKE(entry, lu->value_count);
  TAKE(diagonal, n);
  for (int32_t i = 0; i < n; i++) {
    if (i <= species) first[i] = value;
    for (int32_t j = 0; j < n; j++)
      if (lu->place[(ptrdiff_t)i * n + j] >= 0) column[value++] = unknown_of(n, j);
    diagonal[unknown_of(n, i)] = lu->diagonal[i];
  }
  for (int32_t j = 0; j < species; j++) {
    column_first[j] = entries;
    for (int32_t i = 0; i < species; i++)
      if (lu->given[(ptrdiff_t)i * n + j])
        entry[entries++] = (struct sm_group_entry){lu->place[(ptrdiff_t)i * n + j], i};
  }
  column_first[species] = entries;
  out->moles_row = lu->place[(ptrdiff_t)species * n];
  out->heat_row = lu->place[(ptrdiff_t)(species + 1) * n];
  out->row_first = first;
  out->column = column;
  out->column_first = column_first;
  out->entry = entry;
  out->diagonal = diagonal;
  counts->entries = entries;
  return SM_OK;
}

/* Lists the values that a row with explicit orders changes by one species; returns their number. */
static int32_t general_values(const struct sm_group_tables *t, const struct sm_sparse_lu *lu,
                              int32_t r, int32_t species, int32_t *to) {
  const struct sm_group_row_extra *rare = &t->rare[r];
  const int32_t *place = lu->place + (ptrdiff_t)species * lu->n;
  int32_t count = 0;
  for (int32_t o = rare->order_first; o < rare->order_first + rare->order_count; o++)
    to[count++] = place[t->changes[o].species];
  to[count++] = place[t->species];
  to[count++] = place[t->species + 1];
  if (t->row[r].collider < 0) return count;
  const struct sm_group_collider *m = &t->collider[t->row[r].collider];
  for (int32_t e = m->first; e < m->first + m->count; e++)
    to[count++] = place[t->changes[e].species];
  return count;
}

static int32_t general_at_most(const struct sm_group_tables *t) {
  int32_t n = 0;
  for (int32_t r = t->plain_rows; r < t->rows; r++) {
    const int32_t collider = t->row[r].collider;
    n += t->rare[r].change_count *
         (t->rare[r].order_count + 2 + (collider < 0 ? 0 : t->collider[collider].count));
  }
  return n;
}

static enum sm_status make_general(struct sm_context *ctx, struct sm_arena *arena,
                                   const struct sm_group_tables *t, const struct sm_sparse_lu *lu,
                                   struct sm_group_sparse *out,
                                   struct sm_group_sparse_counts *counts) {
  int32_t *first, *values, count = 0;
  TAKE(first, t->rows - t->plain_rows + 1);
  TAKE(values, general_at_most(t));
  for (int32_t r = t->plain_rows; r < t->rows; r++) {
    const struct sm_group_row_extra *rare = &t->rare[r];
    first[r - t->plain_rows] = count;
    for (int32_t c = rare->change_first; c < rare->change_first + rare->change_count; c++)
      count += general_values(t, lu, r, t->changes[c].species, values + count);
  }
  out->general_first = first;
  out->general = values;
  counts->general = count;
  return SM_OK;
}

enum sm_status sm_group_make_sparse_lists(struct sm_context *ctx, struct sm_arena *arena,
                                          const struct sm_sparse_lu *lu,
                                          struct sm_group_host_tables *out) {
  struct sm_group_sparse *sparse;
  TAKE(sparse, 1);
  sparse->unknowns = lu->n;
  SM_TRY(make_rows(ctx, arena, lu, sparse, &out->sparse));
  SM_TRY(make_general(ctx, arena, &out->tables, lu, sparse, &out->sparse));
  SM_TRY(make_factors(ctx, arena, lu, sparse, &out->sparse));
  out->tables.values = lu->value_count;
  out->tables.sparse = sparse;
  return SM_OK;
}
