/* block_search.h - range search among blocks of buildings and their walls, for what depends on
 * neighbours: streets, shelter, crossings. */
#ifndef SM_PHYSICS_URBAN_BLOCK_SEARCH_H
#define SM_PHYSICS_URBAN_BLOCK_SEARCH_H

#include "cell/urban/urban.h"
#include "domain/surface/buildings/building_blocks.h"
#include "physics/urban/spatial_bins.h"

struct sm_block_search {
  const struct sm_building_blocks *blocks;
  struct sm_spatial_bins walls; /* discs round blocks->edge */
  struct sm_spatial_bins bins;  /* discs round blocks->item, in a wind */
  size_t *near;                 /* what a search found, has room for all edges */
};

/* Errors: ERR_MEMORY; *out may be destroyed then too. */
SM_CHECKED enum sm_status sm_block_search_create(struct sm_context *ctx,
                                                 const struct sm_building_blocks *blocks,
                                                 struct sm_block_search *out);
void sm_block_search_destroy(struct sm_block_search *search);

/* Bins the blocks, whose cavities are those of `all`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_block_search_set(struct sm_context *ctx,
                                              struct sm_block_search *search,
                                              const struct sm_urban_block *all);

#endif
