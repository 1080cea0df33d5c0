/* The plane of a wall in a cell, from the open fractions of its faces. */
#include "harness.h"
#include "physics/flow/walls/walls.h"
#include <math.h>

static const double cube[3] = {1, 1, 1};
static const bool none[3] = {false, false, false}, flat_z[3] = {false, false, true};

static void near(double a, double b, double tolerance) {
  ck_assert_msg(fabs(a - b) <= tolerance, "%.12g is not %.12g", a, b);
}

START_TEST(an_upright_wall_across_a_cell) {
  struct sm_wall_plane plane;
  const double fraction[6] = {0, 1, 0.7, 0.7, 0.7, 0.7};
  sm_wall_plane_find(cube, fraction, none, &plane);
  near(plane.normal[0], 1, 1e-12);
  near(plane.area, 1, 1e-12);
  near(plane.point[0], -0.2, 1e-6);
  near(plane.half[0], 0.4, 1e-6); /* west */
  near(plane.half[1], 1, 1e-6);
  near(plane.half[4], 0.7, 1e-6);
  near(plane.middle[2][0], 0.15, 1e-6); /* of what is open of the south face */
}
END_TEST

START_TEST(a_corner_cut_off) {
  /* x + y = -0.5: a triangle of legs 0.5 is solid. */
  struct sm_wall_plane plane;
  const double fraction[6] = {0.5, 1, 0.5, 1, 0.875, 0.875};
  sm_wall_plane_find(cube, fraction, flat_z, &plane);
  near(plane.normal[0], sqrt(0.5), 1e-12);
  near(plane.normal[1], sqrt(0.5), 1e-12);
  near(plane.area, sqrt(0.5), 1e-12);
  near(plane.point[0], -0.25, 0.03);
  near(plane.point[0] + plane.point[1], -0.5, 0.01);
  near(plane.middle[0][1], 0.25, 1e-6);
}
END_TEST

START_TEST(a_slope_through_all_sides) {
  /* z = -0.1 + 0.2 x. */
  struct sm_wall_plane plane;
  const double fraction[6] = {0.7, 0.5, 0.6, 0.6, 0, 1};
  sm_wall_plane_find(cube, fraction, none, &plane);
  near(plane.normal[0] / plane.normal[2], -0.2, 1e-12);
  near(plane.area, sqrt(1.04), 1e-12);
  near(plane.point[2], -0.1, 1e-3);
  near(plane.half[5], 1, 1e-6); /* above */
  near(plane.half[4], 0.2, 1e-3);
}
END_TEST

START_TEST(no_wall_at_all) {
  struct sm_wall_plane plane;
  const double fraction[6] = {1, 1, 1, 1, 1, 1};
  sm_wall_plane_find(cube, fraction, none, &plane);
  near(plane.area, 0, 0);
  for (int f = 0; f < 6; f++) near(plane.half[f], 1, 0);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {an_upright_wall_across_a_cell, a_corner_cut_off,
                                a_slope_through_all_sides, no_wall_at_all};
  return run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
}
