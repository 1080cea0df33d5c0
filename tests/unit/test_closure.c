/* Turbulence closure: inputs from the case and its weather. */
#include "harness.h"

#include "base/context.h"
#include "physics/turbulence/closure.h"
#include "support_domain.h"
#include <math.h>

/* A street between two blocks of 10 m, on 60 m of air; the wind is logarithmic. */
static const struct made_options street = {
    .n = {20, 12, 30}, .width = {2, 2, 2}, .ratio = 1, .building = {8, 12, 4, 8, 0, 5}};

struct scene {
  struct sm_context *ctx;
  struct sm_device *device;
  struct made made;
  struct sm_case c;
  struct sm_state *state;
  struct sm_closure *closure;
  struct sm_station_reading reading[2];
  struct sm_station station;
};

static struct sm_case local_case(void) {
  struct sm_case c = {.turbulence = {.model = SM_TURBULENCE_LOCAL,
                                     .sigma = {2.5, 2.0, 1.3},
                                     .longest = INFINITY,
                                     .bound = 20,
                                     .background_length = INFINITY,
                                     .stability = true,
                                     .depth = 1000}};
  c.output.turbulence[SM_OUTPUT_STRESSES] = true;
  return c;
}

static void begin(struct scene *s, const struct made_options *options, int bits) {
  *s = (struct scene){.c = local_case()};
  ck_assert_int_eq(sm_context_create(NULL, &s->ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(s->ctx, "cpu", 2, bits, 0, &s->device), SM_OK);
  make_domain(&s->made, options);
  s->reading[0] = (struct sm_station_reading){true, 3, 4, 10, INFINITY, NAN, NAN, NAN};
  s->station = (struct sm_station){.z0 = 0.1, .level_count = 1, .reading = s->reading};
  s->made.domain.weather.station = &s->station;
  s->made.domain.weather.station_count = 1;
  s->made.domain.weather.time_count = 1;
}

/* Fields as the case needs them, and a logarithmic wind of u* = 0.4 m/s over z0 = 0.1 m. */
static void blow(struct scene *s) {
  const unsigned wind = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
  const struct sm_grid *grid = &s->made.domain.grid;
  ck_assert_int_eq(
      sm_state_create(s->ctx, s->device, grid, wind | sm_closure_fields(&s->c), &s->state), SM_OK);
  for (int k = 0; k < grid->axis[2].n; k++)
    for (ptrdiff_t m = 0; m < s->state->sz; m++) {
      const double speed = log((grid->axis[2].centre[k] + 0.1) / 0.1);
      if (s->device->bits == 64) {
        s->state->field[SM_FIELD_U].f64[m + k * s->state->sz] = speed;
      } else {
        s->state->field[SM_FIELD_U].f32[m + k * s->state->sz] = (float)speed;
      }
    }
}

static void end(struct scene *s) {
  sm_closure_destroy(&s->closure);
  sm_state_destroy(&s->state);
  ck_assert_uint_eq(s->device->allocated, 0);
  sm_device_close(&s->device);
  free_domain(&s->made);
  sm_context_destroy(&s->ctx);
}

static double get(const struct scene *s, enum sm_field field, int i, int j, int k) {
  const ptrdiff_t at = i + j * s->state->sy + k * s->state->sz;
  return s->device->bits == 64 ? s->state->field[field].f64[at]
                               : (double)s->state->field[field].f32[at];
}

START_TEST(a_case_without_turbulence_needs_nothing) {
  struct sm_case c = local_case();
  c.turbulence.model = SM_TURBULENCE_NONE;
  struct scene s;
  begin(&s, &street, 32);
  ck_assert_uint_eq(sm_closure_fields(&c), 0);
  ck_assert_int_eq(sm_closure_create(s.ctx, &c, &s.made.domain, NULL, &s.closure), SM_OK);
  ck_assert_ptr_null(s.closure);
  ck_assert_int_eq(sm_closure_step(s.ctx, s.closure, 0), SM_OK);
  end(&s);
}
END_TEST

START_TEST(stresses_take_memory_only_when_they_are_written) {
  struct sm_case c = local_case();
  const unsigned with = sm_closure_fields(&c);
  c.output.turbulence[SM_OUTPUT_STRESSES] = false;
  const unsigned without = sm_closure_fields(&c);
  ck_assert_uint_eq(with & ~without, 0x3fu << SM_FIELD_UU);
  ck_assert((without & 1u << SM_FIELD_TKE) != 0);
}
END_TEST

/* U = 8 m/s at 3 x 10 m: u* = 0.4 * 8 / ln(23) = 1.02058; at 10 m over 0.1 m: 0.4 * 5 / ln(101) =
 * 0.433363; stable, L = 100: psi = 4.7 * 0.101 = 0.4747, 2 / (4.615121 + 0.4747) = 0.392942. */
START_TEST(friction_is_that_of_the_logarithmic_wind) {
  ck_assert_double_eq_tol(sm_closure_friction(8, 30, 7, 1, 0), 1.02058, 1e-5);
  ck_assert_double_eq_tol(sm_closure_friction(5, 10, -0.1, 0.1, 0), 0.433358, 1e-5);
  ck_assert_double_eq_tol(sm_closure_friction(5, 10, -0.1, 0.1, 0.01), 0.392940, 1e-5);
  /* So unstable that psi would leave nothing: half of the logarithm. */
  ck_assert_double_eq_tol(sm_closure_friction(5, 10, -0.1, 0.1, -10), 2 * 0.433358, 1e-5);
}
END_TEST

/* u* = 0.433358 and psi(-0.101): w* = u* (1000 / (0.4 100))^(1/3) = 2.924018 u*. */
START_TEST(convection_is_that_of_the_stations) {
  struct sm_station_reading reading[2] = {{true, 3, 4, 10, -100, NAN, NAN, NAN},
                                          {true, 3, 4, 10, 50, NAN, NAN, NAN}};
  struct sm_station station[2] = {{.z0 = 0.1, .level_count = 1, .reading = &reading[0]},
                                  {.z0 = 0.1, .level_count = 1, .reading = &reading[1]}};
  struct sm_weather weather = {.station = station, .station_count = 1, .time_count = 1};
  const double friction = sm_closure_friction(5, 10, -0.1, 0.1, -0.01);
  ck_assert_double_gt(friction, 0.4334);
  ck_assert_double_eq_tol(sm_closure_convective(&weather, 0, 1000), 2.924018 * friction, 1e-5);
  ck_assert_double_eq_tol(sm_closure_per_obukhov(&weather, 0), -0.01, 1e-12);
  weather.station_count = 2; /* the other one is stable */
  ck_assert_double_eq_tol(sm_closure_convective(&weather, 0, 1000), 0.5 * 2.924018 * friction,
                          1e-5);
  ck_assert_double_eq_tol(sm_closure_per_obukhov(&weather, 0), 0.005, 1e-12);
  reading[0].valid = reading[1].valid = false;
  ck_assert(sm_closure_convective(&weather, 0, 1000) == 0);
  ck_assert(sm_closure_per_obukhov(&weather, 0) == 0);
}
END_TEST

START_TEST(an_open_wind_has_the_variances_of_its_friction) {
  struct made_options open = street;
  for (int m = 0; m < 6; m++) open.building[m] = 0;
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, &open, bits);
    blow(&s);
    ck_assert_int_eq(sm_closure_create(s.ctx, &s.c, &s.made.domain, s.state, &s.closure), SM_OK);
    ck_assert_int_eq(sm_closure_step(s.ctx, s.closure, 0), SM_OK);
    ck_assert_int_eq(sm_device_sync(s.ctx, s.device), SM_OK);
    ck_assert_double_eq_tol(get(&s, SM_FIELD_TKE, 5, 5, 4), 0.16 / 0.3025, 5e-3);
    ck_assert_double_eq_tol(get(&s, SM_FIELD_UU, 5, 5, 4), 6.25 * 0.16, 2e-2);
    ck_assert_double_eq_tol(get(&s, SM_FIELD_VV, 5, 5, 4), 4 * 0.16, 2e-2);
    ck_assert_double_eq_tol(get(&s, SM_FIELD_UW, 5, 5, 4), -0.16, 5e-3);
    end(&s);
  }
}
END_TEST

