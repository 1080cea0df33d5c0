/* geotiff.h - speed and direction at the heights of a case, as a map for GIS. */
#ifndef SM_OUTPUT_GIS_GEOTIFF_H
#define SM_OUTPUT_GIS_GEOTIFF_H

#include "output/face_wind.h"

/* Writes two bands per height: speed (m/s) and the direction the wind comes from (deg clockwise
 * from true north); no data inside solids. Errors: ERR_USAGE (no heights, or cells of several
 * sizes, which a GeoTIFF cannot hold), ERR_DATA (built without GDAL), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_geotiff_write(struct sm_context *ctx, const char *path,
                                           const struct sm_domain *domain,
                                           const struct sm_face_wind *wind, const double *heights,
                                           size_t height_count);

#endif
