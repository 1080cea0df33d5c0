/* Cantera's YAML: keys that come twice, keys that are not known, names that come twice. */
#include "chem_files.h"

#define HEAD                                                                                       \
  "species:\n- {name: H, composition: {H: 1}}\n- {name: O2, composition: {O: 2}}\n"                \
  "- {name: CO, composition: {C: 1, O: 1}}\n- {name: CO2, composition: {C: 1, O: 2}}\n"            \
  "- {name: O, composition: {O: 1}}\n- {name: OH, composition: {O: 1, H: 1}}\nreactions:\n"

static void read_text(const char *text) {
  chem_write("m.yaml", text);
  chem_begin();
  chem_read("m.yaml", NULL, NULL);
}

static const char *const twice[][2] = {
    {HEAD "- equation: H + O2 => O + OH\n  rate-constant: {A: 1, b: 0, Ea: 0}\n"
          "  rate-constant: {A: 2, b: 0, Ea: 0}\n",
     "m.yaml:11: error: the key 'rate-constant' is there already in this map\n"
     "   11 |   rate-constant: {A: 2, b: 0, Ea: 0}"},
    {HEAD "- {equation: H + O2 => O + OH, rate-constant: {A: 1, b: 0, Ea: 0, A: 1}}\n",
     "m.yaml:9: error: the key 'A' is there already in this map\n"
     "    9 | - {equation: H + O2 => O + OH, rate-constant: {A: 1, b: 0, Ea: 0, A: 1}}"},
    {"species:\n- {name: H, composition: {H: 1}}\nunits: {length: cm}\n"
     "units: {length: m}\nspecies: []\n",
     "m.yaml:4: error: the key 'units' is there already in this map\n    4 | units: {length: m}\n"
     "m.yaml:5: error: the key 'species' is there already in this map\n    5 | species: []"},
    {"species:\n- name: H2O\n  composition: {H: 2, O: 1, H: 1}\n",
     "m.yaml:3: error: the key 'H' is there already in this map\n"
     "    3 |   composition: {H: 2, O: 1, H: 1}"},
    {"{\"species\": [{\"name\": \"H\", \"name\": \"D\", \"composition\": {\"H\": 1}}]}\n",
     "m.yaml:1: error: the key 'name' is there already in this map\n"
     "    1 | {\"species\": [{\"name\": \"H\", \"name\": \"D\", \"composition\": {\"H\": 1}}]}"},
    /* also where nobody looks */
    {"a: {b: {c: 1, c: 1}}\nspecies:\n- {name: H, composition: {H: 1}}\n",
     "m.yaml:1: error: the key 'c' is there already in this map\n    1 | a: {b: {c: 1, c: 1}}"},
    /* names in lists */
    {"phases:\n- {name: gas, thermo: ideal-gas, species: [H]}\nspecies:\n"
     "- {name: H, composition: {H: 1}}\n- {name: H, composition: {H: 2}}\n",
     "m.yaml:5: error: a second species of the name H in one list\n"
     "    5 | - {name: H, composition: {H: 2}}"},
    {"phases:\n- {name: gas, thermo: ideal-gas, species: [H]}\n"
     "- {name: gas, thermo: ideal-gas, species: all}\nspecies:\n- {name: H, composition: {H: 1}}\n",
     "m.yaml:3: error: a second phase of the name gas in one list\n"
     "    3 | - {name: gas, thermo: ideal-gas, species: all}"},
    {"elements:\n- {symbol: Qq, atomic-weight: 3}\n- {symbol: Qq, atomic-weight: 4}\n"
     "species:\n- {name: H, composition: {Qq: 1}}\n",
     "m.yaml:3: error: a second element of the name Qq in one list\n"
     "    3 | - {symbol: Qq, atomic-weight: 4}"},
    {"phases:\n- {name: gas, thermo: ideal-gas, species: [H, H]}\nspecies:\n"
     "- {name: H, composition: {H: 1}}\n",
     "m.yaml:4: error: a second species of the name H\n    4 | - {name: H, composition: {H: 1}}"},
    /* what is a list or a text in place of a map */
    {HEAD "- {equation: O2 + M => 2 O + M, rate-constant: [1, 0, 0], efficiencies: [O2, 2]}\n",
     "m.yaml:9: error: a map is expected for 'efficiencies'\n"
     "    9 | - {equation: O2 + M => 2 O + M, rate-constant: [1, 0, 0], efficiencies: [O2, 2]}"},
    {HEAD "- {equation: O2 + M => 2 O + M, rate-constant: [1, 0, 0], efficiencies: 'O2:2'}\n",
     "m.yaml:9: error: a map is expected for 'efficiencies'\n"
     "    9 | - {equation: O2 + M => 2 O + M, rate-constant: [1, 0, 0], efficiencies: 'O2:2'}"},
    {"phases: {name: gas, thermo: ideal-gas, species: [H]}\nspecies:\n"
     "- {name: H, composition: {H: 1}}\n",
     "m.yaml:1: error: a list is expected for 'phases'\n"
     "    1 | phases: {name: gas, thermo: ideal-gas, species: [H]}"},
    {"phases:\n- {name: gas, thermo: ideal-gas, species: H}\nspecies:\n"
     "- {name: H, composition: {H: 1}}\n",
     "m.yaml:2: error: a list is expected for 'species'\n"
     "    2 | - {name: gas, thermo: ideal-gas, species: H}"},
    {"phases:\n- name: gas\n  thermo: ideal-gas\n  species:\n  - species: [H]\n  - [H]\nspecies:\n"
     "- {name: H, composition: {H: 1}}\n",
     "m.yaml:6: error: a map is expected for 'species'\n"
     "    6 |   - [H]"},
    /* what is missing has no silent default */
    {HEAD "- {equation: H + O2 => O + OH, rate-constant: {A: 1, b: 0}}\n",
     "m.yaml:9: error: 'Ea' is missing beside A: write 0 if the rate has no such term\n"
     "    9 | - {equation: H + O2 => O + OH, rate-constant: {A: 1, b: 0}}"},
    {HEAD "- {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], duplicate: treu}\n",
     "m.yaml:9: error: true or false is expected for 'duplicate'\n"
     "    9 | - {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], duplicate: treu}"},
    {"phases:\n- {name: gas, thermo: ideal-gas, species: all, kinetics: gas}\nspecies:\n"
     "- {name: H, composition: {H: 1}}\nreaction: []\n",
     "m.yaml:2: error: the phase has kinetics, but there is no section 'reactions': write "
     "'reactions: none' where there are to be none\n"
     "    2 | - {name: gas, thermo: ideal-gas, species: all, kinetics: gas}"},
    {HEAD "- {equation: O2 => 2 O, rate-constant: [1, 0, 0]}\nunits: cm\n",
     "m.yaml:10: error: a map is expected for 'units'\n   10 | units: cm"},
};

