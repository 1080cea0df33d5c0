/* domain/surface/buildings/building_blocks.h - buildings as the wind meets them: footprints that
 * touch and are equally tall are one block, however a map divides them. */
#ifndef SM_DOMAIN_SURFACE_BUILDINGS_BUILDING_BLOCKS_H
#define SM_DOMAIN_SURFACE_BUILDINGS_BUILDING_BLOCKS_H

#include "domain/domain.h"

/* A side of a footprint, from a to b; m from the south-west corner of the grid. */
struct sm_block_edge {
  double a[2], b[2];
};

struct sm_building_block {
  double ground, bottom, top; /* m above grid.origin[2], see struct sm_building_span */
  double area;                /* m2, without courtyards */
  double porosity;
  double centroid[2];  /* m from the south-west corner of the grid */
  double radius;       /* m, of the circle round the centroid that holds the plan */
  size_t first, count; /* its edges */
};

struct sm_building_blocks {
  struct sm_building_block *item; /* from the lowest to the tallest */
  size_t count;
  struct sm_block_edge *edge; /* of all blocks, in their order */
  size_t *owner, edges;       /* the block of each edge */
};

/* Finds the blocks of a domain. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_building_blocks_find(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_building_blocks *out);
void sm_building_blocks_free(struct sm_building_blocks *blocks);

#endif
