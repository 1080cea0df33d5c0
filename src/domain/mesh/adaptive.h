/* domain/mesh/adaptive.h - triangles that are small where the ground is rough. */
#ifndef SM_DOMAIN_MESH_ADAPTIVE_H
#define SM_DOMAIN_MESH_ADAPTIVE_H

#include "domain/mesh/heights.h"

struct sm_adaptive_mesh {
  double x[2], y[2]; /* m, the rectangle */
  double tolerance;  /* m: what the ground may be off the plane through the corners of a triangle */
  double smallest, largest; /* m, of edges */
  double spacing;           /* m, at which the ground is looked at: the cell of its map */
  int most;                 /* triangles */
};

/* smallest 0, tolerance 1 m, at most 20 million triangles; the rest must be given. */
struct sm_adaptive_mesh sm_adaptive_mesh_default(void);

/* Cuts the rectangle into squares, these into right triangles, and halves those that are off the
 * ground by bisecting the edge opposite their newest vertex, which for these is the longest one,
 * with the neighbour on it (Rivara 1984, Int. J. Numer. Meth. Eng. 20, 745-756; Mitchell 1989, ACM
 * Trans. Math. Softw. 15, 326-347). All triangles have the shapes of the first halves of a cell: no
 * angle is below 33 deg, 45 where the rectangle can be cut into squares; neighbours differ at most
 * by a factor of two in area. Sides are those of sm_mesh_block_side. *worst: what the ground is
 * still off, m, where `smallest` forbids to halve. Errors: ERR_DATA (an empty rectangle, no height,
 * more triangles than `most`), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_adaptive(struct sm_context *ctx,
                                                const struct sm_adaptive_mesh *options,
                                                struct sm_height_function height,
                                                struct sm_triangles **out, double *worst);

#endif
