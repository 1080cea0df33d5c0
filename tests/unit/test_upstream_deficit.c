/* The wake of a block's drag: what it takes from the wind is the drag. */
#include "harness.h"

#include "physics/urban/internal.h"
#include <math.h>

static const double pi = 3.14159265358979;

/* A block across the wind, whose walls are `deg` off straight. */
static struct sm_urban_block block(double wide, double height, double deg) {
  struct sm_urban_block b = {.wind = {1, 0},
                             .top = (float)height,
                             .low = {-5, (float)(-0.5 * wide)},
                             .high = {5, (float)(0.5 * wide)},
                             .speed = 3,
                             .cavity = (float)(1.5 * height)};
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) b.footprint.lee.cosine[m] = (float)cos(deg * pi / 180);
  return b;
}

/* Momentum that is missing x m behind the wake's begin: integral of d (1 - d), m2. */
static double missing(const struct sm_drag_wake *d, double x) {
  const double step = 0.25;
  double sum = 0;
  for (double y = -200; y < 200; y += step)
    for (double z = 0.5 * step; z < 120; z += step) {
      const double deficit =
          (double)sm_drag_wake_deficit(d, (float)x, (float)(y + 0.5 * step), (float)z);
      sum += deficit * (1 - deficit) * step * step;
    }
  return sum;
}

START_TEST(the_wake_lacks_the_momentum_of_the_drag) {
  const struct sm_urban_block b = block(20, 12, 0);
  const struct sm_drag_wake d = sm_drag_wake_of(&b, 1);
  for (int m = 0; m < 4; m++)
    ck_assert_double_eq_tol(missing(&d, 15.0 * m), 0.5 * 1.05 * 20 * 12, 0.03 * 0.5 * 1.05 * 240);
}
END_TEST

START_TEST(the_wake_begins_still_at_the_end_of_the_cavity) {
  const struct sm_urban_block b = block(20, 12, 0);
  const struct sm_drag_wake d = sm_drag_wake_of(&b, 1);
  ck_assert_double_eq_tol((double)d.begin, 5 + 18, 1e-5);
  ck_assert_double_eq_tol((double)sm_drag_wake_deficit(&d, 0, 0, 0), 1, 1e-3);
  ck_assert(sm_drag_wake_deficit(&d, -0.1f, 0, 0) == 0);
  ck_assert(sm_drag_wake_deficit(&d, d.length, 0, 0) == 0);
  ck_assert_double_lt((double)sm_drag_wake_deficit(&d, 0.5f * d.length, 0, 0), 0.15);
  ck_assert_double_lt((double)sm_drag_wake_deficit(&d, 0.99f * d.length, 0, 0), 0.02);
}
END_TEST

START_TEST(it_spreads_and_fades) {
  const struct sm_urban_block b = block(20, 12, 0);
  const struct sm_drag_wake d = sm_drag_wake_of(&b, 1);
  ck_assert(sm_drag_wake_deficit(&d, 60, 0, 0) < sm_drag_wake_deficit(&d, 20, 0, 0));
  ck_assert(sm_drag_wake_deficit(&d, 60, 40, 0) > sm_drag_wake_deficit(&d, 0, 40, 0));
  ck_assert(sm_drag_wake_deficit(&d, 60, 0, 40) > sm_drag_wake_deficit(&d, 0, 0, 40));
}
END_TEST

START_TEST(slanting_and_porous_blocks_have_less_drag_and_decks_none) {
  struct sm_urban_block b = block(20, 12, 30);
  ck_assert_double_eq_tol((double)sm_drag_wake_of(&b, 1).thrust, 0.5 * 1.05 * 240 / pi, 1e-3);
  ck_assert_double_eq_tol((double)sm_drag_wake_of(&b, 1).begin, 5 + 18 * sqrt(0.75), 1e-4);
  b = block(20, 12, 60);
  ck_assert(sm_drag_wake_of(&b, 1).thrust == 0);
  b = block(20, 12, 0);
  ck_assert_double_eq_tol((double)sm_drag_wake_of(&b, 0.5).thrust, 0.25 * 1.05 * 240 / pi, 1e-3);
  b.porosity = 0.4f;
  ck_assert_double_eq_tol((double)sm_drag_wake_of(&b, 1).thrust, 0.6 * 1.05 * 240 / pi, 1e-3);
  b.bottom = 4;
  ck_assert(sm_drag_wake_of(&b, 1).thrust == 0);
  b = block(20, 12, 0);
  b.speed = 0;
  ck_assert(sm_drag_wake_of(&b, 1).thrust == 0);
}
END_TEST

START_TEST(between_nodes_and_layers_it_is_linear) {
  enum { NX = 4, NY = 3, NZ = 3 };
  static const float z[NZ] = {1, 3, 7};
  float rest[NX * NY * NZ];
  const struct sm_upstream_deficit_map map = {
      .sy = NX, .sz = NX * NY, .size = {10, 20}, .n = {NX, NY, NZ}, .z = z, .rest = rest};
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        rest[i + NX * (j + NY * k)] = 0.3f + 0.01f * (float)i + 0.02f * (float)j + 0.05f * z[k];
  const float inside[3] = {12, 34, 4}, low[3] = {12, 34, 0.5f}, high[3] = {12, 34, 7.5f};
  const float beside[3] = {-5, 55, 3};
  ck_assert_double_eq_tol((double)sm_upstream_factor_between(&map, inside), 0.312 + 0.034 + 0.2,
                          1e-6);
  ck_assert_double_eq_tol((double)sm_upstream_factor_between(&map, low), 0.312 + 0.034 + 0.05,
                          1e-6);
  ck_assert(sm_upstream_factor_between(&map, high) == 1);
  ck_assert_double_eq_tol((double)sm_upstream_factor_between(&map, beside), 0.3 + 0.04 + 0.15,
                          1e-6);
}
END_TEST

TEST_MAIN(the_wake_lacks_the_momentum_of_the_drag, the_wake_begins_still_at_the_end_of_the_cavity,
          it_spreads_and_fades, slanting_and_porous_blocks_have_less_drag_and_decks_none,
          between_nodes_and_layers_it_is_linear)
