/* Map projections of GRIB grids: Lambert conformal conic, polar stereographic, Mercator, on a
 * sphere or an ellipsoid (Snyder, Map Projections, USGS Professional Paper 1395, 1987), and grids
 * of a rotated pole. */
#include "input/weather/grib_set.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
#define RADIANS (pi / 180)

/* Conformal cone of an ellipsoid: the pole is n = 1 or -1, polar stereographic. n = 0: the cylinder
 * of Mercator. */
struct cone {
  double n, f;        /* eqs. 15-8 and 15-10 */
  double axis, e;     /* equatorial radius, m, and eccentricity */
  double orientation; /* deg */
};

/* Eq. 15-9: tangent of half the conformal colatitude. */
static double tangent(double e, double phi) {
  const double s = e * sin(phi);
  return tan(pi / 4 - phi / 2) * pow((1 + s) / (1 - s), e / 2);
}

/* Eq. 14-15. */
static double scale_at(double e, double phi) {
  return cos(phi) / sqrt(1 - e * e * sin(phi) * sin(phi));
}

/* Latitude of a tangent, eq. 7-9 by iteration. */
static double latitude_of(double e, double t) {
  double phi = pi / 2 - 2 * atan(t);
  for (int k = 0; k < 12 && e > 0; k++) {
    const double s = e * sin(phi);
    phi = pi / 2 - 2 * atan(t * pow((1 - s) / (1 + s), e / 2));
  }
  return phi;
}

/* m / t^n at the latitude of true scale; at a pole its limit (eq. 21-33). */
static double true_scale(double e, double phi, double n) {
  if (pi / 2 - fabs(phi) > 1e-9) return scale_at(e, phi) / pow(tangent(e, phi), n);
  return 2 / sqrt(pow(1 + e, 1 + e) * pow(1 - e, 1 - e));
}

static struct cone find_cone(const struct sm_grib_grid *grid) {
  const double a = grid->axis[0], b = grid->axis[1];
  struct cone c = {.axis = a, .e = sqrt(fmax(0, 1 - b * b / (a * a))), .n = 0};
  c.orientation = grid->orientation;
  const double phi1 = (isnan(grid->latin[0]) ? 60 : grid->latin[0]) * RADIANS;
  const double phi2 = isnan(grid->latin[1]) ? phi1 : grid->latin[1] * RADIANS;
  if (strcmp(grid->type, "mercator") == 0) {
    c.f = scale_at(c.e, phi1);
  } else if (strcmp(grid->type, "polar_stereographic") == 0) {
    c.n = grid->south ? -1 : 1;
    c.f = c.n * true_scale(c.e, c.n * fabs(phi1), c.n);
  } else {
    const double t1 = tangent(c.e, phi1), t2 = tangent(c.e, phi2);
    c.n = fabs(phi1 - phi2) < 1e-9 ? sin(phi1)
                                   : log(scale_at(c.e, phi1) / scale_at(c.e, phi2)) / log(t1 / t2);
    c.f = true_scale(c.e, phi1, c.n) / c.n;
  }
  return c;
}

static double wrap(double degrees) { return degrees - 360 * floor(degrees / 360 + 0.5); }

/* Position in the plane from the pole of the cone, m. */
static void to_plane(const struct cone *c, double latitude, double longitude, double xy[2]) {
  const double t = tangent(c->e, latitude * RADIANS);
  const double rho = c->axis * c->f * pow(t, c->n);
  const double theta = c->n * wrap(longitude - c->orientation) * RADIANS;
  xy[0] = rho * sin(theta);
  xy[1] = -rho * cos(theta);
}

static void from_plane(const struct cone *c, const double xy[2], double *latitude,
                       double *longitude) {
  const double sign = c->n < 0 ? -1 : 1, rho = sign * hypot(xy[0], xy[1]);
  const double theta = atan2(sign * xy[0], -sign * xy[1]);
  const double t = rho == 0 ? 0 : pow(rho / (c->axis * c->f), 1 / c->n);
  *latitude = rho == 0 ? sign * 90 : latitude_of(c->e, t) / RADIANS;
  *longitude = wrap(c->orientation + theta / c->n / RADIANS);
}

static void project_cone(const struct sm_grib_grid *grid, const double *x, const double *y,
                         double *latitude, double *longitude) {
  const struct cone c = find_cone(grid);
  const size_t nx = (size_t)grid->ni, ny = (size_t)grid->nj;
  double first[2];
  to_plane(&c, grid->first[0], grid->first[1], first);
  for (size_t j = 0; j < ny; j++)
    for (size_t i = 0; i < nx; i++) {
      const double xy[2] = {first[0] + x[i], first[1] + y[j]};
      from_plane(&c, xy, &latitude[j * nx + i], &longitude[j * nx + i]);
    }
}

