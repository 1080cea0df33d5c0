/* Scalars that react: the closed form, a mechanism, what is kept, Strang's order, wrong cases. */
#define _POSIX_C_SOURCE 200809L
#include "physics/scalars/scalars.h"

#include "physics/scalars/chemistry.h"
#include "scalars_fixture.h"
#include "scratch_folder.h"
#include "simoom/chem_cell.h"
#include <stdio.h>
#include <unistd.h>

/* 1 ppb is so many kg/m3 of a gas of 1 kg/kmol. */
#define PPB (1e-9 * 101325 / (8314.46261815324 * 298.15))

static const double weight[3] = {14.007 + 15.999, 14.007 + 2 * 15.999, 3 * 15.999};

#define SPECIES(NAME, MORE) "[[flow.scalar]]\nname = '" NAME "'\n" MORE
#define OZONE "[flow.chemistry]\nno2_photolysis = 8.9e-3\nozone_rate = 1.89e-14\n"
#define WARM "temperature = 298.15\n"
#define GASES                                                                                      \
  SPECIES("NO", "background = '20 ppb'\n")                                                         \
  SPECIES("NO2", "background = '10 ppb'\n") SPECIES("O3", "background = '40 ppb'\n")

/* The closed form, with the density of air of the reference: 2.463e19 molecules/cm3. */
#define REFERENCE_AIR 2.463e19

START_TEST(as_the_reference_everywhere) {
  /* NO2, ppb, after 60 s from 20, 10, 40 ppb (chemistry-reference) */
  const double expected = 1.726061187049e+01;
  char text[2048];
  /* the same number of molecules: p / (k T) */
  const double pressure = REFERENCE_AIR * 1e6 * 1.380649e-23 * 298.15;
  snprintf(text, sizeof text,
           BOX HOUSES WIND "[flow]\n" STILL ALONG OZONE WARM "pressure = %.17g\n" GASES, pressure);
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    double low, high, sum[2] = {0, 0};
    create(&r, text, bits);
    ck_assert_double_eq_tol(r.scalars->item[0].c->inflow, 20 * PPB * weight[0], 1e-3 * PPB * 600);
    blow_at_random(&r, 3);
    steps(&r, 6, 10); /* many splits: exact all the same where all is alike */
    const double unit = 1e-9 * pressure / (8314.46261815324 * 298.15),
                 eps = bits == 32 ? 1e-5 : 2e-12;
    for (size_t m = 0; m < 3; m++) {
      find_range(&r, m, &low, &high);
      const double want = m == 0 ? 30 - expected : m == 1 ? expected : 50 - expected;
      ck_assert_double_eq_tol(low / (unit * weight[m]), want, want * eps);
      ck_assert_double_eq_tol(high / (unit * weight[m]), want, want * eps);
      sum[0] += m < 2 ? high / (unit * weight[m]) : 0;
      sum[1] += m > 0 ? high / (unit * weight[m]) : 0;
    }
    ck_assert_double_eq_tol(sum[0], 30, 30 * eps);
    ck_assert_double_eq_tol(sum[1], 50, 50 * eps);
    destroy(&r);
  }
}
END_TEST

/* Gases that come from a street, meet others and flow away. */
#define STREET                                                                                     \
  SPECIES("NO", "diffusivity = 0.3\n[[flow.scalar.source]]\nposition = [85, 50]\n"                 \
                "height = 2\n"                                                                     \
                "size = [20, 20, 18]\nrate = '2 g/s'\n")                                           \
  SPECIES("NO2", "diffusivity = 0.3\nbackground = '10 ppb'\n[[flow.scalar.source]]\n"              \
                 "position = [85, 50]\nheight = 2\nsize = [20, 20, 18]\nrate = '0.3 g/s'\n")       \
  SPECIES("O3", "diffusivity = 0.3\nbackground = '40 ppb'\n")

