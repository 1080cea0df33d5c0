/* spot.h - what is at a spot of the domain: air, or why not.
 *
 * Heights follow the ground as it is, cells are solid as a whole: a spot on the ground or on a roof
 * may be in a solid cell, of which the middle is lower. Such a spot is in the air, at the floor of
 * the first cell of air above it. */
#ifndef SM_DOMAIN_SPOT_H
#define SM_DOMAIN_SPOT_H

#include "domain/domain.h"

enum sm_spot_kind {
  SM_SPOT_AIR,
  SM_SPOT_OUTSIDE,  /* beyond the sides */
  SM_SPOT_ABOVE,    /* at or above the lid, or under no air */
  SM_SPOT_GROUND,   /* below the ground */
  SM_SPOT_BUILDING, /* below a roof */
};

/* At x, y (m from the south-west corner of the grid) and z (m above grid.origin[2]). *level is z
 * or, in a solid cell, the floor of the air above. */
enum sm_spot_kind sm_spot_at(const struct sm_domain *domain, const double xy[2], double z,
                             double *level);

/* The same, `height` m (0 or more) above the ground. */
enum sm_spot_kind sm_spot_above(const struct sm_domain *domain, const double xy[2], double height,
                                double *level);

#endif
