/* solve/prism/column_pairs.c - columns of a level that are merged: pairs of the strongest coupling,
 * and pairs of pairs. */
#include "solve/prism/internal.h"

#include "base/list.h"

static const char what[] = "coarse levels of prisms";

/* Pairs each column with its most strongly coupled neighbour. A column whose neighbours are all in
 * pairs joins the strongest neighbour's pair; otherwise it would stay alone on every level. parent:
 * index of the pair. Returns their number. */
static int match_pairs(int columns, const uint32_t *start, const int32_t *to,
                       const double *strength, int32_t *parent) {
  int count = 0;
  for (int c = 0; c < columns; c++) parent[c] = -1;
  for (int c = 0; c < columns; c++) {
    if (parent[c] >= 0) continue;
    int32_t free = -1, any = -1;
    double most = 0, most_of_any = 0;
    for (uint32_t e = start[c]; e < start[c + 1]; e++) {
      if (to[e] == c) continue;
      if (strength[e] > most_of_any) {
        most_of_any = strength[e];
        any = to[e];
      }
      if (parent[to[e]] < 0 && strength[e] > most) {
        most = strength[e];
        free = to[e];
      }
    }
    if (free < 0 && any >= 0) {
      parent[c] = parent[any];
      continue;
    }
    parent[c] = count;
    if (free >= 0) parent[free] = count;
    count++;
  }
  return count;
}

enum sm_status sm_prism_list_parts(struct sm_context *ctx, const int32_t *parent, int fine,
                                   int coarse, uint32_t **start, uint32_t **part) {
  uint32_t *s;
  SM_TRY(sm_alloc(ctx, (size_t)coarse + 2, sizeof **start, what, start));
  SM_TRY(sm_alloc(ctx, (size_t)fine, sizeof **part, what, part));
  s = *start;
  for (int c = 0; c < fine; c++) s[parent[c] + 2]++;
  for (int c = 0; c < coarse; c++) s[c + 2] += s[c + 1];
  for (int c = 0; c < fine; c++) (*part)[s[parent[c] + 1]++] = (uint32_t)c;
  return SM_OK;
}

int sm_prism_list_links(const struct sm_prism_level *fine, const int32_t *parent,
                        const uint32_t *part_start, const uint32_t *part, int I, int32_t *mark,
                        int32_t *place, int32_t *out) {
  int count = 0;
  for (uint32_t p = part_start[I]; p < part_start[I + 1]; p++)
    for (uint32_t e = fine->start[part[p]]; e < fine->start[part[p] + 1]; e++) {
      const int32_t J = parent[fine->to[e]];
      if (J == I || mark[J] == I + 1) continue;
      mark[J] = I + 1;
      if (place != NULL) place[J] = count;
      if (out != NULL) out[count] = J;
      count++;
    }
  return count;
}

/* Sum of a link's couplings over the layers. */
static double strength_of(const struct sm_prism_level *level, uint32_t e) {
  double sum = 0;
  for (int k = 0; k < level->layers; k++)
    sum += (double)level->link[(ptrdiff_t)e * level->layers + k];
  return sum;
}

/* Graph of merged columns; strength: couplings summed over the layers. */
struct graph {
  int count;
  uint32_t *start;
  int32_t *to, *mark, *place;
  double *strength;
};

static void free_graph(struct graph *g) {
  SM_FREE_ALL(g->start, g->to, g->mark, g->place, g->strength);
}

static enum sm_status allocate_graph(struct sm_context *ctx, const struct sm_prism_level *level,
                                     struct graph *g) {
  const size_t links = level->start[level->columns], columns = (size_t)level->columns;
  SM_TRY(sm_alloc(ctx, columns + 1, sizeof *g->start, what, &g->start));
  SM_TRY(sm_alloc(ctx, links, sizeof *g->to, what, &g->to));
  SM_TRY(sm_alloc(ctx, columns, sizeof *g->mark, what, &g->mark));
  SM_TRY(sm_alloc(ctx, columns, sizeof *g->place, what, &g->place));
  return sm_alloc(ctx, links, sizeof *g->strength, what, &g->strength);
}

/* Makes the graph of g->count joined columns; strength: of the links of the level. */
static enum sm_status join_graph(struct sm_context *ctx, const struct sm_prism_level *level,
                                 const int32_t *parent, const double *strength, struct graph *g) {
  SM_SCOPED uint32_t *part_start = NULL, *part = NULL;
  SM_TRY(sm_prism_list_parts(ctx, parent, level->columns, g->count, &part_start, &part));
  for (int I = 0; I < g->count; I++) g->mark[I] = 0;
  for (int I = 0; I < g->count; I++) {
    const uint32_t first = g->start[I];
    g->start[I + 1] = first + (uint32_t)sm_prism_list_links(level, parent, part_start, part, I,
                                                            g->mark, g->place, g->to + first);
    for (uint32_t e = first; e < g->start[I + 1]; e++) g->strength[e] = 0;
    for (uint32_t p = part_start[I]; p < part_start[I + 1]; p++)
      for (uint32_t e = level->start[part[p]]; e < level->start[part[p] + 1]; e++)
        if (parent[level->to[e]] != I)
          g->strength[first + (uint32_t)g->place[parent[level->to[e]]]] += strength[e];
  }
  return SM_OK;
}

enum sm_status sm_prism_choose_parents(struct sm_context *ctx, const struct sm_prism_level *level,
                                       int passes, int32_t *parent, int *count) {
  const size_t links = level->start[level->columns], columns = (size_t)level->columns;
  SM_SCOPED double *strength = NULL;
  SM_SCOPED int32_t *next = NULL;
  SM_SCOPED_BY(free_graph) struct graph g = {.count = level->columns};
  SM_TRY(sm_alloc(ctx, links, sizeof *strength, what, &strength));
  SM_TRY(sm_alloc(ctx, columns, sizeof *next, what, &next));
  SM_TRY(allocate_graph(ctx, level, &g));
#pragma omp parallel for schedule(static)
  for (size_t e = 0; e < links; e++) strength[e] = strength_of(level, (uint32_t)e);
  for (size_t c = 0; c < columns; c++) parent[c] = (int32_t)c;
  for (int pass = 0; pass < passes; pass++) {
    SM_TRY(join_graph(ctx, level, parent, strength, &g));
    g.count = match_pairs(g.count, g.start, g.to, g.strength, next);
    for (size_t c = 0; c < columns; c++) parent[c] = next[parent[c]];
  }
  *count = g.count;
  return SM_OK;
}