START_TEST(nitrogen_and_ozone_are_kept) {
  const char *const text = BOX HOUSES WIND "[flow]\n" STILL CLOSED OZONE STREET;
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    struct sm_scalar_budget b[3];
    double made[3], low, high;
    create(&r, text, bits);
    blow_at_random(&r, 3);
    steps(&r, 4, 15);
    for (size_t m = 0; m < 3; m++) {
      assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, m, &b[m]));
      find_range(&r, m, &low, &high);
      ck_assert(low >= 0);
      made[m] = b[m].made / weight[m];
    }
    const double eps = bits == 32 ? 2e-6 : 1e-13, all = b[0].emitted / weight[0];
    ck_assert(b[0].emitted > 0.1 && made[1] > 0.01 * b[2].initial / weight[2]);
    ck_assert_double_eq_tol(made[0] + made[1], 0, all * eps); /* nitrogen */
    ck_assert_double_eq_tol(made[1] + made[2], 0, (all + b[2].initial / weight[2]) * eps);
    destroy(&r);
  }
}
END_TEST

/* The closed form as a mechanism of KPP comes to the same. */
static const char kpp[] = "#DEFVAR\nNO = N + O; NO2 = N + 2O; O3 = 3O;\n#EQUATIONS\n"
                          "<1> NO + O3 = NO2 : 1.89E-14;\n<2> NO2 = NO + O3 : 8.9E-3;\n";

static void write_mechanism(char *path, size_t size, const char *text) {
  snprintf(path, size, "/tmp/simoom-mechanism-%d.def", (int)getpid());
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  ck_assert(fputs(text, file) >= 0);
  ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_mechanism_does_the_same) {
  char path[64], text[2][4096];
  struct rig r[2];
  double low[2], high[2];
  write_mechanism(path, sizeof path, kpp);
  snprintf(text[0], sizeof text[0], "%s",
           BOX HOUSES WIND "[flow]\n" STILL CLOSED OZONE WARM STREET);
  snprintf(text[1], sizeof text[1],
           BOX HOUSES WIND "[flow]\n" STILL CLOSED "[flow.chemistry]\nmechanism = '%s'\n"
                           "rtol = 1e-7\n" WARM STREET,
           path);
  for (int m = 0; m < 2; m++) {
    create(&r[m], text[m], 64);
    blow_at_random(&r[m], 3);
    steps(&r[m], 4, 5);
  }
  for (size_t item = 0; item < 3; item++) {
    for (int m = 0; m < 2; m++) find_range(&r[m], item, &low[m], &high[m]);
    ck_assert_double_eq_tol(low[1], low[0], 1e-5 * high[0]);
    ck_assert_double_eq_tol(high[1], high[0], 1e-5 * high[0]);
  }
  for (int m = 0; m < 2; m++) destroy(&r[m]);
  ck_assert_int_eq(remove(path), 0);
}
END_TEST

/* NO2 at a place after 24 s, in steps of this length. */
static double after(double length) {
  const char *const text = BOX HOUSES WIND "[flow]\n" STILL CLOSED OZONE SPECIES(
      "NO", "diffusivity = 20\ninitial = 'x < 60 ? 1e-7 : 0'\n")
      SPECIES("NO2", "diffusivity = 20\n")
          SPECIES("O3", "diffusivity = 20\ninitial = 'x < 60 ? 0 : 2e-7'\n");
  struct rig r;
  create(&r, text, 64);
  steps(&r, length, (int)lrint(24 / length));
  load(&r, 1);
  const double found = r.host[at(&r, 6, 9, 5)];
  destroy(&r);
  return found;
}

START_TEST(halves_of_the_step_are_of_second_order) {
  const double coarse = after(2), middle = after(1), fine = after(0.5);
  const double order = log2((coarse - middle) / (middle - fine));
  printf("NO2 %.10g %.10g %.10g: order %.2f\n", coarse, middle, fine, order);
  ck_assert(fine > 0 && order > 1.8);
}
END_TEST

