/* Coarse levels of the multigrid cycle on prisms: columns are merged with columns, layers with
 * layers (docs/theory/prisms.md, "The cycle"). */
#include "solve/prism/internal.h"

#include <math.h>

/* A level on the host: columns, each with all layers. Couplings are [link][layer], [column][layer],
 * k fastest. */
struct level {
  int columns, layers;
  uint32_t *start; /* [columns + 1] */
  int32_t *to;
  float *link;                 /* between columns */
  float *tilt;                 /* to the column beside and the layer above; 0 in the last. To the
                                  layer below: minus that of the layer below. NULL: none */
  float *up;                   /* to the layer above; 0 in the last */
  float *side, *ends;          /* coupling to prescribed values beyond the outline; below and
                                  above */
  struct sm_prism_point *spot; /* position of each column */
  double *weight;              /* weight of a column in mean positions, m3 */
  double *middle, *thickness;  /* [layers] in sigma */
};

static void free_level(struct level *level) {
  sm_free(level->start);
  sm_free(level->to);
  sm_free(level->link);
  sm_free(level->tilt);
  sm_free(level->up);
  sm_free(level->side);
  sm_free(level->ends);
  sm_free(level->spot);
  sm_free(level->weight);
  sm_free(level->middle);
  sm_free(level->thickness);
  *level = (struct level){.columns = 0};
}

static const char what[] = "coarse levels of prisms";

/* Allocates all except the links, whose number is not known yet. */
static enum sm_status allocate(struct sm_context *ctx, int columns, int layers,
                               struct level *level) {
  const size_t n = (size_t)columns, cells = n * (size_t)layers;
  *level = (struct level){.columns = columns, .layers = layers};
  SM_TRY(sm_alloc(ctx, n + 1, sizeof *level->start, what, &level->start));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->up, what, &level->up));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->side, what, &level->side));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->ends, what, &level->ends));
  SM_TRY(sm_alloc(ctx, n, sizeof *level->spot, what, &level->spot));
  SM_TRY(sm_alloc(ctx, n, sizeof *level->weight, what, &level->weight));
  SM_TRY(sm_alloc(ctx, (size_t)layers, sizeof *level->middle, what, &level->middle));
  return sm_alloc(ctx, (size_t)layers, sizeof *level->thickness, what, &level->thickness);
}

static enum sm_status allocate_links(struct sm_context *ctx, bool tilted, struct level *level) {
  const size_t links = level->start[level->columns], cells = links * (size_t)level->layers;
  SM_TRY(sm_alloc(ctx, links, sizeof *level->to, what, &level->to));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->link, what, &level->link));
  if (!tilted) return SM_OK;
  return sm_alloc(ctx, cells, sizeof *level->tilt, what, &level->tilt);
}

/* --- the finest level --- */

/* Inputs of the finest level. */
struct finest {
  const struct sm_prisms *prisms;
  const struct sm_prism_coefficients *shape;
  const double *gamma;
};

static double mean_gamma(const struct finest *f, ptrdiff_t a, ptrdiff_t b) {
  return f->gamma == NULL ? 1 : 0.5 * (f->gamma[a] + f->gamma[b]);
}

/* Coupling of a cell with that beyond an edge and above it, with the mean Gamma of both columns. */
static double tilt_of(const struct finest *f, ptrdiff_t edge, ptrdiff_t cell, int k) {
  const struct sm_prism_coefficients *s = f->shape;
  const struct sm_prism_tilt *t = &s->tilt[edge];
  const ptrdiff_t beside = sm_prism_at(s->layers, s->neighbour[edge], k);
  const double gamma = 0.5 * (mean_gamma(f, cell, beside + 1) + mean_gamma(f, cell + 1, beside));
  return gamma * ((double)t->tilt + s->sigma[k + 1] * (double)t->tilt1);
}

