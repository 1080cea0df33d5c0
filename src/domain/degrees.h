/* degrees.h - check for latitude and longitude given in place of metres.
 *
 * position = [47.31, 10.20] in a case in metres is a place 47 m east and 10 m north of a corner.
 * As degrees it would lie in the domain: nobody means that by chance. */
#ifndef SM_DOMAIN_DEGREES_H
#define SM_DOMAIN_DEGREES_H

#include "input/gis.h"

/* A rectangle on the map. */
struct sm_degrees_domain {
  const struct sm_crs *crs;
  double origin[2], size[2]; /* m */
  /* Where no key takes degrees: the one that takes metres, from a corner so far inside (m). */
  const char *key;
  double margin;
};

/* Fails where a place in metres lies, as degrees, in the domain or beside it; the message begins
 * with `who` ("case.toml:5: error: source "a""). Errors: ERR_CASE, ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_refuse(struct sm_context *ctx,
                                            const struct sm_degrees_domain *domain,
                                            const double place[2], const char *who);

/* Warns that no `thing` of a vector file lies in the domain: where the file is instead, and whether
 * its degrees have the latitude first. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_degrees_tell_file(struct sm_context *ctx,
                                               const struct sm_degrees_domain *domain,
                                               const char *path, const char *layer,
                                               const char *assumed_crs, const char *thing);

/* For a place outside of the domain: what the numbers suggest, or "". */
const char *sm_degrees_hint(const struct sm_crs *crs, const double place[2]);

#endif
