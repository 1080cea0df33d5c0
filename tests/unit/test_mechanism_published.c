/* Ways of writing of published mechanisms: exponents in equations, commas, notes behind END, M
 * beside PLOG, what is passed over. */
#include "chem_files.h"
#include <math.h>

#define CALORIES (4184 / SM_GAS_CONSTANT) /* cal/mol as E/R, K */

static void near(double a, double b) { ck_assert_msg(fabs(a - b) <= 1e-13 * fabs(b), "%g", a); }

static double amount(const struct sm_amounts *list, const char *species) {
  for (int32_t i = 0; i < list->count; i++)
    if (strcmp(m->species[list->list[i].index].name, species) == 0) return list->list[i].amount;
  return 0;
}

static void read_chemkin(const char *species, const char *reactions) {
  char text[2048];
  snprintf(text, sizeof text, "ELEMENTS H O C E END\nSPECIES %s END\nREACTIONS\n%s", species,
           reactions);
  chem_write("m.inp", text);
  chem_begin();
  chem_read("m.inp", NULL, NULL);
}

/* --- coefficients --- */

START_TEST(coefficients_of_chemkin) {
  static const struct {
    const char *species, *equation, *name;
    double left, right; /* of the name */
  } cases[] = {
      {"CO O2 CO2", "CO+5.0E-1O2=>CO2", "O2", 0.5, 0},
      {"CO O2 CO2", "CO+5.0e-01 O2=>CO2", "O2", 0.5, 0},
      {"CO O2 CO2", "CO + 0.5D+0 O2 => CO2", "O2", 0.5, 0},
      {"CO O2 CO2", "CO+.5E0O2=>CO2", "O2", 0.5, 0},
      {"CO O2 CO2", "1.0E+1CO+5O2=>1E1CO2", "CO2", 0, 10},
      {"CO O2 CO2", "1.0E1CO+5.E+00O2=>10.CO2", "O2", 5, 0},
      {"O E2 H", "E2=>1.5E2+2H", "E2", 1, 1.5}, /* the longest name */
      {"O O2 E", "2E+2O2=>4O", "E", 2, 0},      /* an electron, and the plus of a sum */
      {"O O2 E", "2E+2 O2=>4O", "O2", 2, 0},
      {"O O2 E", "2E-1E+O2=>2O", "E", 0.2, 0},
      {"D2 H 2D2", "2D2=>1.0E-12D2+H", "2D2", 1, 0.1},
      {"C2H D H", "2C2H=>2.5E-1D+H", "D", 0, 0.25},
      {"BIN6 BIN5 H", "BIN6=>.9846153846BIN5+1.53846154E-2BIN6", "BIN6", 1, 1.53846154e-2},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char file[512];
    snprintf(file, sizeof file, "ELEMENTS H END\nSPECIES %s END\nREACTIONS\n%s 1 0 0\nEND\n",
             cases[c].species, cases[c].equation);
    chem_write("m.inp", file);
    chem_begin();
    chem_read("m.inp", NULL, NULL);
    const struct sm_reaction *r = &m->reactions[0];
    ck_assert_msg(amount(&r->reactants, cases[c].name) == cases[c].left, "%s: %.17g",
                  cases[c].equation, amount(&r->reactants, cases[c].name));
    ck_assert_msg(amount(&r->products, cases[c].name) == cases[c].right, "%s: %.17g",
                  cases[c].equation, amount(&r->products, cases[c].name));
    chem_end();
  }
}
END_TEST

/* The unit of A follows the order: 1 + 0.5 here, (cm3/mol)^0.5. */
START_TEST(the_order_of_a_fraction) {
  read_chemkin("CO O2 CO2", "CO+5.0E-1O2=>CO2 2.0E10 0 40000\nEND\n");
  near(m->reactions[0].rate.a, 2e10 * pow(1e3, -0.5));
  near(m->reactions[0].rate.e, 40000 * CALORIES);
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
}
END_TEST

START_TEST(an_unknown_species_behind_an_exponent) {
  chem_write("m.inp", "ELEMENTS O END\nSPECIES O2 O END\nREACTIONS\nO2=>2.0E+0X 1 0 0\nEND\n");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp"},
             "m.inp:4: error: unknown species 'E'\n    4 | O2=>2.0E+0X 1 0 0");
  chem_write("m.inp", "ELEMENTS O END\nSPECIES O2 O END\nREACTIONS\nO2=>2.0E-1X 1 0 0\nEND\n");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp"},
             "m.inp:4: error: unknown species 'X'\n    4 | O2=>2.0E-1X 1 0 0");
}
END_TEST

/* --- CHEMKIN files --- */

