/* WRF output (wrfout), with winds on cell faces. */
#include "input/weather/internal.h"

#include <math.h>
#include <string.h>

static const double gravity = 9.81; /* m s-2, of WRF */

/* Summer roughness length, m, by land-use class: run/LANDUSE.TBL of WRF 4, SFZ0. Class 0 is
 * unused. */
static const double usgs[] = {NAN,  0.8, 0.15, 0.1, 0.15, 0.14, 0.2,  0.12, 0.05, 0.06,
                              0.15, 0.5, 0.5,  0.5, 0.5,  0.5,  1e-4, 0.2,  0.4,  0.01,
                              0.1,  0.3, 0.15, 0.1, 1e-3, 0.01, 0.15, 0.01};
static const double modis[] = {NAN, 0.5,  0.5, 0.5,  0.5,  0.5,  0.05, 0.06, 0.05, 0.15, 0.12,
                               0.3, 0.15, 0.8, 0.14, 1e-3, 0.01, 1e-4, 0.3,  0.15, 0.1};

static const struct sm_weather_quantity quantities[] = {
    SM_QUANTITY(temperature, "K", 1, 150, 350, .names = {"T2"}),
    SM_QUANTITY(pressure, "Pa", 1, 3e4, 1.2e5, .names = {"PSFC"}),
    SM_QUANTITY(z0, "m", 1, 1e-7, 100, .names = {"ZNT", "Z0"}),
    SM_QUANTITY(z0, "1", 1, 1e-7, 100, .names = {"LU_INDEX"}, .of_class = true),
    SM_QUANTITY(friction_velocity, "m s-1", 1, 0, 20, .names = {"UST"}),
    SM_QUANTITY(heat_flux, "W m-2", 1, -5000, 5000, .names = {"HFX"}),
    SM_QUANTITY(boundary_layer_height, "m", 1, 0, 2e4, .names = {"PBLH"}),
    SM_QUANTITY(short_wave, "W m-2", 1, 0, 2000, .names = {"SWDOWN"}),
    {.unit = NULL}};

/* Selects the land-use table by an attribute of the file. */
static void find_classes(struct sm_weather_file *file) {
  char name[SM_NCDATA_TEXT];
  sm_ncdata_text(&file->data, NULL, "MMINLU", name);
  if (strncmp(name, "USGS", 4) == 0) {
    file->class_z0 = usgs;
    file->classes = sizeof usgs / sizeof *usgs;
  } else if (strstr(name, "MODIS") != NULL) {
    file->class_z0 = modis;
    file->classes = sizeof modis / sizeof *modis;
  }
}

bool sm_weather_is_wrf(struct sm_ncdata *file) {
  struct sm_ncdata_variable variable;
  return sm_ncdata_find(file, "XLAT", &variable) && sm_ncdata_find(file, "XLONG", &variable);
}

/* Reads minutes since the start of the run, where XTIME has no reference date. */
static enum sm_status read_minutes(struct sm_weather_file *file, struct sm_ncdata_variable *xtime) {
  static const char *const starts[] = {"SIMULATION_START_DATE", "START_DATE"};
  char units[SM_NCDATA_TEXT], start[SM_NCDATA_TEXT];
  sm_ncdata_text(&file->data, xtime, "units", units);
  if (strstr(units, " since ") != NULL) return sm_weather_times_read(file, xtime);
  for (int n = 0; n < 2; n++)
    if (sm_ncdata_text(&file->data, NULL, starts[n], start))
      return sm_weather_times_since(file, xtime, units[0] != '\0' ? units : "minutes", start);
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: 'XTIME' does not tell since when it counts, and neither do the "
                 "attributes SIMULATION_START_DATE and START_DATE",
                 file->data.path);
}

/* Reads times from texts such as "2012-10-30_12:00:00", else from XTIME. */
static enum sm_status read_times(struct sm_weather_file *file) {
  static const char *const others[] = {"Time", "time", "valid_time", NULL};
  struct sm_ncdata_variable times, xtime;
  const bool minutes = sm_ncdata_find(&file->data, "XTIME", &xtime) && xtime.numeric;
  if (sm_ncdata_find(&file->data, "Times", &times)) {
    const enum sm_status status = sm_weather_times_read(file, &times);
    if (status != SM_ERR_DATA || !minutes) return status;
    SM_TRY(read_minutes(file, &xtime));
    if (!file->again)
      sm_warn(file->ctx, "%s: warning: 'Times' contains no dates: the times are those of XTIME",
              file->data.path);
    return SM_OK;
  }
  if (minutes) return read_minutes(file, &xtime);
  if (sm_ncdata_find_any(&file->data, others, &times)) return sm_weather_times_read(file, &times);
  return sm_ncdata_absent(&file->data, "times", "Times and XTIME");
}

