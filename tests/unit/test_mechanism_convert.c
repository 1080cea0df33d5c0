/* Mechanisms written in the form of CHEMKIN: the rates of what is read back, and what has no words
 * there. */
#include "chem_files.h"
#include "data_folder.h"

#include "chem_compare.h"
#include "simoom/chem.h"
#include <math.h>

enum { CELLS = 12, MOST = 64 };

static const struct sm_mechanism_files out = {.mechanism = "/tmp/simoom-convert.inp",
                                              .thermo = "/tmp/simoom-convert_therm.dat",
                                              .transport = "/tmp/simoom-convert_tran.dat"};

static void remove_files(void) {
  unlink(out.mechanism);
  unlink(out.thermo);
  unlink(out.transport);
}

/* Of gases of all species, 400 to 2600 K, 0.1 to 20 bar; without thermodynamics too. */
static void rates_of(const struct sm_mechanism *which, double *w) {
  double t[CELLS], c[MOST * CELLS];
  struct sm_chem *chem = NULL;
  ck_assert_int_le(which->species_count, MOST);
  ck_assert_msg(sm_chem_create(ctx, which, 1, &chem) == SM_OK, "%s", sm_context_message(ctx));
  for (int i = 0; i < CELLS; i++) {
    t[i] = 400 + 200 * i;
    const double total = 1e4 * pow(200, i / 11.0) / (SM_GAS_CONSTANT * t[i]);
    for (int32_t k = 0; k < which->species_count; k++)
      c[k * CELLS + i] = total * (1 + (7 * k + 3 * i) % 11) / (6 * which->species_count);
  }
  const struct sm_chem_cells cells = {.count = CELLS, .temperature = t, .concentrations = c};
  ck_assert(sm_chem_rates(ctx, chem, &cells, w) == SM_OK);
  sm_chem_destroy(&chem);
}

/* Writes, reads and computes again; the largest difference over a rate and a thousandth of the
 * largest of the gas. */
static double off_after(const char *mechanism, const char *thermo, const char *transport) {
  static double before[MOST * CELLS], after[MOST * CELLS];
  double worst = 0;
  struct sm_mechanism *first;
  chem_begin();
  chem_read(mechanism, thermo, transport);
  first = m;
  m = NULL;
  ck_assert_msg(sm_mechanism_write_chemkin(ctx, first, &out) == SM_OK, "%s",
                sm_context_message(ctx));
  FILE *data[2] = {fopen(out.thermo, "r"), fopen(out.transport, "r")};
  chem_read(out.mechanism, data[0] != NULL ? out.thermo : NULL,
            data[1] != NULL ? out.transport : NULL);
  for (int i = 0; i < 2; i++)
    if (data[i] != NULL) fclose(data[i]);
  chem_same_species(first, m);
  ck_assert_int_eq(m->reaction_count, first->reaction_count);
  rates_of(first, before);
  rates_of(m, after);
  for (int i = 0; i < CELLS; i++) {
    double largest = 0;
    for (int32_t k = 0; k < m->species_count; k++)
      largest = fmax(largest, fabs(before[k * CELLS + i]));
    ck_assert(largest > 0);
    for (int32_t k = 0; k < m->species_count; k++) {
      const double w = before[k * CELLS + i];
      worst = fmax(worst, fabs(after[k * CELLS + i] - w) / (fabs(w) + 1e-3 * largest));
    }
  }
  printf("%s: rates within %.1e\n", mechanism, worst);
  sm_mechanism_destroy(&first);
  chem_end();
  remove_files();
  return worst;
}

START_TEST(rates_stay) {
  const char *folder = data_folder();
  char path[4][512];
  chem_tolerance = 1e-14;
  ck_assert(off_after(CHEM "allforms.inp", CHEM "allforms.therm", NULL) < 1e-13);
  ck_assert(off_after(CHEM "allforms.yaml", NULL, NULL) < 1e-13);
  ck_assert(off_after(CHEM "hydrogen38.inp", NULL, NULL) < 1e-13);
  if (folder == NULL) {
    printf("skipped mechanisms of others: SIMOOM_DATA is not set\n");
    return;
  }
  static const char *const files[4] = {"gri30.yaml", "BurkeDryer/mechanism.inp",
                                       "BurkeDryer/therm.dat", "BurkeDryer/tran.dat"};
  for (int i = 0; i < 4; i++)
    snprintf(path[i], sizeof path[i], "%s/mechanisms/%s", folder, files[i]);
  ck_assert(off_after(path[0], NULL, NULL) < 1e-13);
  ck_assert(off_after(path[1], path[2], path[3]) < 1e-13);
}
END_TEST

#define COLD                                                                                       \
  "thermo: {model: NASA7, temperature-ranges: [300, 3000], data: [[3.5, 1e-4, 0, 0, 0, -1.25e3, "  \
  "4.5]]}"
