/* tiles.h - extent of a building block's zones, and lists of the blocks that reach a tile of
 * columns. */
#ifndef SM_CELL_URBAN_TILES_H
#define SM_CELL_URBAN_TILES_H

#include "cell/port.h"

/* Box in the frame of the wind at a block: x downwind and y to the left, origin at its
 * centroid. */
struct sm_block_extent {
  float x, y;            /* centroid of the block from the south-west corner of the grid, m */
  float wind[2];         /* unit vector along the wind at the roof */
  float low[2], high[2]; /* extents along and across the wind, m */
  float top;             /* top above the bottom of the grid, m */
};

/* Block indices, tile by tile: those of tile (i, j) start at block[start[i + j n[0]]] and end
 * before the next start. */
struct sm_block_tile_lists {
  const int *start, *block;
  int n[2];
  float size[2]; /* m */
};

SM_FN int sm_block_tile_at(const struct sm_block_tile_lists *t, const float *at) {
  int tile[2];
  for (int d = 0; d < 2; d++) {
    const float whole = at[d] / t->size[d]; /* far places would overflow an int */
    tile[d] = !(whole > 0) ? 0 : whole < (float)t->n[d] ? (int)whole : t->n[d] - 1;
  }
  return tile[0] + tile[1] * t->n[0];
}

/* Whether the place (m from the corner and the bottom of the grid) is within the box. */
SM_FN int sm_block_extent_contains(const struct sm_block_extent *r, const float *at) {
  const float dx = at[0] - r->x, dy = at[1] - r->y;
  const float x = dx * r->wind[0] + dy * r->wind[1], y = dy * r->wind[0] - dx * r->wind[1];
  return at[2] <= r->top && x >= r->low[0] && x <= r->high[0] && y >= r->low[1] && y <= r->high[1];
}
#endif
