/* Orders below zero: exact down to a trace; what is not there does not react. */
#include "harness.h"

#include "chem/group/device_tables.h"
#include "chem/integrate/integrate.h"
#include "device/device.h"
#include <math.h>
#include <stdio.h>

enum { SPECIES = 6, CELLS = 5 };

static struct sm_context *ctx;
static struct sm_mechanism *m;
static struct sm_chem *chem;
static struct sm_device *cpu;

struct gas {
  double temperature[CELLS], c[SPECIES][CELLS];
};

/* Air at 1800 K with so much methane, kmol/m3, and CO2 or none. */
static void make(struct gas *g, const double methane[CELLS], double dioxide) {
  *g = (struct gas){.temperature = {0}};
  for (int i = 0; i < CELLS; i++) {
    g->temperature[i] = 1800;
    g->c[0][i] = methane[i];
    g->c[1][i] = 1.4e-3;
    g->c[2][i] = dioxide;
    g->c[4][i] = 5.3e-3;
    g->c[5][i] = 1e-4;
  }
}

/* Reaction orders: consumption of methane and CO, by rows of cells and by thread groups. */
static void rates(struct gas *g, double methane[CELLS], double monoxide[CELLS]) {
  double w[SPECIES][CELLS], by_teams[SPECIES][CELLS];
  struct sm_store store = {.device = cpu, .what = "cells"};
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = g->temperature, .concentrations = g->c[0]};
  struct sm_reacting_rates_args args = {.cells = {.count = CELLS,
                                                  .stride = CELLS,
                                                  .concentrations = g->c[0],
                                                  .temperature = g->temperature},
                                        .rates = by_teams[0]};
  ck_assert(sm_chem_rates(ctx, chem, &cells, w[0]) == SM_OK);
  ck_assert(sm_reacting_tables(ctx, m, SM_GROUP_DENSE_SPECIES, &store, &args.cells.tables) ==
            SM_OK);
  ck_assert(sm_reacting_rates(ctx, cpu, &args) == SM_OK);
  sm_store_clear(&store);
  for (int i = 0; i < CELLS; i++) {
    for (int k = 0; k < SPECIES; k++)
      ck_assert(fabs(w[k][i] - by_teams[k][i]) <= 1e-13 * fabs(w[k][i]));
    methane[i] = -w[0][i];
    monoxide[i] = -w[5][i];
  }
}

START_TEST(orders_down_to_a_trace) {
  static const double methane[CELLS] = {1e-4, 1e-10, 1e-15, 1e-18, 0};
  double got[CELLS], other[CELLS], free_of_it[CELLS];
  struct gas g;
  make(&g, methane, 1e-4);
  rates(&g, got, other);
  for (int i = 1; i < 3; i++) /* the law itself */
    ck_assert(fabs(got[i] / got[0] / pow(methane[i] / methane[0], -0.3) - 1) < 1e-12);
  const double most = got[0] * pow(1e-16 / 1e-4, -0.3);
  ck_assert(fabs(got[3] / most - 1e-2) < 1e-12);
  ck_assert(got[4] == 0);
  make(&g, methane, 0); /* what a reaction does not take of holds it up no more when it is gone */
  rates(&g, got, free_of_it);
  ck_assert(fabs(free_of_it[0] / other[0] / pow(1e-16 / 1e-4, -0.5) - 1) < 1e-12);
}
END_TEST

/* All methane burns, though its rate grows to the end, and that of cells without any does not. */
static void burn_out(int mode, int32_t dense_species) {
  static const double methane[CELLS] = {5e-4, 1e-5, 1e-8, 1e-14, 0};
  static struct gas g, other;
  const struct sm_chem_options options = {.mode = (enum sm_chem_mode)mode};
  struct sm_chem_report report;
  int32_t steps[CELLS], rejected[CELLS];
  unsigned long long next = 0;
  make(&g, methane, 0);
  make(&other, methane, 0);
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = g.temperature, .concentrations = g.c[0]};
  ck_assert(sm_chem_advance(ctx, chem, &cells, 1e-2, &options, &report) == SM_OK);
  ck_assert_int_eq(report.failed, 0);
  struct sm_store store = {.device = cpu, .what = "cells"};
  struct sm_reacting_advance_args args = {.cells = {.count = CELLS,
                                                    .stride = CELLS,
                                                    .concentrations = other.c[0],
                                                    .temperature = other.temperature},
                                          .control = {.dt = 1e-2},
                                          .steps = steps,
                                          .rejected = rejected,
                                          .next = &next};
  sm_reacting_options(chem, &options, &args);
  ck_assert(sm_reacting_tables(ctx, m, dense_species, &store, &args.cells.tables) == SM_OK);
  ck_assert(sm_reacting_advance(ctx, cpu, &args) == SM_OK);
  sm_store_clear(&store);
  for (int i = 0; i < CELLS; i++) {
    printf("mode %d: methane %.1e to %.1e, %.2f K in %d steps\n", mode, methane[i], g.c[0][i],
           g.temperature[i], steps[i]);
    ck_assert_int_gt(steps[i], 0);
    ck_assert(fabs(g.c[0][i]) < 1e-8 * 7e-3 && fabs(other.c[0][i]) < 1e-8 * 7e-3);
    ck_assert(fabs(other.temperature[i] / g.temperature[i] - 1) < 1e-6);
  }
  ck_assert(g.temperature[0] > 3000 && g.temperature[4] < 2200);
}

START_TEST(fuel_burns_out) {
  for (int mode = SM_CHEM_VOLUME; mode <= SM_CHEM_PRESSURE; mode++) {
    burn_out(mode, SM_GROUP_DENSE_SPECIES);
    burn_out(mode, 0);
  }
}
END_TEST

int main(void) {
  const struct sm_mechanism_files files = {.mechanism = "tests/data/chem/one_step.inp",
                                           .thermo = "tests/data/chem/allforms.therm"};
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  if (sm_mechanism_read(ctx, &files, &m) != SM_OK || m->species_count != SPECIES ||
      sm_chem_create(ctx, m, 1, &chem) != SM_OK ||
      sm_device_open(ctx, "cpu", 1, 64, 0, &cpu) != SM_OK) {
    printf("%s\n", sm_context_message(ctx));
    return EXIT_FAILURE;
  }
  const TTest *const tests[] = {orders_down_to_a_trace, fuel_burns_out};
  const int result = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_device_close(&cpu);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return result;
}
