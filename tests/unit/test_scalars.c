/* Scalars of a flow: heat, gases, smoke. */
#include "physics/scalars/scalars.h"

#include "case/expression.h"
#include "physics/model.h"
#include "scalars_fixture.h"
#include <stdio.h>

START_TEST(what_is_the_same_everywhere_stays_so) {
  const char *const text = BOX HOUSES WIND "[flow]\n" STILL ALONG "[flow.heat]\nreference = 300\n"
                                           "temperature = 310\n[[flow.scalar]]\nname = 'smoke'\n"
                                           "initial = 0.7\ndiffusivity = 0.1\n";
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    double low, high;
    create(&r, text, bits);
    blow_at_random(&r, 3);
    steps(&r, 4, 20);
    ck_assert_int_gt(r.scalars->parts, 1);
    const double round_off = bits == 32 ? 1e-6 : 1e-14;
    find_range(&r, 0, &low, &high);
    ck_assert_double_eq_tol(low, 10, 20 * round_off);
    ck_assert_double_eq_tol(high, 10, 20 * round_off);
    find_range(&r, 1, &low, &high);
    ck_assert_double_eq_tol(low, 0.7, 40 * round_off); /* of the wind's divergence too */
    ck_assert_double_eq_tol(high, 0.7, 40 * round_off);
    destroy(&r);
  }
}
END_TEST

START_TEST(values_stay_between_those_that_there_were) {
  const char *const text = BOX HOUSES WIND
      "[flow]\n" STILL ALONG "[[flow.scalar]]\nname = 'smoke'\ninitial = 'x < 60 ? 1 : 0'\n";
  struct sm_expression_facts facts;
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    double low, high;
    create(&r, text, bits);
    if (sm_expression_read(r.ctx, "x", &facts) == SM_OK) {
      blow_at_random(&r, 3);
      for (int m = 0; m < 10; m++) {
        steps(&r, 4, 3);
        find_range(&r, 0, &low, &high);
        const double round_off = bits == 32 ? 2e-6 : 1e-14;
        ck_assert_double_ge(low, -round_off);
        ck_assert_double_le(high, 1 + round_off);
      }
      ck_assert_double_lt(high - low, 1); /* it is mixed */
    }
    destroy(&r);
  }
}
END_TEST

START_TEST(a_closed_box_keeps_all_of_it) {
  const char *const text = BOX HOUSES WIND
      "[flow]\n" STILL CLOSED "[[flow.scalar]]\nname = 'smoke'\ndiffusivity = 0.3\n"
      "[[flow.scalar.source]]\nposition = [85, 50]\nheight = 2\nsize = [20, 20, 18]\nrate = 2\n"
      "start = 0\nstop = 17\n";
  struct rig r;
  struct sm_scalar_budget b;
  create(&r, text, 64);
  blow_at_random(&r, 3);
  steps(&r, 4, 10);
  assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 0, &b));
  ck_assert_double_eq_tol(b.emitted, 34, 1e-13);
  ck_assert_double_eq_tol(b.air, 34, 34e-12);
  ck_assert(b.left == 0 && b.decayed == 0 && b.deposited == 0);
  destroy(&r);
}
END_TEST

