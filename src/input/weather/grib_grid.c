/* Grids of GRIB messages: size, latitudes and longitudes, scanning mode; rows of reduced Gaussian
 * grids are interpolated to those of a regular one. */
#include "input/weather/grib_set.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 200000000, MOST_GAUSS = 8000, MESSAGE_SIZE = 1024 };

static bool is_type(const struct sm_grib_grid *grid, const char *type) {
  return strcmp(grid->type, type) == 0;
}

static bool is_rotated(const struct sm_grib_grid *grid) {
  return strstr(grid->type, "rotated_") != NULL;
}

static bool is_gaussian(const struct sm_grib_grid *grid) {
  return is_type(grid, "regular_gg") || is_type(grid, "rotated_gg") || sm_grib_is_reduced(grid);
}

bool sm_grib_is_reduced(const struct sm_grib_grid *grid) {
  return is_type(grid, "reduced_gg") || is_type(grid, "reduced_rotated_gg");
}

/* A grid whose points ecCodes does not list either. */
static enum sm_status unknown_grid(struct sm_context *ctx, const char *path, const char *type) {
  return sm_fail(
      ctx, SM_ERR_DATA, "%s: error: grids of the type '%s' are not supported\nhelp: %s", path, type,
      strcmp(type, "sh") == 0 ? "turn the spectral fields into those of a grid: cdo sp2gpl IN OUT"
                              : "interpolate it: cdo remapbil,GRID IN OUT");
}

enum sm_status sm_grib_list_places(struct sm_context *ctx, const struct sm_grib_module *module,
                                   const char *path, const struct sm_grib_message *message,
                                   double *latitude, double *longitude) {
  const char *type = message->grid.type;
  char text[MESSAGE_SIZE] = "";
  if (message->relative == 1 && strcmp(type, "reduced_ll") != 0)
    return sm_fail(
        ctx, SM_ERR_DATA,
        "%s: error: winds along a grid of the type '%s', whose directions are not known\n"
        "help: turn them to east and north first, or interpolate them: cdo "
        "remapbil,GRID IN OUT",
        path, type);
  if (module->places(path, message, latitude, longitude, text, sizeof text) == SM_OK) return SM_OK;
  return unknown_grid(ctx, path, type);
}

/* True for grids of rows of equal length of other projections (lambert_azimuthal_equal_area). */
static bool is_listed_rows(const struct sm_grib_message *message) {
  const struct sm_grib_grid *grid = &message->grid;
  return grid->ni > 1 && grid->nj > 1 && message->values > 0 && message->values <= MOST_COLUMNS &&
         (size_t)grid->nj <= message->values &&
         message->values / (size_t)grid->nj == (size_t)grid->ni &&
         message->values % (size_t)grid->nj == 0;
}

/* Size of the grid; rows of reduced grids take the length of the longest one. */
static enum sm_status find_size(struct sm_context *ctx, const char *path,
                                const struct sm_grib_message *message, struct sm_weather_grid *out,
                                bool *listed) {
  static const char *const types[] = {"regular_ll", "rotated_ll", "lambert", "polar_stereographic",
                                      "mercator"};
  const struct sm_grib_grid *grid = &message->grid;
  bool known = is_gaussian(grid);
  for (size_t t = 0; t < sizeof types / sizeof *types; t++) known |= is_type(grid, types[t]);
  *listed = !known && is_listed_rows(message);
  if (!known && !*listed) {
    out->is_list = true;
    out->nx = message->values;
    out->ny = 1;
    return message->values > 0 && message->values <= MOST_COLUMNS
               ? SM_OK
               : unknown_grid(ctx, path, grid->type);
  }
  const bool reduced = sm_grib_is_reduced(grid);
  const long ni = reduced ? 4 * grid->gauss : grid->ni, nj = grid->nj;
  if (ni < 1 || nj < 1 || nj > MOST_COLUMNS || ni > MOST_COLUMNS / nj ||
      (!reduced && (size_t)ni * (size_t)nj != message->values))
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: a GRIB grid of %ld x %ld columns with %zu values: it is damaged",
                   path, ni, nj, message->values);
  out->nx = (size_t)ni;
  out->ny = (size_t)nj;
  if (reduced && out->nx * out->ny / 3 > message->values)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: a reduced Gaussian grid of %ld rows with N = %ld has %zu values: it "
                   "is damaged, or a part of the globe, which is not supported\n"
                   "help: interpolate it: cdo setgridtype,regular IN OUT",
                   path, nj, grid->gauss, message->values);
  return SM_OK;
}

