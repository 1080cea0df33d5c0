/* Rates and thermodynamics against the reference data; elementary functions against the library. */
#include "harness.h"

#include "chem_reference.h"

#include "base/context.h"
#include "cell/chemistry/rates.h"
#include "chem/batch/batch.h"
#include "lab/chem_speed.h"

#include <math.h>

enum { L = SM_BATCH_CELLS };

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
  struct sm_broadening_factor at[5];
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
               troe3[5] = {0.6, 0.005, 1 / 600.0, SM_CHEM_NO_T2},
               below[5] = {0.8, 0.001, 1 / 900.0, -250}, sri[5] = {0.45, 797, 1 / 979.0, 1.1, 0.05};
  for (double t = 300; t < 3000; t += 370)
    for (double pr = 1e-8; pr < 1e8; pr *= 47) {
      check_slopes(true, troe4, t, pr);
      check_slopes(true, troe3, t, pr);
      check_slopes(true, below, t, pr);
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

static void set_state(const struct chem_states *s, struct sm_batch_workspace *a) {
  for (int l = 0; l < L; l++) {
    const int i = l % FIXTURE_STATES;
    a->t[l] = s->temperature[i];
    a->p[l] = s->pressure[i];
    for (int32_t n = 0; n < s->species; n++) a->c[n * L + l] = s->concentration[n][i];
  }
}

static void check_rates(const struct sm_mechanism *m, const char *tag) {
  static struct chem_states states;
  if (!fixture_states(&states, tag, m)) ck_abort_msg("no states of %s", tag);
  struct sm_kinetics *k = tables_of(m);
  struct sm_batch_workspace a;
  ck_assert(sm_batch_workspace_create(context(), k, L, &a) == SM_OK);
  set_state(&states, &a);
  double *w = calloc((size_t)k->species_count * L, sizeof *w), worst = 0;
  sm_batch_select(L)->rates(k, &a, w);
  for (int l = 0; l < L; l++) {
    double largest = 0;
    const int i = l % FIXTURE_STATES;
    for (int32_t n = 0; n < k->species_count; n++) largest = fmax(largest, fabs(states.rate[n][i]));
    for (int32_t n = 0; n < k->species_count; n++) {
      const double off = fabs(w[n * L + l] - states.rate[n][i]),
                   allowed = 1e-10 * fabs(states.rate[n][i]) + 1e-13 * largest;
      worst = fmax(worst, off / (fabs(states.rate[n][i]) + 1e-3 * largest));
      ck_assert_msg(off <= allowed, "%s, state %d, %s: %.15g instead of %.15g", tag, i,
                    m->species[n].name, w[n * L + l], states.rate[n][i]);
    }
  }
  printf("%s: rates within %.1e\n", tag, worst);
  free(w);
  sm_batch_workspace_free(&a);
  sm_kinetics_destroy(&k);
}

/* Constants and rates of progress of every reaction. */
static void check_progress(const struct sm_mechanism *m, const char *tag, int reference_count) {
  static struct chem_states states;
  char name[128], line[1024];
  struct sm_chem *chem = NULL;
  const size_t n = (size_t)m->reaction_count * FIXTURE_STATES;
  double *memory = calloc(4 * n, sizeof *memory), *t = states.temperature, worst = 0;
  ck_assert(fixture_states(&states, tag, m));
  ck_assert(sm_chem_create(context(), m, 1, &chem) == SM_OK);
  const struct sm_chem_cells cells = {.count = FIXTURE_STATES,
                                      .temperature = t,
                                      .concentrations = states.concentration[0],
                                      .pressure = states.pressure};
  const struct sm_chem_progress_rates out = {memory, memory + n, memory + 2 * n, memory + 3 * n};
  const double *const got[4] = {out.kf, out.kr, out.qf, out.qr};
  static const char *const what[4] = {"kf", "kr", "qf", "qr"};
  ck_assert(sm_chem_progress(context(), chem, &cells, &out) == SM_OK);
  snprintf(name, sizeof name, "%s_rates.csv", tag);
  FILE *file = fixture_open(name);
  ck_assert(file != NULL && fgets(line, sizeof line, file) != NULL);
  while (fgets(line, sizeof line, file) != NULL) {
    int state, reaction;
    double x[5];
    ck_assert(sscanf(line, "%d,%d,", &state, &reaction) == 2);
    ck_assert(fixture_numbers(strrchr(line, '"'), x, 5) == 5);
    /* the reference counts a reverse rate that is given as a reaction of its own */
    int32_t r = reaction - 1, backward = 0;
    for (int32_t i = 0; i < r && m->reaction_count < reference_count; i++)
      if (m->reactions[i].reverse == SM_REVERSE_GIVEN) backward = --r == i;
    for (int j = 0; j < 4; j++) {
      const int from = backward ? (j + 1) % 2 + j / 2 * 2 : j; /* kr for kf */
      const bool none = m->reactions[r].reverse == SM_REVERSE_GIVEN && j % 2 == 1;
      const double value = none ? 0 : got[from][r * FIXTURE_STATES + state];
      const double off = fabs(value - x[j]) / fmax(fabs(x[j]), 1e-280);
      worst = fmax(worst, off);
      ck_assert_msg(off < 1e-10, "%s, state %d, reaction %d, %s: %.15g instead of %.15g", tag,
                    state, reaction, what[j], value, x[j]);
    }
  }
  fclose(file);
  printf("%s: constants and rates of progress within %.1e\n", tag, worst);
  free(memory);
  sm_chem_destroy(&chem);
}

static void check_thermo(const struct sm_mechanism *m, const char *tag) {
  char name[128], line[512];
  struct sm_chem *chem = NULL;
  double cp[FIXTURE_MOST], h[FIXTURE_MOST], s[FIXTURE_MOST], worst = 0, x[5];
  ck_assert(sm_chem_create(context(), m, 1, &chem) == SM_OK);
  snprintf(name, sizeof name, "%s_thermo.csv", tag);
  FILE *file = fixture_open(name);
  ck_assert(file != NULL && fgets(line, sizeof line, file) != NULL);
  while (fgets(line, sizeof line, file) != NULL) {
    ck_assert(fixture_numbers(line, x, 5) == 5);
    line[strcspn(line, ",")] = '\0';
    const int32_t k = chem_file_species(m, line);
    ck_assert(sm_chem_thermo(context(), chem, x[0], cp, h, s) == SM_OK);
    const double off[3] = {fabs(cp[k] - x[1]), fabs(h[k] - x[2]), fabs(s[k] - x[3])};
    for (int j = 0; j < 3; j++) {
      const double relative = off[j] / fmax(fabs(x[1 + j]), 1);
      worst = fmax(worst, relative);
      ck_assert_msg(relative < 1e-12, "%s, %s at %g K: off by %g", tag, line, x[0], relative);
    }
  }
  fclose(file);
  printf("%s: thermodynamics within %.1e\n", tag, worst);
  sm_chem_destroy(&chem);
}

START_TEST(mechanisms_of_files) {
  for (int i = 0; i < CHEM_FILES; i++) {
    struct sm_mechanism *m = chem_file_read(context(), &chem_files[i]);
    if (m == NULL) continue;
    printf("%s\n", chem_files[i].mechanism);
    check_rates(m, chem_files[i].tag);
    check_progress(m, chem_files[i].tag, chem_files[i].reactions);
    check_thermo(m, chem_files[i].tag);
    sm_mechanism_destroy(&m);
  }
}
END_TEST

/* A <=> B by a formula: 2 sqrt(T) * exp(-500 / T) * max(sun, 0.25) + air * 1e-20 - water ** 0.5 */
static const struct sm_rate_term formula[] = {
    {SM_TERM_NUMBER, 2},      {SM_TERM_TEMPERATURE, 0}, {SM_TERM_SQRT, 0},
    {SM_TERM_MULTIPLY, 0},    {SM_TERM_NUMBER, 500},    {SM_TERM_NEGATE, 0},
    {SM_TERM_TEMPERATURE, 0}, {SM_TERM_DIVIDE, 0},      {SM_TERM_EXP, 0},
    {SM_TERM_MULTIPLY, 0},    {SM_TERM_SUN, 0},         {SM_TERM_NUMBER, 0.25},
    {SM_TERM_MAX, 0},         {SM_TERM_MULTIPLY, 0},    {SM_TERM_AIR, 0},
    {SM_TERM_NUMBER, 1e-20},  {SM_TERM_MULTIPLY, 0},    {SM_TERM_ADD, 0},
    {SM_TERM_WATER, 0},       {SM_TERM_NUMBER, 0.5},    {SM_TERM_POWER, 0},
    {SM_TERM_SUBTRACT, 0}};

START_TEST(formulas) {
  const struct sm_amount a = {0, 1}, b = {1, 1};
  const struct sm_species species[2] = {{.name = "A"}, {.name = "B"}};
  struct sm_reaction r = {.equation = "A => B",
                          .reactants = {&a, 1},
                          .products = {&b, 1},
                          .kind = SM_RATE_EXPRESSION,
                          .terms = formula,
                          .term_count = sizeof formula / sizeof *formula};
  const struct sm_mechanism m = {
      .species = species, .reactions = &r, .species_count = 2, .reaction_count = 1};
  struct sm_chem *chem = NULL;
  ck_assert(sm_chem_create(context(), &m, 1, &chem) == SM_OK);
  double t[2] = {300, 280}, c[4] = {1, 3, 0, 0}, w[4];
  const double sun[2] = {0, 0.9}, water[2] = {4, 0}, p[2] = {1e5, 0};
  const struct sm_chem_cells cells = {
      .count = 2, .temperature = t, .concentrations = c, .pressure = p, .sun = sun, .water = water};
  ck_assert(sm_chem_rates(context(), chem, &cells, w) == SM_OK);
  const double air = 1e5 / (1.380649e-23 * 300) * 1e-6;
  const double k0 = 2 * sqrt(300.0) * exp(-500 / 300.0) * 0.25 + air * 1e-20 - 2,
               k1 = 2 * sqrt(280.0) * exp(-500 / 280.0) * 0.9;
  near(w[2] / k0, 1, 1e-12, "at night");
  near(w[3] / (3 * k1), 1, 1e-12, "by day");
  near(w[0] + w[2], 0, 1e-14, "sum");
  sm_chem_destroy(&chem);
  /* too many numbers open at once */
  struct sm_rate_term deep[2 * SM_CHEM_STACK + 3];
  for (int i = 0; i < 2 * SM_CHEM_STACK + 3; i++)
    deep[i] = (struct sm_rate_term){i <= SM_CHEM_STACK + 1 ? SM_TERM_NUMBER : SM_TERM_ADD, 1};
  r.terms = deep;
  r.term_count = 2 * SM_CHEM_STACK + 3;
  ck_assert(sm_chem_create(context(), &m, 1, &chem) == SM_ERR_DATA);
  ck_assert(chem == NULL && strstr(sm_context_message(context()), "too deep") != NULL);
}
END_TEST

START_TEST(trials_of_what_cannot_be_are_refused) {
  const struct sm_amount a = {0, 1}, b = {1, 1};
  const struct sm_species species[2] = {{.name = "A"}, {.name = "B"}};
  const struct sm_reaction r = {.equation = "A => B",
                                .reactants = {&a, 1},
                                .products = {&b, 1},
                                .rate = {.a = 1},
                                .kind = SM_RATE_ELEMENTARY};
  const struct sm_mechanism m = {
      .species = species, .reactions = &r, .species_count = 2, .reaction_count = 1};
  double t[3] = {300, 280, 310}, c[6] = {1, 3, 2, 0, 0, 0};
  const struct sm_chem_cells cells = {.count = 3, .temperature = t, .concentrations = c};
  struct sm_chem_task task = {.what = SM_CHEM_TASK_STEPS, .dt = 1, .steps = 2};
  struct sm_chem_time_result timed;
  ck_assert(sm_chem_time_task(context(), &m, "cpu", 1, &cells, &task, &timed) == SM_ERR_USAGE);
  ck_assert(strstr(sm_context_message(context()), "on a GPU") != NULL);
  task = (struct sm_chem_task){.what = SM_CHEM_TASK_ADVANCE, .dt = 1, .method = SM_CHEM_RODAS3};
  const enum sm_status status = sm_chem_time_task(context(), &m, "cpu", 1, &cells, &task, &timed);
  ck_assert_msg(status == SM_ERR_DATA, "no thermodynamics: %s", sm_context_message(context()));
  near(c[1], 3, 0, "as it was");
}
END_TEST

TEST_MAIN(exponential, logarithm, whole_powers, broadening_slopes, sun_and_ozone,
          mechanisms_of_files, formulas, trials_of_what_cannot_be_are_refused)
