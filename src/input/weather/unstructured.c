/* Unstructured grids, such as the triangles of ICON: values in cells are interpolated to a grid of
 * latitudes and longitudes around the domain, linearly from the nearest cells. */
#include "input/grib.h"
#include "input/weather/internal.h"

#include "base/list.h"
#include <math.h>

static const double radians = 3.14159265358979323846 / 180;
static const double earth_radius = 6371229; /* m */

/* Cells that a value comes from, and the largest number of places. */
enum { NEAR = 6, MOST_PLACES = 1000000 };

struct sm_weather_cells {
  size_t count;   /* in the file */
  size_t *cell;   /* [place][NEAR] */
  double *weight; /* [place][NEAR], of sum 1 */
};

void sm_weather_cells_free(struct sm_weather_cells **cells) {
  if (*cells == NULL) return;
  SM_FREE_ALL((*cells)->cell, (*cells)->weight, *cells);
  *cells = NULL;
}

size_t sm_weather_cells_count(const struct sm_weather_cells *cells) { return cells->count; }

double sm_weather_cells_value(const struct sm_weather_cells *cells, size_t place,
                              const double *values) {
  double sum = 0, weights = 0;
  for (size_t n = place * NEAR; n < (place + 1) * NEAR; n++) {
    const double value = values[cells->cell[n]];
    if (isnan(value)) continue;
    sum += cells->weight[n] * value;
    weights += cells->weight[n];
  }
  return weights > 0.5 ? sum / weights : (double)NAN; /* beside missing values */
}

/* ---- coordinates ---- */

static const char *const latitude_names[] = {"clat", "lat_cell_centre", NULL};
static const char *const longitude_names[] = {"clon", "lon_cell_centre", NULL};

/* Coordinate variables of a file that describes a grid and has no winds. */
static bool find_coordinates(struct sm_ncdata *file, struct sm_ncdata_variable out[2]) {
  static const char *const winds[] = {"u", "U", "u_10m", "10u", "u10", "U10", "ua", "uas", NULL};
  struct sm_ncdata_variable wind;
  return sm_ncdata_find_any(file, latitude_names, &out[0]) &&
         sm_ncdata_find_any(file, longitude_names, &out[1]) && out[0].numeric && out[1].numeric &&
         out[0].rank == 1 && out[1].rank == 1 && out[0].size[0] == out[1].size[0] &&
         !sm_ncdata_find_any(file, winds, &wind);
}

bool sm_weather_is_grid_file(struct sm_context *ctx, const char *path) {
  struct sm_ncdata file;
  struct sm_ncdata_variable variable[2];
  if (sm_ncdata_open(ctx, path, &file) != SM_OK) return false; /* read later, with its error */
  const bool found = find_coordinates(&file, variable);
  sm_ncdata_close(&file);
  return found;
}

static enum sm_status read_grid_file(struct sm_context *ctx, const char *path, size_t count,
                                     double *const place[2], bool *fits) {
  struct sm_ncdata file;
  struct sm_ncdata_variable variable[2];
  const size_t start = 0;
  SM_TRY(sm_ncdata_open(ctx, path, &file));
  enum sm_status status = SM_OK;
  *fits = find_coordinates(&file, variable) && variable[0].size[0] == count;
  for (int n = 0; n < 2 && *fits && status == SM_OK; n++) {
    status = sm_ncdata_convert(&file, &variable[n], "degree");
    if (status == SM_OK) status = sm_ncdata_read(&file, &variable[n], &start, &count, place[n]);
  }
  sm_ncdata_close(&file);
  return status;
}

enum sm_status sm_weather_cells_places(struct sm_context *ctx,
                                       const struct sm_weather_request *request, const char *path,
                                       size_t count, double *latitude, double *longitude) {
  double *const place[2] = {latitude, longitude};
  const char *other = NULL;
  for (size_t f = 0; f < request->path_count; f++) {
    bool fits;
    if (sm_grib_is(request->paths[f]) || !sm_weather_is_grid_file(ctx, request->paths[f])) continue;
    SM_TRY(read_grid_file(ctx, request->paths[f], count, place, &fits));
    if (fits) return SM_OK;
    other = request->paths[f];
  }
  return sm_fail(ctx, SM_ERR_DATA,
                 other != NULL
                     ? "%s: error: values on %zu cells of an unstructured grid, but '%s' has "
                       "another number of cells\n"
                       "help: the file of their own grid, such as icon_grid_0047_R19B07_L.nc"
                     : "%s: error: values on %zu cells of an unstructured grid, without their "
                       "places\n"
                       "help: add the file of the grid (such as icon_grid_0026_R03B07_G.nc, with "
                       "clat and clon), or the GRIB fields CLAT and CLON, to files = [...]; or "
                       "interpolate: cdo remapdis,GRID -setgrid,ICON_GRID.nc IN OUT%s",
                 path, count, other != NULL ? other : "");
}

