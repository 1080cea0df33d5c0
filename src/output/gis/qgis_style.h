/* qgis_style.h - the colours in which QGIS shows a raster. */
#ifndef SM_OUTPUT_GIS_QGIS_STYLE_H
#define SM_OUTPUT_GIS_QGIS_STYLE_H

#include "output/picture/module_interface.h"
#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>

/* Writes <name>.qml beside <name>.tif, the scale being that of the first band: without it QGIS
 * takes bands for red, green and blue. One that somebody else has made, as QGIS does, stays.
 * Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_qgis_style_write(struct sm_context *ctx, const char *tiff,
                                              const struct sm_plot_picture *scale);

/* Likewise with the scale that `simoom plot` would choose for a map, [ny][nx], of what rises from
 * 0. */
SM_CHECKED enum sm_status sm_qgis_style_write_map(struct sm_context *ctx, const char *tiff,
                                                  const float *value, size_t nx, size_t ny,
                                                  bool logarithmic);

#endif
