/* vegetation.h - the plants of a case, read, placed and told apart. */
#ifndef SM_DOMAIN_SURFACE_VEGETATION_H
#define SM_DOMAIN_SURFACE_VEGETATION_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* Fills domain->plants from the case's file, rasters and inline plants. Where canopies overlap the
 * later one counts: raster, file, case; there is none under buildings. Warns of what lies outside
 * the domain or is left out.
 * Errors: ERR_CASE (a trait that plants need is missing or cannot be), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vegetation_read(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_horizontal_grid *plan,
                                             struct sm_domain *domain);

#endif
