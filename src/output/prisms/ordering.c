#include "output/prisms/prisms.h"

#include "base/list.h"
#include "domain/mesh/triangles.h"

enum sm_status sm_prism_ordering_create(struct sm_context *ctx, const struct sm_triangles *plane,
                                        size_t numbers, size_t index_bytes,
                                        struct sm_prism_ordering *out) {
  const size_t triangles = (size_t)plane->triangles, vertices = (size_t)plane->vertices;
  *out = (struct sm_prism_ordering){0};
  SM_TRY(
      sm_alloc(ctx, triangles, sizeof *out->triangle_at, "order of the mesh", &out->triangle_at));
  SM_TRY(sm_alloc(ctx, vertices, sizeof *out->vertex_at, "order of the mesh", &out->vertex_at));
  SM_TRY(sm_alloc(ctx, vertices, sizeof *out->vertex_to, "order of the mesh", &out->vertex_to));
  SM_TRY(sm_alloc(ctx, numbers, sizeof *out->number, "values of the file", &out->number));
  SM_TRY(sm_alloc(ctx, index_bytes, 1, "values of the file", &out->index));
  sm_triangles_of_file(plane, out->triangle_at);
  sm_triangles_vertices_of_file(plane, out->vertex_at);
  for (int v = 0; v < plane->vertices; v++) out->vertex_to[out->vertex_at[v]] = v;
  return SM_OK;
}

void sm_prism_ordering_free(struct sm_prism_ordering *room) {
  SM_FREE_ALL(room->triangle_at, room->vertex_at, room->vertex_to, room->number, room->index);
}
