/* Steps that a stranger would take: ignitions are not missed at the tolerances that come by
 * themselves, however long the time is, and no amount falls below nothing by more than those. */
#include "harness.h"

#include "base/context.h"
#include "chem/batch/batch.h"
#include "chem/kinetics/kinetics.h"
#include "simoom/chem.h"
#include <math.h>
#include <stdio.h>

static struct sm_context *ctx;
static struct sm_mechanism *m;
static struct sm_chem *chem;

enum { SPECIES = 9 };

/* Stoichiometric hydrogen and air without any radical, side by side. */
enum { CELLS = 4, WAYS = 6 };
struct gas {
  double temperature[CELLS], c[SPECIES][CELLS], total[CELLS];
};

static struct gas fresh(const double temperature[CELLS]) {
  static const char *const names[3] = {"H2", "O2", "N2"};
  static const double moles[3] = {2, 1, 3.76};
  struct gas g = {.c = {{0}}};
  for (int l = 0; l < CELLS; l++) {
    g.temperature[l] = temperature[l];
    g.total[l] = 101325 / (SM_GAS_CONSTANT * temperature[l]);
    for (int i = 0; i < 3; i++)
      g.c[sm_mechanism_find_species(m, names[i])][l] = moles[i] / 6.76 * g.total[l];
  }
  return g;
}

static long advance(struct gas *g, double dt, const struct sm_chem_options *options) {
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = g->temperature, .concentrations = g->c[0]};
  struct sm_chem_report report;
  ck_assert_msg(sm_chem_advance(ctx, chem, &cells, dt, options, &report) == SM_OK, "%s",
                sm_context_message(ctx));
  ck_assert_int_eq(report.failed, 0);
  return (long)(report.steps + report.rejected);
}

static double least_of(const struct gas *g) {
  double least = 0;
  for (int k = 0; k < SPECIES; k++)
    for (int l = 0; l < CELLS; l++) least = fmin(least, g->c[k][l] / g->total[l]);
  return least;
}

/* One percent, where the temperature rises by 1e8 K/s, is a time of 1e-7 s. */
START_TEST(no_ignition_is_missed) {
  static const double temperature[CELLS] = {1000, 1100, 1200, 1400};
  /* by themselves, and with a share that would hide the radicals of all but the last moments */
  static const struct sm_chem_options options[WAYS] = {
      {.method = SM_CHEM_AUTO},
      {.method = SM_CHEM_RODAS3},
      {.method = SM_CHEM_RODAS4},
      {.method = SM_CHEM_RKC2},
      {.method = SM_CHEM_RODAS3, .atol = 1e-6},
      {.method = SM_CHEM_RODAS4, .atol = 1e-6},
  };
  double worst[WAYS] = {0};
  long steps[WAYS] = {0};
  for (double dt = 1e-6; dt < 2e-2; dt *= 10) {
    const struct sm_chem_options tight = {.method = SM_CHEM_RODAS4, .rtol = 1e-6, .atol = 1e-14};
    struct gas want = fresh(temperature);
    advance(&want, dt, &tight);
    for (int n = 0; n < WAYS; n++) {
      struct gas got = fresh(temperature);
      steps[n] += advance(&got, dt, &options[n]);
      ck_assert(least_of(&got) >= -(options[n].atol > 0 ? options[n].atol : 1e-9));
      for (int l = 0; l < CELLS; l++) {
        const double off = fabs(got.temperature[l] / want.temperature[l] - 1);
        worst[n] = fmax(worst[n], off);
        ck_assert_msg(off < 1e-2, "%s, %g K, %g s: %.2f K, not %.2f",
                      sm_chem_method_name(options[n].method), temperature[l], dt,
                      got.temperature[l], want.temperature[l]);
      }
    }
  }
  for (int n = 0; n < WAYS; n++)
    printf("ignitions by %s: off by at most %.1e, %ld steps tried\n",
           sm_chem_method_name(options[n].method), worst[n], steps[n]);
}
END_TEST

/* A sink may make a concentration negative: the cell does not fail. */
START_TEST(sources_may_take_more_than_there_is) {
  static const double temperature[CELLS] = {300, 300, 300, 300};
  double source[SPECIES][CELLS] = {{0}};
  const int32_t o = sm_mechanism_find_species(m, "O2");
  for (int method = SM_CHEM_RKCK45; method <= SM_CHEM_RODAS4; method++) {
    const struct sm_chem_options options = {.method = (enum sm_chem_method)method,
                                            .source = source[0]};
    struct gas g = fresh(temperature);
    const double before = g.c[o][0], dt = 1e-4;
    for (int l = 0; l < CELLS; l++) source[o][l] = -1.5 * before / dt;
    advance(&g, dt, &options);
    ck_assert_msg(fabs(g.c[o][1] / before + 0.5) < 1e-6, "method %d: %g", method,
                  g.c[o][1] / before);
  }
}
END_TEST

