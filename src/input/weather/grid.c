/* Horizontal grid of a weather file, and its part around an area. */
#include "input/weather/internal.h"

#include <math.h>

static const double radians = 3.14159265358979323846 / 180;
static const double earth_radius = 6371229; /* m */
static const double firm_base = 10e3;       /* m, minimum distance for the grid direction */
static const double lonely_reach = 50e3;    /* m, range of a column without neighbours */

enum { MOST_COLUMNS = 200000000 };

enum sm_status sm_weather_grid_bind(struct sm_ncdata *file,
                                    const struct sm_ncdata_variable *latitude,
                                    const struct sm_ncdata_variable *longitude, const char *unit,
                                    struct sm_weather_grid *out) {
  *out = (struct sm_weather_grid){
      .latitude_of = *latitude, .longitude_of = *longitude, .staggered_x = -1, .staggered_y = -1};
  const int rank = latitude->rank;
  bool good = rank == longitude->rank && rank >= 1 && rank <= 3;
  for (int d = 0; d < rank && good && rank > 1; d++)
    good = latitude->dimension[d] == longitude->dimension[d];
  if (!good)
    return sm_fail(
        file->ctx, SM_ERR_DATA,
        "%s: error: '%s' and '%s' do not lie on one grid: they have %d and %d dimensions",
        file->path, latitude->name, longitude->name, rank, longitude->rank);
  const int y = rank == 1 ? 0 : rank - 2;
  out->y_dimension = latitude->dimension[y];
  out->x_dimension = longitude->dimension[rank - 1];
  out->ny = latitude->size[y];
  out->nx = longitude->size[rank - 1];
  if (rank == 1 && out->x_dimension == out->y_dimension) {
    out->is_list = true;
    out->y_dimension = -1;
    out->ny = 1;
  }
  if (out->nx == 0 || out->ny == 0 || out->nx > MOST_COLUMNS / out->ny ||
      (rank == 3 && latitude->size[0] == 0))
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: a grid of %zu x %zu columns", file->path,
                   out->nx, out->ny);
  if (!sm_ncdata_can_hold(file, (double)out->nx * (double)out->ny))
    return sm_fail(
        file->ctx, SM_ERR_DATA,
        "%s: error: a grid of %zu x %zu columns cannot be in a file of %.0f bytes: it is "
        "damaged",
        file->path, out->nx, out->ny, file->bytes);
  SM_TRY(sm_ncdata_convert(file, &out->latitude_of, unit));
  return sm_ncdata_convert(file, &out->longitude_of, unit);
}

void sm_weather_grid_free(struct sm_weather_grid *grid) {
  sm_free(grid->latitude);
  sm_free(grid->longitude);
  grid->latitude = grid->longitude = NULL;
  sm_weather_cells_free(&grid->cells);
}

/* Wraps an angle to -180 to 180 deg. */
static double wrap(double degrees) { return degrees - 360 * floor(degrees / 360 + 0.5); }

static enum sm_status read_coordinates(struct sm_ncdata *file, struct sm_weather_grid *grid) {
  const size_t nx = grid->nx, ny = grid->ny;
  if (grid->is_computed) return SM_OK;
  sm_weather_grid_free(grid);
  SM_TRY(sm_alloc(file->ctx, nx * ny, sizeof(double), "the grid of the weather", &grid->latitude));
  SM_TRY(sm_alloc(file->ctx, nx * ny, sizeof(double), "the grid of the weather", &grid->longitude));
  const int rank = grid->latitude_of.rank;
  const size_t start[3] = {rank == 3 ? grid->time : 0, 0, 0};
  if (rank > 1) {
    const size_t count[3] = {rank == 3 ? 1 : ny, rank == 3 ? ny : nx, nx};
    SM_TRY(sm_ncdata_read(file, &grid->latitude_of, start, count, grid->latitude));
    return sm_ncdata_read(file, &grid->longitude_of, start, count, grid->longitude);
  }
  /* Latitudes are read to the end of the array and expanded from its front. */
  if (grid->is_list) {
    SM_TRY(sm_ncdata_read(file, &grid->latitude_of, start, &nx, grid->latitude));
    return sm_ncdata_read(file, &grid->longitude_of, start, &nx, grid->longitude);
  }
  double *latitude = grid->latitude + ny * (nx - 1);
  SM_TRY(sm_ncdata_read(file, &grid->latitude_of, start, &ny, latitude));
  SM_TRY(sm_ncdata_read(file, &grid->longitude_of, start, &nx, grid->longitude));
  for (size_t j = 0; j < ny; j++) {
    const double here = latitude[j];
    for (size_t i = 0; i < nx; i++) {
      grid->latitude[j * nx + i] = here;
      grid->longitude[j * nx + i] = grid->longitude[i];
    }
  }
  const double step =
      nx > 1 ? (grid->longitude[nx - 1] - grid->longitude[0]) / (double)(nx - 1) : 0;
  grid->wraps = nx > 2 && fabs(fabs(step) * (double)nx - 360) < 0.5 * fabs(step);
  return SM_OK;
}

