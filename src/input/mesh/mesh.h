/* mesh.h - plane meshes of triangles as files have them: gmsh's .msh and UGRID NetCDF.
 *
 * Nothing is checked here but that the file is whole and says what it must; whether its triangles
 * make a mesh is for those who join them (domain/mesh/import.h). */
#ifndef SM_INPUT_MESH_MESH_H
#define SM_INPUT_MESH_MESH_H

#include "base/context.h"

struct sm_mesh {
  int nodes, triangles, lines;
  double *x, *y, *z; /* [nodes] m; z is 0 where the file has none */
  int *triangle;     /* [3 * triangles] nodes */
  long long *number; /* [triangles] what the file calls them */
  int *surface;      /* [triangles] surface of the geometry model; 0: unknown */
  int *line;         /* [2 * lines] nodes: edges of the outline, and perhaps others */
  int *group;        /* [lines] the group a line is in, 0: none */
  char **name;       /* [groups] of the groups; name[0] is "outline" */
  int groups;        /* at least 1 */
};
void sm_mesh_free(struct sm_mesh *mesh);

/* Reads a file of either kind, which its first bytes tell.
 * Errors: ERR_DATA (missing, truncated, another version, elements that are no triangles, lines or
 * points, with number, kind and line), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mesh_read(struct sm_context *ctx, const char *path,
                                       struct sm_mesh *out);

/* Adds a group and puts its number into *out; name NULL: called by its number in the file.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mesh_add_group(struct sm_context *ctx, struct sm_mesh *mesh,
                                            const char *name, long long number, int *out);

/* Makes room; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mesh_make_nodes(struct sm_context *ctx, struct sm_mesh *mesh,
                                             size_t count);
SM_CHECKED enum sm_status sm_mesh_make_triangles(struct sm_context *ctx, struct sm_mesh *mesh,
                                                 size_t count);
SM_CHECKED enum sm_status sm_mesh_make_lines(struct sm_context *ctx, struct sm_mesh *mesh,
                                             size_t count);

#endif
