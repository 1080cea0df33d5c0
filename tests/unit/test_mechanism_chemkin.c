/* Mechanisms in the text form of CHEMKIN: every kind of rate, units, malformed files. */
#include "chem_files.h"
#include "data_folder.h"
#include <math.h>

#define CALORIES (4184 / SM_GAS_CONSTANT) /* cal/mol as E/R, K */

static void near(double a, double b) { ck_assert(fabs(a - b) <= 1e-13 * fabs(b)); }

static void is_rate(struct sm_arrhenius k, double a, double b, double e) {
  near(k.a, a);
  near(k.b, b);
  near(k.e, e);
}

static double amount(const struct sm_amounts *list, const char *species) {
  for (int32_t i = 0; i < list->count; i++)
    if (strcmp(m->species[list->list[i].index].name, species) == 0) return list->list[i].amount;
  return 0;
}

static const struct sm_reaction *reaction(int number) {
  ck_assert_int_le(number, m->reaction_count);
  return &m->reactions[number - 1];
}

/* --- all forms --- */

static void all_forms(void) {
  chem_begin();
  chem_read(CHEM "allforms.inp", CHEM "allforms.therm", NULL);
}

START_TEST(counts_names_and_format) {
  all_forms();
  ck_assert_str_eq(m->format, "CHEMKIN");
  ck_assert_str_eq(m->name, "allforms");
  ck_assert_int_eq(m->element_count, 5);
  ck_assert_int_eq(m->species_count, 16);
  ck_assert_int_eq(m->reaction_count, 19);
  ck_assert_int_eq(sm_mechanism_find_species(m, "CH4"), 9);
  ck_assert_int_eq(sm_mechanism_find_species(m, "ch4"), 9);
  ck_assert_int_eq(sm_mechanism_find_species(m, "CH"), -1);
  ck_assert_int_eq(sm_mechanism_find_element(m, "ar"), 4);
  ck_assert_str_eq(m->elements[4].name, "Ar");
  near(m->species[9].weight, 12.011 + 4 * 1.008);
  ck_assert_str_eq(reaction(1)->equation, "H+O2<=>O+OH");
  ck_assert_int_eq(reaction(1)->place.line, 11);
  chem_end();
}
END_TEST

START_TEST(elementary_and_three_body) {
  all_forms();
  const struct sm_reaction *r = reaction(1);
  ck_assert_int_eq(r->kind, SM_RATE_ELEMENTARY);
  ck_assert_int_eq(r->reverse, SM_REVERSE_EQUILIBRIUM);
  is_rate(r->rate, 2.65e13, -.6707, 17041 * CALORIES);
  ck_assert_int_eq(reaction(2)->reverse, SM_REVERSE_NONE);
  r = reaction(3);
  ck_assert_int_eq(r->kind, SM_RATE_THREE_BODY);
  is_rate(r->rate, 1.2e11, -1, 0);
  ck_assert_double_eq(r->default_efficiency, 1);
  ck_assert_int_eq(r->efficiencies.count, 8);
  ck_assert_double_eq(amount(&r->efficiencies, "AR"), .83);
  ck_assert_double_eq(amount(&r->reactants, "O"), 2);
  r = reaction(4); /* a collider by its name is a reactant and a product */
  ck_assert_int_eq(r->kind, SM_RATE_ELEMENTARY);
  is_rate(r->rate, 7e11, -.8, 0);
  chem_end();
}
END_TEST

