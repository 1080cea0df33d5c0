/* solve/amg/aggregation.c - aggregation for algebraic multigrid: merges well connected unknowns of
 * a box into one of the next level. */
#include "solve/amg/internal.h"

#include "base/list.h"
#include <math.h>
#include <omp.h>
#include <string.h>

/* Two unknowns of a box are merged if the open area between them is at least this fraction of the
 * largest possible, relative to the widest opening of the one that is less open: a part of a room
 * joins the rest of its room before a door joins it to the next room. */
static const double strong_share = 0.75;

/* Boxes of the coarser level: parent[d][i] is the coarse index of box i on axis d; first[k] is the
 * first fine unknown in layer k of the coarser boxes. */
struct boxes {
  int *parents, *parent[3];
  int *first;
};

static enum sm_status make_boxes(struct sm_context *ctx, const struct sm_unknowns *fine,
                                 const struct sm_coarsening *plan, struct boxes *out) {
  const int *n = fine->axes.layout.n;
  SM_TRY(sm_alloc(ctx, (size_t)n[0] + (size_t)n[1] + (size_t)n[2], sizeof(int),
                  "boxes of the solver", &out->parents));
  SM_TRY(
      sm_alloc(ctx, (size_t)plan->count[2] + 1, sizeof(int), "boxes of the solver", &out->first));
  int *next = out->parents;
  for (int d = 0; d < 3; d++) {
    out->parent[d] = next;
    for (int c = 0; c < plan->count[d]; c++)
      for (int i = plan->start[d][c]; i < plan->start[d][c + 1]; i++) *next++ = c;
  }
  const uint32_t layer = (uint32_t)n[0] * (uint32_t)n[1];
  for (int k = 0, i = 0; k <= plan->count[2]; k++) {
    while (i < fine->count && (int)(fine->box[i] / layer) < plan->start[2][k]) i++;
    out->first[k] = i;
  }
  return SM_OK;
}

static bool same_box(const struct boxes *boxes, const int a[3], const int b[3]) {
  bool same = true;
  for (int d = 0; d < 3; d++) same &= boxes->parent[d][a[d]] == boxes->parent[d][b[d]];
  return same;
}

/* Axis along which the boxes of two linked unknowns are neighbours; z if it is the same box. */
static int axis_between(const int a[3], const int b[3]) {
  return a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
}

/* Openness of a link: its area over the smaller mean cross-section of the two unknowns. Between
 * cells, 1. */
static double openness(const struct sm_unknowns *u, int i, const int at[3],
                       const struct sm_area_link *link) {
  if (u->start == NULL) return 1;
  int other[3];
  sm_unknowns_at(u, link->to, other);
  const int d = axis_between(at, other);
  const double here = (double)u->volume[i] / sm_mg_level_width(&u->axes, d, at[d]);
  const double there = (double)u->volume[link->to] / sm_mg_level_width(&u->axes, d, other[d]);
  return fmin(1, (double)link->area / fmin(here, there));
}

/* Largest openness of the links of every unknown. */
static void widest_openings(const struct sm_unknowns *u, float *widest) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < u->count; i++) {
    if (u->start == NULL) {
      widest[i] = 1;
      continue;
    }
    int at[3];
    double most = 0;
    sm_unknowns_at(u, i, at);
    for (uint32_t e = u->start[i]; e < u->start[i + 1]; e++)
      most = fmax(most, openness(u, i, at, &u->link[e]));
    widest[i] = (float)most;
  }
}

