/* KPP: IF in inlined code, in groups of threads and generated kinetics; modules of rates, sums of
 * concentrations. */
#define _POSIX_C_SOURCE 200809L
#include "chem/generate/internal.h"
#include "chem/generate/kernel_args.h"
#include "chem/group/tables.h"
#include "kpp_code.h"

/* --- IF --- */

static double my_rate(double t) { return t > 300 ? 2 : 1; }
static double steps(double t) {
  double k = 1;
  if (t < 250 || (t >= 320 && !(t > 330))) k = 3;
  if (t == 290) k = 7;
  if (t != 290 && k > 2.5) k = k + 1;
  return k;
}
static double deep(double t) {
  double a = 1, f = 1;
  if (t < 270) {
    f = t < 260 ? 5 : t < 265 ? 6 : 1;
    a = 2;
  } else {
    f = t <= 300 ? 7 : 8;
  }
  return a * f;
}

static const double temperatures[] = {200, 249.9, 250,   262, 265, 270, 273, 290,
                                      299, 300,   300.1, 310, 320, 330, 331, 400};

START_TEST(conditions) {
  read_text(SPECIES IF_EQUATIONS IFS IF_CONSTANTS);
  for (size_t i = 0; i < sizeof temperatures / sizeof *temperatures; i++) {
    const double t = temperatures[i];
    near(constant(0, t), 1.8e-2 * my_rate(t), "MYRATE");
    near(constant(1, t), steps(t), "steps");
    near(constant(2, t), deep(t), "deep");
    near(constant(3, t), t <= 273 ? 1 : 1 / t, "EARLY");
  }
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
}
END_TEST

/* NO2 from NO alone: what steps() and the rest make of NO = 1 at a temperature. */
static void wanted(double t, double want[3]) {
  const double a = 1.8e-2 * my_rate(t), b = steps(t), c = deep(t), d = t <= 273 ? 1 : 1 / t;
  want[0] = c - a - d;
  want[1] = a - b;
  want[2] = b + d - c;
}

START_TEST(conditions_in_thread_groups) {
  struct sm_arena *arena;
  struct sm_group_host_tables host;
  double *room;
  static const struct sm_thread_group alone = {0, 1, 1};
  read_text(SPECIES IF_EQUATIONS IFS IF_CONSTANTS);
  ck_assert_int_eq(sm_arena_create(ctx, &arena), SM_OK);
  ck_assert_int_eq(sm_group_tables_create(ctx, arena, m, SM_GROUP_DENSE_SPECIES, &host), SM_OK);
  ck_assert_int_eq(
      sm_alloc(ctx, sm_group_memory_doubles(&host.tables), sizeof *room, "room", &room), SM_OK);
  const struct sm_group_memory s = sm_group_memory_at(&host.tables, room);
  const struct sm_group_ambient air = {1e5, 0, 0, 0};
  for (size_t i = 0; i < sizeof temperatures / sizeof *temperatures; i++) {
    double rate[8], want[3];
    for (int k = 0; k < 4; k++) s.a[k] = 1;
    sm_group_rates(&host.tables, &alone, temperatures[i], &air, &s, rate);
    wanted(temperatures[i], want);
    for (int k = 0; k < 3; k++) ck_assert(fabs(rate[k] - want[k]) <= 1e-12 * (1 + fabs(want[k])));
  }
  sm_free(room);
  sm_arena_destroy(&arena);
  chem_end();
}
END_TEST

