/* Rates and thermodynamics against the reference data; elementary functions against the library. */
#include "chem_fixture.h"
#include "harness.h"

#include "base/context.h"
#include "cell/chem.h"
#include "chem/lanes/lanes.h"

#include <math.h>

enum { L = SM_CHEM_LANES };

static void near(double got, double expected, double tolerance, const char *what) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%s: %.15g instead of %.15g", what, got,
                expected);
}

START_TEST(exponential) {
  for (double x = -700; x < 700; x += 0.137) near(sm_chem_exp(x) / exp(x), 1, 2e-15, "exp");
  near(sm_chem_exp(0), 1, 0, "exp 0");
  ck_assert(sm_chem_exp(-1e300) < 1e-300 && sm_chem_exp(1e300) > 1e300);
  ck_assert(isnan(sm_chem_exp(NAN)));
}
END_TEST

START_TEST(logarithm) {
  for (double x = -300; x < 300; x += 0.0137) {
    const double y = pow(10, x), expected = log(y);
    near(sm_chem_log(y), expected, 4e-16 * fmax(1, fabs(expected)), "log");
  }
  near(sm_chem_log(1), 0, 0, "log 1");
}
END_TEST

START_TEST(whole_powers) {
  for (int n = -8; n <= 8; n++)
    near(sm_chem_power(1234.5, 1 / 1234.5, n) / pow(1234.5, n), 1, 3e-15, "power");
}
END_TEST

/* Slopes of a broadening against differences. */
static void check_slopes(bool troe, const double p[5], double t, double pr) {
  const double d = 1e-6;
  struct sm_broadening_of at[5];
  const double ts[5] = {t, t * (1 + d), t * (1 - d), t, t},
               prs[5] = {pr, pr, pr, pr * (1 + d), pr * (1 - d)};
  for (int i = 0; i < 5; i++)
    at[i] = troe ? sm_chem_troe(p, ts[i], 1 / ts[i], prs[i])
                 : sm_chem_sri(p, ts[i], 1 / ts[i], log(ts[i]), prs[i]);
  const double by_t = (log(at[1].f) - log(at[2].f)) / (2 * d * t),
               by_pr = (log(at[3].f) - log(at[4].f)) / (2 * d);
  near(at[0].by_temperature * t, by_t * t, 1e-7, "d ln F / d ln T");
  near(at[0].by_pressure, by_pr, 1e-7, "d ln F / d ln Pr");
}

START_TEST(broadening_slopes) {
  const double troe4[5] = {0.7346, 1 / 94.0, 1 / 1756.0, 5182},
               troe3[5] = {0.6, 0.005, 1 / 600.0, -1}, sri[5] = {0.45, 797, 1 / 979.0, 1.1, 0.05};
  for (double t = 300; t < 3000; t += 370)
    for (double pr = 1e-8; pr < 1e8; pr *= 47) {
      check_slopes(true, troe4, t, pr);
      check_slopes(true, troe3, t, pr);
      check_slopes(false, sri, t, pr);
    }
}
END_TEST

START_TEST(sun_and_ozone) {
  const double j = 8.9e-3, k = 1.89e-14 * 2.463e10; /* per ppb and s */
  const double times[7] = {0, 10, 30, 60, 120, 300, 10000};
  const double expected[7] = {10,
                              12.37946213532,
                              15.26823585089,
                              17.26061187049,
                              18.39750415651,
                              18.63659407515,
                              18.63793946604};
  for (int i = 0; i < 7; i++)
    near(sm_chem_no2(20, 10, 40, j, k, times[i]), expected[i], 1e-11, "NO2");
  /* at night, with as much NO as O3: 1/c grows by k t */
  near(sm_chem_no2(30, 5, 30, 0, k, 100), 35 - 30 / (1 + 30 * k * 100), 1e-11, "NO2 at night");
  near(sm_chem_no2(0, 0, 0, j, k, 10), 0, 0, "no NO2");
}
END_TEST

static struct sm_context *context(void) {
  static struct sm_context *ctx;
  if (ctx == NULL) ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  return ctx;
}

static struct sm_kinetics *tables_of(const struct sm_mechanism *m) {
  struct sm_kinetics *k = NULL;
  const enum sm_status status = sm_kinetics_create(context(), m, &k);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(context()));
  return k;
}

static void set_state(const struct sm_kinetics *k, const struct chem_states *s,
                      struct sm_lanes_space *a) {
  for (int l = 0; l < L; l++) {
    const int i = l % FIXTURE_STATES;
    double per_weight = 0;
    a->t[l] = s->temperature[i];
    a->p[l] = s->pressure[i];
    for (int32_t n = 0; n < k->species_count; n++) per_weight += s->fraction[n][i] / k->weights[n];
    const double density = a->p[l] / (SM_GAS_CONSTANT * a->t[l] * per_weight);
    for (int32_t n = 0; n < k->species_count; n++)
      a->c[n * L + l] = density * s->fraction[n][i] / k->weights[n];
  }
}

static void check_rates(const struct sm_mechanism *m) {
  static struct chem_states states;
  if (!fixture_states(&states, m->name, m->species_count)) ck_abort_msg("no states of %s", m->name);
  struct sm_kinetics *k = tables_of(m);
  struct sm_lanes_space a;
  ck_assert(sm_lanes_space_create(context(), k, &a) == SM_OK);
  set_state(k, &states, &a);
  double *w = calloc((size_t)k->species_count * L, sizeof *w), worst = 0;
  sm_chem_lanes()->rates(k, &a, w);
  for (int l = 0; l < L; l++) {
    double largest = 0;
    const int i = l % FIXTURE_STATES;
    for (int32_t n = 0; n < k->species_count; n++) largest = fmax(largest, fabs(states.rate[n][i]));
    for (int32_t n = 0; n < k->species_count; n++) {
      const double off = fabs(w[n * L + l] - states.rate[n][i]),
                   allowed = 1e-10 * fabs(states.rate[n][i]) + 1e-13 * largest;
      worst = fmax(worst, off / (fabs(states.rate[n][i]) + 1e-3 * largest));
      ck_assert_msg(off <= allowed, "%s, state %d, %s: %.15g instead of %.15g", m->name, i,
                    m->species[n].name, w[n * L + l], states.rate[n][i]);
    }
  }
  printf("%s: rates within %.1e\n", m->name, worst);
  free(w);
  sm_lanes_space_free(&a);
  sm_kinetics_destroy(&k);
}

START_TEST(rates_of_hydrogen) {
  static struct chem_fixture f;
  for (int reversible = 0; reversible < 2; reversible++) {
    if (!fixture_mechanism(&f, reversible)) {
      printf("skipped: no reference data of chemistry\n");
      return;
    }
    check_rates(&f.mechanism);
  }
}
END_TEST

TEST_MAIN(exponential, logarithm, whole_powers, broadening_slopes, sun_and_ozone, rates_of_hydrogen)
