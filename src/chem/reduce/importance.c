/* Dijkstra search for the path with the largest product of strengths, with a binary heap (Niemeyer
 * and Sung 2011). */
#include "chem/reduce/reduce.h"

static void set(struct sm_importance_heap *h, int32_t place, int32_t species) {
  h->list[place] = species;
  h->place[species] = place;
}

static void rise(struct sm_importance_heap *h, const double *key, int32_t species) {
  int32_t at = h->place[species];
  for (int32_t up; at > 0 && key[h->list[up = (at - 1) / 2]] < key[species]; at = up)
    set(h, at, h->list[up]);
  set(h, at, species);
}

static int32_t pop(struct sm_importance_heap *h, const double *key) {
  const int32_t top = h->list[0], last = h->list[--h->count];
  int32_t at = 0;
  for (int32_t down; (down = 2 * at + 1) < h->count; at = down) {
    if (down + 1 < h->count && key[h->list[down + 1]] > key[h->list[down]]) down++;
    if (key[h->list[down]] <= key[last]) break;
    set(h, at, h->list[down]);
  }
  set(h, at, last);
  h->place[top] = -1;
  return top;
}

static void offer(struct sm_importance_heap *h, double *key, int32_t species, double value) {
  if (!(value > key[species])) return;
  key[species] = value;
  if (h->place[species] < 0) set(h, h->count++, species);
  rise(h, key, species);
}

void sm_interaction_importance(const struct sm_interaction_graph *g, const double *strength,
                               const int32_t *targets, int32_t target_count, double threshold,
                               struct sm_importance_heap *heap, double *importance) {
  heap->count = 0;
  for (int32_t a = 0; a < g->species_count; a++) {
    importance[a] = 0;
    heap->place[a] = -1;
  }
  for (int32_t i = 0; i < target_count; i++) offer(heap, importance, targets[i], 1);
  while (heap->count > 0) {
    const int32_t a = pop(heap, importance);
    if (importance[a] < threshold) return;
    for (int32_t e = g->edge_first[a]; e < g->edge_first[a + 1]; e++)
      offer(heap, importance, g->edge_to[e], importance[a] * strength[e]);
  }
}