START_TEST(commas_between_numbers) {
  read_chemkin("H O O2 HO2 H2O", "H+O2(+M)=>HO2(+M) 4.65E12, 0.44, 0.\n"
                                 "LOW/ 5.75E19, -1.4, 0. / TROE/ 0.5, 1E-30, 1E30 /\n"
                                 "H2O/16.0/, O2/0.78/,\nH+HO2=>H2O+O, 1E13, 0, 0\nEND\n");
  const struct sm_reaction *r = &m->reactions[0];
  near(r->rate.a, 4.65e9);
  near(r->rate.b, 0.44);
  near(r->falloff.low.a, 5.75e13);
  near(r->falloff.low.b, -1.4);
  ck_assert_int_eq(r->falloff.count, 3);
  near(r->falloff.parameters[2], 1e30);
  near(amount(&r->efficiencies, "H2O"), 16);
  near(amount(&r->efficiencies, "O2"), 0.78);
  ck_assert_str_eq(m->reactions[1].equation, "H+HO2=>H2O+O");
  chem_end();
}
END_TEST

START_TEST(a_decimal_comma_is_refused) {
  chem_write("m.inp", "ELEMENTS H O END\nSPECIES H O2 HO2 END\nREACTIONS\n"
                      "H+O2(+M)=>HO2(+M) 1 0 0\nLOW/0,902 0 0/\nEND\n");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp"},
             "m.inp:5: error: '0,902' of LOW is not a number\n    5 | LOW/0,902 0 0/");
}
END_TEST

START_TEST(notes_behind_the_end) {
  read_chemkin("H O2 HO2 O OH", "H+O2=>O+OH 1 0 0\nEND\n! a remark\n  References and Notes:\n"
                                "Reactions of H: A. Author, J. Flames 12 (1999), 3-4, k = 2.\n"
                                "SPECIES of this work, see there\n");
  ck_assert_int_eq(m->reaction_count, 1);
  ck_assert_int_eq(m->species_count, 5);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(
      sm_context_warning(ctx, 0),
      "m.inp:7: warning: lines behind the END of the reactions are not read: 3 in all, "
      "this one the first");
  chem_end();
  read_chemkin("H O2 HO2 O OH", "H+O2=>O+OH 1 0 0\nEND\nREACTIONS KCAL/MOLE\nH+HO2=>2OH 1 0 1\n"
                                "END\n");
  ck_assert_int_eq(m->reaction_count, 2);
  near(m->reactions[1].rate.e, 1000 * CALORIES);
  chem_end();
}
END_TEST

/* M is not a factor of a rate that is given by pressures: A stays of first order. */
START_TEST(a_collider_beside_plog) {
  static const char *const equations[] = {"H2O+M=>H+OH+M", "H2O(+M)=>H+OH(+M)", "H2O=>H+OH"};
  for (size_t e = 0; e < sizeof equations / sizeof *equations; e++) {
    char text[256];
    snprintf(text, sizeof text,
             "%s 1E10 0 0\nPLOG/0.1 2E10 0.5 1000/\nPLOG/1. 3E11 0 2000/\n%sEND\n", equations[e],
             e == 1 ? "H2O/6/\n" : "");
    read_chemkin("H2O H OH", text);
    const struct sm_reaction *r = &m->reactions[0];
    ck_assert_int_eq(r->kind, SM_RATE_PLOG);
    ck_assert_int_eq(r->plog_count, 2);
    near(r->plog[0].rate.a, 2e10);
    near(r->plog[1].rate.a, 3e11);
    near(r->plog[1].rate.e, 2000 * CALORIES);
    ck_assert_int_eq(r->efficiencies.count, 0);
    ck_assert_int_eq(sm_context_warning_count(ctx), e < 2);
    if (e < 2)
      ck_assert_str_eq(sm_context_warning(ctx, 0),
                       e == 0 ? "m.inp:4: warning: M in the equation has no part in rates of PLOG "
                                "or CHEB: 1 in all, this one the first"
                              : "m.inp:4: warning: efficiencies of colliders have no part in rates "
                                "of PLOG or CHEB: 1 in all, this one the first");
    chem_end();
  }
  read_chemkin("H O2 O OH H2", "H+O2+M=>O+OH+M 1 0 0\nTCHEB/300 2500/ PCHEB/0.01 100/\n"
                               "CHEB/2 2 8. .1 .2 .3/\nEND\n");
  ck_assert_int_eq(m->reactions[0].kind, SM_RATE_CHEBYSHEV);
  near(m->reactions[0].chebyshev.coefficient[0], 8. - 3); /* cm3/mol, of second order */
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  chem_end();
}
END_TEST

START_TEST(duplicate_entries_are_warned_of) {
  chem_write("tran.dat", "H2 1 38.0 2.92 0.0 0.79 280.\nH2 1 39.0 2.92 0.0 0.79 280.\n");
  chem_write("m.inp", "ELEMENTS H O H END\nSPECIES H2 H END\nREACTIONS\nH2=>2H 1 0 0\n"
                      "UNITS/KCAL/MOL/\nEND\n");
  const struct sm_mechanism_files files = {.mechanism = "m.inp", .transport = "tran.dat"};
  chem_begin();
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(sm_context_warning_count(ctx), 3);
  ck_assert_str_eq(sm_context_warning(ctx, 0), "m.inp:1: warning: element H is listed twice");
  ck_assert_str_eq(sm_context_warning(ctx, 1),
                   "tran.dat:2: warning: second transport data of H2: the first ones count");
  ck_assert_double_eq(m->species[0].transport->well_depth, 38);
  chem_end();
}
END_TEST