/* Couplings of column c; its links start at e. */
static void fill_column(const struct finest *f, int c, uint32_t e, struct level *level) {
  const struct sm_prism_coefficients *s = f->shape;
  const double *rise = s->column[c].rise;
  for (int k = 0; k < s->layers; k++) {
    const ptrdiff_t cell = sm_prism_at(s->layers, c, k), at = (ptrdiff_t)c * s->layers + k;
    uint32_t link = e;
    for (int m = 0; m < 3; m++) {
      const ptrdiff_t edge = 3 * (ptrdiff_t)c + m;
      const int other = s->neighbour[edge];
      const double value = s->edge[edge].across * s->thickness[k] *
                           mean_gamma(f, cell, sm_prism_at(s->layers, other, k));
      if (other >= s->triangles) {
        level->side[at] += (float)value;
        continue;
      }
      if (level->tilt != NULL && k + 1 < s->layers)
        level->tilt[(ptrdiff_t)link * s->layers + k] = (float)tilt_of(f, edge, cell, k);
      level->link[(ptrdiff_t)link++ * s->layers + k] = (float)value;
    }
    for (int end = 0; end < 2; end++) {
      const double sigma = s->sigma[k + end];
      const double value = (rise[0] + sigma * (rise[1] + sigma * rise[2])) * s->per_gap[k + end] *
                           mean_gamma(f, cell, cell - 1 + 2 * end);
      const bool boundary = k + end == 0 || k + end == s->layers;
      if (boundary)
        level->ends[at] += (float)value;
      else if (end == 1)
        level->up[at] = (float)value;
    }
  }
}

static enum sm_status make_finest(struct sm_context *ctx, const struct finest *f,
                                  struct level *level) {
  const struct sm_prism_coefficients *s = f->shape;
  const struct sm_triangles *t = f->prisms->plane;
  SM_TRY(allocate(ctx, s->triangles, s->layers, level));
  for (int c = 0; c < s->triangles; c++) {
    uint32_t links = 0;
    for (int e = 0; e < 3; e++) links += t->neighbour[3 * (ptrdiff_t)c + e] >= 0;
    level->start[c + 1] = level->start[c] + links;
  }
  SM_TRY(allocate_links(ctx, s->tilt != NULL, level));
  for (int k = 0; k < s->layers; k++) {
    level->middle[k] = s->middle[k];
    level->thickness[k] = s->thickness[k];
  }
#pragma omp parallel for schedule(static)
  for (int c = 0; c < s->triangles; c++) {
    uint32_t link = level->start[c];
    level->spot[c] = sm_prism_centroid(f->prisms, c);
    level->weight[c] = sm_triangles_area(f->prisms->plane, c) * level->spot[c].depth;
    fill_column(f, c, link, level);
    for (int e = 0; e < 3; e++) {
      const int other = t->neighbour[3 * (ptrdiff_t)c + e];
      if (other >= 0) level->to[link++] = other;
    }
  }
  return SM_OK;
}

/* --- joining --- */

/* Mean vertical coupling over mean coupling between columns; 1 if one is missing. */
static double upward_ratio(const struct level *level) {
  double up = 0, across = 0;
  int64_t ups = 0, links = 0;
  for (int c = 0; c < level->columns; c++)
    for (int k = 0; k < level->layers; k++) {
      const ptrdiff_t at = (ptrdiff_t)c * level->layers + k;
      up += (double)level->up[at];
      ups += k + 1 < level->layers;
      for (uint32_t e = level->start[c]; e < level->start[c + 1]; e++, links++)
        across += (double)level->link[(ptrdiff_t)e * level->layers + k];
    }
  return ups > 0 && links > 0 && across > 0 ? up / (double)ups / (across / (double)links) : 1;
}

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

/* Arguments of the aggregation of a level. */
struct aggregation {
  const struct level *fine;
  struct level *coarse;
  const int32_t *parent;       /* per column */
  uint32_t *part_start, *part; /* fine columns of each coarse one */
  bool pair;                   /* layers are merged in pairs */
};

static int layer_of(const struct aggregation *j, int k) { return j->pair ? k / 2 : k; }

