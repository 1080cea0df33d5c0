/* Places of further sensors: information gains against known answers. */
#include "harness.h"
#include "run/source_estimation/internal.h"
#include <math.h>
#include <string.h>

enum { PLUMES = 4, COLUMNS = 5 };

/* Plumes of means in columns, without numerical error. */
struct scene {
  struct sm_context *ctx;
  struct sm_source_options options;
  struct sm_sensor_reading like;
  float mean[COLUMNS * PLUMES];
  double particle[PLUMES];
  bool place[COLUMNS];
  struct sm_source_plumes plumes;
};

static void build(struct scene *s, size_t plumes, size_t columns) {
  *s = (struct scene){.options = sm_source_options_default(),
                      .like = {.value = NAN, .limit = 1e-8, .error = 1e-12},
                      .plumes = {.plumes = plumes, .columns = columns}};
  s->plumes.mean = s->mean;
  s->plumes.particle = s->particle;
  s->plumes.place = s->place;
  for (size_t k = 0; k < plumes; k++) s->particle[k] = 1e-15;
  for (size_t c = 0; c < columns; c++) s->place[c] = true;
  ck_assert_int_eq(sm_context_create(NULL, &s->ctx), SM_OK);
}

static struct sm_next_sensors find(struct scene *s, int count) {
  struct sm_next_sensors out;
  ck_assert_int_eq(sm_next_sensors_find(s->ctx, &s->options, &s->like, &s->plumes, count, &out),
                   SM_OK);
  return out;
}

START_TEST(what_one_of_two_sources_reaches_tells_a_bit) {
  struct scene s;
  build(&s, 2, 5);
  const float mean[5][2] = {{1e-6F, 1e-6F}, {0, 1e-6F}, {0, 0}, {1e-6F, 0}, {0, 1e-9F}};
  memcpy(s.mean, mean, sizeof mean);
  s.place[3] = false; /* a building */
  struct sm_next_sensors next = find(&s, 3);
  ck_assert_double_eq_tol((double)next.gain[0], 0, 1e-6);
  ck_assert_double_eq_tol((double)next.gain[1], 1, 1e-4);
  ck_assert_double_eq((double)next.gain[2], 0);
  ck_assert(isnan(next.gain[3]));
  ck_assert_double_eq_tol((double)next.gain[4], 0, 1e-6); /* both are below the limit */
  ck_assert_uint_eq(next.count, 1);                       /* no other tells more */
  ck_assert_uint_eq(next.item[0].column, 1);
  ck_assert_double_eq_tol(next.item[0].gain, 1, 1e-4);
  sm_next_sensors_free(&next);
  sm_context_destroy(&s.ctx);
}
END_TEST

START_TEST(a_further_sensor_tells_what_the_first_does_not) {
  struct scene s;
  build(&s, 4, 3);
  const float mean[3][4] = {{1e-6F, 1e-6F, 0, 0}, {1e-5F, 1e-5F, 0, 0}, {1e-6F, 0, 1e-6F, 0}};
  memcpy(s.mean, mean, sizeof mean);
  struct sm_next_sensors next = find(&s, 3);
  ck_assert_uint_eq(next.count, 2);
  for (int n = 0; n < 2; n++) ck_assert_double_eq_tol(next.item[n].gain, 1, 1e-4);
  ck_assert((next.item[0].column == 2) != (next.item[1].column == 2));
  sm_next_sensors_free(&next);
  sm_context_destroy(&s.ctx);
}
END_TEST

START_TEST(a_plume_of_few_particles_is_left_out_where_it_has_none) {
  struct scene s;
  build(&s, 2, 2);
  const float mean[2][2] = {{0, 1e-6F}, {1e-5F, 1e-3F}};
  memcpy(s.mean, mean, sizeof mean);
  s.particle[0] = 3e-8; /* half of it is detected */
  struct sm_next_sensors next = find(&s, 2);
  ck_assert_double_eq_tol((double)next.gain[0], 0, 1e-6);
  ck_assert_double_eq_tol((double)next.gain[1], 1, 1e-3);
  ck_assert_uint_eq(next.coarse, 1);
  sm_next_sensors_free(&next);
  sm_context_destroy(&s.ctx);
}
END_TEST

static double below(double z) { return 0.5 * erfc(-z / sqrt(2)); }

static double part(double own, double other) {
  return own > 0 ? 0.5 * own * log2(own / (0.5 * (own + other))) : 0;
}

/* Information of a reading about two normal distributions, which are not detected below a limit.
 */
static double exact(const double mean[2], const double deviation[2], double limit) {
  const double pi = 3.14159265358979323846, step = 1e-3 * fmin(deviation[0], deviation[1]);
  const double p[2] = {below((limit - mean[0]) / deviation[0]),
                       below((limit - mean[1]) / deviation[1])};
  const double end = fmax(mean[0] + 8 * deviation[0], mean[1] + 8 * deviation[1]);
  double sum = part(p[0], p[1]) + part(p[1], p[0]);
  for (double y = limit + step / 2; y < end; y += step) {
    double density[2];
    for (int k = 0; k < 2; k++) {
      const double z = (y - mean[k]) / deviation[k];
      density[k] = exp(-0.5 * z * z) / (deviation[k] * sqrt(2 * pi));
    }
    sum += step * (part(density[0], density[1]) + part(density[1], density[0]));
  }
  return sum;
}

START_TEST(gains_are_those_of_the_distributions) {
  struct scene s;
  build(&s, 2, 1);
  s.options.model_error = sqrt(expm1(0.09)); /* standard deviation 0.3 of the logarithm */
  s.mean[0] = 1.2e-8F;
  s.mean[1] = 2e-8F;
  struct sm_next_sensors next = find(&s, 1);
  const double mean[2] = {log(1.2e-8), log(2e-8)}, deviation[2] = {0.3, 0.3};
  ck_assert_double_eq_tol((double)next.gain[0], exact(mean, deviation, log(1e-8)), 0.01);
  sm_next_sensors_free(&next);
  s.options.likelihood = SM_LIKELIHOOD_GAUSSIAN;
  s.options.model_error = 0.3;
  s.like.error = 4e-9;
  next = find(&s, 1);
  const double plain[2] = {1.2, 2}, own[2] = {hypot(0.4, 0.36), hypot(0.4, 0.6)};
  ck_assert_double_eq_tol((double)next.gain[0], exact(plain, own, 1), 0.01);
  sm_next_sensors_free(&next);
  sm_context_destroy(&s.ctx);
}
END_TEST

START_TEST(a_sensor_without_a_limit_has_three_standard_deviations) {
  const struct sm_sensor_reading with = {.limit = 2, .error = 1}, without = {.error = 1};
  ck_assert_double_eq(sm_sensor_limit(&with), 2);
  ck_assert_double_eq(sm_sensor_limit(&without), 3);
}
END_TEST

TEST_MAIN(what_one_of_two_sources_reaches_tells_a_bit,
          a_further_sensor_tells_what_the_first_does_not,
          a_plume_of_few_particles_is_left_out_where_it_has_none,
          gains_are_those_of_the_distributions,
          a_sensor_without_a_limit_has_three_standard_deviations)
