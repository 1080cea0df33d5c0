/* geokeys.h - what a GeoTIFF says of its heights in GeoKeys that GDAL leaves aside. */
#ifndef SM_INPUT_GIS_RASTER_GEOKEYS_H
#define SM_INPUT_GIS_RASTER_GEOKEYS_H

#include <stdbool.h>
#include <stddef.h>

/* The vertical unit of a TIFF: that of VerticalUnitsGeoKey, else the one that
 * VerticalCitationGeoKey names, as "NAVD88 height (ftUS)" does. `text` gets what it was taken from.
 * False when the file is no TIFF, or tells none. */
bool sm_geokeys_vertical_unit(const char *path, char *text, size_t size, double *metres);

#endif