static enum sm_status list_parts(struct sm_context *ctx, const int32_t *parent, int fine,
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

/* Distinct neighbours of coarse column I, to `out`; returns their number. mark[J]: I + 1 if J is
 * known already; place: position in `out`, may be NULL. */
static int aggregate_links(const struct level *fine, const int32_t *parent,
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

static double distance(const struct sm_prism_point *a, const struct sm_prism_point *b) {
  return hypot(a->x - b->x, a->y - b->y);
}

/* Adds the couplings of fine column i to those of its parent I, whose links start at e; place:
 * positions of the neighbours among them. A coupling is reduced by the ratio of the distances; to
 * the boundary, by half where cells become twice as wide; tilted ones stay, as slopes do. */
static void add_column(const struct aggregation *j, int i, int I, const int32_t *place) {
  const struct level *fine = j->fine, *coarse = j->coarse;
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

static void average_places(const struct aggregation *j) {
  struct level *coarse = j->coarse;
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
static enum sm_status fill_rows(struct sm_context *ctx, const struct aggregation *j) {
  struct level *coarse = j->coarse;
  const size_t count = (size_t)coarse->columns;
  int32_t *mark = NULL, *place = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *mark, what, &mark));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *place, what, &place));
  for (int I = 0; I < coarse->columns; I++)
    coarse->start[I + 1] =
        coarse->start[I] +
        (uint32_t)aggregate_links(j->fine, j->parent, j->part_start, j->part, I, mark, NULL, NULL);
  SM_TRY_DONE(allocate_links(ctx, j->fine->tilt != NULL, coarse));
  for (size_t I = 0; I < count; I++) mark[I] = 0;
  for (int I = 0; I < coarse->columns; I++) {
    aggregate_links(j->fine, j->parent, j->part_start, j->part, I, mark, place,
                    coarse->to + coarse->start[I]);
    for (uint32_t p = j->part_start[I]; p < j->part_start[I + 1]; p++)
      add_column(j, (int)j->part[p], I, place);
  }
done:
  sm_free(mark);
  sm_free(place);
  return status;
}

/* Sum of a link's couplings over the layers. */
static double strength_of(const struct level *level, uint32_t e) {
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
  sm_free(g->start);
  sm_free(g->to);
  sm_free(g->mark);
  sm_free(g->place);
  sm_free(g->strength);
}

static enum sm_status allocate_graph(struct sm_context *ctx, const struct level *level,
                                     struct graph *g) {
  const size_t links = level->start[level->columns], columns = (size_t)level->columns;
  SM_TRY(sm_alloc(ctx, columns + 1, sizeof *g->start, what, &g->start));
  SM_TRY(sm_alloc(ctx, links, sizeof *g->to, what, &g->to));
  SM_TRY(sm_alloc(ctx, columns, sizeof *g->mark, what, &g->mark));
  SM_TRY(sm_alloc(ctx, columns, sizeof *g->place, what, &g->place));
  return sm_alloc(ctx, links, sizeof *g->strength, what, &g->strength);
}

/* Makes the graph of g->count joined columns; strength: of the links of the level. */
static enum sm_status join_graph(struct sm_context *ctx, const struct level *level,
                                 const int32_t *parent, const double *strength, struct graph *g) {
  uint32_t *part_start = NULL, *part = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(list_parts(ctx, parent, level->columns, g->count, &part_start, &part));
  for (int I = 0; I < g->count; I++) g->mark[I] = 0;
  for (int I = 0; I < g->count; I++) {
    const uint32_t first = g->start[I];
    g->start[I + 1] = first + (uint32_t)aggregate_links(level, parent, part_start, part, I, g->mark,
                                                        g->place, g->to + first);
    for (uint32_t e = first; e < g->start[I + 1]; e++) g->strength[e] = 0;
    for (uint32_t p = part_start[I]; p < part_start[I + 1]; p++)
      for (uint32_t e = level->start[part[p]]; e < level->start[part[p] + 1]; e++)
        if (parent[level->to[e]] != I)
          g->strength[first + (uint32_t)g->place[parent[level->to[e]]]] += strength[e];
  }
done:
  sm_free(part_start);
  sm_free(part);
  return status;
}

/* Merges pairs of columns, then pairs of pairs, and so on, by the couplings summed over the layers;
 * parent: final parent of each column of the level. */
static enum sm_status choose_parents(struct sm_context *ctx, const struct level *level, int passes,
                                     int32_t *parent, int *count) {
  const size_t links = level->start[level->columns], columns = (size_t)level->columns;
  double *strength = NULL;
  int32_t *next = NULL;
  struct graph g = {.count = level->columns};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, links, sizeof *strength, what, &strength));
  SM_TRY_DONE(sm_alloc(ctx, columns, sizeof *next, what, &next));
  SM_TRY_DONE(allocate_graph(ctx, level, &g));
#pragma omp parallel for schedule(static)
  for (size_t e = 0; e < links; e++) strength[e] = strength_of(level, (uint32_t)e);
  for (size_t c = 0; c < columns; c++) parent[c] = (int32_t)c;
  for (int pass = 0; pass < passes; pass++) {
    SM_TRY_DONE(join_graph(ctx, level, parent, strength, &g));
    g.count = match_pairs(g.count, g.start, g.to, g.strength, next);
    for (size_t c = 0; c < columns; c++) parent[c] = next[parent[c]];
  }
  *count = g.count;
