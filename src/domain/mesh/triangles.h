/* triangles.h - a plane mesh of triangles. */
#ifndef SM_DOMAIN_MESH_TRIANGLES_H
#define SM_DOMAIN_MESH_TRIANGLES_H

#include "base/context.h"

enum { SM_TRIANGLES_MAX = 700000000 }; /* so that 3 * triangles is an int */

/* A plane mesh of triangles, counterclockwise; lengths in metres. Edge e of a triangle runs from
 * its vertex e to its vertex (e + 1) % 3. */
struct sm_triangles {
  int vertices, triangles;
  double *x, *y;  /* [vertices] */
  int *vertex;    /* [3 * triangles] */
  int *neighbour; /* [3 * triangles] triangle across edge e, or -1 at the outline */
  int *side;      /* [3 * triangles] number of the outline's part (from the mesh file's physical
                     group, 0 without), -1 inside */

  /* How the mesh's file has it; NULL where the mesh is in that order, or has no file. */
  long long *number; /* [triangles] what the file calls a triangle; NULL: counted from 1 */
  int *order;        /* [triangles] place among the file's triangles */
  int *vertex_order; /* [vertices] place among the file's vertices, without unused ones */
};

/* Makes a mesh of zeros, to be filled in and joined. Errors: ERR_DATA (fewer than three vertices,
 * or no triangle), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_create(struct sm_context *ctx, int vertices, int triangles,
                                              struct sm_triangles **out);
void sm_triangles_destroy(struct sm_triangles **triangles);

/* Finds the neighbours from x, y and vertex, sets `side` to -1 inside, and refuses what is no mesh.
 * A mesh that is clockwise throughout is turned, with a line in the log. Sides of the outline stay
 * as they are, except that they turn with the triangles.
 * Errors: ERR_DATA, with the triangle's number: a vertex that there is not, or twice; a place that
 * is not finite; no area; clockwise among counterclockwise ones; an edge of more than two
 * triangles; triangles that overlap; a vertex that hangs on the edge of a triangle; two vertices at
 * one place; an unused vertex; parts that no edge joins. ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_connect(struct sm_context *ctx,
                                               struct sm_triangles *triangles);

/* Number of triangle t in messages: that in the file. */
long long sm_triangles_number(const struct sm_triangles *triangles, int t);

/* Area of triangle t, m2, above 0 when it is counterclockwise; its centroid, m. */
double sm_triangles_area(const struct sm_triangles *triangles, int t);
void sm_triangles_centre(const struct sm_triangles *triangles, int t, double out[2]);

/* boundary.c */

/* Refuses two vertices of the outline at one place, and a vertex that hangs on an edge of the
 * outline: triangles on both sides of it are then not joined. Needs the neighbours.
 * Errors: ERR_DATA, with a triangle's number; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_check_boundary(struct sm_context *ctx,
                                                      const struct sm_triangles *triangles);

/* ordering.c */

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
