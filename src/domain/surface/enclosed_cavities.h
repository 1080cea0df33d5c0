/* domain/surface/enclosed_cavities.h - pockets of air that no wind can reach. */
#ifndef SM_DOMAIN_SURFACE_ENCLOSED_CAVITIES_H
#define SM_DOMAIN_SURFACE_ENCLOSED_CAVITIES_H

#include "domain/domain.h"

/* Makes solid every cell of air without a path through open faces to a lateral side or the top:
 * the pressure there would be free, and the solver could not converge. Counts the rest in
 * fluid_count and the filled ones in filled_count; drops the filled ones from domain->cut.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_fill_enclosed_cavities(struct sm_context *ctx,
                                                    struct sm_domain *domain);

#endif
