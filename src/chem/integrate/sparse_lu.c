#include "chem/integrate/sparse_lu.h"
#include "base/arena.h"
#include "base/context.h"

/* The unknown not yet eliminated whose pivot fills least, by (row - 1)(column - 1). */
static int32_t cheapest(int32_t n, const bool *pattern, const bool *done) {
  int32_t best = -1;
  int64_t least = INT64_MAX;
  for (int32_t p = 0; p < n; p++) {
    if (done[p]) continue;
    int64_t row = 0, column = 0;
    for (int32_t j = 0; j < n; j++) {
      if (done[j]) continue;
      row += pattern[p * n + j];
      column += pattern[j * n + p];
    }
    if ((row - 1) * (column - 1) < least) {
      least = (row - 1) * (column - 1);
      best = p;
    }
  }
  return best;
}

/* Chooses the order and adds the fill. */
static void eliminate(struct sm_sparse_lu *s, bool *pattern, bool *done) {
  const int32_t n = s->n;
  for (int32_t i = 0; i < n; i++) pattern[i * n + i] = true;
  for (int32_t k = 0; k < n; k++) {
    const int32_t p = cheapest(n, pattern, done);
    s->order[k] = p;
    done[p] = true;
    for (int32_t i = 0; i < n; i++) {
      if (done[i] || !pattern[i * n + p]) continue;
      s->row_count++;
      s->lower_count++;
      for (int32_t j = 0; j < n; j++)
        if (!done[j] && pattern[p * n + j]) {
          pattern[i * n + j] = true;
          s->pair_count++;
        }
    }
    for (int32_t j = 0; j < n; j++) s->upper_count += !done[j] && pattern[p * n + j];
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
  bool *done;
  SM_TRY(sm_arena_alloc(ctx, s->arena, (size_t)n, sizeof *done, &done));
  TAKE(order, n);
  TAKE(place, n * n);
  TAKE(given, n * n);
  TAKE(diagonal, n);
  TAKE(upper_first, n + 1);
  for (int32_t i = 0; i < n * n; i++) s->given[i] = pattern[i] || i % (n + 1) == 0;
  eliminate(s, pattern, done);
  number(s, pattern);
  TAKE(rows, s->row_count);
  TAKE(pairs, s->pair_count);
  TAKE(lower, s->lower_count);
  TAKE(upper, s->upper_count);
  list(s, done);
  return SM_OK;
}

enum sm_status sm_sparse_lu_create(struct sm_context *ctx, int32_t n, bool *pattern,
                                   struct sm_sparse_lu **out) {
  struct sm_arena *arena = NULL;
  struct sm_sparse_lu *s = NULL;
  SM_TRY(sm_arena_create(ctx, &arena));
  enum sm_status status = sm_arena_alloc(ctx, arena, 1, sizeof *s, &s);
  if (status == SM_OK) {
    s->arena = arena;
    s->n = n;
    status = fill(ctx, s, pattern);
  }
  if (status != SM_OK)
    sm_arena_destroy(&arena);
  else
    *out = s;
  return status;
}

void sm_sparse_lu_destroy(struct sm_sparse_lu **sparse) {
  if (*sparse == NULL) return;
  struct sm_arena *arena = (*sparse)->arena;
  *sparse = NULL;
  sm_arena_destroy(&arena);
}
