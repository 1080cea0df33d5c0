/* map_projections.h - map projections of weather centres by their own formulas, on the sphere: the
 * place, latitude and longitude in degrees, of a point of the plane in metres. */
#ifndef SM_TESTS_MAP_PROJECTIONS_H
#define SM_TESTS_MAP_PROJECTIONS_H

#include <math.h>

static const double rad = 3.14159265358979323846 / 180, earth = 6371229;

/* Lambert conformal conic with one parallel (Snyder, Map Projections, 1987, eqs. 14-9, 15-1). */
static inline void map_cone(double parallel, double meridian, double x, double y, double place[2]) {
  const double phi = parallel * rad, n = sin(phi), t = tan(45 * rad + 0.5 * phi);
  const double f = cos(phi) * pow(t, n) / n, rho0 = earth * f / pow(t, n);
  const double sign = n < 0 ? -1 : 1, rho = sign * hypot(x, rho0 - y);
  const double theta = atan2(sign * x, sign * (rho0 - y));
  place[0] = (2 * atan(pow(earth * f / rho, 1 / n)) - 90 * rad) / rad;
  place[1] = meridian + theta / n / rad;
}

/* Polar stereographic, true at 60 deg, 210 E (eqs. 20-14 to 20-18); sign -1: of the south pole. */
static inline void map_polar(double sign, double x, double y, double place[2]) {
  const double k0 = (1 + sin(60 * rad)) / 2, rho = hypot(x, y);
  place[0] = sign * (90 * rad - 2 * atan2(rho, 2 * earth * k0)) / rad;
  place[1] = 210 + atan2(x, -sign * y) / rad;
}

/* Mercator, true at a parallel. */
static inline void map_mercator(double parallel, double x, double y, double place[2]) {
  const double unit = earth * cos(parallel * rad);
  place[0] = (2 * atan(exp(y / unit)) - 90 * rad) / rad;
  place[1] = x / unit / rad;
}

/* Rotated pole at a latitude and longitude; x and y are rotated degrees. */
static inline void map_rotated(double latitude, double longitude, double x, double y,
                               double place[2]) {
  const double pole = latitude * rad, phi = y * rad, lambda = x * rad;
  const double s = sin(pole) * sin(phi) + cos(pole) * cos(phi) * cos(lambda);
  const double a = -cos(phi) * sin(lambda),
               b = cos(pole) * sin(phi) - sin(pole) * cos(phi) * cos(lambda);
  place[0] = asin(s) / rad;
  place[1] = longitude + atan2(a, b) / rad;
}

/* Lambert azimuthal of equal area (eqs. 20-14, 20-15, 24-16). */
static inline void map_azimuthal(double parallel, double meridian, double x, double y,
                                 double place[2]) {
  const double top = parallel * rad, rho = hypot(x, y), c = 2 * asin(rho / (2 * earth));
  place[0] = asin(cos(c) * sin(top) + y * sin(c) * cos(top) / rho) / rad;
  place[1] = meridian + atan2(x * sin(c), rho * cos(top) * cos(c) - y * sin(top) * sin(c)) / rad;
}

/* Angle of the direction of x from east, counter-clockwise, from differences over a length. */
static inline double map_angle(void (*place)(double x, double y, double place[2]), double length,
                               double x, double y) {
  double middle[2], west[2], east[2];
  place(x, y, middle);
  place(x - length, y, west);
  place(x + length, y, east);
  return atan2(east[0] - west[0], remainder(east[1] - west[1], 360) * cos(middle[0] * rad));
}

#endif
