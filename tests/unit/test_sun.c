/* Where the sun stands. */
#include "base/clock.h"
#include "harness.h"
#include "physics/surface.h"
#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

/* Elevation and azimuth from north by east, deg. */
static void look(const char *time, double latitude, double longitude, double *elevation,
                 double *azimuth) {
  double seconds, sun[3];
  ck_assert(sm_clock_parse(time, &seconds));
  sm_sun_direction(seconds, latitude, longitude, sun);
  ck_assert_double_eq_tol(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2], 1, 1e-12);
  *elevation = asin(sun[2]) / degree;
  *azimuth = fmod(atan2(sun[0], sun[1]) / degree + 360, 360);
}

/* Reda and Andreas (2004), Solar position algorithm, table A5.1: elevation without refraction
 * 39.872046, azimuth 194.340241; the parallax of 0.002 deg is theirs. */
START_TEST(the_sun_stands_where_the_published_example_has_it) {
  double elevation, azimuth;
  look("2003-10-17T12:30:30-07:00", 39.742476, -105.1786, &elevation, &azimuth);
  ck_assert_double_eq_tol(elevation, 39.872046, 0.02);
  ck_assert_double_eq_tol(azimuth, 194.340241, 0.02);
}
END_TEST

/* Equinoxes and solstices of 2000 by the Astronomical Almanac, as seen from the poles: the
 * elevation is the declination. */
START_TEST(the_sun_turns_at_the_solstices_and_crosses_the_equator_between) {
  static const struct {
    const char *time;
    double declination;
  } day[] = {{"2000-03-20T07:35:00Z", 0},
             {"2000-06-21T01:48:00Z", 23.44},
             {"2000-09-22T17:28:00Z", 0},
             {"2000-12-21T13:37:00Z", -23.44}};
  for (int q = 0; q < 4; q++) {
    double elevation, azimuth;
    look(day[q].time, 90, 0, &elevation, &azimuth);
    ck_assert_double_eq_tol(elevation, day[q].declination, 0.02);
    look(day[q].time, -90, 17, &elevation, &azimuth);
    ck_assert_double_eq_tol(elevation, -day[q].declination, 0.02);
  }
}
END_TEST

START_TEST(it_rises_in_the_east_and_is_high_at_noon_on_the_equator) {
  double elevation, azimuth;
  look("2000-03-20T12:07:00Z", 0, 0, &elevation, &azimuth); /* noon: 7 minutes late in March */
  ck_assert_double_gt(elevation, 89.5);
  look("2000-03-20T06:07:00Z", 0, 0, &elevation, &azimuth);
  ck_assert_double_eq_tol(elevation, 0, 0.5);
  ck_assert_double_eq_tol(azimuth, 90, 0.5);
  look("2000-03-20T15:07:00Z", 0, 0, &elevation, &azimuth);
  ck_assert_double_eq_tol(elevation, 45, 0.5);
  ck_assert_double_eq_tol(azimuth, 270, 0.5);
  look("2000-03-20T12:07:00Z", 0, 180, &elevation, &azimuth);
  ck_assert_double_lt(elevation, -89.5);
  look("2000-06-21T12:02:00Z", 50, 0, &elevation, &azimuth);
  ck_assert_double_eq_tol(elevation, 90 - 50 + 23.44, 0.02);
  ck_assert_double_eq_tol(azimuth, 180, 0.5);
}
END_TEST

TEST_MAIN(the_sun_stands_where_the_published_example_has_it,
          the_sun_turns_at_the_solstices_and_crosses_the_equator_between,
          it_rises_in_the_east_and_is_high_at_noon_on_the_equator)
