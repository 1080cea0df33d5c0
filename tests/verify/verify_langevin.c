/* Velocities of particles in turbulence: stationary, invertible, Thomson's (1987), well mixed. */
#include "harness.h"

#include "cell/particles/langevin.h"
#include "cell/random.h"
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

/* --- dispersion --- */

/* Variance of x after a time, in sigma^2, from the covariances that one step hands to the next. */
static double spread(double sigma, double rate, double h, int steps) {
  const double turn = (double)step_1d((float)sigma, 0, (float)rate, (float)h, 0, 1);
  double xx = 0, xq = 0;
  const double half = 0.5 * h * sigma;
  for (int n = 0; n < steps; n++) {
    xx += 2 * half * xq + half * half;
    xq = turn * (xq + half);
    xx += 2 * half * xq + half * half;
    xq += half;
  }
  return xx / (sigma * sigma);
}

/* Taylor (1921): s^2 = 2 sigma^2 T^2 (t / T - 1 + exp(-t / T)), T = 2 sigma^2 / (C0 eps). */
START_TEST(plumes_spread_as_taylors) {
  const double sigma = 1.3, time = 0.8, rate = 2 * sigma * sigma / time;
  for (int m = 1; m <= 10; m++)
    for (int k = 1; k <= 2; k++) {
      const double exact = 2 * time * time * (m - 1 + exp(-m));
      near(spread(sigma, rate, 0.1 * time / k, 10 * k * m) / exact, 1, 0.003 / k / k);
    }
}
END_TEST

/* In the end by 2 sigma^2 T per time, also in steps of many T. */
START_TEST(late_plumes_spread_right_in_steps_of_any_length) {
  const double sigma = 0.6, time = 3, rate = 2 * sigma * sigma / time;
  const double steps[] = {0.1, 0.5, 1, 2, 5, 20};
  for (int k = 0; k < 6; k++) {
    const double h = steps[k] * time;
    const double grown = spread(sigma, rate, h, 1200) - spread(sigma, rate, h, 1000);
    near(grown / (200 * h * 2 * time), 1, 1e-4);
  }
}
END_TEST

/* The place of a particle after some steps of h s in turbulence that is the same everywhere. */
static void walk(uint32_t particle, int steps, double h, const struct sm_langevin *s, double x[3]) {
  float q[4], u[3], xi[4];
  struct sm_random_key draw = {.seed = 11, .particle = particle};
  sm_random_normals(sm_random(draw), q);
  for (int d = 0; d < 3; d++) x[d] = 0;
  for (int n = 0; n < steps; n++) {
    sm_langevin_fluctuation(s->root, q, u);
    for (int d = 0; d < 3; d++) x[d] += 0.5 * h * (double)u[d];
    draw.step++;
    sm_random_normals(sm_random(draw), xi);
    sm_langevin_step(s, (float)h, xi, q);
    sm_langevin_fluctuation(s->root, q, u);
    for (int d = 0; d < 3; d++) x[d] += 0.5 * h * (double)u[d];
  }
}

START_TEST(particles_spread_as_taylors) {
  enum { PARTICLES = 40000 };
  const struct sm_langevin s = {.root = {1, 0, 1, 0, 0, 1}, .rate = 2};
  double early = 0, late = 0, x[3];
  for (uint32_t p = 0; p < PARTICLES; p++) {
    walk(p, 10, 0.1, &s, x);
    early += x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    walk(p, 50, 0.2, &s, x);
    late += x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  }
  near(early / 3 / PARTICLES / (2 * exp(-1)), 1, 0.01);
  near(late / 3 / PARTICLES / (2 * (9 + exp(-10))), 1, 0.01);
}
END_TEST

/* In the end the covariances of places grow by 4 tau^2 / (C0 eps) per time, tau a tensor. */
START_TEST(sheared_plumes_spread_along_slanting_axes) {
  const struct sm_langevin s = {.root = {1.5f, 0.2f, 1.2f, -0.6f, 0.1f, 0.8f}, .rate = 1.7f};
  const double h = 0.5;
  const struct linear a = linear_of(&s, (float)h);
  const struct matrix l = lower(s.root), tau = product(l, transposed(l));
  struct matrix xx = {{{0}}}, xq = {{{0}}}, before = xx; /* means of x x^T and x q^T */
  const struct matrix half = sum(0.5 * h, l, 0, unit);
  for (int n = 0; n < 300; n++) {
    if (n == 200) before = xx;
    for (int k = 0; k < 2; k++) {
      const struct matrix cross = product(xq, transposed(half));
      xx = sum(1, xx, 1, sum(1, cross, 1, transposed(cross)));
      xx = sum(1, xx, 1, product(half, transposed(half)));
      xq = sum(1, xq, 1, half);
      if (k == 0) xq = product(xq, transposed(a.turn));
    }
  }
  const struct matrix grown = sum(1 / (100 * h), xx, -1 / (100 * h), before);
  near_matrix(grown, sum(4 / (double)s.rate, product(tau, tau), 0, unit), 1e-3);
}
END_TEST

/* --- the well-mixed condition --- */

/* sum -x ln x of densities x in equal bins: 0 when all are alike. With N particles chance alone
 * leaves -bins (bins - 1) / (2 N). */
enum { BINS = 25 };

static double entropy(const int count[BINS], int particles) {
  double s = 0;
  for (int b = 0; b < BINS; b++) {
    const double x = (double)count[b] * BINS / particles;
    if (count[b] > 0) s -= x * log(x);
  }
  return s;
}

