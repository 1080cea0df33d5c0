/* Source estimation: readings, likelihood, sampler and regions against known answers. */
#include "harness.h"
#include "run/source_estimation/internal.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static struct sm_context *context(void) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  return ctx;
}

/* --- readings --- */

static enum sm_status parse(struct sm_context *ctx, const char *text,
                            struct sm_sensor_readings *out) {
  char copy[1024];
  strcpy(copy, text);
  return sm_sensors_parse(ctx, "s.csv", copy, strlen(copy), out);
}

START_TEST(readings_have_units_limits_and_errors) {
  struct sm_context *ctx = context();
  struct sm_sensor_readings r;
  ck_assert_int_eq(
      parse(ctx,
            "name,x,y,height,time_start,time_end,concentration [mg/m3],"
            "detection_limit [ug/m3],error [mg/m3]\n"
            "gate,10,20,1.5,0,60,2,30,0.1\n,11,21,2,60,90,<0.5,,\nc,1,2,3,0,1,0.01,30,\n",
            &r),
      SM_OK);
  ck_assert_uint_eq(r.count, 3);
  ck_assert(r.timed);
  ck_assert_str_eq(r.item[0].name, "gate");
  ck_assert_double_eq_tol(r.item[0].value, 2e-6, 1e-18);
  ck_assert_double_eq_tol(r.item[0].limit, 3e-8, 1e-20);
  ck_assert_double_eq_tol(r.item[0].error, 1e-7, 1e-19);
  ck_assert(isnan(r.item[1].value));
  ck_assert_double_eq_tol(r.item[1].limit, 5e-7, 1e-19);
  ck_assert_double_eq_tol(r.item[1].error, 5e-7 / 3, 1e-19);
  ck_assert(isnan(r.item[2].value)); /* 0.01 mg/m3 is below 30 ug/m3 */
  sm_sensors_free(&r);
  ck_assert_int_eq(parse(ctx, "x,y,height,concentration,error\n1,2,3,-2e-7,1e-6\n", &r), SM_OK);
  ck_assert_double_eq_tol(r.item[0].value, -2e-7, 1e-18); /* noise about 0, without a limit */
  sm_sensors_free(&r);
  ck_assert_int_eq(
      parse(ctx, "\xEF\xBB\xBFName;LAT;Lon;Height;Error;Concentration [MG/M3]\r\n", &r),
      SM_ERR_DATA); /* units have their case */
  sm_sensors_free(&r);
  ck_assert_int_eq(parse(ctx,
                         "\xEF\xBB\xBFName;LAT;Lon;Height;Error [g/m3];Concentration [g/m3]\r\n"
                         "\"a;b\";47,5;10,25;1,5;0,1;2\r\n",
                         &r),
                   SM_OK);
  ck_assert_str_eq(r.item[0].name, "a;b");
  ck_assert_int_eq((int)r.item[0].position, (int)SM_POSITION_LATLON);
  ck_assert_double_eq(r.item[0].place[0], 47.5);
  ck_assert_double_eq(r.item[0].place[1], 10.25);
  ck_assert_double_eq_tol(r.item[0].value, 2e-3, 1e-15);
  sm_sensors_free(&r);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(wrong_readings_are_errors_with_their_line) {
  static const char *const wrong[][2] = {
      {"", "empty"},
      {"x,y,height\n1,2,3\n", "concentration"},
      {"x,height,concentration,error\n1,2,3,1\n", "one coordinate"},
      {"x,y,latitude,longitude,height,concentration,error\n", "several"},
      {"x,y,height,concentration\n1,2,3,4\n", "detection_limit"},
      {"x,y,height,concentration [ppm],error\n1,2,3,4,1\n", "ppm"},
      {"x,y,height,concentration,error\n1,2,3,4,0\n", "s.csv:2"},
      {"x,y,height,concentration,error\n1,2,3,four,1\n", "four"},
      {"x,y,height,concentration,error,time_end\n1,2,3,4,1,5\n", "time_start"},
      {"x,y,height,concentration,error,time_start,time_end\n1,2,3,4,1,5,5\n", "time_end"},
      {"x,y,height,concentration,error\n", "no readings"},
      {"x,y,height,concentration,detection_limit\n1,2,3,-999,0.02\n", "missing values"},
      {"latitude,longitude,height,concentration,error\n100,2,3,4,1\n", "latitude"},
  };
  struct sm_context *ctx = context();
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    struct sm_sensor_readings r;
    ck_assert_int_eq(parse(ctx, wrong[n][0], &r), SM_ERR_DATA);
    ck_assert_msg(strstr(sm_context_message(ctx), wrong[n][1]) != NULL, "%s: %s", wrong[n][1],
                  sm_context_message(ctx));
    sm_sensors_free(&r);
  }
  sm_context_destroy(&ctx);
}
END_TEST

