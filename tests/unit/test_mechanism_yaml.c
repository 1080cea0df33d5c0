/* Mechanisms in Cantera's YAML form: the same as in CHEMKIN's, units, phases, written and read
 * back. */
#include "chem_files.h"
#include "data_folder.h"

#include "chem_compare.h"

static void read_text(const char *text) {
  chem_write("m.yaml", text);
  chem_begin();
  chem_read("m.yaml", NULL, NULL);
}

static void near(double a, double b) { chem_near(a, b, "number"); }

START_TEST(all_forms_are_those_of_chemkin) {
  struct sm_mechanism *chemkin;
  chem_begin();
  chem_read(CHEM "allforms.inp", CHEM "allforms.therm", NULL);
  chemkin = m;
  chem_read(CHEM "allforms.yaml", NULL, NULL);
  ck_assert_str_eq(m->format, "Cantera YAML");
  ck_assert_int_eq(m->reaction_count, 20);
  chem_same_species(chemkin, m);
  for (int32_t r = 0; r < 20; r++) { /* number 14 has a rate backwards: that is number 15 here */
    const struct sm_reaction *p = &chemkin->reactions[r < 14 ? r : r - 1], *q = &m->reactions[r];
    if (r != 13 && r != 14) chem_same_reaction(chemkin, p, m, q);
    if (r == 13) chem_same_rate(&p->rate, &q->rate, q->equation);
    if (r == 14) chem_same_rate(&p->reverse_rate, &q->rate, q->equation);
  }
  ck_assert_int_eq(m->reactions[0].place.line, 196);
  sm_mechanism_destroy(&chemkin);
  chem_end();
}
END_TEST

START_TEST(mechanisms_of_others) {
  const char *data = data_folder();
  char path[3][512];
  struct sm_mechanism *chemkin;
  if (data == NULL) {
    printf("skipped mechanisms of others: SIMOOM_DATA is not set\n");
    return;
  }
  snprintf(path[0], sizeof path[0], "%s/mechanisms/gri30.yaml", data);
  snprintf(path[1], sizeof path[1], "%s/mechanisms/BurkeDryer/mechanism.yaml", data);
  snprintf(path[2], sizeof path[2], "%s/mechanisms/BurkeDryer/mechanism.inp", data);
  chem_begin();
  chem_read(path[0], NULL, NULL);
  ck_assert_int_eq(m->species_count, 53);
  ck_assert_int_eq(m->reaction_count, 325);
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  ck_assert_int_ge(sm_mechanism_find_species(m, "NO"), 0);
  sm_mechanism_destroy(&m);
  chem_read(path[2], NULL, NULL);
  chemkin = m;
  chem_read(path[1], NULL, NULL);
  ck_assert_int_eq(m->reaction_count, 27);
  chem_same_species(chemkin, m);
  for (int32_t r = 0; r < 27; r++)
    chem_same_reaction(chemkin, &chemkin->reactions[r], m, &m->reactions[r]);
  sm_mechanism_destroy(&chemkin);
  chem_end();
}
END_TEST

START_TEST(units_of_the_file_and_of_a_number) {
  read_text("units: {length: cm, quantity: mol, activation-energy: kcal/mol}\n" CHEM_YAML_SPECIES
            "reactions:\n"
            "- {equation: H + O2 = O + OH, rate-constant: {A: 2, b: 0.5, Ea: 3}}\n"
            "- {equation: OH + OH => H2 + O2, rate-constant: [2 m^3/kmol/s, 0, 3 K]}\n"
            "- {equation: 2 H + M = H2 + M, rate-constant: {A: 2 cm^6/molec^2/s, b: 0, Ea: 1 eV}}\n"
            "- equation: 2 O + M = O2 + M\n  units: {length: m, quantity: kmol}\n"
            "  rate-constant: {A: 5, b: 0, Ea: 3000 J/kmol}\n");
  near(m->reactions[0].rate.a, 2e-3);
  near(m->reactions[0].rate.e, 3e3 * CALORIES);
  near(m->reactions[1].rate.a, 2);
  near(m->reactions[1].rate.e, 3);
  near(m->reactions[2].rate.a, 2e-12 * 6.02214076e26 * 6.02214076e26);
  near(m->reactions[2].rate.e, 1.602176634e-19 * 6.02214076e26 / SM_GAS_CONSTANT);
  ck_assert_int_eq(m->reactions[2].kind, SM_RATE_THREE_BODY);
  near(m->reactions[3].rate.a, 5);
  near(m->reactions[3].rate.e, 3000 / SM_GAS_CONSTANT);
  ck_assert_ptr_eq(m->species[0].transport, NULL);
  near(m->species[0].thermo.ranges[0].a[2], 29e3 / SM_GAS_CONSTANT);
  chem_end();
}
END_TEST

