/* domain/locations.h - list of positions of every station, source, receptor, line of sight,
 * turbine, rotor, probe, body, building and plant of a case: in metres, above the ground and on
 * Earth. */
#ifndef SM_DOMAIN_LOCATIONS_H
#define SM_DOMAIN_LOCATIONS_H

#include "domain/domain.h"

/* Adds the list "places" and prints it as a table; of a kind with many members only the first are
 * printed, with the number of the rest. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_describe(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain,
                                                struct sm_facts *out);

#endif
