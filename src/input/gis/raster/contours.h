/* contours.h - areas above a level, as polygons. */
#ifndef SM_INPUT_GIS_RASTER_CONTOURS_H
#define SM_INPUT_GIS_RASTER_CONTOURS_H

#include "input/gis.h"

enum sm_status sm_module_write_contours(const char *path, const struct sm_crs *crs,
                                        const struct sm_contour_grid *grid, int count,
                                        const struct sm_contour_map *maps, char *message,
                                        size_t size);

#endif