START_TEST(every_shape_releases_its_mass) {
  static const char *const sources[] = {
      "position = [75, 40]\nheight = 2\nmass = 34\nstart = 3\n",
      "position = [75, 40]\nend = [95, 60]\nend_height = 20\nmass = 34\nstop = 20\n",
      "position = [75, 40]\nsize = [20, 20]\nrates = [[1, 0], [18, 4]]\n",
      "position = [75, 40]\nheight = 5\nradius = 8\ninner_radius = 7.9\nrate = 2\nstart = 0\nstop "
      "= 17\n",
      "position = [75, 40]\nheight = 9\nshape = 'sphere'\nradius = 8\nrate = 1\nstart = 1\nstop = "
      "35\n",
      "shape = 'domain'\nrate = 2\nstart = -5\nstop = 17\n",
      "path = [[1, 75, 40, 2], [18, 95, 60, 9]]\nrate = 2\n",
  };
  for (size_t n = 0; n < sizeof sources / sizeof *sources; n++) {
    char text[2000];
    struct rig r;
    struct sm_scalar_budget b;
    snprintf(text, sizeof text,
             BOX HOUSES WIND "[flow]\n" STILL CLOSED "[[flow.scalar]]\nname = 'smoke'\n"
                             "diffusivity = 0.3\n[[flow.scalar.source]]\n%s",
             sources[n]);
    create(&r, text, 64);
    blow_at_random(&r, 3);
    steps(&r, 4, 10);
    assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 0, &b));
    ck_assert_double_eq_tol(b.emitted, 34, 1e-12);
    ck_assert_double_eq_tol(b.air, 34, 34e-12);
    destroy(&r);
  }
}
END_TEST

START_TEST(accounts_are_of_everything) {
  const char *const text = BOX HOUSES WIND
      "[flow]\n"
      "initial = [5, 0, 0]\nsubgrid = 'none'\n" SIDE
      "at = 'west'\nkind = 'inflow'\nvelocity = [5, 0, 0]\n" SIDE
      "at = 'east'\nkind = 'outflow'\n" SIDE "at = ['south', 'north']\nkind = 'slip'\n"
      "[[flow.scalar]]\nname = 'smoke'\ndiffusivity = 0.3\nhalf_life = 20\n"
      "deposition_velocity = 0.05\ninitial = 0.01\ninflow = 0.02\n"
      "[[flow.scalar.source]]\nposition = [75, 40]\nheight = 2\nrate = 2\nstop = 13\n";
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    struct sm_scalar_budget b;
    create(&r, text, bits);
    steps(&r, 1.5, 20);
    assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 0, &b));
    ck_assert(b.deposited > 0 && b.decayed > 0 && b.initial > 0 && b.emitted > 0);
    ck_assert_double_ne(b.left, 0);
    const double had = b.initial + b.emitted, has = b.air + b.deposited + b.decayed + b.left;
    ck_assert_double_eq_tol(has, had, had * (bits == 32 ? 1e-5 : 1e-12));
    destroy(&r);
  }
}
END_TEST

/* --- what is known exactly --- */

#define LINE(n)                                                                                    \
  "[domain]\nsize = [1, " n "]\ncell_size = " n "\nheight = " n "\nstretch = 1\n" WIND             \
  "[flow]\n" STILL ALONG

/* Error of a wave that diffuses. */
static double error_of_wave(const char *text) {
  struct rig r;
  double error = 0;
  const double pi = acos(-1), kappa = 0.1, time = 0.5;
  create(&r, text, 64);
  steps(&r, time / 1000, 1000);
  load(&r, 0);
  const int n = r.flow->layout.n[0];
  for (int i = 0; i < n; i++) {
    const double exact = 1 + exp(-kappa * 4 * pi * pi * time) * sin(2 * pi * (i + 0.5) / n);
    error = fmax(error, fabs(r.host[at(&r, i, 0, 0)] - exact));
  }
  destroy(&r);
  return error;
}

START_TEST(diffusion_is_of_second_order) {
  const char *const coarse = LINE("0.0625") "[[flow.scalar]]\nname = 'a'\ndiffusivity = 0.1\n"
                                            "initial = '1 + sin(2 * pi * x)'\n";
  const char *const fine = LINE("0.03125") "[[flow.scalar]]\nname = 'a'\ndiffusivity = 0.1\n"
                                           "initial = '1 + sin(2 * pi * x)'\n";
  struct sm_context *ctx;
  struct sm_expression_facts facts;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const bool have = sm_expression_read(ctx, "x", &facts) == SM_OK;
  sm_context_destroy(&ctx);
  if (!have) return;
  const double order = log2(error_of_wave(coarse) / error_of_wave(fine));
  ck_assert_double_eq_tol(order, 2, 0.05);
}
END_TEST

