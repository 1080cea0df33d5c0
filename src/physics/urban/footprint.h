/* footprint.h - the plan of a block of buildings as the wind sees it, and the streets behind it. */
#ifndef SM_PHYSICS_URBAN_FOOTPRINT_H
#define SM_PHYSICS_URBAN_FOOTPRINT_H

#include "cell/urban/urban.h"
#include "domain/surface/buildings/building_blocks.h"
#include "physics/urban/block_search.h"

/* Sets place, wind, extents, effective length and width, and outline of a block for the wind along
 * the unit vector `wind`. */
void sm_block_footprint_make(const struct sm_building_blocks *blocks, size_t index,
                             const double wind[2], struct sm_urban_block *out);

/* Sets gap, top and normal of the streets behind a block, which has its outline and its cavity's
 * length, and tells in out->sheltered whether one as tall stands upwind of it, within the length of
 * that one's cavity. `all` are all blocks, with the cavities of the search. */
void sm_street_canyons_find(const struct sm_block_search *search, const struct sm_urban_block *all,
                            size_t index, struct sm_urban_block *out);

#endif
