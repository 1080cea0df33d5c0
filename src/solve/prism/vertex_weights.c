/* Interpolation weights from column centres to vertices, on the host. */
#include "solve/prism/internal.h"

#include "base/list.h"
#include <math.h>

/* Triangles around each vertex, in ascending order. */
struct vertex_fans {
  uint32_t *start; /* [vertices + 2] */
  int32_t *triangle;
};

static enum sm_status make_vertex_fans(struct sm_context *ctx, const struct sm_triangles *t,
                                       struct vertex_fans *vertex_fans) {
  const ptrdiff_t corners = 3 * (ptrdiff_t)t->triangles;
  const size_t vertices = (size_t)t->vertices;
  SM_TRY(sm_alloc(ctx, vertices + 2, sizeof *vertex_fans->start, "the mesh", &vertex_fans->start));
  SM_TRY(sm_alloc(ctx, (size_t)corners, sizeof *vertex_fans->triangle, "the mesh",
                  &vertex_fans->triangle));
  for (ptrdiff_t m = 0; m < corners; m++) vertex_fans->start[t->vertex[m] + 2]++;
  for (size_t v = 0; v < vertices; v++) vertex_fans->start[v + 2] += vertex_fans->start[v + 1];
  for (ptrdiff_t m = 0; m < corners; m++)
    vertex_fans->triangle[vertex_fans->start[t->vertex[m] + 1]++] = (int32_t)(m / 3);
  return SM_OK;
}

/* Columns of one vertex, and their weights. */
enum { MOST = 64, RINGS = 3 };
struct stencil {
  int32_t column[MOST];
  double weight[MOST];
  int count;
};

static void add_column(struct stencil *s, int32_t column) {
  for (int m = 0; m < s->count; m++)
    if (s->column[m] == column) return;
  if (s->count < MOST) s->column[s->count++] = column;
}

/* Adds the neighbours of all columns of a stencil. */
static void add_ring(const struct sm_triangles *t, struct stencil *s) {
  const int before = s->count;
  for (int m = 0; m < before; m++)
    for (int e = 0; e < 3; e++) {
      const int other = t->neighbour[3 * (ptrdiff_t)s->column[m] + e];
      if (other >= 0) add_column(s, other);
    }
}

/* Weights 1 / distance in space to centres half a mean layer above or below, normalised. */
static void inverse_distance_weights(const struct sm_prisms *prisms,
                                     const struct sm_prism_point *vertex, struct stencil *s) {
  const double half = 0.5 * vertex->depth / prisms->layers;
  double sum = 0;
  for (int m = 0; m < s->count; m++) {
    const struct sm_prism_point c = sm_prism_centroid(prisms, s->column[m]);
    const double dx = c.x - vertex->x, dy = c.y - vertex->y;
    s->weight[m] = 1 / sqrt(dx * dx + dy * dy + half * half);
    sum += s->weight[m];
  }
  for (int m = 0; m < s->count; m++) s->weight[m] /= sum;
}

/* Corrects the weights to reproduce fields linear in the plane: factor 1 + l . r, with r from the
 * vertex to the centre (Holmes and Connell 1989). Returns the sum of the corrected weights before
 * normalisation: 1 for a vertex amid its columns, 0 at the limit of extrapolation. If the centres
 * are on a line, returns 0 with unchanged weights. */
static double linear_weights(const struct sm_prisms *prisms, const struct sm_prism_point *vertex,
                             struct stencil *s) {
  double first[2] = {0, 0}, xx = 0, xy = 0, yy = 0, sum = 0;
  double r[MOST][2];
  for (int m = 0; m < s->count; m++) {
    const struct sm_prism_point c = sm_prism_centroid(prisms, s->column[m]);
    const double w = s->weight[m];
    r[m][0] = c.x - vertex->x;
    r[m][1] = c.y - vertex->y;
    first[0] += w * r[m][0];
    first[1] += w * r[m][1];
    xx += w * r[m][0] * r[m][0];
    xy += w * r[m][0] * r[m][1];
    yy += w * r[m][1] * r[m][1];
  }
  const double det = xx * yy - xy * xy;
  if (!(det > 1e-6 * (xx + yy) * (xx + yy))) return 0;
  const double lx = -(yy * first[0] - xy * first[1]) / det;
  const double ly = -(xx * first[1] - xy * first[0]) / det;
  const double share = 1 + lx * first[0] + ly * first[1];
  if (!(share > 0.01)) return 0;
  for (int m = 0; m < s->count; m++) {
    s->weight[m] *= 1 + lx * r[m][0] + ly * r[m][1];
    sum += s->weight[m];
  }
  for (int m = 0; m < s->count; m++) s->weight[m] /= sum;
  return share;
}

/* Chooses the columns of a vertex and their weights. If they are on one side of it, at a boundary
 * without prescribed values, further rings of neighbours are added for linear extrapolation. */
