/* NetCDF files from GRIB2 by wgrib2 (HRRR, RAP, NAM, GFS): one variable per quantity and level,
 * such as UGRD_10maboveground. */
#include "input/weather/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gravity = 9.80665; /* m s-2 */

static const struct sm_weather_quantity quantities[] = {
    SM_QUANTITY(temperature, "K", 1, 150, 350, .names = {"TMP_2maboveground"}),
    SM_QUANTITY(pressure, "Pa", 1, 3e4, 1.2e5, .names = {"PRES_surface"}),
    SM_QUANTITY(z0, "m", 1, 1e-7, 100, .names = {"SFCR_surface"}),
    SM_QUANTITY(friction_velocity, "m s-1", 1, 0, 20, .names = {"FRICV_surface"}),
    SM_QUANTITY(heat_flux, "W m-2", 1, -5000, 5000, .names = {"SHTFL_surface"}),
    SM_QUANTITY(boundary_layer_height, "m", 1, 0, 2e4, .names = {"HPBL_surface"}),
    SM_QUANTITY(cloud, "1", 1, 0, 1,
                .names = {"TCDC_entireatmosphere",
                          "TCDC_entireatmosphere_consideredasasinglelayer_",
                          "TCDC_entireatmosphere(consideredasasinglelayer)"}),
    SM_QUANTITY(short_wave, "W m-2", 1, 0, 2000, .names = {"DSWRF_surface"}),
    SM_QUANTITY(rain, "kg m-2 s-1", 3600, 0, 500, .names = {"PRATE_surface"}, .any_unit = true),
    {.unit = NULL}};

static const char eastward[] = "UGRD_";

bool sm_weather_is_hrrr(struct sm_ncdata *file) {
  struct sm_ncdata_variable variable;
  for (int i = 0; i < file->variable_count; i++)
    if (sm_ncdata_inquire(file, i, &variable) &&
        strncmp(variable.name, eastward, sizeof eastward - 1) == 0)
      return true;
  return false;
}

/* Finds "<prefix><level>". */
static bool find(struct sm_weather_file *file, const char *prefix, const char *level,
                 struct sm_ncdata_variable *out) {
  char name[SM_NCDATA_NAME + 16];
  snprintf(name, sizeof name, "%s%s", prefix, level);
  return sm_ncdata_find(&file->data, name, out);
}

/* Adds the wind of a level, "10maboveground", "925mb", "1hybridlevel". Skips levels without a
 * height (such as "maxwind"). */
static enum sm_status add_level(struct sm_weather_file *file, const struct sm_ncdata_variable *u) {
  const char *name = u->name + sizeof eastward - 1;
  struct sm_ncdata_variable v, at, t;
  struct sm_weather_layer *layer;
  char *end;
  const double value = strtod(name, &end);
  const bool number = end != name && value > 0 && isfinite(value);
  const bool above_ground = number && strcmp(end, "maboveground") == 0;
  const bool pressure = number && strcmp(end, "mb") == 0 && value < 1100;
  const bool has_height = !above_ground && find(file, "HGT_", name, &at);
  if (!above_ground && !pressure && !has_height) return SM_OK;
  if (!find(file, "VGRD_", name, &v)) {
    char sought[SM_NCDATA_NAME + 16];
    snprintf(sought, sizeof sought, "VGRD_%s", name);
    return sm_ncdata_absent(&file->data, "northward wind", sought);
  }
  SM_TRY(sm_weather_file_add_layer(file, u, &v, &layer));
  layer->along_grid = true;
  layer->kind = above_ground ? SM_HEIGHT_CONSTANT : SM_ALTITUDE_CONSTANT;
  if (find(file, "TMP_", name, &t)) {
    SM_TRY(sm_weather_field_bind(file, &t, "K", &layer->warmth[0]));
    layer->warmth_count = layer->warmth[0].levels == layer->u.levels;
  }
  for (size_t z = 0; z < layer->u.levels; z++)
    layer->level[z] = above_ground ? value : sm_standard_altitude(100 * value);
  if (!has_height) return SM_OK;
  layer->kind = SM_ALTITUDE_FIELD;
  layer->at_count = 1;
  return sm_weather_field_bind_altitude(file, &at, gravity, &layer->at[0]);
}

enum sm_status sm_weather_hrrr_describe(struct sm_weather_file *file) {
  struct sm_ncdata *data = &file->data;
  struct sm_ncdata_variable a, b;
  file->quantity = quantities;
  if (!sm_ncdata_find(data, "latitude", &a) || !sm_ncdata_find(data, "longitude", &b))
    return sm_ncdata_absent(data, "coordinates", "latitude and longitude");
  SM_TRY(sm_weather_grid_bind(data, &a, &b, "degree", &file->grid));
  SM_TRY(sm_weather_times_find(file));
  for (int i = 0; i < data->variable_count; i++)
    if (sm_ncdata_inquire(data, i, &a) && strncmp(a.name, eastward, sizeof eastward - 1) == 0)
      SM_TRY(add_level(file, &a));
  if (file->layer_count == 0)
    return sm_ncdata_absent(data, "wind at a height",
                            "UGRD_10maboveground, UGRD_925mb, or another level with its HGT_");
  SM_TRY(sm_weather_frame_bind(file));
  if (!sm_ncdata_find(data, "HGT_surface", &a)) return SM_OK;
  file->has_ground = true;
  return sm_weather_field_bind_altitude(file, &a, gravity, &file->ground);
}
