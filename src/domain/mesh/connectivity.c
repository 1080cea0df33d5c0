/* Neighbours of the triangles of a mesh, and topology checks. */
#include "domain/mesh/triangles.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>

/* Relative height (over the longest edge) below which a triangle is degenerate. */
static const double flat = 1e-10;
static const double pi = 3.14159265358979323846;

static enum sm_status check_corners(struct sm_context *ctx, const struct sm_triangles *m) {
  for (int t = 0; t < m->triangles; t++) {
    const int *v = &m->vertex[3 * t];
    const long long number = sm_triangles_number(m, t);
    for (int e = 0; e < 3; e++) {
      if (v[e] < 0 || v[e] >= m->vertices)
        return sm_fail(ctx, SM_ERR_DATA, "triangle %lld: there is no vertex %d", number, v[e]);
      if (v[e] == v[(e + 1) % 3])
        return sm_fail(ctx, SM_ERR_DATA,
                       "triangle %lld: two of its corners are one vertex, at (%.10g, %.10g)",
                       number, m->x[v[e]], m->y[v[e]]);
      if (!isfinite(m->x[v[e]]) || !isfinite(m->y[v[e]]))
        return sm_fail(ctx, SM_ERR_DATA, "triangle %lld: a corner is at (%g, %g)", number,
                       m->x[v[e]], m->y[v[e]]);
    }
  }
  return SM_OK;
}

static double longest_square(const struct sm_triangles *m, int t) {
  double longest = 0;
  for (int e = 0; e < 3; e++) {
    const int a = m->vertex[3 * t + e], b = m->vertex[3 * t + (e + 1) % 3];
    const double dx = m->x[b] - m->x[a], dy = m->y[b] - m->y[a];
    longest = fmax(longest, dx * dx + dy * dy);
  }
  return longest;
}

/* Reverses triangle t: vertices a b c become a c b, and the edges ab bc ca become ac cb ba. */
static void reverse_triangle(struct sm_triangles *m, int t) {
  int *v = &m->vertex[3 * t], *side = &m->side[3 * t];
  const int vertex = v[1], first = side[0];
  v[1] = v[2];
  v[2] = vertex;
  side[0] = side[2];
  side[2] = first;
}

/* Reverses a mesh that is clockwise throughout; rejects mixed orientations. */
static enum sm_status orient(struct sm_context *ctx, struct sm_triangles *m) {
  int clockwise = 0, first[2] = {-1, -1};
  for (int t = 0; t < m->triangles; t++) {
    const double area = sm_triangles_area(m, t);
    if (!(2 * fabs(area) > flat * longest_square(m, t)))
      return sm_fail(ctx, SM_ERR_DATA,
                     "triangle %lld: it has no area: seen from above its corners lie on a line, at "
                     "(%.10g, %.10g)",
                     sm_triangles_number(m, t), m->x[m->vertex[3 * t]], m->y[m->vertex[3 * t]]);
    if (area < 0) clockwise++;
    if (first[area < 0] < 0) first[area < 0] = t;
  }
  if (clockwise == 0) return SM_OK;
  if (clockwise < m->triangles) {
    const int most = 2 * clockwise > m->triangles; /* minority: counterclockwise */
    const int count = most ? m->triangles - clockwise : clockwise;
    return sm_fail(ctx, SM_ERR_DATA,
                   "triangle %lld: it is turned over: its corners are %s, as those of %d of %d "
                   "triangles",
                   sm_triangles_number(m, first[!most]), most ? "counterclockwise" : "clockwise",
                   count, m->triangles);
  }
  sm_info(ctx, "all %d triangles of the mesh are clockwise; they were turned", m->triangles);
  for (int t = 0; t < m->triangles; t++) reverse_triangle(m, t);
  return SM_OK;
}

/* --- neighbours --- */

/* Edge stored by its higher vertex, in the list of the lower one. */
struct half_edge {
  int other, edge;
};

static int compare_half_edges(const void *a, const void *b) {
  const struct half_edge *p = a, *q = b;
  if (p->other != q->other) return p->other < q->other ? -1 : 1;
  return (p->edge > q->edge) - (p->edge < q->edge);
}

/* Lists the edges by their lower vertex: the edges of vertex v are half[start[v]..start[v + 1]]. */
static void list_half_edges(const struct sm_triangles *m, int *start, struct half_edge *half_edge) {
  for (int e = 0; e < 3 * m->triangles; e++) {
    const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
    start[(a < b ? a : b) + 1]++;
  }
  for (int v = 0; v < m->vertices; v++) start[v + 1] += start[v];
  for (int e = 3 * m->triangles - 1; e >= 0; e--) {
    const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
    half_edge[--start[(a < b ? a : b) + 1]] = (struct half_edge){a < b ? b : a, e};
  }
  for (int v = 0; v < m->vertices; v++) /* shifts the offsets back by one vertex */
    start[v] = start[v + 1];
  start[m->vertices] = 3 * m->triangles;
}

