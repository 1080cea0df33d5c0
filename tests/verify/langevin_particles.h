/* langevin_particles.h - particles in given turbulence, by the Langevin equation. */
#ifndef SM_TESTS_LANGEVIN_PARTICLES_H
#define SM_TESTS_LANGEVIN_PARTICLES_H

#include "cell/particles/langevin.h"
#include "cell/random.h"
#include "harness.h"
#include <math.h>

/* The step of a single component: sigma in m/s, positive, slope = d sigma^2 / dx,
 * m/s2. */
static float step_1d(float sigma, float slope, float rate, float h, float xi, float q) {
  const float r = 2.0f * sigma * q + 0.5f * h * slope + sqrtf(h * rate) * xi;
  return sigma * r / (sigma * sigma + 0.25f * h * rate) - q;
}
static float drift_1d(float sigma, float change, float q) {
  return (sigma + 0.5f * change * sigma / (sigma + 2.0f * fabsf(change))) * q;
}

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.9g instead of %.9g", got, expected);
}

/* --- 3 x 3 matrices in double --- */

struct matrix {
  double m[3][3];
};

static struct matrix lower(const float l[6]) {
  const struct matrix a = {{{(double)l[0], 0, 0},
                            {(double)l[1], (double)l[2], 0},
                            {(double)l[3], (double)l[4], (double)l[5]}}};
  return a;
}

static struct matrix transposed(struct matrix a) {
  struct matrix t;
  for (int k = 0; k < 9; k++) t.m[k / 3][k % 3] = a.m[k % 3][k / 3];
  return t;
}

static struct matrix product(struct matrix a, struct matrix b) {
  struct matrix c = {{{0}}};
  for (int k = 0; k < 27; k++) c.m[k / 9][k / 3 % 3] += a.m[k / 9][k % 3] * b.m[k % 3][k / 3 % 3];
  return c;
}

/* x a + y b. */
static struct matrix sum(double x, struct matrix a, double y, struct matrix b) {
  for (int k = 0; k < 9; k++) a.m[k / 3][k % 3] = x * a.m[k / 3][k % 3] + y * b.m[k / 3][k % 3];
  return a;
}

static const struct matrix unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void near_matrix(struct matrix got, struct matrix expected, double tolerance) {
  for (int k = 0; k < 9; k++) near(got.m[k / 3][k % 3], expected.m[k / 3][k % 3], tolerance);
}

/* --- steps --- */

/* The step is q' = turn q + noise xi + drift: columns from unit vectors. */
struct linear {
  struct matrix turn, noise;
  double drift[3];
};

static struct linear linear_of(const struct sm_langevin *s, float h) {
  struct linear a;
  struct sm_langevin still = *s;
  for (int d = 0; d < 3; d++) still.divergence[d] = 0;
  for (int k = 0; k < 3; k++) {
    const float one[3] = {k == 0, k == 1, k == 2}, none[3] = {0};
    float q[3] = {one[0], one[1], one[2]}, n[3] = {0};
    sm_langevin_step(&still, h, none, q);
    sm_langevin_step(&still, h, one, n);
    for (int d = 0; d < 3; d++) {
      a.turn.m[d][k] = (double)q[d];
      a.noise.m[d][k] = (double)n[d];
    }
  }
  float q[3] = {0};
  sm_langevin_step(s, h, (const float[3]){0}, q);
  for (int d = 0; d < 3; d++) a.drift[d] = (double)q[d];
  return a;
}

#endif
