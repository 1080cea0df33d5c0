/* solve/prism/aggregate_level.c - couplings of a coarse level from those of the finer one. */
#include "solve/prism/internal.h"

#include "base/list.h"
#include <math.h>

static const char what[] = "coarse levels of prisms";

static int layer_of(const struct sm_prism_aggregation *j, int k) { return j->pair ? k / 2 : k; }

static double distance(const struct sm_prism_point *a, const struct sm_prism_point *b) {
  return hypot(a->x - b->x, a->y - b->y);
}

/* Adds the couplings of fine column i to those of its parent I, whose links start at e; place:
 * positions of the neighbours among them. A coupling is reduced by the ratio of the distances; to
 * the boundary, by half where cells become twice as wide; tilted ones stay, as slopes do. */
static void add_column(const struct sm_prism_aggregation *j, int i, int I, const int32_t *place) {
  const struct sm_prism_level *fine = j->fine, *coarse = j->coarse;
  const int n = fine->layers, N = coarse->layers;
  const bool wider = fine->columns > coarse->columns;
  for (uint32_t e = fine->start[i]; e < fine->start[i + 1]; e++) {
    const int32_t J = j->parent[fine->to[e]];
    if (J == I) continue;
    const double ratio = distance(&fine->spot[i], &fine->spot[fine->to[e]]) /
                         distance(&coarse->spot[I], &coarse->spot[J]);
    const ptrdiff_t to = (ptrdiff_t)(coarse->start[I] + (uint32_t)place[J]) * N;
    for (int k = 0; k < n; k++)
      coarse->link[to + layer_of(j, k)] += (float)ratio * fine->link[(ptrdiff_t)e * n + k];
    for (int k = 0; k + 1 < n && fine->tilt != NULL; k++)
      if (layer_of(j, k + 1) > layer_of(j, k))
        coarse->tilt[to + layer_of(j, k)] += fine->tilt[(ptrdiff_t)e * n + k];
  }
  for (int k = 0; k < n; k++) {
    const int K = layer_of(j, k);
    const ptrdiff_t from = (ptrdiff_t)i * n + k, to = (ptrdiff_t)I * N + K;
    coarse->side[to] += (wider ? 0.5f : 1.0f) * fine->side[from];
    coarse->ends[to] += (j->pair ? 0.5f : 1.0f) * fine->ends[from];
    if (k + 1 == n || layer_of(j, k + 1) == K) continue;
    const double ratio =
        (fine->middle[k + 1] - fine->middle[k]) / (coarse->middle[K + 1] - coarse->middle[K]);
    coarse->up[to] += (float)ratio * fine->up[from];
  }
}

static void average_places(const struct sm_prism_aggregation *j) {
  struct sm_prism_level *coarse = j->coarse;
  for (int I = 0; I < coarse->columns; I++) {
    struct sm_prism_point *s = &coarse->spot[I];
    for (uint32_t p = j->part_start[I]; p < j->part_start[I + 1]; p++)
      coarse->weight[I] += j->fine->weight[j->part[p]];
    for (uint32_t p = j->part_start[I]; p < j->part_start[I + 1]; p++) {
      const struct sm_prism_point *from = &j->fine->spot[j->part[p]];
      const double share = j->fine->weight[j->part[p]] / coarse->weight[I];
      s->x += share * from->x;
      s->y += share * from->y;
    }
  }
  for (int k = 0; k < j->fine->layers; k++)
    coarse->thickness[layer_of(j, k)] += j->fine->thickness[k];
  for (int k = 0; k < j->fine->layers; k++)
    coarse->middle[layer_of(j, k)] +=
        j->fine->middle[k] * j->fine->thickness[k] / coarse->thickness[layer_of(j, k)];
}

/* Fills the rows of the coarse level, which has room except for links. */
static enum sm_status fill_rows(struct sm_context *ctx, const struct sm_prism_aggregation *j) {
  struct sm_prism_level *coarse = j->coarse;
  const size_t count = (size_t)coarse->columns;
  SM_SCOPED int32_t *mark = NULL, *place = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *mark, what, &mark));
  SM_TRY(sm_alloc(ctx, count, sizeof *place, what, &place));
  for (int I = 0; I < coarse->columns; I++)
    coarse->start[I + 1] =
        coarse->start[I] + (uint32_t)sm_prism_list_links(j->fine, j->parent, j->part_start, j->part,
                                                         I, mark, NULL, NULL);
  SM_TRY(sm_prism_level_allocate_links(ctx, j->fine->tilt != NULL, coarse));
  for (size_t I = 0; I < count; I++) mark[I] = 0;
  for (int I = 0; I < coarse->columns; I++) {
    sm_prism_list_links(j->fine, j->parent, j->part_start, j->part, I, mark, place,
                        coarse->to + coarse->start[I]);
    for (uint32_t p = j->part_start[I]; p < j->part_start[I + 1]; p++)
      add_column(j, (int)j->part[p], I, place);
  }
  return SM_OK;
}

enum sm_status sm_prism_level_aggregate(struct sm_context *ctx, const struct sm_prism_level *fine,
                                        int passes, bool pair, struct sm_prism_aggregation *j) {
  int32_t *parent;
  int count = fine->columns;
  SM_TRY(sm_alloc(ctx, (size_t)fine->columns, sizeof *parent, what, &parent));
  j->parent = parent;
  j->pair = pair;
  j->fine = fine;
  SM_TRY(sm_prism_choose_parents(ctx, fine, passes, parent, &count));
  SM_TRY(sm_prism_list_parts(ctx, parent, fine->columns, count, &j->part_start, &j->part));
  SM_TRY(
      sm_prism_level_allocate(ctx, count, pair ? (fine->layers + 1) / 2 : fine->layers, j->coarse));
  average_places(j);
  return fill_rows(ctx, j);
}

void sm_prism_aggregation_free(struct sm_prism_aggregation *j) {
  int32_t *parent = (int32_t *)(uintptr_t)j->parent;
  SM_FREE_ALL(parent, j->part_start, j->part);
}
