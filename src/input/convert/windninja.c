/* Configuration files of WindNinja: `key = value` lines, '#' begins a comment. */
#include "input/convert/internal.h"

#include <string.h>

/* Keys without a counterpart in a case, and what to do instead. Keys that are written to the case
 * are in windninja_case.c and windninja_weather.c; a key of neither is not one of WindNinja. */
struct reason {
  const char *name, *why;
};

static const struct reason reasons[] = {
    {"num_threads", "option --threads of 'simoom run'; by default all"},
    {"config_file", "option of the program"},
    {"response_file", "option of the program"},
    {"fetch_elevation", "simoom downloads nothing: get the elevation file first"},
    {"elevation_source", "simoom downloads nothing: get the elevation file first"},
    {"north", "of a download"},
    {"east", "of a download"},
    {"south", "of a download"},
    {"west", "of a download"},
    {"x_center", "of a download"},
    {"y_center", "of a download"},
    {"x_buffer", "of a download"},
    {"y_buffer", "of a download"},
    {"buffer_units", "of a download"},
    {"wx_model_type", "simoom downloads nothing: get the forecast (GRIB or NetCDF) first"},
    {"forecast_duration", "simoom downloads nothing: all times of the forecast file are used"},
    {"fetch_station", "simoom downloads nothing: get the station file first"},
    {"fetch_metadata", "simoom downloads nothing"},
    {"metadata_filename", "simoom downloads nothing"},
    {"fetch_type", "simoom downloads nothing: the station file is read"},
    {"fetch_current_station_data", "simoom downloads nothing"},
    {"fetch_station_name", "simoom downloads nothing"},
    {"station_buffer", "of a download; stations outside the domain are used"},
    {"station_buffer_units", "of a download; stations outside the domain are used"},
    {"input_speed_grid", "a wind is not read from a raster: use stations, or a weather model"},
    {"input_dir_grid", "a wind is not read from a raster: use stations, or a weather model"},
    {"write_wx_station_kml", "no counterpart"},
    {"write_wx_station_csv", "no counterpart"},
    {"output_speed_units",
     "files are in m/s; --unit of 'simoom plot' and 'simoom export' converts"},
    {"output_buffer_clipping", "maps have the whole domain; gdal_translate -projwin clips"},
    {"write_wx_model_goog_output", "no maps of the weather model itself"},
    {"write_wx_model_shapefile_output", "no maps of the weather model itself"},
    {"write_wx_model_ascii_output", "no maps of the weather model itself"},
    {"write_wx_model_geotiff_output", "no maps of the weather model itself"},
    {"write_goog_output", "after the run: 'simoom export out/NAME.nc -o wind.kmz'"},
    {"goog_out_resolution", "maps have the resolution of the grid"},
    {"units_goog_out_resolution", "maps have the resolution of the grid"},
    {"goog_out_speed_interval_scaling", "no counterpart"},
    {"goog_out_color_scheme", "no counterpart"},
    {"goog_out_vector_scaling", "no counterpart"},
    {"goog_out_use_consistent_color_scale", "pictures of one export share their colours"},
    {"write_shapefile_output", "after the run: 'simoom export out/NAME.nc -o wind.gpkg'"},
    {"shape_out_resolution", "--every of 'simoom export'"},
    {"units_shape_out_resolution", "--every of 'simoom export'"},
    {"ascii_out_aaigrid", "maps are GeoTIFF; gdal_translate -of AAIGrid makes .asc"},
    {"ascii_out_json", "no counterpart"},
    {"ascii_out_proj", "maps are in the projection of the domain"},
    {"ascii_out_geog", "gdalwarp -t_srs EPSG:4326 makes maps in degrees"},
    {"ascii_out_uv", "--field u and v of 'simoom export'"},
    {"ascii_out_resolution", "maps have the resolution of the grid"},
    {"units_ascii_out_resolution", "maps have the resolution of the grid"},
    {"geotiff_out_resolution", "maps have the resolution of the grid"},
    {"units_geotiff_out_resolution", "maps have the resolution of the grid"},
    {"write_farsite_atm", "after the run: 'simoom export out/NAME.nc -o wind.atm'"},
    {"write_pdf_output", "after the run: 'simoom plot out/NAME.nc -o wind.pdf'"},
    {"pdf_out_resolution", "maps have the resolution of the grid"},
    {"units_pdf_out_resolution", "maps have the resolution of the grid"},
    {"pdf_linewidth", "no counterpart"},
    {"pdf_basemap", "no counterpart"},
    {"pdf_height", "--size of 'simoom plot'"},
    {"pdf_width", "--size of 'simoom plot'"},
    {"pdf_size", "--size of 'simoom plot'"},
    {"output_path", "option --output of 'simoom run'"},
    {"compute_friction_velocity", "no counterpart"},
    {"friction_velocity_calculation_method", "no counterpart"},
    {"compute_emissions", "dust is [[particles.source]] with shape = \"ground\""},
    {"fire_perimeter_file", "dust is [[particles.source]] with shape = \"ground\""},
    {"input_points_file", "after the run: --stations of 'simoom export'"},
    {"output_points_file", "after the run: --stations of 'simoom export'"},
    {"existing_case_directory", "cases of OpenFOAM are not read"},
    {"mesh_count", "cells of OpenFOAM; the grid here is of mesh_choice or mesh_resolution"},
    {"number_of_iterations", "iterations of OpenFOAM; here rans.tolerance ends them"},
    {"initialization_speed_dampening_ratio", "no counterpart"},
};