/* One gas becomes another of the same atoms, and gives off 1e8 J/kmol at any temperature. */
#define ISOMERS                                                                                    \
  "phases:\n- {name: gas, thermo: ideal-gas, kinetics: gas, elements: [N, O], species: [A, B]}\n"  \
  "species:\n- name: A\n  composition: {N: 1, O: 2}\n"                                             \
  "  thermo: {model: constant-cp, T0: 300, h0: 0, s0: 0, cp0: 3.0e+04}\n"                          \
  "- name: B\n  composition: {N: 1, O: 2}\n"                                                       \
  "  thermo: {model: constant-cp, T0: 300, h0: -1.0e+08, s0: 0, cp0: 3.0e+04}\n"                   \
  "reactions:\n- {equation: A => B, rate-constant: {A: %.17g, b: 0, Ea: %.17g}}\n"

#define CARRIED SPECIES("B", "molar_mass = 46\n")
#define HELD "[[flow.chemistry.fixed_species]]\nspecies = 'B'\nfraction = 0\n"

/* By how many K 1e-4 kmol/m3 of A warm the air in 24 s, in steps of this length; k in 1/s at 305 K,
 * Ea in J/kmol; product: B, carried or fixed. */
static double warmed(double k, double activation, double length, const char *product) {
  char text[2048];
  scratch_open();
  snprintf(text, sizeof text, ISOMERS, k * exp(activation / (8314.46261815324 * 305)), activation);
  const char *path = scratch_write("isomers.yaml", text);
  snprintf(text, sizeof text,
           BOX WIND "[flow]\n" STILL CLOSED "[flow.chemistry]\nmechanism = '%s'\nrtol = 1e-9\n"
                    "heat = true\n[flow.heat]\nreference = 305\ntemperature = '305'\n" SPECIES(
                        "A", "molar_mass = 46\ninitial = 46e-4\n") "%s",
           path, product);
  struct rig r;
  double low, high;
  create(&r, text, 64);
  steps(&r, length, (int)lrint(24 / length));
  find_range(&r, 0, &low, &high);
  ck_assert_double_eq_tol(low, high, 1e-9);
  destroy(&r);
  scratch_close();
  return high;
}

START_TEST(their_heat_warms_the_air) {
  /* rho cp = 7/2 p/T of the reference */
  const double all = 1e8 * 1e-4 * 305 / (3.5 * 101325), k = 0.05, want = all * (1 - exp(-k * 24));
  ck_assert_double_eq_tol(warmed(k, 0, 2, CARRIED), want, 1e-6 * all);
  ck_assert_double_eq_tol(warmed(k, 0, 2, HELD), want, 1e-6 * all);
  const double coarse = warmed(k, 1e8, 4, CARRIED), middle = warmed(k, 1e8, 2, CARRIED);
  const double fine = warmed(k, 1e8, 1, CARRIED);
  const double order = log2((coarse - middle) / (middle - fine));
  printf("warmer by %.10g %.10g %.10g K: order %.2f\n", coarse, middle, fine, order);
  ck_assert(fine > want && fine < all && order > 1.8);
}
END_TEST

/* A rate that is NAN below 300 K, which it is in one column of cells: the first is told with
 * its place, and they stay as they were where the case says so. */
