/* Velocities of particles in turbulence: stationary, invertible, Thomson's (1987), well mixed. */
#include "langevin_particles.h"

/* --- 3 x 3 matrices in double --- */

static struct matrix inverse(struct matrix a) {
  struct matrix b;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
      b.m[j][i] = a.m[p][r] * a.m[q][s] - a.m[p][s] * a.m[q][r];
    }
  double determinant = 0;
  for (int k = 0; k < 3; k++) determinant += a.m[0][k] * b.m[k][0];
  for (int k = 0; k < 9; k++) b.m[k / 3][k % 3] /= determinant;
  return b;
}

/* --- steps --- */

/* Turbulence of a case by number; correlations up to `most`, and as quickly changing. */
static struct sm_langevin some_turbulence(uint32_t number, float most) {
  float z[8];
  for (uint32_t m = 0; m < 2; m++)
    sm_random_normals(sm_random((struct sm_random_key){.particle = number, .purpose = m}),
                      z + 4 * m);
  struct sm_langevin s;
  const float x = sm_exp(z[0]), y = sm_exp(z[1]), w = sm_exp(z[2]);
  const float r = most * sm_tanh(z[3]), t = most * sm_tanh(z[4]);
  s.root[0] = x;
  s.root[1] = y * r;
  s.root[2] = y * sqrtf(1 - r * r);
  s.root[3] = w * t * 0.6f;
  s.root[4] = w * t * 0.8f;
  s.root[5] = w * sqrtf(1 - t * t);
  for (int m = 0; m < 6; m++) s.change[m] = z[m + 2] * s.root[m < 1 ? 0 : m < 3 ? 2 : 5];
  for (int m = 0; m < 3; m++) s.divergence[m] = z[m] * z[m + 5];
  s.rate = sm_exp(z[7]);
  return s;
}

static float some_step(uint32_t number) { return sm_exp((float)(number % 17) - 10); }

/* --- the root of the stresses --- */

START_TEST(the_root_is_that_of_the_stresses) {
  for (uint32_t k = 0; k < 1000; k++) {
    const struct sm_langevin s = some_turbulence(k, 0.9f);
    const struct matrix l = lower(s.root), t = product(l, transposed(l));
    float tau[6], root[6];
    for (int m = 0, i = 0; i < 3; i++)
      for (int j = i; j < 3; j++) tau[m++] = (float)t.m[i][j];
    sm_stress_cholesky(tau, 1e-6f, root);
    for (int m = 0; m < 6; m++)
      near((double)root[m], (double)s.root[m], 1e-5 * sqrt(t.m[2][2] + t.m[1][1]));
  }
}
END_TEST

START_TEST(stresses_that_cannot_be_have_a_root_of_the_same_variances) {
  const float wrong[][6] = {
      {1, 2, 0, 1, 0, 1},       {1, 0, -3, 1, 0, 1},     {1, 0, 0, 1, 5, 1},
      {1, 1, 1, 1, 1, 1},       {4, -9, 9, 1, -9, 0.1f}, {0, 1, 1, 0, 1, 0},
      {-1, 0.5f, 0, -2, 0, -3}, {0, 0, 0, 0, 0, 0},      {1e-8f, 1, -1, 1e8f, 1, 1}};
  for (int k = 0; k < 9; k++) {
    float root[6];
    sm_stress_cholesky(wrong[k], 1e-4f, root);
    const struct matrix l = lower(root), t = product(l, transposed(l));
    const int at[] = {0, 3, 5};
    for (int d = 0; d < 3; d++) {
      const double variance = fmax((double)wrong[k][at[d]], 1e-4);
      near(t.m[d][d] / variance, 1, 1e-6);
      ck_assert(l.m[d][d] * l.m[d][d] >= 0.0099 * variance);
    }
  }
}
END_TEST

/* --- one step --- */

/* turn turn^T + noise noise^T = I: the mean of q q^T stays I. */
START_TEST(steps_of_any_length_keep_the_variance) {
  for (uint32_t k = 0; k < 5000; k++) {
    const struct sm_langevin s = some_turbulence(k, 0.95f);
    const struct linear a = linear_of(&s, some_step(k));
    const struct matrix kept = product(a.turn, transposed(a.turn));
    near_matrix(sum(1, kept, 1, product(a.noise, transposed(a.noise))), unit, 3e-5);
  }
}
END_TEST

/* The step from Thomson's equation for u', du' = F u' dt + div tau / 2 dt + sqrt(C0 eps) dW, F =
 * (dtau/dt - C0 eps) tau^-1 / 2, in double: h K / 2 = L^-1 (dL - h F L) / 2. */
