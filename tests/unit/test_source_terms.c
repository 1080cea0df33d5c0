/* Source terms: leaks of gas, liquid and two phases, pools; against formulas and published
 * examples. */
#include "domain/sources/terms/terms.h"
#include "harness.h"
#include "lab/dense_gas.h"
#include "simoom/context.h"
#include <math.h>
#include <string.h>

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance * fabs(expected), "%.9g instead of %.9g", got,
                expected);
}

/* A substance of the table with the defaults of a case without wind at 288.15 K. */
static struct sm_term term_of(const char *name, enum sm_term_model model) {
  struct sm_context *ctx = NULL;
  struct sm_substance_table table;
  struct sm_term term = {.air_temperature = 288.15, .until = 86400};
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_substance_table_read(ctx, &table), SM_OK);
  term.substance = *sm_substance_find(&table, name);
  term.given = (struct sm_case_source_term){.model = model,
                                            .duration = INFINITY,
                                            .hole_diameter = 0.02,
                                            .discharge_coefficient = 1,
                                            .tank_temperature = 288.15,
                                            .pool_temperature = 288.15,
                                            .ground_temperature = 288.15,
                                            .pool_depth = 0.01,
                                            .bund_area = NAN,
                                            .wind_speed = 0,
                                            .air_pressure = 101325};
  sm_substance_table_free(&table);
  sm_context_destroy(&ctx);
  return term;
}

static struct sm_term_result make(const struct sm_term *term) {
  struct sm_context *ctx = NULL;
  struct sm_term_result result;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_term_make(ctx, term, &result), SM_OK);
  sm_context_destroy(&ctx);
  for (size_t n = 1; n < result.count; n++) {
    ck_assert(result.rate[n][0] > result.rate[n - 1][0]);
    ck_assert(result.rate[n][1] >= 0);
  }
  return result;
}

static double rate_at(const struct sm_term_result *r, double time) {
  size_t n = 1;
  while (n + 1 < r->count && r->rate[n][0] < time) n++;
  const double part = (time - r->rate[n - 1][0]) / (r->rate[n][0] - r->rate[n - 1][0]);
  return r->rate[n - 1][1] + part * (r->rate[n][1] - r->rate[n - 1][1]);
}

/* Isentropic blow-down through a choked hole: m = m0 (1 + (g - 1) / 2 t / tau)^(-2 / (g - 1)),
 * tau = m0 over the first rate. */
START_TEST(a_tank_of_gas_blows_down_as_the_formula_says) {
  struct sm_term term = term_of("methane", SM_TERM_GAS_LEAK);
  term.given.tank_volume = 10;
  term.given.tank_pressure = 50e5;
  struct sm_term_result r = make(&term);
  const double g = sm_substance_heat_capacity_ratio(&term.substance),
               tau = r.contents / r.leak_rate;
  near(r.contents, 50e5 * 10 * 0.016043 / (8.314462618 * 288.15), 1e-6);
  /* G = p sqrt(g M / (R T)) (2 / (g + 1))^((g + 1) / (2 (g - 1))), g = 1.304: 8637 kg/(m2 s) */
  near(r.leak_rate, 8637 * 3.14159265 * 1e-4, 1e-3);
  for (double t = 0; t < 0.9 * r.choked_until; t += 0.05 * r.choked_until)
    near(rate_at(&r, t), r.leak_rate * pow(1 + 0.5 * (g - 1) * t / tau, -2 / (g - 1) - 1), 2e-4);
  /* what stays has the pressure of the air: part (pa / p)^(1 / g) of the mass */
  near(r.mass, r.contents * (1 - pow(101325 / 50e5, 1 / g)), 1e-3);
  /* choked down to the critical ratio of pressures */
  const double part = pow(101325 / 50e5 * pow(0.5 * (g + 1), g / (g - 1)), 1 / g);
  near(r.choked_until, 2 / (g - 1) * tau * (pow(part, -0.5 * (g - 1)) - 1), 0.03);
  sm_term_result_free(&r);
}
END_TEST

START_TEST(a_hole_that_is_closed_stops_the_release) {
  struct sm_term term = term_of("methane", SM_TERM_GAS_LEAK);
  term.given.tank_volume = 10;
  term.given.tank_pressure = 50e5;
  term.given.start = 30;
  term.given.duration = 60;
  struct sm_term_result r = make(&term);
  ck_assert(r.rate[0][0] == 30 && r.rate[r.count - 1][0] == 90);
  ck_assert(r.rate[r.count - 1][1] > 0.5);
  sm_term_result_free(&r);
}
END_TEST

