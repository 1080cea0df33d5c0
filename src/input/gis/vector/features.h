/* features.h - reading of points, lines and polygons with numbers attached. */
#ifndef SM_INPUT_GIS_VECTOR_FEATURES_H
#define SM_INPUT_GIS_VECTOR_FEATURES_H

#include "input/gis/module.h"

enum sm_status sm_module_read_features(const char *path, const struct sm_crs *crs,
                                       const struct sm_feature_options *options,
                                       struct sm_features *out, char *message, size_t size);

#endif
