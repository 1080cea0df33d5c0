/* Source estimation: synthetic twins in a Gaussian plume: regions against known sources. */
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
    s->particle[n] = 1e-9;
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

START_TEST(interpolation_is_exponential_and_leaves_out_columns_without_air) {
  struct scene *s = calloc(1, sizeof *s);
  struct sm_source_corners at;
  const double never[2] = {NAN, NAN};
  build(s);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      s->sum[((i + NX * j) * SENSORS) * 2 + 1] =
          (float)exp(0.03 * s->centre[0][i] - 0.1 * s->centre[1][j]);
  ck_assert(sm_source_corners_of(&s->sr, (const double[]){123, 77}, &at));
  const struct sm_source_sensitivity own = sm_source_sensitivity(&s->sr, 0, &at, never);
  ck_assert_double_eq_tol(log(own.mean), 0.03 * 123 - 0.1 * 77, 1e-5);
  /* of columns, by the standard deviation of the logarithms at the four */
  ck_assert_double_eq_tol(own.variance / (own.mean * own.mean),
                          0.006 + 0.08 * (0.15 * 0.15 + 0.5 * 0.5), 1e-4);
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

/* Readings of a source with 20 % noise, of sensitivities without chance; below the limit they have
 * no value. */
static void read_twin(struct scene *s, const struct sm_source_problem *p, const double *u,
                      uint64_t *state) {
  struct sm_source_state truth;
  ck_assert(sm_source_state_of(p, u, &truth));
  for (size_t n = 0; n < SENSORS; n++) {
    const double mean = sm_source_predict(p, &truth, n).mean;
    s->item[n].limit = 1e-6;
    s->item[n].error = 1e-9;
    s->item[n].value = mean * exp(sqrt(log1p(0.04)) * gauss(state));
    if (s->item[n].value < s->item[n].limit) s->item[n].value = NAN;
  }
}

struct twins {
  int held, near;
};

/* Whether the region of 95 % of a twin holds the source. */
static void look(struct sm_context *ctx, const struct sm_source_problem *p,
                 const struct sm_samples *samples, const double *u, struct twins *out) {
  struct sm_regions regions;
  double(*place)[2] = calloc(samples->count, sizeof *place), truth[2];
  for (size_t n = 0; n < samples->count; n++)
    memcpy(place[n], sm_source_of(p, samples->u + 3 * n, 0).place, sizeof *place);
  ck_assert_int_eq(sm_regions_create(ctx, (const double(*)[2])place, samples->count, 10, &regions),
                   SM_OK);
  memcpy(truth, sm_source_of(p, u, 0).place, sizeof truth);
  out->held += sm_regions_density(&regions, truth) >= regions.least[2];
  out->near += hypot(regions.place[0] - truth[0], regions.place[1] - truth[1]) < 40;
  sm_regions_free(&regions);
  free(place);
}

/* Twins with sources at random. */
static struct twins estimate_twins(int count) {
  struct sm_context *ctx = context();
  struct scene *s = calloc(1, sizeof *s);
  struct sm_source_options o = sm_source_options_default();
  struct sm_sensor_readings readings = {.item = s->item, .count = SENSORS, .capacity = SENSORS};
  struct sm_source_problem p = {
      .sr = &s->sr, .readings = &readings, .options = &o, .sources = 1, .parameters = 3};
  struct sm_sampler_problem sampler = {.dimensions = 3,
                                       .log_likelihood = sm_source_log_likelihood,
                                       .user = &p,
                                       .least = 200,
                                       .iterations = 600};
  struct twins out = {0};
  uint64_t state = 11;
  o.model_error = 0.2;
  o.rate[0] = 1e-4;
  o.rate[1] = 1e2;
  for (int t = 0; t < count; t++) {
    struct sm_samples samples;
    double u[3];
    build(s);
    for (int i = 0; i < 3; i++) u[i] = 0.15 + 0.7 * 0.5 * erfc(gauss(&state) / sqrt(2));
    u[0] *= 0.6;
    u[2] = 0.6 + 0.3 * u[2];
    read_twin(s, &p, u, &state);
    ck_assert_int_eq(sm_sampler_run(ctx, &sampler, &samples), SM_OK);
    look(ctx, &p, &samples, u, &out);
    sm_samples_free(&samples);
  }
  free(s);
  sm_context_destroy(&ctx);
  return out;
}

START_TEST(regions_and_intervals_hold_the_truth_of_twins) {
  const struct twins t = estimate_twins(TWINS);
  /* Of 30 regions of 95 % fewer than 25 hold the truth with a probability of 0.3 %. */
  ck_assert_msg(t.held >= 25, "%d of %d held, %d near", t.held, TWINS, t.near);
  ck_assert_msg(t.near >= TWINS / 2, "%d of %d near", t.near, TWINS);
}
END_TEST

TEST_MAIN(interpolation_is_exponential_and_leaves_out_columns_without_air,
          regions_and_intervals_hold_the_truth_of_twins)
