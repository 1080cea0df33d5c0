/* turbines.h - the wind turbines of a case, where they stand in the domain. */
#ifndef SM_DOMAIN_SURFACE_TURBINES_H
#define SM_DOMAIN_SURFACE_TURBINES_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* Fills domain->turbines from the case and its files, in their order. Those outside the domain are
 * left out, with a warning; coarse cells are warned of too. Errors: ERR_CASE (a rotor reaches into
 * the ground or the lid), ERR_DATA (a file, or a point of it without height or diameter),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_turbines_read(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_horizontal_grid *plan,
                                           struct sm_domain *domain);

#endif
