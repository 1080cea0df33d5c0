/* input/gis/vector/points_write.h - points with numbers. */
#ifndef SM_INPUT_GIS_VECTOR_POINTS_WRITE_H
#define SM_INPUT_GIS_VECTOR_POINTS_WRITE_H

#include "input/gis.h"

enum sm_status sm_module_write_points(const char *path, const struct sm_crs *crs,
                                      const struct sm_point_table *table, char *message,
                                      size_t size);

#endif
