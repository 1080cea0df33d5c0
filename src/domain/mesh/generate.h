/* domain/mesh/generate.h - generation of triangle meshes: curvilinear blocks, and adaptive
 * refinement where the ground is rough. */
#ifndef SM_DOMAIN_MESH_GENERATE_H
#define SM_DOMAIN_MESH_GENERATE_H

#include "domain/mesh/heights.h"
#include "domain/mesh/triangles.h"

/* blocks.c */

/* Sides of a block, as `side` numbers them: t = 0, s = 1, t = 1, s = 0. No edge is of side 0. */
enum sm_mesh_block_side {
  SM_MESH_BLOCK_SOUTH = 1,
  SM_MESH_BLOCK_EAST,
  SM_MESH_BLOCK_NORTH,
  SM_MESH_BLOCK_WEST
};
enum { SM_MESH_BLOCK_SIDES = 5 };

/* What they are called: [SM_MESH_BLOCK_SIDES]. */
const char *const *sm_mesh_block_side_names(void);

/* Where a place (s, t) of the unit square lies, m. Must keep left and right apart: turning s
 * towards t is counterclockwise. */
struct sm_mesh_block_map {
  void (*at)(const void *data, double s, double t, double out[2]);
  const void *data;
};

/* n by m quadrangles of a mapped unit square, each cut in two, by the other diagonal in every other
 * row: six triangles round every vertex inside. `smoothing` times every vertex inside moves
 * half-way to the mean of its neighbours, unless a triangle would be turned over. Errors: ERR_DATA
 * (n or m below 1, a map that turns triangles over), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_block(struct sm_context *ctx, int n, int m,
                                             struct sm_mesh_block_map map, int smoothing,
                                             struct sm_triangles **out);

/* The horizontal domain of Uh Zapata and Hernandez-Lopez (2017), "a curvilinear section of the
 * rectangular domain [0, 1] x [0, 1]". The curve is not given, but the numbers of Table 1 are:
 * 2 V - T - 2 edges of the outline (Euler), 128, 689 and 1399, are within two those of strips of 8
 * x 57, 39 x 305 and 76 x 623 quadrangles. Ours is the part of a ring round (0.5, 0.5), from radius
 * 0.26 to 0.48 m, from -135 to 135 deg: 7.9 times as long as wide. mesh: 1, 2 or 3. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_section(struct sm_context *ctx, int mesh,
                                               struct sm_triangles **out);

/* Maps for sm_triangles_block, without data: that ring; a square whose sides are waves; the unit
 * square itself. */
void sm_mesh_block_ring(const void *data, double s, double t, double out[2]);
void sm_mesh_block_waves(const void *data, double s, double t, double out[2]);
void sm_mesh_block_square(const void *data, double s, double t, double out[2]);

/* adaptive.c */

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
