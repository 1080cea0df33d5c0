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
  ck_assert_int_eq(sm_regions_create(ctx, (const double(*)[2])place, COUNT, 1e-3, &r), SM_OK);
  for (int l = 0; l < SM_REGION_LEVELS; l++) {
    const double exact = -2 * log(1 - sm_region_level[l]) * pi * 3;
    ck_assert_double_eq_tol(r.area[l] / exact, 1, 0.08);
  }
  ck_assert_double_eq_tol(r.most[0], 100, 0.7);
  ck_assert_double_eq_tol(r.most[1], 50, 0.25);
  ck_assert_double_gt(sm_regions_density(&r, (const double[]){105, 50}), r.least[2]);
  ck_assert_double_lt(sm_regions_density(&r, (const double[]){100, 54}), r.least[2]);
  sm_regions_free(&r);
  free(place);
  sm_context_destroy(&ctx);
}
END_TEST

/* --- twins --- */

enum { NX = 40, NY = 30, SENSORS = 12, TWINS = 30 };

/* Concentration per rate of a Gaussian plume along x from (0, 0) on the ground, s/m3. */
static double plume(double x, double y) {
  if (x <= 0) return 0;
  const double sy = 2 + 0.1 * x, sz = 1 + 0.05 * x;
  return exp(-0.5 * y * y / (sy * sy)) / (pi * sy * sz * 3);
}

/* Columns of 10 m with the sensitivities of sensors to a plume, in a wind along x. */
struct scene {
  double centre[2][NX];
  float sum[NX * NY * SENSORS * 2];
  bool air[NX * NY];
  double age[2], particle[SENSORS], offset[SENSORS];
  size_t of[SENSORS];
  struct sm_sensor_reading item[SENSORS];
  struct sm_source_receptor sr;
};

static void build(struct scene *s) {
  s->sr = (struct sm_source_receptor){.n = {NX, NY},
                                      .centre = {s->centre[0], s->centre[1]},
                                      .high = {10 * NX, 10 * NY},
                                      .air = s->air,
                                      .columns = NX * NY,
                                      .ages = 1,
                                      .age = s->age,
                                      .sum = s->sum,
                                      .particle = s->particle};
  s->sr.plan.adjoints = SENSORS;
  s->sr.plan.of = s->of;
  s->sr.plan.offset = s->offset;
  for (int d = 0; d < 2; d++)
    for (int i = 0; i < (d == 0 ? NX : NY); i++) s->centre[d][i] = 10 * i + 5;
  for (int n = 0; n < SENSORS; n++) {
    s->of[n] = (size_t)n;
    s->offset[n] = NAN;
    s->item[n].place[0] = 280 + 40 * (n % 3);
    s->item[n].place[1] = 40 + 20 * n;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        s->sum[((i + NX * j) * SENSORS + n) * 2 + 1] = (float)plume(
            s->item[n].place[0] - s->centre[0][i], s->item[n].place[1] - s->centre[1][j]);
  }
  for (int c = 0; c < NX * NY; c++) s->air[c] = true;
}

START_TEST(interpolation_is_linear_and_leaves_out_columns_without_air) {
  struct scene *s = calloc(1, sizeof *s);
  struct sm_source_corners at;
  double variance;
  const double never[2] = {NAN, NAN};
  build(s);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      s->sum[((i + NX * j) * SENSORS) * 2 + 1] = (float)(3 * s->centre[0][i] + s->centre[1][j]);
  ck_assert(sm_source_corners_of(&s->sr, (const double[]){123, 77}, &at));
  ck_assert_double_eq_tol(sm_source_sensitivity(&s->sr, 0, &at, never, &variance), 3 * 123 + 77,
                          1e-3);
  s->air[12 + NX * 7] = false;
  ck_assert(!sm_source_corners_of(&s->sr, (const double[]){123, 77}, &at));
  ck_assert(sm_source_corners_of(&s->sr, (const double[]){119, 77}, &at));
  ck_assert(!sm_source_corners_of(&s->sr, (const double[]){401, 77}, &at));
  free(s);
}
END_TEST

