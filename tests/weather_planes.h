/* weather_planes.h - map projections of weather centres by their own formulas, and their grid
 * mappings of CF. */
#ifndef SM_TESTS_WEATHER_PLANES_H
#define SM_TESTS_WEATHER_PLANES_H

#include "weather_files.h"

static const double rad = 3.14159265358979323846 / 180, earth = 6371229;
/* ---- projections of the sphere: place of a point of the plane, m or deg ---- */

/* Two parallels at 38.5 deg, 262.5 E: HRRR (Snyder, Map Projections, 1987, eqs. 14-9, 15-1). */
static void lambert(double x, double y, double place[2]) {
  const double phi = 38.5 * rad, n = sin(phi), t = tan(0.25 * 180 * rad + 0.5 * phi);
  const double f = cos(phi) * pow(t, n) / n, rho0 = earth * f / pow(t, n);
  const double rho = hypot(x, rho0 - y), theta = atan2(x, rho0 - y);
  place[0] = (2 * atan(pow(earth * f / rho, 1 / n)) - 90 * rad) / rad;
  place[1] = 262.5 + theta / n / rad;
}

/* North polar, true at 60 deg, 210 E (eqs. 20-14 to 20-18). */
static void polar(double x, double y, double place[2]) {
  const double k0 = (1 + sin(60 * rad)) / 2, rho = hypot(x, y);
  place[0] = (90 * rad - 2 * atan2(rho, 2 * earth * k0)) / rad;
  place[1] = 210 + atan2(x, -y) / rad;
}

static void mercator(double x, double y, double place[2]) {
  place[0] = (2 * atan(exp(y / earth)) - 90 * rad) / rad;
  place[1] = x / earth / rad;
}

/* Rotated pole at 39.25 N, 162 W: COSMO over Europe. x and y are rotated degrees. */
static void rotated(double x, double y, double place[2]) {
  const double pole = 39.25 * rad, phi = y * rad, lambda = x * rad;
  const double s = sin(pole) * sin(phi) + cos(pole) * cos(phi) * cos(lambda);
  const double a = -cos(phi) * sin(lambda),
               b = cos(pole) * sin(phi) - sin(pole) * cos(phi) * cos(lambda);
  place[0] = asin(s) / rad;
  place[1] = -162 + atan2(a, b) / rad;
}

/* Grid mappings of CF. */
static void describe(const char *name, const char *first, double a, const char *second, double b) {
  made_constant("crs", "", NULL, 0);
  made_text("crs", "grid_mapping_name", name);
  made_number("crs", "earth_radius", NC_DOUBLE, earth);
  made_number("crs", first, NC_DOUBLE, a);
  made_number("crs", second, NC_DOUBLE, b);
}
static void lambert_mapping(void) {
  describe("lambert_conformal_conic", "standard_parallel", 38.5, "longitude_of_central_meridian",
           262.5);
  made_number("crs", "latitude_of_projection_origin", NC_DOUBLE, 38.5);
}
static void polar_mapping(void) {
  describe("polar_stereographic", "standard_parallel", 60, "straight_vertical_longitude_from_pole",
           210);
  made_number("crs", "latitude_of_projection_origin", NC_DOUBLE, 90);
}
static void polar_scale(void) { /* the same by a scale, and an origin elsewhere */
  describe("polar_stereographic", "scale_factor_at_projection_origin", (1 + sin(60 * rad)) / 2,
           "straight_vertical_longitude_from_pole", -150);
  made_number("crs", "latitude_of_projection_origin", NC_DOUBLE, 90);
  made_number("crs", "false_easting", NC_DOUBLE, 2e6);
  made_number("crs", "false_northing", NC_DOUBLE, -3e6);
}
static void mercator_mapping(void) {
  describe("mercator", "standard_parallel", 0, "longitude_of_projection_origin", 0);
}
static void rotated_mapping(void) {
  describe("rotated_latitude_longitude", "grid_north_pole_latitude", 39.25,
           "grid_north_pole_longitude", -162);
}
static void rotated_shift(void) {
  rotated_mapping();
  made_number("crs", "north_pole_grid_longitude", NC_DOUBLE, 25);
}

struct plane {
  const char *name;
  void (*place)(double x, double y, double place[2]);
  double x, y, step; /* the middle, and the distance of columns */
  void (*mapping)(void);
  double shift[2]; /* of the coordinates in the file of a mapping */
};
static const struct plane planes[] = {
    {"lambert", lambert, -1.8e6, 4e5, 3000, lambert_mapping, {0, 0}},
    {"lambert", lambert, 2.2e6, -9e5, 3000, lambert_mapping, {0, 0}},
    {"polar", polar, 9e5, -2.4e6, 5000, polar_mapping, {0, 0}},
    {"polar, at the pole", polar, 4e4, 3e4, 5000, polar_scale, {2e6, -3e6}},
    {"mercator", mercator, 1.2e7, 2e6, 10000, mercator_mapping, {0, 0}},
    {"rotated", rotated, -3, 5, 0.0625, rotated_mapping, {0, 0}},
    {"rotated", rotated, 12, -9, 0.25, rotated_shift, {25, 0}},
    {"lambert, fine", lambert, -1.8e6, 4e5, 100, lambert_mapping, {0, 0}}};
enum { PLANES = sizeof planes / sizeof *planes };

#endif
