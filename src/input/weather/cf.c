/* Weather files of the CF conventions; finds variables by standard name, or by the names of weather
 * centres (ERA5, ICON, COSMO, AROME, CMIP). */
#include "input/weather/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gravity = 9.80665; /* m s-2 */
static const double usual_height = 10; /* m, for winds without a height */
#define PER_HOUR (1 / 3600.0)          /* s-1 */
#define HOUR 3600.0                    /* s */

/* Quantities of ECMWF come first: only ECMWF counts fluxes downwards, whatever the standard name
 * says. Accumulated values of ERA5 are sums over the hour before the time. */
enum { ECMWF_QUANTITIES = 3 };
static const struct sm_weather_quantity quantities[] = {
    SM_QUANTITY(heat_flux, "W m-2", -1, -5000, 5000, .names = {"ishf", "avg_ishf", "msshf", "sshf"},
                .any_unit = true),
    SM_QUANTITY(heat_flux, "J m-2", -PER_HOUR, -5000, 5000, .names = {"sshf"}, .any_unit = true),
    SM_QUANTITY(short_wave, "J m-2", PER_HOUR, 0, 2000, .names = {"ssrd"}, .any_unit = true),
    SM_QUANTITY(temperature, "K", 1, 150, 350, .names = {"t2m", "2t", "T2M", "T_2M", "tas"},
                .standard = "air_temperature"),
    SM_QUANTITY(pressure, "Pa", 1, 3e4, 1.2e5, .names = {"sp", "ps", "PS"},
                .standard = "surface_air_pressure"),
    SM_QUANTITY(z0, "m", 1, 1e-7, 100, .names = {"fsr", "z0", "Z0"},
                .standard = "surface_roughness_length"),
    SM_QUANTITY(friction_velocity, "m s-1", 1, 0, 20, .names = {"zust"}),
    SM_QUANTITY(heat_flux, "W m-2", 1, -5000, 5000, .names = {"hfss"},
                .standard = "surface_upward_sensible_heat_flux"),
    SM_QUANTITY(heat_flux, "W m-2", -1, -5000, 5000, .names = {NULL},
                .standard = "surface_downward_sensible_heat_flux"),
    SM_QUANTITY(boundary_layer_height, "m", 1, 0, 2e4, .names = {"blh", "hpbl", "zmla"},
                .standard = "atmosphere_boundary_layer_thickness"),
    SM_QUANTITY(cloud, "1", 1, 0, 1, .names = {"tcc", "clt"}, .standard = "cloud_area_fraction"),
    SM_QUANTITY(short_wave, "W m-2", 1, 0, 2000, .names = {"avg_sdswrf", "msdswrf", "rsds"},
                .standard = "surface_downwelling_shortwave_flux_in_air"),
    /* no sums, such as tp: what they begin with is not in the file */
    SM_QUANTITY(rain, "kg m-2 s-1", HOUR, 0, 500,
                .names = {"avg_tprate", "mtpr", "tprate", "prate", "pr"},
                .standard = "precipitation_flux", .any_unit = true),
    SM_QUANTITY(rain, "m s-1", 1000 * HOUR, 0, 500, .standard = "lwe_precipitation_rate",
                .any_unit = true),
    {.unit = NULL}};

/* Standard names of the wind components. */
static const struct {
  const char *u, *v;
  enum sm_wind_frame frame;
} standard_winds[] = {{"eastward_wind", "northward_wind", SM_FRAME_EARTH},
                      {"x_wind", "y_wind", SM_FRAME_GRID},
                      {"grid_eastward_wind", "grid_northward_wind", SM_FRAME_GRID}};

/* Names of eastward winds in files without standard names. */
static const char *const usual_winds[] = {"u10",  "10u", "u10m", "U10", "U10M", "U_10M", "u100",
                                          "100u", "uas", "ua",   "u",   "U",    NULL};

/* ---- finding ---- */

