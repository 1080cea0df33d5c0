/* footprints.h - reading of buildings. */
#ifndef SM_INPUT_GIS_VECTOR_FOOTPRINTS_H
#define SM_INPUT_GIS_VECTOR_FOOTPRINTS_H

#include "input/gis/module.h"

enum sm_status sm_module_read_footprints(const char *path, const struct sm_crs *crs,
                                         const struct sm_footprint_options *options,
                                         sm_gis_nearest *nearest, struct sm_footprints *out,
                                         char *message, size_t size);

#endif