/* --- likelihood --- */

START_TEST(likelihoods_are_those_of_their_distributions) {
  struct sm_source_options o = sm_source_options_default();
  struct sm_sensor_reading r = {.value = 2, .limit = 1, .error = 1e-9};
  o.model_error = sqrt(exp(0.25) - 1); /* standard deviation 0.5 of the logarithm */
  const double z = log(2.0 / 3) / 0.5;
  ck_assert_double_eq_tol(sm_source_log_likelihood_of(&o, &r, 3, 0),
                          -0.5 * z * z - log(0.5 * 2 * sqrt(2 * pi)), 1e-9);
  r.value = NAN; /* below 1 */
  ck_assert_double_eq_tol(sm_source_log_likelihood_of(&o, &r, 1, 0), log(0.5), 1e-9);
  ck_assert_double_eq_tol(sm_source_log_likelihood_of(&o, &r, exp(0.5), 0), log(0.15865525393),
                          1e-8);
  o.likelihood = SM_LIKELIHOOD_GAUSSIAN;
  o.model_error = 0.3;
  r = (struct sm_sensor_reading){.value = 2, .error = 0.4};
  const double variance = 0.4 * 0.4 + 0.9 * 0.9 + 0.25;
  ck_assert_double_eq_tol(sm_source_log_likelihood_of(&o, &r, 3, 0.25),
                          -0.5 / variance - 0.5 * log(2 * pi * variance), 1e-12);
}
END_TEST

/* --- sampler --- */

/* A normal density of variance s2 in each dimension about a place, of integral 1. */
static double normal(const double *u, int n, double at, double s) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum -= 0.5 * (u[i] - at) * (u[i] - at) / (s * s) + log(s * sqrt(2 * pi));
  return sum;
}

/* A quarter at 0.25, three quarters at 0.7. */
static double two_modes(const void *user, const double *u) {
  (void)user;
  const double a = log(0.25) + normal(u, 4, 0.25, 0.02), b = log(0.75) + normal(u, 4, 0.7, 0.02);
  const double most = fmax(a, b);
  return most + log(exp(a - most) + exp(b - most));
}

