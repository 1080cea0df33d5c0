/* Height and width of hills, which the lid follows. */
#include "domain/surface/terrain/terrain.h"
#include "harness.h"
#include <math.h>
#include <stdlib.h>

static struct sm_context *ctx;

static const double pi = 3.14159265358979323846;

/* Relief of a ground that is a function of x and y (m from the middle), size by size metres. */
static struct sm_orography relief_of(double (*ground)(double x, double y), double size,
                                     double cell) {
  const int n = (int)(size / cell);
  float *terrain = malloc((size_t)n * (size_t)n * sizeof *terrain);
  ck_assert_ptr_nonnull(terrain);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      terrain[i + n * j] = (float)ground((i + 0.5 - 0.5 * n) * cell, (j + 0.5 - 0.5 * n) * cell);
  struct sm_orography out;
  ck_assert_int_eq(sm_orography_find(ctx, terrain, n, n, cell, cell, &out), SM_OK);
  free(terrain);
  return out;
}

static double round_hill(double x, double y) { return 100 * exp2(-(x * x + y * y) / 250e3); }
static double on_a_slope(double x, double y) { return round_hill(x, y) + 0.1 * x - 0.3 * y; }
static double rough(double x, double y) {
  return round_hill(x, y) + 3 * sin(x / 7) * cos(y / 11); /* 3 m, from column to column */
}
static double elsewhere(double x, double y) { return round_hill(x - 900, y + 400); }
static double ridge(double x, double y) {
  const double s = (x + 2 * y) / sqrt(5);
  return 100 * exp2(-s * s / 250e3);
}
static double ridge_east(double x, double y) {
  (void)x;
  return 100 * exp2(-y * y / 250e3);
}
static double level(double x, double y) {
  (void)x, (void)y;
  return 1234.5;
}
static double tilted(double x, double y) { return 0.2 * x + 0.05 * y; }
static double waves(double x, double y) { return 50 * (cos(pi * x / 400) + cos(pi * y / 400)); }

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void end(void) { sm_context_destroy(&ctx); }

START_TEST(a_gaussian_hill_has_its_half_length) {
  begin();
  static double (*const ground[])(double, double) = {round_hill, on_a_slope, rough, elsewhere};
  for (size_t m = 0; m < sizeof ground / sizeof *ground; m++) {
    const struct sm_orography r = relief_of(ground[m], 6000, 20);
    ck_assert_double_eq_tol(r.length, 450, 60); /* 500 if the plain had no end */
    ck_assert_double_eq_tol(r.height, 100, 8);
  }
  end();
}
END_TEST

START_TEST(columns_of_another_size_see_the_same_hill) {
  begin();
  const double fine = relief_of(round_hill, 6000, 8).length; /* more columns than are looked at */
  ck_assert_double_eq_tol(relief_of(round_hill, 6000, 100).length, fine, 0.03 * fine);
  end();
}
END_TEST

START_TEST(a_ridge_is_as_wide_whichever_way_it_runs) {
  begin();
  const double east = relief_of(ridge_east, 6000, 20).length;
  ck_assert(east > 500 && east < 500 * sqrt(2)); /* the latter if the plain had no end */
  ck_assert_double_eq_tol(relief_of(ridge, 6000, 20).length, east, 0.1 * east);
  end();
}
END_TEST

START_TEST(planes_have_no_hills) {
  begin();
  static double (*const ground[])(double, double) = {level, tilted};
  for (size_t m = 0; m < sizeof ground / sizeof *ground; m++) {
    const struct sm_orography r = relief_of(ground[m], 2000, 20);
    ck_assert(r.height == 0 && r.length == 0);
  }
  const float point[1] = {7};
  struct sm_orography r;
  ck_assert_int_eq(sm_orography_find(ctx, point, 1, 1, 10, 10, &r), SM_OK);
  ck_assert(r.height == 0 && r.length == 0);
  const float row[5] = {0, 0, 9, 0, 0};
  ck_assert_int_eq(sm_orography_find(ctx, row, 5, 1, 10, 10, &r), SM_OK);
  ck_assert_double_eq_tol(r.height, 9, 1e-9);
  ck_assert(r.length > 0 && r.length <= 50);
  end();
}
END_TEST

/* cos kx + cos ky: along x only one of the two changes, and has lost all of its own variance, half
 * of both, at a quarter of the wave. */
START_TEST(waves_are_a_quarter_of_their_length_apart) {
  begin();
  const struct sm_orography r = relief_of(waves, 8000, 20);
  ck_assert_double_eq_tol(r.height, 200, 1);
  ck_assert_double_eq_tol(r.length, 800.0 / 4 / sqrt(2), 15);
  end();
}
END_TEST

TEST_MAIN(a_gaussian_hill_has_its_half_length, columns_of_another_size_see_the_same_hill,
          a_ridge_is_as_wide_whichever_way_it_runs, planes_have_no_hills,
          waves_are_a_quarter_of_their_length_apart)