/* Refuses what a few damaged bytes declare. Fields that are constant take no bytes of their own. */
static enum sm_status check_bytes(struct sm_context *ctx, const char *path,
                                  const struct sm_grib_message *message) {
  enum { MODEST = 10000000, MOST_PER_BYTE = 800 };
  if (message->values <= MODEST || (double)message->values <= MOST_PER_BYTE * message->bytes)
    return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: a GRIB message of %.0f bytes declares %zu values: it is damaged", path,
                 message->bytes, message->values);
}

/* Distance of columns or rows by the first and last one, which are more precise than the step. */
static double step_of(double span, long count, double step) {
  const double by_ends = count > 1 ? span / (double)(count - 1) : 0;
  return isnan(step) || fabs(by_ends - step) < 0.02 * fabs(step) ? by_ends : step;
}

/* Longitudes of the first row into the first nx items of the longitudes. */
static void place_columns(const struct sm_grib_grid *grid, size_t nx, double *longitude) {
  const double west = grid->i_negative ? grid->last[1] : grid->first[1];
  const double east = grid->i_negative ? grid->first[1] : grid->last[1];
  const bool reduced = sm_grib_is_reduced(grid);
  double span = east - west;
  if (span <= 0 || span > 360) span -= 360 * (ceil(span / 360) - 1);
  const double step = reduced ? 360 / (double)nx : step_of(span, (long)nx, fabs(grid->step[0]));
  for (size_t i = 0; i < nx; i++) longitude[i] = west + (double)i * step;
}

static enum sm_status place_rows(struct sm_context *ctx, const struct sm_grib_module *module,
                                 const char *path, const struct sm_grib_grid *grid, size_t ny,
                                 double *row) {
  if (!is_gaussian(grid)) {
    const double step =
        step_of(fabs(grid->last[0] - grid->first[0]), (long)ny, fabs(grid->step[1]));
    for (size_t j = 0; j < ny; j++)
      row[j] = grid->first[0] + (grid->j_positive ? 1 : -1) * (double)j * step;
    return SM_OK;
  }
  char text[MESSAGE_SIZE] = "";
  SM_SCOPED double *all = NULL;
  const size_t count = 2 * (size_t)grid->gauss;
  if (grid->gauss < 1 || grid->gauss > MOST_GAUSS || ny > count)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: a Gaussian grid of %zu rows with N = %ld; 1 to %d are supported",
                   path, ny, grid->gauss, MOST_GAUSS);
  SM_TRY(sm_alloc(ctx, count, sizeof *all, "the Gaussian latitudes", &all));
  enum sm_status status =
      sm_grib_finish(ctx, module->latitudes(grid->gauss, all, text, sizeof text), path, text);
  size_t first = 0;
  for (size_t n = 1; n < count && status == SM_OK; n++)
    if (fabs(all[n] - grid->first[0]) < fabs(all[first] - grid->first[0])) first = n;
  if (status == SM_OK && (grid->j_positive ? first + 1 < ny : first + ny > count))
    status = sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: %zu rows from latitude %g leave the Gaussian grid N = %ld", path,
                     ny, grid->first[0], grid->gauss);
  for (size_t j = 0; j < ny && status == SM_OK; j++)
    row[j] = grid->j_positive ? all[first - j] : all[first + j];
  return status;
}

/* Coordinates of columns and rows, the same for all: of the sphere or of the rotated sphere. */
static enum sm_status place_all(struct sm_context *ctx, const struct sm_grib_module *module,
                                const char *path, const struct sm_grib_grid *grid,
                                struct sm_weather_grid *out) {
  const size_t nx = out->nx, ny = out->ny;
  double *row = NULL;
  if (!isfinite(grid->first[0]) || !isfinite(grid->first[1]) || !isfinite(grid->last[0]) ||
      !isfinite(grid->last[1]))
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: the GRIB grid has no first or last point", path);
  SM_TRY(sm_alloc(ctx, ny, sizeof *row, "the rows of a grid", &row));
  const enum sm_status status = place_rows(ctx, module, path, grid, ny, row);
  place_columns(grid, nx, out->longitude);
  for (size_t j = 0; j < ny && status == SM_OK; j++)
    for (size_t i = 0; i < nx; i++) {
      out->latitude[j * nx + i] = row[j];
      out->longitude[j * nx + i] = out->longitude[i];
    }
  sm_free(row);
  const double step = nx > 1 ? out->longitude[1] - out->longitude[0] : 0;
  out->wraps = nx > 2 && fabs(step * (double)nx - 360) < 0.5 * step;
  return status;
}