/* Area on Earth: centre, bounding box of its rim, and corners that must be covered. */
struct area {
  double latitude, longitude; /* centre, deg */
  double south, north;        /* deg, including the margin */
  double west, east;          /* deg relative to the longitude of the centre */
  double corner[4][2];        /* latitude and longitude, deg, without the margin */
};

/* Latitude and longitude of a point of the request. */
static enum sm_status place_of(struct sm_context *ctx, const struct sm_weather_request *request,
                               double x, double y, double place[2]) {
  place[0] = y;
  place[1] = x;
  if (request->crs == NULL || request->crs->local) return SM_OK;
  return sm_gis_unproject(ctx, request->crs, (const double[]){x, y}, &place[0], &place[1]);
}

static enum sm_status find_area(struct sm_context *ctx, const struct sm_weather_request *request,
                                struct area *out) {
  const bool map = request->crs != NULL && !request->crs->local;
  const double *x = request->x, *y = request->y;
  double place[2];
  SM_TRY(place_of(ctx, request, 0.5 * (x[0] + x[1]), 0.5 * (y[0] + y[1]), place));
  *out = (struct area){
      .latitude = place[0], .longitude = place[1], .south = place[0], .north = place[0]};
  if (!(fabs(place[0]) <= 90) || !isfinite(place[1]))
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: latitude %g, longitude %g for the weather is not a position on Earth",
                   place[0], place[1]);
  const double up = map ? request->margin : request->margin / (earth_radius * radians);
  const double across = map ? up : up / fmax(cos(place[0] * radians), 0.01);
  for (int n = 0; n < 9; n++) { /* corners, side midpoints, centre */
    const int column = n % 3, row = n / 3;
    const double fx = 0.5 * column, fy = 0.5 * row;
    const double px = x[0] + fx * (x[1] - x[0]), py = y[0] + fy * (y[1] - y[0]);
    SM_TRY(place_of(ctx, request, px + (2 * fx - 1) * across, py + (2 * fy - 1) * up, place));
    const double from_middle = wrap(place[1] - out->longitude);
    out->south = fmin(out->south, place[0]);
    out->north = fmax(out->north, place[0]);
    out->west = fmin(out->west, from_middle);
    out->east = fmax(out->east, from_middle);
  }
  for (int n = 0; n < 4; n++) SM_TRY(place_of(ctx, request, x[n % 2], y[n / 2], out->corner[n]));
  return SM_OK;
}

/* Distance of two nearby positions, m. */
static double distance(double latitude1, double longitude1, double latitude2, double longitude2) {
  const double east = wrap(longitude2 - longitude1) * cos(0.5 * (latitude1 + latitude2) * radians);
  return earth_radius * radians * hypot(east, latitude2 - latitude1);
}

/* Index of the nearest column; nx * ny when none has coordinates. */
static size_t nearest(const struct sm_weather_grid *grid, double latitude, double longitude,
                      double *how_far) {
  size_t best = grid->nx * grid->ny;
  *how_far = INFINITY;
  for (size_t n = 0; n < grid->nx * grid->ny; n++) {
    const double north = fabs(grid->latitude[n] - latitude) * earth_radius * radians;
    if (!(north < *how_far)) continue; /* skips most columns cheaply */
    const double d = distance(latitude, longitude, grid->latitude[n], grid->longitude[n]);
    if (d < *how_far) {
      *how_far = d;
      best = n;
    }
  }
  return best;
}

/* Distance to the farthest neighbour of a column, m. */
static double reach(const struct sm_weather_grid *grid, size_t n) {
  const size_t nx = grid->nx, i = n % nx, j = n / nx;
  const size_t around[4] = {i > 0 ? n - 1 : n, i + 1 < nx ? n + 1 : n, j > 0 ? n - nx : n,
                            j + 1 < grid->ny ? n + nx : n};
  double farthest = 0;
  for (int k = 0; k < 4; k++) {
    const size_t m = around[k];
    const double d =
        distance(grid->latitude[n], grid->longitude[n], grid->latitude[m], grid->longitude[m]);
    farthest = fmax(farthest, d); /* fmax ignores NAN */
  }
  return nx == 1 || grid->ny == 1 ? fmax(farthest, lonely_reach) : farthest;
}

/* True when a position is within the range of its nearest column (0.71 distances inside). */
static bool covers(const struct sm_weather_grid *grid, double latitude, double longitude,
                   size_t *at) {
  double how_far;
  *at = nearest(grid, latitude, longitude, &how_far);
  return *at < grid->nx * grid->ny && how_far <= reach(grid, *at);
}

