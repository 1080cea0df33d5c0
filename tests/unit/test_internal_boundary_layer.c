/* Internal boundary layers behind changes of roughness: the model of Troen and Petersen (1989) at
 * one change, none without a change, and the wind of a run. */
#include "domain_fixture.h"
#include "harness.h"

#include "physics/diagnostic/internal.h"
#include "physics/model.h"
#include <math.h>

enum { NX = 400, NY = 8 };
static const double edge = 500, cell = 5, top = 60; /* m */

static struct fixture f;
static struct sm_roughness_map map;
static float *ln_z0;

/* Ground of roughness z1 up to the edge and z2 beyond, 2 km along x. */
static void begin(double z1, double z2) {
  fixture_create(&f);
  f.c.domain.size[0] = NX * cell;
  f.c.domain.size[1] = NY * cell;
  f.c.domain.height = 100;
  f.c.domain.cell_size[0] = f.c.domain.cell_size[1] = cell;
  f.c.domain.cell_size[2] = 2;
  f.c.wind = (struct sm_case_wind){.alpha_ratio = 1,
                                   .tolerance = 1e-6,
                                   .max_iterations = 200,
                                   .omega = 1.78,
                                   .check_every = 1,
                                   .internal_boundary_layers = true};
  fixture_build(&f);
  for (int c = 0; c < NX * NY; c++)
    f.domain->z0[c] = (float)(((c % NX) + 0.5) * cell < edge ? z1 : z2);
  size_t size;
  ck_assert_int_eq(sm_roughness_map_create(f.ctx, f.domain, &map, &size, &ln_z0), SM_OK);
}

static void end(void) {
  sm_free(ln_z0);
  fixture_destroy(&f);
}

static double log_law(double z, double z0) { return log(1 + z / z0) / log(1 + top / z0); }

/* Speed relative to that at 60 m behind the edge after Troen and Petersen (1989), section 8.3. */
static double troen_petersen(double fetch, double z, double z1, double z2) {
  const double larger = fmax(z1, z2);
  double depth = 1;
  for (int n = 0; n < 200; n++) depth = 0.9 * fetch / fmax(log(depth / larger) - 1, 0.3);
  const double from = fmin(depth, top);
  const double old = log_law(z, z1);
  const double adapted = log_law(from, z1) * log(1 + z / z2) / log(1 + from / z2);
  if (z > 0.3 * depth) return old;
  if (z < 0.09 * depth) return adapted;
  return adapted + log(z / (0.09 * depth)) / log(0.3 / 0.09) * (old - adapted);
}

static double speed_at(double x, double z, double z0, double toward) {
  float factor[SM_FETCH_NODES + 1];
  const float wind[2] = {(float)toward, 0};
  sm_fetch_factors(&map, (float)x, 0.5f * NY * (float)cell, wind, factor);
  return (double)sm_fetch_factor(factor, 0, 1, (float)z) * log_law(z, z0);
}

/* Troen and Petersen match the adapted layer to the wind at its depth; here, where many changes may
 * follow each other, to the wind at z / 0.09, which differs by up to 6 % of the wind at 60 m. */
static void compare(double z1, double z2) {
  double worst = 0, square = 0;
  int count = 0;
  begin(z1, z2);
  for (double fetch = 7.5; fetch < 1400; fetch *= 1.5)
    for (double z = 2; z < top; z *= 1.5, count++) {
      const double got = speed_at(edge + fetch, z, z2, 1);
      const double wrong = fabs(got - troen_petersen(fetch, z, z1, z2));
      worst = fmax(worst, wrong);
      square += wrong * wrong;
    }
  printf("%g to %g m: at most %.3f, root mean square %.4f of the wind at 60 m\n", z1, z2, worst,
         sqrt(square / count));
  ck_assert(worst < 0.06 && sqrt(square / count) < 0.02);
  end();
}

START_TEST(a_change_is_near_the_model_of_troen_and_petersen) {
  compare(0.03, 0.5);
  compare(0.5, 0.03);
  compare(0.0002, 0.1);
  compare(0.1, 0.0002);
}
END_TEST

START_TEST(the_wind_upstream_does_not_know_the_edge) {
  begin(0.03, 0.5);
  for (double z = 1; z < top; z *= 2) {
    ck_assert_double_eq_tol(speed_at(edge - 50, z, 0.03, 1), log_law(z, 0.03), 1e-5);
    ck_assert_double_eq_tol(speed_at(edge + 50, z, 0.5, -1), log_law(z, 0.5), 1e-5);
  }
  end();
}
END_TEST

START_TEST(ground_that_is_the_same_everywhere_has_no_map) {
  begin(0.1, 0.1);
  ck_assert_ptr_null(ln_z0);
  end();
}
END_TEST

/* Speed of the run in the lowest layer, 1 m above the ground, per column of a row. */
static void lowest(bool layers, double speed[NX]) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_step_report report;
  void *self = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  f.c.wind.internal_boundary_layers = layers;
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 2, 32, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  ck_assert_int_eq(sm_model_create(f.ctx, model, &f.c, f.domain, state, &self), SM_OK);
  ck_assert_int_eq(sm_model_advance(f.ctx, model, self, 0, &report), SM_OK);
  for (int i = 0; i < NX; i++) {
    const ptrdiff_t c = i + NY / 2 * state->sy;
    speed[i] = fabs(0.5 * ((double)state->field[0].f32[c] + (double)state->field[0].f32[c + 1]));
  }
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  sm_device_close(&device);
}

/* From the west onto rougher ground, 1 m above it. */
START_TEST(the_wind_of_a_run_adapts_over_a_fetch) {
  begin(0.03, 0.5);
  struct sm_weather *w = &f.domain->weather;
  struct sm_station *s = &w->station[0];
  s->profile = SM_PROFILE_LOG;
  s->z0 = 0.03;
  s->reading[0] = (struct sm_station_reading){true, 5, 0, 10, INFINITY, NAN, NAN, NAN};
  double with[NX], without[NX];
  lowest(false, without);
  lowest(true, with);
  const int at = (int)(edge / cell);
  const double before = without[at - 20], after = without[at + 200];
  printf("1 m above the ground %.2f m/s before the edge, %.2f far behind\n", before, after);
  for (int i = 4; i < 100; i += 16) {
    const double fetch = (i + 0.5) * cell;
    const double right = 5 / log_law(10, 0.03) * troen_petersen(fetch, 1, 0.03, 0.5);
    printf("%.1f m behind %.2f, model %.2f, at once %.2f\n", fetch, with[at + i], right,
           without[at + i]);
    ck_assert_double_eq_tol(with[at + i], right, 0.06 * 5 / log_law(10, 0.03));
    ck_assert(with[at + i] > without[at + i]);
  }
  ck_assert_double_eq_tol(with[at + 200], after, 0.02 * before);
  ck_assert_double_eq_tol(with[at - 20], before, 0.02 * before);
  for (int i = at + 1; i < at + 200; i++) ck_assert(with[i] <= with[i - 1] + 0.01);
  end();
}
END_TEST

TEST_MAIN(a_change_is_near_the_model_of_troen_and_petersen,
          the_wind_upstream_does_not_know_the_edge, ground_that_is_the_same_everywhere_has_no_map,
          the_wind_of_a_run_adapts_over_a_fetch)
