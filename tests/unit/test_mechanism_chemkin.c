/* Mechanisms in the text form of CHEMKIN: every kind of rate, units, files of others. */
#include "chemkin_mechanism.h"
#include "data_folder.h"

static void is_rate(struct sm_arrhenius k, double a, double b, double e) {
  near(k.a, a);
  near(k.b, b);
  near(k.e, e);
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
          reverse_duplicates_orders_units, hydrogen_of_38_reactions, mechanisms_of_others,
          enter_folder, units_of_the_section, units_of_a_reaction, reverse_of_falloff,
          rates_below_zero_of_a_pressure, odd_but_clear)
