/* output/gis/maps.h - GIS maps written by a run. */
#ifndef SM_OUTPUT_GIS_MAPS_H
#define SM_OUTPUT_GIS_MAPS_H

#include "output/face_wind.h"
#include "output/netcdf/plume_file.h"

/* geotiff.c: Wind speed and direction at the heights of a case, as GeoTIFF. */

/* Writes two bands per height: wind speed (m/s) and wind direction (deg clockwise from true north);
 * nodata inside solids. Errors: ERR_USAGE (no heights, or non-uniform cells, which a GeoTIFF cannot
 * hold), ERR_DATA (built without GDAL), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_geotiff_write(struct sm_context *ctx, const char *path,
                                           const struct sm_domain *domain,
                                           const struct sm_face_wind *wind, const double *heights,
                                           size_t height_count);

/* plume_maps.c: GIS maps of a plume: GeoTIFF, and areas above thresholds. */

/* Writes the largest mean concentration and the dose of each species, in the lowest box of each
 * column with air or, with output.heights, in the boxes at these heights above the ground; nodata
 * elsewhere. `o` must have boxes. Errors: ERR_USAGE (non-uniform columns), ERR_IO, ERR_DATA (no
 * GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_maps_geotiff(struct sm_context *ctx, const char *path,
                                                const struct sm_plume_options *o,
                                                const struct sm_plume_total *total, bool *written);

/* Writes the deposition of each species. Errors: those of sm_plume_maps_geotiff. */
SM_CHECKED enum sm_status sm_plume_maps_deposition(struct sm_context *ctx, const char *path,
                                                   const struct sm_plume_options *o,
                                                   const struct sm_plume_total *total,
                                                   bool *written);

/* Writes GeoJSON with the areas where the largest mean of a species exceeds a threshold, in the
 * lowest boxes with air and anywhere in the column. `o` must have boxes. Errors: ERR_IO, ERR_DATA
 * (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_maps_thresholds(struct sm_context *ctx, const char *path,
                                                   const struct sm_plume_options *o,
                                                   const struct sm_plume_total *total,
                                                   bool *written);

#endif
