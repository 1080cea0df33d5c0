/* Layer of a vector file with footprints. */
#include "input/gis/vector/internal.h"

#include "input/gis/internal.h"
#include <cpl_string.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- layers ---- */

/* 2: declared as polygons, 1: may contain polygons, 0: cannot. */
static int polygon_rank(OGRLayerH layer) {
  switch (wkbFlatten(OGR_L_GetGeomType(layer))) {
  case wkbPolygon:
  case wkbMultiPolygon:
  case wkbCurvePolygon:
  case wkbMultiSurface:
  case wkbSurface:
  case wkbPolyhedralSurface:
  case wkbTIN:
  case wkbTriangle: return 2;
  case wkbUnknown:
  case wkbGeometryCollection: return 1;
  default: return 0;
  }
}

/* Lists the layers: "'a' (Point), 'b' (Polygon)", truncated to `size`. */
static void list_layers(GDALDatasetH data, char *out, size_t size) {
  size_t used = 0;
  out[0] = '\0';
  for (int i = 0; i < GDALDatasetGetLayerCount(data) && used + 1 < size; i++) {
    OGRLayerH layer = GDALDatasetGetLayer(data, i);
    const int written =
        snprintf(out + used, size - used, "%s'%s' (%s)", i == 0 ? "" : ", ", OGR_L_GetName(layer),
                 OGRGeometryTypeToName(OGR_L_GetGeomType(layer)));
    used += written > 0 ? (size_t)written : 0;
  }
}

enum sm_status sm_vector_fail_no_layer(struct sm_gis_session *s, const char *path,
                                       GDALDatasetH data, const char *name) {
  char layers[512];
  list_layers(data, layers, sizeof layers);
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: there is no layer '%s'; there is %s", path,
                             name, layers);
}

static enum sm_status find_layer(struct sm_gis_session *s, const char *name,
                                 struct sm_vector *vector) {
  char layers[512];
  list_layers(vector->data, layers, sizeof layers);
  const int count = GDALDatasetGetLayerCount(vector->data);
  if (count == 0)
    return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the file contains no layer",
                               vector->path);
  if (name != NULL && name[0] != '\0') {
    vector->layer = GDALDatasetGetLayerByName(vector->data, name);
    if (vector->layer != NULL) return SM_OK;
    return sm_vector_fail_no_layer(s, vector->path, vector->data, name);
  }
  for (int rank = 2; rank > 0; rank--)
    for (int i = 0; i < count; i++) {
      vector->layer = GDALDatasetGetLayer(vector->data, i);
      if (polygon_rank(vector->layer) == rank) return SM_OK;
    }
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: the file contains no polygons, only %s",
                             vector->path, layers);
}

static bool has_field(OGRLayerH layer, const char *name) {
  return OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(layer), name) >= 0;
}

static void find_kind(struct sm_vector *vector) {
  const bool tags = has_field(vector->layer, "other_tags");
  vector->mixed = GDALDatasetTestCapability(vector->data, ODsCRandomLayerRead) != 0;
  vector->osm = tags || has_field(vector->layer, "osm_id") || has_field(vector->layer, "@id");
}

/* ---- coordinate systems ---- */

/* Whether the extent is known, or found now; while `assumed`, it is not looked for. */
static bool find_extent(struct sm_vector *vector) {
  if (!vector->measured)
    vector->measured = OGR_L_GetExtent(vector->layer, &vector->extent, 1) == OGRERR_NONE;
  return vector->measured;
}

/* True when coordinates declared as degrees are out of range. */
static bool not_degrees(struct sm_vector *vector) {
  const OGREnvelope *box = &vector->extent;
  return !vector->mixed && !vector->assumed && find_extent(vector) &&
         (box->MinX < -361 || box->MaxX > 361 || box->MinY < -91 || box->MaxY > 91);
}

bool sm_vector_is_in_range(const struct sm_vector *vector) {
  const OGREnvelope *box = &vector->seen;
  return !vector->assumed ||
         (box->MinX >= -180 && box->MaxX <= 180 && box->MinY >= -90 && box->MaxY <= 90);
}

static bool is_geojson(const struct sm_vector *vector) {
  return strncmp(GDALGetDriverShortName(GDALGetDatasetDriver(vector->data)), "GeoJSON", 7) == 0;
}

/* GDAL reads GeoJSON without a CRS as WGS 84. It counts as a file without CRS when its coordinates
 * cannot be degrees or the domain is local. */
