/* Eddy viscosities of slopes that are known: by hand, by the textbook's form, in flows without any.
 */
#include "harness.h"
#include "random_numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "cell/momentum/subgrid_models.h"
#define SM_BITS 32
#include "cell/precision.h"

#include "cell/momentum/subgrid_models.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "cell/momentum/subgrid_models.h"

static const double neutral[3] = {0, 0, 0}, cube[3] = {2, 2, 2}, flat[3] = {4, 3, 0.5};
static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

static struct sm_velocity_gradient_f64 any_slopes(double scale) {
  struct sm_velocity_gradient_f64 g;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) g.of[i][j] = scale * between(-1, 1);
  return g;
}
static struct sm_velocity_gradient_f64 strain(double x, double y, double z) {
  return (struct sm_velocity_gradient_f64){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
}
/* The wind along a that changes along b. */
static struct sm_velocity_gradient_f64 shear(const double a[3], const double b[3]) {
  struct sm_velocity_gradient_f64 g;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) g.of[i][j] = a[i] * b[j];
  return g;
}
/* Rotation about w. */
static struct sm_velocity_gradient_f64 rotation(const double w[3]) {
  return (struct sm_velocity_gradient_f64){{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}};
}
static struct sm_velocity_gradient_f32 narrow(const struct sm_velocity_gradient_f64 *g) {
  struct sm_velocity_gradient_f32 s;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) s.of[i][j] = (float)g->of[i][j];
  return s;
}
/* The same flow in turned axes: q g q^T, q of a unit quaternion. */
static struct sm_velocity_gradient_f64 turned(const struct sm_velocity_gradient_f64 *g) {
  double p[4], length = 0, q[3][3];
  for (int m = 0; m < 4; m++) p[m] = between(-1, 1);
  for (int m = 0; m < 4; m++) length += p[m] * p[m];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int k = 3 - i - j, sign = (j - i + 3) % 3 == 1 ? -1 : 1;
      q[i][j] = i == j ? 2 * (p[0] * p[0] + p[i + 1] * p[i + 1]) / length - 1
                       : 2 * (p[i + 1] * p[j + 1] + sign * p[0] * p[k + 1]) / length;
    }
  struct sm_velocity_gradient_f64 s = {{{0}}};
  for (int m = 0; m < 81; m++) {
    const int i = m / 27, j = m / 9 % 3, a = m / 3 % 3, b = m % 3;
    s.of[i][j] += q[i][a] * g->of[a][b] * q[j][b];
  }
  return s;
}

enum model { SMAGORINSKY, VREMAN, MINIMUM, MODELS };

static double viscosity(enum model model, const struct sm_velocity_gradient_f64 *g,
                        const double width[3]) {
  switch (model) {
  case SMAGORINSKY:
    return sm_sgs_smagorinsky_f64(g, 0.17 * cbrt(width[0] * width[1] * width[2]), 0);
  case VREMAN: return sm_sgs_vreman_f64(g, width, SM_VREMAN);
  case MINIMUM: return sm_sgs_amd_f64(g, width, neutral, SM_AMD);
  case MODELS: break;
  }
  return NAN;
}
static double viscosity32(enum model model, const struct sm_velocity_gradient_f64 *wide,
                          const double width[3]) {
  const float h[3] = {(float)width[0], (float)width[1], (float)width[2]}, calm[3] = {0, 0, 0};
  const struct sm_velocity_gradient_f32 g = narrow(wide);
  switch (model) {
  case SMAGORINSKY: return (double)sm_sgs_smagorinsky_f32(&g, 0.17f * cbrtf(h[0] * h[1] * h[2]), 0);
  case VREMAN: return (double)sm_sgs_vreman_f32(&g, h, (float)SM_VREMAN);
  case MINIMUM: return (double)sm_sgs_amd_f32(&g, h, calm, (float)SM_AMD);
  case MODELS: break;
  }
  return NAN;
}

/* --- known flows --- */