/* --- a decay among much that stays as it is: the error of all hides that of one --- */

enum { L = SM_BATCH_CELLS, UNKNOWNS = 16 };

static double speed;

static void decay(void *self, const double *y, double *dy) {
  (void)self;
  for (int i = 0; i < UNKNOWNS * L; i++) dy[i] = i < L ? -speed * y[i] : 0;
}

static void decay_slopes(void *self, const double *y, double *dy, double *values) {
  const struct sm_sparse_lu *s = self;
  decay(self, y, dy);
  for (int i = 0; i < s->value_count * L; i++) values[i] = 0;
  for (int l = 0; l < L; l++) values[s->diagonal[0] * L + l] = -speed;
}

/* The least amount, over what is allowed, after one step of RODAS3 of each length. */
static double least_after(const struct sm_batch_problem *p) {
  static double y[UNKNOWNS * L], memory[(12 * UNKNOWNS + UNKNOWNS * UNKNOWNS) * L];
  double atol[UNKNOWNS], least = 0;
  for (int i = 0; i < UNKNOWNS; i++) atol[i] = 1e-9;
  for (double much = 1e-9; much < 1e-6; much *= 1.3)
    for (speed = 1; speed < 1e4; speed *= 1.5) {
      struct sm_batch_run r = {.problem = p,
                               .y = y,
                               .atol = atol,
                               .rtol = 1e-4,
                               .most_steps = 1000,
                               .until = 1,
                               .memory = memory};
      for (int l = 0; l < L; l++) {
        r.end[l] = r.h[l] = r.scale[l] = 1;
        r.state[l] = SM_BATCH_ACTIVE;
        for (int i = 0; i < UNKNOWNS; i++) y[i * L + l] = i == 0 ? much : 1;
      }
      sm_batch_select(L)->rosenbrock(&r, SM_CHEM_RODAS3);
      least = fmin(least, y[0] / 1e-9);
    }
  return least;
}

START_TEST(steps_below_nothing_are_refused) {
  bool pattern[UNKNOWNS * UNKNOWNS] = {false};
  const int32_t nonnegative[UNKNOWNS] = {1};
  struct sm_sparse_lu *s = NULL;
  ck_assert(sm_sparse_lu_create(ctx, UNKNOWNS, pattern, &s) == SM_OK);
  struct sm_batch_problem p = {.n = UNKNOWNS,
                               .sparse = s,
                               .self = s,
                               .rates = decay,
                               .jacobian = decay_slopes,
                               .positive = -1,
                               .nonnegative = nonnegative};
  const double without = least_after(&p);
  p.amounts = UNKNOWNS;
  const double with = least_after(&p);
  printf("least amount %.2f of what is allowed, unguarded %.2f\n", with, without);
  ck_assert(with >= -1 && without < -1);
  sm_sparse_lu_destroy(&s);
}
END_TEST

/* Of the artificial mechanism, CO and O2 have orders of their own, below 1. */
START_TEST(what_orders_use_up_is_not_guarded) {
  const struct sm_mechanism_files files = {.mechanism = "tests/data/chem/allforms.inp",
                                           .thermo = "tests/data/chem/allforms.therm"};
  struct sm_mechanism *odd = NULL;
  int32_t nonnegative[64], count = 0;
  ck_assert_msg(sm_mechanism_read(ctx, &files, &odd) == SM_OK, "%s", sm_context_message(ctx));
  sm_mechanism_nonnegative(odd, nonnegative);
  for (int32_t k = 0; k < odd->species_count; k++) count += nonnegative[k];
  ck_assert_int_eq(count, odd->species_count - 2);
  ck_assert(!nonnegative[sm_mechanism_find_species(odd, "CO")] &&
            !nonnegative[sm_mechanism_find_species(odd, "O2")]);
  sm_mechanism_nonnegative(m, nonnegative);
  for (int32_t k = 0; k < SPECIES; k++) ck_assert_int_eq(nonnegative[k], 1);
  sm_mechanism_destroy(&odd);
}
END_TEST

int main(void) {
  const struct sm_mechanism_files files = {.mechanism = "cases/flame/hydrogen.inp"};
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  if (sm_mechanism_read(ctx, &files, &m) != SM_OK || m->species_count != SPECIES ||
      sm_chem_create(ctx, m, 1, &chem) != SM_OK) {
    printf("%s\n", sm_context_message(ctx));
    return EXIT_FAILURE;
  }
  const TTest *const tests[] = {no_ignition_is_missed, sources_may_take_more_than_there_is,
                                steps_below_nothing_are_refused, what_orders_use_up_is_not_guarded};
  const int result = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return result;
}