/* Lines that end with a carriage return alone, or with two of them before the line feed. */
START_TEST(ends_of_lines) {
  static const char *const ends[] = {"\n", "\r\n", "\r", "\r\r\n"};
  for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
    static const char *const lines[] = {"ELEMENTS H O END", "SPECIES H O2 O OH END",
                                        "REACTIONS ! H+O2=>O+OH 2 0 0", "H+O2=>O+OH 3E13 0 0",
                                        "END"};
    char text[512] = "";
    for (size_t l = 0; l < sizeof lines / sizeof *lines; l++)
      strcat(strcat(text, lines[l]), ends[e]);
    chem_write("m.inp", text);
    chem_begin();
    chem_read("m.inp", NULL, NULL);
    ck_assert_int_eq(m->reaction_count, 1);
    ck_assert_int_eq(m->reactions[0].place.line, 4);
    near(m->reactions[0].rate.a, 3e10);
    ck_assert_int_eq(sm_context_warning_count(ctx), 0);
    chem_end();
  }
}
END_TEST

START_TEST(files_of_another_form_are_refused) {
  chem_write("m.inp", "ELEMENTS H END\nSPECIES H H2 END\nREACTIONS\nH2=>2H 1 0 0\nEND\n");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp", .photolysis = "j.dat"},
             "m.inp: error: photolysis rates need a KPP mechanism, and this one is not in KPP "
             "format: omit "
             "j.dat");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp", .phase = "gas"},
             "m.inp: error: phases exist only in Cantera mechanisms, and this one is not: omit "
             "phase 'gas'");
  chem_write("m.eqn", "#DEFVAR\nNO = N + O;\n#EQUATIONS\nNO = PROD : 1;\n");
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.eqn", .thermo = "t.dat"},
             "m.eqn: error: a mechanism of KPP has neither thermodynamic nor transport data: leave "
             "the files away");
}
END_TEST

/* A header that is missing or misspelt must not cost the reactions behind it. */
START_TEST(reactions_among_the_data) {
  char card[1024], text[4096];
  static const char *const headers[] = {"REACTONS\n", "", "TRANSPORT\n", "TRANSPORT\nREAKTIONEN\n"};
  chem_card(card, sizeof card, "H a=b", "H   1", 2.5, 0, 0); /* no reaction: a card */
  for (size_t h = 0; h < sizeof headers / sizeof *headers; h++) {
    int line = 9;
    for (const char *c = headers[h]; *c != '\0'; c++) line += *c == '\n';
    snprintf(text, sizeof text,
             "ELEMENTS H END\nSPECIES H H2 END\nTHERMO ALL\n 300. 1000. 5000.\n%s%s"
             "2H=>H2 1.0E12 0 0\n2H=>H2 1.0E11 0 0\nDUP\nEND\n",
             card, headers[h]);
    chem_write("m.inp", text);
    chem_begin();
    ck_assert_int_eq(sm_mechanism_read(ctx, &(struct sm_mechanism_files){.mechanism = "m.inp"}, &m),
                     SM_ERR_DATA);
    snprintf(text, sizeof text,
             "m.inp:%d: error: a reaction among the data: REACTIONS is missing before it\n"
             "%5d | 2H=>H2 1.0E12 0 0\n",
             line, line);
    ck_assert_msg(strncmp(sm_context_message(ctx), text, strlen(text)) == 0, "%s",
                  sm_context_message(ctx));
    chem_end();
  }
}
END_TEST

START_TEST(remarks_among_the_data) {
  char text[4096], card[1024], more[1024];
  chem_card(card, sizeof card, "H", "H   1", 2.5, 0, 0);
  chem_card(more, sizeof more, "H2", "H   2", 3.5, 0, 0);
  snprintf(text, sizeof text,
           "ELEMENTS H END\nSPECIES H H2 END\nTHERMO ALL\n 300. 1000. 5000.\n%sof the tables\n"
           "of 1986\n%sENDOFDATA\nREACTIONS\n2H=>H2 1.0E12 0 0\nEND\n",
           card, more);
  chem_write("m.inp", text);
  chem_begin();
  chem_read("m.inp", NULL, NULL);
  ck_assert_int_eq(m->reaction_count, 1);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(
      sm_context_warning(ctx, 0),
      "m.inp:9: warning: lines between the entries of thermodynamic data are not read: "
      "2 in all, this one the first");
  chem_end();
}
END_TEST

TEST_MAIN(enter_folder, coefficients_of_chemkin, the_order_of_a_fraction,
          an_unknown_species_behind_an_exponent, commas_between_numbers, a_decimal_comma_is_refused,
          notes_behind_the_end, a_collider_beside_plog, duplicate_entries_are_warned_of,
          ends_of_lines, files_of_another_form_are_refused, reactions_among_the_data,
          remarks_among_the_data)