START_TEST(no_flow_has_no_viscosity) {
  const struct sm_velocity_gradient_f64 g = {{{0}}};
  for (int m = 0; m < MODELS; m++) {
    ck_assert(viscosity((enum model)m, &g, flat) == 0);
    ck_assert(viscosity32((enum model)m, &g, flat) == 0);
  }
  const double gradient[3] = {1, 1, 1};
  ck_assert(sm_sgs_amd_scalar_f64(&g, gradient, flat, 0.3) == 0);
}
END_TEST

/* Of the models only Smagorinsky's sees a laminar shear: l^2 s. Of solid rotation only Vreman's
 * does: two slopes w make one minor w^2 and squares 2 w^2. */
START_TEST(laminar_shear_and_solid_rotation) {
  const struct sm_velocity_gradient_f64 wall = {{{0, 0, 0.3}, {0, 0, 0}, {0, 0, 0}}};
  near(viscosity(SMAGORINSKY, &wall, cube), 0.34 * 0.34 * 0.3, 1e-15);
  ck_assert(viscosity(VREMAN, &wall, flat) == 0 && viscosity(MINIMUM, &wall, flat) == 0);
  for (int m = 0; m < 100; m++) {
    const double across[3] = {between(-1, 1), between(-1, 1), between(-1, 1)};
    double along[3] = {between(-1, 1), between(-1, 1), 0};
    along[2] = -(along[0] * across[0] + along[1] * across[1]) / across[2];
    const struct sm_velocity_gradient_f64 s = shear(along, across), r = rotation(across);
    const double size = sqrt(sm_gradient_square_f64(&s)),
                 spin = sqrt(0.5 * sm_gradient_square_f64(&r));
    near(viscosity(SMAGORINSKY, &s, cube), 0.34 * 0.34 * size, 1e-14 * size);
    near(viscosity(VREMAN, &s, flat), 0, 1e-14 * size);
    near(viscosity32(VREMAN, &s, flat), 0, 1e-6 * size);
    near(viscosity(MINIMUM, &s, cube), 0, 1e-14 * size);
    ck_assert(viscosity(SMAGORINSKY, &r, flat) == 0 && viscosity(MINIMUM, &r, cube) < 1e-15);
    near(viscosity(VREMAN, &r, cube), 0.07 * 4 * spin / sqrt(2), 1e-14);
  }
}
END_TEST

/* Slopes (a, -a/2, -a/2): 2 S S = 3 a^2; minors a^2 / 2 twice and a^2 / 4, squares 3/2 a^2; g g S =
 * 3/4 a^3. Plane strain (a, -a, 0): 4 a^2; a^2, 2 a^2; 0. */
START_TEST(strains_by_hand) {
  const struct sm_velocity_gradient_f64 jet = strain(0.2, -0.1, -0.1),
                                        pancake = strain(-0.2, 0.1, 0.1);
  const struct sm_velocity_gradient_f64 plane = strain(0.2, -0.2, 0);
  near(viscosity(SMAGORINSKY, &jet, cube), 0.34 * 0.34 * 0.2 * sqrt(3), 1e-15);
  near(viscosity(VREMAN, &jet, cube), 0.07 * 4 * 0.2 * 0.75 / sqrt(1.5), 1e-15);
  near(viscosity(VREMAN, &pancake, cube), viscosity(VREMAN, &jet, cube), 1e-15);
  ck_assert(viscosity(MINIMUM, &jet, cube) == 0); /* eddies grow: nothing is to be taken away */
  near(viscosity(MINIMUM, &pancake, cube), 0.3 * 4 * 0.2 * 0.5, 1e-15);
  near(viscosity(SMAGORINSKY, &plane, cube), 0.34 * 0.34 * 0.4, 1e-15);
  near(viscosity(VREMAN, &plane, cube), 0.07 * 4 * 0.2 / sqrt(2), 1e-15);
  ck_assert(viscosity(MINIMUM, &plane, cube) < 1e-16);
}
END_TEST

