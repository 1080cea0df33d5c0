/* Mechanisms of KPP: POLLU, formulas of rates, photolysis, what is refused. */
#include "chem_files.h"

#include "chem_compare.h"

#define MOLECULES (6.02214076e26 / 1e6) /* per cm3, of 1 kmol/m3 */

/* State at which formulas are evaluated. */
static const double temperature = 280, air = 2.5e19, sun = 0.7, zenith = 0.6, water = 3e17;

static double evaluate(const struct sm_reaction *r) {
  double stack[64];
  int n = 0;
  if (r->kind == SM_RATE_ELEMENTARY)
    return r->rate.a * pow(temperature, r->rate.b) * exp(-r->rate.e / temperature);
  ck_assert_int_eq(r->kind, SM_RATE_EXPRESSION);
  for (int32_t i = 0; i < r->term_count; i++) {
    const struct sm_rate_term *t = &r->terms[i];
    const bool two = (t->kind >= SM_TERM_ADD && t->kind <= SM_TERM_POWER) ||
                     t->kind == SM_TERM_MIN || t->kind == SM_TERM_MAX;
    ck_assert_int_ne(t->kind, SM_TERM_SELECT); /* that of IF: test_mechanism_kpp_code.c */
    ck_assert(n < 63 && (t->kind < SM_TERM_ADD || n >= 1 + two));
    double *a = t->kind < SM_TERM_ADD ? &stack[n++] : &stack[n - 1 - two];
    const double b = two ? stack[--n] : 0;
    switch (t->kind) {
    case SM_TERM_NUMBER: *a = t->value; break;
    case SM_TERM_TEMPERATURE: *a = temperature; break;
    case SM_TERM_PRESSURE: *a = 1e5; break;
    case SM_TERM_AIR: *a = air; break;
    case SM_TERM_SUN: *a = sun; break;
    case SM_TERM_ZENITH: *a = zenith; break;
    case SM_TERM_WATER: *a = water; break;
    case SM_TERM_ADD: *a += b; break;
    case SM_TERM_SUBTRACT: *a -= b; break;
    case SM_TERM_MULTIPLY: *a *= b; break;
    case SM_TERM_DIVIDE: *a /= b; break;
    case SM_TERM_POWER: *a = pow(*a, b); break;
    case SM_TERM_NEGATE: *a = -*a; break;
    case SM_TERM_EXP: *a = exp(*a); break;
    case SM_TERM_LOG: *a = log(*a); break;
    case SM_TERM_LOG10: *a = log10(*a); break;
    case SM_TERM_SQRT: *a = sqrt(*a); break;
    case SM_TERM_COS: *a = cos(*a); break;
    case SM_TERM_MIN: *a = fmin(*a, b); break;
    case SM_TERM_MAX: *a = fmax(*a, b); break;
    case SM_TERM_SELECT: break;
    }
  }
  ck_assert_int_eq(n, 1);
  return stack[0];
}

#define KPP_HEAD                                                                                   \
  "#DEFVAR\nNO = N + O; NO2 = N + 2O; { not O3 } O3 = 3O; PAR = IGNORE;\n#DEFFIX\nO2 = 2O;\n"

static void read_equations(const char *equations, const char *photolysis) {
  char text[4096];
  const struct sm_mechanism_files files = {.mechanism = "m.eqn", .photolysis = photolysis};
  snprintf(text, sizeof text, KPP_HEAD "#EQUATIONS\n%s", equations);
  chem_write("m.eqn", text);
  chem_begin();
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
}

static double amount(const struct sm_amounts *list, const char *species) {
  for (int32_t i = 0; i < list->count; i++)
    if (strcmp(m->species[list->list[i].index].name, species) == 0) return list->list[i].amount;
  return 0;
}

