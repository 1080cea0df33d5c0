/* degrees.h - check for latitude and longitude given in place of metres.
 *
 * position = [47.31, 10.20] in a case in metres is a point 47 m east and 10 m north of a corner.
 * Degrees are suspected where the same numbers, read as degrees, lie in the domain. */
#ifndef SM_DOMAIN_DEGREES_H
#define SM_DOMAIN_DEGREES_H

#include "domain/map.h"

/* Whether a place in metres lies, as degrees in either order, in the domain or beside it. Then they
 * are latitude and longitude, and in metres the place is xy, from the corner of the grid. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_find(struct sm_context *ctx, const struct sm_domain_map *map,
                                          const double place[2], bool *found, double degrees[2],
                                          double xy[2]);

/* Warns that no `thing` of a vector file lies in the domain, with the extent of the file and a hint
 * where latitude and longitude are swapped. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_tell_file(struct sm_context *ctx,
                                               const struct sm_domain_map *map, const char *path,
                                               const char *layer, const char *assumed_crs,
                                               const char *thing);

/* For a place outside of the domain: whether the numbers look like degrees. */
bool sm_degrees_suspected(const double place[2]);

#endif