/* In a plane, without divergence and in square cells, there is no vortex to stretch. */
START_TEST(minimum_dissipation_leaves_plane_flow_alone) {
  for (int m = 0; m < 100; m++) {
    const double a = between(-1, 1);
    const struct sm_velocity_gradient_f64 g = {
        {{a, between(-1, 1), 0}, {between(-1, 1), -a, 0}, {0, 0, 0}}};
    near(viscosity(MINIMUM, &g, cube), 0, 1e-14);
  }
}
END_TEST

START_TEST(textbooks_have_the_same) {
  for (int m = 0; m < 1000; m++) {
    const struct sm_velocity_gradient_f64 g = any_slopes(0.3);
    double beta[3][3] = {{0}}, strained = 0, all = 0, square = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) beta[i][j] += flat[k] * flat[k] * g.of[i][k] * g.of[j][k];
        const double s = 0.5 * (g.of[i][j] + g.of[j][i]);
        strained += beta[i][j] * s;
        all += g.of[i][j] * g.of[i][j];
        square += 2 * s * s;
      }
    const double b = beta[0][0] * beta[1][1] - beta[0][1] * beta[0][1] + beta[0][0] * beta[2][2] -
                     beta[0][2] * beta[0][2] + beta[1][1] * beta[2][2] - beta[1][2] * beta[1][2];
    near(viscosity(VREMAN, &g, flat), 0.07 * sqrt(b / all), 1e-13);
    near(viscosity(MINIMUM, &g, flat), 0.3 * fmax(0, -strained) / all, 1e-13);
    near(viscosity(SMAGORINSKY, &g, flat), pow(0.17 * cbrt(6), 2) * sqrt(square), 1e-13);
  }
}
END_TEST

START_TEST(axes_do_not_matter_in_cubes) {
  for (int m = 0; m < 300; m++) {
    const struct sm_velocity_gradient_f64 g = any_slopes(0.3), s = turned(&g);
    near(sm_gradient_square_f64(&s), sm_gradient_square_f64(&g), 1e-14);
    for (int n = 0; n < MODELS; n++)
      near(viscosity((enum model)n, &s, cube), viscosity((enum model)n, &g, cube), 1e-13);
  }
}
END_TEST

/* --- stability, walls, scalars --- */

/* Shear 0.1 /s: |S|^2 = 0.01; N^2 / Pr of 0.0075, 0.01, -0.03 leave 1/2, 0 and 2 of |S|. */
START_TEST(stratification_weakens_smagorinsky) {
  const struct sm_velocity_gradient_f64 g = {{{0, 0, 0.1}, {0, 0, 0}, {0, 0, 0}}}, calm = {{{0}}};
  near(sm_sgs_smagorinsky_f64(&g, 3, 0.0075), 9 * 0.05, 1e-15);
  near(sm_sgs_smagorinsky_f64(&g, 3, 0.01), 0, 1e-7); /* a root of what is rounded */
  ck_assert(sm_sgs_smagorinsky_f64(&g, 3, 0.02) == 0);
  near(sm_sgs_smagorinsky_f64(&g, 3, -0.03), 9 * 0.2, 1e-15);
  near(sm_sgs_smagorinsky_f64(&calm, 3, -0.04), 9 * 0.2, 1e-15);
}
END_TEST

START_TEST(walls_shorten_the_length) {
  near((double)sm_sgs_length(1, 2.4f, 0.1f, 2), 1 / sqrt(2), 1e-6); /* k (z + z0) = 1 */
  near((double)sm_sgs_length(1, 2.4f, 0.1f, 1), 0.5, 1e-6);
  near((double)sm_sgs_length(1, 0, 0.1f, 2), 0.04 / sqrt(1.0016), 1e-8);
  near((double)sm_sgs_length(1, 1e6f, 0.1f, 2), 1, 1e-6);
  near((double)sm_sgs_length(2, 0.5f, 0.1f, 3), pow(1 / 8.0 + 1 / pow(0.24, 3), -1 / 3.0), 1e-6);
  ck_assert(sm_sgs_length(0, 0, 0, 2) == 0.0f && sm_sgs_length(0, 1, 1, 2) < 1e-30f);
}
END_TEST

