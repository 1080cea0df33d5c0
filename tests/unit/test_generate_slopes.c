#define _GNU_SOURCE /* mkdtemp */
/* Steps of Rosenbrock by generated slopes, matrices and solutions, compiled for the host by
 * whatever compiler is here: the steps of sm_chem_advance, to the same state. */
#include "scratch_folder.h"

#include "chem_reference.h"

#include "cell/chemistry/tableau.h"
#include "chem/generate/generate.h"
#include "chem/generate/internal.h"
#include "simoom/chem.h"
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <unistd.h>

#include "chem/generate/kernel_args.h"

static struct sm_context *ctx;

enum { MOST = 60, CELLS = 21, SLOTS = 32, NUMBERS = 4000 };

/* The parts of a step, each of a library of its own. */
enum part { BEGIN, POTENTIALS, CONSTANTS, AGAIN, MATRIX, FACTOR, STAGE, PARTS };
static const struct {
  unsigned kernel;
  const char *name;
} parts[PARTS] = {
    {SM_CHEM_KERNEL_BEGIN, "chem_begin"},         {SM_CHEM_KERNEL_POTENTIALS, "chem_potentials"},
    {SM_CHEM_KERNEL_CONSTANTS, "chem_constants"}, {SM_CHEM_KERNEL_AGAIN, "chem_again"},
    {SM_CHEM_KERNEL_MATRIX, "chem_matrix"},       {SM_CHEM_KERNEL_FACTOR, "chem_factor"},
    {SM_CHEM_KERNEL_STAGE, "chem_stage"}};

struct step {
  const struct sm_mechanism *m;
  void *library[PARTS];
  void (*part[PARTS])(const struct sm_chem_rodas_args *);
};

