/* points.h - points with numbers. */
#ifndef SM_INPUT_GIS_POINTS_H
#define SM_INPUT_GIS_POINTS_H

#include "input/gis.h"

enum sm_status sm_module_write_points(const char *path, const struct sm_crs *crs,
                                      const struct sm_point_table *table, char *message,
                                      size_t size);

#endif
