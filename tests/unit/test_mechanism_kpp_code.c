/* KPP: sections in any order, inlined code with IF, whole numbers; what is passed over is told. */
#define _POSIX_C_SOURCE 200809L
#include "kpp_code.h"

static void fails(const char *text, const char *message) {
  chem_write("m.eqn", text);
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.eqn"}, message);
}

/* --- the order of sections --- */

#define FUNCTIONS                                                                                  \
  "#INLINE F90_RATES\n  REAL(kind=dp) FUNCTION K2( A, B )\n    REAL(kind=dp) :: A, B\n"            \
  "    K2 = A * EXP( B / TEMP ) * SLOW\n  END FUNCTION K2\n#ENDINLINE\n"
#define CONSTANTS "#INLINE F90_RCONST\n  N2 = 0.78*M\n  KRO2NO = K2(2.7D-12, 360.0d0)\n#ENDINLINE\n"
#define EQUATIONS                                                                                  \
  "#EQUATIONS\n<R1> O3 + NO = NO2 + O2 : K2(3.0d-12, -1500.0d0);\n<R2> NO = NO2 : KRO2NO;\n"       \
  "<R3> NO2 = NO : 1D-30*N2;\n<R4> NO = O3 : 2*RCONST(3);\n"

START_TEST(sections_in_any_order) {
  const char *parts[] = {SPECIES, GLOBALS, FUNCTIONS, CONSTANTS, EQUATIONS};
  enum { PARTS = 5, ORDERS = 120 };
  const double t = 310, air = 1e5 / (1.380649e-23 * t) * 1e-6;
  for (int order = 0; order < ORDERS; order++) { /* every one */
    char text[2048] = "#INCLUDE atoms\n";
    bool used[PARTS] = {false};
    for (int place = 0, rest = order, most = PARTS; place < PARTS; place++, most--) {
      int skip = rest % most, part = 0;
      rest /= most;
      for (; used[part] || skip-- > 0; part++) {
      }
      used[part] = true;
      strcat(text, parts[part]);
    }
    strcat(text, "#LOOKATALL\n");
    read_text(text);
    ck_assert_int_eq(m->reaction_count, 4);
    near(constant(0, t), 0.5 * 3e-12 * exp(-1500 / t) * MOLECULES, text);
    near(constant(1, t), 0.5 * 2.7e-12 * exp(360 / t), text);
    near(constant(2, t), 0.78e-30 * air, text);
    near(constant(3, t), 2 * 0.78e-30 * air, text);
    ck_assert_int_eq(sm_context_warning_count(ctx), 0);
    chem_end();
  }
}
END_TEST

/* The same in files of their own, in the order of models: what is inlined comes last. */
START_TEST(inlined_code_behind_the_files) {
  chem_write("g.spc", SPECIES);
  chem_write("g.eqn", EQUATIONS);
  chem_write("g.kpp",
             "#MINVERSION 3.2.0 { or later }\n#LANGUAGE Fortran90\n#INCLUDE g.spc\n"
             "#INCLUDE g.eqn\n#FAMILIES\nPO3 : O3;\n#LOOKATALL\n" GLOBALS FUNCTIONS CONSTANTS);
  chem_begin();
  chem_read("g.kpp", NULL, NULL);
  near(constant(0, 310), 0.5 * 3e-12 * exp(-1500 / 310.) * MOLECULES, "K2");
  chem_end();
}
END_TEST

