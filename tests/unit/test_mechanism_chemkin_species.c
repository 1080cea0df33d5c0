/* Species in the text form of CHEMKIN: names, weights, thermodynamic and transport data. */
#include "chemkin_mechanism.h"

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

TEST_MAIN(thermodynamic_data, enter_folder, names_may_hold_anything, weights_of_isotopes, nasa9,
          a_middle_temperature_a_fifth_element_and_more, transport_data)