START_TEST(falloff) {
  all_forms();
  const struct sm_reaction *r = reaction(5);
  ck_assert_int_eq(r->kind, SM_RATE_FALLOFF);
  ck_assert_int_eq(r->falloff.form, SM_LINDEMANN);
  is_rate(r->rate, 1.8e7, 0, 2385 * CALORIES);
  is_rate(r->falloff.low, 6.02e8, 0, 3000 * CALORIES);
  r = reaction(6);
  ck_assert_int_eq(r->falloff.form, SM_TROE);
  ck_assert_int_eq(r->falloff.count, 4);
  ck_assert_double_eq(r->falloff.parameters[3], 5182);
  ck_assert_int_eq(reaction(7)->falloff.count, 3);
  r = reaction(8); /* (+N2) */
  ck_assert_double_eq(r->default_efficiency, 0);
  ck_assert_int_eq(r->efficiencies.count, 1);
  ck_assert_double_eq(amount(&r->efficiencies, "N2"), 1);
  r = reaction(9);
  ck_assert_int_eq(r->falloff.form, SM_SRI);
  ck_assert_double_eq(r->falloff.parameters[3], 1);
  ck_assert_double_eq(r->falloff.parameters[4], 0);
  ck_assert_double_eq(reaction(10)->falloff.parameters[4], .05);
  r = reaction(11); /* the line of the equation is the limit of low pressure */
  ck_assert_int_eq(r->kind, SM_RATE_ACTIVATED);
  is_rate(r->falloff.low, 5e7, 0, 9000 * CALORIES);
  is_rate(r->rate, 1e4, 1.5, 8000 * CALORIES);
  chem_end();
}
END_TEST

START_TEST(pressures) {
  all_forms();
  const struct sm_reaction *r = reaction(12);
  ck_assert_int_eq(r->kind, SM_RATE_PLOG);
  ck_assert_int_eq(r->plog_count, 5);
  near(r->plog[2].pressure, 101325);
  near(r->plog[3].pressure, 101325);
  is_rate(r->plog[3].rate, 5e2, 2, 900 * CALORIES);
  r = reaction(13);
  ck_assert_int_eq(r->kind, SM_RATE_CHEBYSHEV);
  ck_assert_int_eq(r->chebyshev.rows, 3);
  ck_assert_int_eq(r->chebyshev.columns, 3);
  near(r->chebyshev.pressure[1], 10132500);
  near(r->chebyshev.coefficient[0], -8.1); /* of first order: no volume in the unit */
  near(r->chebyshev.coefficient[5], .1);
  chem_end();
}
END_TEST

START_TEST(reverse_duplicates_orders_units) {
  all_forms();
  const struct sm_reaction *r = reaction(14);
  ck_assert_int_eq(r->reverse, SM_REVERSE_GIVEN);
  is_rate(r->reverse_rate, 1.1e11, .05, 57200 * CALORIES);
  ck_assert(reaction(15)->duplicate && !reaction(15)->negative_a);
  ck_assert(reaction(16)->duplicate && reaction(16)->negative_a);
  r = reaction(17);
  ck_assert_int_eq(r->orders.count, 2);
  ck_assert_double_eq(amount(&r->orders, "CO"), .7);
  ck_assert_double_eq(amount(&r->orders, "O2"), .35);
  near(r->rate.a, 3e12 * pow(1e3, 1 - 1.05));
  r = reaction(18);
  ck_assert_double_eq(amount(&r->products, "CO"), .6);
  ck_assert_double_eq(amount(&r->products, "H2"), 1.2);
  is_rate(reaction(19)->rate, 7e9, 0, 720);
  chem_end();
}
END_TEST

START_TEST(thermodynamic_data) {
  all_forms();
  const struct sm_thermo *t = &m->species[5].thermo; /* H2O */
  ck_assert_int_eq(t->form, SM_THERMO_NASA7);
  ck_assert_int_eq(t->range_count, 2);
  ck_assert_double_eq(t->pressure, 101325);
  ck_assert_double_eq(t->ranges[0].low, 200);
  ck_assert_double_eq(t->ranges[0].high, 1000);
  ck_assert_double_eq(t->ranges[1].low, 1000);
  ck_assert_double_eq(t->ranges[1].high, 3500);
  ck_assert_double_eq(t->ranges[0].a[2], 4.19864056);
  ck_assert_double_eq(t->ranges[0].a[8], -8.49032208e-01);
  ck_assert_double_eq(t->ranges[1].a[7], -3.00042971e+04);
  ck_assert_double_eq(t->ranges[1].a[0], 0);
  chem_end();
}
END_TEST

/* --- files of our own --- */