START_TEST(cells_that_fail) {
  char path[64], text[4096];
  write_mechanism(path, sizeof path,
                  "#DEFVAR\nA = IGNORE;\n#EQUATIONS\n<1> A = PROD : SQRT(TEMP - 300.0);\n");
  for (int goes_on = 0; goes_on < 2; goes_on++) {
    struct rig r;
    double low, high;
    snprintf(text, sizeof text,
             BOX WIND "[flow]\n" STILL CLOSED "[flow.chemistry]\nmechanism = '%s'\n"
                      "on_failure = '%s'\n" SPECIES(
                          "A", "molar_mass = 46\ndiffusivity = 0\n"
                               "initial = 1e-15\n") "[flow.heat]\nreference = 305\ntemperature = "
                                                    "'x > 110 ? 295 : 305'\n",
             path, goes_on ? "continue" : "stop");
    create(&r, text, 64);
    ck_assert_ptr_null(sm_scalar_chemistry_failed(r.scalars->chemistry));
    const enum sm_status status = sm_scalar_chemistry_react(r.ctx, r.scalars->chemistry, 7, 4, 0.5);
    ck_assert_int_eq(status, goes_on ? SM_OK : SM_ERR_DIVERGED);
    const struct sm_chem_cell *cell = sm_scalar_chemistry_failed(r.scalars->chemistry);
    ck_assert_ptr_nonnull(cell);
    if (!goes_on)
      ck_assert_msg(strstr(sm_context_message(r.ctx), "the first 11, 0, 0 at 115, 4, 2.5") != NULL,
                    "%s", sm_context_message(r.ctx));
    ck_assert(cell->cell[0] == 11 && cell->position[0] == 115 && cell->time == 7 && cell->dt == 2);
    ck_assert_double_eq_tol(cell->concentration, 1e-15 / 46, 1e-30);
    ck_assert(fabs(cell->temperature - 295) < 1e-9);
    ck_assert_str_eq(cell->species[0], "A");
    find_range(&r, 1, &low, &high);
    ck_assert_double_eq_tol(high, 1e-15, 1e-28);
    ck_assert(goes_on ? low < 1e-16 : low >= 0.99e-15);
    destroy(&r);
  }
  ck_assert_int_eq(remove(path), 0);
}
END_TEST

/* In a plane, whose fields have no rows along y. */
START_TEST(a_cell_of_a_plane_that_fails) {
  char path[64], text[2048];
  struct rig r;
  write_mechanism(path, sizeof path,
                  "#DEFVAR\nA = IGNORE;\n#EQUATIONS\n<1> A = PROD : SQRT(TEMP - 300.0);\n");
  snprintf(
      text, sizeof text,
      "[domain]\nsize = [120, 10]\ncell_size = [10, 10, 5]\nheight = 50\nstretch = 1\n" WIND
      "[flow]\n" STILL CLOSED "[flow.chemistry]\nmechanism = '%s'\n" SPECIES(
          "A", "molar_mass = 46\ninitial = 1e-9\n") "[flow.heat]\nreference = 305\ntemperature = "
                                                    "'x > 70 && z > 20 ? 295 : 305'\n",
      path);
  create(&r, text, 64);
  ck_assert_int_eq(sm_scalar_chemistry_react(r.ctx, r.scalars->chemistry, 0, 4, 0.5),
                   SM_ERR_DIVERGED);
  const struct sm_chem_cell *cell = sm_scalar_chemistry_failed(r.scalars->chemistry);
  ck_assert_ptr_nonnull(cell);
  ck_assert(cell->cell[0] == 7 && cell->cell[1] == 0 && cell->cell[2] == 4);
  ck_assert(cell->position[0] == 75 && cell->position[1] == 5 && cell->position[2] == 22.5);
  destroy(&r);
  ck_assert_int_eq(remove(path), 0);
}
END_TEST

/* A case that fails to be read, or to begin. */
static void fails(const char *text, const char *expected) {
  struct rig r;
  memset(&r, 0, sizeof r);
  ck_assert_int_eq(sm_context_create(NULL, &r.ctx), SM_OK);
  enum sm_status status = sm_case_parse(r.ctx, "c", text, strlen(text), NULL, true, &r.c);
  if (status == SM_OK) {
    assert_good(&r, sm_domain_build(r.ctx, r.c, &r.domain));
    assert_good(&r, sm_device_open(r.ctx, "cpu", 1, 64, 0, &r.device));
    assert_good(&r, sm_flow_create(r.ctx, r.c, r.domain, r.device, NULL, SM_FLOW_WINDS, &r.flow));
    status = sm_scalars_create(r.ctx, r.c, r.flow, NULL, &r.scalars);
  }
  ck_assert_msg(status != SM_OK, "it was taken; expected: %s", expected);
  ck_assert_msg(strstr(sm_context_message(r.ctx), expected) != NULL, "'%s' is not in: %s", expected,
                sm_context_message(r.ctx));
  destroy(&r);
}

