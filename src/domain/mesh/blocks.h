/* domain/mesh/blocks.h - meshes of curvilinear blocks. */
#ifndef SM_DOMAIN_MESH_BLOCKS_H
#define SM_DOMAIN_MESH_BLOCKS_H

#include "domain/mesh/triangles.h"

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

#endif
