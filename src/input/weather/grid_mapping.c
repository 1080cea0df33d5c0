/* Grid mappings of the CF conventions (appendix F): latitudes and longitudes of files that have
 * only rotated coordinates or those of a map projection. */
#include "input/weather/grib_set.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double usual_radius = 6371229; /* m, of most weather models */

static const char cf_rotated[] = "rotated_latitude_longitude";

/* Names of CF, and of ecCodes. */
static const struct {
  const char *cf, *type;
} mappings[] = {{cf_rotated, "rotated_ll"},
                {"lambert_conformal_conic", "lambert"},
                {"polar_stereographic", "polar_stereographic"},
                {"mercator", "mercator"}};
enum { MAPPINGS = sizeof mappings / sizeof *mappings };

/* Finds the mapping, a variable with its name; its index in `mappings`, MAPPINGS: not supported,
 * -1: none. */
static int find_mapping(struct sm_ncdata *file, struct sm_ncdata_variable *out,
                        char name[SM_NCDATA_TEXT]) {
  for (int v = 0; v < file->variable_count; v++) {
    if (!sm_ncdata_inquire(file, v, out) || !sm_ncdata_text(file, out, "grid_mapping_name", name) ||
        strcmp(name, "latitude_longitude") == 0)
      continue;
    int m = 0;
    while (m < MAPPINGS && strcmp(name, mappings[m].cf) != 0) m++;
    return m;
  }
  return -1;
}

/* Finds a coordinate of one dimension, by standard name or name. */
static bool find_coordinate(struct sm_ncdata *file, const char *standard, const char *name,
                            struct sm_ncdata_variable *out) {
  char text[SM_NCDATA_TEXT];
  for (int v = 0; v < file->variable_count; v++)
    if (sm_ncdata_inquire(file, v, out) && out->numeric && out->rank == 1 &&
        sm_ncdata_text(file, out, "standard_name", text) && strcmp(text, standard) == 0)
      return true;
  return sm_ncdata_find(file, name, out) && out->numeric && out->rank == 1;
}

/* Number of an attribute; `otherwise` without. */
static double number_of(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                        const char *attribute, double otherwise) {
  double number;
  return sm_ncdata_numbers(file, mapping, attribute, &number, 1) == 1 ? number : otherwise;
}

/* Equatorial and polar radius, m. */
static void find_axes(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                      double axis[2]) {
  const double sphere = number_of(file, mapping, "earth_radius", NAN);
  const double major = number_of(file, mapping, "semi_major_axis", sphere);
  const double flat = number_of(file, mapping, "inverse_flattening", 0);
  if (isnan(major))
    sm_warn(file->ctx,
            "%s: warning: '%s' has neither earth_radius nor semi_major_axis: a sphere of %.0f m is "
            "taken",
            file->path, mapping->name, usual_radius);
  axis[0] = isnan(major) ? usual_radius : major;
  axis[1] =
      number_of(file, mapping, "semi_minor_axis", flat > 1 ? axis[0] * (1 - 1 / flat) : axis[0]);
}

/* The plane of a projection; its first point is the origin of x and y. *scale: at the point or
 * parallel of true scale. */
static void describe_plane(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                           struct sm_grib_grid *grid, double *scale) {
  const double at_origin = number_of(file, mapping, "latitude_of_projection_origin", 0);
  const bool polar = strcmp(grid->type, "polar_stereographic") == 0;
  double parallel[2];
  size_t parallels = sm_ncdata_numbers(file, mapping, "standard_parallel", parallel, 2);
  *scale = number_of(file, mapping, "scale_factor_at_projection_origin", 1);
  find_axes(file, mapping, grid->axis);
  grid->orientation =
      number_of(file, mapping, "straight_vertical_longitude_from_pole",
                number_of(file, mapping, "longitude_of_central_meridian",
                          number_of(file, mapping, "longitude_of_projection_origin", NAN)));
  grid->south = polar && at_origin < 0;
  grid->first[0] = polar ? (grid->south ? -90 : 90) : at_origin;
  if (strcmp(grid->type, "mercator") == 0) grid->first[0] = 0;
  grid->first[1] = grid->orientation;
  grid->latin[0] = parallels > 0 ? parallel[0] : grid->first[0];
  grid->latin[1] = parallels == 2 ? parallel[1] : grid->latin[0];
}

static enum sm_status check_plane(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                                  const struct sm_grib_grid *grid, double scale) {
  const bool cone = strcmp(grid->type, "lambert") == 0;
  if (isfinite(grid->orientation) && fabs(grid->first[0]) <= 90 && fabs(grid->latin[0]) <= 90 &&
      fabs(grid->latin[1]) <= 90 && grid->axis[0] >= grid->axis[1] && grid->axis[1] > 0 &&
      isfinite(grid->axis[0]) && scale > 0 && isfinite(scale) &&
      (!cone || fabs(grid->latin[0] + grid->latin[1]) > 0.1))
    return SM_OK;
  return sm_fail(file->ctx, SM_ERR_DATA,
                 "%s: error: the grid mapping '%s' is incomplete: central longitude %g, parallels "
                 "%g and %g, radii %g and %g m, scale %g",
                 file->path, mapping->name, grid->orientation, grid->latin[0], grid->latin[1],
                 grid->axis[0], grid->axis[1], scale);
}

