/* Solar position: elevation and azimuth of the sun. */
#include "physics/surface.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

void sm_sun_direction(double time, double latitude, double longitude, double sun[3]) {
  const double days = (time - 946728000.0) / 86400; /* since 2000-01-01 12:00 UTC */
  const double mean_longitude = 280.460 + 0.9856474 * days;
  const double anomaly = (357.528 + 0.9856003 * days) * degree;
  const double ecliptic =
      (mean_longitude + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly)) * degree;
  const double obliquity = (23.439 - 4e-7 * days) * degree;
  const double ascension = atan2(cos(obliquity) * sin(ecliptic), cos(ecliptic));
  const double declination = asin(sin(obliquity) * sin(ecliptic));
  /* Greenwich sidereal time: 360 + 0.98565 deg per day */
  const double sidereal = fmod(280.46062 + 360.98564737 * days, 360) + longitude;
  const double hour = sidereal * degree - ascension, north = latitude * degree;
  sun[0] = -cos(declination) * sin(hour);
  sun[1] = sin(declination) * cos(north) - cos(declination) * sin(north) * cos(hour);
  sun[2] = sin(declination) * sin(north) + cos(declination) * cos(north) * cos(hour);
}
