/* roughness.h - the roughness length in every column. */
#ifndef SM_DOMAIN_SURFACE_ROUGHNESS_H
#define SM_DOMAIN_SURFACE_ROUGHNESS_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* Fills domain->z0: uniform, from a raster of lengths (m), or from a raster of classes and their
 * table. Columns without data, and classes that the table lacks, get the case's z0; warned of.
 * Errors: ERR_CASE (z0 not positive), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_roughness_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);

#endif