static enum sm_status outside(struct sm_ncdata *file, const struct sm_weather_grid *grid,
                              const struct area *area) {
  const double endless = INFINITY;
  double south = endless, north = -endless, west = endless, east = -endless;
  for (size_t n = 0; n < grid->nx * grid->ny; n++) {
    south = fmin(south, grid->latitude[n]);
    north = fmax(north, grid->latitude[n]);
    west = fmin(west, grid->longitude[n]);
    east = fmax(east, grid->longitude[n]);
  }
  if (!(south <= north) || !(west <= east))
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' and '%s' contain no values", file->path,
                   grid->latitude_of.name, grid->longitude_of.name);
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: the weather does not cover the domain at latitude %.6g, longitude "
                 "%.6g\nhelp: the file goes from latitude %.6g to %.6g, longitude %.6g to %.6g",
                 file->path, area->latitude, area->longitude, south, north, west, east);
}

/* Distance in columns from `from` to `to`; the shorter way on a global grid. */
static long long columns_between(const struct sm_weather_grid *grid, size_t from, size_t to) {
  const long long nx = (long long)grid->nx;
  long long d = (long long)to - (long long)from;
  if (grid->wraps && d > nx / 2) d -= nx;
  if (grid->wraps && d < -(nx / 2)) d += nx;
  return d;
}

/* Selects the part of the grid: columns in the area and the column `middle`, plus one on every
 * side. */
static void choose(struct sm_weather_grid *grid, const struct area *area, size_t middle) {
  const size_t nx = grid->nx, ny = grid->ny, i0 = middle % nx;
  size_t south = middle / nx, north = south;
  long long west = 0, east = 0;
  for (size_t n = 0; n < nx * ny; n++) {
    const double x = wrap(grid->longitude[n] - area->longitude), y = grid->latitude[n];
    if (!(x >= area->west && x <= area->east && y >= area->south && y <= area->north)) continue;
    const size_t j = n / nx;
    const long long i = columns_between(grid, i0, n % nx);
    south = j < south ? j : south;
    north = j > north ? j : north;
    west = i < west ? i : west;
    east = i > east ? i : east;
  }
  grid->j0 = south > 0 ? south - 1 : 0;
  grid->nj = (north + 1 < ny ? north + 1 : ny - 1) - grid->j0 + 1;
  const long long n = (long long)nx;
  long long first = (long long)i0 + west - 1, last = (long long)i0 + east + 1;
  if (!grid->wraps) {
    first = first < 0 ? 0 : first;
    last = last >= n ? n - 1 : last;
  }
  if (last - first >= n) last = first + n - 1;
  grid->i0 = (size_t)((first + n) % n);
  grid->ni = (size_t)(last - first + 1);
}

/* Makes a list of cells a grid of rows. */
static enum sm_status load_cells(struct sm_ncdata *file, const struct area *area,
                                 struct sm_weather_grid *grid) {
  const struct sm_weather_box box = {area->latitude, area->longitude, area->south,
                                     area->north,    area->west,      area->east};
  bool covered;
  SM_TRY(sm_weather_cells_interpolate(file->ctx, file->path, &box, grid, &covered));
  if (!covered) return outside(file, grid, area);
  grid->is_list = false;
  grid->is_computed = true;
  return SM_OK;
}

enum sm_status sm_weather_grid_load(struct sm_ncdata *file,
                                    const struct sm_weather_request *request, bool warn,
                                    struct sm_weather_grid *grid) {
  struct area area;
  size_t middle, corner;
  SM_TRY(find_area(file->ctx, request, &area));
  SM_TRY(read_coordinates(file, grid));
  if (grid->is_list) SM_TRY(load_cells(file, &area, grid));
  if (!covers(grid, area.latitude, area.longitude, &middle)) return outside(file, grid, &area);
  for (int n = 0; n < 4 && warn; n++) {
    if (covers(grid, area.corner[n][0], area.corner[n][1], &corner)) continue;
    sm_warn(file->ctx,
            "%s: warning: the weather does not reach latitude %.6g, longitude %.6g, a corner of "
            "the domain",
            file->path, area.corner[n][0], area.corner[n][1]);
    break;
  }
  choose(grid, &area, middle);
  for (size_t j = 0; j < grid->nj; j++)
    for (size_t i = 0; i < grid->ni; i++) {
      const size_t n = sm_weather_grid_index(grid, j, i);
      if (!(fabs(grid->latitude[n]) <= 90) || !isfinite(grid->longitude[n]))
        return sm_fail(file->ctx, SM_ERR_DATA,
                       "%s: error: column %zu of row %zu lies at latitude %g, longitude %g",
                       file->path, n % grid->nx, n / grid->nx, grid->latitude[n],
                       grid->longitude[n]);
    }
  return SM_OK;
}