static int find_root(int32_t *root, int i) {
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

/* Merges i with its strong neighbours of lower number in the same coarser box; the lowest number
 * stays the root, independent of the order. */
static void union_roots(const struct sm_unknowns *u, const struct boxes *boxes, const float *widest,
                        int i, int32_t *root) {
  struct sm_area_link room[6];
  const struct sm_matrix_row row = sm_unknowns_row(u, i, room);
  int at[3], other[3];
  sm_unknowns_at(u, i, at);
  for (int e = 0; e < row.count; e++) {
    const int j = row.link[e].to;
    if (j > i) continue;
    sm_unknowns_at(u, j, other);
    if (!same_box(boxes, at, other)) continue;
    if (openness(u, i, at, &row.link[e]) < strong_share * (double)fminf(widest[i], widest[j]))
      continue;
    const int a = find_root(root, i), b = find_root(root, j);
    root[a > b ? a : b] = a > b ? b : a;
  }
}

/* Numbers the coarser unknowns, and finds the one that each fine unknown belongs to; *count: their
 * number. */
static enum sm_status find_parents(struct sm_context *ctx, const struct sm_unknowns *fine,
                                   const struct sm_coarsening *plan, const struct boxes *boxes,
                                   int32_t *parent, int *count) {
  SM_SCOPED float *widest = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)fine->count, sizeof *widest, "openings", &widest));
  widest_openings(fine, widest);
  for (int i = 0; i < fine->count; i++) parent[i] = i;
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < plan->count[2]; k++)
    for (int i = boxes->first[k]; i < boxes->first[k + 1]; i++)
      union_roots(fine, boxes, widest, i, parent);
  for (int i = 0; i < fine->count; i++) parent[i] = find_root(parent, i);
  *count = 0;
  for (int i = 0; i < fine->count; i++) /* a root precedes its members */
    parent[i] = !(widest[i] > 0) ? -1 : parent[i] == i ? (*count)++ : parent[parent[i]];
  return SM_OK;
}

/* Lists the fine unknowns of each coarser one, in ascending order. */
static enum sm_status list_parts(struct sm_context *ctx, const int32_t *parent, int fine_count,
                                 struct sm_unknowns *coarse) {
  const size_t count = (size_t)coarse->count, parts = (size_t)fine_count;
  SM_TRY(sm_alloc(ctx, count + 2, sizeof *coarse->part_start, "joined cells", &coarse->part_start));
  SM_TRY(sm_alloc(ctx, parts, sizeof *coarse->part, "joined cells", &coarse->part));
  uint32_t *start = coarse->part_start;
  for (int i = 0; i < fine_count; i++)
    if (parent[i] >= 0) start[parent[i] + 2]++;
  for (size_t u = 0; u < count; u++) start[u + 2] += start[u + 1];
  for (int i = 0; i < fine_count; i++) /* start[u + 1] runs from the first entry to past the last */
    if (parent[i] >= 0) coarse->part[start[parent[i] + 1]++] = (uint32_t)i;
  return SM_OK;
}

/* Arguments of the aggregation of a level. */
struct aggregation {
  const struct sm_unknowns *fine;
  const struct boxes *boxes;
  const int32_t *parent;
  struct sm_unknowns *coarse;
};

/* Coupling to the Dirichlet sides of a fine unknown in box at[], as seen by the coarser unknown. */
static void add_own(const struct aggregation *aggregation, const int at[3], const float part[3],
                    float own[3]) {
  const struct sm_mg_level *near = &aggregation->fine->axes, *far = &aggregation->coarse->axes;
  for (int d = 0; d < 3; d++) {
    if (!(part[d] > 0)) continue;
    const bool low = at[d] == 0;
    const double ratio = sm_unknowns_gap(near, d, low ? 0 : near->layout.n[d]) /
                         sm_unknowns_gap(far, d, low ? 0 : far->layout.n[d]);
    own[d] += (float)(ratio * (double)part[d]);
  }
}

/* Ratio of the distance between the centres of two linked boxes to that of their coarser boxes; 1
 * within one coarser box. */
static double distance_ratio(const struct aggregation *aggregation, const int at[3],
                             const int other[3]) {
  if (same_box(aggregation->boxes, at, other)) return 1;
  const int d = axis_between(at, other), face = at[d] > other[d] ? at[d] : other[d];
  return sm_unknowns_gap(&aggregation->fine->axes, d, face) /
         sm_unknowns_gap(&aggregation->coarse->axes, d, aggregation->boxes->parent[d][face]);
}

/* Computes the row of coarser unknown I except `start`: its links go to `out`, which has room for
 * all fine links of its parts. A link is the sum of the fine ones, each reduced by the ratio of the
 * distances. Returns the number of links. */
