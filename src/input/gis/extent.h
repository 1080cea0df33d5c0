/* extent.h - where a file lies. */
#ifndef SM_INPUT_GIS_EXTENT_H
#define SM_INPUT_GIS_EXTENT_H

#include "input/gis.h"

enum sm_status sm_module_extent(const char *path, const char *layer, const char *assumed_crs,
                                const struct sm_crs *crs, struct sm_map_extent *out, char *message,
                                size_t size);

#endif
