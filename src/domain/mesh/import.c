#include "domain/mesh/triangles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Boundary edge between two vertices, the lower one first. */
struct outline_edge {
  int low, high;
  int edge; /* edge index in the mesh */
};

static int compare_edges(const void *a, const void *b) {
  const struct outline_edge *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  return (p->high > q->high) - (p->high < q->high);
}

static struct outline_edge edge_between(int a, int b, int edge) {
  return (struct outline_edge){a < b ? a : b, a < b ? b : a, edge};
}

/* Lists the boundary edges; returns their number. */
static size_t list_outline(const struct sm_triangles *m, struct outline_edge *out) {
  size_t count = 0;
  for (int e = 0; e < 3 * m->triangles; e++)
    if (m->neighbour[e] < 0)
      out[count++] = edge_between(m->vertex[e], m->vertex[e - e % 3 + (e + 1) % 3], e);
  qsort(out, count, sizeof *out, compare_edges);
  return count;
}

/* Assigns physical groups of boundary lines to boundary edges; the first group wins. */
static enum sm_status set_sides(struct sm_context *ctx, const char *path,
                                const struct sm_mesh *mesh, const int *vertex_of,
                                struct sm_triangles *m) {
  struct outline_edge *outline = NULL;
  int elsewhere = 0, again = 0;
  if (mesh->lines == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 3 * (size_t)m->triangles, sizeof *outline, "the outline", &outline));
  const size_t count = list_outline(m, outline);
  for (int l = 0; l < mesh->lines; l++) {
    const struct outline_edge key =
        edge_between(vertex_of[mesh->line[2 * l]], vertex_of[mesh->line[2 * l + 1]], -1);
    const struct outline_edge *found = bsearch(&key, outline, count, sizeof key, compare_edges);
    if (found == NULL) {
      elsewhere++;
    } else if (m->side[found->edge] == 0) {
      m->side[found->edge] = mesh->group[l];
    } else if (m->side[found->edge] != mesh->group[l]) {
      again++;
    }
  }
  sm_free(outline);
  if (elsewhere > 0)
    sm_info(ctx, "%s: %d lines are not on the outline; they were passed over", path, elsewhere);
  if (again > 0)
    sm_warn(ctx, "%s: %d lines of the outline are in several groups; the first one counts", path,
            again);
  return SM_OK;
}

/* Numbers the used nodes: vertex_of[node], -1 for unused nodes. Returns their number. */
static int number_vertices(const struct sm_mesh *mesh, int *vertex_of) {
  int count = 0;
  for (int n = 0; n < mesh->nodes; n++) vertex_of[n] = -1;
  for (int c = 0; c < 3 * mesh->triangles; c++) vertex_of[mesh->triangle[c]] = 0;
  for (int n = 0; n < mesh->nodes; n++)
    if (vertex_of[n] == 0) vertex_of[n] = count++;
  return count;
}

/* Triangle with the number of its surface. */
struct surface_triangle {
  int surface, triangle;
};

