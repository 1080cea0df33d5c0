/* buildings.h - footprints in the domain's coordinates, standing on the ground. */
#ifndef SM_DOMAIN_SURFACE_BUILDINGS_H
#define SM_DOMAIN_SURFACE_BUILDINGS_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "domain/surface/footprint_scan.h"

/* Reads the footprints of the case's file and adds its inline ones (in their order), then the
 * floors of open car parks, to domain->footprints, in m from the south-west corner of the grid.
 * Errors: ERR_CASE (an inline building without area or height), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_buildings_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);

/* Stands the buildings on the terrain: fills domain->span, building, building_count, highest_roof
 * and tallest_building. `columns` scans the lines of column centres. Warns of buildings outside
 * the domain and of those that are too small for the cells. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_buildings_place(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_footprint_scan *columns,
                                             struct sm_domain *domain);

/* Warns of buildings that are too low for the layers, once these are known. */
void sm_buildings_warn_low(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain);

/* What a message calls building `index` ("case.toml:12: building", "roofs.shp: building 7"). */
void sm_buildings_name(const struct sm_case *c, const struct sm_footprints *footprints,
                       size_t index, char *out, size_t size);

#endif
