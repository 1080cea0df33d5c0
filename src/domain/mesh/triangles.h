/* triangles.h - plane triangle mesh: connectivity, checks, ordering. */
#ifndef SM_DOMAIN_MESH_TRIANGLES_H
#define SM_DOMAIN_MESH_TRIANGLES_H

#include "base/context.h"

enum { SM_TRIANGLES_MAX = 700000000 }; /* keeps 3 * triangles within an int */

/* Plane triangle mesh, counterclockwise; lengths in metres. Edge e of a triangle runs from its
 * vertex e to its vertex (e + 1) % 3. */
struct sm_triangles {
  int vertices, triangles;
  double *x, *y;  /* [vertices] */
  int *vertex;    /* [3 * triangles] */
  int *neighbour; /* [3 * triangles] triangle across edge e, -1 at the boundary */
  int *side;      /* [3 * triangles] boundary number (physical group in the mesh file, 0 without),
                   * -1 inside */

  /* Order of the mesh file; NULL where the mesh is in that order or has no file. */
  long long *number; /* [triangles] number in the file; NULL: counted from 1 */
  int *order;        /* [triangles] index among the triangles of the file */
  int *vertex_order; /* [vertices] index among the vertices of the file, without unused ones */
};

/* Allocates a zeroed mesh. Errors: ERR_DATA (fewer than three vertices, or no triangle),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_create(struct sm_context *ctx, int vertices, int triangles,
                                              struct sm_triangles **out);
void sm_triangles_destroy(struct sm_triangles **triangles);

/* Finds the neighbours from x, y and vertex, sets `side` to -1 inside, and rejects
 * invalid meshes. A mesh that is clockwise throughout is reversed and logged.
 * Boundary numbers are kept; they move with reversed edges. Errors: ERR_DATA, with
 * the number of a triangle: vertex index out of range or repeated; position not
 * finite; zero area; mixed orientation; edge of more than two triangles;
 * overlapping triangles; hanging vertex; two vertices at one position; unused
 * vertex; unconnected parts. ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_connect(struct sm_context *ctx,
                                               struct sm_triangles *triangles);

/* Number of triangle t in messages: its number in the file. */
long long sm_triangles_number(const struct sm_triangles *triangles, int t);

/* Area of triangle t, m2, positive when counterclockwise; its centroid, m. */
double sm_triangles_area(const struct sm_triangles *triangles, int t);
void sm_triangles_centre(const struct sm_triangles *triangles, int t, double out[2]);

/* boundary.c */

/* Rejects two boundary vertices at one position and a hanging vertex on a boundary edge: the
 * triangles on both sides of it are not connected. Needs the neighbours. Errors: ERR_DATA, with the
 * number of a triangle; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_check_boundary(struct sm_context *ctx,
                                                      const struct sm_triangles *triangles);

/* ordering.c */

/* Sorts the triangles along a Hilbert curve through their centroids, and
 * the vertices by first use. `order` and `vertex_order` keep the
 * original indices. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_reorder(struct sm_context *ctx,
                                               struct sm_triangles *triangles);

/* Triangle and vertex with index n in the file: at[triangles], at[vertices]. */
void sm_triangles_of_file(const struct sm_triangles *triangles, int *at);
void sm_triangles_vertices_of_file(const struct sm_triangles *triangles, int *at);

#endif