/* A rising jet (-a/2, -a/2, a), C d^2 = 1.2: -3/4 a^3 of the strain, a L of a buoyancy that grows
 * by L per metre up; over 3/2 a^2, or over L where that is more. */
START_TEST(buoyancy_that_is_carried_up_adds_to_minimum_dissipation) {
  const double a = 0.2, unstable[3] = {0, 0, 1.4 * a * a}, weak[3] = {5, 5, 0.7 * a * a};
  const struct sm_velocity_gradient_f64 g = strain(-0.5 * a, -0.5 * a, a), calm = {{{0}}};
  near(sm_sgs_amd_f64(&g, cube, unstable, 0.3), 1.2 * a * 0.65 / 1.5, 1e-15);
  ck_assert(sm_sgs_amd_f64(&g, cube, weak, 0.3) == 0);
  ck_assert(sm_sgs_amd_f64(&calm, cube, unstable, 0.3) == 0);
  const struct sm_velocity_gradient_f64 faint = strain(-0.5e-9, -0.5e-9, 1e-9);
  near(sm_sgs_amd_f64(&faint, cube, unstable, 0.3), 1.2 * 1e-9 * (1 - 0.5), 1e-18);
}
END_TEST

/* Where a wind gathers along a gradient, du/dx = -a, it steepens: C d^2 a. */
START_TEST(scalars_are_mixed_where_their_gradients_grow) {
  const struct sm_velocity_gradient_f64 g = strain(-0.2, 0.5, -0.3);
  const double x[3] = {7, 0, 0}, y[3] = {0, 1e-12, 0}, z[3] = {0, 0, 1e12}, none[3] = {0, 0, 0};
  near(sm_sgs_amd_scalar_f64(&g, x, flat, 0.3), 0.3 * 16 * 0.2, 1e-14);
  ck_assert(sm_sgs_amd_scalar_f64(&g, y, flat, 0.3) == 0);
  near(sm_sgs_amd_scalar_f64(&g, z, flat, 0.3), 0.3 * 0.25 * 0.3, 1e-14);
  ck_assert(sm_sgs_amd_scalar_f64(&g, none, flat, 0.3) == 0);
  for (int m = 0; m < 300; m++) {
    const struct sm_velocity_gradient_f64 s = any_slopes(0.3);
    const double q[3] = {between(-1, 1), between(-1, 1), between(-1, 1)};
    double made = 0, all = 0;
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) made -= flat[k] * flat[k] * s.of[i][k] * q[k] * q[i];
    for (int i = 0; i < 3; i++) all += q[i] * q[i];
    near(sm_sgs_amd_scalar_f64(&s, q, flat, 0.3), 0.3 * fmax(made, 0) / all, 1e-13);
    const struct sm_velocity_gradient_f32 s32 = narrow(&s);
    const float q32[3] = {(float)q[0], (float)q[1], (float)q[2]}, h[3] = {4, 3, 0.5f};
    near((double)sm_sgs_amd_scalar_f32(&s32, q32, h, 0.3f), 0.3 * fmax(made, 0) / all, 3e-6);
  }
}
END_TEST

/* --- transported energy --- */

/* e = 0.25, width 10: 0.1 * 10 * 0.5, three times that, 0.93 * 0.5 / 10. N = 0.1: l = 3.8,
 * 0.19, 1.76
 * * 0.19, (0.19 + 0.74 * 0.38) * 0.5 / 3.8. */
START_TEST(eddies_of_an_energy_by_hand) {
  const struct sm_sgs_tke_f64 free = sm_sgs_tke_of_f64(0.25, 10, -0.01);
  near(free.length, 10, 1e-15);
  near(free.viscosity, 0.5, 1e-15);
  near(free.diffusivity, 1.5, 1e-15);
  near(free.decay, 0.0465, 1e-15);
  const struct sm_sgs_tke_f64 stable = sm_sgs_tke_of_f64(0.25, 10, 0.01);
  near(stable.length, 3.8, 1e-14);
  near(stable.viscosity, 0.19, 1e-15);
  near(stable.diffusivity, 1.76 * 0.19, 1e-14);
  near(stable.decay, 0.4712 * 0.5 / 3.8, 1e-15);
  const struct sm_sgs_tke_f32 same = sm_sgs_tke_of_f32(0.25f, 10, 0.01f);
  near((double)same.decay, stable.decay, 1e-8);
  near((double)same.diffusivity, stable.diffusivity, 1e-7);
}
END_TEST