/* Reads a mechanism of one section of reactions. */
static void read_reactions(const char *reactions) {
  char text[4096];
  snprintf(text, sizeof text, CHEM_HEAD "%s", reactions);
  chem_write("m.inp", text);
  chem_begin();
  chem_read("m.inp", "t.dat", NULL);
}

START_TEST(units_of_the_section) {
  static const struct {
    const char *words;
    double a, e;
  } cases[] = {
      {"", 1e-3, CALORIES},
      {" CAL/MOLE MOLES", 1e-3, CALORIES},
      {" kcal/mole", 1e-3, 1e3 * CALORIES},
      {" JOULES/MOLE", 1e-3, 1e3 / SM_GAS_CONSTANT},
      {" KJOU", 1e-3, 1e6 / SM_GAS_CONSTANT},
      {" KELVINS", 1e-3, 1},
      {" EVOLTS MOLECULES", 6.02214076e20, 11604.518121550082},
      {" MOLEC KELV", 6.02214076e20, 1},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[256];
    snprintf(text, sizeof text, "REACTIONS%s\nH+O2=O+OH 2 0.5 3\nEND\n", cases[c].words);
    read_reactions(text);
    ck_assert_double_eq_tol(reaction(1)->rate.a, 2 * cases[c].a, 1e-12 * cases[c].a);
    ck_assert_double_eq_tol(reaction(1)->rate.e, 3 * cases[c].e, 1e-11 * cases[c].e);
    chem_end();
  }
}
END_TEST

START_TEST(units_of_a_reaction) {
  read_reactions("REACTIONS\n"
                 "H+O2=O+OH 2 0.5 3\nUNITS/KCAL/MOLE/ units / molec /\n"
                 "H+H2O=H2+OH 2 0.5 3\nREV/4 0 5/ UNITS/JOULES/MOLE MOLECULES/ DUP\n"
                 "H+H2O=H2+OH 2 0.5 3\nDUP\nEND\n");
  is_rate(reaction(1)->rate, 2 * 6.02214076e20, .5, 3e3 * CALORIES);
  is_rate(reaction(2)->rate, 2 * 6.02214076e20, .5, 3e3 / SM_GAS_CONSTANT);
  is_rate(reaction(2)->reverse_rate, 4 * 6.02214076e20, 0, 5e3 / SM_GAS_CONSTANT);
  is_rate(reaction(3)->rate, 2e-3, .5, 3 * CALORIES);
  ck_assert(reaction(2)->duplicate);
  chem_end();
}
END_TEST

/* Limits of a reaction with (+M), in kmol, m, s. */
static double factor(const struct sm_reaction *r, double t, double m3) {
  const struct sm_arrhenius *k = &r->rate, *l = &r->falloff.low;
  const double high = k->a * pow(t, k->b) * exp(-k->e / t),
               low = l->a * pow(t, l->b) * exp(-l->e / t), pr = low * m3 / high;
  return (r->kind == SM_RATE_FALLOFF ? high * pr : low) / (1 + pr);
}

/* CHEMKIN-II multiplies REV by what it multiplies the rate forwards with. */
START_TEST(reverse_of_falloff) {
  read_reactions("REACTIONS\n"
                 "H+OH(+M)<=>H2O(+M) 2E13 0.5 30\nLOW/1E17 -1 100/\nREV/3E15 0.1 90000/\nH2/2/\n"
                 "2OH(+M)=O+H2O(+M) 4E9 0.3 20\nHIGH/5E4 1 200/\nREV/6E9 -0.5 700/\nEND\n");
  ck_assert_int_eq(m->reaction_count, 4);
  static const double reverse[2][3] = {{3e15, .1, 90000}, {6e6, -.5, 700}},
                      line[2][3] = {{2e10, .5, 30}, {4e6, .3, 20}};
  for (int i = 0; i < 2; i++) {
    const struct sm_reaction *r = reaction(2 * i + 1), *back = reaction(2 * i + 2);
    ck_assert_int_eq(r->reverse, SM_REVERSE_NONE);
    ck_assert_int_eq(back->reverse, SM_REVERSE_NONE);
    ck_assert_int_eq(back->kind, r->kind);
    ck_assert_int_eq(back->efficiencies.count, r->efficiencies.count);
    ck_assert_double_eq(amount(&back->reactants, "H2O"), 1);
    for (double t = 400; t < 3000; t *= 1.7) {
      const double given =
                       reverse[i][0] * pow(t, reverse[i][1]) * exp(-reverse[i][2] * CALORIES / t),
                   of_line = line[i][0] * pow(t, line[i][1]) * exp(-line[i][2] * CALORIES / t);
      ck_assert_double_eq_tol(factor(back, t, .04) / given, factor(r, t, .04) / of_line, 1e-11);
    }
  }
  ck_assert_str_eq(reaction(2)->equation, "H2O(+M) => H+OH(+M)");
  chem_end();
}
END_TEST

