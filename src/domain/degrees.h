/* degrees.h - check for latitude and longitude given in place of metres.
 *
 * position = [47.31, 10.20] in a case in metres is a point 47 m east and 10 m north of a corner.
 * Degrees are suspected where the same numbers, read as degrees, lie in the domain. */
#ifndef SM_DOMAIN_DEGREES_H
#define SM_DOMAIN_DEGREES_H

#include "input/gis.h"

/* Extent of the domain in map coordinates. */
struct sm_degrees_domain {
  const struct sm_crs *crs;
  double origin[2], size[2]; /* m */
  /* Key in metres where no key takes degrees; its corner lies `margin` (m) inside the domain. */
  const char *key;
  double margin;
};

/* Fails where a position in metres, read as degrees, lies in or near the domain. The message begins
 * with `who` ("case.toml:5: error: source "a""). Errors: ERR_CASE, ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_refuse(struct sm_context *ctx,
                                            const struct sm_degrees_domain *domain,
                                            const double place[2], const char *who);

/* Warns that no `thing` of a vector file lies in the domain, with the extent of the file and a hint
 * where latitude and longitude are swapped. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_tell_file(struct sm_context *ctx,
                                               const struct sm_degrees_domain *domain,
                                               const char *path, const char *layer,
                                               const char *assumed_crs, const char *thing);

/* Hint for a position outside the domain, from its numbers; else "". */
const char *sm_degrees_hint(const struct sm_crs *crs, const double place[2]);

#endif