START_TEST(wrong_cases) {
  char path[64], text[4096];
  fails(BOX WIND "[flow]\n" STILL ALONG "[flow.chemistry]\n" SPECIES("NO", "") SPECIES("O3", ""),
        "c:15:1: error: 'flow.chemistry': no scalar is named \"NO2\"");
  fails(BOX WIND "[flow]\n" STILL ALONG SPECIES("smoke", "background = '3 ppb'\n"),
        "c:17:14: error: 'flow.scalar.background': \"smoke\" is not a formula");
  fails(BOX WIND "[flow]\n" STILL ALONG OZONE SPECIES("NO", "background = '3 ug/m3'\n"),
        "error: 'flow.scalar[1].background': cannot turn");
  fails(BOX WIND "[flow]\n" STILL ALONG OZONE SPECIES("NO", "background = 1e-9\ninflow = 1\n"),
        "are mutually exclusive");
  fails(BOX WIND "[flow]\n" STILL ALONG OZONE GASES
                 "[[flow.chemistry.fixed_species]]\nspecies = 'O2'\nfraction = 0.2\n",
        "'flow.chemistry.fixed_species' requires 'flow.chemistry.mechanism'");
  fails(BOX "[wind]\nmodel = 'compressible'\nduration = 1\n[flow]\n" OZONE GASES,
        "'flow.chemistry' has no meaning");
  write_mechanism(path, sizeof path, kpp);
#define WITH BOX WIND "[flow]\n" STILL ALONG "[flow.chemistry]\nmechanism = '%s'\n"
  snprintf(text, sizeof text, WITH SPECIES("NO", ""), path);
  fails(text, "c:15: error: 2 species of the mechanism are neither a scalar nor fixed: NO2, O3");
  snprintf(
      text, sizeof text,
      WITH SPECIES("NO", "") "[[flow.chemistry.fixed_species]]\nspecies = 'N2O'\nfraction = 0.2\n",
      path);
  fails(text, "c:19: error: the mechanism has no species 'N2O'; did you mean");
  snprintf(
      text, sizeof text,
      WITH SPECIES("NO", "") "[[flow.chemistry.fixed_species]]\nspecies = 'NO'\nfraction = 0.2\n",
      path);
  fails(text, "c:20:11: error: 'flow.chemistry.fixed_species.species': \"NO\" is a scalar");
  write_mechanism(path, sizeof path, "#DEFVAR\nNO = N + O;\n#EQUATIONS\n<1> NO = NOO : 1;\n");
  snprintf(text, sizeof text, WITH SPECIES("NO", ""), path);
  fails(text, "unknown species 'NOO'");
  fails(text, "c:15: the mechanism of [flow.chemistry]");
  write_mechanism(path, sizeof path, kpp);
  snprintf(text, sizeof text, WITH "heat = true\n" GASES, path);
  fails(text, "error: 'flow.chemistry.heat' requires [flow.heat]");
  snprintf(text, sizeof text, WITH "heat = true\ntemperature = 300\n[flow.heat]\n" GASES, path);
  fails(text, "'flow.chemistry.heat' and 'temperature' are mutually exclusive");
  snprintf(text, sizeof text, WITH "heat = true\n[flow.heat]\n" GASES, path);
  fails(text, "the heat of the reactions asks for thermodynamic data, which 'NO' has not");
  ck_assert_int_eq(remove(path), 0);
}
END_TEST

TEST_MAIN(as_the_reference_everywhere, nitrogen_and_ozone_are_kept, a_mechanism_does_the_same,
          halves_of_the_step_are_of_second_order, their_heat_warms_the_air, cells_that_fail,
          a_cell_of_a_plane_that_fails, wrong_cases)