/* A small difference of pressure drives the flow of a liquid of the density of the gas. */
START_TEST(slow_gas_flows_as_a_liquid) {
  struct sm_term term = term_of("propane", SM_TERM_GAS_LEAK);
  const double density = sm_substance_vapour_density(&term.substance, 288.15, 101325);
  bool choked;
  const double rate =
      sm_gas_leak_rate(&term.substance, 1e-4, 101325 + 500, 288.15, 101325, &choked);
  ck_assert(!choked);
  near(rate, 1e-4 * sqrt(2 * density * 500), 3e-3);
  ck_assert(sm_gas_leak_rate(&term.substance, 1e-4, 101325, 288.15, 101325, &choked) == 0);
  /* continuous where it becomes choked */
  const double g = sm_substance_heat_capacity_ratio(&term.substance);
  const double p = 101325 * pow(0.5 * (g + 1), g / (g - 1));
  near(sm_gas_leak_rate(&term.substance, 1, p * 0.999999, 288.15, 101325, &choked),
       sm_gas_leak_rate(&term.substance, 1, p * 1.000001, 288.15, 101325, &choked), 1e-5);
}
END_TEST

START_TEST(liquids_flow_by_their_head) {
  near(sm_liquid_leak_rate(1000, 1e-3, 1e5, 1e5, 5), 9.90285, 1e-5); /* sqrt(2 g h) */
  near(sm_liquid_leak_rate(800, 1e-3, 3e5, 1e5, 0), 17.8885, 1e-5);  /* sqrt(2 rho dp) */
  ck_assert(sm_liquid_leak_rate(800, 1e-3, 0.9e5, 1e5, 0) == 0);
}
END_TEST

/* Propylene at 25 C through a hole of 1 cm, 0.774 kg/s: Crowl and Louvar, Chemical Process Safety,
 * chapter 4: 334 kJ/kg, 0.042 m3/kg between vapour and liquid, 2.18 kJ/(kg K), 11.5 bar. */
START_TEST(flashing_propylene_flows_as_published) {
  const struct sm_substance s = {.molar_mass = 0.04899,
                                 .boiling_point = 225.5,
                                 .antoine = {1.0606978, 0, 0},
                                 .vaporisation_heat = 334e3,
                                 .liquid_heat_capacity = 2180,
                                 .liquid_density = 505};
  const double area = 3.14159265 * 0.25e-4;
  near(sm_two_phase_leak_rate(&s, area, 11.5e5, 298), 0.774, 3e-3);
  /* pressed by 5 bar more than its vapour pressure */
  near(sm_two_phase_leak_rate(&s, area, 16.5e5, 298), hypot(0.774, area * sqrt(2 * 505 * 5e5)),
       3e-3);
}
END_TEST

/* Chlorine at 20 C: 53.95 K above its boiling point, x = 1 - exp(-0.927 53.95 / 287.9). */
START_TEST(liquefied_chlorine_flashes) {
  struct sm_term term = term_of("chlorine", SM_TERM_TWO_PHASE_LEAK);
  term.given.tank_temperature = 293.15;
  term.given.tank_pressure = sm_substance_vapour_pressure(&term.substance, 293.15);
  term.given.liquid_mass = 1000;
  struct sm_term_result r = make(&term);
  near(r.flash_fraction, 0.1595, 2e-3);
  near(r.mass, 1000, 1e-9);
  near(r.rate[1][0], 1000 / r.leak_rate, 1e-9);
  near(r.density, 22.8, 0.02); /* kg/m3: 16 % vapour of 3.61 kg/m3 */
  sm_term_result_free(&r);
}
END_TEST

/* Mackay and Matsugu: acetone-like numbers by hand. CS2 at 15 C, 5 m/s, 10 m: k = 0.0048 5^(7/9)
 * 10^(-1/9) Sc^(-2/3). */