START_TEST(the_step_is_the_trapezoidal_rule_of_thomsons_equation) {
  for (uint32_t k = 0; k < 5000; k++) {
    const struct sm_langevin s = some_turbulence(k, 0.9f);
    const float h = some_step(k);
    const double ch = (double)(s.rate * h);
    const struct matrix l = lower(s.root), up = transposed(l);
    const struct matrix d = sum((double)sm_langevin_limiter(&s), lower(s.change), 0, unit);
    const struct matrix stress = sum(1, product(d, up), 1, product(l, transposed(d)));
    const struct matrix f =
        product(sum(0.5, stress, -0.5 * ch, unit), inverse(product(l, up))); /* times h */
    const struct matrix half = product(inverse(l), sum(0.5, d, -0.5, product(f, l)));
    const struct matrix left = inverse(sum(1, unit, 1, half));
    const struct linear a = linear_of(&s, h);
    near_matrix(a.turn, product(left, sum(1, unit, -1, half)), 2e-5);
    const struct matrix scaled = product(left, inverse(l));
    near_matrix(a.noise, sum(sqrt(ch), scaled, 0, unit), 2e-5);
    for (int i = 0; i < 3; i++) {
      double drift = 0;
      for (int j = 0; j < 3; j++)
        drift += scaled.m[i][j] * 0.5 * (double)h * (double)s.divergence[j];
      near(a.drift[i], drift, 2e-5 * (1 + fabs(drift)));
    }
  }
}
END_TEST

/* Without noise no step makes q longer (but for rounding), whatever the stresses, their change, and
 * the step. */
START_TEST(there_is_always_an_answer) {
  for (uint32_t k = 0; k < 20000; k++) {
    struct sm_langevin s = some_turbulence(k, 1);
    float z[8];
    for (uint32_t m = 0; m < 2; m++)
      sm_random_normals(sm_random((struct sm_random_key){.particle = k, .purpose = 2 + m}),
                        z + 4 * m);
    const float tau[6] = {z[0], z[1], z[2], z[3], z[4], z[5]};
    sm_stress_cholesky(tau, 1e-6f, s.root);
    for (int m = 0; m < 6; m++) s.change[m] *= sm_exp(4 * z[6]);
    for (int m = 0; m < 3; m++) s.divergence[m] = 0;
    s.rate = k % 5 == 0 ? 0 : s.rate * sm_exp(5 * z[7]);
    float q[3] = {z[7], z[5], z[3]};
    const double before = sqrt((double)(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]));
    sm_langevin_step(&s, some_step(k), (const float[3]){0}, q);
    const double after = sqrt((double)(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]));
    ck_assert_msg(after <= 1.01 * before, "%u: %g after %g", k, after, before);
  }
}
END_TEST

/* Half of the change is added for the drift, and never so much that it turns the sign. */
START_TEST(the_drift_carries_on_the_change) {
  struct sm_langevin s = {.root = {1, 0.2f, 2, -0.3f, 0.1f, 0.5f},
                          .change = {1e-4f, -2e-4f, 1e-4f, 2e-4f, 0, -1e-4f}};
  const float q[3] = {0.4f, -1, 2};
  float u[3], here[3], change[3];
  sm_langevin_drift(&s, q, u);
  sm_langevin_fluctuation(s.root, q, here);
  sm_langevin_fluctuation(s.change, q, change);
  for (int d = 0; d < 3; d++) near((double)(u[d] - here[d]), 0.5 * (double)change[d], 1e-6);
  near((double)drift_1d(2, 1e-3f, 1), 2.0005, 1e-6);
  for (int k = 0; k < 3; k++) {
    for (int m = 0; m < 6; m++) s.change[m] = (float)(k - 1) * 1e6f;
    for (int d = 0; d < 3; d++) {
      const float one[3] = {d == 0, d == 1, d == 2};
      sm_langevin_drift(&s, one, u);
      sm_langevin_fluctuation(s.root, one, here);
      ck_assert(fabsf(u[d] / here[d] - 1) < 0.2501f);
    }
    ck_assert(fabsf(drift_1d(1, s.change[0], 1) - 1) < 0.2501f);
  }
}
END_TEST

START_TEST(one_component_alone_goes_as_in_three) {
  for (uint32_t k = 0; k < 1000; k++) {
    struct sm_langevin s = some_turbulence(k, 0);
    const float h = some_step(k), xi[3] = {0.3f, 0, -1.2f};
    float q[3] = {1, 0.2f, -0.7f};
    const float alone = step_1d(s.root[0], s.divergence[0], s.rate, h, xi[0], q[0]);
    for (int m = 0; m < 6; m++) s.change[m] = 0;
    sm_langevin_step(&s, h, xi, q);
    near((double)q[0], (double)alone, 2e-5 * (1 + fabs((double)alone)));
  }
}
END_TEST

TEST_MAIN(the_root_is_that_of_the_stresses,
          stresses_that_cannot_be_have_a_root_of_the_same_variances,
          steps_of_any_length_keep_the_variance,
          the_step_is_the_trapezoidal_rule_of_thomsons_equation, there_is_always_an_answer,
          the_drift_carries_on_the_change, one_component_alone_goes_as_in_three)