START_TEST(pollu) {
  chem_begin();
  chem_read(CHEM "pollu.def", NULL, NULL);
  ck_assert_str_eq(m->format, "KPP");
  ck_assert_int_eq(m->species_count, 20);
  ck_assert_int_eq(m->reaction_count, 25);
  chem_near(m->species[0].weight, 14.007 + 2 * 15.999, "NO2");
  ck_assert_str_eq(m->reactions[2].label, "R3");
  ck_assert_str_eq(m->reactions[2].equation, "HO2 + NO = NO2 + OH");
  ck_assert(m->reactions[0].photolysis && !m->reactions[1].photolysis);
  ck_assert_int_eq(m->reactions[1].kind, SM_RATE_ELEMENTARY);
  chem_near(m->reactions[0].rate.a, 0.35 / 60, "J of NO2");
  chem_near(m->reactions[1].rate.a, 26.6 / 60 / 2.46e13 * MOLECULES, "NO + O3");
  ck_assert_double_eq(m->reactions[1].rate.e, 0);
  chem_end();
}
END_TEST

START_TEST(photostationary_state) {
  chem_begin();
  chem_read(CHEM "no_no2_o3.eqn", NULL, NULL);
  ck_assert_int_eq(m->reaction_count, 2);
  chem_near(evaluate(&m->reactions[0]), 8.9e-3 * sun, "J");
  chem_near(evaluate(&m->reactions[1]), 1.89e-14 * MOLECULES, "K");
  chem_end();
}
END_TEST

START_TEST(cbm4) {
  const struct sm_mechanism_files files = {.mechanism = "cases/smog/cbm4.def",
                                           .photolysis = CHEM "cbm4.photolysis"};
  int light = 0;
  chem_begin();
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(m->species_count, 33); /* 32 and water, which is fixed */
  ck_assert_int_eq(m->reaction_count, 81);
  for (int32_t r = 0; r < 81; r++) light += m->reactions[r].photolysis;
  ck_assert_int_eq(light, 11);
  ck_assert_double_eq(amount(&m->reactions[54].products, "PAR"), -2.1);
  ck_assert_double_eq(amount(&m->reactions[54].products, "ROR"), 0.02);
  chem_near(m->reactions[12].rate.e, 1370, "O3 + NO");
  ck_assert_str_eq(m->reactions[3].label, "J04");
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
}
END_TEST

START_TEST(equations) {
  read_equations("<A 1> NO + O3 {+M} = NO2 // + O2\n : 1.8E-12_dp*EXP(-1370./TEMP);\n"
                 "{2:} NO2 + hv = NO + O3 - 2.10 PAR + 0.5NO : 1.0D-2*SUN;\n"
                 "2NO + O2 = 2 NO2 : 3.3E-39;\n"
                 "PAR = PROD : (1.0);\n"
                 "NO + NO = NO2 : 1;\n",
                 NULL);
  ck_assert_int_eq(m->reaction_count, 5);
  ck_assert_str_eq(m->reactions[0].label, "A 1");
  ck_assert_int_eq(m->reactions[0].kind, SM_RATE_ELEMENTARY);
  chem_near(m->reactions[0].rate.e, 1370, "E");
  chem_near(m->reactions[0].rate.a, 1.8e-12 * MOLECULES, "A");
  ck_assert(m->reactions[1].photolysis);
  ck_assert_double_eq(amount(&m->reactions[1].products, "PAR"), -2.1);
  ck_assert_double_eq(amount(&m->reactions[1].products, "NO"), 1.5);
  ck_assert_int_eq(m->reactions[1].kind, SM_RATE_EXPRESSION);
  chem_near(evaluate(&m->reactions[1]), 1e-2 * sun, "J");
  ck_assert(m->species[4].fixed && !m->species[3].fixed);
  chem_near(m->reactions[2].rate.a, 3.3e-39 * MOLECULES * MOLECULES, "third order");
  ck_assert_int_eq(m->reactions[3].products.count, 0);
  ck_assert_double_eq(amount(&m->reactions[4].reactants, "NO"), 2);
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
}
END_TEST

/* k0 / (1 + r) fc^(1 / (1 + (log10 r / n)^2)) */
static double broad(double k0, double kinf, double fc, double n) {
  const double l = log10(k0 / kinf) / n;
  return k0 / (1 + k0 / kinf) * pow(fc, 1 / (1 + l * l));
}