START_TEST(a_step_goes_round_between_its_bounds) {
  const char *const text = "[domain]\nsize = [1, 0.02]\ncell_size = 0.02\nheight = 0.02\nstretch = "
                           "1\n" WIND "[flow]\ninitial = [1, 0, 0]\nsubgrid = 'none'\n" ALONG
                           "[[flow.scalar]]\nname = 'a'\ndiffusivity = 0\n"
                           "initial = 'x > 0.25 && x < 0.75 ? 1 : 0'\n";
  struct rig r;
  struct sm_expression_facts facts;
  create(&r, text, 64);
  if (sm_expression_read(r.ctx, "x", &facts) == SM_OK) {
    struct sm_scalar_budget b;
    double low, high, error = 0;
    steps(&r, 0.016, 125); /* twice round */
    ck_assert_int_eq(r.scalars->parts, 2);
    find_range(&r, 0, &low, &high);
    ck_assert_double_ge(low, -1e-15);
    ck_assert_double_le(high, 1 + 1e-15);
    for (int i = 0; i < 50; i++)
      error += fabs(r.host[at(&r, i, 0, 0)] - (i >= 12 && i < 38 ? 1 : 0)) / 50;
    ck_assert_double_lt(error, 0.12);
    assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 0, &b));
    ck_assert_double_eq_tol(b.air, b.initial, 1e-14 * b.initial);
  }
  destroy(&r);
}
END_TEST

START_TEST(what_decays_halves_in_its_half_life) {
  const char *const text =
      LINE("0.25") "[[flow.scalar]]\nname = 'a'\ninitial = 8\nhalf_life = 10\n";
  struct rig r;
  double low, high;
  create(&r, text, 64);
  steps(&r, 0.25, 120);
  find_range(&r, 0, &low, &high);
  ck_assert_double_eq_tol(low, 1, 1e-6);
  ck_assert_double_eq_tol(high, 1, 1e-6);
  destroy(&r);
}
END_TEST

/* Rain washes out as decay does, and has a term of its own in the budget. */
START_TEST(rain_washes_scalars_out) {
  const char *const text =
      LINE("0.25") "[rain]\nrate = 4\n[[flow.scalar]]\nname = 'a'\ninitial = 8\n"
                   "scavenging_coefficient = 0.02\nscavenging_exponent = 0.5\nhalf_life = 60\n";
  struct rig r;
  struct sm_scalar_budget b;
  double low, high;
  create(&r, text, 64);
  steps(&r, 0.25, 120);
  find_range(&r, 0, &low, &high);
  ck_assert_double_eq_tol(low, 8 * exp(-0.04 * 30) * sqrt(0.5), 1e-6);
  ck_assert_double_eq_tol(high, low, 1e-9);
  assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 0, &b));
  ck_assert_double_eq_tol(b.wet_deposited + b.decayed + b.air, b.initial, 1e-12 * b.initial);
  ck_assert_double_eq_tol(b.wet_deposited / b.decayed, 0.04 / (log(2) / 60), 1e-9);
  destroy(&r);
}
END_TEST

#define COLUMN                                                                                     \
  "[domain]\nsize = [40, 10]\ncell_size = [10, 10, 1]\nheight = 16\nstretch = 1.05\n" WIND         \
  "[flow]\n" STILL "viscosity = 0.71\n" ALONG

START_TEST(settling_empties_the_lowest_layer) {
  const char *const text = COLUMN "[[flow.scalar]]\nname = 'a'\ninitial = 1\ndiffusivity = 0\n"
                                  "deposition_velocity = 0.1\n";
  struct rig r;
  struct sm_scalar_budget b;
  create(&r, text, 64);
  steps(&r, 0.5, 20);
  load(&r, 0);
  const double width = r.domain->grid.axis[2].width[0], left = exp(-0.1 * 10 / width);
  ck_assert_double_eq_tol(r.host[at(&r, 0, 0, 0)], left, 1e-5);
  ck_assert(r.host[at(&r, 0, 0, 1)] == 1);
  const int top = r.flow->layout.n[2] - 1; /* a slippery lid takes nothing */
  ck_assert(r.host[at(&r, 0, 0, top)] == 1);
  assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 0, &b));
  ck_assert_double_eq_tol(b.deposited, 400 * width * (1 - r.host[at(&r, 0, 0, 0)]), 1e-12 * 400);
  destroy(&r);
}
END_TEST

