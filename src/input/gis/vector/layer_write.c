/* Writer of a vector file with one layer: GeoJSON, or GeoPackage or KMZ by its ending, before
 * ".part". */
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

/* Severity of a kind of level: 0 of "AEGL-1" to 2 of "AEGL-3"; -1: it has no number. */
static int severity_of(const char *kind, size_t length) {
  const char digit = length > 2 && kind[length - 2] == '-' ? kind[length - 1] : '0';
  return digit >= '1' && digit <= '3' ? digit - '1' : -1;
}

/* Gives the areas of each kind of level, "AEGL-1" of "AEGL-1, 10 min", a colour in place of GDAL's
 * red: yellow, orange and red by severity, others in turn. Colours of KML are alpha, blue, green,
 * red. */
static void colour_areas(char *kml) {
  static const char red[] = "<color>ff0000ff", name[] = "<name>";
  static const char *const severe[] = {"ff00ffff", "ff00a5ff", "ff0000ff"};
  static const char *const others[] = {"ffff00ff", "ffff8000", "ff00c000"};
  const char *kind = "";
  size_t length = 0, kinds = 0;
  for (char *at = strstr(kml, "<Placemark>"); at != NULL; at = strstr(at + 1, "<Placemark>")) {
    const char *label = strstr(at, name);
    char *colour = strstr(at, red);
    if (label == NULL || colour == NULL) return;
    label += strlen(name);
    const size_t own = strcspn(label, ",<");
    const int severity = severity_of(label, own);
    if (severity < 0 && (own != length || strncmp(label, kind, own) != 0)) {
      kind = label;
      length = own;
      kinds++;
    }
    memcpy(colour + strlen("<color>"), severity >= 0 ? severe[severity] : others[(kinds - 1) % 3],
           strlen(severe[0]));
  }
}

/* Copies the KML document into the archive. */
static bool write_archive(const char *path) {
  char name[4200];
  vsi_l_offset size = 0;
  snprintf(name, sizeof name, "/vsizip/{%.4100s}/doc.kml", path);
  const GByte *text = VSIGetMemFileBuffer(kml_file, &size, FALSE);
  VSILFILE *file = text != NULL ? VSIFOpenL(name, "wb") : NULL;
  char *coloured = file != NULL ? VSICalloc((size_t)size + 1, 1) : NULL;
  if (coloured != NULL) memcpy(coloured, text, (size_t)size);
  if (coloured != NULL) colour_areas(coloured);
  bool good = coloured != NULL && VSIFWriteL(coloured, 1, (size_t)size, file) == (size_t)size;
  VSIFree(coloured);
  if (file != NULL) good = VSIFCloseL(file) == 0 && good;
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
  if (layer->kmz && good) good = write_archive(path);
  sm_srs_free(layer->srs);
  return good && !s->failed ? SM_OK
                            : sm_gis_session_fail(s, SM_ERR_IO, "%s: error: cannot be written: %s",
                                                  path, s->complaint);
}