START_TEST(formulas) {
  const double t = temperature;
  const struct {
    const char *text;
    double value;
    bool plain; /* of a T^b exp(-e/T) */
  } cases[] = {
      {"2 + 3*4 - 6/3", 12, true},
      {"-(-2**2) + 2**3**0.5", 4 + pow(2, sqrt(3)), true},
      {"(1.5d1 - .5)*2.e0", 29, true},
      {"2.3E-12*(TEMP/300)**(-1.5)*EXP(-(500 - 20)/TEMP)",
       2.3e-12 * pow(t / 300, -1.5) * exp(-480 / t), true},
      {"EXP(2 - 3/TEMP)/TEMP**2*4", exp(2 - 3 / t) / t / t * 4, true},
      {"pow(TEMP, 2)*SQRT(4)", 2 * t * t, true},
      {"1E-12 + 2E-13*TEMP", 1e-12 + 2e-13 * t, false},
      {"1E-12*M", 1e-12 * air, false},
      {"CFACTOR*1E6", air, false},
      {"1.4E-21*H2O*exp(2200/temp)", 1.4e-21 * water * exp(2200 / t), false},
      {"MAX(0, SUN - 0.2)*MIN(1, 2)", sun - 0.2, false},
      {"LOG(TEMP) + LOG10(TEMP)", log(t) + log10(t), false},
      {"ARR(2E-12, 300., -1.2)", 2e-12 * exp(-300 / t) * pow(t / 300, -1.2), true},
      {"ARR2(2E-12, 300.)", 2e-12 * exp(300 / t), true},
      {"ARR_ab(2E-12, 300.)", 2e-12 * exp(-300 / t), true},
      {"ARR_ac(2E-12, 3.)", 2e-12 * pow(t / 300, 3), true},
      {"ARR_abc(2E-12, 300., -1.2, TEMP)", 2e-12 * exp(-300 / t) * pow(t / 300, -1.2), true},
      {"EP3(1E-13, 100, 2E-33, -900)", 1e-13 * exp(-100 / t) + 2e-33 * exp(900 / t) * air, false},
      {"FALL(2E-30, 10., -3., 3E-11, 20., -1., 0.6)",
       broad(2e-30 * exp(-10 / t) * pow(t / 300, -3) * air, 3e-11 * exp(-20 / t) * pow(t / 300, -1),
             0.6, 1),
       false},
      {"k_3rd(TEMP, CAIR, 2E-30, 3., 2.5E-11, 0., 0.6)",
       broad(2e-30 * pow(300 / t, 3) * air, 2.5e-11, 0.6, 1), false},
      {"k_3rd_iupac(TEMP, CAIR, 2E-30, 3., 2.5E-11, 1., 0.4)",
       broad(2e-30 * pow(300 / t, 3) * air, 2.5e-11 * 300 / t, 0.4, 0.75 - 1.27 * log10(0.4)),
       false},
      {"TROE(2E-30, 3., 2.5E-11, 0., TEMP, C_M)",
       broad(2e-30 * pow(300 / t, 3) * air, 2.5e-11, 0.6, 1), false},
      {"TROEE(3E26, 10900., 2E-30, 3., 2.5E-11, 0., TEMP, C_M)",
       3e26 * exp(-10900 / t) * broad(2e-30 * pow(300 / t, 3) * air, 2.5e-11, 0.6, 1), false},
      {"THERMAL_T2(3E-18, 200., TEMP)", 3e-18 * t * t * exp(-200 / t), true},
      {"k_arr(1E-12, 500., TEMP)", 1e-12 * exp(500 * (1 / t - 3.3540e-3)), true},
      {"j(pj_no2) + 2*J( 4 )", sun * (8.9e-3 + 2e-4), false},
      {"j(mcm)", sun * 1.2e-2 * pow(cos(zenith), 0.2) * exp(-0.25 / cos(zenith)), false},
  };
  char text[256];
  chem_write("j.dat", "! of our own\npj_no2 8.9E-3 # midsummer\n4 1D-4\nmcm 1.2e-2 0.2 0.25\n");
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    snprintf(text, sizeof text, "NO = NO2 : %s;\n", cases[c].text);
    read_equations(text, "j.dat");
    const double value = evaluate(&m->reactions[0]);
    ck_assert_msg(fabs(value - cases[c].value) <= 1e-12 * fabs(cases[c].value),
                  "%s: %.17g, not %.17g", cases[c].text, value, cases[c].value);
    ck_assert_msg((m->reactions[0].kind == SM_RATE_ELEMENTARY) == cases[c].plain, "%s",
                  cases[c].text);
    chem_end();
  }
  const double k0 = 7e-15 * exp(600 / t), k2 = 4e-16 * exp(700 / t), k3 = 2e-33 * exp(90 / t) * air;
  read_equations("NO = NO2 : EP2(7E-15, -600., 4E-16, -700., 2E-33, -90.);\n", NULL);
  chem_near(evaluate(&m->reactions[0]), k0 + k3 / (1 + k3 / k2), "EP2");
  chem_end();
  read_equations("NO + O3 = NO2 : 1E-12*M;\n", NULL); /* of second order */
  chem_near(evaluate(&m->reactions[0]), 1e-12 * air * MOLECULES, "unit");
  chem_end();
}
END_TEST

