/* grib_planes.h - grids of weather centres in GRIB files: their projections, and keys of ecCodes.
 */
#ifndef SM_TESTS_GRIB_PLANES_H
#define SM_TESTS_GRIB_PLANES_H

#include "grib_files.h"
#include "map_projections.h"

/* Lambert conformal conic with one parallel. */
static void cone_keys(codes_handle *h, double parallel, double meridian, double step) {
  grib_word(h, "gridType", "lambert");
  grib_put(h, "LaDInDegrees", parallel);
  grib_put(h, "LoVInDegrees", meridian);
  grib_put(h, "Latin1InDegrees", parallel);
  grib_put(h, "Latin2InDegrees", parallel);
  grib_put(h, "DxInMetres", step);
  grib_put(h, "DyInMetres", step);
}
static void hrrr(double x, double y, double place[2]) { map_cone(38.5, 262.5, x, y, place); }
static void hrrr_keys(codes_handle *h, const struct grib_plane *p) {
  cone_keys(h, 38.5, 262.5, p->step);
}
static void arome(double x, double y, double place[2]) { map_cone(63.3, 15, x, y, place); }
static void arome_keys(codes_handle *h, const struct grib_plane *p) {
  cone_keys(h, 63.3, 15, p->step);
}
static void south(double x, double y, double place[2]) { map_cone(-35, 295, x, y, place); }
static void south_keys(codes_handle *h, const struct grib_plane *p) {
  cone_keys(h, -35, 295, p->step);
}

/* Polar stereographic, of both poles. */
static void polar(double x, double y, double place[2]) { map_polar(1, x, y, place); }
static void antarctic(double x, double y, double place[2]) { map_polar(-1, x, y, place); }
static void polar_keys(codes_handle *h, const struct grib_plane *p) {
  grib_word(h, "gridType", "polar_stereographic");
  grib_put(h, "LaDInDegrees", 60);
  grib_put(h, "orientationOfTheGridInDegrees", 210);
  grib_set(h, "projectionCentreFlag", p->place == antarctic ? 128 : 0);
  grib_put(h, "DxInMetres", p->step);
  grib_put(h, "DyInMetres", p->step);
}

static void mercator(double x, double y, double place[2]) { map_mercator(20, x, y, place); }
static void mercator_keys(codes_handle *h, const struct grib_plane *p) {
  grib_word(h, "gridType", "mercator");
  grib_put(h, "LaDInDegrees", 20);
  grib_put(h, "DiInMetres", p->step);
  grib_put(h, "DjInMetres", p->step);
}

/* Rotated pole: ICON-EU and COSMO. */
static void rotated(double x, double y, double place[2]) { map_rotated(40, -170, x, y, place); }
static void rotated_keys(codes_handle *h, const struct grib_plane *p) {
  grib_word(h, "gridType", "rotated_ll");
  grib_put(h, "latitudeOfSouthernPoleInDegrees", -40);
  grib_put(h, "longitudeOfSouthernPoleInDegrees", 10);
  grib_put(h, "iDirectionIncrementInDegrees", p->step);
  grib_put(h, "jDirectionIncrementInDegrees", p->step);
}

/* Lambert azimuthal of equal area: UKV. */
static void azimuthal(double x, double y, double place[2]) {
  map_azimuthal(54.9, -2.5, x, y, place);
}
static void azimuthal_keys(codes_handle *h, const struct grib_plane *p) {
  grib_word(h, "gridType", "lambert_azimuthal_equal_area");
  grib_put(h, "standardParallelInDegrees", 54.9);
  grib_put(h, "centralLongitudeInDegrees", -2.5);
  grib_put(h, "xDirectionGridLengthInMetres", p->step);
  grib_put(h, "yDirectionGridLengthInMetres", p->step);
}

static const struct grib_plane planes[] = {
    {"HRRR", hrrr, -1.8e6, 4e5, 3000, hrrr_keys, false},
    {"HRRR, east", hrrr, 2.2e6, -9e5, 3000, hrrr_keys, false},
    {"AROME", arome, -4e5, 6e5, 2500, arome_keys, false},
    {"Lambert of the south", south, 7e5, -3e5, 4000, south_keys, false},
    {"polar", polar, 9e5, -2.4e6, 5000, polar_keys, false},
    {"polar of the south", antarctic, -7e5, 1.4e6, 5000, polar_keys, false},
    {"Mercator", mercator, 1.2e7, 2e6, 10000, mercator_keys, false},
    {"ICON-EU", rotated, -3, 5, 0.0625, rotated_keys, true},
    {"COSMO", rotated, 12, -9, 0.25, rotated_keys, true},
    {"GFS", grib_plain, 200.25, 41, 0.25, grib_plain_keys, false},
    {"date line", grib_plain, 180, -17, 0.25, grib_plain_keys, false},
    {"Greenwich", grib_plain, 360, 51, 0.25, grib_plain_keys, false},
};
enum { PLANES = sizeof planes / sizeof *planes };

#endif
