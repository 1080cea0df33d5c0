/* Filled contours of a raster as polygons in a vector file. */
#include "input/gis/raster/internal.h"

#include "input/gis/vector/internal.h"
#include <cpl_error.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <gdal_alg.h>
#include <math.h>
#include <stdlib.h>

/* Contoured quantity, above 0 where the map exceeds its level: log10(value / level), with at least
 * a tenth of the level, or the difference for linear maps. */
static float above(const struct sm_contour_map *map, float value) {
  const double level = map->level;
  if (map->linear) return isnan(value) ? (float)(-1 - fabs(level)) : (float)((double)value - level);
  return (double)value > 0.1 * level ? (float)log10((double)value / level) : -1.0F;
}

/* Map as an in-memory raster with cells of 1 x 1 from (0, 0). NULL on failure of GDAL. */
static GDALDatasetH make_raster(const struct sm_contour_grid *grid,
                                const struct sm_contour_map *map) {
  double cells[6] = {0, 1, 0, 0, 0, 1};
  float *row = malloc((size_t)grid->nx * sizeof *row);
  if (row == NULL) CPLError(CE_Failure, CPLE_OutOfMemory, "out of memory");
  GDALDatasetH data =
      GDALCreate(GDALGetDriverByName("MEM"), "", grid->nx, grid->ny, 1, GDT_Float32, NULL);
  bool good = row != NULL && data != NULL && GDALSetGeoTransform(data, cells) == CE_None;
  for (int j = 0; j < grid->ny && good; j++) {
    for (int i = 0; i < grid->nx; i++)
      row[i] = above(map, map->value[(size_t)i + (size_t)grid->nx * (size_t)j]);
    good = GDALRasterIO(GDALGetRasterBand(data, 1), GF_Write, 0, j, grid->nx, 1, row, grid->nx, 1,
                        GDT_Float32, 0, 0) == CE_None;
  }
  free(row);
  if (good || data == NULL) return data;
  GDALClose(data);
  return NULL;
}

/* Converts cell coordinates to metres. */
static double place(const double *face, int n, double at) {
  const int cell = (int)fmin(fmax(floor(at), 0), n - 1);
  return face[cell] + (at - cell) * (face[cell + 1] - face[cell]);
}

static void move_vertices(OGRGeometryH geometry, const struct sm_contour_grid *grid) {
  const int parts = OGR_G_GetGeometryCount(geometry);
  for (int p = 0; p < parts; p++) move_vertices(OGR_G_GetGeometryRef(geometry, p), grid);
  for (int v = 0; v < OGR_G_GetPointCount(geometry) && parts == 0; v++) {
    const double x = OGR_G_GetX(geometry, v), y = OGR_G_GetY(geometry, v);
    OGR_G_SetPoint_2D(geometry, v, place(grid->x, grid->nx, x), place(grid->y, grid->ny, y));
  }
}

/* Fields are set by their names: KML has fields of its own before them. */
static void set_text(OGRFeatureH feature, const char *field, const char *value) {
  const int index = OGR_F_GetFieldIndex(feature, field);
  if (index >= 0 && value != NULL) OGR_F_SetFieldString(feature, index, value);
}

static void set_number(OGRFeatureH feature, const char *field, double value) {
  const int index = OGR_F_GetFieldIndex(feature, field);
  if (index >= 0 && !isnan(value)) OGR_F_SetFieldDouble(feature, index, value);
}

/* Adds one feature to the layer. */
static bool add_feature(OGRLayerH layer, const struct sm_contour_map *map, OGRGeometryH geometry) {
  char style[64];
  OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
  snprintf(style, sizeof style, "PEN(c:#%02x%02x%02x,w:2px)", (unsigned)map->colour[0],
           (unsigned)map->colour[1], (unsigned)map->colour[2]);
  if (map->label != NULL) OGR_F_SetStyleString(feature, style); /* of KML */
  set_text(feature, "species", map->name);
  set_text(feature, "quantity", map->quantity);
  set_number(feature, "threshold", map->level);
  set_text(feature, "unit", map->unit);
  set_number(feature, "area_m2", OGR_G_Area(geometry));
  if (map->time != NULL && map->time[0] != '\0') set_text(feature, "time", map->time);
  if (map->label != NULL) {
    set_text(feature, "label", map->label);
    set_text(feature, "from", map->from);
    set_text(feature, "until", map->until);
    set_number(feature, "people", map->people);
  }
  bool good = OGR_F_SetGeometry(feature, geometry) == OGRERR_NONE;
  good = good && OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
  OGR_F_Destroy(feature);
  return good;
}