START_TEST(two_signs_of_one_function_are_warned_of) {
  read_equations("NO = NO2 : ARR2(2E-12, 300., TEMP);\nNO = O3 : ARR2(2E-12, 300., TEMP);\n", NULL);
  chem_near(m->reactions[0].rate.e, -300, "E");
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  chem_end();
}
END_TEST

START_TEST(functions_of_the_files_themselves) {
  const double t = temperature, k0 = 2.4e-14 * exp(460 / t), k3 = 6.5e-34 * exp(1335 / t) * air;
  chem_write("own.eqn",
             KPP_HEAD "#INLINE F90_RATES\n! of our own\n"
                      "REAL(kind=dp) FUNCTION k46( TEMP, C_M )\n"
                      "  REAL(kind=dp), INTENT(IN) :: temp, c_m\n  REAL(kind=dp) :: k0, k2, k3\n"
                      "  k0 = 2.4E-14_dp * EXP(460._dp/TEMP)\n"
                      "  k2 = 2.7E-17_dp * EXP(2199._dp/TEMP) ! remark\n"
                      "  k3 = 6.5E-34_dp * EXP(1335._dp/TEMP) &\n     & * c_m\n"
                      "  k46 = k0 + k3/(1 + k3/k2)\nEND FUNCTION k46\n"
                      "REAL FUNCTION ARR2(A0, B0, TEMP)\n  ARR2 = A0*EXP(-B0/TEMP)\nEND FUNCTION\n"
                      "REAL FUNCTION odd(T)\n IF (T > 1) THEN\n odd = 1\n ENDIF\nEND FUNCTION odd\n"
                      "REAL FUNCTION endless(T)\n  endless = endless(T)\nEND FUNCTION endless\n"
                      "#ENDINLINE\n#EQUATIONS\nNO = NO2 : k46(TEMP, CAIR);\n"
                      "NO2 = NO : 2*ARR2(3., 500., TEMP);\n");
  chem_begin();
  chem_read("own.eqn", NULL, NULL);
  chem_near(evaluate(&m->reactions[0]), k0 + k3 / (1 + k3 / (2.7e-17 * exp(2199 / t))), "k46");
  chem_near(m->reactions[1].rate.a, 6, "A");
  chem_near(m->reactions[1].rate.e, 500, "E");
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
}
END_TEST

