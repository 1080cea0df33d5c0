/* weather_planes.h - grids of weather centres: their projections, and grid mappings of CF. */
#ifndef SM_TESTS_WEATHER_PLANES_H
#define SM_TESTS_WEATHER_PLANES_H

#include "map_projections.h"
#include "weather_files.h"

/* HRRR. */
static void lambert(double x, double y, double place[2]) { map_cone(38.5, 262.5, x, y, place); }
static void polar(double x, double y, double place[2]) { map_polar(1, x, y, place); }
static void mercator(double x, double y, double place[2]) { map_mercator(0, x, y, place); }
/* COSMO over Europe. */
static void rotated(double x, double y, double place[2]) { map_rotated(39.25, -162, x, y, place); }

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
