/* Reads the winds by height of the columns of a weather file. */
#include "input/weather/internal.h"

#include "base/list.h"
#include <math.h>

static const double fastest = 200; /* m/s: larger components are marks of missing values */
static const double coldest = 150, warmest = 350; /* K: others are too */
static const double full_turn = 360;              /* deg: larger directions are too */
static const double radians = 3.14159265358979323846 / 180;

/* Columns of a field in file order: `count` columns from column `first`. */
struct piece {
  size_t first, count;
};

/* Reads a piece into columns from `at` of out[level][rows][row_length]. */
static enum sm_status read_piece(struct sm_weather_file *file, const struct sm_weather_field *field,
                                 size_t time, struct piece piece, size_t at, size_t row_length,
                                 double *out) {
  const struct sm_ncdata_variable *variable = &field->variable;
  size_t start[SM_NCDATA_RANK] = {0}, count[SM_NCDATA_RANK], stride[SM_NCDATA_RANK];
  for (int d = 0; d < variable->rank; d++) count[d] = 1;
  if (field->t[0] >= 0) start[field->t[0]] = time / file->time_size[1];
  if (field->t[1] >= 0) start[field->t[1]] = time % file->time_size[1];
  if (field->z >= 0) count[field->z] = field->levels;
  if (field->member >= 0) start[field->member] = field->chosen;
  const size_t rows = file->grid.nj + (field->staggered_y ? 1 : 0);
  start[field->y] = file->grid.j0;
  count[field->y] = rows;
  start[field->x] = piece.first;
  count[field->x] = piece.count;
  size_t total = 1;
  for (int d = variable->rank - 1; d >= 0; d--) {
    stride[d] = total;
    total *= count[d];
  }
  SM_SCOPED double *buffer = NULL;
  SM_TRY(sm_alloc(file->ctx, total, sizeof *buffer, "a part of a weather file", &buffer));
  const size_t versions = field->version >= 0 ? variable->size[field->version] : 1;
  const size_t by_level = field->z >= 0 ? stride[field->z] : 0;
  enum sm_status status = SM_OK;
  for (size_t version = 0; version < versions && status == SM_OK; version++) {
    if (field->version >= 0) start[field->version] = version;
    status = sm_ncdata_read(&file->data, variable, start, count, buffer);
    for (size_t z = 0; z < field->levels && status == SM_OK; z++)
      for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < piece.count; i++) {
          double *to = &out[(z * rows + j) * row_length + at + i];
          const double value = buffer[z * by_level + j * stride[field->y] + i * stride[field->x]];
          if (version == 0 || isnan(*to)) *to = value;
        }
  }
  return status;
}

/* Reads all cells of an unstructured grid, level by level, into out[level][nj][ni]. */
static enum sm_status read_cells(struct sm_weather_file *file, const struct sm_weather_field *field,
                                 size_t time, double **out) {
  const struct sm_weather_grid *grid = &file->grid;
  const size_t all = sm_weather_cells_count(grid->cells), columns = grid->nj * grid->ni;
  const size_t versions = field->version >= 0 ? field->variable.size[field->version] : 1;
  size_t start[SM_NCDATA_RANK] = {0}, count[SM_NCDATA_RANK];
  for (int d = 0; d < field->variable.rank; d++) count[d] = 1;
  if (field->t[0] >= 0) start[field->t[0]] = time / file->time_size[1];
  if (field->t[1] >= 0) start[field->t[1]] = time % file->time_size[1];
  if (field->member >= 0) start[field->member] = field->chosen;
  count[field->x] = all;
  double *values = NULL;
  *out = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(file->ctx, field->levels * columns, sizeof **out, "a weather field", out));
  SM_TRY_DONE(sm_alloc(file->ctx, all, sizeof *values, "a part of a weather file", &values));
  for (size_t n = 0; n < versions * field->levels; n++) {
    const size_t z = n % field->levels;
    if (field->z >= 0) start[field->z] = z;
    if (field->version >= 0) start[field->version] = n / field->levels;
    SM_TRY_DONE(sm_ncdata_read(&file->data, &field->variable, start, count, values));
    for (size_t p = 0; p < columns; p++) {
      double *to = &(*out)[z * columns + p];
      const size_t place = sm_weather_grid_index(grid, p / grid->ni, p % grid->ni);
      if (n < field->levels || isnan(*to)) *to = sm_weather_cells_value(grid->cells, place, values);
    }
  }
