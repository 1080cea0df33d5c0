/* QGIS layer styles in a GeoPackage. */
#include "input/gis/vector/internal.h"

#include <gdal.h>
#include <math.h>
#include <stdio.h>

enum { SQL = 4096 };

#define OPTION(name, value) "<Option name=\"" name "\" type=\"QString\" value=\"" value "\"/>"
#define RULE(name, expression)                                                                     \
  "<Option name=\"" name "\" type=\"Map\"><Option name=\"active\" type=\"bool\" value=\"true\"/>"  \
  "<Option name=\"expression\" type=\"QString\" value=\"" expression "\"/>"                        \
  "<Option name=\"type\" type=\"int\" value=\"3\"/></Option>"
#define BEGIN(kind, opacity, symbol)                                                               \
  "<!DOCTYPE qgis PUBLIC \"http://mrcc.com/qgis.dtd\" \"SYSTEM\"><qgis version=\"3.22\" "          \
  "styleCategories=\"Symbology\"><renderer-v2 type=\"singleSymbol\" symbollevels=\"0\" "           \
  "enableorderby=\"0\" forceraster=\"0\"><symbols><symbol type=\"" kind "\" name=\"0\" "           \
  "alpha=\"" opacity "\" clip_to_extent=\"1\" force_rhr=\"0\"><layer class=\"" symbol "\" "        \
  "enabled=\"1\" locked=\"0\" pass=\"0\"><Option type=\"Map\">"
#define RULES                                                                                      \
  "</Option><data_defined_properties><Option type=\"Map\"><Option name=\"name\" "                  \
  "type=\"QString\" value=\"\"/><Option name=\"properties\" type=\"Map\">"
#define END                                                                                        \
  "</Option><Option name=\"type\" type=\"QString\" value=\"collection\"/></Option>"                \
  "</data_defined_properties></layer></symbol></symbols></renderer-v2></qgis>"
#define VIRIDIS(value, low, high)                                                                  \
  "ramp_color(&apos;Viridis&apos;, scale_linear(" value ", " low ", " high ", 0, 1))"

static bool execute(const struct sm_vector_layer *layer, const char *sql) {
  CPLErrorReset();
  OGRLayerH result = GDALDatasetExecuteSQL(layer->data, sql, NULL, NULL);
  if (result != NULL) GDALDatasetReleaseResultSet(layer->data, result);
  return CPLGetLastErrorType() < CE_Failure;
}

/* Stores a style; qml must not contain single quotes. */
static bool put(const struct sm_vector_layer *layer, const char *table, const char *qml) {
  char sql[SQL + 512];
  snprintf(sql, sizeof sql,
           "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, "
           "f_geometry_column, styleName, styleQML, useAsDefault) VALUES "
           "('', '', '%s', 'geom', 'simoom', '%s', 1)",
           table, qml);
  return execute(layer,
                 "CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "
                 "f_table_catalog TEXT(256), f_table_schema TEXT(256), f_table_name TEXT(256), "
                 "f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT, "
                 "useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30), "
                 "update_time DATETIME)") &&
         execute(layer, sql);
}

bool sm_style_arrows(const struct sm_vector_layer *layer, const char *table, double fastest) {
  char qml[SQL];
  if (!layer->package) return true;
  snprintf(qml, sizeof qml,
           BEGIN("marker", "1", "SimpleMarker") OPTION("name", "arrow") OPTION("size", "3")
               OPTION("size_unit", "MM") OPTION("outline_style", "no")
                   RULES RULE("angle", "degrees(atan2(&quot;u&quot;, &quot;v&quot;))")
                       RULE("fillColor", VIRIDIS("&quot;wind_speed&quot;", "0", "%.6g")) END,
           fastest > 0 ? fastest : 1);
  return put(layer, table, qml);
}

bool sm_style_areas(const struct sm_vector_layer *layer, const char *table, double low,
                    double high) {
  const bool decades = low > 0;
  char qml[SQL];
  if (!layer->package) return true;
  const double from = decades ? log(low) : low, to = decades ? log(high) : high;
  snprintf(qml, sizeof qml,
           BEGIN("fill", "0.5", "SimpleFill") OPTION("style", "solid")
               OPTION("outline_style", "solid") OPTION("outline_width", "0.3")
                   RULES RULE("fillColor", VIRIDIS("%s&quot;threshold&quot;%s", "%.9g", "%.9g"))
                       END,
           decades ? "ln(" : "", decades ? ")" : "", from, to > from ? to : from + 1);
  return put(layer, table, qml);
}
