/* domain/locations.h - list of positions of every station, source, receptor, line of sight,
 * turbine, rotor, probe, body, building and plant of a case: in metres, above the ground and on
 * Earth. */
#ifndef SM_DOMAIN_LOCATIONS_H
#define SM_DOMAIN_LOCATIONS_H

#include "domain/domain.h"

/* What is at a location: something that acts on the air, that measures, or an area. */
enum sm_location_role { SM_LOCATION_ACTS, SM_LOCATION_MEASURES, SM_LOCATION_AREA };

struct sm_location {
  const char *kind; /* "station", "source", "receptor", ... */
  enum sm_location_role role;
  char name[128];
  double x, y;   /* m from the south-west corner of the grid */
  double height; /* m above ground */
};

/* Lists the locations; *out, also after an error, is freed by sm_free. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_list(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_location **out, size_t *count);

/* Adds the list "places" and prints it as a table; of a kind with many members only the first are
 * printed, with the number of the rest. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_locations_describe(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain,
                                                struct sm_facts *out);

#endif
