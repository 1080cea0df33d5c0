/* Ordering of triangles for memory locality, along a Hilbert curve. */
#include "domain/mesh/triangles.h"

#include "base/list.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 24 }; /* resolution of the curve along each axis, bits */

/* Triangle and its index along the Hilbert curve. */
struct hilbert_key {
  uint64_t at;
  int triangle;
};

/* Hilbert index of a cell in a grid of 2^BITS by 2^BITS cells. Each quarter of the curve is a
 * rotated or reflected copy of the whole. */
static uint64_t hilbert_index(uint32_t x, uint32_t y) {
  uint64_t at = 0;
  for (uint32_t half = UINT32_C(1) << (BITS - 1); half > 0; half >>= 1) {
    const uint32_t east = (x & half) != 0, north = (y & half) != 0;
    at += (uint64_t)half * half * ((3 * east) ^ north);
    if (north == 0) {
      if (east == 1) {
        x = ~x;
        y = ~y;
      }
      const uint32_t turned = x;
      x = y;
      y = turned;
    }
  }
  return at;
}

static int compare_keys(const void *a, const void *b) {
  const struct hilbert_key *p = a, *q = b;
  if (p->at != q->at) return p->at < q->at ? -1 : 1;
  return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static void fill_keys(const struct sm_triangles *m, struct hilbert_key *hilbert_key) {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (int v = 0; v < m->vertices; v++) {
    low[0] = fmin(low[0], m->x[v]);
    low[1] = fmin(low[1], m->y[v]);
    high[0] = fmax(high[0], m->x[v]);
    high[1] = fmax(high[1], m->y[v]);
  }
  const double size = fmax(high[0] - low[0], high[1] - low[1]);
  const double cells = (double)((UINT32_C(1) << BITS) - 1);
  for (int t = 0; t < m->triangles; t++) {
    double centre[2];
    sm_triangles_centre(m, t, centre);
    const uint32_t x = (uint32_t)(fmax(centre[0] - low[0], 0) / size * cells),
                   y = (uint32_t)(fmax(centre[1] - low[1], 0) / size * cells);
    hilbert_key[t] = (struct hilbert_key){hilbert_index(x, y), t};
  }
  qsort(hilbert_key, (size_t)m->triangles, sizeof *hilbert_key, compare_keys);
}

/* Numbers the vertices in the order of their first use by triangles: to[old] = new. */
static void renumber(const struct sm_triangles *m, const struct hilbert_key *hilbert_key, int *to) {
  int count = 0;
  for (int v = 0; v < m->vertices; v++) to[v] = -1;
  for (int t = 0; t < m->triangles; t++)
    for (int c = 0; c < 3; c++) {
      const int v = m->vertex[3 * hilbert_key[t].triangle + c];
      if (to[v] < 0) to[v] = count++;
    }
}

/* Permutes the vertices: vertex v moves to to[v]. */
static void move_vertices(const struct sm_triangles *from, const int *to,
                          struct sm_triangles *out) {
  for (int v = 0; v < from->vertices; v++) {
    out->x[to[v]] = from->x[v];
    out->y[to[v]] = from->y[v];
    out->vertex_order[to[v]] = from->vertex_order != NULL ? from->vertex_order[v] : v;
  }
}

/* Permutes the triangles; place[old] = new. */
static void move_triangles(const struct sm_triangles *from, const struct hilbert_key *hilbert_key,
                           const int *place, const int *to, struct sm_triangles *out) {
  for (int t = 0; t < from->triangles; t++) {
    const int old = hilbert_key[t].triangle;
    out->number[t] = sm_triangles_number(from, old);
    out->order[t] = from->order != NULL ? from->order[old] : old;
    for (int e = 0; e < 3; e++) {
      const int neighbour = from->neighbour[3 * old + e];
      out->vertex[3 * t + e] = to[from->vertex[3 * old + e]];
      out->neighbour[3 * t + e] = neighbour < 0 ? neighbour : place[neighbour];
      out->side[3 * t + e] = from->side[3 * old + e];
    }
  }
}

enum sm_status sm_triangles_reorder(struct sm_context *ctx, struct sm_triangles *m) {
  const size_t triangles = (size_t)m->triangles, vertices = (size_t)m->vertices;
  SM_SCOPED_BY(sm_triangles_destroy) struct sm_triangles *out = NULL;
  SM_SCOPED struct hilbert_key *hilbert_key = NULL;
  SM_SCOPED int *to = NULL, *place = NULL;
  SM_TRY(sm_triangles_create(ctx, m->vertices, m->triangles, &out));
  SM_TRY(sm_alloc(ctx, triangles, sizeof *out->number, "order of the mesh", &out->number));
  SM_TRY(sm_alloc(ctx, triangles, sizeof *out->order, "order of the mesh", &out->order));
  SM_TRY(
      sm_alloc(ctx, vertices, sizeof *out->vertex_order, "order of the mesh", &out->vertex_order));
  SM_TRY(sm_alloc(ctx, triangles, sizeof *hilbert_key, "order of the mesh", &hilbert_key));
  SM_TRY(sm_alloc(ctx, triangles, sizeof *place, "order of the mesh", &place));
  SM_TRY(sm_alloc(ctx, vertices, sizeof *to, "order of the mesh", &to));
  fill_keys(m, hilbert_key);
  for (int t = 0; t < m->triangles; t++) place[hilbert_key[t].triangle] = t;
  renumber(m, hilbert_key, to);
  move_vertices(m, to, out);
  move_triangles(m, hilbert_key, place, to, out);
  const struct sm_triangles old = *m;
  *m = *out;
  *out = old;
  return SM_OK;
}

void sm_triangles_of_file(const struct sm_triangles *triangles, int *at) {
  for (int t = 0; t < triangles->triangles; t++)
    at[triangles->order != NULL ? triangles->order[t] : t] = t;
}

void sm_triangles_vertices_of_file(const struct sm_triangles *triangles, int *at) {
  for (int v = 0; v < triangles->vertices; v++)
    at[triangles->vertex_order != NULL ? triangles->vertex_order[v] : v] = v;
}
