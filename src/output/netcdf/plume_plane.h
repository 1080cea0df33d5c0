/* plume_plane.h - a domain as seen in columns of boxes, for what writes maps of a domain. */
#ifndef SM_OUTPUT_NETCDF_PLUME_PLANE_H
#define SM_OUTPUT_NETCDF_PLUME_PLANE_H

#include "output/netcdf/plume_file.h"

/* A copy of the domain whose grid is that of the boxes, with the means of ground, buildings and
 * roughness over their columns; cells, cut cells and buildings are still the domain's. To be freed
 * also after an error. other_columns: they are not the domain's. Errors: ERR_CASE (faces that do
 * not rise), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_plane_create(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                const struct sm_plume_grid *grid,
                                                struct sm_domain *plane, bool *other_columns);
void sm_plume_plane_free(struct sm_domain *plane);

#endif