START_TEST(conditions_of_generated_kinetics) {
  struct sm_text text = {0};
  read_text(SPECIES IF_EQUATIONS IFS IF_CONSTANTS);
  ck_assert_int_eq(sm_chem_program_text(ctx, m, NULL, SM_CHEM_KERNEL_RATES, &text), SM_OK);
  chem_write("k.c", sm_text_string(&text));
  sm_text_free(&text);
  if (system("command -v cc >/dev/null") != 0) {
    printf("skipped: no compiler of C here\n");
    chem_end();
    return;
  }
  ck_assert_int_eq(system("cc -std=c11 -O1 -shared -fPIC -o ./k.so k.c -lm"), 0);
  void *library = dlopen("./k.so", RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(library != NULL, "%s", dlerror());
  void (*rates)(const struct sm_chem_rates_args *);
  *(void **)&rates = dlsym(library, "chem_rates");
  ck_assert(rates != NULL);
  enum { COUNT = sizeof temperatures / sizeof *temperatures };
  double t[COUNT], p[COUNT], c[4 * COUNT], rate[4 * COUNT];
  for (int i = 0; i < COUNT; i++) {
    t[i] = temperatures[i];
    p[i] = 1e5;
  }
  for (int i = 0; i < 4 * COUNT; i++) c[i] = 1;
  rates(&(struct sm_chem_rates_args){
      {.count = COUNT, .stride = COUNT, .concentrations = c, .temperature = t, .pressure = p},
      rate});
  for (int i = 0; i < COUNT; i++) {
    double want[3];
    wanted(t[i], want);
    for (int k = 0; k < 3; k++)
      ck_assert_msg(fabs(rate[k * COUNT + i] - want[k]) <= 1e-12 * (1 + fabs(want[k])), "%g K",
                    t[i]);
  }
  dlclose(library);
  chem_end();
}
END_TEST

/* --- modules and sums of concentrations --- */

/* Fortran module in a separate file with its subroutine, and rates proportional to a sum of
 * concentrations, as in the MCM: NO2 = O2 with k (NO + 2 O3) is NO2 + NO = O2 + NO with k, and
 * NO2 + O3 = O2 + O3 with 2 k. */
START_TEST(modules_and_sums_of_amounts) {
  const double t = 290, air = 1e5 / (1.380649e-23 * t) * 1e-6;
  chem_write("my_rates.f90",
             "! rates of our own\nMODULE my_rates\n  USE absent_Precision, ONLY: dp\n"
             "  REAL(dp), PARAMETER :: SLOW = 0.5_dp\n  REAL(dp) :: KRO2, K3, RO2\nCONTAINS\n"
             "  SUBROUTINE set_rates(time, temp, big, RO2)\n    REAL(dp) :: time, temp, big, RO2\n"
             "    KRO2 = SLOW*2.7E-12*EXP(360./temp)\n    K3 = f(big)\n  END SUBROUTINE set_rates\n"
             "  REAL(dp) FUNCTION f(x)\n    REAL(dp) :: x\n    f = x*1E-30\n  END FUNCTION f\n"
             "END MODULE my_rates\n");
  chem_write("m.eqn",
             SPECIES "#INLINE F90_RCONST\n USE my_rates\n RO2 = 0\n RO2 = RO2 + C(ind_NO) + &\n"
                     "   2*C(ind_O3)\n CALL set_rates(TIME, TEMP, 3.*M, RO2)\n#ENDINLINE\n"
                     "#EQUATIONS\n<R1> NO2 = O2 : KRO2*RO2*0.7;\n<R2> NO = NO2 : K3;\n"
                     "<R3> NO + O3 = NO2 : RO2/TEMP;\n<R4> NO = NO2 : 1E-30*O2;\n");
  chem_begin();
  chem_read("m.eqn", NULL, NULL);
  ck_assert_int_eq(m->reaction_count, 6);
  const double k = 0.7 * 0.5 * 2.7e-12 * exp(360 / t) * MOLECULES;
  near(constant(0, t), k, "with NO");
  near(constant(1, t), 2 * k, "with O3");
  near(constant(2, t), 3e-30 * air, "K3");
  near(constant(3, t), MOLECULES * MOLECULES / t, "NO + O3 with NO");
  near(constant(5, t), 0.20946e-30 * air, "O2");
  ck_assert_str_eq(m->reactions[0].equation, "NO2 = O2 (with NO)");
  ck_assert_str_eq(m->reactions[1].label, "R1");
  ck_assert_int_eq(m->reactions[0].reactants.count, 2); /* NO2, NO */
  ck_assert_double_eq(m->reactions[3].reactants.list[0].amount, 2);
  ck_assert_double_eq(m->reactions[3].products.list[1].amount, 1);
  ck_assert_int_eq(sm_context_warning_count(ctx), 2);
  ck_assert_str_eq(sm_context_warning(ctx, 0),
                   "m.eqn:16: warning: O2 and N2 in rates are taken for 0.20946 and 0.78084 of the "
                   "molecules of air: set them in #INLINE F90_RCONST where they are others");
  ck_assert_str_eq(sm_context_warning(ctx, 1),
                   "m.eqn: warning: rates of 2 equations go with sums of amounts of species: they "
                   "became 4 reactions");
  chem_end();
}
END_TEST

/* Every allocation fails in turn. */
START_TEST(memory_may_run_out_anywhere) {
  chem_write(
      "m.eqn", SPECIES GLOBALS IF_EQUATIONS IFS IF_CONSTANTS
      "#ATOMS\nQ; R;\n#INLINE F90_RCONST\n USE my_rates\n RO2 = C(ind_NO) + C(ind_O3)\n"
      " CALL set_rates(TIME, TEMP, 3.*M, RO2)\n#ENDINLINE\n#EQUATIONS NO2 = NO : KRO2*RO2;\n");
  for (long n = 1; n < 1000; n++) {
    chem_begin();
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status =
        sm_mechanism_read(ctx, &(struct sm_mechanism_files){.mechanism = "m.eqn"}, &m);
    ck_assert_msg(status == SM_OK || (status == SM_ERR_MEMORY && m == NULL), "%s",
                  sm_context_message(ctx));
    chem_end();
    if (status == SM_OK) return;
  }
  ck_abort_msg("1000 allocations are too many");
}
END_TEST

TEST_MAIN(enter_folder, conditions, conditions_in_thread_groups, conditions_of_generated_kinetics,
          modules_and_sums_of_amounts, memory_may_run_out_anywhere)