START_TEST(json_is_yaml) {
  read_text("{\"species\": [{\"name\": \"H\", \"composition\": {\"H\": 1},\n"
            "  \"thermo\": {\"model\": \"constant-cp\"}}]}\n");
  ck_assert_str_eq(m->format, "Cantera YAML");
  ck_assert_int_eq(m->species_count, 1);
  chem_end();
}
END_TEST

START_TEST(without_units_all_is_si) {
  read_text(CHEM_YAML_SPECIES
            "reactions:\n"
            "- {equation: H + O2 = O + OH, rate-constant: {A: 2, b: 0.5, Ea: 3}}\n");
  near(m->reactions[0].rate.a, 2);
  near(m->reactions[0].rate.e, 3 / SM_GAS_CONSTANT);
  near(m->species[0].thermo.ranges[0].a[2], 29 / SM_GAS_CONSTANT);
  chem_end();
}
END_TEST

START_TEST(a_collider_by_its_name) {
  read_text(CHEM_YAML_SPECIES
            "reactions:\n"
            "- {equation: 2 H + O2 = H2 + O2, rate-constant: [2, 0, 0]}\n"
            "- {equation: 2 O + H2 = O2 + H2, type: three-body, rate-constant: [2, 0, 0],\n"
            "   efficiencies: {H2: 0.5}}\n"
            "- {equation: 2 H + M = H2 + M, rate-constant: [2, 0, 0],\n"
            "   default-efficiency: 0.1, efficiencies: {NO: 3, O2: 0}}\n");
  ck_assert_int_eq(m->reactions[0].kind, SM_RATE_ELEMENTARY);
  ck_assert_int_eq(m->reactions[0].reactants.count, 2);
  ck_assert_int_eq(m->reactions[1].kind, SM_RATE_THREE_BODY);
  ck_assert_int_eq(m->reactions[1].reactants.count, 1);
  ck_assert_double_eq(m->reactions[1].default_efficiency, 0);
  ck_assert_double_eq(m->reactions[1].efficiencies.list[0].amount, 0.5);
  ck_assert_double_eq(m->reactions[2].default_efficiency, 0.1);
  chem_end();
}
END_TEST

static const char two_phases[] =
    "phases:\n"
    "- name: small\n  thermo: ideal-gas\n  elements: [H, O]\n  species: [H2, H, O2, O, OH]\n"
    "  kinetics: gas\n  skip-undeclared-third-bodies: true\n"
    "  reactions: [a, b: declared-species]\n"
    "- name: large\n  thermo: ideal-gas\n  kinetics: gas\n  species: [species: all]\n"
    "  reactions: [a: all, b: all]\n"
    "- name: still\n  thermo: ideal-gas\n  species: [NO]\n" CHEM_YAML_SPECIES
    "a:\n- units: {length: cm}\n"
    "- {equation: H + O2 = O + OH, rate-constant: [1, 0, 0]}\n"
    "b:\n- {equation: NO + O = NO + O2, rate-constant: [1, 0, 0]}\n"
    "- {equation: 2 H + M = H2 + M, rate-constant: [1, 0, 0], efficiencies: {NO: 1, H2: 1}}\n";