START_TEST(what_cantera_has_no_words_for_is_refused) {
  static const char *const refused[][2] = {
      {"NO2 + hv = NO : 1;",
       "m.eqn:3: error: Cantera's form has no words for photolysis: NO2 + hv = NO"},
      {"NO = NO2 : M;",
       "m.eqn:3: error: Cantera's form has no words for a rate that is a formula: NO = NO2"},
      {"NO = NO2 - NO : 1;",
       "m.eqn:3: error: Cantera's form has no words for negative amounts: NO = NO2 - NO"},
      {"NO = PROD : 1;",
       "m.eqn:3: error: Cantera's form has no words for a side without species: NO = PROD"},
      {"NO = NO2 : 1;\n#SETFIX NO;",
       "m.eqn:2: error: Cantera's form has no words for a fixed species: NO"}};
  for (size_t r = 0; r < sizeof refused / sizeof *refused; r++) {
    char text[256];
    snprintf(text, sizeof text, "#DEFVAR\nNO = N + O; NO2 = N + 2O;\n#EQUATIONS %s\n",
             refused[r][0]);
    chem_write("m.eqn", text);
    chem_begin();
    chem_read("m.eqn", NULL, NULL);
    ck_assert_int_eq(sm_mechanism_write_yaml(ctx, m, "no.yaml"), SM_ERR_DATA);
    ck_assert_str_eq(sm_context_message(ctx), refused[r][1]);
    ck_assert_int_ne(access("no.yaml", F_OK), 0);
    chem_end();
  }
}
END_TEST

START_TEST(photolysis_keeps_its_name) {
  chem_write("j.dat", "pj_no2 8.9E-3\n");
  read_equations("NO2 + hv = NO + O3 : j(Pj_no2);\n", "j.dat");
  ck_assert_str_eq(m->reactions[0].label, "pj_no2");
  ck_assert(m->reactions[0].photolysis);
  chem_end();
}
END_TEST

START_TEST(equations_find_their_species) {
  chem_write("pair.spc", KPP_HEAD "#SETFIX O3;\n");
  chem_write("pair.eqn", "#equations\nNO + O3 = NO2 : 1;\n");
  chem_begin();
  chem_read("pair.eqn", NULL, NULL);
  ck_assert_int_eq(m->species_count, 5);
  ck_assert(m->species[2].fixed);
  chem_end();
}
END_TEST