START_TEST(pools_evaporate_by_the_wind) {
  struct sm_term term = term_of("carbon disulfide", SM_TERM_POOL);
  const double pressure = sm_substance_vapour_pressure(&term.substance, 288.15);
  const double sc = 1.5e-5 / (2.5e-5 * sqrt(18.015 / 76.131));
  const double k = 0.0048 * 3.49647 * 0.774264 * pow(sc, -2.0 / 3);
  near(sm_pool_evaporation(&term.substance, 288.15, 288.15, 101325, 5, 10),
       k * 101325 * 0.076131 / (8.314462618 * 288.15) * -log(1 - pressure / 101325), 1e-4);
  /* at low vapour pressures k M p / (R T) */
  struct sm_term slow = term_of("aniline", SM_TERM_POOL);
  const double p = sm_substance_vapour_pressure(&slow.substance, 293.15);
  const double ks = 0.0048 * 3.49647 * 0.774264 * pow(0.6 * sqrt(93.129 / 18.015), -2.0 / 3);
  near(sm_pool_evaporation(&slow.substance, 293.15, 293.15, 101325, 5, 10),
       ks * p * 0.093129 / (8.314462618 * 293.15), 1e-3);
}
END_TEST

/* LNG that fills a bund of concrete at once boils by conduction, k dT / sqrt(pi a t) (Shaw and
 * Briscoe 1978), and radiation: its integral is 2 k dT sqrt(t / (pi a)) A + q A t. */
START_TEST(lng_in_a_bund_boils_by_conduction) {
  struct sm_term term = term_of("LNG", SM_TERM_POOL);
  term.given.pool_mass = 1e5;
  term.given.bund_area = 20;
  term.until = 600;
  struct sm_term_result r = make(&term);
  const double dt = 288.15 - 111.67,
               radiation = 0.95 * 5.670374e-8 * (pow(288.15, 4) - pow(111.67, 4));
  const double heat = 2 * 0.92 * dt * sqrt(600 / (3.14159265 * 4.16e-7)) + 600 * radiation;
  ck_assert(r.boils);
  near(r.mass, 20 * heat / 510.5e3, 0.02);
  near(r.pool_radius, sqrt(20 / 3.14159265), 1e-6);
  near(r.density, 1.751, 1e-3);
  sm_term_result_free(&r);
}
END_TEST

/* On water the flux is 500 W/(m2 K): 0.173 kg/(m2 s) and what radiation adds; measured 0.17 in the
 * Burro trials (Koopman et al. 1982). It evaporates until nothing is left. */
START_TEST(lng_on_water_evaporates_wholly) {
  struct sm_term term = term_of("LNG", SM_TERM_POOL);
  term.given.pool_mass = 5000;
  term.given.pool_depth = 0.002;
  term.given.ground = SM_POOL_WATER;
  struct sm_term_result r = make(&term);
  near(r.mass, 5000, 2e-3);
  ck_assert_double_gt(r.pool_radius, 15);
  ck_assert_double_lt(r.pool_radius, sqrt(5000 / 422.5 / 0.002 / 3.14159265));
  near(r.maximum / (3.14159265 * r.pool_radius * r.pool_radius), 0.1735, 0.05);
  sm_term_result_free(&r);
}
END_TEST

/* Continuous leak of LNG: inflow and evaporation balance, the pool has the area that evaporates
 * it. Propane without heat from the ground cools below its boiling point. */
START_TEST(leaks_feed_pools_until_they_evaporate_as_much) {
  struct sm_term term = term_of("LNG", SM_TERM_LIQUID_LEAK);
  term.given.ground = SM_POOL_WATER;
  term.given.pool_depth = 0.001;
  term.given.hole_diameter = 0.1;
  term.given.tank_temperature = 111.67;
  term.given.tank_pressure = 2e5;
  term.given.liquid_mass = 1e5;
  term.until = 600;
  struct sm_term_result r = make(&term);
  near(rate_at(&r, 590), r.leak_rate, 0.01);
  near(r.leak_rate, 0.25 * 3.14159265 * 0.01 * sqrt(2 * 422.5 * (2e5 - 101325)), 1e-3);
  sm_term_result_free(&r);
  term = term_of("propane", SM_TERM_POOL);
  term.given.pool_mass = 100;
  term.given.ground = SM_POOL_INSULATED;
  term.given.wind_speed = 5;
  r = make(&term);
  near(r.mass, 100, 2e-3);
  sm_term_result_free(&r);
}
END_TEST

/* Burro 9: 0.23 m3/s of LNG, 1.76 kg/m3, in air of 1.22 kg/m3 and a wind of 10.9 m/s has 0.44
 * (Crowl and Louvar, chapter 5, after Britter and McQuaid). */