static enum sm_status find_srs(struct sm_gis_session *s, const char *assumed_crs, const char *key,
                               const struct sm_crs *crs, struct sm_vector *vector) {
  OGRSpatialReferenceH own = OGR_L_GetSpatialRef(vector->layer);
  const bool wrong = own != NULL && OSRIsGeographic(own) && not_degrees(vector);
  const OGREnvelope box = vector->extent;
  const bool turned = box.MinX >= -90 && box.MaxX <= 90 && box.MinY >= -180 && box.MaxY <= 360;
  if (wrong && is_geojson(vector) && turned && (assumed_crs == NULL || assumed_crs[0] == '\0') &&
      crs != NULL && !crs->local)
    return sm_gis_session_fail(
        s, SM_ERR_DATA,
        "%s: error: its coordinates, [%g, %g] and the like, are not longitude "
        "and latitude, but the other way round they are\n"
        "help: GeoJSON has the longitude first: write [%g, %g] "
        "(ST_SwapCoordinates, 'Swap X and Y coordinates' in QGIS); or say what "
        "they are, %s = \"EPSG:...\"",
        vector->path, box.MinX, box.MinY, box.MinY, box.MinX, key);
  if (wrong && is_geojson(vector)) own = NULL;
  if (wrong && own != NULL)
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "%s: error: its coordinates (%g, %g ...) are not degrees, as its "
                               "coordinate system says",
                               vector->path, box.MinX, box.MinY);
  const enum sm_status status = sm_srs_of_file(s, own, assumed_crs, key, &vector->srs);
  if (status != SM_OK) return status;
  const bool degrees = vector->srs != NULL && OSRIsGeographic(vector->srs) && !is_geojson(vector);
  return sm_srs_fit(s, vector->path, key, crs, degrees, &vector->srs);
}

enum sm_status sm_vector_attach(struct sm_gis_session *s, const char *path, GDALDatasetH data,
                                const char *layer, const char *assumed_crs,
                                const struct sm_crs *crs, bool assume, struct sm_vector *out) {
  *out = (struct sm_vector){.path = path, .data = data};
  out->seen = (OGREnvelope){INFINITY, -INFINITY, INFINITY, -INFINITY};
  const enum sm_status status = find_layer(s, layer, out);
  if (status != SM_OK) return status;
  find_kind(out);
  out->assumed = assume && !out->mixed && !OGR_L_TestCapability(out->layer, OLCFastGetExtent) &&
                 !OGR_L_TestCapability(out->layer, OLCFastSpatialFilter);
  out->tagged =
      out->osm && (has_field(out->layer, "other_tags") || has_field(out->layer, "building") ||
                   has_field(out->layer, "building:part"));
  if (out->tagged && out->mixed) {
    out->open = GDALDatasetGetLayerByName(data, "lines");
    out->other = GDALDatasetGetLayerByName(data, "other_relations");
  }
  return find_srs(s, assumed_crs, "buildings.crs", crs, out);
}

enum sm_status sm_vector_attach_layer(struct sm_gis_session *s, const char *path, GDALDatasetH data,
                                      int index, const char *assumed_crs, const char *key,
                                      const struct sm_crs *crs, struct sm_vector *out) {
  *out = (struct sm_vector){.path = path, .data = data, .layer = GDALDatasetGetLayer(data, index)};
  find_kind(out);
  return find_srs(s, assumed_crs, key, crs, out);
}

enum sm_status sm_vector_transformation(struct sm_gis_session *s, const struct sm_vector *vector,
                                        const struct sm_crs *crs, OGRSpatialReferenceH *to,
                                        OGRCoordinateTransformationH *change) {
  *to = NULL;
  *change = NULL;
  const enum sm_status status = sm_srs_create(s, crs, to);
  if (status != SM_OK || *to == NULL || OSRIsSame(vector->srs, *to)) return status;
  *change = OCTNewCoordinateTransformation(vector->srs, *to);
  if (*change != NULL) return SM_OK;
  return sm_gis_session_fail(s, SM_ERR_DATA,
                             "%s: error: its coordinates cannot be turned into the domain's: %s",
                             vector->path, s->complaint);
}