static const char *const wrong[][2] = {
    {"NO + O4 = NO2 : 1;\n", "m.eqn:6: error: unknown species 'O4'; did you mean 'O3'?\n"
                             "    6 | NO + O4 = NO2 : 1;"},
    {"NO + O3 NO2 : 1;\n",
     "m.eqn:6: error: an equation is expected, as in NO + O3 = NO2 : 1.8E-14;\n"
     "    6 | NO + O3 NO2 : 1;"},
    {"NO + O3 = NO2 1;\n",
     "m.eqn:6: error: an equation is expected, as in NO + O3 = NO2 : 1.8E-14;\n"
     "    6 | NO + O3 = NO2 1;"},
    {"NO + O3 = NO2 : 1\n", "m.eqn:6: error: the equation has no semicolon at its end\n"
                            "    6 | NO + O3 = NO2 : 1"},
    {"NO + O3 = NO2\n"
     "  + 2 : 1;\n",
     "m.eqn:6: error: a species is expected in the equation\n"
     "    6 | NO + O3 = NO2"},
    {"NO O3 = NO2 : 1;\n", "m.eqn:6: error: '+' or '-' is expected before 'O3'\n"
                           "    6 | NO O3 = NO2 : 1;"},
    {"NO - O3 = NO2 : 1;\n", "m.eqn:6: error: the amount of O3 must be positive\n"
                             "    6 | NO - O3 = NO2 : 1;"},
    {"NO = NO2 : 1 +;\n",
     "m.eqn:6: error: a number, a name or a bracket is expected at the end of the rate\n"
     "    6 | NO = NO2 : 1 +;"},
    {"NO = NO2 : (1;\n", "m.eqn:6: error: a bracket is not closed before the end of the rate\n"
                         "    6 | NO = NO2 : (1;"},
    {"NO = NO2 : 1 2;\n", "m.eqn:6: error: not understood: '2' in the rate\n"
                          "    6 | NO = NO2 : 1 2;"},
    {"NO = NO2 : k46(TEMP);\n", "m.eqn:6: error: unknown function 'k46' in the rate\n"
                                "    6 | NO = NO2 : k46(TEMP);"},
    {"NO = NO2 : TEMPERATURE;\n", "m.eqn:6: error: unknown name 'TEMPERATURE' in the rate\n"
                                  "    6 | NO = NO2 : TEMPERATURE;"},
    {"NO = NO2 : ARR(1, 2);\n", "m.eqn:6: error: a wrong number of arguments of 'ARR' in the rate\n"
                                "    6 | NO = NO2 : ARR(1, 2);"},
    {"NO = NO2 : ARR(1, 2, 3;\n",
     "m.eqn:6: error: a bracket is not closed behind 'ARR' in the rate\n"
     "    6 | NO = NO2 : ARR(1, 2, 3;"},
    {"NO2 + hv = NO + O3 : j(pj_no2);\n",
     "m.eqn:6: error: photolysis rate 'pj_no2' has no number: give it (--photolysis)\n"
     "    6 | NO2 + hv = NO + O3 : j(pj_no2);"},
    {"NO = NO2 : -1;\n",
     "m.eqn:6: error: A of NO = NO2 is negative: only that of a declared duplicate may be\n"
     "    6 | NO = NO2 : -1;"},
    {"NO = NO2 : ;\n",
     "m.eqn:6: error: a number, a name or a bracket is expected at the end of the rate\n"
     "    6 | NO = NO2 : ;"},
    {"NO = NO2 : 1/0;\n", "m.eqn:6: error: no finite number is '1/0' in the rate\n"
                          "    6 | NO = NO2 : 1/0;"},
    {"#INCLUDE nowhere.spc\n", "m.eqn:1: error: there is no file 'nowhere.spc'\n"
                               "    1 | #INCLUDE nowhere.spc"},
    {"#EQUATIONS\n"
     "NO = NO2 : 1;\n",
     "m.eqn:1: error: no species: read the .def file that includes them, or put them into 'm.spc'\n"
     "    1 | #EQUATIONS"},
    {"#DEFVAR\n"
     "NO = N + ;\n"
     "#EQUATIONS\n"
     "NO = NO : 1;\n",
     "m.eqn:2: error: atoms of NO are expected, as in N + 2O, or IGNORE\n"
     "    2 | NO = N + ;"},
    {"#DEFVAR\n"
     "NO = N O;\n",
     "m.eqn:2: error: 'O' is not understood among the atoms of NO\n"
     "    2 | NO = N O;"},
    {"#DEFVAR\n"
     "NO = N + O; NO = N;\n",
     "m.eqn:2: error: a second species of the name NO\n"
     "    2 | NO = N + O; NO = N;"},
    {"#DEFVAR\n"
     "NO = N + O\n"
     "#EQUATIONS\n",
     "m.eqn:2: error: the species has no semicolon at its end\n"
     "    2 | NO = N + O\n"
     "m.eqn:3: error: no species: read the .def file that includes them, or put them into 'm.spc'\n"
     "    3 | #EQUATIONS"},
    {"#DEFVAR\n"
     "NO = N + O;\n"
     "#SETFIX XX;\n",
     "m.eqn:3: error: unknown species 'XX'\n"
     "    3 | #SETFIX XX;"},
    {"#INLINE F90_RCONST\n"
     " X = 1\n",
     "m.eqn:1: error: #INLINE without #ENDINLINE\n"
     "    1 | #INLINE F90_RCONST"},
    {"#DEFVAR\n"
     "7 = N;\n",
     "m.eqn:2: error: a species and its atoms are expected, as in NO2 = N + 2O;\n"
     "    2 | 7 = N;"},
    {"#INCLUDE m.eqn\n", "m.eqn:1: error: files include each other too deep\n"
                         "    1 | #INCLUDE m.eqn"},
};

START_TEST(errors_are_reported_with_their_line) {
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    char text[2048];
    const bool bare = wrong[w][0][0] == '#';
    snprintf(text, sizeof text, "%s%s", bare ? "" : KPP_HEAD "#EQUATIONS\n", wrong[w][0]);
    chem_write("m.eqn", text);
    chem_fails(&(struct sm_mechanism_files){.mechanism = "m.eqn"}, wrong[w][1]);
  }
}
END_TEST

TEST_MAIN(pollu, photostationary_state, cbm4, enter_folder, equations, formulas,
          two_signs_of_one_function_are_warned_of, functions_of_the_files_themselves,
          what_cantera_has_no_words_for_is_refused, photolysis_keeps_its_name,
          equations_find_their_species, errors_are_reported_with_their_line)