/* Keeps the areas above the level from the areas between contour levels. */
static bool keep_areas(OGRLayerH areas, const struct sm_contour_grid *grid,
                       const struct sm_contour_map *map, OGRLayerH layer) {
  bool good = true;
  OGR_L_ResetReading(areas);
  for (OGRFeatureH area; good && (area = OGR_L_GetNextFeature(areas)) != NULL;) {
    OGRGeometryH geometry = OGR_F_GetGeometryRef(area);
    if (geometry != NULL && OGR_F_GetFieldAsDouble(area, 1) > 1e-9) {
      move_vertices(geometry, grid);
      good = add_feature(layer, map, geometry);
    }
    OGR_F_Destroy(area);
  }
  return good;
}

static bool is_anywhere_above(const struct sm_contour_grid *grid,
                              const struct sm_contour_map *map) {
  for (size_t c = 0; c < (size_t)grid->nx * (size_t)grid->ny; c++)
    if ((double)map->value[c] > map->level) return true;
  return false;
}

static bool add_map(OGRLayerH layer, const struct sm_contour_grid *grid,
                    const struct sm_contour_map *map) {
  static const char *const options[] = {"FIXED_LEVELS=0", "ELEV_FIELD_MIN=0", "ELEV_FIELD_MAX=1",
                                        "POLYGONIZE=YES", NULL};
  if (!is_anywhere_above(grid, map)) return true;
  GDALDatasetH raster = make_raster(grid, map);
  GDALDatasetH memory = raster != NULL ? GDALCreate(GDALGetDriverByName("Memory"), "areas", 0, 0, 0,
                                                    GDT_Unknown, NULL)
                                       : NULL;
  OGRLayerH areas =
      memory != NULL ? GDALDatasetCreateLayer(memory, "areas", NULL, wkbMultiPolygon, NULL) : NULL;
  const bool good = areas != NULL && sm_vector_layer_add_field(areas, "least", OFTReal) &&
                    sm_vector_layer_add_field(areas, "most", OFTReal) &&
                    GDALContourGenerateEx(GDALGetRasterBand(raster, 1), areas, (char **)options,
                                          NULL, NULL) == CE_None &&
                    keep_areas(areas, grid, map, layer);
  if (memory != NULL) GDALClose(memory);
  if (raster != NULL) GDALClose(raster);
  return good;
}

enum sm_status sm_module_write_contours(const char *path, const struct sm_crs *crs,
                                        const struct sm_contour_grid *grid, int count,
                                        const struct sm_contour_map *maps,
                                        const struct sm_contour_legend *legend, char *message,
                                        size_t size) {
  struct sm_gis_session s;
  struct sm_vector_layer layer;
  sm_gis_session_begin(&s, message, size);
  enum sm_status status =
      sm_vector_layer_create(&s, path, crs, "thresholds", NULL, wkbMultiPolygon, &layer);
  if (status == SM_OK) {
    OGRLayerH to = layer.layer;
    bool good = sm_vector_layer_add_field(to, "species", OFTString) &&
                sm_vector_layer_add_field(to, "quantity", OFTString) &&
                sm_vector_layer_add_field(to, "threshold", OFTReal) &&
                sm_vector_layer_add_field(to, "unit", OFTString) &&
                sm_vector_layer_add_field(to, "area_m2", OFTReal);
    if (count > 0 && maps[0].time != NULL) good = good && sm_vector_layer_add_time(&layer, "time");
    if (count > 0 && maps[0].label != NULL)
      good = good && sm_vector_layer_add_field(to, "label", OFTString) &&
             sm_vector_layer_add_field(to, "from", OFTString) &&
             sm_vector_layer_add_field(to, "until", OFTString) &&
             sm_vector_layer_add_field(to, "people", OFTReal);
    double low = INFINITY, high = -INFINITY;
    for (int m = 0; m < count && good; m++) {
      good = add_map(to, maps[m].grid != NULL ? maps[m].grid : grid, &maps[m]);
      low = fmin(low, maps[m].level);
      high = fmax(high, maps[m].level);
    }
    if (count > 0) good = good && sm_style_areas(&layer, "thresholds", low, high);
    layer.legend = legend;
    status = sm_vector_layer_close(&s, path, &layer, good);
  }
  sm_gis_session_end(&s);
  return status;
}
