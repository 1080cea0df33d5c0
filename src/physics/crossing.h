/* crossing.h - where streets across the wind cross streets along it. */
#ifndef SM_PHYSICS_CROSSING_H
#define SM_PHYSICS_CROSSING_H

#include "cell/urban.h"
#include "domain/blocks.h"
#include "physics/block_search.h"

/* Sets the crossing at the left of every block, all of which have their streets, and widens what
 * they reach by it: a street goes on behind the nearest block along it, if it is this one's nearest
 * too, no farther than two gaps away, its walls in line with the first ones within half a gap, and
 * no building in between. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_crossings_find(struct sm_context *ctx,
                                            const struct sm_block_search *search,
                                            struct sm_block *all, struct sm_reach *reach);

#endif