done:
  sm_free(strength);
  sm_free(next);
  free_graph(&g);
  return status;
}

/* Makes the level below `fine`, and of which of its columns each of `coarse` is made: of up to 2 to
 * the power of `passes`, or as many as its neighbours leave over. */
static enum sm_status aggregate_level(struct sm_context *ctx, const struct level *fine, int passes,
                                      bool pair, struct aggregation *j) {
  int32_t *parent;
  int count = fine->columns;
  SM_TRY(sm_alloc(ctx, (size_t)fine->columns, sizeof *parent, what, &parent));
  j->parent = parent;
  j->pair = pair;
  j->fine = fine;
  SM_TRY(choose_parents(ctx, fine, passes, parent, &count));
  SM_TRY(list_parts(ctx, parent, fine->columns, count, &j->part_start, &j->part));
  SM_TRY(allocate(ctx, count, pair ? (fine->layers + 1) / 2 : fine->layers, j->coarse));
  average_places(j);
  return fill_rows(ctx, j);
}

static void free_aggregation(struct aggregation *j) {
  int32_t *parent = (int32_t *)(uintptr_t)j->parent;
  sm_free(parent);
  sm_free(j->part_start);
  sm_free(j->part);
}

/* --- levels as sparse matrices --- */

int sm_prism_choose_colours(int columns, const uint32_t *start, const int32_t *to, int *colour) {
  int colours = 0;
  for (int c = 0; c < columns; c++) {
    uint32_t used = 0;
    int first = 0;
    for (uint32_t e = start[c]; e < start[c + 1]; e++)
      if (to[e] < c) used |= 1u << colour[to[e]];
    while (first < 31 && (used >> first & 1)) first++;
    colour[c] = first;
    colours = first >= colours ? first + 1 : colours;
  }
  return colours;
}

/* Arrays of a level for sm_csr_levels_add. */
struct rows {
  uint32_t *start, *part_start, *part;
  struct sm_csr_link *link;
  float *own;
};

static void free_rows(struct rows *r) {
  sm_free(r->start);
  sm_free(r->part_start);
  sm_free(r->part);
  sm_free(r->link);
  sm_free(r->own);
}

/* A row that is made, or only counted: without `out`. */
struct row {
  struct sm_csr_link *out;
  uint32_t count;
};
static void add_link(struct row *row, ptrdiff_t to, float value) {
  if (row->out != NULL) row->out[row->count] = (struct sm_csr_link){(int32_t)to, value};
  row->count++;
}

/* Whether a coupling with the layer above, beside, is worth its link: the slope takes a fifth of a
 * layer from column to column, and more. link: of the lower one of the column beside. */
static bool is_tilted(const struct level *level, ptrdiff_t link) {
  const float least = 0.05f, across = level->link[link] + level->link[link + 1];
  return fabsf(level->tilt[link]) >= least * across;
}

/* The row of layer k of column I: its links go to `out`, unless that is NULL; returns how many. */
static uint32_t fill_row(const struct level *level, int I, int k, struct sm_csr_link *out) {
  const int n = level->layers;
  const ptrdiff_t at = (ptrdiff_t)I * n + k;
  struct row row = {out, 0};
  for (uint32_t e = level->start[I]; e < level->start[I + 1]; e++) {
    const ptrdiff_t to = (ptrdiff_t)level->to[e] * n + k, link = (ptrdiff_t)e * n + k;
    add_link(&row, to, level->link[link]);
    if (level->tilt == NULL) continue;
    if (k > 0 && is_tilted(level, link - 1)) add_link(&row, to - 1, -level->tilt[link - 1]);
    if (k + 1 < n && is_tilted(level, link)) add_link(&row, to + 1, level->tilt[link]);
  }
  if (k > 0) add_link(&row, at - 1, level->up[at - 1]);
  if (k + 1 < n) add_link(&row, at + 1, level->up[at]);
  return row.count;
}

/* Parts of layer K of column I, to `out`, which may be NULL; returns their number. `first`: the
 * finer level are the prisms themselves. */