done:
  sm_free(values);
  if (status == SM_OK) return SM_OK;
  sm_free(*out);
  *out = NULL;
  return status;
}

static enum sm_status read_variable(struct sm_weather_file *file,
                                    const struct sm_weather_field *field, size_t time,
                                    double **out) {
  const struct sm_weather_grid *grid = &file->grid;
  const size_t sx = field->staggered_x ? 1 : 0, sy = field->staggered_y ? 1 : 0;
  const size_t nj = grid->nj, ni = grid->ni, rows = nj + sy, columns = ni + sx;
  *out = NULL;
  SM_TRY(sm_alloc(file->ctx, field->levels * rows * columns, sizeof **out, "a weather field", out));
  const size_t before_end = grid->nx + sx - grid->i0;
  const size_t here = columns < before_end ? columns : before_end;
  enum sm_status status =
      read_piece(file, field, time, (struct piece){grid->i0, here}, 0, columns, *out);
  if (status == SM_OK && here < columns)
    status = read_piece(file, field, time, (struct piece){0, columns - here}, here, columns, *out);
  if (status != SM_OK) {
    sm_free(*out);
    *out = NULL;
    return status;
  }
  if (sx + sy == 0) return SM_OK;
  for (size_t z = 0; z < field->levels; z++)
    for (size_t j = 0; j < nj; j++)
      for (size_t i = 0; i < ni; i++) {
        const double *from = *out + (z * rows + j) * columns + i;
        (*out)[(z * nj + j) * ni + i] = 0.5 * (from[0] + from[sy * columns + sx]);
      }
  return SM_OK;
}

enum sm_status sm_weather_read_field(struct sm_weather_file *file,
                                     const struct sm_weather_field *field, size_t time,
                                     double **out) {
  if (field->message == NULL && file->grid.cells != NULL) return read_cells(file, field, time, out);
  if (field->message == NULL) return read_variable(file, field, time, out);
  const size_t columns = file->grid.ni * file->grid.nj;
  SM_TRY(sm_alloc(file->ctx, field->levels * columns, sizeof **out, "a weather field", out));
  const enum sm_status status = sm_weather_grib_read(file, field, time, *out);
  if (status != SM_OK) {
    sm_free(*out);
    *out = NULL;
  }
  return status;
}

enum sm_status sm_weather_read_ground(struct sm_weather_file *file,
                                      struct sm_model_weather *weather) {
  SM_SCOPED double *ground = NULL;
  if (!file->has_ground) return SM_OK;
  SM_TRY(sm_weather_read_field(file, &file->ground, file->grid.time * file->time_size[1], &ground));
  for (int p = 0; p < weather->place_count; p++)
    if (isnan(weather->place[p].ground)) weather->place[p].ground = ground[p];
  return SM_OK;
}

/* ---- winds ---- */

/* Data of a layer at one time: [level][place]. */
struct winds {
  double *u, *v;
  double *at[2];
  double *warmth[3];
  double *turn[2]; /* [place] */
};

static void free_winds(struct winds *winds) {
  SM_FREE_ALL(winds->u, winds->v);
  for (int n = 0; n < 2; n++) {
    SM_FREE_ALL(winds->at[n], winds->turn[n]);
  }
  for (int n = 0; n < 3; n++) sm_free(winds->warmth[n]);
}

/* Makes components of speeds and directions, which cannot be interpolated. */
static enum sm_status split_speed(const struct sm_weather_file *file,
                                  const struct sm_weather_layer *layer, struct winds *winds) {
  const size_t count = layer->u.levels * file->grid.ni * file->grid.nj;
  const bool reduced = file->grib != NULL && sm_weather_grib_is_reduced(file->grib);
  if (reduced || file->grid.cells != NULL)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: winds by speed and direction on a grid without rows of equal length"
                   "\nhelp: turn them into u and v first, or interpolate them: cdo "
                   "remapbil,GRID IN OUT",
                   file->data.path);
  for (size_t n = 0; n < count; n++) {
    const double speed = winds->u[n], from = winds->v[n] * radians;
    const bool is_mark = speed < 0 || fabs(winds->v[n]) > full_turn;
    winds->u[n] = is_mark ? (double)INFINITY : -speed * sin(from);
    winds->v[n] = is_mark ? (double)INFINITY : -speed * cos(from);
  }
  return SM_OK;
}

