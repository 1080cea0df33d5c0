/* domain/positions.h - check of every key that holds a place (sm_schema_place). */
#ifndef SM_DOMAIN_POSITIONS_H
#define SM_DOMAIN_POSITIONS_H

#include "domain/map.h"

/* What is wrong with a place, to follow its name; text "": nothing. */
struct sm_position_problem {
  char text[240], help[200];
};
SM_CHECKED enum sm_status sm_position_check(struct sm_context *ctx, const struct sm_domain_map *map,
                                            const struct sm_case_location *place,
                                            struct sm_position_problem *out);

/* Checks all places of the case, whose domain may have a height. Errors: ERR_CASE, ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_positions_check(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain_map *map);

#endif
