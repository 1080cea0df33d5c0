#include "domain/mesh/triangles.h"

#include "base/list.h"

enum sm_status sm_triangles_create(struct sm_context *ctx, int vertices, int triangles,
                                   struct sm_triangles **out) {
  *out = NULL;
  if (vertices < 3 || triangles < 1)
    return sm_fail(ctx, SM_ERR_DATA, "a mesh needs triangles: it has %d vertices and %d triangles",
                   vertices, triangles);
  if (triangles > SM_TRIANGLES_MAX)
    return sm_fail(ctx, SM_ERR_DATA, "%d triangles are more than the %d that a mesh may have",
                   triangles, (int)SM_TRIANGLES_MAX);
  struct sm_triangles *m = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *m, "the mesh", &m));
  m->vertices = vertices;
  m->triangles = triangles;
  const size_t nodes = (size_t)vertices, edges = 3 * (size_t)triangles;
  SM_TRY_DONE(sm_alloc(ctx, nodes, sizeof *m->x, "vertices of the mesh", &m->x));
  SM_TRY_DONE(sm_alloc(ctx, nodes, sizeof *m->y, "vertices of the mesh", &m->y));
  SM_TRY_DONE(sm_alloc(ctx, edges, sizeof *m->vertex, "triangles of the mesh", &m->vertex));
  SM_TRY_DONE(sm_alloc(ctx, edges, sizeof *m->neighbour, "triangles of the mesh", &m->neighbour));
  SM_TRY_DONE(sm_alloc(ctx, edges, sizeof *m->side, "triangles of the mesh", &m->side));
done:
  if (status != SM_OK) sm_triangles_destroy(&m);
  *out = m;
  return status;
}

void sm_triangles_destroy(struct sm_triangles **triangles) {
  struct sm_triangles *m = *triangles;
  if (m == NULL) return;
  SM_FREE_ALL(m->x, m->y, m->vertex, m->neighbour, m->side, m->number, m->order, m->vertex_order,
              m);
  *triangles = NULL;
}

long long sm_triangles_number(const struct sm_triangles *triangles, int t) {
  return triangles->number != NULL ? triangles->number[t] : (long long)t + 1;
}

double sm_triangles_area(const struct sm_triangles *triangles, int t) {
  const int *v = &triangles->vertex[3 * t];
  const double *x = triangles->x, *y = triangles->y;
  return 0.5 *
         ((x[v[1]] - x[v[0]]) * (y[v[2]] - y[v[0]]) - (x[v[2]] - x[v[0]]) * (y[v[1]] - y[v[0]]));
}

void sm_triangles_centre(const struct sm_triangles *triangles, int t, double out[2]) {
  const int *v = &triangles->vertex[3 * t];
  out[0] = (triangles->x[v[0]] + triangles->x[v[1]] + triangles->x[v[2]]) / 3;
  out[1] = (triangles->y[v[0]] + triangles->y[v[1]] + triangles->y[v[2]]) / 3;
}
