/* The mean wind over a wavering direction: the sum of the winds of its directions, and the exact
 * mean over open ground. */
#include "domain_fixture.h"
#include "harness.h"

#include "physics/diagnostic/internal.h"
#include "physics/model.h"
#include <math.h>
#include <string.h>

static struct fixture f;

enum { N = 24, LAYERS = 12, CELLS = N * N * LAYERS };

/* Wind components and mean horizontal speed at the centres of cells, m/s. */
struct field {
  double wind[CELLS][3], speed[CELLS];
  int iterations;
};

static double real_at(const struct sm_state *state, int field, ptrdiff_t at) {
  return state->field[field].f64 != NULL ? state->field[field].f64[at] : 0;
}

static void read_field(const struct sm_state *state, struct field *out) {
  const ptrdiff_t step[3] = {1, state->sy, state->sz};
  for (int c = 0; c < CELLS; c++) {
    const ptrdiff_t at = c % N + c / N % N * step[1] + c / (N * N) * step[2];
    for (int d = 0; d < 3; d++)
      out->wind[c][d] = 0.5 * (real_at(state, d, at) + real_at(state, d, at + step[d]));
    out->speed[c] = real_at(state, SM_FIELD_WIND_SPEED_MEAN, at);
  }
}

/* Wind from a direction, with a spread, around `boxes` boxes. */
static void compute(double from, double spread, int boxes, struct field *out) {
  const struct sm_model *model = &sm_model_diagnostic;
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_step_report report;
  void *self = NULL;
  fixture_create(&f);
  f.c.domain.size[0] = f.c.domain.size[1] = 4 * N;
  f.c.domain.height = 4 * LAYERS;
  for (int d = 0; d < 3; d++) f.c.domain.cell_size[d] = 4;
  f.reading.from = from;
  f.c.wind = (struct sm_case_wind){
      .alpha_ratio = 1, .tolerance = 1e-10, .max_iterations = 200, .direction_spread = spread};
  f.c.zones = (struct sm_case_zones){.on = true, .wake = SM_WAKE_MODIFIED, .roughness = 0.1};
  if (boxes > 0) fixture_box(&f, 40, 36, 12, 16, 20);
  if (boxes > 1) fixture_box(&f, 64, 40, 8, 16, 12);
  fixture_build(&f);
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 1, 64, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  ck_assert_int_eq(sm_model_create(f.ctx, model, &f.c, f.domain, state, &self), SM_OK);
  ck_assert_msg(sm_model_advance(f.ctx, model, self, 0, &report) == SM_OK, "%s",
                sm_context_message(f.ctx));
  ck_assert(report.converged);
  ck_assert_double_lt(report.divergence, 1e-10);
  out->iterations = report.iterations;
  read_field(state, out);
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  sm_device_close(&device);
  fixture_destroy(&f);
}

/* Over open ground the mean wind is the wind times (2 + cos(sqrt(3) sigma)) / 3, which is the exact
 * exp(-sigma^2 / 2) up to sigma^6, and the mean speed is the speed. */
START_TEST(open_ground_has_the_exact_mean) {
  static struct field steady, mean;
  const double sigma = 15 * 3.14159265358979324 / 180;
  compute(250, 0, 0, &steady);
  compute(250, 15, 0, &mean);
  const double factor = (2 + cos(sqrt(3) * sigma)) / 3;
  ck_assert_double_eq_tol(factor, exp(-0.5 * sigma * sigma), pow(sigma, 6) / 60);
  for (int c = 0; c < CELLS; c++) {
    const double speed = hypot(steady.wind[c][0], steady.wind[c][1]);
    for (int d = 0; d < 3; d++)
      ck_assert_double_eq_tol(mean.wind[c][d], factor * steady.wind[c][d], 1e-6);
    ck_assert_double_eq_tol(mean.speed[c], speed, 1e-6); /* profiles are tables of floats */
  }
}
END_TEST

START_TEST(mean_is_the_weighted_sum_of_the_directions) {
  static struct field part[3], mean;
  const double weight[3] = {1.0 / 6, 1.0 / 6, 2.0 / 3}, sigma = 12;
  compute(260 + sqrt(3) * sigma, 0, 2, &part[0]);
  compute(260 - sqrt(3) * sigma, 0, 2, &part[1]);
  compute(260, 0, 2, &part[2]);
  compute(260, sigma, 2, &mean);
  for (int c = 0; c < CELLS; c++) {
    double wind[3] = {0, 0, 0}, speed = 0;
    for (int n = 0; n < 3; n++) {
      for (int d = 0; d < 3; d++) wind[d] += weight[n] * part[n].wind[c][d];
      speed += weight[n] * hypot(part[n].wind[c][0], part[n].wind[c][1]);
    }
    for (int d = 0; d < 3; d++) ck_assert_double_eq_tol(mean.wind[c][d], wind[d], 2e-6);
    ck_assert_double_eq_tol(mean.speed[c], speed, 2e-6);
  }
  ck_assert_int_le(mean.iterations, part[0].iterations + part[1].iterations + part[2].iterations);
}
END_TEST

START_TEST(spread_of_stability_is_that_of_the_classes) {
  const double classes[6][2] = {{5, 25}, {3.5, 20}, {2, 15}, {1, 10}, {0.5, 5}, {0.2, 2.5}};
  for (int c = 0; c < 6; c++)
    ck_assert_double_eq_tol(sm_direction_spread_of_alpha(classes[c][0]), classes[c][1], 1e-9);
  ck_assert_double_eq_tol(sm_direction_spread_of_alpha(sqrt(2)), 12.5, 1e-9);
  ck_assert_double_eq(sm_direction_spread_of_alpha(0), 2.5);
  ck_assert_double_eq(sm_direction_spread_of_alpha(100), 25);
  static struct field neutral, ten;
  compute(250, (double)NAN, 1, &neutral);
  compute(250, 10, 1, &ten);
  ck_assert_int_eq(memcmp(neutral.wind, ten.wind, sizeof ten.wind), 0);
}
END_TEST

TEST_MAIN(open_ground_has_the_exact_mean, mean_is_the_weighted_sum_of_the_directions,
          spread_of_stability_is_that_of_the_classes)
