/* Grid-relative winds: finds out whether wind components follow the grid of a weather model or true
 * east and north, and the rotation of the grid (GRIB_uvRelativeToGrid, standard names, COSALPHA and
 * SINALPHA). */
#include "input/weather/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double degrees = 180 / 3.14159265358979323846;
static const double noticeable = 0.5; /* deg: no warning for smaller rotations */
static const double different = 1;    /* deg, tolerance between positions and COSALPHA */

/* ---- the way of x ---- */

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names != NULL; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

/* True for the dimension of x (0) or y (1), by its name or coordinate variable. */
static bool is_along(struct sm_weather_file *file, int dimension, int axis) {
  static const char
      *const names[2][8] = {{"x", "rlon", "lon", "longitude", "west_east", "i", "ni"},
                            {"y", "rlat", "lat", "latitude", "south_north", "j", "nj"}},
             *const standards[2][4] = {{"projection_x_coordinate", "grid_longitude", "longitude"},
                                       {"projection_y_coordinate", "grid_latitude", "latitude"}},
             *const axes[2] = {"X", "Y"};
  char name[SM_NCDATA_NAME], text[SM_NCDATA_TEXT];
  struct sm_ncdata_variable coordinate;
  struct sm_ncdata data = file->data;
  sm_ncdata_dimension_name(&file->data, dimension, name);
  if (sm_ncdata_find(&data, name, &coordinate)) {
    if (sm_ncdata_text(&file->data, &coordinate, "standard_name", text))
      return is_one_of(text, standards[axis]);
    if (sm_ncdata_text(&file->data, &coordinate, "axis", text))
      return strcmp(text, axes[axis]) == 0;
  }
  return is_one_of(name, names[axis]);
}

enum sm_status sm_weather_frame_bind(struct sm_weather_file *file) {
  struct sm_weather_grid *grid = &file->grid;
  struct sm_ncdata_variable a, b;
  grid->transposed = is_along(file, grid->x_dimension, 1) && is_along(file, grid->y_dimension, 0);
  if (!sm_ncdata_find(&file->data, "COSALPHA", &a) || !sm_ncdata_find(&file->data, "SINALPHA", &b))
    return SM_OK;
  if (!sm_weather_field_fits(file, &a) || !sm_weather_field_fits(file, &b)) return SM_OK;
  SM_TRY(sm_weather_field_bind(file, &a, "1", &file->turn[0]));
  SM_TRY(sm_weather_field_bind(file, &b, "1", &file->turn[1]));
  file->has_turn = true;
  return SM_OK;
}

/* True when x, the coordinate of the columns, falls: u is then positive against their order. */
static bool falls(struct sm_weather_file *file, const struct sm_ncdata_variable *u) {
  const struct sm_weather_grid *grid = &file->grid;
  char name[SM_NCDATA_NAME];
  struct sm_ncdata_variable x;
  double value[2] = {0, 0};
  const size_t start = 0, count = 2;
  sm_ncdata_dimension_name(&file->data, grid->transposed ? grid->y_dimension : grid->x_dimension,
                           name);
  if (sm_ncdata_find(&file->data, name, &x) && x.rank == 1 && x.numeric && x.size[0] > 1 &&
      sm_ncdata_read(&file->data, &x, &start, &count, value) == SM_OK)
    return value[1] < value[0];
  return sm_ncdata_numbers(&file->data, u, "GRIB_iScansNegatively", value, 1) == 1 && value[0] == 1;
}

/* ---- what the components are measured from ---- */

/* GRIB flag, code table 3.3, as written by cfgrib; -1: none. */
static int flag_of(struct sm_weather_file *file, const struct sm_ncdata_variable *variable) {
  static const char name[] = "GRIB_uvRelativeToGrid";
  char text[SM_NCDATA_TEXT];
  double value = -1;
  if (sm_ncdata_text(&file->data, variable, name, text))
    value = strtod(text, NULL);
  else if (sm_ncdata_numbers(&file->data, variable, name, &value, 1) != 1)
    return -1;
  return value == 0 ? 0 : value == 1 ? 1 : -1;
}

enum sm_status sm_weather_frame_find(struct sm_weather_file *file, enum sm_wind_frame named,
                                     struct sm_weather_layer *layer) {
  const struct sm_ncdata_variable *u = &layer->u.variable, *v = &layer->v.variable;
  const int flag = flag_of(file, u), other = flag_of(file, v);
  if (flag >= 0 && other >= 0 && flag != other && file->request->frame == SM_FRAME_AUTO)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: GRIB_uvRelativeToGrid is %d of '%s', but %d of '%s'\n"
                   "help: components = \"grid\" or \"earth\" in [weather.model] says what holds",
                   file->data.path, flag, u->name, other, v->name);
  const int told = flag >= 0 ? flag : other;
  layer->doubt = SM_FRAME_SURE;
  if (told >= 0) {
    layer->along_grid = told == 1;
    if (named != SM_FRAME_AUTO && (named == SM_FRAME_GRID) != layer->along_grid)
      layer->doubt = SM_FRAME_FLAG_AGAINST_NAME;
  } else if (named != SM_FRAME_AUTO) {
    layer->along_grid = named == SM_FRAME_GRID;
  } else {
    layer->along_grid = file->has_turn;
    layer->doubt = SM_FRAME_NOT_TOLD;
  }
  layer->westward = falls(file, u);
  return SM_OK;
}

