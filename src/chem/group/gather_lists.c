/* Gather lists of thread groups: reactions that change a species, and derivatives of a row of the
 * Jacobian. */
#include "chem/group/tables.h"
#include "chem/integrate/sparse_lu.h"

#include <stdlib.h>

/* Number of rows that change each species, and the species sorted by it. */
static void count_rows(const struct sm_group_tables *t, int32_t *count, int32_t *species) {
  for (int32_t r = 0; r < t->rows; r++)
    for (int32_t c = 0; c < t->rare[r].change_count; c++)
      count[t->changes[t->rare[r].change_first + c].species]++;
  for (int32_t i = 0; i < t->species; i++) {
    int32_t n = i;
    for (; n > 0 && count[species[n - 1]] < count[i]; n--) species[n] = species[n - 1];
    species[n] = i;
  }
}

/* Makes the lists from species to the rows that change them. */
enum sm_status sm_group_make_gather_lists(struct sm_context *ctx, struct sm_arena *arena,
                                          struct sm_group_host_tables *out) {
  struct sm_group_tables *t = &out->tables;
  const size_t count = (size_t)t->species;
  int32_t *gathered, *gather, *rows, n = 0;
  struct sm_group_change *of;
  SM_TRY(sm_arena_alloc(ctx, arena, count, sizeof *gathered, &gathered));
  SM_TRY(sm_arena_alloc(ctx, arena, count, sizeof *rows, &rows));
  SM_TRY(sm_arena_alloc(ctx, arena, count + 1, sizeof *gather, &gather));
  count_rows(t, rows, gathered);
  for (size_t i = 0; i < count; i++) n += rows[i];
  out->of_count = n;
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)n, sizeof *of, &of));
  n = 0;
  for (size_t i = 0; i < count; i++) {
    gather[i] = n;
    for (int32_t r = 0; r < t->rows; r++)
      for (int32_t c = 0; c < t->rare[r].change_count; c++) {
        const struct sm_group_change *change = &t->changes[t->rare[r].change_first + c];
        if (change->species == gathered[i])
          of[n++] = (struct sm_group_change){r, 0, change->amount};
      }
  }
  gather[count] = n;
  t->gathered = gathered;
  t->gather = gather;
  t->of = of;
  return SM_OK;
}

/* Contribution to an entry of dw/dC, with the chunk of rows that it comes from. */
struct piece {
  int32_t chunk, at, slope;
  double amount;
};

static int compare_pieces(const void *a, const void *b) {
  const struct piece *x = a, *y = b;
  if (x->chunk != y->chunk) return x->chunk < y->chunk ? -1 : 1;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return (x->slope > y->slope) - (x->slope < y->slope);
}

/* Row of a species: first entry of a dense row, or value indices of a sparse row. */
struct line {
  int32_t first;
  const int32_t *place;
};

static struct line line_of(const struct sm_group_tables *t, const struct sm_sparse_lu *lu,
                           int32_t species) {
  if (lu != NULL) return (struct line){0, lu->place + (ptrdiff_t)species * lu->n};
  return (struct line){species * sm_group_ld(t->species + 1), NULL};
}

static int32_t entry_of(struct line line, int32_t column) {
  return line.place != NULL ? line.place[column] : line.first + column;
}

/* Contributions of row r: to the entries of its slots and colliders; the derivative by total
 * concentration goes to the column after the last species, that by temperature to the next one. */
static int32_t add_pieces(const struct sm_group_tables *t, const struct sm_sparse_lu *lu, int32_t r,
                          struct piece *to) {
  const struct sm_group_row *row = &t->row[r];
  const struct sm_group_row_extra *rare = &t->rare[r];
  const int32_t species = t->species;
  const int32_t chunk = r / t->chunk, slope = r % t->chunk * SM_GROUP_DERIVATIVES;
  int32_t n = 0;
  for (int32_t c = rare->change_first; c < rare->change_first + rare->change_count; c++) {
    const struct line line = line_of(t, lu, t->changes[c].species);
    const double amount = t->changes[c].amount;
    for (int32_t i = 0; i < 2 * SM_GROUP_SLOTS; i++) {
      const int32_t by = i < SM_GROUP_SLOTS ? row->in[i] : row->out[i - SM_GROUP_SLOTS];
      if (by < species) to[n++] = (struct piece){chunk, entry_of(line, by), slope + i, amount};
    }
    to[n++] =
        (struct piece){chunk, entry_of(line, species + 1), slope + SM_GROUP_BY_TEMPERATURE, amount};
    const int32_t last = slope + SM_GROUP_BY_COLLIDERS;
    if (row->collider < 0) { /* such rates may depend on pressure */
      if (row->rate >= SM_GROUP_PLOG)
        to[n++] = (struct piece){chunk, entry_of(line, species), last, amount};
      continue;
    }
    const struct sm_group_collider *m = &t->collider[row->collider];
    to[n++] = (struct piece){chunk, entry_of(line, species), last, amount * m->base};
    for (int32_t e = m->first; e < m->first + m->count; e++)
      to[n++] = (struct piece){chunk, entry_of(line, t->changes[e].species), last,
                               amount * t->changes[e].amount};
  }
  return n;
}

static int32_t pieces_at_most(const struct sm_group_tables *t) {
  int32_t n = 0;
  for (int32_t r = 0; r < t->plain_rows; r++) {
    const int32_t collider = t->row[r].collider;
    const int32_t extras = 2 + (collider < 0 ? 0 : t->collider[collider].count);
    n += t->rare[r].change_count * (2 * SM_GROUP_SLOTS + extras);
  }
  return n;
}

/* Makes the lists from entries of dw/dC to the derivatives of rows, chunk by chunk. */
enum sm_status sm_group_make_jacobian_lists(struct sm_context *ctx, struct sm_arena *arena,
                                            const struct sm_sparse_lu *lu,
                                            struct sm_group_host_tables *out) {
  struct sm_group_tables *t = &out->tables;
  t->chunk = lu != NULL ? SM_GROUP_BLOCK : sm_group_size(t->species);
  const int32_t rows = t->plain_rows, chunks = (rows + t->chunk - 1) / t->chunk;
  const int32_t most = pieces_at_most(t);
  struct piece *piece;
  struct sm_group_target *target;
  struct sm_group_part *part;
  int32_t *first, count = 0, targets = 0;
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)most, sizeof *piece, &piece));
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)most + 1, sizeof *target, &target));
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)most, sizeof *part, &part));
  SM_TRY(sm_arena_alloc(ctx, arena, (size_t)chunks + 1, sizeof *first, &first));
  for (int32_t r = 0; r < rows; r++) count += add_pieces(t, lu, r, piece + count);
  if (count > 0) qsort(piece, (size_t)count, sizeof *piece, compare_pieces);
  for (int32_t i = 0, chunk = 0; i < count; i++) {
    while (chunk <= piece[i].chunk) first[chunk++] = targets;
    if (i == 0 || piece[i].chunk != piece[i - 1].chunk || piece[i].at != piece[i - 1].at)
      target[targets++] = (struct sm_group_target){piece[i].at, i};
    part[i] = (struct sm_group_part){piece[i].amount, piece[i].slope};
    for (int32_t rest = chunk; i == count - 1 && rest <= chunks; rest++) first[rest] = targets;
  }
  target[targets] = (struct sm_group_target){0, count};
  t->target_first = first;
  t->target = target;
  t->part = part;
  out->chunk_count = chunks;
  out->target_count = targets + 1;
  out->part_count = count;
  return SM_OK;
}
