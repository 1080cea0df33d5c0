#include "chem/integrate/sparse_lu.h"
#include "base/arena.h"
#include "base/context.h"

/* Remaining entries of each row and column: unknowns not yet eliminated. */
struct left {
  bool *done;
  int32_t *row, *column;
};

static void count_entries(int32_t n, const bool *pattern, const struct left *left) {
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = 0; j < n; j++) {
      left->row[i] += pattern[i * n + j];
      left->column[j] += pattern[i * n + j];
    }
}

/* Next pivot by Markowitz: the remaining unknown with the least fill (row - 1)(column - 1). */
static int32_t cheapest(int32_t n, const struct left *left) {
  int32_t best = -1;
  int64_t least = INT64_MAX;
  for (int32_t p = 0; p < n; p++) {
    const int64_t fill = (int64_t)(left->row[p] - 1) * (left->column[p] - 1);
    if (left->done[p] || fill >= least) continue;
    least = fill;
    best = p;
  }
  return best;
}

/* Eliminates the entry of pivot p from row i, which gets the entries of the pivot row. */
static void add_fill(struct sm_sparse_lu *s, int32_t p, int32_t i, bool *pattern,
                     const struct left *left) {
  bool *const to = pattern + (ptrdiff_t)i * s->n;
  const bool *const from = pattern + (ptrdiff_t)p * s->n;
  left->row[i]--;
  s->row_count++;
  s->lower_count++;
  for (int32_t j = 0; j < s->n; j++) {
    if (left->done[j] || !from[j]) continue;
    s->pair_count++;
    if (to[j]) continue;
    to[j] = true;
    left->row[i]++;
    left->column[j]++;
  }
}

/* Chooses the pivot order and adds the fill. */
static void eliminate(struct sm_sparse_lu *s, bool *pattern, const struct left *left) {
  const int32_t n = s->n;
  for (int32_t i = 0; i < n; i++) pattern[(ptrdiff_t)i * n + i] = true;
  count_entries(n, pattern, left);
  for (int32_t k = 0; k < n; k++) {
    const int32_t p = cheapest(n, left);
    s->order[k] = p;
    left->done[p] = true;
    for (int32_t i = 0; i < n; i++)
      if (!left->done[i] && pattern[(ptrdiff_t)i * n + p]) add_fill(s, p, i, pattern, left);
    for (int32_t j = 0; j < n; j++) {
      const bool upper = !left->done[j] && pattern[(ptrdiff_t)p * n + j];
      s->upper_count += upper;
      left->column[j] -= upper;
    }
  }
}

static void number(struct sm_sparse_lu *s, const bool *pattern) {
  const int32_t n = s->n;
  for (int32_t i = 0; i < n * n; i++) s->place[i] = pattern[i] ? s->value_count++ : -1;
  for (int32_t i = 0; i < n; i++) s->diagonal[i] = s->place[i * n + i];
}

static void list(struct sm_sparse_lu *s, bool *done) {
  const int32_t n = s->n, *place = s->place;
  int32_t row = 0, pair = 0, lower = 0, upper = 0;
  for (int32_t i = 0; i < n; i++) done[i] = false;
  for (int32_t k = 0; k < n; k++) {
    const int32_t p = s->order[k];
    done[p] = true;
    s->upper_first[k] = upper;
    for (int32_t j = 0; j < n; j++)
      if (!done[j] && place[p * n + j] >= 0)
        s->upper[upper++] = (struct sm_sparse_solve){p, j, place[p * n + j]};
    for (int32_t i = 0; i < n; i++) {
      const int32_t at = place[i * n + p];
      if (done[i] || at < 0) continue;
      s->lower[lower++] = (struct sm_sparse_solve){i, p, at};
      struct sm_sparse_row *r = &s->rows[row++];
      *r = (struct sm_sparse_row){s->diagonal[p], at, pair, 0};
      for (int32_t j = 0; j < n; j++)
        if (!done[j] && place[p * n + j] >= 0)
          s->pairs[pair++] = (struct sm_sparse_pair){place[i * n + j], place[p * n + j]};
      r->count = pair - r->first;
    }
  }
  s->upper_first[n] = upper;
}

#define TAKE(ARRAY, COUNT)                                                                         \
  SM_TRY(sm_arena_alloc(ctx, s->arena, (size_t)(COUNT), sizeof *s->ARRAY, &s->ARRAY))

static enum sm_status fill(struct sm_context *ctx, struct sm_sparse_lu *s, bool *pattern) {
  const int32_t n = s->n;
  struct left left;
  SM_TRY(sm_arena_alloc(ctx, s->arena, (size_t)n, sizeof *left.done, &left.done));
  SM_TRY(sm_arena_alloc(ctx, s->arena, (size_t)n, sizeof *left.row, &left.row));
  SM_TRY(sm_arena_alloc(ctx, s->arena, (size_t)n, sizeof *left.column, &left.column));
  TAKE(order, n);
  TAKE(place, n * n);
  TAKE(given, n * n);
  TAKE(diagonal, n);
  TAKE(upper_first, n + 1);
  for (int32_t i = 0; i < n * n; i++) s->given[i] = pattern[i] || i % (n + 1) == 0;
  eliminate(s, pattern, &left);
  number(s, pattern);
  TAKE(rows, s->row_count);
  TAKE(pairs, s->pair_count);
  TAKE(lower, s->lower_count);
  TAKE(upper, s->upper_count);
  list(s, left.done);
  return SM_OK;
}

enum sm_status sm_sparse_lu_create(struct sm_context *ctx, int32_t n, bool *pattern,
                                   struct sm_sparse_lu **out) {
  SM_SCOPED_BY(sm_arena_destroy) struct sm_arena *arena = NULL;
  struct sm_sparse_lu *s = NULL;
  SM_TRY(sm_arena_create(ctx, &arena));
  SM_TRY(sm_arena_alloc(ctx, arena, 1, sizeof *s, &s));
  s->arena = arena;
  s->n = n;
  SM_TRY(fill(ctx, s, pattern));
  arena = NULL;
  *out = s;
  return SM_OK;
}

void sm_sparse_lu_destroy(struct sm_sparse_lu **sparse) {
  if (*sparse == NULL) return;
  struct sm_arena *arena = (*sparse)->arena;
  *sparse = NULL;
  sm_arena_destroy(&arena);
}