static void make_stencil(const struct sm_prisms *prisms, const struct vertex_fans *vertex_fans,
                         int v, enum sm_prism_weights_rule rule, struct stencil *s) {
  const struct sm_prism_point vertex = sm_prism_corner(prisms, v);
  const double enough = 0.3; /* about a third of the way from the limit of extrapolation to the
                                centre */
  s->count = 0;
  for (uint32_t m = vertex_fans->start[v]; m < vertex_fans->start[v + 1]; m++)
    add_column(s, vertex_fans->triangle[m]);
  for (int ring = 0; ring < RINGS; ring++) {
    if (ring > 0) add_ring(prisms->plane, s);
    inverse_distance_weights(prisms, &vertex, s);
    if (rule == SM_PRISM_DISTANCE || linear_weights(prisms, &vertex, s) > enough) return;
  }
}

/* Vertical position of the vertex in sigma relative to its columns: from their mean heights. */
static void put_place(const struct sm_prisms *prisms, int v, const struct stencil *s,
                      enum sm_prism_weights_rule rule, double place[2]) {
  const struct sm_prism_point vertex = sm_prism_corner(prisms, v);
  double bottom = 0, depth = 0;
  for (int m = 0; m < s->count; m++) {
    const struct sm_prism_point c = sm_prism_centroid(prisms, s->column[m]);
    bottom += s->weight[m] * c.bottom;
    depth += s->weight[m] * c.depth;
  }
  const bool sound = rule == SM_PRISM_LINEAR && depth > 0.2 * vertex.depth;
  place[0] = sound ? (vertex.bottom - bottom) / depth : 0;
  place[1] = sound ? vertex.depth / depth : 1;
}

/* Marks the vertices on outline sides with prescribed values. */
static void mark_given(const struct sm_prisms *prisms, const enum sm_prism_kind *kind,
                       bool *given) {
  const struct sm_triangles *t = prisms->plane;
  for (ptrdiff_t m = 0; m < 3 * (ptrdiff_t)t->triangles; m++) {
    if (t->neighbour[m] >= 0 || kind[sm_prism_boundary_index(t->side[m])] != SM_PRISM_DIRICHLET)
      continue;
    given[t->vertex[m]] = true;
    given[t->vertex[m % 3 == 2 ? m - 2 : m + 1]] = true;
  }
}

/* Fills the list; with NULL for `column`, only `start`. */
static void fill(const struct sm_prisms *prisms, const struct vertex_fans *vertex_fans,
                 enum sm_prism_weights_rule rule, int free_count,
                 struct sm_prism_vertex_weights *weights) {
#pragma omp parallel for schedule(static)
  for (int m = 0; m < free_count; m++) {
    struct stencil s;
    make_stencil(prisms, vertex_fans, weights->vertex[m], rule, &s);
    if (weights->column == NULL) {
      weights->start[m + 1] = (uint32_t)s.count;
      continue;
    }
    put_place(prisms, weights->vertex[m], &s, rule, &weights->place[2 * m]);
    for (int e = 0; e < s.count; e++) {
      weights->column[weights->start[m] + (uint32_t)e] = s.column[e];
      weights->weight[weights->start[m] + (uint32_t)e] = s.weight[e];
    }
  }
}

enum sm_status sm_prism_vertex_weights_make(struct sm_context *ctx, const struct sm_prisms *prisms,
                                            const enum sm_prism_kind *kind,
                                            enum sm_prism_weights_rule rule,
                                            struct sm_prism_vertex_weights *weights) {
  const int vertices = prisms->plane->vertices;
  const char *what = "weights of vertices";
  struct vertex_fans vertex_fans = {NULL, NULL};
  bool *given = NULL;
  int count = 0;
  enum sm_status status = SM_OK;
  *weights = (struct sm_prism_vertex_weights){.count = 0};
  SM_TRY_DONE(make_vertex_fans(ctx, prisms->plane, &vertex_fans));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)vertices, sizeof *given, what, &given));
  mark_given(prisms, kind, given);
  const size_t room = (size_t)vertices + SM_PRISM_ROW;
  SM_TRY_DONE(sm_alloc(ctx, room, sizeof *weights->vertex, what, &weights->vertex));
  SM_TRY_DONE(sm_alloc(ctx, room + 1, sizeof *weights->start, what, &weights->start));
  SM_TRY_DONE(sm_alloc(ctx, 2 * room, sizeof *weights->place, what, &weights->place));
  for (int v = 0; v < vertices; v++)
    if (!given[v]) weights->vertex[count++] = v;
  weights->count = (count + SM_PRISM_ROW - 1) / SM_PRISM_ROW * SM_PRISM_ROW;
  for (int m = count; m < weights->count; m++) weights->vertex[m] = vertices;
  fill(prisms, &vertex_fans, rule, count, weights);
  for (int m = 0; m < weights->count; m++) weights->start[m + 1] += weights->start[m];
  const size_t entries = weights->start[weights->count];
  SM_TRY_DONE(sm_alloc(ctx, entries, sizeof *weights->weight, what, &weights->weight));
  SM_TRY_DONE(sm_alloc(ctx, entries, sizeof *weights->column, what, &weights->column));
  fill(prisms, &vertex_fans, rule, count, weights);
done:
  SM_FREE_ALL(vertex_fans.start, vertex_fans.triangle, given);
  return status;
}

void sm_prism_vertex_weights_free(struct sm_prism_vertex_weights *weights) {
  SM_FREE_ALL(weights->vertex, weights->start, weights->column, weights->weight, weights->place);
  *weights = (struct sm_prism_vertex_weights){.count = 0};
}