static uint32_t fill_parts(const struct aggregation *j, int I, int K, bool first, uint32_t *out) {
  const int n = j->fine->layers, low = j->pair ? 2 * K : K;
  const int high = j->pair && low + 2 <= n ? low + 2 : low + 1;
  uint32_t count = 0;
  for (uint32_t p = j->part_start[I]; p < j->part_start[I + 1]; p++)
    for (int k = low; k < high; k++, count++)
      if (out != NULL)
        out[count] = (uint32_t)(first ? sm_prism_at(n, (ptrdiff_t)j->part[p], k)
                                      : (ptrdiff_t)j->part[p] * n + k);
  return count;
}

static enum sm_status make_rows(struct sm_context *ctx, const struct aggregation *j, bool first,
                                struct rows *r, struct sm_csr_level_data *given) {
  const struct level *level = j->coarse;
  const int n = level->layers;
  const size_t count = (size_t)level->columns * (size_t)n;
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *r->start, what, &r->start));
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *r->part_start, what, &r->part_start));
  for (size_t u = 0; u < count; u++) {
    const int I = (int)(u / (size_t)n), k = (int)(u % (size_t)n);
    r->start[u + 1] = r->start[u] + fill_row(level, I, k, NULL);
    r->part_start[u + 1] = r->part_start[u] + fill_parts(j, I, k, first, NULL);
  }
  SM_TRY(sm_alloc(ctx, r->start[count], sizeof *r->link, what, &r->link));
  SM_TRY(sm_alloc(ctx, r->part_start[count], sizeof *r->part, what, &r->part));
  SM_TRY(sm_alloc(ctx, count, sizeof *r->own, what, &r->own));
#pragma omp parallel for schedule(static)
  for (size_t u = 0; u < count; u++) {
    const int I = (int)(u / (size_t)n), k = (int)(u % (size_t)n);
    fill_row(level, I, k, r->link + r->start[u]);
    fill_parts(j, I, k, first, r->part + r->part_start[u]);
    r->own[u] = level->side[u] + level->ends[u];
  }
  *given = (struct sm_csr_level_data){.count = (int)count,
                                      .start = r->start,
                                      .link = r->link,
                                      .own = r->own,
                                      .part_start = r->part_start,
                                      .part = r->part};
  return SM_OK;
}

static enum sm_status add_level(struct sm_context *ctx, const struct aggregation *j,
                                struct sm_csr_levels *levels) {
  struct rows rows = {.start = NULL};
  struct sm_csr_level_data given;
  enum sm_status status = make_rows(ctx, j, sm_csr_levels_count(levels) == 0, &rows, &given);
  if (status == SM_OK) status = sm_csr_levels_add(ctx, levels, &given);
  free_rows(&rows);
  return status;
}

enum sm_status sm_prism_levels_make(struct sm_context *ctx, const struct sm_prisms *prisms,
                                    const struct sm_prism_coefficients *shape, const double *gamma,
                                    struct sm_csr_levels *levels) {
  /* Upward coupling over that across. Measured: with weak ones joining eight columns where prisms
   * are coupled with those above and below the ones beside them takes less time than four. */
  const double weak = 0.05, comparable = 0.4, strong = 2.5;
  const struct finest finest = {prisms, shape, gamma};
  struct level fine = {.columns = 0}, coarse = {.columns = 0};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(make_finest(ctx, &finest, &fine));
  while (sm_csr_levels_count(levels) < SM_CSR_LEVELS) {
    const int64_t unknowns = (int64_t)fine.columns * fine.layers;
    const bool first = sm_csr_levels_count(levels) == 0;
    if (!first && unknowns <= SM_CSR_DENSE) break;
    const double ratio = upward_ratio(&fine);
    const bool pair = fine.layers > 2 && ratio > comparable;
    const bool columns = fine.columns > 4 && (ratio < strong || !pair);
    if (!pair && !columns) break;
    const int passes = !columns ? 0 : fine.tilt != NULL && ratio < weak ? 3 : 2;
    struct aggregation j = {.coarse = &coarse};
    status = aggregate_level(ctx, &fine, passes, pair, &j);
    const bool stuck = (int64_t)coarse.columns * coarse.layers >= unknowns;
    if (status == SM_OK && !stuck) status = add_level(ctx, &j, levels);
    free_aggregation(&j);
    free_level(&fine);
    fine = coarse;
    coarse = (struct level){.columns = 0};
    if (status != SM_OK || stuck) break;
  }
done:
  free_level(&fine);
  free_level(&coarse);
  return status;
}
