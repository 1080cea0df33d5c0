/* Plumes of particles in turbulence: spread as Taylor (1921) says, also sheared, and well mixed. */
#include "langevin_particles.h"

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

TEST_MAIN(plumes_spread_as_taylors, late_plumes_spread_right_in_steps_of_any_length,
          particles_spread_as_taylors, sheared_plumes_spread_along_slanting_axes,
          one_component_stays_well_mixed, sheared_turbulence_stays_well_mixed)