void sm_vector_filter(struct sm_vector *vector, OGRSpatialReferenceH to,
                      OGRCoordinateTransformationH change, const double x[2], const double y[2]) {
  double low[2] = {x[0], y[0]}, high[2] = {x[1], y[1]};
  if (vector->mixed) return;
  if (vector->srs != NULL && OSRIsGeographic(vector->srs) && !vector->assumed &&
      (!find_extent(vector) || vector->extent.MaxX > 180 || vector->extent.MinX < -180))
    return; /* longitudes past 180 are not returned by PROJ */
  if (change != NULL) {
    OGRCoordinateTransformationH back = OCTNewCoordinateTransformation(to, vector->srs);
    const bool good = back != NULL && OCTTransformBounds(back, x[0], y[0], x[1], y[1], &low[0],
                                                         &low[1], &high[0], &high[1], 21);
    OCTDestroyCoordinateTransformation(back);
    if (!good) return;
  }
  const double rim[2] = {0.01 * (high[0] - low[0]), 0.01 * (high[1] - low[1])};
  if (!isfinite(rim[0]) || !isfinite(rim[1]) || rim[0] < 0 || rim[1] < 0) return;
  vector->indexed = OGR_L_TestCapability(vector->layer, OLCFastSpatialFilter) != 0;
  if (vector->indexed) {
    OGR_L_SetSpatialFilterRect(vector->layer, low[0] - rim[0], low[1] - rim[1], high[0] + rim[0],
                               high[1] + rim[1]);
    return;
  }
  vector->boxed = true;
  vector->box = (OGREnvelope){low[0] - rim[0], high[0] + rim[0], low[1] - rim[1], high[1] + rim[1]};
}

size_t sm_vector_skipped_count(const struct sm_vector *vector) {
  const char *column = OGR_L_GetGeometryColumn(vector->layer);
  char where[256];
  if (!vector->indexed || column[0] == '\0') return 0;
  snprintf(where, sizeof where, "\"%.200s\" IS NULL", column);
  OGR_L_SetSpatialFilter(vector->layer, NULL);
  const bool asked = OGR_L_SetAttributeFilter(vector->layer, where) == OGRERR_NONE;
  const GIntBig count = asked ? OGR_L_GetFeatureCount(vector->layer, 1) : 0;
  OGR_L_SetAttributeFilter(vector->layer, NULL);
  return count > 0 ? (size_t)count : 0;
}

void sm_vector_close(struct sm_vector *vector) {
  if (vector->data != NULL) GDALClose(vector->data);
  sm_srs_free(vector->srs);
  *vector = (struct sm_vector){0};
}

/* ---- features ---- */

/* Rejects tagged features that are not buildings: woods, lakes, objects below ground. */
static bool is_building(OGRFeatureH feature) {
  char text[64];
  const bool outline =
      sm_vector_text(feature, "building", text, sizeof text) && strcmp(text, "no") != 0;
  const bool part =
      sm_vector_text(feature, "building:part", text, sizeof text) && strcmp(text, "no") != 0;
  const bool below =
      sm_vector_text(feature, "location", text, sizeof text) && strcmp(text, "underground") == 0;
  return (outline || part) && !below;
}

/* Adds a feature to the extent that was seen. True when its bounding box is far from the search
 * box; false for boxes that are not finite, which are reported later. */
static bool is_far(struct sm_vector *vector, OGRFeatureH feature) {
  OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
  OGREnvelope box, *seen = &vector->seen;
  if (geometry == NULL || OGR_G_IsEmpty(geometry)) return false;
  OGR_G_GetEnvelope(geometry, &box);
  *seen = (OGREnvelope){fmin(seen->MinX, box.MinX), fmax(seen->MaxX, box.MaxX),
                        fmin(seen->MinY, box.MinY), fmax(seen->MaxY, box.MaxY)};
  return vector->boxed && isfinite(box.MinX + box.MaxX + box.MinY + box.MaxY) &&
         (box.MaxX < vector->box.MinX || box.MinX > vector->box.MaxX ||
          box.MaxY < vector->box.MinY || box.MinY > vector->box.MaxY);
}

enum sm_status sm_vector_next(struct sm_gis_session *s, struct sm_vector *vector,
                              OGRFeatureH *out) {
  for (;;) {
    sm_gis_session_clear(s);
    OGRLayerH layer = vector->layer;
    *out = vector->mixed ? GDALDatasetGetNextFeature(vector->data, &layer, NULL, NULL, NULL)
                         : OGR_L_GetNextFeature(layer);
    if (s->failed) {
      if (*out != NULL) OGR_F_Destroy(*out);
      *out = NULL;
      return sm_gis_session_fail(s, SM_ERR_DATA,
                                 "%s: error: the file cannot be read to its end: %s", vector->path,
                                 s->complaint);
    }
    if (*out == NULL) return SM_OK;
    const bool looked_at = layer == vector->layer ||
                           (layer != NULL && (layer == vector->open || layer == vector->other));
    if (looked_at && !is_far(vector, *out) && (!vector->tagged || is_building(*out))) return SM_OK;
    OGR_F_Destroy(*out);
  }
}

void sm_vector_rewind(const struct sm_vector *vector) {
  if (vector->mixed) {
    GDALDatasetResetReading(vector->data);
  } else {
    OGR_L_ResetReading(vector->layer);
  }
}