/* A number of the standard normal distribution. */
static double gauss(uint64_t *state) {
  double u[2];
  for (int d = 0; d < 2; d++) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    u[d] = ((double)(*state >> 33) + 0.5) / 2147483648.0;
  }
  return sqrt(-2 * log(u[0])) * cos(2 * pi * u[1]);
}

/* Readings of a source with 20 % noise; below the limit they have no value. */
static void read_twin(struct scene *s, const struct sm_source_problem *p, const double *u,
                      uint64_t *state) {
  struct sm_source_state truth;
  ck_assert(sm_source_state_of(p, u, &truth));
  for (size_t n = 0; n < SENSORS; n++) {
    double variance;
    const double mean = sm_source_predict(p, &truth, n, &variance);
    s->item[n].limit = 1e-6;
    s->item[n].error = 1e-9;
    s->item[n].value = mean * exp(sqrt(log1p(0.04)) * gauss(state));
    if (s->item[n].value < s->item[n].limit) s->item[n].value = NAN;
  }
}

START_TEST(regions_and_intervals_hold_the_truth_of_twins) {
  struct sm_context *ctx = context();
  struct scene *s = calloc(1, sizeof *s);
  struct sm_source_options o = sm_source_options_default();
  struct sm_sensor_readings readings = {.item = s->item, .count = SENSORS, .capacity = SENSORS};
  const struct sm_source_problem p = {
      .sr = &s->sr, .readings = &readings, .options = &o, .sources = 1, .parameters = 3};
  const struct sm_sampler_problem sampler = {.dimensions = 3,
                                             .log_likelihood = sm_source_log_likelihood,
                                             .user = &p,
                                             .least = 200,
                                             .iterations = 600};
  uint64_t state = 11;
  int held = 0, near = 0;
  build(s);
  o.model_error = 0.2;
  o.rate[0] = 1e-4;
  o.rate[1] = 1e2;
  for (int t = 0; t < TWINS; t++) {
    double u[3], truth[2];
    for (int i = 0; i < 3; i++) u[i] = 0.15 + 0.7 * 0.5 * erfc(gauss(&state) / sqrt(2));
    u[0] *= 0.6;
    u[2] = 0.6 + 0.3 * u[2];
    read_twin(s, &p, u, &state);
    struct sm_samples samples;
    struct sm_regions regions;
    ck_assert_int_eq(sm_sampler_run(ctx, &sampler, &samples), SM_OK);
    double(*place)[2] = calloc(samples.count, sizeof *place);
    for (size_t n = 0; n < samples.count; n++)
      memcpy(place[n], sm_source_of(&p, samples.u + 3 * n, 0).place, sizeof *place);
    ck_assert_int_eq(
        sm_regions_create(ctx, (const double(*)[2])place, samples.count, 0.5, &regions), SM_OK);
    memcpy(truth, sm_source_of(&p, u, 0).place, sizeof truth);
    held += sm_regions_density(&regions, truth) >= regions.least[2];
    near += hypot(regions.most[0] - truth[0], regions.most[1] - truth[1]) < 40;
    sm_regions_free(&regions);
    sm_samples_free(&samples);
    free(place);
  }
  /* Of 10 regions of 95 % fewer than 7 hold the truth by a chance of 0.1 %. */
  ck_assert_msg(held >= 25, "%d of %d held, %d near", held, TWINS, near);
  ck_assert_msg(near >= TWINS / 2, "%d of %d near", near, TWINS);
  free(s);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(readings_have_units_limits_and_errors, wrong_readings_are_errors_with_their_line,
          likelihoods_are_those_of_their_distributions,
          the_sampler_finds_two_modes_and_their_widths, samples_depend_on_the_seed_alone,
          an_impossible_problem_is_an_error, regions_of_normal_samples_are_ellipses,
          interpolation_is_linear_and_leaves_out_columns_without_air,
          regions_and_intervals_hold_the_truth_of_twins)
