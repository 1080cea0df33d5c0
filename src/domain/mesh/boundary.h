/* domain/mesh/boundary.h - vertices of an outline that lie on edges of it: cracks in a mesh. */
#ifndef SM_DOMAIN_MESH_BOUNDARY_H
#define SM_DOMAIN_MESH_BOUNDARY_H

#include "domain/mesh/triangles.h"

/* Refuses two vertices of the outline at one place, and a vertex that hangs on an edge of the
 * outline: triangles on both sides of it are then not joined. Needs the neighbours.
 * Errors: ERR_DATA, with a triangle's number; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_check_boundary(struct sm_context *ctx,
                                                      const struct sm_triangles *triangles);

#endif
