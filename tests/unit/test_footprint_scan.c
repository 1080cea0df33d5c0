/* Lines across footprints. */
#include "domain/surface/buildings/footprint_scan.h"
#include "harness.h"
#include <math.h>

static struct sm_context *ctx;
static struct sm_footprint_scan scan;

static void scan_rings(double (*vertex)[2], int *start, int rings, const double *line, int count) {
  struct sm_footprint item = {.vertex = vertex, .ring_start = start, .ring_count = rings};
  const struct sm_footprints footprints = {.item = &item, .count = 1};
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_footprint_scan_create(ctx, &footprints, line, count, &scan), SM_OK);
}

static void end(void) {
  sm_footprint_scan_free(&scan);
  sm_context_destroy(&ctx);
}

START_TEST(holes_are_left_out) {
  static double vertex[][2] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {4, 4}, {4, 6}, {7, 6}, {7, 4}};
  static int start[] = {0, 4, 8};
  const double line[] = {-1, 2, 5, 12};
  scan_rings(vertex, start, 2, line, 4);
  ck_assert_uint_eq(scan.start[1], 0);
  ck_assert_uint_eq(scan.start[2], 1);
  ck_assert_uint_eq(scan.start[3], 3);
  ck_assert_uint_eq(scan.start[4], 3);
  ck_assert(scan.interval[0].lo == 0 && scan.interval[0].hi == 10);
  ck_assert(scan.interval[1].lo == 0 && scan.interval[1].hi == 4);
  ck_assert(scan.interval[2].lo == 7 && scan.interval[2].hi == 10);
  end();
}
END_TEST

/* Lines through corners and along edges: never an odd number of crossings, areas add up. */
START_TEST(lines_through_corners_are_crossed_evenly) {
  static double vertex[][2] = {{0, 0}, {2, 2}, {4, 0}, {6, 2}, {8, 0}, {8, 4}, {0, 4}};
  static int start[] = {0, 7};
  const double line[] = {0, 1, 2, 3, 4};
  scan_rings(vertex, start, 1, line, 5);
  ck_assert_uint_eq(scan.start[5] - scan.start[4], 0); /* the upper end does not belong */
  ck_assert_uint_eq(scan.start[4] - scan.start[3], 1);
  ck_assert_uint_eq(scan.start[2] - scan.start[1], 3); /* teeth */
  double length = 0;
  for (size_t q = scan.start[1]; q < scan.start[2]; q++)
    length += scan.interval[q].hi - scan.interval[q].lo;
  ck_assert_double_eq_tol(length, 1 + 2 + 1, 1e-12);
  end();
}
END_TEST

START_TEST(a_bow_tie_follows_the_even_odd_rule) {
  static double vertex[][2] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
  static int start[] = {0, 4};
  const double line[] = {1};
  scan_rings(vertex, start, 1, line, 1);
  ck_assert_uint_eq(scan.start[1], 2);
  ck_assert_double_eq(scan.interval[0].hi, 1);
  ck_assert_double_eq(scan.interval[1].lo, 3);
  end();
}
END_TEST

START_TEST(many_crossings_are_sorted) {
  enum { TEETH = 500 };
  static double vertex[2 * TEETH + 2][2];
  static int start[] = {0, 2 * TEETH + 2};
  for (int t = 0; t < TEETH; t++) {
    vertex[2 * t][0] = 2 * t;
    vertex[2 * t + 1][0] = 2 * t + 1;
    vertex[2 * t + 1][1] = 1;
  }
  vertex[2 * TEETH][0] = 2 * TEETH;
  vertex[2 * TEETH + 1][1] = -1;
  const double line[] = {0.5};
  scan_rings(vertex, start, 1, line, 1);
  ck_assert_uint_eq(scan.start[1], TEETH);
  for (size_t q = 1; q < TEETH; q++)
    ck_assert(scan.interval[q - 1].hi < scan.interval[q].lo &&
              scan.interval[q].lo < scan.interval[q].hi);
  end();
}
END_TEST

START_TEST(empty_and_flat_footprints_are_crossed_nowhere) {
  static double vertex[][2] = {{0, 1}, {5, 1}, {3, 1}};
  static int start[] = {0, 3};
  const double line[] = {0, 1, 2};
  scan_rings(vertex, start, 1, line, 3);
  ck_assert_uint_eq(scan.start[3], 0);
  end();
  scan_rings(vertex, start, 0, line, 3);
  ck_assert_uint_eq(scan.start[3], 0);
  end();
}
END_TEST

TEST_MAIN(holes_are_left_out, lines_through_corners_are_crossed_evenly,
          a_bow_tie_follows_the_even_odd_rule, many_crossings_are_sorted,
          empty_and_flat_footprints_are_crossed_nowhere)