START_TEST(no_energy_is_no_trouble) {
  for (int m = 0; m < 2; m++) {
    const struct sm_sgs_tke_f64 calm = sm_sgs_tke_of_f64(m == 0 ? 0 : -1, 10, 0.01);
    ck_assert(calm.length == 0 && calm.viscosity == 0 && calm.diffusivity == 0);
    near(calm.decay, 0.25 * 0.1, 1e-15);
    const struct sm_sgs_tke_f32 free = sm_sgs_tke_of_f32(m == 0 ? 0.0f : -1.0f, 10, 0);
    ck_assert(free.length == 10.0f && free.viscosity == 0.0f && free.decay == 0.0f);
  }
}
END_TEST

/* Where shear makes as much as decays, nu S^2 = decay e, the model is Smagorinsky's with C_s^4 =
 * 0.1^3 / 0.93, C_s = 0.181. */
START_TEST(in_balance_energy_is_smagorinsky) {
  const double rate = 0.3, width = 5, e = 0.1 / 0.93 * pow(width * rate, 2);
  const struct sm_sgs_tke_f64 eddy = sm_sgs_tke_of_f64(e, width, 0);
  near(eddy.viscosity * rate * rate, eddy.decay * e, 1e-15);
  near(eddy.viscosity, pow(0.18108 * width, 2) * rate, 1e-5);
}
END_TEST

/* --- limits --- */

START_TEST(both_precisions_agree) {
  for (int m = 0; m < 1000; m++) {
    const struct sm_velocity_gradient_f64 g = any_slopes(0.3);
    for (int n = 0; n < MODELS; n++)
      near(viscosity32((enum model)n, &g, flat), viscosity((enum model)n, &g, flat), 1e-6);
  }
}
END_TEST

START_TEST(steep_and_faint_slopes_are_finite) {
  for (int m = 0; m < 300; m++) {
    const struct sm_velocity_gradient_f64 g = any_slopes(1);
    for (int power = -40; power <= 36; power += 4) {
      const double scale = pow(10, power);
      struct sm_velocity_gradient_f64 s;
      for (int i = 0; i < 9; i++) s.of[i / 3][i % 3] = scale * g.of[i / 3][i % 3];
      for (int n = 0; n < MODELS; n++) {
        const double nu = viscosity32((enum model)n, &s, flat);
        ck_assert(nu >= 0 && isfinite(nu));
        if (n != SMAGORINSKY && power > -28 && power < 34)
          near(nu / scale, viscosity((enum model)n, &g, flat), 1e-5);
      }
      const struct sm_velocity_gradient_f32 s32 = narrow(&s);
      const float q[3] = {(float)(scale * between(-1, 1)), 0, 1}, h[3] = {4, 3, 0.5f};
      ck_assert(sm_sgs_amd_scalar_f32(&s32, q, h, 0.3f) >= 0.0f);
      ck_assert(sm_sgs_amd_f32(&s32, h, q, 0.3f) >= 0.0f);
      ck_assert(sm_sgs_smagorinsky_f32(&s32, 0, (float)-scale) == 0.0f);
    }
  }
}
END_TEST

TEST_MAIN(no_flow_has_no_viscosity, laminar_shear_and_solid_rotation, strains_by_hand,
          minimum_dissipation_leaves_plane_flow_alone, textbooks_have_the_same,
          axes_do_not_matter_in_cubes, stratification_weakens_smagorinsky, walls_shorten_the_length,
          buoyancy_that_is_carried_up_adds_to_minimum_dissipation,
          scalars_are_mixed_where_their_gradients_grow, eddies_of_an_energy_by_hand,
          no_energy_is_no_trouble, in_balance_energy_is_smagorinsky, both_precisions_agree,
          steep_and_faint_slopes_are_finite)