static enum sm_status read_winds(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                                 size_t time, struct winds *out) {
  SM_TRY(sm_weather_read_field(file, &layer->u, time, &out->u));
  SM_TRY(sm_weather_read_field(file, &layer->v, time, &out->v));
  if (layer->by_direction) SM_TRY(split_speed(file, layer, out));
  if (layer->kind == SM_HEIGHT_HYDROSTATIC)
    SM_TRY(sm_weather_hydrostatic(file, layer, time, &out->at[0]));
  for (int n = 0; n < layer->at_count && layer->kind != SM_HEIGHT_HYDROSTATIC; n++) {
    const struct sm_weather_field *at = &layer->at[n];
    if (at->levels != layer->at[0].levels ||
        (at->levels != layer->u.levels && at->levels != layer->u.levels + 1))
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' has %zu levels, but '%s' %zu",
                     file->data.path, at->variable.name, at->levels, layer->u.variable.name,
                     layer->u.levels);
    SM_TRY(sm_weather_read_field(file, at, time, &out->at[n]));
  }
  for (int n = 0; n < layer->warmth_count; n++)
    SM_TRY(sm_weather_read_field(file, &layer->warmth[n], time, &out->warmth[n]));
  for (int n = 0; n < 2 && file->has_turn && sm_weather_frame_is_grid(file, layer); n++)
    SM_TRY(sm_weather_read_field(file, &file->turn[n], time, &out->turn[n]));
  return SM_OK;
}

/* Height or altitude of a level at a place, m; mean of both edges where levels have edges. */
static double height_of(const struct sm_weather_layer *layer, const struct winds *winds, size_t z,
                        size_t place, size_t places) {
  double sum = 0;
  if (layer->at_count == 0) return layer->level[z];
  if (layer->kind == SM_HEIGHT_HYDROSTATIC) return winds->at[0][z * places + place];
  const bool edges = layer->at[0].levels > layer->u.levels;
  for (int n = 0; n < layer->at_count; n++) {
    const double *at = winds->at[n] + z * places + place;
    sum += edges ? 0.5 * (at[0] + at[places]) : at[0];
  }
  return sum;
}

/* Air temperature at an index of [level][place], K; NAN: not known. */
static double temperature_of(const struct sm_weather_layer *layer, const struct winds *winds,
                             size_t at) {
  if (layer->warmth_count == 0) return (double)NAN;
  double t = winds->warmth[0][at];
  if (layer->warmth_count == 3)
    t = (t + 300) * pow((winds->warmth[1][at] + winds->warmth[2][at]) / 1e5, 2.0 / 7);
  return t >= coldest && t <= warmest ? t : (double)NAN;
}

/* Adds the levels of a layer to a place; direction: cosine and sine of the grid angle. Returns the
 * number of winds left out whose components are marks of missing values. */
static size_t add_levels(const struct sm_weather_layer *layer, const struct winds *winds,
                         const double direction[2], int place, int to,
                         struct sm_model_weather *weather) {
  size_t marks = 0;
  const size_t places = (size_t)weather->place_count;
  const bool above_sea = layer->kind == SM_ALTITUDE_CONSTANT || layer->kind == SM_ALTITUDE_FIELD;
  for (size_t z = 0; z < layer->u.levels; z++) {
    const double u = winds->u[z * places + (size_t)place];
    const double v = winds->v[z * places + (size_t)place];
    marks += fabs(u) > fastest || fabs(v) > fastest ? 1 : 0;
    if (!(fabs(u) <= fastest && fabs(v) <= fastest)) continue;
    const double height = height_of(layer, winds, z, (size_t)place, places);
    sm_model_weather_add(
        weather, place, to,
        (struct sm_model_level){
            .height = above_sea ? (double)NAN : height,
            .altitude = above_sea ? height : (double)NAN,
            .u = u * direction[0] - v * direction[1],
            .v = u * direction[1] + v * direction[0],
            .temperature = temperature_of(layer, winds, z * places + (size_t)place),
        });
  }
  return marks;
}