/* false: there is no compiler. */
static bool compile(const struct sm_mechanism *m, struct step *out) {
  *out = (struct step){.m = m};
  if (system("command -v cc >/dev/null") != 0) {
    printf("skipped: no compiler of C here\n");
    return false;
  }
  scratch_open();
  for (int i = 0; i < PARTS; i++) {
    struct sm_text text = {0};
    char command[1024], file[64];
    ck_assert(sm_chem_program_text(ctx, m, NULL, parts[i].kernel, &text) == SM_OK);
    snprintf(file, sizeof file, "%s.c", parts[i].name);
    const char *path = scratch_write(file, sm_text_string(&text));
    sm_text_free(&text);
    snprintf(file, sizeof file, "%s.so", parts[i].name);
    const char *made = scratch_path(file);
    snprintf(command, sizeof command, "cc -std=c11 -O1 -Wall -Wextra -shared -fPIC -o %s %s -lm",
             made, path);
    ck_assert_int_eq(system(command), 0);
    out->library[i] = dlopen(made, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(out->library[i] != NULL, "%s", dlerror());
    void *function = dlsym(out->library[i], parts[i].name);
    ck_assert_ptr_nonnull(function);
    *(void **)&out->part[i] = function;
  }
  if (getenv("SIMOOM_KEEP") == NULL) scratch_close();
  return true;
}

static void forget(struct step *step) {
  for (int i = 0; i < PARTS; i++)
    if (step->library[i] != NULL) dlclose(step->library[i]);
}

struct gas {
  double temperature[CELLS], c[MOST][CELLS];
  int32_t steps[CELLS], rejected[CELLS];
};

/* As much of each species, more or less, or hydrogen and air, fresh, burning and burnt. */
static void make(const struct sm_mechanism *m, bool any, struct gas *g) {
  static const char *const names[6] = {"H2", "O2", "N2", "H2O", "OH", "H"};
  *g = (struct gas){.temperature = {0}};
  for (int i = 0; i < CELLS; i++) {
    const double burnt = i / (CELLS - 1.0), radicals = i % 4 == 0 ? 0 : 1e-3 * (i % 4);
    const double moles[6] = {2 - 1.9 * burnt, 1 - 0.9 * burnt, 3.76, 2 * burnt, radicals, radicals};
    g->temperature[i] = 800 + 1600 * burnt;
    double sum = 0, own[MOST] = {0};
    for (int n = 0; n < 6; n++) own[sm_mechanism_find_species(m, names[n])] = moles[n];
    for (int k = 0; any && k < m->species_count; k++) own[k] = 1 + (k * 7 + i * 3) % 5;
    for (int k = 0; k < m->species_count; k++) sum += own[k];
    for (int k = 0; k < m->species_count; k++)
      g->c[k][i] = own[k] / sum * 101325 / (SM_GAS_CONSTANT * g->temperature[i]);
  }
}

static void take_rates(const struct step *step, enum part part, struct sm_chem_rodas_args *a) {
  step->part[POTENTIALS](a);
  step->part[part](a);
}

/* One step of all cells that are in a slot. */
static void take_step(const struct step *step, const struct sm_chem_tableau *x,
                      struct sm_chem_rodas_args *a) {
  const int last = x->stages - 1;
  step->part[BEGIN](a);
  take_rates(step, CONSTANTS, a);
  step->part[MATRIX](a);
  step->part[FACTOR](a);
  for (int i = 0; i <= last; i++) {
    a->stage = i;
    memcpy(a->a, x->a[i < last ? i + 1 : i], sizeof a->a);
    memcpy(a->c, x->c[i], sizeof a->c);
    a->goes_on = memcmp(a->a, x->a[i], (size_t)i * sizeof *a->a) == 0;
    if (i > 0 && i != a->stale) take_rates(step, AGAIN, a);
    step->part[STAGE](a);
  }
}

/* In fewer slots than there are cells; the counts. */
static void advance(const struct step *step, const struct sm_chem_tableau *x, double dt,
                    struct sm_chem_rodas_args *a, struct gas *g, enum sm_chem_mode mode,
                    unsigned long long counts[SM_CHEM_RODAS_COUNTS]) {
  enum { ROOM = 8 };
  static double concentrations[MOST * SLOTS], temperature[SLOTS], rates[MOST * SLOTS],
      potentials[MOST * SLOTS];
  static double state[2][(MOST + 2) * SLOTS], k[6 * (MOST + 2) * SLOTS], constants[NUMBERS * SLOTS],
      values[NUMBERS * SLOTS];
  static struct sm_chem_slot slot[2][SLOTS];
  *a = (struct sm_chem_rodas_args){
      .slots = {.stride = SLOTS, .concentrations = concentrations, .temperature = temperature},
      .cells = {.count = CELLS,
                .stride = CELLS,
                .concentrations = g->c[0],
                .temperature = g->temperature},
      .dt = dt,
      .rtol = 1e-4,
      .atol = 1e-9,
      .limit = a->limit,
      .mode = (int32_t)mode,
      .steps = g->steps,
      .rejected = g->rejected,
      .counts = counts,
      .rates = rates,
      .potentials = potentials,
      .constants = constants,
      .values = values,
      .k = k,
      .stages = x->stages,
      .order_of_error = x->order,
      .stale = x->stale > 0 ? x->stale : -1,
      .gamma = x->gamma};
  for (int turn = 0; a->kept > 0 || a->taken < CELLS; turn++) {
    const int64_t left = CELLS - a->taken, free = ROOM - a->kept, fresh = left < free ? left : free;
    a->slots.count = a->kept + fresh;
    a->slot = slot[turn % 2];
    a->slot_after = slot[1 - turn % 2];
    a->y = state[turn % 2];
    a->y_after = state[1 - turn % 2];
    counts[SM_CHEM_RODAS_KEPT] = 0;
    take_step(step, x, a);
    a->kept = (int64_t)counts[SM_CHEM_RODAS_KEPT];
    a->taken += fresh;
  }
}

static void compare(const struct step *step, const struct sm_chem *chem, enum sm_chem_method method,
                    enum sm_chem_mode mode, bool any, double dt) {
  static struct gas one, other;
  struct sm_chem_report report;
  struct sm_chem_rodas_args args = {.limit = 100000};
  unsigned long long counts[SM_CHEM_RODAS_COUNTS] = {0};
  const struct sm_mechanism *m = step->m;
  make(m, any, &one);
  make(m, any, &other);
  const struct sm_chem_options options = {.mode = mode, .method = method};
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = one.temperature, .concentrations = one.c[0]};
  ck_assert(sm_chem_advance(ctx, chem, &cells, dt, &options, &report) == SM_OK);
  advance(step, method == SM_CHEM_RODAS4 ? &sm_chem_rodas4 : &sm_chem_rodas3, dt, &args, &other,
          mode, counts);
  ck_assert(report.failed == 0 && counts[SM_CHEM_RODAS_FAILED] == 0);
  double worst = 0;
  long tried = 0;
  for (int i = 0; i < CELLS; i++) {
    double total = 0;
    ck_assert_int_gt(other.steps[i], 0);
    tried += other.steps[i] + other.rejected[i];
    for (int k = 0; k < m->species_count; k++) total += one.c[k][i];
    worst = fmax(worst, fabs(other.temperature[i] / one.temperature[i] - 1));
    for (int k = 0; k < m->species_count; k++)
      worst = fmax(worst, fabs(other.c[k][i] - one.c[k][i]) / total);
  }
  const long wanted = (long)(report.steps + report.rejected);
  printf("%s, %s, mode %d: %ld and %ld steps, off by %.1e\n", m->name, sm_chem_method_name(method),
         (int)mode, wanted, tried, worst);
  ck_assert(worst <= 1e-11);
  ck_assert_int_eq(tried, wanted);
}