START_TEST(phases_and_sections) {
  static const struct {
    const char *phase;
    int species, reactions;
  } cases[] = {{NULL, 5, 2}, {"small", 5, 2}, {"large", 6, 3}, {"still", 1, 0}};
  char text[2048];
  snprintf(text, sizeof text, "%s", two_phases);
  memcpy(strstr(text, "NO + O = NO + O2"), "NO + H = NO + H ", 16);
  chem_write("p.yaml", text);
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const struct sm_mechanism_files files = {.mechanism = "p.yaml", .phase = cases[c].phase};
    chem_begin();
    ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
    ck_assert_int_eq(m->species_count, cases[c].species);
    ck_assert_int_eq(m->reaction_count, cases[c].reactions);
    if (m->reaction_count > 0) near(m->reactions[0].rate.a, 1e-6);
    if (c == 0) ck_assert_int_eq(m->reactions[1].efficiencies.count, 1);
    chem_end();
  }
}
END_TEST

START_TEST(sections_of_other_files) {
  chem_write("other.yaml", CHEM_YAML_SPECIES);
  read_text("phases:\n- name: gas\n  thermo: ideal-gas\n  species: [other.yaml/species: [H2, H]]\n"
            "  kinetics: gas\nreactions:\n- {equation: H2 <=> 2 H, rate-constant: [1, 0, 0]}\n");
  ck_assert_int_eq(m->species_count, 2);
  ck_assert_str_eq(m->species[1].place.file, "other.yaml");
  chem_end();
}
END_TEST

START_TEST(shomate_and_constant_heat_capacities) {
  read_text("units: {quantity: mol}\nspecies:\n- name: CO\n  composition: {C: 1, O: 1}\n  thermo:\n"
            "    model: Shomate\n    temperature-ranges: [298, 1300, 6000]\n"
            "    reference-pressure: 1 bar\n    data:\n"
            "    - [25.56759, 6.096130, 4.054656, -2.671301, 0.131021, -118.0089, 227.3665]\n"
            "    - [35.15070, 1.300095, -0.205921, 0.013550, -3.282780, -127.8375, 231.7120]\n"
            "- name: X\n  composition: {C: 1}\n"
            "  thermo: {model: constant-cp, T0: 500 K, h0: 10 kJ/mol, s0: 200, cp0: 30 J/mol/K}\n");
  const double *a = m->species[0].thermo.ranges[0].a, t = 0.5, r = SM_GAS_CONSTANT / 1e3;
  const double cp =
      25.56759 + 6.096130 * t + 4.054656 * t * t - 2.671301 * t * t * t + 0.131021 / (t * t);
  const double h = 25.56759 * t + 6.096130 * t * t / 2 + 4.054656 * pow(t, 3) / 3 -
                   2.671301 * pow(t, 4) / 4 - 0.131021 / t - 118.0089; /* kJ/mol */
  const double s = 25.56759 * log(t) + 6.096130 * t + 4.054656 * t * t / 2 -
                   2.671301 * pow(t, 3) / 3 - 0.131021 / (2 * t * t) + 227.3665;
  ck_assert_double_eq(m->species[0].thermo.pressure, 1e5);
  near(a[0] / 250000 + a[2] + a[3] * 500 + a[4] * 250000 + a[5] * 1.25e8, cp / r);
  near(-a[0] / 500 + a[2] * 500 + a[3] * 125000 + a[4] * 1.25e8 / 3 + a[5] * 6.25e10 / 4 + a[7],
       h * 1e3 / r);
  near(-a[0] / 500000 + a[2] * log(500) + a[3] * 500 + a[4] * 125000 + a[5] * 1.25e8 / 3 + a[8],
       s / r);
  a = m->species[1].thermo.ranges[0].a;
  near(a[2], 30 / r);
  near(a[2] * 500 + a[7], 10e3 / r);
  near(a[2] * log(500) + a[8], 200 / r);
  chem_end();
}
END_TEST