START_TEST(equations_without_their_header) {
  chem_write("h.eqn", "<R1> O3 + NO = NO2 + O2 : 1.8e-12;\n");
  chem_write("m.eqn", SPECIES "#INCLUDE h.eqn\n");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.eqn"},
             "h.eqn:1: error: the line belongs to no section: #EQUATIONS, #DEFVAR or another "
             "command is missing before it\n    1 | <R1> O3 + NO = NO2 + O2 : 1.8e-12;");
  static const char *const lines[] = {"<R1> O3 + NO = NO2 : 1;", "NO2 = NO : 1.8e-2;",
                                      "O3 + NO = NO2 : 1;"};
  for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
    char text[512], message[512];
    snprintf(text, sizeof text, SPECIES "%s\nNO2 = O3 : 1;\n", lines[l]);
    snprintf(message, sizeof message,
             "m.eqn:5: error: a reaction among the species: #EQUATIONS is missing before it\n"
             "    5 | %s",
             lines[l]);
    fails(text, message);
  }
  static const char *const lists[] = {"#INITVALUES\nNO = 1.;", "#LOOKAT NO;", "#MONITOR NO;",
                                      "#FAMILIES\nP : NO;", "#CHECK N;"};
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
    char text[512], message[256];
    const int line = strchr(lists[l], '\n') != NULL ? 7 : 6;
    snprintf(text, sizeof text, SPECIES "%s\n<R> NO2 = NO : 1;\nNO2 = O3 : 1;\n", lists[l]);
    snprintf(message, sizeof message,
             "m.eqn:%d: error: a reaction in another section: #EQUATIONS is missing before it\n"
             "    %d | <R> NO2 = NO : 1;",
             line, line);
    fails(text, message);
  }
  fails(SPECIES "#SETFIX O3;\nNO2 = NO : 1;\n",
        "m.eqn:6: error: names of species are expected, as in NO2; O3;\n    6 | NO2 = NO : 1;");
  read_text(SPECIES);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(sm_context_warning(ctx, 0), "m.eqn: warning: there are no reactions");
  chem_end();
}
END_TEST

