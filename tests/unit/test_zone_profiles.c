/* Profiles of building zones: vortex of a street canyon, separated layer of a roof, functions. */
#include "harness.h"

#include "cell/precision.h"
#include "cell/urban/urban.h"
#include <math.h>

START_TEST(the_separated_layer_has_the_published_shape) {
  const float shell = 2.2f; /* R = 10 m */
  ck_assert_double_eq_tol((double)sm_separated_layer(shell, 4.5f, 20), 2.2, 1e-5);
  ck_assert_double_eq_tol((double)sm_separated_layer(shell, 9, 20), 0, 2e-3); /* reattached */
  ck_assert_double_eq((double)sm_separated_layer(shell, 12, 20), 0);
  ck_assert_double_eq((double)sm_separated_layer(shell, -1, 20), 0);
  ck_assert_double_eq_tol((double)sm_separated_layer(shell, 50, 1), 2.2, 1e-5); /* a thin plate */
  ck_assert_double_eq_tol((double)sm_separated_layer(shell, 50, 6),
                          (double)sm_separated_layer(shell, 6, 20), 1e-5);
}
END_TEST

START_TEST(functions_of_products_are_those_of_the_library) {
  const double pi = 3.14159265358979;
  for (int m = 0; m <= 100; m++) {
    const float t = (float)m / 100;
    ck_assert_double_eq_tol((double)sm_half_wave(t), sin(pi * (double)t), 1e-5);
    ck_assert_double_eq_tol((double)sm_cosine(t), cos(pi * (double)t), 1e-5);
    ck_assert_double_eq_tol((double)sm_tanh_blend(t), tanh((double)t) / tanh(1), 1e-6);
  }
}
END_TEST

START_TEST(the_vortex_of_a_street_has_no_divergence) {
  const float gap = 12, depth = 10, e = 0.05f;
  for (int m = 1; m < 10; m++)
    for (int n = 1; n < 10; n++) {
      float west[2], east[2], down[2], up[2];
      const float x = (float)m / 10, z = (float)n;
      sm_canyon_vortex(x - e / gap, z, depth, gap, west);
      sm_canyon_vortex(x + e / gap, z, depth, gap, east);
      sm_canyon_vortex(x, z - e, depth, gap, down);
      sm_canyon_vortex(x, z + e, depth, gap, up);
      ck_assert_double_eq_tol((double)((east[0] - west[0] + up[1] - down[1]) / (2 * e)), 0, 2e-3);
    }
  float top[2], floor[2];
  sm_canyon_vortex(0.5f, depth, depth, gap, top);
  sm_canyon_vortex(0.5f, 0, depth, gap, floor);
  ck_assert_double_eq_tol((double)top[0], 1, 1e-4); /* the wind above */
  ck_assert_double_lt((double)floor[0], 0);
}
END_TEST

START_TEST(no_street_is_windier_than_the_wind_above) {
  static const float gaps[] = {1e-3f, 0.1f, 1, 5, 20, 100}, depths[] = {0.5f, 3, 30, 300};
  for (int g = 0; g < 6; g++)
    for (int d = 0; d < 4; d++)
      for (int m = 0; m <= 20; m++)
        for (int n = 0; n <= 20; n++) {
          float wind[2];
          sm_canyon_vortex((float)m / 20, depths[d] * (float)n / 20, depths[d], gaps[g], wind);
          for (int c = 0; c < 2; c++)
            ck_assert_msg(fabsf(wind[c]) <= 1.0001f, "gap %g depth %g: %g", (double)gaps[g],
                          (double)depths[d], (double)wind[c]);
        }
}
END_TEST

TEST_MAIN(the_separated_layer_has_the_published_shape,
          functions_of_products_are_those_of_the_library, the_vortex_of_a_street_has_no_divergence,
          no_street_is_windier_than_the_wind_above)