START_TEST(the_sampler_finds_two_modes_and_their_widths) {
  struct sm_context *ctx = context();
  const struct sm_sampler_problem p = {
      .dimensions = 4, .log_likelihood = two_modes, .seed = 3, .least = 2500, .iterations = 2500};
  struct sm_samples s;
  ck_assert_int_eq(sm_sampler_run(ctx, &p, &s), SM_OK);
  ck_assert_double_lt(s.r_hat, SM_SAMPLER_AGREED);
  double first = 0, square = 0, second = 0;
  for (size_t n = 0; n < s.count; n++) {
    const double u = s.u[n * 4];
    first += u < 0.5;
    second += u >= 0.5;
    if (u >= 0.5) square += (u - 0.7) * (u - 0.7);
  }
  ck_assert_double_eq_tol(first / (double)s.count, 0.25, 0.05);
  ck_assert_double_eq_tol(sqrt(square / second), 0.02, 0.002);
  sm_samples_free(&s);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(samples_depend_on_the_seed_alone) {
  struct sm_context *ctx = context();
  struct sm_sampler_problem p = {
      .dimensions = 4, .log_likelihood = two_modes, .seed = 3, .least = 50, .iterations = 50};
  struct sm_samples s[3];
  for (int n = 0; n < 3; n++) {
    p.seed = n < 2 ? 3 : 4;
    ck_assert_int_eq(sm_sampler_run(ctx, &p, &s[n]), SM_OK);
    ck_assert_uint_eq(s[n].count, s[0].count);
  }
  ck_assert_mem_eq(s[0].u, s[1].u, s[0].count * 4 * sizeof *s[0].u);
  ck_assert_mem_ne(s[0].u, s[2].u, s[0].count * 4 * sizeof *s[0].u);
  for (int n = 0; n < 3; n++) sm_samples_free(&s[n]);
  sm_context_destroy(&ctx);
}
END_TEST

static double impossible(const void *user, const double *u) {
  (void)user;
  (void)u;
  return -HUGE_VAL;
}

START_TEST(an_impossible_problem_is_an_error) {
  struct sm_context *ctx = context();
  const struct sm_sampler_problem p = {
      .dimensions = 2, .log_likelihood = impossible, .least = 100, .iterations = 100};
  struct sm_samples s;
  ck_assert_int_eq(sm_sampler_run(ctx, &p, &s), SM_ERR_DATA);
  sm_samples_free(&s);
  sm_context_destroy(&ctx);
}
END_TEST

/* --- regions --- */

START_TEST(regions_of_normal_samples_are_ellipses) {
  enum { COUNT = 40000 };
  struct sm_context *ctx = context();
  struct sm_regions r;
  double(*place)[2] = calloc(COUNT, sizeof *place);
  uint64_t state = 1;
  for (int n = 0; n < COUNT; n++) {
    double u[2];
    for (int d = 0; d < 2; d++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      u[d] = ((double)(state >> 33) + 0.5) / 2147483648.0;
    }
    place[n][0] = 100 + 3 * sqrt(-2 * log(u[0])) * cos(2 * pi * u[1]);
    place[n][1] = 50 + 1 * sqrt(-2 * log(u[0])) * sin(2 * pi * u[1]);
  }
  ck_assert_int_eq(sm_regions_create(ctx, (const double(*)[2])place, COUNT, 0.02, &r), SM_OK);
  for (int l = 0; l < SM_REGION_LEVELS; l++) {
    const double exact = -2 * log(1 - sm_region_level[l]) * pi * 3;
    ck_assert_double_eq_tol(r.area[l] / exact, 1, 0.08);
  }
  ck_assert_double_eq_tol(r.place[0], 100, 0.7);
  ck_assert_double_eq_tol(r.place[1], 50, 0.25);
  ck_assert_double_gt(sm_regions_density(&r, (const double[]){105, 50}), r.least[2]);
  ck_assert_double_lt(sm_regions_density(&r, (const double[]){100, 54}), r.least[2]);
  sm_regions_free(&r);
  free(place);
  sm_context_destroy(&ctx);
}
END_TEST

/* Regions are no narrower than a fifth of a column: of the kernel, not of the samples. */
START_TEST(regions_of_samples_at_one_place_are_a_part_of_a_column) {
  enum { COUNT = 10000 };
  struct sm_context *ctx = context();
  struct sm_regions r;
  double(*place)[2] = calloc(COUNT, sizeof *place);
  for (int n = 0; n < COUNT; n++) {
    place[n][0] = n == 0 ? 5000 : 100; /* one of them is far away */
    place[n][1] = 50;
  }
  ck_assert_int_eq(sm_regions_create(ctx, (const double(*)[2])place, COUNT, 10, &r), SM_OK);
  for (int l = 0; l < SM_REGION_LEVELS; l++) {
    const double exact = -2 * log(1 - sm_region_level[l]) * pi * 2 * 2;
    ck_assert_double_eq_tol(r.area[l] / exact, 1, 0.08);
  }
  sm_regions_free(&r);
  free(place);
  sm_context_destroy(&ctx);
}
END_TEST

/* A tenth of the samples in a narrow peak, nine tenths in a wide one. */
START_TEST(place_is_where_most_of_the_probability_is) {
  enum { COUNT = 40000 };
  struct sm_context *ctx = context();
  struct sm_regions r;
  double(*place)[2] = calloc(COUNT, sizeof *place);
  for (int n = 0; n < COUNT; n++) {
    const bool narrow = n % 10 == 0;
    const double radius = sqrt(-2 * log((n + 0.5) / COUNT)), angle = 2.399963 * n;
    place[n][0] = narrow ? 110 : 100 + 3 * radius * cos(angle);
    place[n][1] = narrow ? 50 : 50 + 3 * radius * sin(angle);
  }
  ck_assert_int_eq(sm_regions_create(ctx, (const double(*)[2])place, COUNT, 3, &r), SM_OK);
  ck_assert_double_gt(sm_regions_density(&r, (const double[]){110, 50}),
                      2 * sm_regions_density(&r, r.place));
  ck_assert_double_eq_tol(r.place[0], 100, 1);
  ck_assert_double_eq_tol(r.place[1], 50, 1);
  sm_regions_free(&r);
  free(place);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(readings_have_units_limits_and_errors, wrong_readings_are_errors_with_their_line,
          likelihoods_are_those_of_their_distributions,
          the_sampler_finds_two_modes_and_their_widths, samples_depend_on_the_seed_alone,
          an_impossible_problem_is_an_error, regions_of_normal_samples_are_ellipses,
          regions_of_samples_at_one_place_are_a_part_of_a_column,
          place_is_where_most_of_the_probability_is)