START_TEST(twice_is_an_error) {
  for (size_t t = 0; t < sizeof twice / sizeof *twice; t++) {
    chem_write("m.yaml", twice[t][0]);
    chem_fails(&(struct sm_mechanism_files){.mechanism = "m.yaml"}, twice[t][1]);
  }
}
END_TEST

START_TEST(many_keys_take_no_squares) {
  enum { KEYS = 40000 };
  char *text = malloc(64 + 16 * KEYS);
  ck_assert_ptr_nonnull(text);
  size_t size = (size_t)sprintf(text, "species:\n- {name: H, composition: {H: 1}}\nnotes:\n");
  for (int k = 0; k < KEYS; k++) size += (size_t)sprintf(text + size, " k%d: 1\n", k);
  chem_write("m.yaml", text);
  chem_begin();
  chem_read("m.yaml", NULL, NULL);
  chem_end();
  sprintf(text + size, " k17: 2\n");
  chem_write("m.yaml", text);
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.yaml"},
             "m.yaml:40004: error: the key 'k17' is there already in this map\n40004 |  k17: 2");
  free(text);
}
END_TEST

static void warns(const char *text, const char *first, int count) {
  read_text(text);
  ck_assert_int_eq(sm_context_warning_count(ctx), count);
  if (count > 0) ck_assert_str_eq(sm_context_warning(ctx, 0), first);
  chem_end();
}

