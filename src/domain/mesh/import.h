/* domain/mesh/import.h - from the mesh of a file to triangles that are joined and in good order. */
#ifndef SM_DOMAIN_MESH_IMPORT_H
#define SM_DOMAIN_MESH_IMPORT_H

#include "domain/mesh/triangles.h"
#include "input/mesh/mesh.h"

/* Joins the triangles of a mesh that was read from `path`. Nodes that no triangle uses are dropped
 * and lines that are not on the outline passed over, and surfaces turned that are clockwise
 * throughout, with a line in the log; the lines on the outline give the sides their numbers, which
 * are those of mesh->name. `ordered`: columns beside one another lie near one another in memory
 * (sm_triangles_reorder).
 *
 * height: [vertices] z of the nodes, in the order of the vertices, freed with sm_free; NULL when
 * all are 0, or it is not asked for.
 * Errors: those of sm_triangles_connect, with the file's name; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_from_mesh(struct sm_context *ctx, const char *path,
                                                 const struct sm_mesh *mesh, bool ordered,
                                                 struct sm_triangles **out, double **height);

#endif