START_TEST(rates_below_zero_of_a_pressure) {
  read_reactions(
      "REACTIONS\nH+O2=O+OH 1 0 0\n"
      "PLOG/1 1E14 0 9000/ PLOG/10 -7.41E30 -5.54 12108/ PLOG/10 1.9E15 -.29 8306/\nEND\n");
  ck_assert_int_eq(reaction(1)->plog_count, 3);
  chem_end();
}
END_TEST

START_TEST(odd_but_clear) {
  read_reactions("reactions\n"
                 "2h + M = h2 +m\t1.0D+18 -1. .0 ! a remark\n"
                 "\th2/0./ H2O / 6 /\n"
                 "oh+oh=o + h2o   1.2+4 2.6 -1880\r\n"
                 "H2+O2 &\n = OH+OH &  ! goes on\n 1e13 0 0\n"
                 "0.5H2=>H 1 0 0\n"
                 "H+OH(+M)=H2O(+ M) 1 0 0\nLOW/1 0 0 /\n");
  ck_assert_int_eq(m->reaction_count, 5);
  near(reaction(1)->rate.a, 1e12);
  ck_assert_double_eq(amount(&reaction(1)->efficiencies, "H2O"), 6);
  ck_assert_double_eq(amount(&reaction(1)->reactants, "H"), 2);
  near(reaction(2)->rate.a, 12);
  ck_assert_str_eq(reaction(3)->equation, "H2+O2 = OH+OH");
  ck_assert_double_eq(amount(&reaction(4)->reactants, "H2"), .5);
  ck_assert_int_eq(reaction(5)->kind, SM_RATE_FALLOFF);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(sm_context_warning(ctx, 0),
                   "m.inp:16: warning: the file ends without END: it may be truncated");
  chem_end();
}
END_TEST

START_TEST(names_may_hold_anything) {
  char thermo[4096] = "THERMO\n";
  static const char *const cards[][2] = {
      {"H3O+", "H   3O   1E  -1"}, {"E", "E   1"}, {"CH2(S)", "C   1H   2"}, {"1CH2", "C   1H   2"},
      {"H2O", "H   2O   1"},       {"H", "H   1"}, {"CH2", "C   1H   2"}};
  for (size_t c = 0; c < sizeof cards / sizeof *cards; c++)
    chem_card(thermo + strlen(thermo), sizeof thermo - strlen(thermo), cards[c][0], cards[c][1],
              2.5, 0, 0);
  chem_write("ions.dat", thermo);
  chem_write("ions.inp",
             "ELEMENTS H O C E END\nSPECIES H3O+ E CH2(S) 1CH2 H2O H CH2\nEND\nREACTIONS\n"
             "H3O++E=H2O+H 1 0 0\nCH2(S)+M=1CH2+M 1 0 0\n2CH2(S)=21CH2 1 0 0\n"
             "CH2=>0.5 1CH2+0.51CH2 1 0 0\n"
             "1CH2 (+CH2(S)) = CH2 (+CH2(S)) 1 0 0\nLOW/1 0 0/\nEND\n");
  chem_begin();
  chem_read("ions.inp", "ions.dat", NULL);
  ck_assert_double_eq(m->species[0].charge, 1);
  ck_assert_double_eq(m->species[1].charge, -1);
  ck_assert_double_eq(amount(&reaction(1)->reactants, "H3O+"), 1);
  ck_assert_double_eq(amount(&reaction(3)->products, "1CH2"), 2);
  ck_assert_double_eq(amount(&reaction(4)->products, "1CH2"), 1);
  ck_assert_double_eq(amount(&reaction(4)->products, "CH2"), 0);
  ck_assert_double_eq(amount(&reaction(5)->efficiencies, "CH2(S)"), 1);
  chem_end();
}
END_TEST