START_TEST(heat_between_two_plates_is_linear) {
  const char *const text =
      COLUMN SIDE "at = 'bottom'\nkind = 'wall'\nwall = 'no-slip'\ntemperature = 301\n" SIDE
                  "at = 'top'\nkind = 'wall'\nwall = 'no-slip'\ntemperature = 297\n"
                  "[flow.heat]\nreference = 300\nprandtl = 0.71\n";
  struct rig r;
  create(&r, text, 64);
  steps(&r, 5, 1000);
  load(&r, 0);
  const struct sm_axis *z = &r.domain->grid.axis[2];
  for (int k = 0; k < z->n; k++)
    ck_assert_double_eq_tol(r.host[at(&r, 0, 0, k)], 1 - 4 * z->centre[k] / sm_axis_length(z),
                            1e-9);
  destroy(&r);
}
END_TEST

START_TEST(heat_of_the_ground_warms_the_air) {
  const char *const text = COLUMN SIDE "at = 'bottom'\nkind = 'wall'\nheat_flux = 0.2\n" SIDE
                                       "at = 'top'\nkind = 'slip'\nheat_flux = -0.05\n"
                                       "[flow.heat]\nreference = 300\ntemperature = 302\n";
  struct rig r;
  double sum = 0;
  create(&r, text, 64);
  steps(&r, 2, 30);
  load(&r, 0);
  const struct sm_axis *z = &r.domain->grid.axis[2];
  for (int k = 0; k < z->n; k++) sum += z->width[k] * (r.host[at(&r, 0, 0, k)] - 2);
  ck_assert_double_eq_tol(sum, 0.15 * 60, 1e-11);
  struct sm_flow_output out[4];
  ck_assert_uint_eq(sm_scalars_outputs(r.scalars, 4, out), 1);
  ck_assert_str_eq(out[0].info.name, "potential_temperature");
  assert_good(&r, sm_flow_download(r.ctx, r.flow, out[0].field, r.host));
  ck_assert_double_gt(r.host[at(&r, 0, 0, 0)], 302);
  destroy(&r);
}
END_TEST

/* Heat flux of a wall law at the ground, for a wind of 3 m/s and a difference of 4 K. */
static void assert_ground(const char *text, double flux, float drag) {
  struct rig r;
  double sum = 0;
  const double short_step = 1e-3;
  create(&r, text, 64);
  step(&r, short_step);
  load(&r, 0);
  const struct sm_axis *z = &r.domain->grid.axis[2];
  for (int k = 0; k < z->n; k++) sum += z->width[k] * (r.host[at(&r, 2, 0, k)] - 2);
  ck_assert_double_eq_tol(sum / short_step, flux, 1e-3 * fabs(flux));
  const ptrdiff_t places[2] = {-1, 2}; /* beyond the joined side too */
  for (int m = 0; m < 2; m++)
    ck_assert_double_eq_tol(r.flow->drag.floor.f64[places[m]], (double)drag / 3, 1e-5);
  destroy(&r);
}

