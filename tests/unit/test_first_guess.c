/* The weather spread over the domain: what stations and models know is met in the wind. */
#include "domain_fixture.h"
#include "harness.h"

#include "base/text.h"
#include "domain/weather/weather.h"
#include "physics/diagnostic/internal.h"
#include "physics/model.h"
#include <math.h>

static struct fixture f;

/* Flat ground of n cells of 10 m; the case's own station is replaced by `stations` towers. */
static struct sm_station *begin(const double n[3], int stations) {
  fixture_create(&f);
  for (int d = 0; d < 2; d++) f.c.domain.size[d] = 10 * n[d];
  f.c.domain.height = 10 * n[2];
  for (int d = 0; d < 3; d++) f.c.domain.cell_size[d] = 10;
  f.c.wind = (struct sm_case_wind){
      .alpha_ratio = 1, .tolerance = 1e-6, .max_iterations = 200, .omega = 1.78, .check_every = 1};
  fixture_build(&f);
  struct sm_weather *w = &f.domain->weather;
  sm_weather_free(w);
  w->time_count = 1;
  w->station_count = stations;
  ck_assert_int_eq(sm_alloc(f.ctx, 1, sizeof *w->time, "", &w->time), SM_OK);
  ck_assert_int_eq(sm_alloc(f.ctx, (size_t)stations, sizeof *w->station, "", &w->station), SM_OK);
  return w->station;
}

/* Places a tower that measures u and v at 0.2 m and at 100 m. */
static void put(struct sm_station *station, double x, double y, double u, double v) {
  *station = (struct sm_station){.name = sm_text_copy("tower"),
                                 .x = x,
                                 .y = y,
                                 .radius = INFINITY,
                                 .profile = SM_PROFILE_TOWER,
                                 .z0 = 0.1,
                                 .level_count = 2};
  ck_assert_int_eq(sm_alloc(f.ctx, 2, sizeof *station->reading, "", &station->reading), SM_OK);
  for (int l = 0; l < 2; l++)
    station->reading[l] =
        (struct sm_station_reading){true, u, v, l == 0 ? 0.2 : 100, INFINITY, NAN, NAN, NAN};
}

/* Computes the wind and hands component d at the low face of every cell to a check. */
static void every_face(int bits, int d, double (*right)(double x, double y), double limit) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_step_report report;
  void *self = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  const struct sm_axis *axis = f.domain->grid.axis;
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 2, bits, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  ck_assert_int_eq(sm_model_create(f.ctx, model, &f.c, f.domain, state, &self), SM_OK);
  ck_assert_msg(sm_model_advance(f.ctx, model, self, 0, &report) == SM_OK, "%s",
                sm_context_message(f.ctx));
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++) {
        const ptrdiff_t c = i + j * state->sy + k * state->sz;
        const double got = bits == 64 ? state->field[d].f64[c] : (double)state->field[d].f32[c];
        const double x = d == 0 ? axis[0].face[i] : axis[0].centre[i];
        const double y = d == 1 ? axis[1].face[j] : axis[1].centre[j];
        ck_assert_msg(fabs(got - right(x, y)) <= limit, "(%d, %d, %d): %.9g instead of %.9g", i, j,
                      k, got, right(x, y));
      }
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  sm_device_close(&device);
}

static double five(double x, double y) { return 5 + 0 * (x + y); }
static double two(double x, double y) { return 2 + 0 * (x + y); }

/* So many that their shares do not fit into one strip of rows. */
START_TEST(stations_that_agree_leave_no_seam) {
  struct sm_station *station = begin((const double[]){400, 300, 2}, 40);
  for (int s = 0; s < 40; s++)
    put(&station[s], 100 + 517 * (s % 8), 90 + 600 * (s / 8) + 31 * (s % 3), 5, 2);
  every_face(32, 0, five, 2e-5);
  every_face(32, 1, two, 2e-5);
  fixture_destroy(&f);
}
END_TEST

/* A shear across the wind has no divergence and stays as it is. */
static double shear(double x, double y) { return 4 + 0.01 * y + 0 * x; }

START_TEST(a_wind_linear_between_the_columns_of_a_model_is_met) {
  struct sm_station *station = begin((const double[]){41, 30, 5}, 30);
  const double c = cos(0.3), s = sin(0.3);
  f.domain->weather.grid[0] = 6;
  f.domain->weather.grid[1] = 5;
  for (int m = 0; m < 30; m++) {
    const double a = 150 * (m % 6 - 2.5), b = 150 * (m / 6 - 2.0);
    const double x = 200 + c * a - s * b, y = 150 + s * a + c * b;
    put(&station[m], x, y, shear(x, y), 2);
  }
  every_face(64, 0, shear, 1e-5);
  every_face(64, 1, two, 1e-5);
  fixture_destroy(&f);
}
END_TEST

START_TEST(every_allocation_may_fail) {
  struct sm_station *station = begin((const double[]){8, 6, 2}, 6);
  f.domain->weather.grid[0] = f.domain->weather.grid[1] = 2;
  for (int s = 0; s < 6; s++) put(&station[s], 10 + 40 * (s % 2), 10 + 20 * (s / 2), 5, 2);
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 2, 32, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  enum sm_status status = SM_ERR_MEMORY;
  long n = 0;
  while (status == SM_ERR_MEMORY) {
    struct sm_step_report report;
    void *self = NULL;
    sm_context_fail_allocation(f.ctx, ++n);
    status = sm_model_create(f.ctx, model, &f.c, f.domain, state, &self);
    if (status == SM_OK) status = sm_model_advance(f.ctx, model, self, 0, &report);
    if (self != NULL) sm_model_destroy(model, &self);
  }
  sm_context_fail_allocation(f.ctx, 0);
  ck_assert_int_eq(status, SM_OK);
  ck_assert_int_gt(n, 15);
  sm_state_destroy(&state);
  sm_device_close(&device);
  fixture_destroy(&f);
}
END_TEST

/* Of a device that only counts, and of the host. */
static size_t bytes_taken(void) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_first_guess_model *guess = NULL;
  ck_assert_int_eq(sm_device_open_counting(f.ctx, "cuda", 32, 1, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, 7, &state), SM_OK);
  ck_assert_int_eq(sm_first_guess_create(f.ctx, f.domain, state, true, &guess), SM_OK);
  const size_t bytes = device->peak + device->host_peak;
  sm_first_guess_destroy(&guess);
  ck_assert_uint_eq(device->host, 0);
  sm_state_destroy(&state);
  ck_assert_uint_eq(device->allocated, 0);
  sm_device_close(&device);
  return bytes;
}

START_TEST(memory_does_not_grow_with_the_stations) {
  static const double n[] = {400, 300, 2};
  begin(n, 40);
  const size_t forty = bytes_taken();
  f.domain->weather.station_count = 400;
  ck_assert_uint_eq(bytes_taken(), forty);
  f.domain->weather.station_count = 0;
  fixture_destroy(&f);
}
END_TEST

TEST_MAIN(stations_that_agree_leave_no_seam, a_wind_linear_between_the_columns_of_a_model_is_met,
          memory_does_not_grow_with_the_stations, every_allocation_may_fail)
