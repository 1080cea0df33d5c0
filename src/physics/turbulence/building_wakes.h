/* physics/turbulence/building_wakes.h - what the mixing behind buildings (cell/urban/wake_mixing.h)
 * needs, from blocks and the wind. */
#ifndef SM_PHYSICS_TURBULENCE_BUILDING_WAKES_H
#define SM_PHYSICS_TURBULENCE_BUILDING_WAKES_H

#include "cell/urban/urban.h"
#include "cell/urban/wake_mixing.h"
#include "domain/domain.h"
#include "domain/grid/state.h"

/* The wake of every block in the wind of the state: u*_h is `friction` times the largest
 * difference, behind the end of the cavity and below the roof, between the wind at a side of the
 * wake and on its axis; u*_v `friction` times the approaching wind at the roof; both times 1 -
 * porosity. Wakes end at the next block. Of a block without a cavity they are 0. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_building_wakes_find(struct sm_context *ctx,
                                                 const struct sm_domain *domain,
                                                 const struct sm_state *state,
                                                 const struct sm_urban_block *block, size_t count,
                                                 double friction, struct sm_building_wake *out);

#endif
