#include "input/gis/points.h"

#include "input/gis/layer.h"
#include <math.h>

static bool add_point(OGRLayerH layer, const struct sm_point_table *t, size_t p) {
  OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
  OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint);
  OGR_G_SetPoint_2D(point, 0, t->place[p][0], t->place[p][1]);
  for (int c = 0; c < t->columns; c++) {
    const double value = t->value[p * (size_t)t->columns + (size_t)c];
    if (isfinite(value)) OGR_F_SetFieldDouble(feature, c, value);
  }
  if (t->time != NULL) OGR_F_SetFieldString(feature, t->columns, t->time[p]);
  bool good = OGR_F_SetGeometryDirectly(feature, point) == OGRERR_NONE;
  good = good && OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
  OGR_F_Destroy(feature);
  return good;
}

enum sm_status sm_module_write_points(const char *path, const struct sm_crs *crs,
                                      const struct sm_point_table *table, char *message,
                                      size_t size) {
  struct sm_session s;
  struct sm_layer layer;
  bool good = true;
  sm_session_begin(&s, message, size);
  enum sm_status status = sm_layer_create(&s, path, crs, "points", wkbPoint, &layer);
  if (status == SM_OK) {
    for (int c = 0; c < table->columns && good; c++)
      good = sm_layer_add_field(layer.layer, table->name[c], OFTReal);
    if (table->time != NULL) good = good && sm_layer_add_field(layer.layer, "time", OFTString);
    for (size_t p = 0; p < table->count && good; p++) good = add_point(layer.layer, table, p);
    status = sm_layer_close(&s, path, &layer, good);
  }
  sm_session_end(&s);
  return status;
}