/* Without the footprint of the block u* is that of open ground, 0.4 m/s: k is at most 20 * 0.16,
 * and is that much where the wind jumps. */
START_TEST(the_energy_is_bounded_by_the_friction) {
  struct scene s;
  begin(&s, &street, 64);
  blow(&s);
  ck_assert_int_eq(sm_closure_create(s.ctx, &s.c, &s.made.domain, s.state, &s.closure), SM_OK);
  for (ptrdiff_t m = 0; m < s.state->sz; m++)
    s.state->field[SM_FIELD_U].f64[m + 12 * s.state->sz] = 100;
  ck_assert_int_eq(sm_closure_step(s.ctx, s.closure, 0), SM_OK);
  ck_assert_double_eq_tol(get(&s, SM_FIELD_TKE, 2, 2, 13), 20 * 0.16, 0.05 * 20 * 0.16);
  ck_assert(get(&s, SM_FIELD_TKE, 9, 5, 2) == 0); /* in the block */
  end(&s);
}
END_TEST

/* The block of the street, wind along x: its lee face is at x = 24 m, its middle at y = 12 m. */
static struct sm_urban_block make_block(void) {
  struct sm_urban_block block = {.x = 20,
                                 .y = 12,
                                 .wind = {1, 0},
                                 .top = 10,
                                 .low = {-4, -4},
                                 .high = {4, 4},
                                 .width = 8,
                                 .speed = 5,
                                 .cavity = 5};
  for (int s = 0; s < SM_BLOCK_STRIPS; s++) block.street[s].gap = INFINITY;
  return block;
}