enum sm_status sm_vector_each(struct sm_gis_session *s, struct sm_vector *vector,
                              enum sm_status (*visit)(void *self, OGRFeatureH feature),
                              void *self) {
  sm_vector_rewind(vector);
  for (;;) {
    OGRFeatureH feature = NULL;
    enum sm_status status = sm_vector_next(s, vector, &feature);
    if (status != SM_OK || feature == NULL) return status;
    status = visit(self, feature);
    OGR_F_Destroy(feature);
    if (status != SM_OK) return status;
  }
}

bool sm_vector_touches(OGRGeometryH geometry, const double x[2], const double y[2]) {
  OGREnvelope box;
  OGR_G_GetEnvelope(geometry, &box);
  return box.MaxX >= x[0] && box.MinX <= x[1] && box.MaxY >= y[0] && box.MinY <= y[1];
}

bool sm_vector_text(OGRFeatureH feature, const char *name, char *out, size_t size) {
  const int field = OGR_F_GetFieldIndex(feature, name);
  const char *text = field >= 0 && OGR_F_IsFieldSetAndNotNull(feature, field)
                         ? OGR_F_GetFieldAsString(feature, field)
                         : "";
  if (text[0] != '\0') {
    if (strlen(text) >= size) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
  }
  const int tags = OGR_F_GetFieldIndex(feature, "other_tags");
  return tags >= 0 && OGR_F_IsFieldSetAndNotNull(feature, tags) &&
         sm_tag_find(OGR_F_GetFieldAsString(feature, tags), name, out, size);
}

/* Unit of an attribute, m: factor of the rule, or unit in the attribute name. */
static double factor_of(const struct sm_attribute_rule *rule, struct sm_vector_notes *notes) {
  double metres = 1;
  if (rule->factor > 0) return rule->factor;
  if (!sm_length_unit_find(rule->attribute, &metres) || sm_length_unit_same(metres, 1)) return 1;
  snprintf(notes->unit_attribute, sizeof notes->unit_attribute, "%s", rule->attribute);
  notes->metres = metres;
  return metres;
}

bool sm_vector_length(OGRFeatureH feature, const struct sm_attribute_rule *rule, double *metres,
                      struct sm_vector_notes *notes) {
  const int field = OGR_F_GetFieldIndex(feature, rule->attribute);
  char text[256] = "";
  if (field >= 0 && OGR_F_IsFieldSetAndNotNull(feature, field)) {
    OGRFieldDefnH definition = OGR_F_GetFieldDefnRef(feature, field);
    const OGRFieldType type = OGR_Fld_GetType(definition);
    const bool logical = OGR_Fld_GetSubType(definition) == OFSTBoolean;
    if (logical) {
      snprintf(text, sizeof text, "%s", OGR_F_GetFieldAsInteger(feature, field) ? "true" : "false");
    } else if (type == OFTInteger || type == OFTInteger64 || type == OFTReal) {
      const double number = OGR_F_GetFieldAsDouble(feature, field);
      *metres = isfinite(number) ? number * factor_of(rule, notes) : number;
      return isfinite(*metres);
    } else {
      snprintf(text, sizeof text, "%s", OGR_F_GetFieldAsString(feature, field));
    }
  }
  if (text[0] == '\0' && !sm_vector_text(feature, rule->attribute, text, sizeof text)) return false;
  if (text[strspn(text, " \t\r\n")] == '\0') return false;
  if (sm_height_parse(text, factor_of(rule, notes), metres)) return true;
  if (notes->lost++ == 0) {
    notes->feature = (long)OGR_F_GetFID(feature);
    snprintf(notes->attribute, sizeof notes->attribute, "%s", rule->attribute);
    snprintf(notes->text, sizeof notes->text, "%.*s", (int)sizeof notes->text - 1, text);
  }
  return false;
}

void sm_vector_warn(struct sm_gis_session *s, const char *path,
                    const struct sm_vector_notes *notes) {
  if (notes->lost > 0)
    sm_gis_session_warn(
        s,
        "%s: warning: texts that are not numbers, and were not read: %zu (the first is "
        "\"%s\", '%s' of feature %ld)",
        path, notes->lost, notes->text, notes->attribute, notes->feature);
  if (notes->unit_attribute[0] != '\0')
    sm_gis_session_warn(s,
                        "%s: warning: '%s' is read in units of %.7g m, as its name says\n"
                        "help: a factor in the rule settles it: \"%s * 1.0\"",
                        path, notes->unit_attribute, notes->metres, notes->unit_attribute);
}

void sm_feature_count_add(struct sm_feature_count *counted, long feature) {
  if (counted->count++ == 0) counted->first = feature;
}
