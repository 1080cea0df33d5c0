/* The whole wind with slope flows and with separated lees: symmetry, sign, mass. */
#include "diagnostic_wind.h"

static struct fixture f;

/* A ridge of 40 m across a domain of 400 m x 200 m, on the equator. */
static double ridge(double x, double y) {
  (void)y;
  return 40 * exp2(-(x - 200) * (x - 200) / 2500);
}

static void begin(double speed, double time) {
  fixture_create(&f);
  f.c.domain.size[0] = 400;
  f.c.domain.size[1] = 200;
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = 10;
  f.c.domain.cell_size[2] = 4;
  f.c.domain.height = 160;
  f.c.domain.solids = SM_SOLIDS_CUT;
  f.c.wind = (struct sm_case_wind){.alpha_ratio = 1,
                                   .tolerance = 1e-6,
                                   .max_iterations = 200,
                                   .omega = 1.78,
                                   .check_every = 1,
                                   .lee_slope = 0.3};
  f.c.slope_flow = (struct sm_case_slope_flow){.albedo = 0.25,
                                               .bowen = 1,
                                               .storage = 0.15,
                                               .depth = 0.05,
                                               .downslope_drag = 1e-4,
                                               .downslope_entrainment = 0.01,
                                               .upslope_drag = 0.2,
                                               .upslope_entrainment = 0.2,
                                               .shadows = true,
                                               .line = 9};
  f.c.domain.latitude = f.c.domain.longitude = 0;
  f.c.weather.temperature = 288;
  f.reading.speed = speed;
  f.reading.temperature = f.reading.cloud = NAN;
  f.reading.has_time = true;
  f.reading.time = time;
  fixture_terrain(&f, ridge, -100, 500, -100, 300);
}

static struct wind compute(void) {
  fixture_build(&f);
  struct wind w = compute_wind(&f, 32);
  ck_assert(w.report.converged && w.report.divergence <= 1e-5);
  return w;
}

static const double noon = 953554020, midnight = 953597220; /* 2000-03-20 at 0 E, solar time */

/* Layer of the first cell whose centre is above the ground of a column. */
static int first_layer(int i, int j) {
  const double ground = (double)f.domain->terrain[i + f.domain->grid.axis[0].n * j];
  return sm_axis_centres_below(&f.domain->grid.axis[2], ground);
}

START_TEST(air_goes_up_a_ridge_by_day_and_down_it_by_night) {
  for (int night = 0; night < 2; night++) {
    begin(0, night ? midnight : noon);
    f.c.slope_flow.present = true;
    struct wind w = compute();
    const int n = 40, j = 10;
    double most = 0;
    for (int i = 1; i < n; i++)
      for (int k = 0; k < 20; k++) {
        const double here = at(&w, 0, i, j, k), mirror = at(&w, 0, n - i, j, k);
        ck_assert_double_eq_tol(here, -mirror, 2e-3);
        most = fmax(most, fabs(here));
      }
    const double high = at(&w, 0, 17, j, first_layer(17, j));
    const double low = at(&w, 0, 13, j, first_layer(13, j));
    const double above = at(&w, 0, 17, j, first_layer(17, j) + 2);
    if (night)
      ck_assert(low < -0.05 && high < 0 && low < high); /* it gathers on its way down */
    else
      ck_assert(high > 0.1 && low > 0 && low < high && above < 0); /* and flows back above */
    ck_assert_double_gt(most, 0.05);
    free_wind(&w);
    fixture_destroy(&f);
  }
}
END_TEST

START_TEST(behind_a_separating_ridge_the_wind_is_slower_and_before_it_hardly_changed) {
  begin(10, noon);
  struct wind plain = compute();
  fixture_destroy(&f);
  begin(10, noon);
  f.c.wind.lee = SM_LEE_SEPARATED;
  struct wind lee = compute();
  const int j = 10, behind = 26, before = 8;
  const int k = first_layer(behind, j);
  ck_assert_double_lt(at(&lee, 0, behind, j, k), 0.6 * at(&plain, 0, behind, j, k));
  const double windward = at(&plain, 0, before, j, first_layer(before, j));
  ck_assert_double_eq_tol(at(&lee, 0, before, j, first_layer(before, j)), windward,
                          0.05 * windward);
  free_wind(&plain);
  free_wind(&lee);
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_slope_flow_without_a_date_is_an_error_before_anything_is_computed) {
  begin(1, noon);
  f.c.slope_flow.present = true;
  f.reading.has_time = false;
  fixture_build(&f);
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  void *self = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 2, 32, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  ck_assert_int_eq(sm_model_create(f.ctx, model, &f.c, f.domain, state, &self), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(f.ctx), "case.toml:9: error: slope_flow needs"));
  sm_state_destroy(&state);
  ck_assert_uint_eq(device->allocated, 0);
  sm_device_close(&device);
  fixture_destroy(&f);
}
END_TEST

/* The n-th allocation fails for every n: a message and no leak each time. */
START_TEST(a_lack_of_memory_is_reported_wherever_it_strikes) {
  begin(5, noon);
  f.c.slope_flow.present = true;
  f.c.wind.lee = SM_LEE_SEPARATED;
  fixture_build(&f);
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 2, 32, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  const size_t before = device->allocated;
  enum sm_status status = SM_ERR_MEMORY;
  for (int m = 1; status != SM_OK && m < 1000; m++) {
    void *self = NULL;
    struct sm_step_report report;
    sm_context_fail_allocation(f.ctx, m);
    status = sm_model_create(f.ctx, model, &f.c, f.domain, state, &self);
    if (status == SM_OK) status = sm_model_advance(f.ctx, model, self, 0, &report);
    ck_assert(status == SM_OK || status == SM_ERR_MEMORY);
    sm_model_destroy(model, &self);
    ck_assert_uint_eq(device->allocated, before);
  }
  ck_assert_int_eq(status, SM_OK);
  sm_context_fail_allocation(f.ctx, 0);
  sm_state_destroy(&state);
  sm_device_close(&device);
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(air_goes_up_a_ridge_by_day_and_down_it_by_night,
          behind_a_separating_ridge_the_wind_is_slower_and_before_it_hardly_changed,
          a_slope_flow_without_a_date_is_an_error_before_anything_is_computed,
          a_lack_of_memory_is_reported_wherever_it_strikes)
