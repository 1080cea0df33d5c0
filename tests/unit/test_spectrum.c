/* Spectra of series in time. */
#include "base/context.h"
#include "harness.h"
#include "simoom/output.h"
#include "simoom/simoom.h"
#include <math.h>

enum { COUNT = 9000, BINS = COUNT };
static double t[COUNT], x[COUNT], frequency[BINS], density[BINS];
static struct sm_context *ctx;

static void setup(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void teardown(void) { sm_context_destroy(&ctx); }

/* Of `parts` parts; returns how many frequencies there are. */
static size_t spectrum(size_t parts) {
  size_t bins = BINS;
  ck_assert_msg(sm_power_spectrum(ctx, COUNT, t, x, parts, &bins, frequency, density) == SM_OK,
                "%s", sm_context_message(ctx));
  return bins;
}

static double sum_of(size_t bins) {
  double sum = 0;
  for (size_t k = 0; k < bins; k++) sum += density[k] * frequency[0];
  return sum;
}

START_TEST(a_sine_is_at_its_frequency_with_its_variance) {
  setup();
  for (int n = 0; n < COUNT; n++) {
    t[n] = 3 + 0.01 * n;
    x[n] = 5 + 2 * sin(2 * acos(-1.0) * 12.5 * t[n]); /* 128 periods in 1024 numbers */
  }
  const size_t bins = spectrum(8);
  ck_assert_uint_eq(bins, 512);
  size_t most = 0;
  for (size_t k = 0; k < bins; k++) most = density[k] > density[most] ? k : most;
  ck_assert_double_eq_tol(frequency[most], 12.5, 1e-9);
  ck_assert_double_eq_tol(frequency[bins - 1], 50, 1e-9);
  ck_assert_double_eq_tol(sum_of(bins), 2, 1e-3);
  teardown();
}
END_TEST

/* Numbers that remember a part a of the one before: density 2 dt s^2 / |1 - a exp(-i w)|^2. */
START_TEST(noise_with_a_memory_has_its_spectrum) {
  setup();
  const double a = 0.9, step = 0.1;
  uint64_t seed = 88172645463325252u;
  for (int n = 0; n < COUNT; n++) {
    double sum = 0; /* variance 1 */
    for (int m = 0; m < 12; m++) {
      seed ^= seed << 13;
      seed ^= seed >> 7;
      seed ^= seed << 17;
      sum += (double)(seed >> 11) / 9007199254740992.0;
    }
    t[n] = step * n;
    x[n] = (n > 0 ? a * x[n - 1] : 0) + sum - 6;
  }
  const size_t bins = spectrum(30);
  double worst = 0;
  for (size_t from = 0; from + 16 <= bins; from += 16) { /* over 16 frequencies */
    double here = 0, known = 0;
    for (size_t k = from; k < from + 16; k++) {
      const double w = 2 * acos(-1.0) * frequency[k] * step;
      here += density[k];
      known += 2 * step / (1 - 2 * a * cos(w) + a * a);
    }
    worst = fmax(worst, fabs(here / known - 1));
  }
  ck_assert_msg(worst < 0.15, "%g", worst);
  teardown();
}
END_TEST

START_TEST(uneven_times_make_little_difference) {
  setup();
  for (int n = 0; n < COUNT; n++) {
    t[n] = 0.01 * (n + 0.3 * sin(0.1 * n));
    x[n] = sin(2 * acos(-1.0) * 2 * t[n]);
  }
  const size_t bins = spectrum(8);
  size_t most = 0;
  for (size_t k = 0; k < bins; k++) most = density[k] > density[most] ? k : most;
  ck_assert_double_eq_tol(frequency[most], 2, frequency[0]);
  ck_assert_double_eq_tol(sum_of(bins), 0.5, 0.02);
  teardown();
}
END_TEST

START_TEST(what_cannot_be_is_an_error) {
  setup();
  for (int n = 0; n < COUNT; n++) t[n] = x[n] = n;
  size_t bins = 100;
  ck_assert_int_eq(sm_power_spectrum(ctx, COUNT, t, x, 8, &bins, frequency, density), SM_ERR_USAGE);
  bins = BINS;
  ck_assert_int_eq(sm_power_spectrum(ctx, 60, t, x, 8, &bins, frequency, density), SM_ERR_USAGE);
  t[50] = 20;
  ck_assert_int_eq(sm_power_spectrum(ctx, COUNT, t, x, 8, &bins, frequency, density), SM_ERR_USAGE);
  t[50] = 50;
  sm_context_fail_allocation(ctx, 1);
  ck_assert_int_eq(sm_power_spectrum(ctx, COUNT, t, x, 8, &bins, frequency, density),
                   SM_ERR_MEMORY);
  sm_context_fail_allocation(ctx, 0);
  teardown();
}
END_TEST

TEST_MAIN(a_sine_is_at_its_frequency_with_its_variance, noise_with_a_memory_has_its_spectrum,
          uneven_times_make_little_difference, what_cannot_be_is_an_error)
