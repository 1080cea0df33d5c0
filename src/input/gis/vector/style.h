/* style.h - how QGIS shows a layer of a GeoPackage, unless its user wants it otherwise. */
#ifndef SM_INPUT_GIS_VECTOR_STYLE_H
#define SM_INPUT_GIS_VECTOR_STYLE_H

#include "input/gis/vector/layer_write.h"

/* Points with u, v and speed: arrows along the wind, coloured up to a speed, m/s. Of GeoJSON, which
 * holds no styles, nothing is done. False: GDAL complains. */
bool sm_style_arrows(const struct sm_vector_layer *layer, const char *table, double fastest);

/* Areas above thresholds, coloured from the lowest to the highest of them. */
bool sm_style_areas(const struct sm_vector_layer *layer, const char *table, double low,
                    double high);

#endif
