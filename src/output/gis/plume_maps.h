/* plume_maps.h - maps for GIS of what the wind carried: GeoTIFF, and areas above thresholds. */
#ifndef SM_OUTPUT_GIS_PLUME_MAPS_H
#define SM_OUTPUT_GIS_PLUME_MAPS_H

#include "output/netcdf/plume_file.h"

/* Writes, of each species, the largest mean and the dose: in the lowest box of each column that has
 * air or, with output.heights, in the boxes at each of these heights above the ground; no data
 * elsewhere. `o` must have boxes. Errors: ERR_USAGE (columns of several sizes), ERR_IO, ERR_DATA
 * (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_maps_geotiff(struct sm_context *ctx, const char *path,
                                                const struct sm_plume_options *o,
                                                const struct sm_plume_total *total, bool *written);

/* Writes what lies on the ground, of each species. Errors: likewise. */
SM_CHECKED enum sm_status sm_plume_maps_deposition(struct sm_context *ctx, const char *path,
                                                   const struct sm_plume_options *o,
                                                   const struct sm_plume_total *total,
                                                   bool *written);

/* Writes GeoJSON with the areas in which the largest mean of a species is above a threshold, in the
 * lowest boxes that have air and anywhere in the column. `o` must have boxes. Errors: ERR_IO,
 * ERR_DATA (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_maps_thresholds(struct sm_context *ctx, const char *path,
                                                   const struct sm_plume_options *o,
                                                   const struct sm_plume_total *total,
                                                   bool *written);

#endif