/* Reads both coordinates; x[nx] and y[ny]. */
static enum sm_status read_lines(struct sm_ncdata *file, const struct sm_weather_grid *grid,
                                 double *x, double *y) {
  const size_t start = 0;
  SM_TRY(sm_ncdata_read(file, &grid->longitude_of, &start, &grid->nx, x));
  return sm_ncdata_read(file, &grid->latitude_of, &start, &grid->ny, y);
}

static enum sm_status unrotate(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                               const double *x, const double *y, struct sm_weather_grid *grid) {
  const double pole[2] = {number_of(file, mapping, "grid_north_pole_latitude", NAN),
                          number_of(file, mapping, "grid_north_pole_longitude", NAN)};
  const double shift = number_of(file, mapping, "north_pole_grid_longitude", 0);
  if (!(fabs(pole[0]) <= 90) || !isfinite(pole[1]) || !isfinite(shift))
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: the grid mapping '%s' has its north pole at latitude %g, longitude "
                   "%g (grid_north_pole_latitude, grid_north_pole_longitude)",
                   file->path, mapping->name, pole[0], pole[1]);
  for (size_t j = 0; j < grid->ny; j++)
    for (size_t i = 0; i < grid->nx; i++) {
      grid->latitude[j * grid->nx + i] = y[j];
      grid->longitude[j * grid->nx + i] = x[i] - shift;
    }
  sm_grib_unrotate((const double[2]){-pole[0], pole[1] - 180}, grid->nx * grid->ny, grid->latitude,
                   grid->longitude);
  return SM_OK;
}

static enum sm_status unproject(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                                const char *type, double *x, double *y,
                                struct sm_weather_grid *grid) {
  struct sm_grib_grid plane = {.ni = (long)grid->nx, .nj = (long)grid->ny};
  const double east = number_of(file, mapping, "false_easting", 0);
  const double north = number_of(file, mapping, "false_northing", 0);
  double scale;
  snprintf(plane.type, sizeof plane.type, "%s", type);
  describe_plane(file, mapping, &plane, &scale);
  SM_TRY(check_plane(file, mapping, &plane, scale));
  for (size_t i = 0; i < grid->nx; i++) x[i] = (x[i] - east) / scale;
  for (size_t j = 0; j < grid->ny; j++) y[j] = (y[j] - north) / scale;
  sm_grib_project_points(&plane, x, y, grid->latitude, grid->longitude);
  return SM_OK;
}

static enum sm_status compute(struct sm_ncdata *file, const struct sm_ncdata_variable *mapping,
                              const char *type, bool rotated, struct sm_weather_grid *grid) {
  const size_t count = grid->nx * grid->ny;
  double *x = NULL;
  SM_TRY(sm_alloc(file->ctx, grid->nx + grid->ny, sizeof *x, "the rows of a grid", &x));
  double *y = x + grid->nx;
  enum sm_status status = read_lines(file, grid, x, y);
  if (status == SM_OK)
    status = sm_alloc(file->ctx, count, sizeof(double), "the grid of the weather", &grid->latitude);
  if (status == SM_OK)
    status =
        sm_alloc(file->ctx, count, sizeof(double), "the grid of the weather", &grid->longitude);
  if (status == SM_OK)
    status =
        rotated ? unrotate(file, mapping, x, y, grid) : unproject(file, mapping, type, x, y, grid);
  grid->is_computed = true;
  sm_free(x);
  return status;
}

enum sm_status sm_weather_grid_mapping(struct sm_ncdata *file, struct sm_weather_grid *out,
                                       bool *found) {
  struct sm_ncdata_variable mapping, x, y;
  char name[SM_NCDATA_TEXT];
  const int m = find_mapping(file, &mapping, name);
  *found = false;
  if (m < 0) return SM_OK;
  if (m == MAPPINGS)
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: no latitudes and longitudes, and the grid mapping '%s' is not "
                   "supported\nhelp: interpolate the file: cdo remapbil,GRID IN OUT",
                   file->path, name);
  const bool rotated = m == 0;
  if (!find_coordinate(file, rotated ? "grid_latitude" : "projection_y_coordinate",
                       rotated ? "rlat" : "y", &y) ||
      !find_coordinate(file, rotated ? "grid_longitude" : "projection_x_coordinate",
                       rotated ? "rlon" : "x", &x))
    return SM_OK;
  *found = true;
  SM_TRY(sm_weather_grid_bind(file, &y, &x, rotated ? "degree" : "m", out));
  return compute(file, &mapping, mappings[m].type, rotated, out);
}
