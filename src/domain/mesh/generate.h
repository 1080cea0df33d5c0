/* domain/mesh/generate.h - generation of triangle meshes: curvilinear blocks. */
#ifndef SM_DOMAIN_MESH_GENERATE_H
#define SM_DOMAIN_MESH_GENERATE_H

#include "domain/mesh/triangles.h"

/* blocks.c */

/* Sides of a block, numbered as in `side`: t = 0, s = 1, t = 1, s = 0. 0: interior edge. */
enum sm_mesh_block_side {
  SM_MESH_BLOCK_SOUTH = 1,
  SM_MESH_BLOCK_EAST,
  SM_MESH_BLOCK_NORTH,
  SM_MESH_BLOCK_WEST
};
enum { SM_MESH_BLOCK_SIDES = 5 };

/* Names of the sides: [SM_MESH_BLOCK_SIDES]. */
const char *const *sm_mesh_block_side_names(void);

/* Map from the unit square (s, t) to a position in m. It must preserve orientation: the turn from s
 * to t is counterclockwise. */
struct sm_mesh_block_map {
  void (*at)(const void *data, double s, double t, double out[2]);
  const void *data;
};

/* Mesh of n by m quadrangles of a mapped unit square, each split by a diagonal that alternates from
 * row to row: six triangles meet at every interior vertex. Each of the `smoothing` passes moves
 * interior vertices half-way to the mean of their neighbours, unless a triangle would be reversed.
 * Errors: ERR_DATA (n or m below 1, a map that reverses triangles), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_block(struct sm_context *ctx, int n, int m,
                                             struct sm_mesh_block_map map, int smoothing,
                                             struct sm_triangles **out);

/* Horizontal domain of Uh Zapata and Hernandez-Lopez (2017), "a curvilinear section of the
 * rectangular domain [0, 1] x [0, 1]". The paper does not give the curve. The boundary edges from
 * its Table 1, 2 V - T - 2 (Euler), are 128, 689 and 1399, within two of strips of 8 x 57, 39 x 305
 * and 76 x 623 quadrangles. This mesh is the part of a ring around (0.5, 0.5) with radii 0.26 to
 * 0.48 m, from -135 to 135 deg: 7.9 times as long as wide. mesh: 1, 2 or 3. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_section(struct sm_context *ctx, int mesh,
                                               struct sm_triangles **out);

/* Maps for sm_triangles_block, which take no data: the ring above, a square with wavy sides, the
 * unit square. */
void sm_mesh_block_ring(const void *data, double s, double t, double out[2]);
void sm_mesh_block_waves(const void *data, double s, double t, double out[2]);
void sm_mesh_block_square(const void *data, double s, double t, double out[2]);

#endif