/* Behind the block air moves with 2 m/s, abreast of it with 4.5 m/s. */
static void slow_down(struct scene *s) {
  for (int k = 0; k < 5; k++)
    for (int j = 0; j < 12; j++)
      for (int i = 0; i <= 20; i++)
        s->state->field[SM_FIELD_U].f32[i + j * s->state->sy + k * s->state->sz] =
            j == 5 || j == 6 ? 2 : 4.5F;
}

START_TEST(eddies_of_a_wake_are_as_strong_as_its_shear) {
  struct scene s;
  struct sm_building_wake wake[4];
  begin(&s, &street, 32);
  blow(&s);
  slow_down(&s);
  struct sm_urban_block block[4] = {make_block(), make_block(), make_block(), make_block()};
  block[1].porosity = 0.25f;
  block[2].cavity = 0;
  block[3].street[7].gap = 3; /* nearer than where the wake is looked at */
  ck_assert_int_eq(sm_building_wakes_find(s.ctx, &s.made.domain, s.state, block, 4, 0.4, wake),
                   SM_OK);
  ck_assert_double_eq_tol(wake[0].side, 0.4 * 2.5, 1e-6);
  ck_assert_double_eq_tol(wake[0].top, 0.4 * 5, 1e-6);
  ck_assert(isinf(wake[0].reach));
  ck_assert_double_eq_tol(wake[1].side, 0.75 * 0.4 * 2.5, 1e-6);
  ck_assert_double_eq_tol(wake[1].top, 0.75 * 0.4 * 5, 1e-6);
  ck_assert(wake[2].side == 0 && wake[2].top == 0);
  ck_assert(wake[3].side == 0 && wake[3].reach == 3);
  ck_assert_int_eq(sm_building_wakes_find(s.ctx, &s.made.domain, s.state, NULL, 0, 0.4, wake),
                   SM_OK);
  end(&s);
}
END_TEST

START_TEST(wakes_are_mixed_where_the_case_wants_them) {
  for (int wanted = 0; wanted < 2; wanted++) {
    struct scene s;
    const struct sm_urban_block block = make_block();
    begin(&s, &street, 32);
    s.c.turbulence.wakes = wanted ? 0.4 : 0;
    s.c.turbulence.bound = INFINITY;
    blow(&s);
    slow_down(&s);
    ck_assert_int_eq(sm_closure_create(s.ctx, &s.c, &s.made.domain, s.state, &s.closure), SM_OK);
    ck_assert_int_eq(sm_closure_set_blocks(s.ctx, s.closure, &block, 1), SM_OK);
    ck_assert_int_eq(sm_closure_step(s.ctx, s.closure, 0), SM_OK);
    /* In the cavity, where 2 / 7.5 > 1 / 4 tells that eddies come from the roof. */
    if (wanted) ck_assert_double_eq_tol(get(&s, SM_FIELD_MIXING_LENGTH, 12, 5, 1), 7.5, 1e-4);
    if (wanted) ck_assert_double_eq_tol(get(&s, SM_FIELD_TKE, 12, 5, 1), 4 / 0.3025, 1e-3);
    if (!wanted) ck_assert_double_lt(get(&s, SM_FIELD_MIXING_LENGTH, 12, 5, 1), 2);
    end(&s);
  }
  struct sm_closure *none = NULL;
  ck_assert_int_eq(sm_closure_set_blocks(NULL, none, NULL, 3), SM_OK);
}
END_TEST

START_TEST(out_of_memory_is_reported_and_nothing_leaks) {
  struct scene s;
  begin(&s, &street, 32);
  blow(&s);
  const size_t before = s.device->allocated;
  int fails = 0;
  for (int m = 1; m < 40; m++) {
    sm_context_fail_allocation(s.ctx, m);
    const enum sm_status status =
        sm_closure_create(s.ctx, &s.c, &s.made.domain, s.state, &s.closure);
    sm_context_fail_allocation(s.ctx, 0);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_ptr_null(s.closure);
    ck_assert_uint_eq(s.device->allocated, before);
    fails++;
  }
  ck_assert_int_ge(fails, 5);
  sm_context_fail_allocation(s.ctx, 1);
  ck_assert_int_eq(sm_closure_step(s.ctx, s.closure, 0), SM_ERR_MEMORY);
  sm_context_fail_allocation(s.ctx, 0);
  end(&s);
}
END_TEST

TEST_MAIN(a_case_without_turbulence_needs_nothing, stresses_take_memory_only_when_they_are_written,
          friction_is_that_of_the_logarithmic_wind, convection_is_that_of_the_stations,
          an_open_wind_has_the_variances_of_its_friction, the_energy_is_bounded_by_the_friction,
          eddies_of_a_wake_are_as_strong_as_its_shear, wakes_are_mixed_where_the_case_wants_them,
          out_of_memory_is_reported_and_nothing_leaks)