static bool has_text(struct sm_weather_file *file, const struct sm_ncdata_variable *variable,
                     const char *attribute, const char *value) {
  char text[SM_NCDATA_TEXT];
  return sm_ncdata_text(&file->data, variable, attribute, text) && strcmp(text, value) == 0;
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names != NULL; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

/* True for coordinates of a rotated pole, to which some files give the unit degrees_north. */
static bool is_of_projection(struct sm_weather_file *file,
                             const struct sm_ncdata_variable *variable) {
  return has_text(file, variable, "standard_name", "grid_latitude") ||
         has_text(file, variable, "standard_name", "grid_longitude");
}

/* Finds the first numeric variable with a dimension and a given attribute value. */
static bool find_text(struct sm_weather_file *file, const char *attribute, const char *value,
                      struct sm_ncdata_variable *out) {
  for (int i = 0; i < file->data.variable_count; i++)
    if (sm_ncdata_inquire(&file->data, i, out) && out->numeric && out->rank > 0 &&
        has_text(file, out, attribute, value) && !is_of_projection(file, out))
      return true;
  return false;
}

static bool same_dimensions(const struct sm_ncdata_variable *a,
                            const struct sm_ncdata_variable *b) {
  return a->rank == b->rank &&
         memcmp(a->dimension, b->dimension, (size_t)a->rank * sizeof *a->dimension) == 0;
}

static enum sm_status bind_grid(struct sm_weather_file *file) {
  static const char *const names[2][5] = {{"latitude", "lat", "XLAT", "clat", NULL},
                                          {"longitude", "lon", "XLONG", "clon", NULL}};
  static const char *const units[2] = {"degrees_north", "degrees_east"};
  struct sm_ncdata_variable found[2];
  bool mapped;
  for (int n = 0; n < 2; n++)
    if (!find_text(file, "standard_name", names[n][0], &found[n]) &&
        !find_text(file, "units", units[n], &found[n]) &&
        !sm_ncdata_find_any(&file->data, names[n], &found[n])) {
      SM_TRY(sm_weather_grid_mapping(&file->data, &file->grid, &mapped));
      if (mapped) return SM_OK;
      return sm_ncdata_absent(&file->data, n == 0 ? "latitudes" : "longitudes",
                              n == 0 ? "the standard name latitude, units of degrees_north, "
                                       "latitude, lat, and a grid mapping with its coordinates"
                                     : "the standard name longitude, units of degrees_east, "
                                       "longitude, lon, and a grid mapping with its coordinates");
    }
  return sm_weather_grid_bind(&file->data, &found[0], &found[1], "degree", &file->grid);
}

static enum sm_status find_ground(struct sm_weather_file *file) {
  static const char *const standards[] = {"surface_altitude", "surface_geopotential",
                                          "geopotential", NULL};
  static const char *const names[] = {"orog",  "orography", "topography", "topo",
                                      "HSURF", "hsurf",     "HGT",        NULL};
  for (int i = 0; i < file->data.variable_count; i++) {
    struct sm_ncdata_variable variable;
    char standard[SM_NCDATA_TEXT];
    if (!sm_ncdata_inquire(&file->data, i, &variable) || !sm_weather_field_fits(file, &variable))
      continue;
    sm_ncdata_text(&file->data, &variable, "standard_name", standard);
    if (!is_one_of(standard, standards) && !is_one_of(variable.name, names)) continue;
    SM_TRY(sm_weather_field_bind_altitude(file, &variable, gravity, &file->ground));
    file->has_ground = file->ground.z < 0; /* else the height of an atmospheric level */
    if (file->has_ground) return SM_OK;
  }
  return SM_OK;
}

/* ---- heights of winds ---- */

/* Finds a variable with the heights of the levels of a wind. */
static bool find_heights(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                         struct sm_ncdata_variable *out, bool *above_ground) {
  static const char *const altitudes[] = {"geopotential_height", "geopotential", "altitude",
                                          "height_above_mean_sea_level", NULL};
  static const char *const names[] = {"z", "zg", "gh", "geopotential", "phi", "HGT", NULL};
  for (int i = 0; i < file->data.variable_count; i++) {
    char standard[SM_NCDATA_TEXT];
    if (!sm_ncdata_inquire(&file->data, i, out) || !out->numeric ||
        !same_dimensions(out, &layer->u.variable))
      continue;
    sm_ncdata_text(&file->data, out, "standard_name", standard);
    *above_ground = strcmp(standard, "height") == 0;
    if (*above_ground || is_one_of(standard, altitudes) || is_one_of(out->name, names)) return true;
  }
  return false;
}

/* Reads the heights of levels from their coordinate: heights, altitudes or pressures. */
static bool take_coordinate(struct sm_weather_file *file, struct sm_weather_layer *layer) {
  char name[SM_NCDATA_NAME], unit[SM_NCDATA_TEXT], standard[SM_NCDATA_TEXT];
  struct sm_ncdata_variable levels;
  const int dimension = layer->u.variable.dimension[layer->u.z];
  const size_t start = 0, count = layer->u.levels;
  sm_ncdata_dimension_name(&file->data, dimension, name);
  if (!sm_ncdata_find(&file->data, name, &levels) || levels.rank != 1 ||
      levels.dimension[0] != dimension || !sm_ncdata_text(&file->data, &levels, "units", unit) ||
      unit[0] == '\0')
    return false;
  struct sm_ncdata_variable pressures = levels;
  sm_ncdata_text(&file->data, &levels, "standard_name", standard);
  layer->kind = SM_HEIGHT_CONSTANT;
  if (sm_ncdata_convert(&file->data, &levels, "m") == SM_OK) {
    if (strcmp(standard, "altitude") == 0 || strcmp(standard, "geopotential_height") == 0 ||
        strcmp(standard, "height_above_mean_sea_level") == 0)
      layer->kind = SM_ALTITUDE_CONSTANT;
    return sm_ncdata_read(&file->data, &levels, &start, &count, layer->level) == SM_OK;
  }
  if (sm_ncdata_convert(&file->data, &pressures, "Pa") != SM_OK ||
      sm_ncdata_read(&file->data, &pressures, &start, &count, layer->level) != SM_OK)
    return false;
  layer->kind = SM_ALTITUDE_CONSTANT;
  for (size_t z = 0; z < count; z++) layer->level[z] = sm_standard_altitude(layer->level[z]);
  if (!file->again)
    sm_warn(file->ctx,
            "%s: warning: no heights of the pressure levels of '%s' (geopotential or "
            "geopotential_height): those of the standard atmosphere are taken",
            file->data.path, layer->u.variable.name);
  return true;
}

/* Reads a height in metres from a scalar coordinate of a variable. */
static bool scalar_height(struct sm_weather_file *file, const struct sm_ncdata_variable *u,
                          double *height) {
  char list[SM_NCDATA_TEXT], *rest = list;
  const size_t none = 0;
  if (!sm_ncdata_text(&file->data, u, "coordinates", list)) return false;
  while (*rest != '\0') {
    struct sm_ncdata_variable scalar;
    char *name = rest;
    rest += strcspn(rest, " ");
    if (*rest != '\0') *rest++ = '\0';
    if (!sm_ncdata_find(&file->data, name, &scalar) || scalar.rank != 0) continue;
    const bool is_height = has_text(file, &scalar, "standard_name", "height") ||
                           strncmp(scalar.name, "height", 6) == 0;
    if (is_height && sm_ncdata_convert(&file->data, &scalar, "m") == SM_OK &&
        sm_ncdata_read(&file->data, &scalar, &none, &none, height) == SM_OK && *height > 0)
      return true;
  }
  return false;
}

/* Height of a single-level wind without a coordinate: a scalar coordinate,
 * the number in its name ("u100"), or the height of weather stations; NAN
 * when the number may be a pressure ("u850"). */
static double single_height(struct sm_weather_file *file, const struct sm_ncdata_variable *u) {
  double height = 0;
  if (scalar_height(file, u, &height)) return height;
  const char *digits = u->name + strcspn(u->name, "0123456789");
  if (*digits != '\0') height = strtod(digits, NULL);
  if (height >= 1 && height < 200) return height;
  const bool is_usual = *digits == '\0';
  if (strcmp(u->name, "uas") != 0 && !file->again)
    sm_warn(file->ctx, "%s: warning: '%s' does not tell its height: %s", file->data.path, u->name,
            is_usual ? "10 m above ground is taken" : "it is left out");
  return is_usual ? usual_height : (double)NAN;
}

static enum sm_status set_heights(struct sm_weather_file *file, struct sm_weather_layer *layer) {
  struct sm_ncdata_variable at;
  bool above_ground;
  if (layer->u.z >= 0) {
    if (find_heights(file, layer, &at, &above_ground)) {
      layer->kind = above_ground ? SM_HEIGHT_FIELD : SM_ALTITUDE_FIELD;
      layer->at_count = 1;
      return sm_weather_field_bind_altitude(file, &at, gravity, &layer->at[0]);
    }
    if (take_coordinate(file, layer)) return SM_OK;
    if (layer->u.levels > 1)
      return sm_ncdata_absent(&file->data, "heights of the levels of the wind",
                              "geopotential, geopotential_height, height or altitude of the same "
                              "dimensions, and levels in Pa or m");
  }
  layer->kind = SM_HEIGHT_CONSTANT;
  layer->level[0] = single_height(file, &layer->u.variable);
  return SM_OK;
}

/* ---- winds ---- */

/* Finds the northward wind of an eastward one: the same name except for a letter (u10, v10;
 * x_wind_10m, y_wind_10m), or the standard name; with the same dimensions. */
static bool find_partner(struct sm_weather_file *file, const struct sm_ncdata_variable *u,
                         const char *standard, struct sm_ncdata_variable *out) {
  static const char from[] = "uUxX", to[] = "vVyY";
  char name[SM_NCDATA_NAME];
  memcpy(name, u->name, sizeof name);
  for (char *c = name; *c != '\0'; c++) {
    const char *letter = strchr(from, *c);
    if (letter == NULL) continue;
    *c = to[letter - from];
    if (sm_ncdata_find(&file->data, name, out) && out->numeric && same_dimensions(u, out))
      return true;
    *c = *letter;
  }
  for (int i = 0; i < file->data.variable_count; i++)
    if (sm_ncdata_inquire(&file->data, i, out) && out->numeric && same_dimensions(u, out) &&
        has_text(file, out, "standard_name", standard))
      return true;
  return false;
}

/* Air temperature on the levels of a wind. */
static enum sm_status bind_temperature(struct sm_weather_file *file,
                                       struct sm_weather_layer *layer) {
  static const char *const names[] = {"t", "ta", "T", "temperature", NULL};
  for (int i = 0; i < file->data.variable_count && layer->u.z >= 0; i++) {
    struct sm_ncdata_variable t;
    if (!sm_ncdata_inquire(&file->data, i, &t) || !t.numeric ||
        !same_dimensions(&t, &layer->u.variable) ||
        !(has_text(file, &t, "standard_name", "air_temperature") || is_one_of(t.name, names)))
      continue;
    layer->warmth_count = 1;
    return sm_weather_field_bind(file, &t, "K", &layer->warmth[0]);
  }
  return SM_OK;
}

/* Adds a variable as a layer if it is an eastward wind. */
static enum sm_status try_wind(struct sm_weather_file *file, const struct sm_ncdata_variable *u) {
  const char *partner = NULL;
  enum sm_wind_frame named = SM_FRAME_AUTO;
  if (!sm_weather_field_fits(file, u)) return SM_OK;
  for (size_t n = 0; n < sizeof standard_winds / sizeof *standard_winds && partner == NULL; n++)
    if (has_text(file, u, "standard_name", standard_winds[n].u)) {
      partner = standard_winds[n].v;
      named = standard_winds[n].frame;
    }
  if (partner == NULL && is_one_of(u->name, usual_winds)) partner = "northward_wind";
  if (partner == NULL) return SM_OK;
  struct sm_ncdata_variable v;
  if (!find_partner(file, u, partner, &v)) {
    char what[SM_NCDATA_NAME + 32];
    snprintf(what, sizeof what, "wind to the north beside '%s'", u->name);
    return sm_ncdata_absent(&file->data, what, partner);
  }
  struct sm_weather_layer *layer;
  SM_TRY(sm_weather_file_add_layer(file, u, &v, &layer));
  SM_TRY(sm_weather_frame_find(file, named, layer));
  SM_TRY(bind_temperature(file, layer));
  return set_heights(file, layer);
}

/* Adds speeds with directions of the same dimensions as layers, for files without components. */
static enum sm_status try_speed(struct sm_weather_file *file,
                                const struct sm_ncdata_variable *speed) {
  struct sm_weather_layer layer = {.by_direction = true}, *added;
  struct sm_ncdata_variable from;
  if (!sm_weather_field_fits(file, speed) || !has_text(file, speed, "standard_name", "wind_speed"))
    return SM_OK;
  for (int i = 0; i < file->data.variable_count; i++) {
    if (!sm_ncdata_inquire(&file->data, i, &from) || !from.numeric ||
        !same_dimensions(speed, &from) ||
        !has_text(file, &from, "standard_name", "wind_from_direction"))
      continue;
    SM_TRY(sm_weather_field_bind(file, speed, "m s-1", &layer.u));
    SM_TRY(sm_weather_field_bind(file, &from, "degree", &layer.v));
    SM_TRY(bind_temperature(file, &layer));
    SM_TRY(sm_weather_file_keep_layer(file, &layer, &added));
    return set_heights(file, added);
  }
  return SM_OK;
}

enum sm_status sm_weather_cf_describe(struct sm_weather_file *file) {
  char centre[SM_NCDATA_TEXT];
  const bool other =
      sm_ncdata_text(&file->data, NULL, "GRIB_centre", centre) && strcmp(centre, "ecmf") != 0;
  file->quantity = other ? quantities + ECMWF_QUANTITIES : quantities;
  SM_TRY(bind_grid(file));
  SM_TRY(sm_weather_times_find(file));
  SM_TRY(sm_weather_frame_bind(file));
  for (int i = 0; i < file->data.variable_count; i++) {
    struct sm_ncdata_variable u;
    if (sm_ncdata_inquire(&file->data, i, &u)) SM_TRY(try_wind(file, &u));
  }
  const bool none = file->layer_count == 0;
  for (int i = 0; i < file->data.variable_count && none; i++) {
    struct sm_ncdata_variable speed;
    if (sm_ncdata_inquire(&file->data, i, &speed)) SM_TRY(try_speed(file, &speed));
  }
  if (file->layer_count == 0)
    return sm_ncdata_absent(&file->data, "wind on the grid of the latitudes and longitudes",
                            "the standard names eastward_wind, x_wind and grid_eastward_wind, and "
                            "u10, u100, uas, ua, u and the like");
  return find_ground(file);
}
