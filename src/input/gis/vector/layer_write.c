/* Writer of a vector file with one layer: GeoJSON, or GeoPackage or KMZ by its ending, before
 * ".part". */
#include "input/gis/raster/internal.h"
#include "input/gis/vector/internal.h"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <stdio.h>
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

static const char kml_file[] = "/vsimem/simoom_areas.kml"; /* of a KMZ, which is an archive */

static bool ends_with(const char *path, const char *ending) {
  const size_t length = strlen(path), own = strlen(ending);
  return length > own && strcmp(path + length - own, ending) == 0;
}

/* Writes the KML document and the legend, if there is one, into the archive. */
static bool write_archive(const char *path, const struct sm_contour_legend *legend) {
  char folder[4200], name[4300];
  vsi_l_offset size = 0;
  snprintf(folder, sizeof folder, "/vsizip/{%.4100s}", path);
  snprintf(name, sizeof name, "%s/doc.kml", folder);
  const char *text = (const char *)VSIGetMemFileBuffer(kml_file, &size, FALSE);
  const char *start = text != NULL ? strstr(text, "<Folder>") : NULL;
  const size_t before = start != NULL ? (size_t)(start - text) : 0, after = (size_t)size - before;
  const bool has_legend = start != NULL && legend != NULL && legend->rgba != NULL;
  VSILFILE *archive = VSIFOpenL(folder, "wb"); /* open while files are added */
  bool good = archive != NULL && text != NULL;
  if (has_legend) good = good && sm_kmz_add_legend(folder, legend->rgba, legend->size);
  VSILFILE *file = good ? VSIFOpenL(name, "wb") : NULL;
  good = file != NULL && VSIFWriteL(text, 1, before, file) == before;
  if (has_legend)
    good =
        good && VSIFWriteL(SM_KMZ_LEGEND, 1, strlen(SM_KMZ_LEGEND), file) == strlen(SM_KMZ_LEGEND);
  good = good && VSIFWriteL(text + before, 1, after, file) == after;
  if (file != NULL) good = VSIFCloseL(file) == 0 && good;
  if (archive != NULL) good = VSIFCloseL(archive) == 0 && good;
  VSIUnlink(kml_file);
  return good;
}

enum sm_status sm_vector_layer_create(struct sm_gis_session *s, const char *path,
                                      const struct sm_crs *crs, const char *name, const char *about,
                                      OGRwkbGeometryType type, struct sm_vector_layer *out) {
  char **options = NULL;
  const bool package = ends_with(path, ".gpkg.part"), kmz = ends_with(path, ".kmz.part");
  *out = (struct sm_vector_layer){.package = package, .kmz = kmz};
  SM_TRY(sm_srs_create(s, crs, &out->srs));
  if (kmz && out->srs == NULL)
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "%s: error: Google Earth needs a map projection, and the file has "
                               "none\nhelp: .geojson and .gpkg take x and y",
                               path);
  if (package && out->srs == NULL) { /* else GDAL takes metres for degrees */
    out->srs = OSRNewSpatialReference(NULL);
    OSRSetLocalCS(out->srs, "Undefined Cartesian SRS");
  }
  if (!package && !kmz && out->srs != NULL) options = CSLSetNameValue(options, "RFC7946", "YES");
  if (!package && !kmz && out->srs == NULL)
    options = CSLSetNameValue(options, "COORDINATE_PRECISION", "6");
  if (about != NULL) options = CSLSetNameValue(options, "DESCRIPTION", about);
  VSIUnlink(path); /* GDAL would not replace the file */
  static const char *const names[] = {"NameField=label", NULL};
  out->data = GDALCreate(GDALGetDriverByName(package ? "GPKG"
                                             : kmz   ? "KML"
                                                     : "GeoJSON"),
                         kmz ? kml_file : path, 0, 0, 0, GDT_Unknown, kmz ? (char **)names : NULL);
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
  if (layer->kmz && good) good = write_archive(path, layer->legend);
  sm_srs_free(layer->srs);
  return good && !s->failed ? SM_OK
                            : sm_gis_session_fail(s, SM_ERR_IO, "%s: error: cannot be written: %s",
                                                  path, s->complaint);
}