/* Staggered dimension of a variable on faces: one longer than that of the grid, and not a grid
 * dimension; -1: not staggered. */
static int staggered(const struct sm_weather_grid *grid, const struct sm_ncdata_variable *variable,
                     int from_end, size_t size) {
  const int d = variable->rank - from_end, id = d >= 0 ? variable->dimension[d] : -1;
  const bool own = id == grid->x_dimension || id == grid->y_dimension;
  return d >= 0 && !own && variable->size[d] == size + 1 ? id : -1;
}

/* Potential temperature less 300 K, and perturbation and base state of the pressure. */
static enum sm_status bind_temperature(struct sm_weather_file *file,
                                       struct sm_weather_layer *layer) {
  static const char *const names[] = {"T", "P", "PB"}, *const units[] = {"K", "Pa", "Pa"};
  for (int n = 0; n < 3; n++) {
    struct sm_ncdata_variable variable;
    if (!sm_ncdata_find(&file->data, names[n], &variable) ||
        !sm_weather_field_fits(file, &variable))
      return SM_OK;
    SM_TRY(sm_weather_field_bind(file, &variable, units[n], &layer->warmth[n]));
    if (layer->warmth[n].levels != layer->u.levels) return SM_OK;
  }
  layer->warmth_count = 3;
  return SM_OK;
}

static enum sm_status add_levels(struct sm_weather_file *file, const struct sm_ncdata_variable *u,
                                 const struct sm_ncdata_variable *v) {
  struct sm_ncdata_variable ph, phb;
  struct sm_weather_layer *layer;
  file->grid.staggered_x = staggered(&file->grid, u, 1, file->grid.nx);
  file->grid.staggered_y = staggered(&file->grid, v, 2, file->grid.ny);
  if (!sm_ncdata_find(&file->data, "PH", &ph) || !sm_ncdata_find(&file->data, "PHB", &phb))
    return sm_ncdata_absent(&file->data, "heights of the levels", "PH and PHB");
  SM_TRY(sm_weather_file_add_layer(file, u, v, &layer));
  SM_TRY(sm_weather_field_bind_altitude(file, &ph, gravity, &layer->at[0]));
  SM_TRY(sm_weather_field_bind_altitude(file, &phb, gravity, &layer->at[1]));
  layer->at_count = 2;
  layer->kind = SM_ALTITUDE_FIELD;
  layer->along_grid = true;
  return bind_temperature(file, layer);
}

enum sm_status sm_weather_wrf_describe(struct sm_weather_file *file) {
  struct sm_ncdata *data = &file->data;
  struct sm_ncdata_variable a, b;
  struct sm_weather_layer *layer;
  file->quantity = quantities;
  find_classes(file);
  if (!sm_ncdata_find(data, "XLAT", &a) || !sm_ncdata_find(data, "XLONG", &b))
    return sm_ncdata_absent(data, "coordinates", "XLAT and XLONG");
  SM_TRY(sm_weather_grid_bind(data, &a, &b, "degree", &file->grid));
  SM_TRY(read_times(file));
  if (sm_ncdata_find(data, "U", &a) && sm_ncdata_find(data, "V", &b))
    SM_TRY(add_levels(file, &a, &b));
  if (sm_ncdata_find(data, "U10", &a) && sm_ncdata_find(data, "V10", &b)) {
    SM_TRY(sm_weather_file_add_layer(file, &a, &b, &layer));
    layer->level[0] = 10;
    layer->along_grid = true;
  }
  if (file->layer_count == 0) return sm_ncdata_absent(data, "wind", "U and V, and U10 and V10");
  if (sm_ncdata_find(data, "HGT", &a)) {
    SM_TRY(sm_weather_field_bind_altitude(file, &a, gravity, &file->ground));
    file->has_ground = true;
  }
  return sm_weather_frame_bind(file);
}
