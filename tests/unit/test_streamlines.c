/* Streamlines follow the wind, fill the plane and keep their distance. */
#include "harness.h"
#include "output/analyse/analyse.h"
#include <math.h>

static const double middle[2] = {60, 40};

static bool rotation(const void *data, double x, double y, double out[2]) {
  (void)data;
  out[0] = -(y - middle[1]);
  out[1] = x - middle[0];
  return true;
}

/* From the left, and nothing in a square. */
static bool round_a_house(const void *data, double x, double y, double out[2]) {
  (void)data;
  out[0] = 3;
  out[1] = 0.01 * sin(x);
  return !(x > 50 && x < 70 && y > 30 && y < 50);
}

static bool calm(const void *data, double x, double y, double out[2]) {
  (void)data, (void)x, (void)y;
  out[0] = out[1] = 0;
  return true;
}

/* Towards a line from both sides: nothing can pass it. */
static bool meeting(const void *data, double x, double y, double out[2]) {
  (void)data, (void)y;
  out[0] = x < 60 ? 1 : -1;
  out[1] = 0;
  return true;
}

static struct sm_streamlines find(bool (*wind)(const void *, double, double, double[2]),
                                  double apart) {
  const struct sm_streamlines_request want = {120, 80, apart, wind, NULL};
  struct sm_streamlines lines;
  ck_assert(sm_streamlines_find(&want, &lines));
  return lines;
}

/* The distance to the nearest point of the lines but one of them. */
static double nearest(const struct sm_streamlines *lines, double x, double y, size_t but) {
  double least = INFINITY;
  for (size_t l = 0; l < lines->lines; l++)
    for (size_t p = lines->first[l]; l != but && p < lines->first[l + 1]; p++)
      least = fmin(least, hypot(lines->x[p] - x, lines->y[p] - y));
  return least;
}

START_TEST(circles_stay_circles_and_keep_their_distance) {
  const double apart = 6;
  struct sm_streamlines lines = find(rotation, apart);
  ck_assert_uint_gt(lines.lines, 5);
  for (size_t l = 0; l < lines.lines; l++) {
    const size_t from = lines.first[l];
    const double radius = hypot(lines.x[from] - middle[0], lines.y[from] - middle[1]);
    double turned = 0;
    for (size_t p = from; p < lines.first[l + 1]; p++) {
      const double x = lines.x[p] - middle[0], y = lines.y[p] - middle[1];
      ck_assert_double_eq_tol(hypot(x, y), radius, 0.01 * apart);
      ck_assert_double_gt(nearest(&lines, lines.x[p], lines.y[p], l), 0.45 * apart);
      if (p == from) continue;
      const double back_x = lines.x[p - 1] - middle[0], back_y = lines.y[p - 1] - middle[1];
      turned += asin((back_x * y - back_y * x) / (radius * radius));
    }
    ck_assert_double_gt(turned, 0); /* along the wind, and not round and round */
    if (radius > 0.4 * apart) ck_assert_double_lt(turned, 2 * 3.1416);
  }
  sm_streamlines_free(&lines);
}
END_TEST

START_TEST(the_plane_is_full_but_for_what_has_no_wind) {
  const double apart = 5;
  struct sm_streamlines lines = find(round_a_house, apart);
  for (double y = 2; y < 79; y += 3)
    for (double x = 2; x < 119; x += 3)
      if (!(x > 46 && x < 74 && y > 27 && y < 53))
        ck_assert_double_lt(nearest(&lines, x, y, SIZE_MAX), 1.5 * apart);
  for (size_t p = 0; p < lines.first[lines.lines]; p++)
    ck_assert(!(lines.x[p] > 50 && lines.x[p] < 70 && lines.y[p] > 30 && lines.y[p] < 50));
  sm_streamlines_free(&lines);
}
END_TEST

START_TEST(odd_winds_end) {
  struct sm_streamlines lines = find(calm, 5);
  ck_assert_uint_eq(lines.lines, 0);
  sm_streamlines_free(&lines);
  lines = find(meeting, 5);
  ck_assert_uint_gt(lines.lines, 10);
  for (size_t l = 0; l < lines.lines; l++) {
    const double from = lines.x[lines.first[l]] - 60, to = lines.x[lines.first[l + 1] - 1] - 60;
    ck_assert(from * to > 0 || fabs(to) < 1);
  }
  sm_streamlines_free(&lines);
  lines = find(rotation, 1000); /* wider than the plane */
  ck_assert_uint_le(lines.lines, 1);
  sm_streamlines_free(&lines);
}
END_TEST

TEST_MAIN(circles_stay_circles_and_keep_their_distance, the_plane_is_full_but_for_what_has_no_wind,
          odd_winds_end)