static int merge_parts(const struct aggregation *aggregation, int I, struct sm_area_link *out) {
  const struct sm_unknowns *fine = aggregation->fine, *coarse = aggregation->coarse;
  int count = 0, at[3] = {0}, other[3];
  float own[3] = {0};
  double volume = 0;
  for (uint32_t p = coarse->part_start[I]; p < coarse->part_start[I + 1]; p++) {
    const int i = (int)coarse->part[p];
    struct sm_area_link room[6];
    const struct sm_matrix_row row = sm_unknowns_row(fine, i, room);
    sm_unknowns_at(fine, i, at);
    volume += sm_unknowns_volume(fine, i);
    add_own(aggregation, at, row.own, own);
    for (int e = 0; e < row.count; e++) {
      const int J = aggregation->parent[row.link[e].to];
      if (J == I) continue;
      int m = 0;
      while (m < count && out[m].to != J) m++;
      if (m == count) out[count++] = (struct sm_area_link){J, 0, 0};
      sm_unknowns_at(fine, row.link[e].to, other);
      out[m].value += (float)(distance_ratio(aggregation, at, other) * (double)row.link[e].value);
      out[m].area += row.link[e].area;
    }
  }
  const int *n = coarse->axes.layout.n, *const *parent =
                                            (const int *const *)aggregation->boxes->parent;
  coarse->volume[I] = (float)volume;
  memcpy(coarse->own[I], own, sizeof own);
  coarse->box[I] =
      (uint32_t)parent[0][at[0]] +
      (uint32_t)n[0] * ((uint32_t)parent[1][at[1]] + (uint32_t)n[1] * (uint32_t)parent[2][at[2]]);
  return count;
}

/* Upper limit of the number of fine links of a coarser unknown. */
static size_t most_links(const struct aggregation *aggregation) {
  const struct sm_unknowns *fine = aggregation->fine, *coarse = aggregation->coarse;
  size_t most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (int I = 0; I < coarse->count; I++) {
    size_t links = 0;
    for (uint32_t p = coarse->part_start[I]; p < coarse->part_start[I + 1]; p++) {
      const uint32_t *start = fine->start, part = coarse->part[p];
      links += start == NULL ? 6 : start[part + 1] - start[part];
    }
    most = links > most ? links : most;
  }
  return most;
}

/* Makes the rows of the coarser unknowns: counts their links, then fills them. */
static enum sm_status make_rows(struct sm_context *ctx, const struct aggregation *aggregation) {
  struct sm_unknowns *coarse = aggregation->coarse;
  const size_t count = (size_t)coarse->count, most = most_links(aggregation);
  SM_SCOPED struct sm_area_link *scratch = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *coarse->box, "joined cells", &coarse->box));
  SM_TRY(sm_alloc(ctx, count, sizeof *coarse->own, "joined cells", &coarse->own));
  SM_TRY(sm_alloc(ctx, count, sizeof *coarse->volume, "joined cells", &coarse->volume));
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *coarse->start, "joined cells", &coarse->start));
  SM_TRY(sm_alloc(ctx, most * (size_t)omp_get_max_threads(), sizeof *scratch, "joined cells",
                  &scratch));
#pragma omp parallel for schedule(static)
  for (int I = 0; I < coarse->count; I++) {
    struct sm_area_link *room = scratch + most * (size_t)omp_get_thread_num();
    coarse->start[I + 1] = (uint32_t)merge_parts(aggregation, I, room);
  }
  uint64_t links = 0;
  for (size_t I = 0; I < count; I++) {
    links += coarse->start[I + 1];
    coarse->start[I + 1] = (uint32_t)links;
  }
  if (links > UINT32_MAX) {
    return sm_fail(ctx, SM_ERR_FAILED, "error: too many cells for algebraic multigrid");
  }
  SM_TRY(sm_alloc(ctx, (size_t)links, sizeof *coarse->link, "joined cells", &coarse->link));
#pragma omp parallel for schedule(static)
  for (int I = 0; I < coarse->count; I++)
    merge_parts(aggregation, I, coarse->link + coarse->start[I]);
  return SM_OK;
}

enum sm_status sm_unknowns_aggregate(struct sm_context *ctx, const struct sm_unknowns *fine,
                                     const struct sm_coarsening *plan, struct sm_unknowns *coarse) {
  *coarse = (struct sm_unknowns){.eta = fine->eta};
  struct boxes boxes = {.parents = NULL};
  int32_t *parent = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_mg_level_coarser(ctx, &fine->axes, plan->start, plan->count, &coarse->axes));
  SM_TRY_DONE(make_boxes(ctx, fine, plan, &boxes));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)fine->count, sizeof *parent, "joined cells", &parent));
  SM_TRY_DONE(find_parents(ctx, fine, plan, &boxes, parent, &coarse->count));
  SM_TRY_DONE(list_parts(ctx, parent, fine->count, coarse));
  SM_TRY_DONE(make_rows(ctx, &(struct aggregation){fine, &boxes, parent, coarse}));
done:
  SM_FREE_ALL(parent, boxes.parents, boxes.first);
  return status;
}
