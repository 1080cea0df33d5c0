/* domain/locations.h - list of positions of all stations, sources, receptors, lines of sight,
 * turbines, rotors, probes, bodies, buildings and plants of a case, in metres, above ground and in
 * degrees; and a check for latitude and longitude given as metres. */
#ifndef SM_DOMAIN_LOCATIONS_H
#define SM_DOMAIN_LOCATIONS_H

#include "domain/domain.h"

/* Converts a position to m from the south-west corner of the grid. Errors: ERR_DATA (outside the
 * map projection), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_location_on_grid(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain, int coordinates,
                                              const double from[2], double xy[2]);

/* Adds the list "places" and prints it as a table; of a kind with many members only the first are
 * printed, with the number of the rest. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_describe(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain,
                                                struct sm_facts *out);

/* Fails where positions in metres look like latitude and longitude in the domain (degrees.h).
 * Checks probes, flow boxes, buildings, plants, concentration grids, vortices and rotors, whose
 * keys take metres only or by default. Errors: ERR_CASE, ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_refuse_degrees(struct sm_context *ctx,
                                                      const struct sm_case *c,
                                                      const struct sm_domain *domain);

#endif
