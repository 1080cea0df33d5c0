/* domain/mesh/ordering.h - an order of triangles in which neighbours are near one another. */
#ifndef SM_DOMAIN_MESH_ORDERING_H
#define SM_DOMAIN_MESH_ORDERING_H

#include "domain/mesh/triangles.h"

/* Puts the triangles in the order in which a Hilbert curve meets their centroids, and the vertices
 * in the order in which the triangles use them. `order` and `vertex_order` keep where each was.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_reorder(struct sm_context *ctx,
                                               struct sm_triangles *triangles);

/* Which triangle, and which vertex, is the n-th of the file: at[triangles], at[vertices]. */
void sm_triangles_of_file(const struct sm_triangles *triangles, int *at);
void sm_triangles_vertices_of_file(const struct sm_triangles *triangles, int *at);

/* Mean of |t - neighbour of t|: how far apart neighbours are. */
double sm_triangles_distance(const struct sm_triangles *triangles);

#endif