static const char *const told[][2] = {
    {SPECIES "#EQUATION\nNO = NO2 : 1;\n",
     "m.eqn:5: error: unknown command #EQUATION; did you mean '#EQUATIONS'?\n    5 | #EQUATION"},
    {SPECIES "#LUMP NO + NO2 : NOX;\n#EQUATIONS\nNO = NO2 : 1;\n",
     "m.eqn:5: error: not supported: #LUMP\n    5 | #LUMP NO + NO2 : NOX;"},
    {"#DEFVAR\nNO = N + O; XY = Xx;\n#EQUATIONS\nNO = XY : 1;\n",
     "m.eqn:2: error: unknown atom 'Xx' of XY: neither a chemical element nor declared in #ATOMS\n"
     "    2 | NO = N + O; XY = Xx;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : KRO2NO;\n#INLINE F90_RCONST\n RO2 = C(ind_NO)\n"
             " KRO2NO = 2*RO2*RO2\n#ENDINLINE\n",
     "m.eqn:6: error: 'KRO2NO' has no formula: only sums of amounts of species, C(...), times a "
     "factor are supported in rates, line 9 of m.eqn\n    6 | NO = NO2 : KRO2NO;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : EXP(C(ind_NO));\n",
     "m.eqn:6: error: only sums of amounts of species, C(...), times a factor are supported in "
     "rates\n    6 | NO = NO2 : EXP(C(ind_NO));"},
    {SPECIES "#EQUATIONS\nNO = NO2 : 1 + C(ind_NO);\n",
     "m.eqn:6: error: only sums of amounts of species, C(...), times a factor are supported in "
     "rates\n    6 | NO = NO2 : 1 + C(ind_NO);"},
    {SPECIES "#EQUATIONS\nNO = NO2 : C(ind_NO9);\n",
     "m.eqn:6: error: unknown species 'NO9' in the rate\n    6 | NO = NO2 : C(ind_NO9);"},
    {SPECIES "#EQUATIONS\nNO = NO2 : C(3);\n",
     "m.eqn:6: error: amounts of species in rates are C(ind_NAME)\n    6 | NO = NO2 : C(3);"},
    {SPECIES "#EQUATIONS\nNO = NO2 : K1;\n#INLINE F90_RCONST\n USE my_rates\n#ENDINLINE\n",
     "m.eqn:6: error: unknown name 'K1' in the rate; modules are not read (USE my_rates): put its "
     "lines into #INLINE F90_RCONST or F90_RATES\n    6 | NO = NO2 : K1;"},
    /* the second line is not understood: the first one must not stay */
    {SPECIES "#EQUATIONS\nNO = NO2 : K1;\n#INLINE F90_RCONST\n K1 = 1\n K1 = far(2.)\n#ENDINLINE\n",
     "m.eqn:6: error: 'K1' has no formula: unknown function 'far' in the rate, line 9 of m.eqn\n"
     "    6 | NO = NO2 : K1;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : K1;\n#INLINE F90_RCONST\n K1 = 1\n DO i = 1, 3\n"
             " IF (i > 2) K1 = 2\n END DO\n#ENDINLINE\n",
     "m.eqn:6: error: 'K1' has no formula: it is set in a loop or a choice of cases, line 10 of "
     "m.eqn\n    6 | NO = NO2 : K1;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : f(2.);\n#INLINE F90_RATES\nREAL FUNCTION f(A)\n"
             "IF (A > 1) RETURN\nf = A\nEND FUNCTION f\n#ENDINLINE\n",
     "m.eqn:6: error: a formula cannot be made of the lines of the function 'f' in the rate: a "
     "RETURN or GOTO in an IF is not supported\n    6 | NO = NO2 : f(2.);"},
    {SPECIES "#EQUATIONS\nNO = NO2 : f(2.);\n#INLINE F90_RATES\nREAL FUNCTION f(A)\n"
             "IF (TEMP > 1) f = A\nEND FUNCTION f\n#ENDINLINE\n",
     "m.eqn:6: error: a formula cannot be made of the lines of the function 'f' in the rate: it is "
     "not set in every branch of the IF, line 9 of m.eqn\n    6 | NO = NO2 : f(2.);"},
    {SPECIES "#EQUATIONS\nNO = NO2 : f(2.);\n#INLINE F90_RATES\nREAL FUNCTION f(A)\n"
             "f = f(A)\nEND FUNCTION f\n#ENDINLINE\n",
     NULL},
    {SPECIES "#EQUATIONS\nNO = NO2 : K1;\n#INLINE C_RCONST\n K1 = 1;\n if (TEMP > 300) {\n"
             " K1 = 2;\n }\n#ENDINLINE\n",
     "m.eqn:6: error: 'K1' has no formula: blocks of C are not supported\n    6 | NO = NO2 : K1;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : 1/0;\n",
     "m.eqn:6: error: no finite number is '1/0' in the rate\n    6 | NO = NO2 : 1/0;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : 70000*70000;\n",
     "m.eqn:6: error: a whole number of the rate is larger than 2147483647: give it a point\n"
     "    6 | NO = NO2 : 70000*70000;"},
    {SPECIES "#EQUATIONS\nNO = NO2 : RCONST(2);\n",
     "m.eqn:6: error: no equation before has the number of 'RCONST' in the rate\n"
     "    6 | NO = NO2 : RCONST(2);"},
};

START_TEST(code_that_is_not_understood_is_reported) {
  for (size_t t = 0; t < sizeof told / sizeof *told; t++) {
    if (told[t][1] != NULL) {
      fails(told[t][0], told[t][1]);
      continue;
    }
    chem_write("m.eqn", told[t][0]); /* calls itself */
    chem_begin();
    ck_assert_int_eq(sm_mechanism_read(ctx, &(struct sm_mechanism_files){.mechanism = "m.eqn"}, &m),
                     SM_ERR_DATA);
    chem_end();
  }
}
END_TEST

/* --- whole numbers --- */

