#define _GNU_SOURCE /* mkdtemp */
/* Generated kinetics, compiled for the host by whatever compiler is here, against the reference. */
#include "scratch_folder.h"

#include "chem_reference.h"

#include "chem/generate/internal.h"
#include "simoom/chem.h"
#include <stdint.h>

#include "chem/generate/kernel_args.h"
#include <dlfcn.h>
#include <math.h>
#include <unistd.h>

typedef void rates_function(const struct sm_chem_rates_args *);
typedef void steps_function(const struct sm_chem_rk4_args *);
typedef void rkc_function(const struct sm_chem_rkc_args *);

static struct sm_context *ctx;
static struct chem_states states;

/* The compiled text, or NULL with the reason printed. */
static void *compiled(const struct sm_mechanism *m) {
  struct sm_text text = {0};
  ck_assert_int_eq(
      sm_chem_program_text(ctx, m, NULL,
                           SM_CHEM_KERNEL_RATES | SM_CHEM_KERNEL_STEPS | SM_CHEM_KERNEL_RKC, &text),
      SM_OK);
  char command[1024];
  scratch_open();
  const char *path = scratch_write("k.c", sm_text_string(&text)), *made = scratch_path("k.so");
  sm_text_free(&text);
  snprintf(command, sizeof command, "cc -std=c11 -O1 -Wall -Wextra -shared -fPIC -o %s %s -lm",
           made, path);
  void *library = NULL;
  if (system("command -v cc >/dev/null") != 0)
    printf("skipped: no compiler of C here\n");
  else {
    ck_assert_int_eq(system(command), 0);
    library = dlopen(made, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
  }
  if (getenv("SIMOOM_KEEP") == NULL) scratch_close();
  return library;
}

static void *function_of(void *library, const char *name) {
  void *function = dlsym(library, name);
  ck_assert_ptr_nonnull(function);
  return function;
}

static struct sm_chem_kernel_cells cells_of(struct chem_states *s) {
  return (struct sm_chem_kernel_cells){.count = FIXTURE_STATES,
                                       .stride = FIXTURE_STATES,
                                       .concentrations = s->concentration[0],
                                       .temperature = s->temperature,
                                       .pressure = s->pressure};
}

/* Relative 1e-10 of each species, but for 1e-13 of the largest rate. */
static void compare_rates(const struct chem_file *file) {
  const char *reference = file->tag;
  struct sm_mechanism *m = chem_file_read(ctx, file);
  if (m == NULL) return;
  static double rate[FIXTURE_MOST][FIXTURE_STATES];
  void *library = compiled(m);
  if (library == NULL) {
    sm_mechanism_destroy(&m);
    return;
  }
  rates_function *rates;
  *(void **)&rates = function_of(library, "chem_rates");
  ck_assert(fixture_states(&states, reference, m));
  const struct sm_chem_rates_args args = {cells_of(&states), rate[0]};
  rates(&args);
  double worst = 0;
  for (int i = 0; i < FIXTURE_STATES; i++) {
    double largest = 0;
    for (int k = 0; k < m->species_count; k++) largest = fmax(largest, fabs(states.rate[k][i]));
    for (int k = 0; k < m->species_count; k++) {
      const double want = states.rate[k][i], off = fabs(rate[k][i] - want);
      const double allowed = fmax(1e-10 * fabs(want), 1e-13 * largest);
      worst = fmax(worst, off / allowed);
      ck_assert_msg(off <= allowed, "%s state %d species %d: %.15e, not %.15e", reference, i, k,
                    rate[k][i], want);
    }
  }
  printf("%s: worst difference %.2g of what is allowed\n", reference, worst);
  dlclose(library);
  sm_mechanism_destroy(&m);
}

START_TEST(rates_of_the_reference) {
  for (int i = 0; i < CHEM_FILES; i++) /* one form of each: compilers take their time */
    if (i == 0 || strcmp(chem_files[i].tag, chem_files[i - 1].tag) != 0)
      compare_rates(&chem_files[i]);
}
END_TEST

/* Both integrators end at the same state, in both modes; steps of Runge and Kutta half as long
 * make a sixteenth of the error. */
START_TEST(steps_of_generated_kinetics) {
  struct sm_mechanism *m = chem_reference_read(ctx, "yetter1991");
  void *library = m != NULL ? compiled(m) : NULL;
  if (library == NULL) {
    sm_mechanism_destroy(&m);
    return;
  }
  steps_function *steps;
  rkc_function *rkc;
  *(void **)&steps = function_of(library, "chem_steps");
  *(void **)&rkc = function_of(library, "chem_rkc");
  enum { CELLS = 4 };
  static const double dt = 8e-9, long_steps = 200;
  double temperature[4][CELLS];
  for (int mode = 0; mode < 2; mode++) {
    for (int how = 0; how < 4; how++) {
      double concentration[9][CELLS] = {{0}};
      for (int i = 0; i < CELLS; i++) {
        double fraction[9] = {0}, own[9];
        fraction[0] = 0.0285;
        fraction[1] = 0.2264 - 0.001 * i;
        fraction[5] = 0.0002 + 0.001 * i;
        fraction[8] = 1 - fraction[0] - fraction[1] - fraction[5];
        temperature[how][i] = 1200 + 200 * i;
        fixture_concentrations(m, fraction, temperature[how][i], 101325, own);
        for (int k = 0; k < 9; k++) concentration[k][i] = own[k];
      }
      const struct sm_chem_kernel_cells cells = {.count = CELLS,
                                                 .stride = CELLS,
                                                 .concentrations = concentration[0],
                                                 .temperature = temperature[how]};
      const int factor = how == 0 ? 1 : how == 1 ? 2 : 8;
      if (how < 3) {
        steps(&(struct sm_chem_rk4_args){cells, dt / factor, (int32_t)long_steps * factor, mode});
      } else {
        int32_t taken[CELLS], rejected[CELLS], deferred[CELLS];
        unsigned long long counts[SM_CHEM_RKC_COUNTS] = {0};
        struct sm_chem_rkc_args args = {.cells = cells,
                                        .dt = dt * long_steps,
                                        .rtol = 1e-9,
                                        .atol = 1e-13,
                                        .limit = 1000000,
                                        .mode = mode,
                                        .steps = taken,
                                        .rejected = rejected,
                                        .defer_above = 1e-6,
                                        .deferred = deferred,
                                        .counts = counts};
        const double before = temperature[how][2];
        rkc(&args); /* all are too stiff */
        ck_assert(counts[SM_CHEM_RKC_DEFERRED] == CELLS && counts[SM_CHEM_RKC_FAILED] == 0);
        for (int i = 0; i < CELLS; i++) ck_assert(deferred[i] == i && taken[i] == -1);
        ck_assert(temperature[how][2] == before);
        args.defer_above = 1e12; /* none is, and no step is allowed */
        args.limit = 0;
        rkc(&args);
        ck_assert(counts[SM_CHEM_RKC_DEFERRED] == CELLS && counts[SM_CHEM_RKC_FAILED] == CELLS);
        ck_assert(counts[SM_CHEM_RKC_FIRST] == CELLS && temperature[how][2] == before);
        args.limit = 1000000;
        rkc(&args);
        ck_assert(counts[SM_CHEM_RKC_DEFERRED] == CELLS && counts[SM_CHEM_RKC_FAILED] == CELLS);
        for (int i = 0; i < CELLS; i++) ck_assert_int_gt(taken[i], 0);
      }
    }
    for (int i = 0; i < CELLS; i++) {
      const double one = temperature[0][i] - temperature[2][i];
      const double two = temperature[1][i] - temperature[2][i];
      printf("mode %d: %.9g K, error %.2g, %.2g with half the step; RKC2 off by %.2g\n", mode,
             temperature[2][i], one, two, temperature[3][i] - temperature[2][i]);
      ck_assert(fabs(temperature[3][i] - temperature[2][i]) < 1e-4 * temperature[2][i]);
      if (fabs(two) > 1e-8) ck_assert(one / two > 12 && one / two < 20);
    }
  }
  dlclose(library);
  sm_mechanism_destroy(&m);
}
END_TEST

/* As on the CPU: with fuel, with a trace of it, with none. */
START_TEST(orders_below_zero) {
  enum { SPECIES = 6, CELLS = 3 };
  const struct sm_mechanism_files files = {.mechanism = "tests/data/chem/one_step.inp",
                                           .thermo = "tests/data/chem/allforms.therm"};
  struct sm_mechanism *m = NULL;
  struct sm_chem *chem = NULL;
  ck_assert(sm_mechanism_read(ctx, &files, &m) == SM_OK);
  ck_assert(sm_chem_create(ctx, m, 1, &chem) == SM_OK);
  void *library = compiled(m);
  if (library != NULL) {
    rates_function *rates;
    *(void **)&rates = function_of(library, "chem_rates");
    double w[SPECIES][CELLS], want[SPECIES][CELLS], temperature[CELLS] = {1200, 1500, 1800};
    double c[SPECIES][CELLS] = {{1e-4, 1e-18, 0},   {1e-3, 1e-3, 1e-3}, {1e-5, 1e-18, 0}, {0},
                                {5e-3, 5e-3, 5e-3}, {1e-4, 1e-4, 1e-4}};
    const struct sm_chem_kernel_cells cells = {
        .count = CELLS, .stride = CELLS, .concentrations = c[0], .temperature = temperature};
    const struct sm_chem_cells same = {
        .count = CELLS, .temperature = temperature, .concentrations = c[0]};
    rates(&(struct sm_chem_rates_args){cells, w[0]});
    ck_assert(sm_chem_rates(ctx, chem, &same, want[0]) == SM_OK);
    for (int k = 0; k < SPECIES; k++)
      for (int i = 0; i < CELLS; i++)
        ck_assert_msg(fabs(w[k][i] - want[k][i]) <= 1e-12 * fabs(want[k][i]),
                      "species %d, cell %d: %g, not %g", k, i, w[k][i], want[k][i]);
    dlclose(library);
  }
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
}
END_TEST

CONTEXT_TEST_MAIN(rates_of_the_reference, orders_below_zero, steps_of_generated_kinetics)
