/* mesh.h - plane triangle meshes in files: Gmsh .msh and UGRID NetCDF.
 *
 * Only the file format is checked here; the topology of the mesh is checked when the triangles are
 * connected (domain/mesh/triangles.h). */
#ifndef SM_INPUT_MESH_MESH_H
#define SM_INPUT_MESH_MESH_H

#include "base/context.h"

struct sm_mesh {
  int nodes, triangles, lines;
  double *x, *y, *z; /* [nodes] m; z is 0 where the file has none */
  int *triangle;     /* [3 * triangles] nodes */
  long long *number; /* [triangles] numbers in the file */
  int *surface;      /* [triangles] surface of the geometry model; 0: unknown */
  int *line;         /* [2 * lines] nodes of boundary edges, and perhaps other lines */
  int *group;        /* [lines] group of a line, 0: none */
  char **name;       /* [groups] group names; name[0] is "outline" */
  int groups;        /* at least 1 */
};
void sm_mesh_free(struct sm_mesh *mesh);

/* Reads a file of either format, detected by its first bytes. Errors: ERR_DATA (missing, truncated,
 * unknown version, elements other than triangles, lines and points, with number, type and line),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mesh_read(struct sm_context *ctx, const char *path,
                                       struct sm_mesh *out);

/* Adds a group and returns its number in *out; name NULL: named by its number in the file. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mesh_add_group(struct sm_context *ctx, struct sm_mesh *mesh,
                                            const char *name, long long number, int *out);

/* Allocates nodes or triangles. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mesh_make_nodes(struct sm_context *ctx, struct sm_mesh *mesh,
                                             size_t count);
SM_CHECKED enum sm_status sm_mesh_make_triangles(struct sm_context *ctx, struct sm_mesh *mesh,
                                                 size_t count);
SM_CHECKED enum sm_status sm_mesh_make_lines(struct sm_context *ctx, struct sm_mesh *mesh,
                                             size_t count);

#endif