START_TEST(whole_numbers) {
  const double t = 280;
  const struct {
    const char *text;
    double value;
    int warnings;
  } cases[] = {
      {"1.0E-12*(TEMP/300.)**(1/2)", 1e-12, 1},
      {"1.0E-13*(1+6/10)", 1e-13, 1},
      {"1.0E-13*(1+6./10)", 1.6e-13, 0},
      {"1.0E-13*(1+6/10.)", 1.6e-13, 0},
      {"1.0E-13*(1+6/1d1)", 1.6e-13, 0},
      {"1.0*7/2", 3.5, 0}, /* from left to right: 7. / 2 */
      {"7/2*1.0", 3, 1},   /* 3 * 1. */
      {"-7/2*1.0", -3, 1}, /* towards 0 */
      {"2*(9/3)", 6, 0},   /* nothing is cut off */
      {"2**3*1.0", 8, 0},
      {"1.0*10**(-2)", 0, 1},
      {"10.**(-2)", 0.01, 0},
      {"2**(-1)+1.5", 1.5, 1},
      {"(-1)**(-3)+2.5", 1.5, 0},
      {"POW(10., -2.)", 0.01, 0},
      {"5/2.0_dp", 2.5, 0},
      {"5/2_dp*1.", 2, 1},
      {"TEMP**(3/2)", t, 1},
      {"TEMP**(3./2)", pow(t, 1.5), 0},
      {"300/TEMP", 300 / t, 0},
      {"DBLE(1)/2", 0.5, 0},
      {"REAL(3)/2", 1.5, 0},
      {"REAL(3, dp)/2", 1.5, 0},
      {"REAL(MAX(1, 3), kind=dp)/2 + INT(2.5)", 3.5, 0},
      {"INT(2.9)/2", 1, 0},
      {"INT(3.9)/2*1.", 1, 1},
      {"MAX(1, 3)/2*1.", 1, 1},
      {"MAX(1., 3.)/2", 1.5, 0},
      {"ABS(-3)/2*1.", 1, 1},
      {"SIGN(2.5, -1.)", -2.5, 0},
      {"third(1)", 0.2, 0},
      {"third(4)", 0.8, 0},
      {"half(3)*1.", 1, 1},
      {"N/2*1.", 2, 1},
      {"X/2", 2.5, 0},
      {"26600000000/2", 1.33e10, 0},
      {"EXP(1/3)", 1, 1},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[1024];
    snprintf(text, sizeof text,
             SPECIES "#EQUATIONS\nNO = NO2 : 10 + %s;\n"
                     "#INLINE F90_RATES\nREAL FUNCTION third(A)\nREAL(dp) :: A\nthird = A/5\nEND\n"
                     "REAL FUNCTION half(N)\nINTEGER :: N\nhalf = N/2\nEND\n#ENDINLINE\n"
                     "#INLINE F90_RCONST\nINTEGER :: N\nN = 5.7\nX = 5\n#ENDINLINE\n",
             cases[c].text);
    read_text(text);
    const double k = constant(0, t);
    ck_assert_msg(fabs(k - 10 - cases[c].value) <= 1e-12 * (10 + fabs(cases[c].value)),
                  "%s: %.17g, not %.17g", cases[c].text, k - 10, cases[c].value);
    ck_assert_msg(sm_context_warning_count(ctx) == cases[c].warnings, "%s: %d warnings",
                  cases[c].text, (int)sm_context_warning_count(ctx));
    chem_end();
  }
  read_text("#LANGUAGE Matlab\n" SPECIES "#EQUATIONS\nNO = NO2 : 1/2;\n");
  near(constant(0, 280), 0.5, "Matlab has no whole numbers");
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
  read_text(SPECIES "#EQUATIONS\nNO = NO2 : 1 + 1/2 + 3/4;\nNO2 = NO : 1.*(3/2)**(-1);\n");
  ck_assert_int_eq(sm_context_warning_count(ctx), 2);
  ck_assert_str_eq(sm_context_warning(ctx, 0),
                   "m.eqn:6: warning: whole numbers are divided: 1/2 is 0, as in Fortran and C; "
                   "write 1./2 for 0.5");
  chem_end();
}
END_TEST

/* --- what is passed over is told --- */