/* ---- places ---- */

/* Position of a cell on the plane that touches the sphere at a place: m to the east and north. */
static void project(const double at[2], double latitude, double longitude, double out[2]) {
  const double phi = at[0] * radians, psi = latitude * radians;
  const double turn = (longitude - at[1]) * radians;
  out[0] = earth_radius * cos(psi) * sin(turn);
  out[1] = earth_radius * (cos(phi) * sin(psi) - sin(phi) * cos(psi) * cos(turn));
}

static double distance2(const double at[2], double latitude, double longitude) {
  const double phi = at[0] * radians, psi = latitude * radians;
  const double half_north = sin(0.5 * (psi - phi));
  const double half_east = sin(0.5 * (longitude - at[1]) * radians);
  return 4 * earth_radius * earth_radius *
         (half_north * half_north + cos(phi) * cos(psi) * half_east * half_east);
}

/* Weights of a plane fitted through the cells, nearer ones counting more; exact for fields that are
 * linear. By distance alone where the cells lie on a line. */
static void fit(double (*at)[2], int count, double scale, double *weight) {
  double m[3][3] = {{0}}, total = 0;
  for (int n = 0; n < count; n++) {
    const double e = at[n][0] / scale, o = at[n][1] / scale, row[3] = {1, e, o};
    weight[n] = exp(-(e * e + o * o));
    total += weight[n];
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) m[a][b] += weight[n] * row[a] * row[b];
  }
  /* first row of the inverse, by cofactors */
  const double c0 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
  const double c1 = m[0][2] * m[2][1] - m[0][1] * m[2][2];
  const double c2 = m[0][1] * m[1][2] - m[0][2] * m[1][1];
  const double det = m[0][0] * c0 + m[1][0] * c1 + m[2][0] * c2;
  const bool flat = !(det > 1e-6 * total * total * total);
  for (int n = 0; n < count; n++)
    weight[n] *= flat ? 1 / total : (c0 + c1 * at[n][0] / scale + c2 * at[n][1] / scale) / det;
}

/* The nearest of the candidates, at most NEAR, and their weights. */
static double find_near(const struct sm_weather_grid *grid, const size_t *candidate, size_t count,
                        const double at[2], double scale, size_t *cell, double *weight) {
  double near2[NEAR] = {0}, place[NEAR][2];
  int found = 0;
  for (size_t n = 0; n < count; n++) {
    const double r2 = distance2(at, grid->latitude[candidate[n]], grid->longitude[candidate[n]]);
    int slot = found < NEAR ? found++ : NEAR;
    if (slot == NEAR && !(r2 < near2[NEAR - 1])) continue;
    if (slot == NEAR) slot = NEAR - 1;
    for (; slot > 0 && near2[slot - 1] > r2; slot--) {
      near2[slot] = near2[slot - 1];
      cell[slot] = cell[slot - 1];
    }
    near2[slot] = r2;
    cell[slot] = candidate[n];
  }
  for (int n = 0; n < found; n++)
    project(at, grid->latitude[cell[n]], grid->longitude[cell[n]], place[n]);
  const double farthest = sqrt(near2[found - 1]);
  fit(place, found, fmax(0.5 * farthest, 1e-3 * scale), weight);
  for (int n = found; n < NEAR; n++) {
    cell[n] = cell[0];
    weight[n] = 0;
  }
  return sqrt(near2[0]);
}

/* Distance of the cell nearest to a position from that beside it, m. */
static double spacing_at(const struct sm_weather_grid *grid, const double at[2]) {
  double nearest = INFINITY, next = INFINITY;
  size_t cell = 0;
  for (size_t n = 0; n < grid->nx; n++) {
    const double r2 = distance2(at, grid->latitude[n], grid->longitude[n]);
    if (!(r2 < nearest)) continue;
    nearest = r2;
    cell = n;
  }
  const double here[2] = {grid->latitude[cell], grid->longitude[cell]};
  for (size_t n = 0; n < grid->nx; n++)
    if (n != cell) next = fmin(next, distance2(here, grid->latitude[n], grid->longitude[n]));
  return nearest <= 4 * next ? sqrt(next) : (double)NAN; /* else outside */
}