START_TEST(weights_of_isotopes) {
  char thermo[1024] = "THERMO\n";
  chem_card(thermo + strlen(thermo), sizeof thermo - strlen(thermo), "D2", "D   2", 3.5, 0, 0);
  chem_card(thermo + strlen(thermo), sizeof thermo - strlen(thermo), "X", "X   1", 2.5, 0, 0);
  chem_write("iso.dat", thermo);
  chem_write("iso.inp", "ELEM D/2.5/ X / 7 / END\nSPEC D2 X END\nREAC\nEND\n");
  chem_begin();
  chem_read("iso.inp", "iso.dat", NULL);
  near(m->species[0].weight, 5);
  near(m->species[1].weight, 7);
  chem_end();
}
END_TEST

START_TEST(nasa9) {
  chem_write("nine.inp",
             "ELEMENTS\nN\nEND\nSPECIES\nN2\nEND\nTHERMO NASA9\n"
             "   200.00   1000.00   6000.00  20000.   9/09/04\n"
             "N2                Ref-Elm. made up\n"
             " 2 tpis78 N   2.00    0.00    0.00    0.00    0.00 0   28.0134000          0.000\n"
             "    200.000   1000.0007 -2.0 -1.0  0.0  1.0  2.0  3.0  4.0  0.0         8670.104\n"
             " 2.210371497D+04-3.818461820D+02 6.082738360D+00-8.530914410D-03 1.384646189D-05\n"
             "-9.625793620D-09 2.519705809D-12                 7.108460860D+02-1.076003744D+01\n"
             "   1000.000   6000.0007 -2.0 -1.0  0.0  1.0  2.0  3.0  4.0  0.0         8670.104\n"
             " 5.877124060D+05-2.239249073D+03 6.066949220D+00-6.139685500D-04 1.491806679D-07\n"
             "-1.923105485D-11 1.061954386D-15                 1.283210415D+04-1.586640027D+01\n"
             "END\nREACTIONS\nEND\n");
  chem_begin();
  chem_read("nine.inp", NULL, NULL);
  const struct sm_thermo *t = &m->species[0].thermo;
  ck_assert_int_eq(t->form, SM_THERMO_NASA9);
  ck_assert_int_eq(t->range_count, 2);
  ck_assert_double_eq(t->pressure, 1e5);
  ck_assert_double_eq(t->ranges[0].a[0], 2.21037149700E+04);
  ck_assert_double_eq(t->ranges[0].a[6], 2.519705809E-12);
  ck_assert_double_eq(t->ranges[1].a[7], 1.283210415E+04);
  ck_assert_double_eq(t->ranges[1].a[8], -1.586640027E+01);
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
}
END_TEST