/* Keys that the writers know; the reason holds where they have not used one. */
static const char *const written[] = {"elevation_file",
                                      "initialization_method",
                                      "time_zone",
                                      "forecast_filename",
                                      "forecast_time",
                                      "match_points",
                                      "input_speed",
                                      "input_speed_units",
                                      "input_direction",
                                      "uni_air_temp",
                                      "air_temp_units",
                                      "uni_cloud_cover",
                                      "cloud_cover_units",
                                      "start_year",
                                      "start_month",
                                      "start_day",
                                      "start_hour",
                                      "start_minute",
                                      "stop_year",
                                      "stop_month",
                                      "stop_day",
                                      "stop_hour",
                                      "stop_minute",
                                      "number_time_steps",
                                      "wx_station_filename",
                                      "input_wind_height",
                                      "units_input_wind_height",
                                      "output_wind_height",
                                      "units_output_wind_height",
                                      "vegetation",
                                      "diurnal_winds",
                                      "year",
                                      "month",
                                      "day",
                                      "hour",
                                      "minute",
                                      "mesh_choice",
                                      "mesh_resolution",
                                      "units_mesh_resolution",
                                      "write_ascii_output",
                                      "write_geotiff_output",
                                      "write_vtk_output",
                                      "non_neutral_stability",
                                      "alpha_stability",
                                      "momentum_flag",
                                      "turbulence_output_flag",
                                      "downslope_drag_coefficient",
                                      "downslope_entrainment_coefficient",
                                      "upslope_drag_coefficient",
                                      "upslope_entrainment_coefficient"};

static const char *reason_of(const char *name) {
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (strcmp(reasons[i].name, name) == 0) return reasons[i].why;
  return NULL;
}

static void parse_line(struct sm_ninja *n, char *text, int line) {
  char *comment = strchr(text, '#');
  if (comment != NULL) *comment = '\0';
  text = sm_convert_trim(text);
  if (*text == '\0') return;
  char *equals = strchr(text, '=');
  if (equals == NULL) {
    sm_convert_wrong(n->c, line, "'%.60s' is not \"key = value\"", text);
    return;
  }
  *equals = '\0';
  const struct sm_ninja_entry entry = {sm_convert_trim(text), sm_convert_trim(equals + 1), line,
                                       false};
  n->c->keys++;
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->item[i].name, entry.name) == 0 && strcmp(entry.name, "forecast_time") != 0) {
      sm_convert_wrong(n->c, line, "'%.60s' stands also in line %d", entry.name, n->item[i].line);
      return;
    }
  n->item[n->count++] = entry;
}

const struct sm_ninja_entry *sm_ninja_find(struct sm_ninja *n, const char *name) {
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->item[i].name, name) == 0) {
      n->item[i].used = true;
      return &n->item[i];
    }
  return NULL;
}

const char *sm_ninja_text(struct sm_ninja *n, const char *name, const char *otherwise) {
  const struct sm_ninja_entry *entry = sm_ninja_find(n, name);
  return entry != NULL ? entry->value : otherwise;
}