START_TEST(passed_over) {
  read_text(SPECIES
            "#INITVALUES\nCFACTOR = 1.0;\nNO = 2;\n#INLINE F95_STUFF\nx\n#ENDINLINE\n"
            "# EQUATIONS\nNO = NO2 : CFACTOR;\nNO2 + O3 = : 1;\nNO2 = 0.5 * NO + 2E-1O3 : 1;\n"
            "NO2 = NO : 1; {a; b},{c; d}\nNO = O3 : 3;\n"
            "#INLINE F90_RCONST\n CALL update(TEMP)\n#ENDINLINE\n");
  ck_assert_int_eq(m->reaction_count, 5);
  ck_assert_double_eq(m->reactions[2].products.list[0].amount, 0.5);
  ck_assert_double_eq(m->reactions[2].products.list[1].amount, 0.2);
  ck_assert_int_eq(sm_context_warning_count(ctx), 5);
  ck_assert_str_eq(
      sm_context_warning(ctx, 0),
      "m.eqn:8: warning: inlined code of kind 'F95_STUFF' is not known: it is not read");
  ck_assert_str_eq(sm_context_warning(ctx, 1), "m.eqn:18: warning: CALL update is passed over: "
                                               "nothing is known of what it sets");
  ck_assert_str_eq(
      sm_context_warning(ctx, 2),
      "m.eqn:12: warning: CFACTOR is taken for a millionth of the molecules of air per "
      "cm3, not for the 1 of the initial values");
  ck_assert_str_eq(sm_context_warning(ctx, 3), "m.eqn:13: warning: NO2 + O3 = has no products: "
                                               "PROD is the word for that");
  ck_assert_str_eq(sm_context_warning(ctx, 4),
                   "m.eqn:15: warning: a comma between equations is passed over");
  chem_end();
}
END_TEST

/* Names that models of the atmosphere hand over, in initial values or by themselves. */
START_TEST(names_of_models) {
  const double t = 280, air = 1e5 / (1.380649e-23 * t) * 1e-6;
  chem_write("j.dat", "IJ_NO2 8.9E-3\n");
  chem_write(
      "m.eqn", SPECIES
      "#INLINE F90_INIT\n TEMP = 999.\n COEFF = CAIR\n RT = 1.0D0 / TEMP\n TSTART = 0\n"
      "#ENDINLINE\n"
      "#INLINE F90_RATES\nREAL(kind=dp) FUNCTION FALL_OFF ( A0,B0,A1,CF)\n  IMPLICIT NONE\n"
      "  REAL(kind=dp), INTENT( IN ) :: A0,B0,A1,CF\n  REAL(kind=dp) K0, KEND\n"
      "  K0 = A0 * COEFF * DEXP(B0*RT)\n"
      "  KEND = 1.0_dp / ( 1.0_dp + ( DLOG10( K0 / A1 ) ) ** 2.0_dp )\n"
      "  FALL_OFF = DMIN1( ( K0 / ( 1.0_dp + K0/A1 ) ) * CF ** KEND, 1.0_dp )\n  RETURN\n"
      "END FUNCTION FALL_OFF\n#ENDINLINE\n"
      "#EQUATIONS\n<R1> NO = NO2 : FALL_OFF( 2.0D-30, 300.0D0,\n 3.0D-11, 6.0D-1 );\n"
      "<R2> NO2 = NO : 2.0 * RJCELL( IJ_NO2 );\n"
      "<R3> NO2 = O3 : K300_OVER_TEMP*NUMDEN*1D-20 + TEMP_OVER_K300 + INV_TEMP + SR_TEMP;\n");
  const struct sm_mechanism_files files = {.mechanism = "m.eqn", .photolysis = "j.dat"};
  chem_begin();
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  const double k0 = 2e-30 * air * exp(300 / t), l = log10(k0 / 3e-11);
  near(constant(0, t), k0 / (1 + k0 / 3e-11) * pow(0.6, 1 / (1 + l * l)), "FALL_OFF");
  near(constant(2, t), 300 / t * air * 1e-20 + t / 300 + 1 / t + sqrt(t), "names");
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
  chem_write("j.dat", "IJ_NO2 8.9E-3\nij_no2 1\n");
  chem_fails(&files, "j.dat:2: error: a second rate of photolysis of the name ij_no2\n"
                     "    2 | ij_no2 1");
}
END_TEST

TEST_MAIN(enter_folder, sections_in_any_order, inlined_code_behind_the_files,
          equations_without_their_header, code_that_is_not_understood_is_reported, whole_numbers,
          passed_over, names_of_models)
