/* Writer of a vector file with one layer: GeoJSON, or
 * GeoPackage by its ending, before ".part". */
#include "input/gis/vector/internal.h"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <string.h>

bool sm_vector_layer_add_field(OGRLayerH layer, const char *name, OGRFieldType type) {
  OGRFieldDefnH field = OGR_Fld_Create(name, type);
  const bool good = OGR_L_CreateField(layer, field, 1) == OGRERR_NONE;
  OGR_Fld_Destroy(field);
  return good;
}

bool sm_vector_layer_add_time(const struct sm_vector_layer *layer, const char *name) {
  return sm_vector_layer_add_field(layer->layer, name, layer->package ? OFTDateTime : OFTString);
}

enum sm_status sm_vector_layer_create(struct sm_gis_session *s, const char *path,
                                      const struct sm_crs *crs, const char *name, const char *about,
                                      OGRwkbGeometryType type, struct sm_vector_layer *out) {
  char **options = NULL;
  const char ending[] = ".gpkg.part"; /* temporary name */
  const size_t length = strlen(path), own = sizeof ending - 1;
  const bool package = length > own && strcmp(path + length - own, ending) == 0;
  *out = (struct sm_vector_layer){.package = package};
  SM_TRY(sm_srs_create(s, crs, &out->srs));
  if (package && out->srs == NULL) { /* else GDAL takes metres for degrees */
    out->srs = OSRNewSpatialReference(NULL);
    OSRSetLocalCS(out->srs, "Undefined Cartesian SRS");
  }
  if (!package && out->srs != NULL) options = CSLSetNameValue(options, "RFC7946", "YES");
  if (!package && out->srs == NULL) options = CSLSetNameValue(options, "COORDINATE_PRECISION", "6");
  if (about != NULL) options = CSLSetNameValue(options, "DESCRIPTION", about);
  VSIUnlink(path); /* GDAL would not replace the file */
  out->data = GDALCreate(GDALGetDriverByName(package ? "GPKG" : "GeoJSON"), path, 0, 0, 0,
                         GDT_Unknown, NULL);
  if (out->data != NULL)
    out->layer = GDALDatasetCreateLayer(out->data, name, out->srs, type, options);
  CSLDestroy(options);
  if (out->layer != NULL && GDALDatasetStartTransaction(out->data, 0) == OGRERR_FAILURE)
    sm_gis_session_clear(s);
  return out->layer != NULL ? SM_OK : sm_vector_layer_close(s, path, out, false);
}

/* Closes and flushes the file; old versions of GDAL report failures here only as messages. */
static bool close_file(GDALDatasetH data) {
#if GDAL_VERSION_NUM >= 3070000
  return GDALClose(data) == CE_None;
#else
  GDALClose(data);
  return true;
#endif
}

enum sm_status sm_vector_layer_close(struct sm_gis_session *s, const char *path,
                                     struct sm_vector_layer *layer, bool good) {
  if (layer->data != NULL && GDALDatasetTestCapability(layer->data, ODsCTransactions))
    good = GDALDatasetCommitTransaction(layer->data) == OGRERR_NONE && good;
  if (layer->data != NULL && !close_file(layer->data)) good = false;
  sm_srs_free(layer->srs);
  return good && !s->failed ? SM_OK
                            : sm_gis_session_fail(s, SM_ERR_IO, "%s: error: cannot be written: %s",
                                                  path, s->complaint);
}