/* True or false as a word; -1: neither. */
static int truth(const char *word) {
  static const char *const words[] = {"false", "true", "0", "1", "no", "yes", "off", "on"};
  for (int i = 0; i < 8; i++)
    if (strcmp(word, words[i]) == 0) return i % 2;
  return -1;
}

bool sm_ninja_is(struct sm_ninja *n, const char *name, bool otherwise) {
  const struct sm_ninja_entry *entry = sm_ninja_find(n, name);
  if (entry == NULL) return otherwise;
  const int value = truth(entry->value);
  if (value < 0)
    sm_convert_wrong(n->c, entry->line, "%s is true or false, not '%.60s'", name, entry->value);
  return value == 1;
}

double sm_ninja_number(struct sm_ninja *n, const char *name, double otherwise) {
  const struct sm_ninja_entry *entry = sm_ninja_find(n, name);
  double value = otherwise;
  if (entry != NULL && !sm_convert_parse(entry->value, &value))
    sm_convert_wrong(n->c, entry->line, "%s: '%.60s' is not a number", name, entry->value);
  return value;
}

const char *sm_ninja_unit(struct sm_ninja *n, const char *name, const char *otherwise) {
  static const char *const units[][2] = {
      {"mps", ""},    {"mph", "mph"}, {"kph", "km/h"},  {"kts", "kt"},    {"m", ""},
      {"meters", ""}, {"ft", "ft"},   {"feet", "ft"},   {"K", "K"},       {"C", "degC"},
      {"F", "degF"},  {"R", "degR"},  {"fraction", ""}, {"percent", "%"},
  };
  const struct sm_ninja_entry *entry = sm_ninja_find(n, name);
  const char *word = entry != NULL ? entry->value : otherwise;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(units[i][0], word) == 0) return units[i][1];
  sm_convert_wrong(n->c, entry != NULL ? entry->line : 0, "%s: no unit '%.60s'", name, word);
  return "";
}

/* Key of WindNinja that is nearest to a word; NULL: none. */
static const char *nearest(const char *word) {
  enum { WRITTEN = sizeof written / sizeof *written, OTHERS = sizeof reasons / sizeof *reasons };
  const char *names[WRITTEN + OTHERS];
  memcpy(names, written, sizeof written);
  for (size_t i = 0; i < OTHERS; i++) names[WRITTEN + i] = reasons[i].name;
  return sm_text_nearest(word, names, WRITTEN + OTHERS);
}

/* Lists what no writer has used. A switch that is off has the same meaning here. */
static void list_left(struct sm_ninja *n) {
  for (size_t i = 0; i < n->count; i++) {
    const struct sm_ninja_entry *entry = &n->item[i];
    const char *why = reason_of(entry->name);
    bool known = why != NULL;
    for (size_t j = 0; j < sizeof written / sizeof *written; j++)
      known = known || strcmp(written[j], entry->name) == 0;
    if (entry->used || (known && truth(entry->value) == 0)) continue;
    const char *like = known ? NULL : nearest(entry->name);
    if (why != NULL)
      sm_convert_leave(n->c, entry->line, entry->name, "%s", why);
    else if (strcmp(entry->name, "time_zone") == 0)
      sm_convert_leave(n->c, entry->line, entry->name,
                       "no date in the configuration; times are UTC");
    else if (known)
      sm_convert_leave(n->c, entry->line, entry->name, "has no effect with the other keys");
    else
      sm_convert_leave(n->c, entry->line, entry->name, "is not a key of WindNinja%s%s%s",
                       like != NULL ? ": did you mean '" : "", like != NULL ? like : "",
                       like != NULL ? "'?" : "");
  }
}

enum sm_status sm_convert_windninja(struct sm_convert *c, char *text) {
  size_t lines = 1;
  for (const char *s = text; *s != '\0'; s++) lines += *s == '\n';
  struct sm_ninja n = {.c = c};
  SM_TRY(sm_alloc(c->ctx, lines, sizeof *n.item, "the keys of a configuration", &n.item));
  int line = 1;
  for (char *end; text != NULL; text = end, line++) {
    end = strchr(text, '\n');
    if (end != NULL) *end++ = '\0';
    parse_line(&n, text, line);
  }
  sm_ninja_write_case(&n);
  list_left(&n);
  sm_free(n.item);
  return SM_OK;
}
