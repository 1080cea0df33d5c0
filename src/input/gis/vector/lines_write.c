/* Writer of lines with attributes, such as trajectories. */
#include "input/gis/vector/internal.h"

#include <cpl_vsi.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool add_line(OGRLayerH layer, const struct sm_line_table *t, size_t n) {
  OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
  OGRGeometryH line = OGR_G_CreateGeometry(wkbLineString25D);
  for (size_t v = t->start[n]; v < t->start[n + 1]; v++)
    OGR_G_AddPoint(line, t->place[v][0], t->place[v][1], t->place[v][2]);
  OGR_F_SetFieldInteger64(feature, 0, t->number[n]);
  OGR_F_SetFieldString(feature, 1, t->name[n]);
  OGR_F_SetFieldString(feature, 2, t->begin[n]);
  OGR_F_SetFieldString(feature, 3, t->end[n]);
  OGR_F_SetFieldDouble(feature, 4, t->duration[n]);
  bool good = OGR_F_SetGeometryDirectly(feature, line) == OGRERR_NONE;
  good = good && OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
  OGR_F_Destroy(feature);
  return good;
}

enum sm_status sm_module_write_lines(const char *path, const struct sm_crs *crs,
                                     const struct sm_line_table *table, char *message,
                                     size_t size) {
  static const struct {
    const char *name;
    OGRFieldType type;
  } fields[] = {{"particle", OFTInteger64},
                {"species", OFTString},
                {"begin", OFTDateTime},
                {"end", OFTDateTime},
                {"duration_s", OFTReal}};
  struct sm_gis_session s;
  struct sm_vector_layer layer;
  const bool dates = table->count > 0 && strchr(table->begin[0], 'T') != NULL;
  bool good = true;
  sm_gis_session_begin(&s, message, size);
  enum sm_status status =
      sm_vector_layer_create(&s, path, crs, "trajectories", NULL, wkbLineString25D, &layer);
  if (status == SM_OK) {
    for (size_t f = 0; f < sizeof fields / sizeof *fields && good; f++)
      good = fields[f].type != OFTDateTime
                 ? sm_vector_layer_add_field(layer.layer, fields[f].name, fields[f].type)
             : dates ? sm_vector_layer_add_time(&layer, fields[f].name)
                     : sm_vector_layer_add_field(layer.layer, fields[f].name, OFTString);
    for (size_t n = 0; n < table->count && good; n++) good = add_line(layer.layer, table, n);
    status = sm_vector_layer_close(&s, path, &layer, good);
  }
  sm_gis_session_end(&s);
  return status;
}

enum sm_status sm_module_write_kmz(const char *path, const char *text, size_t bytes, char *message,
                                   size_t size) {
  struct sm_gis_session s;
  char name[4200];
  sm_gis_session_begin(&s, message, size);
  enum sm_status status = SM_OK;
  snprintf(name, sizeof name, "/vsizip/{%.4100s}/doc.kml", path);
  VSIUnlink(path);
  errno = EIO;
  VSILFILE *file = VSIFOpenL(name, "wb");
  const int reason = errno;
  bool good = file != NULL && VSIFWriteL(text, 1, bytes, file) == bytes;
  if (file != NULL) good = VSIFCloseL(file) == 0 && good;
  if (!good || s.failed) {
    VSIUnlink(path);
    status = sm_gis_session_fail(&s, SM_ERR_IO, "%s: error: cannot be written: %s", path,
                                 s.complaint[0] != '\0' ? s.complaint : strerror(reason));
  }
  sm_gis_session_end(&s);
  return status;
}