START_TEST(the_criterion_of_dense_gas_is_that_published) {
  near(sm_dense_continuous(0.23 * 425.6, 1.76, 1.22, 10.9), 0.4336, 5e-3);
  near(sm_dense_instantaneous(1760, 1.76, 1.22, 5), sqrt(9.80665 * 0.54 / 1.22 * 10) / 5, 1e-9);
  ck_assert(sm_dense_continuous(100, 1.2, 1.22, 1) == 0);
  near(sm_air_density(288.15, 101325), 1.225, 1e-3);
}
END_TEST

/* The plume of chlorine with aerosol: gas is conserved, c = q / (2 b h u), the aerosol evaporates
 * and the mixture becomes air. */
START_TEST(dense_plumes_conserve_their_gas) {
  struct sm_context *ctx = NULL;
  const struct sm_dense_release release = {"chlorine", 2, 3, 239.2, 0.84};
  const struct sm_dense_weather weather = {4, 10, 0.05, INFINITY, 293.15, 101325};
  struct sm_dense_station at[4] = {
      {.distance = 10}, {.distance = 50}, {.distance = 200}, {.distance = 1000}};
  double passive;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_dense_plume(ctx, &release, &weather, at, 4, &passive), SM_OK);
  for (int n = 0; n < 4; n++) {
    double u = 0;
    for (int k = 0; k < 8; k++)
      u += 4 * log(((k + 0.5) / 8 * at[n].depth + 0.05) / 0.05) / log(10.05 / 0.05) / 8;
    const double density =
        at[n].concentration * 101325 * 0.0709 / (8.314462618 * at[n].temperature);
    if (n > 0) /* all vapour */
      near(density * 2 * at[n].half_width * at[n].depth * u, 2, 0.01);
    if (n > 0) ck_assert(at[n].concentration < at[n - 1].concentration);
    if (n > 0) ck_assert(at[n].half_width > at[n - 1].half_width);
  }
  ck_assert(at[0].temperature < 290 && at[0].temperature > 239);
  near(at[3].temperature, 293.15, 0.01);
  ck_assert(passive > 10 && passive < 500);
  near(sm_dense_profile(&at[1], 0), 1, 1e-12);
  /* in calm, very stable air, over a surface without roughness, of a very large release */
  const struct sm_dense_weather still = {0, 10, 0, 1, 293.15, 101325};
  const struct sm_dense_release large = {"LNG", 1e4, 0, 111.67, 0};
  ck_assert_int_eq(sm_dense_plume(ctx, &large, &still, at, 4, &passive), SM_OK);
  for (int n = 0; n < 4; n++) {
    ck_assert(at[n].concentration > 0 && at[n].concentration <= 1);
    ck_assert(at[n].half_width > 0 && at[n].depth > 0 && isfinite(at[n].depth));
  }
  ck_assert_int_eq(sm_dense_plume(ctx, &(struct sm_dense_release){"unobtainium", 1, 1, 300, 0},
                                  &weather, at, 4, &passive),
                   SM_ERR_USAGE);
  sm_context_destroy(&ctx);
}
END_TEST

/* A gas as light as air spreads across as Draxler's curve, from the width of its source on. */
START_TEST(passive_plumes_spread_as_in_the_open) {
  struct sm_context *ctx = NULL;
  const struct sm_dense_release release = {"carbon monoxide", 0.1, 1, 288.15, 0};
  const struct sm_dense_weather weather = {5, 10, 0.03, INFINITY, 288.15, 101325};
  struct sm_dense_station at[2] = {{.distance = 100}, {.distance = 1000}};
  const double friction = 0.4 * 5 / log(10.03 / 0.03);
  double passive;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_dense_plume(ctx, &release, &weather, at, 2, &passive), SM_OK);
  for (int n = 0; n < 2; n++) {
    const double t = at[n].distance / 5;
    const double sigma = 1.9 * friction * t / (1 + 0.9 * sqrt(t / 300));
    near(at[n].half_width, 1 + sqrt(3.14159265 / 2) * sigma, 0.02);
  }
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(a_tank_of_gas_blows_down_as_the_formula_says, a_hole_that_is_closed_stops_the_release,
          slow_gas_flows_as_a_liquid, liquids_flow_by_their_head,
          flashing_propylene_flows_as_published, liquefied_chlorine_flashes,
          pools_evaporate_by_the_wind, lng_in_a_bund_boils_by_conduction,
          the_criterion_of_dense_gas_is_that_published, dense_plumes_conserve_their_gas,
          passive_plumes_spread_as_in_the_open, lng_on_water_evaporates_wholly,
          leaks_feed_pools_until_they_evaporate_as_much)