static double lowest(int particles) { return -0.5 * BINS * (BINS - 1) / particles; }

static float wrapped(float z) {
  const float rest = z - floorf(z);
  return rest < 1.0f ? rest : 0.0f;
}

/* Variance S = 1.1 + sin(2 pi z), C0 eps = 4 S^1.5: a particle for 8 s, periodic. */
static float mixed_1d(uint32_t particle, float h, int steps, float *q) {
  struct sm_random_key draw = {.seed = 3, .particle = particle};
  float xi[4];
  sm_random_normals(sm_random(draw), xi);
  *q = xi[0];
  float z = sm_random_uniform(
      sm_random((struct sm_random_key){.particle = particle, .purpose = 9}).word[0]);
  float sigma = sqrtf(1.1f + sm_turn(z).sine), u = sigma * *q;
  for (int n = 0; n < steps; n++) {
    if (n % 4 == 0) {
      draw.step++;
      sm_random_normals(sm_random(draw), xi);
    }
    z = wrapped(z + 0.5f * h * u);
    const struct sm_heading d = sm_turn(z);
    const float s = 1.1f + d.sine, before = sigma;
    sigma = sqrtf(s);
    *q = step_1d(sigma, 6.2831853f * d.cosine, 4 * s * sigma, h, xi[n % 4], *q);
    u = drift_1d(sigma, sigma - before, *q);
    z = wrapped(z + 0.5f * h * u);
  }
  return z;
}

START_TEST(one_component_stays_well_mixed) {
  enum { PARTICLES = 50000 };
  int count[BINS] = {0};
  double squares = 0;
  for (uint32_t p = 0; p < PARTICLES; p++) {
    float q;
    count[(int)(mixed_1d(p, 0.02f, 400, &q) * BINS)]++;
    squares += (double)(q * q);
  }
  const double s = entropy(count, PARTICLES);
  ck_assert_msg(s >= lowest(PARTICLES) - 0.005, "entropy %.4f", s);
  near(squares / PARTICLES, 1, 0.03);
}
END_TEST

/* The same S times a full tensor, whose shear stress changes on its own. */
static void sheared(float z, float l[6], struct sm_langevin *s) {
  const struct sm_heading d = sm_turn(z);
  const float v = 1.1f + d.sine, dv = 6.2831853f * d.cosine;
  const float r = -0.45f + 0.25f * d.cosine, dr = -0.25f * 6.2831853f * d.sine;
  const float tau[6] = {2.2f * v, 0.3f * v, r * v, 1.4f * v, 0.1f * v, v};
  sm_stress_cholesky(tau, 1e-6f, l);
  s->divergence[0] = dr * v + r * dv;
  s->divergence[1] = 0.1f * dv;
  s->divergence[2] = dv;
  s->rate = 4 * v * sqrtf(v);
}

static float mixed_3d(uint32_t particle, float h, int steps, float q[3]) {
  struct sm_random_key draw = {.seed = 4, .particle = particle};
  struct sm_langevin s;
  float xi[4], u[3], l[6];
  sm_random_normals(sm_random(draw), xi);
  for (int d = 0; d < 3; d++) q[d] = xi[d];
  float z = sm_random_uniform(
      sm_random((struct sm_random_key){.particle = particle, .purpose = 9}).word[0]);
  sheared(z, s.root, &s);
  sm_langevin_fluctuation(s.root, q, u);
  for (int n = 0; n < steps; n++) {
    draw.step++;
    sm_random_normals(sm_random(draw), xi);
    z = wrapped(z + 0.5f * h * u[2]);
    sheared(z, l, &s);
    for (int m = 0; m < 6; m++) {
      s.change[m] = l[m] - s.root[m];
      s.root[m] = l[m];
    }
    sm_langevin_step(&s, h, xi, q);
    sm_langevin_drift(&s, q, u);
    z = wrapped(z + 0.5f * h * u[2]);
  }
  return z;
}

START_TEST(sheared_turbulence_stays_well_mixed) {
  enum { PARTICLES = 20000 };
  int count[BINS] = {0};
  struct matrix squares = {{{0}}};
  for (uint32_t p = 0; p < PARTICLES; p++) {
    float q[3];
    count[(int)(mixed_3d(p, 0.02f, 400, q) * BINS)]++;
    for (int k = 0; k < 9; k++)
      squares.m[k / 3][k % 3] += (double)(q[k / 3] * q[k % 3]) / PARTICLES;
  }
  const double s = entropy(count, PARTICLES);
  ck_assert_msg(s >= lowest(PARTICLES) - 0.005, "entropy %.4f", s);
  near_matrix(squares, unit, 0.04);
}
END_TEST

TEST_MAIN(the_root_is_that_of_the_stresses,
          stresses_that_cannot_be_have_a_root_of_the_same_variances,
          steps_of_any_length_keep_the_variance,
          the_step_is_the_trapezoidal_rule_of_thomsons_equation, there_is_always_an_answer,
          the_drift_carries_on_the_change, one_component_alone_goes_as_in_three,
          plumes_spread_as_taylors, late_plumes_spread_right_in_steps_of_any_length,
          particles_spread_as_taylors, sheared_plumes_spread_along_slanting_axes,
          one_component_stays_well_mixed, sheared_turbulence_stays_well_mixed)