/* Cells in a box, deg, of longitudes relative to its middle. */
static enum sm_status choose(struct sm_context *ctx, const struct sm_weather_grid *grid,
                             const struct sm_weather_box *box, const double more[2], size_t **out,
                             size_t *count) {
  SM_TRY(sm_alloc(ctx, grid->nx, sizeof **out, "the cells of a grid", out));
  *count = 0;
  for (size_t n = 0; n < grid->nx; n++) {
    const double off = grid->longitude[n] - box->longitude;
    const double x = off - 360 * floor(off / 360 + 0.5), y = grid->latitude[n];
    if (x >= box->west - more[1] && x <= box->east + more[1] && y >= box->south - more[0] &&
        y <= box->north + more[0])
      (*out)[(*count)++] = n;
  }
  return SM_OK;
}

/* Places evenly spaced in latitude and longitude, as far apart as the cells. */
struct places {
  size_t n[2];              /* along longitude, latitude */
  double first[2], step[2]; /* latitude, longitude, deg */
};

static struct places places_of(const struct sm_weather_box *box, double spacing) {
  struct places p;
  p.step[0] = spacing / (earth_radius * radians);
  p.step[1] = p.step[0] / fmax(cos(box->latitude * radians), 0.02);
  p.first[0] = box->south - p.step[0];
  p.first[1] = box->longitude + box->west - p.step[1];
  p.n[0] = (size_t)ceil((box->east - box->west) / p.step[1]) + 3;
  p.n[1] = (size_t)ceil((box->north - box->south) / p.step[0]) + 3;
  return p;
}

static enum sm_status interpolate(struct sm_context *ctx, const char *path,
                                  const struct sm_weather_box *box, double spacing,
                                  struct sm_weather_grid *grid) {
  const struct places p = places_of(box, spacing);
  const size_t count = p.n[0] * p.n[1];
  const double more[2] = {4 * p.step[0], 4 * p.step[1]};
  struct sm_weather_cells *cells = NULL;
  double *latitude = NULL, *longitude = NULL;
  size_t *candidate = NULL, candidates = 0, beyond = 0;
  enum sm_status status = SM_OK;
  if (count > MOST_PLACES)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: the cells of an unstructured grid are %.3g m apart, too near for so "
                   "large a domain",
                   path, spacing);
  SM_TRY_DONE(sm_alloc(ctx, 1, sizeof *cells, "the cells of a grid", &cells));
  SM_TRY_DONE(sm_alloc(ctx, count * NEAR, sizeof(size_t), "the cells of a grid", &cells->cell));
  SM_TRY_DONE(sm_alloc(ctx, count * NEAR, sizeof(double), "the cells of a grid", &cells->weight));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof(double), "the grid of the weather", &latitude));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof(double), "the grid of the weather", &longitude));
  SM_TRY_DONE(choose(ctx, grid, box, more, &candidate, &candidates));
  if (candidates == 0)
    SM_TRY_DONE(
        sm_fail(ctx, SM_ERR_DATA, "%s: error: no cells of the grid around the domain", path));
  cells->count = grid->nx;
  for (size_t n = 0; n < count; n++) {
    latitude[n] = p.first[0] + p.step[0] * (double)(n / p.n[0]);
    longitude[n] = p.first[1] + p.step[1] * (double)(n % p.n[0]);
    const double at[2] = {latitude[n], longitude[n]};
    beyond += find_near(grid, candidate, candidates, at, spacing, cells->cell + n * NEAR,
                        cells->weight + n * NEAR) > 2 * spacing;
  }
  if (beyond > 0)
    sm_warn(ctx,
            "%s: warning: %zu of %zu places around the domain lie beyond the cells of the grid",
            path, beyond, count);
  sm_weather_grid_free(grid);
  grid->latitude = latitude;
  grid->longitude = longitude;
  grid->cells = cells;
  grid->nx = p.n[0];
  grid->ny = p.n[1];
done:
  sm_free(candidate);
  if (status == SM_OK) return SM_OK;
  SM_FREE_ALL(latitude, longitude);
  sm_weather_cells_free(&cells);
  return status;
}

enum sm_status sm_weather_cells_interpolate(struct sm_context *ctx, const char *path,
                                            const struct sm_weather_box *box,
                                            struct sm_weather_grid *grid, bool *covered) {
  const double middle[2] = {box->latitude, box->longitude};
  for (size_t n = 0; n < grid->nx; n++)
    if (!(fabs(grid->latitude[n]) <= 90) || !isfinite(grid->longitude[n]))
      return sm_fail(ctx, SM_ERR_DATA, "%s: error: cell %zu lies at latitude %g, longitude %g",
                     path, n + 1, grid->latitude[n], grid->longitude[n]);
  const double spacing = grid->nx > 2 ? spacing_at(grid, middle) : (double)NAN;
  *covered = spacing > 0;
  return *covered ? interpolate(ctx, path, box, spacing, grid) : SM_OK;
}
