/* domain/mesh/import.h - import of a mesh file as connected triangles with checked orientation. */
#ifndef SM_DOMAIN_MESH_IMPORT_H
#define SM_DOMAIN_MESH_IMPORT_H

#include "domain/mesh/triangles.h"
#include "input/mesh/mesh.h"

/* Builds connected triangles from a mesh that was read from `path`. Drops
 * nodes that no triangle uses, ignores lines that are not on the boundary, and
 * reverses surfaces that are clockwise throughout; each is logged. Boundary
 * lines give the sides their numbers, which are indices of mesh->name.
 * `ordered`: neighbouring columns are close in memory (sm_triangles_reorder).
 *
 * height: [vertices] z of the nodes, freed with sm_free; *height is NULL when
 * all are 0; may be NULL. Errors: those of sm_triangles_connect, with the name
 * of the file; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_from_mesh(struct sm_context *ctx, const char *path,
                                                 const struct sm_mesh *mesh, bool ordered,
                                                 struct sm_triangles **out, double **height);

#endif