/* Joins the triangles of `count` half-edges that share one edge. */
static enum sm_status join_edge(struct sm_context *ctx, struct sm_triangles *m,
                                const struct half_edge *half_edge, int count) {
  const int a = half_edge[0].edge, v = m->vertex[a];
  const long long number = sm_triangles_number(m, a / 3);
  m->neighbour[a] = -1;
  if (count == 1) {
    if (m->side[a] < 0) m->side[a] = 0;
    return SM_OK;
  }
  const int b = half_edge[1].edge;
  if (count > 2)
    return sm_fail(
        ctx, SM_ERR_DATA,
        "triangle %lld: the edge from (%.10g, %.10g) is an edge of %d triangles, also of "
        "%lld and %lld",
        number, m->x[v], m->y[v], count, sm_triangles_number(m, b / 3),
        sm_triangles_number(m, half_edge[2].edge / 3));
  if (m->vertex[a] == m->vertex[b])
    return sm_fail(ctx, SM_ERR_DATA,
                   "triangle %lld: triangle %lld lies over it: both are on one side of the edge "
                   "from (%.10g, %.10g)",
                   number, sm_triangles_number(m, b / 3), m->x[v], m->y[v]);
  m->neighbour[a] = b / 3;
  m->neighbour[b] = a / 3;
  m->side[a] = m->side[b] = -1;
  return SM_OK;
}

static enum sm_status join_edges(struct sm_context *ctx, struct sm_triangles *m) {
  SM_SCOPED int *start = NULL;
  SM_SCOPED struct half_edge *half_edge = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)m->vertices + 1, sizeof *start, "edges of the mesh", &start));
  SM_TRY(
      sm_alloc(ctx, 3 * (size_t)m->triangles, sizeof *half_edge, "edges of the mesh", &half_edge));
  list_half_edges(m, start, half_edge);
  for (int v = 0; v < m->vertices; v++) {
    qsort(half_edge + start[v], (size_t)(start[v + 1] - start[v]), sizeof *half_edge,
          compare_half_edges);
    for (int h = start[v], end; h < start[v + 1]; h = end) {
      for (end = h + 1; end < start[v + 1] && half_edge[end].other == half_edge[h].other;) end++;
      SM_TRY(join_edge(ctx, m, half_edge + h, end - h));
    }
  }
  return SM_OK;
}

/* --- the whole --- */

/* Rejects unconnected parts; part[t] and stack have one element per triangle. */
static enum sm_status check_parts(struct sm_context *ctx, const struct sm_triangles *m, int *part,
                                  int *stack) {
  int parts = 0, most = 0, largest = 0, least = m->triangles, smallest = 0;
  for (int t = 0; t < m->triangles; t++) part[t] = -1;
  for (int first = 0; first < m->triangles; first++) {
    if (part[first] >= 0) continue;
    int depth = 0, size = 0;
    part[first] = first;
    stack[depth++] = first;
    while (depth > 0) {
      const int t = stack[--depth];
      size++;
      for (int e = 0; e < 3; e++) {
        const int n = m->neighbour[3 * t + e];
        if (n < 0 || part[n] >= 0) continue;
        part[n] = first;
        stack[depth++] = n;
      }
    }
    parts++;
    if (size > most) most = size, largest = first;
    if (size <= least) least = size, smallest = first;
  }
  if (parts == 1) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA,
                 "triangle %lld: no edge joins it, and the %d triangles of its part, to triangle "
                 "%lld: the mesh falls into %d parts",
                 sm_triangles_number(m, smallest), least, sm_triangles_number(m, largest), parts);
}

/* Rejects vertices whose triangles cover more than a full turn, and unused vertices. angle[v] must
 * be 0 initially; at[v] is a work array. */
static enum sm_status check_turns(struct sm_context *ctx, const struct sm_triangles *m,
                                  double *angle, int *at) {
  for (int v = 0; v < m->vertices; v++) at[v] = -1;
  for (int e = 0; e < 3 * m->triangles; e++) {
    const int t = e / 3, a = m->vertex[e], b = m->vertex[3 * t + (e + 1) % 3],
              c = m->vertex[3 * t + (e + 2) % 3];
    const double px = m->x[b] - m->x[a], py = m->y[b] - m->y[a];
    const double qx = m->x[c] - m->x[a], qy = m->y[c] - m->y[a];
    angle[a] += atan2(px * qy - py * qx, px * qx + py * qy);
    at[a] = t;
  }
  for (int v = 0; v < m->vertices; v++) {
    if (at[v] < 0)
      return sm_fail(ctx, SM_ERR_DATA, "the vertex at (%.10g, %.10g) belongs to no triangle",
                     m->x[v], m->y[v]);
    if (angle[v] > 2 * pi * (1 + 1e-6))
      return sm_fail(ctx, SM_ERR_DATA,
                     "triangle %lld: triangles overlap round its corner at (%.10g, %.10g)",
                     sm_triangles_number(m, at[v]), m->x[v], m->y[v]);
  }
  return SM_OK;
}

static enum sm_status check_whole(struct sm_context *ctx, const struct sm_triangles *m) {
  const size_t triangles = (size_t)m->triangles, vertices = (size_t)m->vertices;
  SM_SCOPED int *part = NULL, *stack = NULL, *at = NULL;
  SM_SCOPED double *angle = NULL;
  SM_TRY(sm_alloc(ctx, triangles, sizeof *part, "parts of the mesh", &part));
  SM_TRY(sm_alloc(ctx, triangles, sizeof *stack, "parts of the mesh", &stack));
  SM_TRY(sm_alloc(ctx, vertices, sizeof *at, "corners of the mesh", &at));
  SM_TRY(sm_alloc(ctx, vertices, sizeof *angle, "corners of the mesh", &angle));
  SM_TRY(check_turns(ctx, m, angle, at));
  SM_TRY(sm_triangles_check_boundary(ctx, m));
  return check_parts(ctx, m, part, stack);
}

enum sm_status sm_triangles_connect(struct sm_context *ctx, struct sm_triangles *m) {
  SM_TRY(check_corners(ctx, m));
  SM_TRY(orient(ctx, m));
  SM_TRY(join_edges(ctx, m));
  return check_whole(ctx, m);
}
