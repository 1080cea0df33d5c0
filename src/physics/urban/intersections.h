/* physics/urban/intersections.h - where streets across the wind cross streets along it. */
#ifndef SM_PHYSICS_URBAN_INTERSECTIONS_H
#define SM_PHYSICS_URBAN_INTERSECTIONS_H

#include "cell/urban/urban.h"
#include "domain/surface/buildings/building_blocks.h"
#include "physics/urban/block_search.h"

/* Sets the crossing at the left of every block, all of which have their streets, and widens what
 * they reach by it: a street goes on behind the nearest block along it, if it is this one's nearest
 * too, no farther than two gaps away, its walls in line with the first ones within half a gap, and
 * no building in between. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_intersections_find(struct sm_context *ctx,
                                                const struct sm_block_search *search,
                                                struct sm_urban_block *all,
                                                struct sm_block_extent *reach);

#endif
