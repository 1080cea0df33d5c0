/* Writer of points with numeric attributes. */
#include "input/gis/vector/internal.h"

#include <math.h>
#include <string.h>

/* Geometry of a point, or of a polygon closed with its first corner. */
static OGRGeometryH make_shape(const struct sm_point_table *t, size_t p) {
  OGRGeometryH shape = OGR_G_CreateGeometry(t->corners > 0 ? wkbPolygon : wkbPoint);
  if (t->corners == 0) {
    OGR_G_SetPoint_2D(shape, 0, t->place[p][0], t->place[p][1]);
    return shape;
  }
  OGRGeometryH ring = OGR_G_CreateGeometry(wkbLinearRing);
  for (int c = 0; c <= t->corners; c++) {
    const double *corner = t->place[p * (size_t)t->corners + (size_t)(c % t->corners)];
    OGR_G_AddPoint_2D(ring, corner[0], corner[1]);
  }
  OGR_G_AddGeometryDirectly(shape, ring);
  return shape;
}

static bool add_point(OGRLayerH layer, const struct sm_point_table *t, size_t p) {
  OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
  for (int c = 0; c < t->columns; c++) {
    const double value = t->value[p * (size_t)t->columns + (size_t)c];
    if (isfinite(value)) OGR_F_SetFieldDouble(feature, c, value);
  }
  if (t->time != NULL) OGR_F_SetFieldString(feature, t->columns, t->time[p]);
  bool good = OGR_F_SetGeometryDirectly(feature, make_shape(t, p)) == OGRERR_NONE;
  good = good && OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
  OGR_F_Destroy(feature);
  return good;
}

static double fastest(const struct sm_point_table *t) {
  double most = 0;
  for (size_t p = 0; p < t->count; p++) most = fmax(most, t->value[p * (size_t)t->columns]);
  return most;
}

enum sm_status sm_module_write_points(const char *path, const struct sm_crs *crs,
                                      const struct sm_point_table *table, char *message,
                                      size_t size) {
  struct sm_gis_session s;
  struct sm_vector_layer layer;
  bool good = true;
  sm_gis_session_begin(&s, message, size);
  enum sm_status status =
      sm_vector_layer_create(&s, path, crs, table->corners > 0 ? "areas" : "points", table->about,
                             table->corners > 0 ? wkbPolygon : wkbPoint, &layer);
  if (status == SM_OK) {
    for (int c = 0; c < table->columns && good; c++)
      good = sm_vector_layer_add_field(layer.layer, table->name[c], OFTReal);
    if (table->time != NULL) good = good && sm_vector_layer_add_time(&layer, "time");
    for (size_t p = 0; p < table->count && good; p++) good = add_point(layer.layer, table, p);
    if (table->wind) good = good && sm_style_arrows(&layer, "points", fastest(table));
    status = sm_vector_layer_close(&s, path, &layer, good);
  }
  sm_gis_session_end(&s);
  return status;
}