#define LONG "thermo: {model: constant-cp, cp0: 29}"
#define LAWS                                                                                       \
  "species:\n- {name: H2, composition: {H: 2}, " COLD "}\n- {name: H, composition: {H: 1}, " COLD  \
  "}\n- {name: O2, composition: {O: 2}, " COLD                                                     \
  "}\n- {name: 1-HO2, composition: {H: 1, O: 2}, " COLD "}\nreactions:\n"

/* Forms that CHEMKIN writes in another way; reverse orders are kept. */
START_TEST(other_words_for_it) {
  chem_write(
      "m.yaml",
      "units: {quantity: mol, length: cm}\n" LAWS
      "- {equation: 2 H + M = H2 + M, rate-constant: [1e18, -1, 0], default-efficiency: 0.5,\n"
      "   efficiencies: {O2: 3}}\n"
      "- {equation: H + O2 (+M) = 1-HO2 (+M), type: falloff, low-P-rate-constant: [1e16, 0, 0],\n"
      "   high-P-rate-constant: [1e12, 0.5, 10], efficiencies: {H2: 2}, default-efficiency: 0}\n"
      "- {equation: 2 1-HO2 => H2 + 2 O2, rate-constant: [1e10, 0, 300], orders: {H2: 0.5, "
      "1-HO2: 0.25}, nonreactant-orders: true}\n"
      "- {equation: H2 + O2 => H + 1-HO2, rate-constant: [1e10, 0, 300], id: last one}\n");
  ck_assert(off_after("m.yaml", NULL, NULL) < 1e-13);
}
END_TEST

/* Digits that the columns have no room for. */
START_TEST(rounded) {
  chem_write("m.yaml", "species:\n- {name: H2, composition: {H: 2}, " LONG "}\n");
  chem_begin();
  chem_read("m.yaml", NULL, NULL);
  ck_assert(sm_mechanism_write_chemkin(ctx, m, &out) == SM_OK);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1);
  ck_assert_str_eq(sm_context_warning(ctx, 0),
                   "/tmp/simoom-convert_therm.dat: warning: thermodynamic data of 1 species have "
                   "more digits than the 15 columns of CHEMKIN hold, and were rounded");
  struct sm_mechanism *first = m;
  m = NULL;
  chem_read(out.mechanism, out.thermo, NULL);
  chem_tolerance = 1e-9;
  chem_same_species(first, m);
  sm_mechanism_destroy(&first);
  chem_end();
  remove_files();
}
END_TEST

static const char *const wrong[][2] = {
    {"species:\n- {name: X, composition: {H: 2.5}, " COLD "}\nreactions: []\n",
     "m.yaml:2: error: CHEMKIN has no words for parts of atoms, or more than 999: X"},
    {"species:\n- {name: a-name-of-many-letters, composition: {H: 2}, " COLD "}\n",
     "m.yaml:2: error: CHEMKIN has no words for a name of more than 16 letters: "
     "a-name-of-many-letters"},
    {"species:\n- {name: 'A!', composition: {H: 2}, " COLD "}\n",
     "m.yaml:2: error: CHEMKIN has no words for a name with a blank or one of / = ! & < >: A!"},
    {"species:\n- {name: Co, composition: {H: 2}, " COLD
     "}\n- {name: CO, composition: {H: 2}, " COLD "}\n",
     "m.yaml:3: error: CHEMKIN has no words for names that differ in small and capital letters "
     "alone: CO"},
    {"species:\n- name: X\n  composition: {H: 1}\n  thermo:\n    model: NASA9\n"
     "    temperature-ranges: [200, 1000]\n    data:\n    - [1, 0, 2.5, 0, 0, 0, 0, 0, 0]\n",
     "m.yaml:2: error: CHEMKIN has no words for thermodynamic data of NASA-9: X"},
    {LAWS "- {equation: 2 H => H2, rate-constant: [-1, 0, 0], negative-A: true}\n",
     "m.yaml:7: error: CHEMKIN has no words for an A below 0 of no duplicate: 2 H => H2"}};

START_TEST(what_has_no_words) {
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    chem_write("m.yaml", wrong[i][0]);
    chem_begin();
    chem_read("m.yaml", NULL, NULL);
    ck_assert_int_eq(sm_mechanism_write_chemkin(ctx, m, &out), SM_ERR_DATA);
    ck_assert_str_eq(sm_context_message(ctx), wrong[i][1]);
    FILE *file = fopen(out.mechanism, "r");
    ck_assert_msg(file == NULL, "something was written");
    chem_end();
  }
}
END_TEST

TEST_MAIN(rates_stay, enter_folder, other_words_for_it, rounded, what_has_no_words)
