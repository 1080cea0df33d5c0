/* wind_grid.h - a domain whose solids, and perhaps whose grid, are those of wind files. */
#ifndef SM_DOMAIN_WEATHER_WIND_GRID_H
#define SM_DOMAIN_WEATHER_WIND_GRID_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* Fills grid, ground, solids and roughness of a domain from its levels, and tells the place in
 * *plan, whose CRS the caller frees. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_grid_take(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_domain *domain,
                                            struct sm_horizontal_grid *plan);

/* The grid of the domain must be that of its levels. Solids are taken from the files where the case
 * has neither terrain nor buildings; else they must be the same, where the files tell them. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_grid_match(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_domain *domain);

#endif