START_TEST(unknown_keys_are_warned_of) {
  warns(
      HEAD "- equation: H + O2 => O + OH\n  rate-constant: {A: 1, b: 0, Ea: 0}\n"
           "  duplicat: true\n",
      "m.yaml:11: warning: 'duplicat' is not a key of an elementary reaction: it is not read; did "
      "you mean 'duplicate'?",
      1);
  warns(HEAD "- {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], source: A}\n"
             "- {equation: CO + O2 => CO2 + O, rate-constant: [1, 0, 0], source: B}\n",
        "m.yaml:9: warning: 'source' is not a key of an elementary reaction: it is not read (2 "
        "times)",
        1);
  warns(HEAD "- equation: O2 + M => 2 O + M\n  rate-constant: {A: 1, b: 0, Ea: 0, E: 1}\n"
             "  efficiences: {O2: 3}\n",
        "m.yaml:11: warning: 'efficiences' is not a key of a three-body reaction: it is not read; "
        "did "
        "you mean 'efficiencies'?",
        2);
  warns(HEAD "- {equation: O2 => 2 O, rate-constant: [1, 0, 0], Troe: {A: 1, T3: 1, T1: 1}}\n",
        "m.yaml:9: warning: 'Troe' is not a key of an elementary reaction: it is not read", 1);
  warns("species:\n- {name: H, composition: {H: 1}, charge: 1}\nreaktions: []\n---\nspecies: []\n",
        "m.yaml:4: warning: a second document begins in the file: only the first one is read", 3);
  warns("units: {length: cm, quantiti: mol}\nspecies:\n- {name: H, composition: {H: 1}}\n",
        "m.yaml:1: warning: 'quantiti' is not a key of units: it is not read; did you mean "
        "'quantity'?",
        1);
  warns(HEAD "- equation: O2 + M => 2 O + M\n  type: pressure-dependent-Arrhenius\n"
             "  rate-constants:\n  - {P: 1 atm, A: 2, b: 0, Ea: 0}\n",
        "m.yaml:9: warning: M has no part in the rate of a reaction of type "
        "pressure-dependent-Arrhenius: take it out",
        1);
}
END_TEST

/* A number with an exponent stands between blanks: its plus sign does not separate species. */
START_TEST(coefficients) {
  static const struct {
    const char *equation;
    double amount; /* of O2 */
  } cases[] = {{"CO + 5.00E-01 O2 => CO2", 0.5},
               {"CO + 0.5 O2 => CO2", 0.5},
               {"20 CO + 1.0E+01 O2 => 2e1 CO2", 10},
               {"2 CO + 1e0 O2 => 2.0E0 CO2", 1}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[1024];
    snprintf(text, sizeof text, HEAD "- {equation: %s, rate-constant: [1, 0, 0]}\n",
             cases[c].equation);
    read_text(text);
    ck_assert_double_eq(m->reactions[0].reactants.list[1].amount, cases[c].amount);
    chem_end();
  }
  read_text(HEAD "- {equation: H + O2 => O + 0.99999 OH + 1E-5 H + 5.E-006 O2,\n"
                 "   rate-constant: [1, 0, 0]}\n"); /* small amounts are written with an exponent */
  ck_assert_int_eq(sm_mechanism_write_yaml(ctx, m, "w.yaml"), SM_OK);
  sm_mechanism_destroy(&m);
  chem_read("w.yaml", NULL, NULL);
  ck_assert_double_eq(m->reactions[0].products.list[2].amount, 1e-5);
  ck_assert_double_eq(m->reactions[0].products.list[3].amount, 5e-6);
  chem_end();
  read_text("species:\n- {name: E, composition: {E: 1}}\n- {name: O2, composition: {O: 2}}\n"
            "- {name: O2-, composition: {O: 2, E: 1}}\nreactions:\n"
            "- {equation: 2.0E+00 O2 + 2 E => 2E+0 O2-, rate-constant: [1, 0, 0]}\n");
  ck_assert_double_eq(m->reactions[0].reactants.list[0].amount, 2);
  ck_assert_double_eq(m->reactions[0].products.list[0].amount, 2);
  chem_end();
}
END_TEST

TEST_MAIN(enter_folder, twice_is_an_error, many_keys_take_no_squares, unknown_keys_are_warned_of,
          coefficients)