size_t sm_weather_grid_index(const struct sm_weather_grid *grid, size_t j, size_t i) {
  return (grid->j0 + j) * grid->nx + (grid->i0 + i) % grid->nx;
}

/* Positions of the first and last column of the part. */
static void corners(const struct sm_weather_grid *grid, double place[2][2]) {
  for (size_t e = 0; e < 2; e++) {
    const size_t n = sm_weather_grid_index(grid, e * (grid->nj - 1), e * (grid->ni - 1));
    place[e][0] = grid->latitude[n];
    place[e][1] = grid->longitude[n];
  }
}

/* Moving nests usually shift by whole columns: new columns are then at old positions. */
enum sm_status sm_weather_grid_follow(struct sm_ncdata *file, size_t time,
                                      const double corner[2][2], struct sm_weather_grid *grid,
                                      bool *same) {
  const double equal = 0.02; /* fraction of the column distance */
  double after[2][2], how_far;
  *same = true;
  if (grid->latitude_of.rank != 3) return SM_OK;
  if (time < grid->latitude_of.size[0] && time != grid->time) {
    grid->time = time;
    SM_TRY(read_coordinates(file, grid));
  }
  const size_t n = nearest(grid, corner[0][0], corner[0][1], &how_far);
  const size_t i0 = n % grid->nx, j0 = n / grid->nx;
  *same = false;
  if (n >= grid->nx * grid->ny || i0 + grid->ni > grid->nx || j0 + grid->nj > grid->ny)
    return SM_OK;
  grid->i0 = i0;
  grid->j0 = j0;
  corners(grid, after);
  const double limit = equal * reach(grid, n);
  *same = distance(corner[0][0], corner[0][1], after[0][0], after[0][1]) <= limit &&
          distance(corner[1][0], corner[1][1], after[1][0], after[1][1]) <= limit;
  return SM_OK;
}

static bool is_placed(const struct sm_weather_grid *grid, size_t n) {
  return isfinite(grid->latitude[n]) && isfinite(grid->longitude[n]);
}

/* Column `steps` before or after column n along x; n itself beyond the grid. */
static size_t neighbour(const struct sm_weather_grid *grid, size_t n, long steps) {
  const size_t nx = grid->nx, column = n % nx, row = n / nx;
  const long at = (long)(grid->transposed ? row : column) + steps;
  const long count = (long)(grid->transposed ? grid->ny : nx);
  const bool round = grid->wraps && !grid->transposed;
  if ((at < 0 || at >= count) && !round) return n;
  const size_t to = (size_t)((at % count + count) % count);
  const size_t other = grid->transposed ? to * nx + column : row * nx + to;
  return is_placed(grid, other) ? other : n;
}

/* Vector between two columns, east and north at
 * column n, in Earth radii. */
static void vector_between(const struct sm_weather_grid *grid, size_t n, size_t from, size_t to,
                           double out[2]) {
  const double latitude = grid->latitude[n] * radians, longitude = grid->longitude[n] * radians;
  const size_t end[2] = {from, to};
  double d[3] = {0, 0, 0};
  for (int e = 0; e < 2; e++) {
    const double phi = grid->latitude[end[e]] * radians;
    const double lambda = grid->longitude[end[e]] * radians - longitude, sign = e == 0 ? -1 : 1;
    d[0] += sign * cos(phi) * cos(lambda);
    d[1] += sign * cos(phi) * sin(lambda);
    d[2] += sign * sin(phi);
  }
  out[0] = d[1];
  out[1] = cos(latitude) * d[2] - sin(latitude) * d[0];
}

/* Central difference (one-sided at edges) over columns far enough apart that single-precision
 * coordinates do not affect the direction. */
void sm_weather_grid_direction(const struct sm_weather_grid *grid, size_t j, size_t i,
                               double direction[2]) {
  enum { FARTHEST = 64 };
  const size_t n = sm_weather_grid_index(grid, j, i);
  double d[2];
  vector_between(grid, n, neighbour(grid, n, -1), neighbour(grid, n, 1), d);
  for (long steps = 2; steps <= FARTHEST && hypot(d[0], d[1]) * earth_radius < firm_base;
       steps *= 2) {
    const size_t before = neighbour(grid, n, -steps), after = neighbour(grid, n, steps);
    if (before == n || after == n) break;
    vector_between(grid, n, before, after, d);
  }
  const double length = hypot(d[0], d[1]);
  direction[0] = length > 0 ? d[0] / length : 1;
  direction[1] = length > 0 ? d[1] / length : 0;
}
