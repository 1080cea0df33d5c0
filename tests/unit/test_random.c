/* Random numbers of particles: known answers, moments, tails, independence. */
#include "harness.h"

#include "cell/random.h"
#include <math.h>

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.9g instead of %.9g", got, expected);
}

static void same_words(struct sm_random_words got, const uint32_t expected[4]) {
  for (int m = 0; m < 4; m++) ck_assert_uint_eq(got.word[m], expected[m]);
}

/* The vectors that come with the authors' own Random123. */
START_TEST(philox_gives_the_published_answers) {
  const struct sm_random_words zeros = {{0}}, ones = {{~0u, ~0u, ~0u, ~0u}};
  const struct sm_random_words pi = {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}};
  same_words(sm_philox(zeros, 0),
             (const uint32_t[]){0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  same_words(sm_philox(ones, UINT64_MAX),
             (const uint32_t[]){0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  same_words(sm_philox(pi, 0x299f31d0a4093822),
             (const uint32_t[]){0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}
END_TEST

START_TEST(the_counter_is_the_particle_the_step_and_the_purpose) {
  const struct sm_random_key d = {.seed = 0x299f31d0a4093822,
                                  .particle = 0x85a308d3243f6a88,
                                  .step = 0x13198a2e,
                                  .purpose = 0x03707344};
  same_words(sm_random(d), (const uint32_t[]){0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}
END_TEST

static struct sm_random_key flipped(struct sm_random_key d, int bit) {
  if (bit < 64)
    d.seed ^= (uint64_t)1 << bit;
  else if (bit < 128)
    d.particle ^= (uint64_t)1 << (bit - 64);
  else if (bit < 160)
    d.step ^= 1u << (bit - 128);
  else
    d.purpose ^= 1u << (bit - 160);
  return d;
}

/* Of 128 bits 64 change, give or take sqrt(32 / 1000) in the mean of a thousand draws. */
START_TEST(every_bit_of_a_draw_turns_half_of_the_bits) {
  for (int bit = 0; bit < 192; bit++) {
    int turned = 0;
    for (uint32_t p = 0; p < 1000; p++) {
      const struct sm_random_key d = {.seed = 5, .particle = p, .step = p / 7, .purpose = 1};
      const struct sm_random_words a = sm_random(d), b = sm_random(flipped(d, bit));
      for (int m = 0; m < 4; m++)
        for (uint32_t rest = a.word[m] ^ b.word[m]; rest != 0; rest &= rest - 1) turned++;
    }
    near(turned / 1000.0, 64, 5 * sqrt(0.032));
  }
}
END_TEST

START_TEST(uniform_numbers_are_inside_and_even) {
  enum { BINS = 256, DRAWS = 500000 };
  static int count[BINS];
  ck_assert(sm_random_uniform(0) == 0x1p-24f && sm_random_uniform(~0u) == 1.0f - 0x1p-24f);
  double sum = 0, squares = 0;
  for (uint32_t p = 0; p < DRAWS; p++) {
    const struct sm_random_words w = sm_random((struct sm_random_key){.particle = p});
    for (int m = 0; m < 4; m++) {
      const double x = (double)sm_random_uniform(w.word[m]);
      sum += x;
      squares += (x - 0.5) * (x - 0.5);
      count[(int)(x * BINS)]++;
    }
  }
  const double n = 4.0 * DRAWS;
  near(sum / n, 0.5, 4 * sqrt(1 / 12.0 / n));
  near(squares / n, 1 / 12.0, 4 * sqrt(1 / 180.0 / n));
  double chi = 0;
  for (int b = 0; b < BINS; b++) chi += pow(count[b] - n / BINS, 2) / (n / BINS);
  near(chi, BINS - 1, 4 * sqrt(2.0 * (BINS - 1)));
}
END_TEST

START_TEST(directions_are_those_of_the_library) {
  const double turn = 6.283185307179586;
  for (int m = -70000; m <= 70000; m++) {
    const float t = (float)m * 3.1e-5f;
    const struct sm_heading d = sm_turn(t);
    near((double)d.cosine, cos(turn * (double)t), 1e-7);
    near((double)d.sine, sin(turn * (double)t), 1e-7);
  }
  for (int m = -9; m <= 9; m++) {
    const struct sm_heading d = sm_turn(0.25f * (float)m);
    const int odd = m & 1, sign = m & 2 ? -1 : 1;
    ck_assert(d.cosine == (float)(odd ? 0 : sign) && d.sine == (float)(odd ? sign : 0));
  }
}
END_TEST

START_TEST(normal_numbers_are_finite_at_the_ends) {
  const uint32_t ends[] = {0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  for (int m = 0; m < 6; m++)
    for (int n = 0; n < 6; n++) {
      float z[2];
      sm_random_normal_pair(ends[m], ends[n], z);
      ck_assert(isfinite(z[0]) && isfinite(z[1]) && fabsf(z[0]) < 6.77f && fabsf(z[1]) < 6.77f);
    }
  float z[2];
  sm_random_normal_pair(0, 0, z);
  near((double)z[0], sqrt(66 * log(2)), 3e-6);
}
END_TEST

/* Share of normal numbers below x. */
static double below(double x) { return 0.5 * erfc(-x * sqrt(0.5)); }

/* Ten million. Deviations are allowed of 4 standard errors. */
START_TEST(normal_numbers_have_the_moments_the_tails_and_the_shape) {
  enum { BINS = 80, DRAWS = 2500000 };
  static int count[BINS + 2]; /* of a tenth each, from -4 to 4 */
  double sum[5] = {0};
  int beyond[6] = {0};
  for (uint32_t p = 0; p < DRAWS; p++) {
    float z[4];
    sm_random_normals(sm_random((struct sm_random_key){.seed = 2026, .particle = p}), z);
    for (int m = 0; m < 4; m++) {
      const double x = (double)z[m], y = x * x;
      sum[1] += x;
      sum[2] += y;
      sum[3] += x * y;
      sum[4] += y * y;
      for (int k = 3; k < 6; k++) beyond[k] += y > k * k;
      const int bin = (int)floor((x + 4) * 10);
      count[bin < 0 ? 0 : bin >= BINS ? BINS + 1 : bin + 1]++;
    }
  }
  const double n = 4.0 * DRAWS, mean[] = {1, 0, 1, 0, 3}, variance[] = {0, 1, 2, 15, 96};
  for (int m = 1; m < 5; m++) near(sum[m] / n, mean[m], 4 * sqrt(variance[m] / n));
  for (int k = 3; k < 6; k++) {
    const double expected = 2 * n * below(-k);
    near(beyond[k], expected, 4 * sqrt(expected));
  }
  double chi = 0;
  for (int b = 0; b < BINS + 2; b++) {
    const double low = b == 0 ? 0 : below(0.1 * (b - 1) - 4), end = 0.1 * b - 4;
    const double expected = n * ((b == BINS + 1 ? 1 : below(end)) - low);
    chi += pow(count[b] - expected, 2) / expected;
  }
  near(chi, BINS + 1, 4 * sqrt(2.0 * (BINS + 1)));
}
END_TEST

/* Also of squares, since pairs have a common radius. */
START_TEST(neighbours_are_not_correlated) {
  enum { DRAWS = 100000 };
  const struct sm_random_key next[] = {
      {0},         {.particle = 1}, {.particle = (uint64_t)1 << 32}, {.step = 1}, {.purpose = 1},
      {.seed = 1}, {.step = 1000}};
  for (int k = 0; k < 7; k++) {
    double product[4][4] = {{0}}, square[4][4] = {{0}};
    for (uint32_t p = 0; p < DRAWS; p++) {
      const struct sm_random_key a = {.seed = 7, .particle = 2 * p, .step = 3, .purpose = 2};
      const struct sm_random_key b = {a.seed + next[k].seed, a.particle + next[k].particle,
                                      a.step + next[k].step, a.purpose + next[k].purpose};
      float x[4], y[4];
      sm_random_normals(sm_random(a), x);
      sm_random_normals(sm_random(b), y);
      for (int m = 0; m < 16; m++) {
        const double u = (double)x[m / 4], v = (double)y[m % 4];
        product[m / 4][m % 4] += u * v;
        square[m / 4][m % 4] += (u * u - 1) * (v * v - 1) / 2;
      }
    }
    for (int m = 0; m < 16; m++)
      if (k > 0 || m / 4 != m % 4) {
        near(product[m / 4][m % 4] / DRAWS, 0, 4.5 / sqrt(DRAWS));
        near(square[m / 4][m % 4] / DRAWS, 0, 4.5 / sqrt(DRAWS));
      }
  }
}
END_TEST

TEST_MAIN(philox_gives_the_published_answers, the_counter_is_the_particle_the_step_and_the_purpose,
          every_bit_of_a_draw_turns_half_of_the_bits, uniform_numbers_are_inside_and_even,
          directions_are_those_of_the_library, normal_numbers_are_finite_at_the_ends,
          normal_numbers_have_the_moments_the_tails_and_the_shape, neighbours_are_not_correlated)
