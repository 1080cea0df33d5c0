/* The chemistry of a GPU, by tables and thread groups, with a dense and with a sparse matrix, and
 * that of the CPU, by rows of cells, take the same steps to the same state: with every method, mode
 * and source. Here the groups are threads. */
#include "harness.h"

#include "chem/group/device_tables.h"
#include "chem/integrate/integrate.h"
#include "device/device.h"
#include <math.h>
#include <stdio.h>

static struct sm_context *ctx;
static struct sm_mechanism *m;
static struct sm_chem *chem;
static struct sm_device *cpu;

enum { SPECIES = 9, CELLS = 24 };

struct gas {
  double temperature[CELLS], c[SPECIES][CELLS], source[SPECIES][CELLS], energy[CELLS];
};

/* Fresh, burning and burnt hydrogen and air. */
static void make(struct gas *g) {
  static const char *const names[6] = {"H2", "O2", "N2", "H2O", "OH", "H"};
  *g = (struct gas){.energy = {0}};
  for (int i = 0; i < CELLS; i++) {
    const double burnt = i / (CELLS - 1.0), radicals = i % 4 == 0 ? 0 : 1e-3 * (i % 4);
    const double moles[6] = {2 - 1.9 * burnt, 1 - 0.9 * burnt, 3.76, 2 * burnt, radicals, radicals};
    g->temperature[i] = 800 + 1600 * burnt;
    double sum = 0;
    for (int n = 0; n < 6; n++) sum += moles[n];
    const double total = 101325 / (SM_GAS_CONSTANT * g->temperature[i]);
    for (int n = 0; n < 6; n++) {
      const int32_t k = sm_mechanism_find_species(m, names[n]);
      g->c[k][i] = moles[n] / sum * total;
      g->source[k][i] = (n % 3 - 1) * 1e3 * g->c[k][i];
    }
    g->energy[i] = (i % 5 - 2) * 1e8;
  }
}

/* By thread groups; steps of all cells. */
static long by_teams(struct gas *g, double dt, const struct sm_chem_options *options,
                     int32_t dense_species, int32_t *steps) {
  struct sm_store store = {.device = cpu, .what = "cells"};
  int32_t rejected[CELLS];
  unsigned long long next = 0;
  struct sm_reacting_advance_args args = {.cells = {.count = CELLS,
                                                    .stride = CELLS,
                                                    .concentrations = g->c[0],
                                                    .temperature = g->temperature},
                                          .control = {.dt = dt},
                                          .source = options->source,
                                          .energy = options->energy,
                                          .steps = steps,
                                          .rejected = rejected,
                                          .next = &next};
  sm_reacting_options(chem, options, &args);
  ck_assert(sm_reacting_tables(ctx, m, dense_species, &store, &args.cells.tables) == SM_OK);
  ck_assert(sm_reacting_advance(ctx, cpu, &args) == SM_OK);
  sm_store_clear(&store);
  long sum = 0;
  for (int i = 0; i < CELLS; i++) sum += steps[i] + rejected[i];
  return sum;
}

static void compare_form(enum sm_chem_method method, enum sm_chem_mode mode, bool sources,
                         double dt, double allowed, int32_t dense_species) {
  static struct gas one, other;
  int32_t steps[CELLS];
  make(&one);
  make(&other);
  const struct sm_chem_options options = {.mode = mode,
                                          .method = method,
                                          .fixed_steps = 20,
                                          .source = sources ? one.source[0] : NULL,
                                          .energy = sources ? one.energy : NULL};
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = one.temperature, .concentrations = one.c[0]};
  struct sm_chem_report report;
  ck_assert(sm_chem_advance(ctx, chem, &cells, dt, &options, &report) == SM_OK);
  ck_assert_int_eq(report.failed, 0);
  const long tried = by_teams(&other, dt, &options, dense_species, steps);
  double worst = 0;
  for (int i = 0; i < CELLS; i++) {
    double total = 0;
    ck_assert_int_gt(steps[i], 0);
    for (int k = 0; k < SPECIES; k++) total += one.c[k][i];
    worst = fmax(worst, fabs(other.temperature[i] / one.temperature[i] - 1));
    for (int k = 0; k < SPECIES; k++)
      worst = fmax(worst, fabs(other.c[k][i] - one.c[k][i]) / total);
  }
  const long wanted = (long)(report.steps + report.rejected);
  printf("%s, mode %d%s%s: %ld and %ld steps, off by %.1e\n", sm_chem_method_name(method),
         (int)mode, sources ? ", sources" : "", dense_species > 0 ? "" : ", sparse", wanted, tried,
         worst);
  ck_assert(worst <= allowed);
  if (method != SM_CHEM_RKC2) ck_assert_int_eq(tried, wanted);
}

static void compare(enum sm_chem_method method, enum sm_chem_mode mode, bool sources, double dt,
                    double allowed) {
  compare_form(method, mode, sources, dt, allowed, SM_GROUP_DENSE_SPECIES);
  compare_form(method, mode, sources, dt, allowed, 0);
}

START_TEST(both_take_the_same_steps) {
  for (int mode = SM_CHEM_VOLUME; mode <= SM_CHEM_ISOTHERMAL; mode++)
    for (int sources = 0; sources < 2; sources++) {
      const enum sm_chem_mode as = (enum sm_chem_mode)mode;
      compare(SM_CHEM_RK4, as, sources == 1, 1e-7, 1e-11);
      compare(SM_CHEM_RKCK45, as, sources == 1, 1e-6, 1e-11);
      /* those of a row share their stages on the CPU */
      compare(SM_CHEM_RKC2, as, sources == 1, 1e-6, 1e-4);
      compare(SM_CHEM_RODAS3, as, sources == 1, 1e-5, 1e-11);
      compare(SM_CHEM_RODAS4, as, sources == 1, 1e-5, 1e-11);
    }
  compare(SM_CHEM_AUTO, SM_CHEM_VOLUME, true, 1e-8, 1e-11);
  compare(SM_CHEM_AUTO, SM_CHEM_VOLUME, true, 1e-5, 1e-11);
}
END_TEST

int main(void) {
  const struct sm_mechanism_files files = {.mechanism = "cases/flame/hydrogen.inp"};
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  if (sm_mechanism_read(ctx, &files, &m) != SM_OK || m->species_count != SPECIES ||
      sm_chem_create(ctx, m, 1, &chem) != SM_OK ||
      sm_device_open(ctx, "cpu", 1, 64, 0, &cpu) != SM_OK) {
    printf("%s\n", sm_context_message(ctx));
    return EXIT_FAILURE;
  }
  const TTest *const tests[] = {both_take_the_same_steps};
  const int result = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_device_close(&cpu);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return result;
}