static int compare_surfaces(const void *a, const void *b) {
  const struct surface_triangle *p = a, *q = b;
  if (p->surface != q->surface) return p->surface < q->surface ? -1 : 1;
  return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

/* Reverses the triangles of surfaces that are clockwise throughout: their orientation in a geometry
 * file depends on how the outline was drawn. */
static enum sm_status reverse_surfaces(struct sm_context *ctx, const char *path,
                                       const struct sm_mesh *mesh, struct sm_triangles *m) {
  struct surface_triangle *list = NULL;
  int turned = 0;
  SM_TRY(sm_alloc(ctx, (size_t)m->triangles, sizeof *list, "surfaces of the mesh", &list));
  for (int t = 0; t < m->triangles; t++) list[t] = (struct surface_triangle){mesh->surface[t], t};
  qsort(list, (size_t)m->triangles, sizeof *list, compare_surfaces);
  for (int begin = 0, end; begin < m->triangles; begin = end) {
    bool clockwise = true;
    for (end = begin; end < m->triangles && list[end].surface == list[begin].surface; end++)
      clockwise = clockwise && sm_triangles_area(m, list[end].triangle) < 0;
    if (!clockwise) continue;
    for (int n = begin; n < end; n++) {
      int *v = &m->vertex[3 * list[n].triangle];
      const int second = v[1];
      v[1] = v[2];
      v[2] = second;
    }
    turned++;
  }
  sm_free(list);
  if (turned > 0)
    sm_info(ctx, "%s: the triangles of %d surfaces are clockwise; they were turned", path, turned);
  return SM_OK;
}

static enum sm_status make_triangles(struct sm_context *ctx, const char *path,
                                     const struct sm_mesh *mesh, int *vertex_of,
                                     struct sm_triangles **out) {
  const int count = number_vertices(mesh, vertex_of);
  SM_TRY(sm_triangles_create(ctx, count, mesh->triangles, out));
  struct sm_triangles *m = *out;
  SM_TRY(sm_alloc(ctx, (size_t)m->triangles, sizeof *m->number, "the mesh", &m->number));
  memcpy(m->number, mesh->number, (size_t)m->triangles * sizeof *m->number);
  for (int n = 0; n < mesh->nodes; n++) {
    if (vertex_of[n] < 0) continue;
    m->x[vertex_of[n]] = mesh->x[n];
    m->y[vertex_of[n]] = mesh->y[n];
  }
  for (int c = 0; c < 3 * m->triangles; c++) m->vertex[c] = vertex_of[mesh->triangle[c]];
  if (count < mesh->nodes)
    sm_info(ctx, "%s: %d of %d nodes belong to no triangle; they were dropped", path,
            mesh->nodes - count, mesh->nodes);
  SM_TRY(reverse_surfaces(ctx, path, mesh, m));
  return sm_triangles_connect(ctx, m);
}

/* Heights (z) of the vertices in their present order; NULL
 * where all are 0, as in a plane mesh. */
static enum sm_status take_heights(struct sm_context *ctx, const struct sm_mesh *mesh,
                                   const int *vertex_of, const struct sm_triangles *m,
                                   double **out) {
  double *in_file = NULL, *height = NULL;
  const size_t count = (size_t)m->vertices;
  bool zero = true;
  SM_TRY(sm_alloc(ctx, count, sizeof *in_file, "heights of the mesh", &in_file));
  for (int n = 0; n < mesh->nodes; n++)
    if (vertex_of[n] >= 0) in_file[vertex_of[n]] = mesh->z[n];
  for (size_t v = 0; v < count; v++) zero = zero && in_file[v] == 0;
  enum sm_status status = SM_OK;
  if (!zero) status = sm_alloc(ctx, count, sizeof *height, "heights of the mesh", &height);
  for (int v = 0; v < m->vertices && height != NULL; v++)
    height[v] = in_file[m->vertex_order != NULL ? m->vertex_order[v] : v];
  sm_free(in_file);
  *out = height;
  return status;
}

enum sm_status sm_triangles_from_mesh(struct sm_context *ctx, const char *path,
                                      const struct sm_mesh *mesh, bool ordered,
                                      struct sm_triangles **out, double **height) {
  char reason[1024];
  SM_SCOPED int *vertex_of = NULL;
  *out = NULL;
  if (height != NULL) *height = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)mesh->nodes, sizeof *vertex_of, "nodes of the mesh", &vertex_of));
  enum sm_status status = make_triangles(ctx, path, mesh, vertex_of, out);
  if (status == SM_ERR_DATA) {
    snprintf(reason, sizeof reason, "%s", sm_context_message(ctx));
    status = sm_fail(ctx, status, "%s: error: %s", path, reason);
  }
  if (status == SM_OK) status = set_sides(ctx, path, mesh, vertex_of, *out);
  if (status == SM_OK && ordered) status = sm_triangles_reorder(ctx, *out);
  if (status == SM_OK && height != NULL) status = take_heights(ctx, mesh, vertex_of, *out, height);
  if (status != SM_OK) sm_triangles_destroy(out);
  return status;
}
