/* window.h - rasters brought into the cells of a window. */
#ifndef SM_INPUT_GIS_RASTER_WINDOW_H
#define SM_INPUT_GIS_RASTER_WINDOW_H

#include "input/gis.h"

enum sm_status sm_module_read_raster(const char *const *paths, size_t path_count,
                                     const struct sm_raster_options *options,
                                     const struct sm_crs *crs, const struct sm_map_window *window,
                                     float *values, struct sm_raster_report *report, char *message,
                                     size_t size);

#endif
