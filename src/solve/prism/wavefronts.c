/* solve/prism/wavefronts.c - wavefronts (level scheduling) of the serial SOR sweep, for a GPU. */
#include "solve/prism/internal.h"

int sm_prism_find_levels(int columns, const int32_t *neighbour, int32_t *level) {
  int levels = 0;
  for (int c = 0; c < columns; c++) {
    level[c] = 0;
    for (int e = 0; e < 3; e++) {
      const int32_t before = neighbour[3 * c + e];
      if (before < c && level[before] >= level[c]) level[c] = level[before] + 1;
    }
    if (level[c] >= levels) levels = level[c] + 1;
  }
  return levels;
}

/* Lists columns by level, in their order within a level; start[levels + 1]: zeroed. */
static void list_by_level(int columns, const int32_t *level, int levels, uint32_t *start,
                          int32_t *order) {
  for (int c = 0; c < columns; c++) start[level[c] + 1]++;
  for (int l = 0; l < levels; l++) start[l + 1] += start[l];
  for (int c = 0; c < columns; c++) order[start[level[c]]++] = c;
  for (int l = levels; l > 0; l--) start[l] = start[l - 1];
  start[0] = 0;
}

enum sm_status sm_prism_put_wavefronts(struct sm_context *ctx, struct sm_prism *prism) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t columns = (size_t)s->triangles;
  struct sm_prism_wavefronts *w = &prism->waves;
  struct sm_store *store = &prism->store;
  SM_SCOPED int32_t *level = NULL, *order = NULL;
  SM_TRY(sm_alloc(ctx, columns, sizeof *level, "wavefronts", &level));
  SM_TRY(sm_alloc(ctx, columns, sizeof *order, "wavefronts", &order));
  w->levels = sm_prism_find_levels(s->triangles, s->neighbour, level);
  SM_TRY(sm_alloc(ctx, (size_t)w->levels + 1, sizeof *w->start, "wavefronts", &w->start));
  list_by_level(s->triangles, level, w->levels, w->start, order);
  SM_TRY(sm_store_put(ctx, store, level, columns, sizeof *level, &w->level));
  SM_TRY(sm_store_put(ctx, store, order, columns, sizeof *order, &w->order));
  return sm_store_put(ctx, store, NULL, columns, sizeof *w->changes, &w->changes);
}
