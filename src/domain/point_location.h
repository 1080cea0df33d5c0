/* domain/point_location.h - what is at a spot of the domain: air, or why not.
 *
 * Heights follow the ground as it is, cells are solid as a whole: a spot on the ground or on a roof
 * may be in a solid cell, of which the middle is lower. Such a spot is in the air, at the floor of
 * the first cell of air above it. */
#ifndef SM_DOMAIN_POINT_LOCATION_H
#define SM_DOMAIN_POINT_LOCATION_H

#include "domain/domain.h"

enum sm_point_kind {
  SM_POINT_AIR,
  SM_POINT_OUTSIDE,     /* beyond the sides */
  SM_POINT_ABOVE_TOP,   /* at or above the lid, or under no air */
  SM_POINT_IN_GROUND,   /* below the ground */
  SM_POINT_IN_BUILDING, /* below a roof */
};

/* At x, y (m from the south-west corner of the grid) and z (m above grid.origin[2]). *level is z
 * or, in a solid cell, the floor of the air above. */
enum sm_point_kind sm_point_locate(const struct sm_domain *domain, const double xy[2], double z,
                                   double *level);

/* The same, `height` m (0 or more) above the ground. */
enum sm_point_kind sm_point_locate_above(const struct sm_domain *domain, const double xy[2],
                                         double height, double *level);

#endif