static void project_cylinder(const struct sm_grib_grid *grid, const double *x, const double *y,
                             double *latitude, double *longitude) {
  const struct cone c = find_cone(grid);
  const double unit = c.axis * c.f;
  const size_t nx = (size_t)grid->ni, ny = (size_t)grid->nj;
  const double north = -unit * log(tangent(c.e, grid->first[0] * RADIANS));
  for (size_t j = 0; j < ny; j++) {
    const double phi = latitude_of(c.e, exp(-(north + y[j]) / unit)) / RADIANS;
    for (size_t i = 0; i < nx; i++) {
      latitude[j * nx + i] = phi;
      longitude[j * nx + i] = wrap(grid->first[1] + x[i] / unit / RADIANS);
    }
  }
}

void sm_grib_project_points(const struct sm_grib_grid *grid, const double *x, const double *y,
                            double *latitude, double *longitude) {
  if (strcmp(grid->type, "mercator") == 0)
    project_cylinder(grid, x, y, latitude, longitude);
  else
    project_cone(grid, x, y, latitude, longitude);
}

/* Columns along x and rows in the order of the file. */
static enum sm_status project_steps(struct sm_context *ctx, const struct sm_grib_grid *grid,
                                    double *latitude, double *longitude) {
  const double dx = grid->step[0], dy = grid->j_positive ? grid->step[1] : -grid->step[1];
  double *x = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)(grid->ni + grid->nj), sizeof *x, "the rows of a grid", &x));
  double *y = x + grid->ni;
  for (long i = 0; i < grid->ni; i++)
    x[i] = (double)(grid->i_negative ? i - (grid->ni - 1) : i) * dx;
  for (long j = 0; j < grid->nj; j++) y[j] = (double)j * dy;
  sm_grib_project_points(grid, x, y, latitude, longitude);
  sm_free(x);
  return SM_OK;
}

void sm_grib_unrotate(const double south_pole[2], size_t count, double *latitude,
                      double *longitude) {
  const double theta = (90 + south_pole[0]) * RADIANS;
  for (size_t n = 0; n < count; n++) {
    const double phi = latitude[n] * RADIANS, lambda = longitude[n] * RADIANS;
    const double x = cos(lambda) * cos(phi), y = sin(lambda) * cos(phi), z = sin(phi);
    const double east = cos(theta) * x - sin(theta) * z, up = sin(theta) * x + cos(theta) * z;
    latitude[n] = asin(fmin(fmax(up, -1), 1)) / RADIANS;
    longitude[n] = wrap(atan2(y, east) / RADIANS + south_pole[1]);
  }
}

enum sm_status sm_grib_project(struct sm_context *ctx, const char *path,
                               const struct sm_grib_grid *grid, size_t count, double *latitude,
                               double *longitude) {
  if (strstr(grid->type, "rotated_") != NULL) {
    if (!(fabs(grid->south_pole[0]) <= 90) || !isfinite(grid->south_pole[1]) ||
        (isfinite(grid->rotation) && grid->rotation != 0))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s: error: a grid rotated about the pole at latitude %g, longitude %g by %g "
                     "deg; rotations about the axis are not supported\n"
                     "help: interpolate it to latitudes and longitudes: cdo remapbil,GRID IN OUT",
                     path, grid->south_pole[0], grid->south_pole[1], grid->rotation);
    sm_grib_unrotate(grid->south_pole, count, latitude, longitude);
    return SM_OK;
  }
  const bool is_cylinder = strcmp(grid->type, "mercator") == 0;
  if (!(grid->step[0] > 0) || !(grid->step[1] > 0) || !(grid->axis[1] > 0) ||
      !(grid->axis[0] >= grid->axis[1]) || !(fabs(grid->first[0]) <= 90) ||
      !isfinite(grid->first[1]) || (!is_cylinder && !isfinite(grid->orientation)) ||
      (strcmp(grid->type, "lambert") == 0 && !(fabs(grid->latin[0] + grid->latin[1]) > 0.1)))
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: the '%s' grid of the GRIB file is damaged: steps %g and %g m, first "
                   "point at latitude %g, longitude %g, parallels %g and %g",
                   path, grid->type, grid->step[0], grid->step[1], grid->first[0], grid->first[1],
                   grid->latin[0], grid->latin[1]);
  return project_steps(ctx, grid, latitude, longitude);
}