/* Reads a mechanism, writes it and reads it again: both must be the same. */
static void round_trip(const char *mechanism, const char *thermo, const char *transport) {
  const char *const out = "/tmp/simoom-round-trip.yaml";
  struct sm_mechanism *first;
  chem_begin();
  chem_read(mechanism, thermo, transport);
  first = m;
  m = NULL;
  ck_assert_msg(sm_mechanism_write_yaml(ctx, first, out) == SM_OK, "%s", sm_context_message(ctx));
  chem_read(out, NULL, NULL);
  unlink(out);
  chem_same_species(first, m);
  for (int32_t r = 0, next = 0; r < first->reaction_count; r++, next++) {
    const struct sm_reaction *p = &first->reactions[r];
    if (p->reverse != SM_REVERSE_GIVEN) {
      chem_same_reaction(first, p, m, &m->reactions[next]);
      ck_assert_int_eq(p->negative_a, m->reactions[next].negative_a);
      continue;
    }
    chem_same_rate(&p->rate, &m->reactions[next].rate, p->equation);
    chem_same_rate(&p->reverse_rate, &m->reactions[++next].rate, p->equation);
    chem_same_amounts(first, &p->products, m, &m->reactions[next].reactants, false, p->equation);
  }
  sm_mechanism_destroy(&first);
  chem_end();
}

START_TEST(what_is_written_reads_back) {
  const char *data = data_folder();
  char path[3][512];
  chem_tolerance = 1e-15; /* no unit is converted */
  round_trip(CHEM "allforms.inp", CHEM "allforms.therm", NULL);
  round_trip(CHEM "allforms.yaml", NULL, NULL);
  round_trip(CHEM "hydrogen38.inp", NULL, NULL);
  if (data != NULL) {
    snprintf(path[0], sizeof path[0], "%s/mechanisms/gri30.yaml", data);
    snprintf(path[1], sizeof path[1], "%s/mechanisms/BurkeDryer/mechanism.inp", data);
    snprintf(path[2], sizeof path[2], "%s/mechanisms/BurkeDryer/tran.dat", data);
    round_trip(path[0], NULL, NULL);
    round_trip(path[1], NULL, path[2]);
  }
  chem_tolerance = 1e-12;
}
END_TEST

START_TEST(odd_names_are_written_so_that_they_read_back) {
  read_text("elements:\n- {symbol: Qq, atomic-weight: 3.25}\n"
            "phases:\n- {name: gas, thermo: ideal-gas, elements: [H, Qq, N, E], species: all, "
            "kinetics: gas}\n"
            "species:\n- {name: 'N', composition: {N: 1}}\n- {name: \"a'b\", composition: {H: 1}}\n"
            "- {name: '1e5', composition: {Qq: 2}}\n- {name: 'H3+', composition: {H: 3, E: -1}}\n"
            "- {name: '[NH]', composition: {N: 1, H: 1}}\n- {name: '#2:', composition: {N: 1, "
            "H: 1}}\n"
            "reactions:\n- {equation: '[NH] + 2 #2: => 3 [NH]', rate-constant: [1, 0, 0]}\n"
            "- {equation: \"N + a'b => N + a'b\", id: 'x: y', rate-constant: [1, 0, 0],\n"
            "   orders: {N: -1, H3+: 2}, negative-orders: true, nonreactant-orders: true}\n");
  chem_end();
  round_trip("m.yaml", NULL, NULL);
}
END_TEST

START_TEST(a_last_line_without_its_end) {
  read_text("species:\n- name: H\n  composition: {H: 1}\n");
  ck_assert_int_eq(sm_context_warning_count(ctx), 0);
  chem_end();
  read_text("species:\n- name: H\n  composition: {H: 1}");
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(sm_context_warning(ctx, 0),
                   "m.yaml: warning: the last line of the file has no end: it may be truncated");
  chem_end();
}
END_TEST

TEST_MAIN(all_forms_are_those_of_chemkin, mechanisms_of_others, what_is_written_reads_back,
          enter_folder, odd_names_are_written_so_that_they_read_back, a_last_line_without_its_end,
          units_of_the_file_and_of_a_number, without_units_all_is_si, json_is_yaml,
          a_collider_by_its_name, phases_and_sections, sections_of_other_files,
          shomate_and_constant_heat_capacities)
