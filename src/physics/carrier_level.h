/* carrier_level.h - the air at one time in the form in which particles gather it, taken from a
 * state. */
#ifndef SM_PHYSICS_CARRIER_LEVEL_H
#define SM_PHYSICS_CARRIER_LEVEL_H

#include "physics/carrier_grid.h"

/* What a level is made of, and where its parts begin, in fours of floats. */
struct sm_carrier_plan {
  const struct sm_domain *domain; /* borrowed */
  struct sm_carrier_options options;
  size_t faces[3], nodes, eddies, friction; /* a part that is not wanted is empty */
  size_t size; /* fours; a multiple of SM_LEVEL_ROW, as the sizes of all parts are */
};
struct sm_carrier_plan sm_carrier_plan_of(const struct sm_domain *domain,
                                          const struct sm_carrier_options *options);

/* What particles see of a level. */
struct sm_carrier_view sm_carrier_level_view(const struct sm_carrier_plan *plan,
                                             const struct sm_carrier_grid *grid,
                                             struct sm_four *level);

/* Fills a level. Errors as of sm_carrier_take. */
SM_CHECKED enum sm_status sm_carrier_level_take(struct sm_context *ctx,
                                                const struct sm_carrier_plan *plan,
                                                const struct sm_carrier_grid *grid,
                                                const struct sm_state *state,
                                                struct sm_four *level);

#endif