START_TEST(a_middle_temperature_a_fifth_element_and_more) {
  chem_write("five.inp",
             "ELEMENTS H C O N CL END\nSPECIES A B END\nTHERMO\n"
             "A                       H   4C   2O   2N   1G   200.000  6000.000 1391.00CL  1 1\n"
             " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
             " 0.00000000E+00 0.00000000E+00 1.00000000E+00 0.00000000E+00 0.00000000E+00    3\n"
             " 0.00000000E+00 0.00000000E+00 0.00000000E 00 0.00000000E+00                   4\n"
             "B                       0   0    0   00   0G   200.000  6000.000 1391.00       1&\n"
             "H 20 C 10 &\nO 1\n"
             " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
             " 0.00000000E+00 0.00000000E+00                                                 3\n"
             "                                                                               4\n"
             "END\nREACTIONS\nEND\n");
  chem_begin();
  chem_read("five.inp", NULL, NULL);
  near(m->species[0].weight, 4 * 1.008 + 2 * 12.011 + 2 * 15.999 + 14.007 + 35.45);
  ck_assert_double_eq(m->species[0].thermo.ranges[1].low, 1391);
  near(m->species[1].weight, 20 * 1.008 + 120.11 + 15.999);
  ck_assert_int_eq(m->species[1].thermo.range_count, 1);
  ck_assert_double_eq(m->species[1].thermo.ranges[0].high, 6000);
  chem_end();
}
END_TEST

START_TEST(transport_data) {
  chem_write("tran.dat", "H2 1 38.0 2.92 0.0 0.79 280. ! remark\nH2O 2 572.4 2.605 1.844 0. 4.\n"
                         "XY 1 1 1 1 1 1\nEND\nnot read\n");
  read_reactions("REACTIONS\nEND\n");
  ck_assert_ptr_null(m->species[0].transport);
  chem_end();
  chem_begin();
  chem_read("m.inp", "t.dat", "tran.dat");
  const struct sm_transport_data *d = m->species[5].transport;
  ck_assert_int_eq(d->geometry, SM_GEOMETRY_NONLINEAR);
  near(d->well_depth, 572.4);
  near(d->diameter, 2.605e-10);
  near(d->dipole, 1.844 * 3.33564095e-30);
  ck_assert_double_eq_tol(m->species[0].transport->polarizability, 0.79e-30, 1e-40);
  ck_assert_str_eq(sm_context_warning(ctx, 0), "m.inp: warning: no transport data of H O2 O OH");
  chem_end();
}
END_TEST

START_TEST(mechanisms_of_others) {
  const char *data = data_folder();
  static const struct {
    const char *mechanism, *thermo, *transport;
    int species, reactions;
  } files[] = {{"BurkeDryer/mechanism.inp", "BurkeDryer/therm.dat", "BurkeDryer/tran.dat", 13, 27},
               {"BurkeDryer/mechanism.inp", NULL, NULL, 13, 27},
               {"yetter1991/chem.inp", "yetter1991/therm.dat", NULL, 9, 19}};
  if (data == NULL) {
    printf("skipped mechanisms of others: SIMOOM_DATA is not set\n");
    return;
  }
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    char path[3][512];
    const char *names[] = {files[f].mechanism, files[f].thermo, files[f].transport};
    for (int i = 0; i < 3; i++)
      snprintf(path[i], sizeof path[i], "%s/mechanisms/%s", data, names[i] != NULL ? names[i] : "");
    chem_begin();
    chem_read(path[0], names[1] != NULL ? path[1] : NULL, names[2] != NULL ? path[2] : NULL);
    ck_assert_int_eq(m->species_count, files[f].species);
    ck_assert_int_eq(m->reaction_count, files[f].reactions);
    ck_assert_int_eq(sm_context_warning_count(ctx), 0);
    chem_end();
  }
}
END_TEST

START_TEST(hydrogen_of_38_reactions) {
  chem_begin();
  chem_read(CHEM "hydrogen38.inp", NULL, NULL);
  ck_assert_int_eq(m->species_count, 9);
  ck_assert_int_eq(m->reaction_count, 38);
  ck_assert_int_eq(m->species[0].thermo.form, SM_THERMO_NONE);
  chem_end();
}
END_TEST

TEST_MAIN(counts_names_and_format, elementary_and_three_body, falloff, pressures,
          reverse_duplicates_orders_units, thermodynamic_data, hydrogen_of_38_reactions,
          mechanisms_of_others, enter_folder, units_of_the_section, units_of_a_reaction,
          reverse_of_falloff, rates_below_zero_of_a_pressure, odd_but_clear,
          names_may_hold_anything, weights_of_isotopes, nasa9,
          a_middle_temperature_a_fifth_element_and_more, transport_data)