/* Places of a grid of rows by ecCodes, which lists them in the order of the file. */
static enum sm_status place_listed(struct sm_context *ctx, const struct sm_grib_module *module,
                                   const char *path, const struct sm_grib_message *message,
                                   struct sm_weather_grid *out) {
  const struct sm_grib_grid *grid = &message->grid;
  double *places = NULL;
  char text[MESSAGE_SIZE] = "";
  if (grid->i_negative || grid->columns_first || grid->alternating)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: grids of the type '%s' are not supported in this scanning mode\n"
                   "help: interpolate it: cdo remapbil,GRID IN OUT",
                   path, grid->type);
  SM_TRY(sm_alloc(ctx, 2 * message->values, sizeof *places, "the places of a grid", &places));
  double *longitudes = places + message->values;
  const bool good = module->places(path, message, places, longitudes, text, sizeof text) == SM_OK;
  for (size_t j = 0; j < out->ny && good; j++)
    for (size_t i = 0; i < out->nx; i++) {
      const size_t n = j * out->nx + i;
      out->latitude[n] = sm_grib_grid_value(grid, NULL, out->nx, j, i, places);
      out->longitude[n] = sm_grib_grid_value(grid, NULL, out->nx, j, i, longitudes);
    }
  sm_free(places);
  return good ? SM_OK : unknown_grid(ctx, path, grid->type);
}

enum sm_status sm_grib_grid_load(struct sm_context *ctx, const struct sm_grib_module *module,
                                 const char *path, const struct sm_grib_message *message,
                                 struct sm_weather_grid *out) {
  const struct sm_grib_grid *grid = &message->grid;
  *out = (struct sm_weather_grid){.staggered_x = -1,
                                  .staggered_y = -1,
                                  .is_computed = true,
                                  .latitude_of = {.name = "latitudes"},
                                  .longitude_of = {.name = "longitudes"}};
  bool listed;
  SM_TRY(check_bytes(ctx, path, message));
  SM_TRY(find_size(ctx, path, message, out, &listed));
  const size_t count = out->nx * out->ny;
  SM_TRY(sm_alloc(ctx, count, sizeof(double), "the grid of the weather", &out->latitude));
  SM_TRY(sm_alloc(ctx, count, sizeof(double), "the grid of the weather", &out->longitude));
  if (out->is_list) return SM_OK;
  if (listed) return place_listed(ctx, module, path, message, out);
  const bool rotated = is_rotated(grid);
  if (rotated || is_gaussian(grid) || is_type(grid, "regular_ll"))
    SM_TRY(place_all(ctx, module, path, grid, out));
  if (!rotated && (is_gaussian(grid) || is_type(grid, "regular_ll"))) return SM_OK;
  return sm_grib_project(ctx, path, grid, count, out->latitude, out->longitude);
}

/* Value of a reduced row, linear between its points around the globe. */
static double reduced_value(const size_t *row_start, size_t nx, size_t j, size_t i,
                            const double *values) {
  const size_t count = row_start[j + 1] - row_start[j];
  const double at = (double)i * (double)count / (double)nx;
  const size_t before = (size_t)at < count ? (size_t)at : count - 1;
  const double share = at - (double)before, *row = values + row_start[j];
  return share > 0 ? (1 - share) * row[before] + share * row[(before + 1) % count] : row[before];
}

double sm_grib_grid_value(const struct sm_grib_grid *grid, const size_t *row_start, size_t nx,
                          size_t j, size_t i, const double *values) {
  if (row_start != NULL) return reduced_value(row_start, nx, j, i, values);
  const size_t ni = (size_t)grid->ni, nj = (size_t)grid->nj;
  const size_t along = grid->i_negative ? ni - 1 - i : i;
  if (grid->columns_first)
    return values[along * nj + (grid->alternating && along % 2 == 1 ? nj - 1 - j : j)];
  return values[j * ni + (grid->alternating && j % 2 == 1 ? ni - 1 - along : along)];
}