START_TEST(ground_exchanges_by_the_law_of_its_warmth) {
  const float d = 0.5f, momentum = sm_log_layer(d, 0.05f), heat = sm_log_layer(d, 0.005f);
  const float lift = (float)(9.81 / 300 * 0.5);
#define GROUND(WHAT)                                                                               \
  "[domain]\nsize = [40, 10]\ncell_size = [10, 10, 1]\nheight = 16\nstretch = 1\n" WIND            \
  "[flow]\ninitial = [3, 0, 0]\nsubgrid = 'none'\n" ALONG SIDE                                     \
  "at = 'bottom'\nkind = 'wall'\nroughness = 0.05\n" WHAT                                          \
  "[flow.heat]\nreference = 300\ntemperature = 302\n"
  for (int sign = -1; sign <= 1; sign += 2) {
    const struct sm_wall_transfer by_difference =
        sm_ground_by_difference(3, lift * 4 * (float)sign, momentum, heat);
    assert_ground(sign > 0 ? GROUND("temperature = 306\n") : GROUND("temperature = 298\n"),
                  4 * sign * (double)by_difference.heat, by_difference.drag);
    const struct sm_wall_transfer by_flux =
        sm_ground_by_flux(3, lift * 0.03f * (float)sign, momentum, heat);
    assert_ground(sign > 0 ? GROUND("heat_flux = 0.03\n") : GROUND("heat_flux = -0.03\n"),
                  0.03 * sign, by_flux.drag);
  }
}
END_TEST

/* --- with the solver --- */

/* The largest wind after the run's last output. */
static double speed_after(const char *text, int bits) {
  struct rig r;
  struct sm_state *state = NULL;
  struct sm_step_report report;
  const struct sm_model *model = &sm_model_incompressible;
  void *self = NULL;
  double fastest = 0;
  create_domain(&r, text, bits);
  assert_good(&r, sm_model_state(r.ctx, model, r.c, r.domain, r.device, 0, &state));
  assert_good(&r, sm_model_create(r.ctx, model, r.c, r.domain, state, &self));
  for (int t = 0; t < r.domain->weather.time_count; t++)
    assert_good(&r, sm_model_advance(r.ctx, model, self, t, &report));
  struct sm_host_wind wind;
  assert_good(&r, sm_host_wind_create(r.ctx, state, &wind));
  assert_good(&r, sm_host_wind_load(r.ctx, state, &wind));
  for (int d = 0; d < 3; d++)
    for (size_t m = 0; m < wind.size; m++) fastest = fmax(fastest, fabs(wind.u[d][m]));
  sm_host_wind_free(&wind);
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  destroy(&r);
  return fastest;
}

#define STAIRS                                                                                     \
  "[domain]\nsize = [160, 80]\ncell_size = 10\nheight = 120\nstretch = 1\n"                        \
  "[[buildings.box]]\ncorner = [30, 20]\nsize = [100, 40]\nheight = 20\n"                          \
  "[[buildings.box]]\ncorner = [50, 20]\nsize = [60, 40]\nheight = 40\n"                           \
  "[wind]\nmodel = 'incompressible'\nduration = 60\n[flow]\nviscosity = 0\ntime_step = 2\n" STILL  \
      ALONG

START_TEST(layers_at_rest_over_stairs_stay_at_rest) {
  const char *const text = STAIRS "[flow.heat]\nreference = 300\ntemperature = '299 + 0.02 * z'\n";
  struct sm_context *ctx;
  struct sm_expression_facts facts;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const bool have = sm_expression_read(ctx, "x", &facts) == SM_OK;
  sm_context_destroy(&ctx);
  if (!have) return;
  ck_assert(speed_after(text, 32) == 0);
  ck_assert(speed_after(text, 64) == 0);
}
END_TEST

TEST_MAIN(what_is_the_same_everywhere_stays_so, values_stay_between_those_that_there_were,
          a_closed_box_keeps_all_of_it, every_shape_releases_its_mass, accounts_are_of_everything,
          diffusion_is_of_second_order, a_step_goes_round_between_its_bounds,
          what_decays_halves_in_its_half_life, rain_washes_scalars_out,
          settling_empties_the_lowest_layer, heat_between_two_plates_is_linear,
          heat_of_the_ground_warms_the_air, ground_exchanges_by_the_law_of_its_warmth,
          layers_at_rest_over_stairs_stay_at_rest)
