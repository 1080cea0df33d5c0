/* domain/locations.h - list of positions of every station, source, receptor, line of sight,
 * turbine, rotor, probe, body, building and plant of a case: in metres, above the ground and on
 * Earth; and a check for latitude and longitude given as metres. */
#ifndef SM_DOMAIN_LOCATIONS_H
#define SM_DOMAIN_LOCATIONS_H

#include "domain/domain.h"

/* The place in m from the south-west corner of the grid. Errors: ERR_DATA (no place of the map),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_location_on_grid(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain, int coordinates,
                                              const double from[2], double xy[2]);

/* Adds the list "places", and shows it as a table: of a kind that has many, the first ones and how
 * many more there are. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_describe(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain,
                                                struct sm_facts *out);

/* Fails where probes, boxes of flows, buildings, plants, boxes of concentration, a vortex or
 * rotors, whose keys take metres only or by themselves, have the numbers of a latitude and
 * longitude of the domain (degrees.h). Errors: ERR_CASE, ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_refuse_degrees(struct sm_context *ctx,
                                                      const struct sm_case *c,
                                                      const struct sm_domain *domain);

#endif
