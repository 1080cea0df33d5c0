/* output/gis/maps.h - maps for GIS that a run writes. */
#ifndef SM_OUTPUT_GIS_MAPS_H
#define SM_OUTPUT_GIS_MAPS_H

#include "output/face_wind.h"
#include "output/netcdf/plume_file.h"

/* geotiff.c: Speed and direction at the heights of a case, as a map for GIS. */

/* Writes two bands per height: speed (m/s) and the direction the wind comes from (deg clockwise
 * from true north); no data inside solids. Errors: ERR_USAGE (no heights, or cells of several
 * sizes, which a GeoTIFF cannot hold), ERR_DATA (built without GDAL), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_geotiff_write(struct sm_context *ctx, const char *path,
                                           const struct sm_domain *domain,
                                           const struct sm_face_wind *wind, const double *heights,
                                           size_t height_count);

/* plume_maps.c: Maps for GIS of what the wind carried: GeoTIFF, and areas above thresholds. */

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
