/* A single cell, in rows of one, gets the same numbers as among many: rates of all forms, every
 * method, ignitions; ignitions end when rounding outgrows the tolerance. */
#include "harness.h"

#include "simoom/chem.h"
#include <stdio.h>
#include <string.h>

enum { CELLS = 12, MOST = 32, REACTIONS = 64 };

static struct sm_context *ctx;
static struct sm_mechanism *m;
static struct sm_chem *chem;

struct gas {
  double t[CELLS], c[MOST * CELLS];
};

/* All species, 1000 to 2100 K at 1 atm, of other shares in every cell. */
static void make(struct gas *g) {
  for (int i = 0; i < CELLS; i++) {
    g->t[i] = 1000 + 100 * i;
    for (int32_t k = 0; k < m->species_count; k++)
      g->c[k * CELLS + i] = 101325 / (SM_GAS_CONSTANT * g->t[i]) * (1 + (7 * k + 3 * i) % 11) / 90;
  }
}

static void pick(const struct gas *g, int i, double *t, double *c) {
  *t = g->t[i];
  for (int32_t k = 0; k < m->species_count; k++) c[k] = g->c[k * CELLS + i];
}

START_TEST(rates) {
  static struct gas g;
  static double w[MOST * CELLS], kf[REACTIONS * CELLS], own_w[MOST], own_kf[REACTIONS];
  double t, c[MOST];
  make(&g);
  const struct sm_chem_cells all = {.count = CELLS, .temperature = g.t, .concentrations = g.c},
                             one = {.count = 1, .temperature = &t, .concentrations = c};
  ck_assert(sm_chem_rates(ctx, chem, &all, w) == SM_OK);
  ck_assert(sm_chem_progress(ctx, chem, &all, &(struct sm_chem_progress_rates){.kf = kf}) == SM_OK);
  for (int i = 0; i < CELLS; i++) {
    pick(&g, i, &t, c);
    ck_assert(sm_chem_rates(ctx, chem, &one, own_w) == SM_OK);
    ck_assert(sm_chem_progress(ctx, chem, &one, &(struct sm_chem_progress_rates){.kf = own_kf}) ==
              SM_OK);
    for (int32_t k = 0; k < m->species_count; k++) ck_assert(own_w[k] == w[k * CELLS + i]);
    for (int32_t r = 0; r < m->reaction_count; r++) ck_assert(own_kf[r] == kf[r * CELLS + i]);
  }
}
END_TEST

START_TEST(methods) {
  static struct gas g;
  double t, c[MOST];
  for (int method = SM_CHEM_AUTO; method < SM_CHEM_CVODE; method++) {
    if (method == SM_CHEM_RKC2) continue; /* whose stages those of a row share */
    const struct sm_chem_options options = {.method = (enum sm_chem_method)method};
    struct sm_chem_report report;
    const double dt = method == SM_CHEM_RK4 || method == SM_CHEM_RKCK45 ? 1e-13 : 1e-8; /* stiff */
    struct gas begin;
    make(&begin);
    g = begin;
    const struct sm_chem_cells all = {.count = CELLS, .temperature = g.t, .concentrations = g.c},
                               one = {.count = 1, .temperature = &t, .concentrations = c};
    ck_assert(sm_chem_advance(ctx, chem, &all, dt, &options, &report) == SM_OK);
    const int64_t steps = report.steps;
    int64_t own = 0;
    for (int i = 0; i < CELLS; i++) {
      pick(&begin, i, &t, c);
      ck_assert(sm_chem_advance(ctx, chem, &one, dt, &options, &report) == SM_OK);
      own += report.steps;
      ck_assert(t == g.t[i]);
      for (int32_t k = 0; k < m->species_count; k++) ck_assert(c[k] == g.c[k * CELLS + i]);
    }
    printf("method %d: %d steps\n", method, (int)steps);
    ck_assert_int_eq(own, steps);
  }
}
END_TEST

START_TEST(ignitions) {
  double t[CELLS], p[CELLS], x[MOST * CELLS] = {0}, own[MOST] = {0};
  struct sm_chem_ignition_result all[CELLS], one;
  const struct sm_chem_ignition setup = {.end = 1e-8, .rtol = 1e-4, .species = 0};
  for (int i = 0; i < CELLS; i++) {
    t[i] = 1500 + 20 * i;
    p[i] = 101325;
    for (int32_t k = 0; k < m->species_count; k++) x[k * CELLS + i] = own[k] = 1 + k % 3;
  }
  ck_assert(sm_chem_ignite(ctx, chem, &setup, CELLS, t, p, x, all) == SM_OK);
  for (int i = 0; i < CELLS; i++) {
    ck_assert(sm_chem_ignite(ctx, chem, &setup, 1, &t[i], &p[i], own, &one) == SM_OK);
    ck_assert(one.by_slope == all[i].by_slope && one.temperature == all[i].temperature &&
              one.steps == all[i].steps && one.steps > 10);
  }
}
END_TEST

/* 4 steps are rounded by up to 1e-15: one more says nothing at this tolerance. */
START_TEST(rounded) {
  const double t = 1500, p = 101325;
  double x[MOST];
  struct sm_chem_ignition_result out;
  const struct sm_chem_ignition setup = {.end = 1e9, .rtol = 1e-15, .species = 0};
  for (int32_t k = 0; k < m->species_count; k++) x[k] = 1 + k % 3;
  ck_assert_int_eq(sm_chem_ignite(ctx, chem, &setup, 1, &t, &p, x, &out), SM_ERR_DIVERGED);
  ck_assert(strstr(sm_context_message(ctx), " of 1e+09 after 5 steps, whose rounding in doubles"));
}
END_TEST

int main(void) {
  const struct sm_mechanism_files files = {.mechanism = "tests/data/chem/allforms.inp",
                                           .thermo = "tests/data/chem/allforms.therm"};
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  if (sm_mechanism_read(ctx, &files, &m) != SM_OK || m->species_count > MOST ||
      m->reaction_count > REACTIONS || sm_chem_create(ctx, m, 1, &chem) != SM_OK) {
    printf("%s\n", sm_context_message(ctx));
    return EXIT_FAILURE;
  }
  const TTest *const tests[] = {rates, methods, ignitions, rounded};
  const int result = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return result;
}
