/* overlays.h - pictures that lie on the ground, as KMZ. */
#ifndef SM_INPUT_GIS_RASTER_OVERLAYS_H
#define SM_INPUT_GIS_RASTER_OVERLAYS_H

#include "input/gis.h"

enum sm_status sm_module_write_overlays(const char *path, const struct sm_crs *crs,
                                        const struct sm_map_window *window, const char *title,
                                        const char *description, int count,
                                        const struct sm_overlay *overlays, char *message,
                                        size_t size);

#endif