/* Warns of marks of missing values that no attribute names, once for a file. */
static void warn_of_marks(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                          const struct sm_model_column *place, size_t marks) {
  if (marks == 0 || file->marks_told) return;
  file->marks_told = true;
  sm_warn(file->ctx,
          "%s: warning: %zu winds of '%s' have components beyond %g m/s, or negative speeds or "
          "directions beyond %g deg, the first at latitude %.4f, longitude %.4f: they are taken as "
          "missing",
          file->data.path, marks, layer->u.variable.name, fastest, full_turn, place->latitude,
          place->longitude);
}

static enum sm_status read_layer(struct sm_weather_file *file, const struct sm_weather_layer *layer,
                                 size_t from, int to, struct sm_model_weather *weather) {
  SM_SCOPED_BY(free_winds) struct winds winds = {0};
  const bool along_grid = sm_weather_frame_is_grid(file, layer);
  size_t marks = 0, first = 0;
  const enum sm_status status = read_winds(file, layer, from, &winds);
  const bool turned = status == SM_OK && winds.turn[0] != NULL;
  if (turned && along_grid) sm_weather_frame_check(file, layer, winds.turn[0], winds.turn[1]);
  for (size_t j = 0; j < file->grid.nj && status == SM_OK; j++)
    for (size_t i = 0; i < file->grid.ni; i++) {
      const size_t p = j * file->grid.ni + i;
      double direction[2] = {1, 0};
      if (along_grid) {
        const double turn[2] = {turned ? winds.turn[0][p] : 0, turned ? winds.turn[1][p] : 0};
        sm_weather_frame_direction(file, layer, j, i, turned ? turn : NULL, direction);
      }
      const size_t found = add_levels(layer, &winds, direction, (int)p, to, weather);
      if (marks == 0) first = p;
      marks += found;
    }
  warn_of_marks(file, layer, &weather->place[first], marks);
  return status;
}

/* ---- the surface ---- */

/* Finds the variable of a quantity; false when absent. */
static bool find_variable(struct sm_weather_file *file, const struct sm_weather_quantity *quantity,
                          struct sm_ncdata_variable *out) {
  if (sm_ncdata_find_any(&file->data, quantity->names, out) && sm_weather_field_fits(file, out)) {
    struct sm_ncdata_variable copy = *out;
    return !quantity->any_unit || sm_ncdata_convert(&file->data, &copy, quantity->unit) == SM_OK;
  }
  return quantity->standard != NULL &&
         sm_weather_find_standard(file, quantity->standard, quantity->unit, out);
}

static enum sm_status find_quantity(struct sm_weather_file *file,
                                    const struct sm_weather_quantity *quantity,
                                    struct sm_weather_field *out, bool *found) {
  struct sm_ncdata_variable variable;
  if (file->grib != NULL) return sm_weather_grib_quantity(file, quantity, out, found);
  *found = find_variable(file, quantity, &variable);
  return *found ? sm_weather_field_bind(file, &variable, quantity->unit, out) : SM_OK;
}

static double value_of(const struct sm_weather_file *file,
                       const struct sm_weather_quantity *quantity, double number) {
  if (!quantity->of_class) return quantity->sign * number;
  return number >= 0 && number < file->classes ? file->class_z0[(int)number] : (double)NAN;
}

static enum sm_status read_quantity(struct sm_weather_file *file,
                                    const struct sm_weather_quantity *quantity, size_t from, int to,
                                    struct sm_model_weather *weather) {
  struct sm_weather_field field;
  SM_SCOPED double *values = NULL;
  bool found;
  SM_TRY(find_quantity(file, quantity, &field, &found));
  if (!found || field.levels != 1) return SM_OK;
  SM_TRY(sm_weather_read_field(file, &field, from, &values));
  for (int p = 0; p < weather->place_count; p++) {
    char *surface = (char *)sm_model_weather_surface(weather, p, to);
    double *known = (double *)(void *)(surface + quantity->offset);
    const double value = value_of(file, quantity, values[p]);
    if (isnan(*known) && value >= quantity->least && value <= quantity->most) *known = value;
  }
  return SM_OK;
}

enum sm_status sm_weather_read_time(struct sm_weather_file *file, size_t from, int to,
                                    struct sm_model_weather *weather) {
  for (int l = 0; l < file->layer_count; l++)
    SM_TRY(read_layer(file, &file->layer[l], from, to, weather));
  for (const struct sm_weather_quantity *q = file->quantity; q->unit != NULL; q++)
    SM_TRY(read_quantity(file, q, from, to, weather));
  return SM_OK;
}
