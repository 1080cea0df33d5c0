/* Downwash of a building that is taller than those upwind of it: base vortex and corner streams;
 * the sidewall zone of oblique walls. */
#include "diagnostic_wind.h"
#include "urban_scene.h"

#include "physics/urban/internal.h"

static struct fixture f;

enum { N = 60, LAYERS = 40 }; /* cells of 2 m */

static void begin(double from) {
  urban_scene_begin(&f, N, LAYERS, from);
  f.c.zones.downwash = false;
}

/* Three rows of three blocks 12 m wide and 12 m apart, the middle one `tall` m high. */
static void add_blocks(double tall) {
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      fixture_box(&f, 30 + 24 * i, 30 + 24 * j, 12, 12, i == 1 && j == 1 ? tall : 12);
}

static struct wind compute(void) {
  fixture_build(&f);
  struct wind w = compute_wind(&f, 64);
  ck_assert(w.report.converged);
  ck_assert_double_lt(w.report.divergence, 1e-10);
  return w;
}

/* Wind among the blocks without downwash and with it. */
static void compute_both(double from, double tall, struct wind out[2]) {
  for (int on = 0; on < 2; on++) {
    begin(from);
    f.c.zones.downwash = on;
    add_blocks(tall);
    out[on] = compute();
    fixture_destroy(&f);
  }
}

static double speed(const struct wind *w, int i, int j, int k) {
  const double u = 0.5 * (at(w, 0, i, j, k) + at(w, 0, i + 1, j, k));
  const double v = 0.5 * (at(w, 1, i, j, k) + at(w, 1, i, j + 1, k));
  return hypot(u, v);
}

static double largest_difference(const struct wind out[2]) {
  double most = 0;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < LAYERS; k++)
      for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
          most = fmax(most, fabs(at(&out[0], d, i, j, k) - at(&out[1], d, i, j, k)));
  return most;
}

static void free_both(struct wind out[2]) {
  free_wind(&out[0]);
  free_wind(&out[1]);
}

START_TEST(blocks_of_one_height_have_no_downwash) {
  struct wind out[2];
  compute_both(270, 12, out);
  ck_assert_double_eq(largest_difference(out), 0);
  free_both(out);
}
END_TEST

START_TEST(a_lone_tower_has_no_downwash_zone) {
  struct wind out[2];
  for (int on = 0; on < 2; on++) {
    begin(270);
    f.c.zones.downwash = on;
    fixture_box(&f, 54, 54, 12, 12, 36);
    out[on] = compute();
    fixture_destroy(&f);
  }
  ck_assert_double_eq(largest_difference(out), 0);
  free_both(out);
}
END_TEST

START_TEST(air_comes_down_ahead_of_a_tower_and_leaves_to_both_sides) {
  struct wind out[2];
  compute_both(270, 30, out);
  const int ahead = 24; /* in the street ahead of the tower, whose front is at cell 27 */
  for (int j = 28; j < 32; j++) {
    ck_assert_double_gt(speed(&out[1], ahead, j, 0), 1.2 * speed(&out[0], ahead, j, 0));
    ck_assert_double_lt(at(&out[1], 2, 26, j, 6), at(&out[0], 2, 26, j, 6) - 0.2);
  }
  ck_assert_double_gt(at(&out[1], 1, ahead, 33, 0), at(&out[0], 1, ahead, 33, 0) + 0.3);
  for (int j = 0; j < N; j++) /* mirrored about the middle */
    for (int i = 0; i < N; i++) {
      ck_assert_double_eq_tol(at(&out[1], 0, i, j, 0), at(&out[1], 0, i, N - 1 - j, 0), 1e-4);
      ck_assert_double_eq_tol(at(&out[1], 1, i, j, 0), -at(&out[1], 1, i, N - j, 0), 1e-4);
    }
  free_both(out);
}
END_TEST

/* In a wind to the east-south-east the front of the tower sends its stream past the southern
 * corner. */
START_TEST(an_oblique_wind_is_fast_past_a_corner) {
  struct wind out[2];
  compute_both(292.5, 30, out);
  const double south = speed(&out[1], 29, 25, 0) - speed(&out[0], 29, 25, 0);
  const double north = speed(&out[1], 29, 34, 0) - speed(&out[0], 29, 34, 0);
  ck_assert_double_gt(south, 0.5);
  ck_assert_double_gt(south, north);
  free_both(out);
}
END_TEST

/* Effect of the side wall on the wind along x, 0.5 m beside the middle of a wall turned by `deg`.
 */
static double beside_wall(double deg) {
  static const double pi = 3.14159265358979;
  struct sm_urban_block b = {.low = {-10, -10},
                             .high = {10, 10},
                             .top = 20,
                             .speed = 1,
                             .wind = {1, 0},
                             .side_length = 25,
                             .side_width = 3};
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    b.footprint.left.at[m] = 10;
    b.footprint.right.at[m] = -10;
    b.footprint.left.cosine[m] = b.footprint.right.cosine[m] = (float)cos(deg * pi / 180);
  }
  const struct sm_urban_zones zones = {
      .block = &b, .sidewall = 1, .domain_top = 40, .roughness = 0.1f};
  const float place[3] = {-2, 10.5f, 5};
  const struct sm_block_point p = sm_block_point_of(&b, place);
  struct sm_zone_effect in = {1, {0, 0, 0}, SM_ZONE_NONE, 0};
  sm_zone_sidewall(&zones, &b, &p, &in);
  return (double)in.scale;
}

START_TEST(the_sidewall_zone_is_continuous_in_the_angle) {
  ck_assert_double_lt(beside_wall(0), -0.5);
  ck_assert_double_eq_tol(beside_wall(9.9), beside_wall(0), 1e-3);
  ck_assert_double_eq(beside_wall(31), 1);
  for (double deg = 0; deg < 45; deg += 0.5)
    ck_assert_double_lt(fabs(beside_wall(deg + 0.5) - beside_wall(deg)), 0.1);
}
END_TEST

TEST_MAIN(blocks_of_one_height_have_no_downwash, a_lone_tower_has_no_downwash_zone,
          air_comes_down_ahead_of_a_tower_and_leaves_to_both_sides,
          an_oblique_wind_is_fast_past_a_corner, the_sidewall_zone_is_continuous_in_the_angle)