static void compare_all(struct sm_mechanism *m, bool any, double dt) {
  struct sm_chem *chem = NULL;
  struct step step;
  ck_assert(sm_generate_has_derivatives(m) && m->species_count <= MOST);
  ck_assert(sm_chem_create(ctx, m, 1, &chem) == SM_OK);
  if (compile(m, &step))
    for (int mode = SM_CHEM_VOLUME; mode <= SM_CHEM_ISOTHERMAL; mode++) {
      compare(&step, chem, SM_CHEM_RODAS3, (enum sm_chem_mode)mode, any, dt);
      compare(&step, chem, SM_CHEM_RODAS4, (enum sm_chem_mode)mode, any, dt);
    }
  forget(&step);
  sm_chem_destroy(&chem);
}

static struct sm_mechanism *read_gas(const char *mechanism, const char *thermo) {
  const struct sm_mechanism_files files = {.mechanism = mechanism, .thermo = thermo};
  struct sm_mechanism *m = NULL;
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  return m;
}

START_TEST(steps_of_hydrogen) {
  struct sm_mechanism *m = read_gas("cases/flame/hydrogen.inp", NULL);
  compare_all(m, false, 1e-5);
  sm_mechanism_destroy(&m);
}
END_TEST

START_TEST(steps_of_every_form) {
  struct sm_mechanism *m = read_gas("tests/data/chem/slopes.inp", "tests/data/chem/allforms.therm");
  compare_all(m, true, 1e-8);
  sm_mechanism_destroy(&m);
}
END_TEST

START_TEST(steps_of_methane) {
  struct sm_mechanism *m = chem_reference_read(ctx, "gri30");
  if (m == NULL) return;
  compare_all(m, true, 1e-8);
  sm_mechanism_destroy(&m);
}
END_TEST

/* One step is allowed, which only what is cold gets along with: the others stay as they are. */
START_TEST(cells_that_fail) {
  struct sm_mechanism *m = read_gas("cases/flame/hydrogen.inp", NULL);
  static struct gas before, gas;
  struct step step;
  struct sm_chem_rodas_args args = {.limit = 1};
  unsigned long long counts[SM_CHEM_RODAS_COUNTS] = {0};
  make(m, false, &before);
  make(m, false, &gas);
  if (compile(m, &step)) {
    advance(&step, &sm_chem_rodas4, 1e-3, &args, &gas, SM_CHEM_PRESSURE, counts);
    ck_assert_int_eq((int)counts[SM_CHEM_RODAS_FAILED], CELLS - 1);
    ck_assert_int_eq((int)counts[SM_CHEM_RODAS_FIRST], CELLS - 1);
    for (int i = 0; i < CELLS; i++) {
      const bool cold = i == 0;
      ck_assert_int_eq(gas.steps[i], cold ? 1 : -1);
      ck_assert((gas.temperature[i] == before.temperature[i]) == !cold);
      for (int k = 0; k < m->species_count && !cold; k++) ck_assert(gas.c[k][i] == before.c[k][i]);
    }
  }
  forget(&step);
  sm_mechanism_destroy(&m);
}
END_TEST

/* Mechanisms with other rate forms or orders are integrated by tables. */
START_TEST(what_is_not_generated) {
  struct sm_mechanism *m =
      read_gas("tests/data/chem/allforms.inp", "tests/data/chem/allforms.therm");
  ck_assert(!sm_generate_has_derivatives(m));
  sm_mechanism_destroy(&m);
}
END_TEST

CONTEXT_TEST_MAIN(steps_of_hydrogen, steps_of_every_form, steps_of_methane, cells_that_fail,
                  what_is_not_generated)
