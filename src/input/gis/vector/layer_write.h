/* layer_write.h - a vector file of one layer that is written: GeoJSON, or GeoPackage by its
 * ending, before ".part". */
#ifndef SM_INPUT_GIS_VECTOR_LAYER_WRITE_H
#define SM_INPUT_GIS_VECTOR_LAYER_WRITE_H

#include "input/gis/crs.h"
#include <ogr_api.h>

struct sm_vector_layer {
  GDALDatasetH data;
  OGRSpatialReferenceH srs;
  OGRLayerH layer;
  bool package;
};

/* Creates it in place of a file that is there; about: a description, or NULL. What is added has
 * coordinates of the CRS. Closed with sm_vector_layer_close, unless it fails. Errors: ERR_IO,
 * ERR_DATA. */
SM_CHECKED enum sm_status sm_vector_layer_create(struct sm_gis_session *s, const char *path,
                                                 const struct sm_crs *crs, const char *name,
                                                 const char *about, OGRwkbGeometryType type,
                                                 struct sm_vector_layer *out);
SM_CHECKED enum sm_status sm_vector_layer_close(struct sm_gis_session *s, const char *path,
                                                struct sm_vector_layer *layer, bool good);

bool sm_vector_layer_add_field(OGRLayerH layer, const char *name, OGRFieldType type);

/* Of ISO 8601: a date in a GeoPackage, which QGIS animates; a text in GeoJSON, which has no dates.
 */
bool sm_vector_layer_add_time(const struct sm_vector_layer *layer, const char *name);

#endif
