/* block_bins.h - uniform bins (a spatial index) of blocks of buildings by their centroids: which
 * blocks are near a place, without asking all of them. */
#ifndef SM_PHYSICS_BLOCK_BINS_H
#define SM_PHYSICS_BLOCK_BINS_H

#include "base/context.h"
#include "cell/urban.h"
#include "domain/blocks.h"

struct sm_block_bins {
  double low[2], size; /* m, corner and edge of the bins */
  int n[2];
  size_t *start, *block; /* those of bin (i, j) from start[i + j n[0]], rising */
  size_t *large, larges; /* blocks that are much larger than most, or have much longer cavities:
                            always near */
  size_t count;
  double radius, cavity; /* m, largest of the other blocks */
};

/* Errors: ERR_MEMORY; *out may be destroyed then too. */
SM_CHECKED enum sm_status sm_block_bins_create(struct sm_context *ctx,
                                               const struct sm_building_blocks *blocks,
                                               const struct sm_block *all,
                                               struct sm_block_bins *out);
void sm_block_bins_destroy(struct sm_block_bins *bins);

/* Writes the blocks whose centroid is in a box (m from the corner of the grid), and perhaps others,
 * to `near`, which has room for all, in rising order; returns how many they are. */
size_t sm_block_bins_near(const struct sm_block_bins *bins, const double low[2],
                          const double high[2], size_t *near);

#endif
