/* domain/surface/vegetation/vegetation.h - vegetation and wind turbines of a case, placed in the
 * domain. */
#ifndef SM_DOMAIN_SURFACE_VEGETATION_VEGETATION_H
#define SM_DOMAIN_SURFACE_VEGETATION_VEGETATION_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* turbines.c */

/* Fills domain->turbines from the case and its files, in their order. Those outside the domain are
 * left out, with a warning; coarse cells are warned of too. Errors: ERR_CASE (a rotor reaches into
 * the ground or the domain top), ERR_DATA (a file, or a point of it without height or diameter),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_turbines_read(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_horizontal_grid *plan,
                                           struct sm_domain *domain);

/* vegetation.c */

/* Fills domain->plants from the case's file, rasters and inline plants. Where canopies overlap the
 * later one counts: raster, file, case; none under buildings. Warns of plants outside the domain
 * and of those left out.
 * Errors: ERR_CASE (a trait that plants need is missing or cannot be), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vegetation_read(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_horizontal_grid *plan,
                                             struct sm_domain *domain);

#endif
