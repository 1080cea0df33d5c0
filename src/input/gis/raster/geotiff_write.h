/* geotiff_write.h - writing of rasters. */
#ifndef SM_INPUT_GIS_RASTER_GEOTIFF_WRITE_H
#define SM_INPUT_GIS_RASTER_GEOTIFF_WRITE_H

#include "input/gis.h"

enum sm_status sm_module_write_geotiff(const char *path, const struct sm_crs *crs,
                                       const struct sm_map_window *window, int bands,
                                       const float *const *values, const char *const *names,
                                       const char *const *units, char *message, size_t size);

#endif