bool sm_weather_frame_is_grid(const struct sm_weather_file *file,
                              const struct sm_weather_layer *layer) {
  if (layer->by_direction) return false;
  switch (file->request->frame) {
  case SM_FRAME_GRID: return true;
  case SM_FRAME_EARTH: return false;
  case SM_FRAME_AUTO: break;
  }
  return layer->along_grid;
}

/* ---- the turn ---- */

void sm_weather_frame_direction(const struct sm_weather_file *file,
                                const struct sm_weather_layer *layer, size_t j, size_t i,
                                const double *turn, double direction[2]) {
  if (turn != NULL && fabs(hypot(turn[0], turn[1]) - 1) < 0.01) {
    direction[0] = turn[0];
    direction[1] = turn[1];
    return;
  }
  sm_weather_grid_direction(&file->grid, j, i, direction);
  if (layer->westward)
    for (int d = 0; d < 2; d++) direction[d] = -direction[d];
}

/* Rotation of the grid at the centre of its part, deg, counter-clockwise from east. */
static double middle_angle(const struct sm_weather_file *file,
                           const struct sm_weather_layer *layer) {
  double direction[2];
  sm_weather_frame_direction(file, layer, file->grid.nj / 2, file->grid.ni / 2, NULL, direction);
  return atan2(direction[1], direction[0]) * degrees;
}

void sm_weather_frame_check(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                            const double *cosine, const double *sine) {
  const size_t j = file->grid.nj / 2, i = file->grid.ni / 2, p = j * file->grid.ni + i;
  const double places = middle_angle(file, layer), own = atan2(sine[p], cosine[p]) * degrees;
  const bool unit = fabs(hypot(sine[p], cosine[p]) - 1) < 0.01;
  if (file->turn_checked || file->grid.nx < 2 || file->grid.ny < 2) return;
  file->turn_checked = true;
  if (!unit)
    sm_warn(file->ctx,
            "%s: warning: COSALPHA and SINALPHA are %g and %g, no angle: the grid is turned as its "
            "latitudes and longitudes lie",
            file->data.path, cosine[p], sine[p]);
  else if (fabs(remainder(places - own, 360)) > different)
    sm_warn(
        file->ctx,
        "%s: warning: by COSALPHA and SINALPHA the grid is turned by %.2f deg, by its latitudes "
        "and longitudes by %.2f deg: the former is taken",
        file->data.path, own, places);
}

static void warn_of_layer(struct sm_weather_file *file, const struct sm_weather_layer *layer) {
  static const char help[] =
      "help: components = \"grid\" or \"earth\" in [weather.model] says what holds";
  const char *frame = layer->along_grid ? "along the grid" : "to the true east and north";
  const double angle = middle_angle(file, layer);
  char standard[SM_NCDATA_TEXT];
  if (layer->doubt == SM_FRAME_SURE || !(fabs(angle) > noticeable)) return;
  sm_ncdata_text(&file->data, &layer->u.variable, "standard_name", standard);
  if (layer->doubt == SM_FRAME_FLAG_AGAINST_NAME)
    sm_warn(file->ctx,
            "%s: warning: '%s' has the standard name %s, but GRIB_uvRelativeToGrid = %d: its "
            "components are taken %s, which is turned by %.2f deg\n%s",
            file->data.path, layer->u.variable.name, standard, layer->along_grid, frame, angle,
            help);
  else
    sm_warn(
        file->ctx,
        "%s: warning: nothing tells whether '%s' is along the grid, which is turned by %.2f deg "
        "(a standard name, GRIB_uvRelativeToGrid): it is taken %s%s\n%s",
        file->data.path, layer->u.variable.name, angle, frame,
        file->has_turn ? ", as the file has COSALPHA" : "", help);
}

void sm_weather_frame_warn(struct sm_weather_file *file) {
  if (file->request->frame != SM_FRAME_AUTO) return;
  for (int l = 0; l < file->layer_count; l++) {
    const struct sm_weather_layer *layer = &file->layer[l];
    bool told = false; /* one warning of each kind */
    for (int m = 0; m < l; m++) told = told || file->layer[m].doubt == layer->doubt;
    if (!told) warn_of_layer(file, layer);
  }
}
