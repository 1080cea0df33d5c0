/* chem_files.h - mechanism files for tests, written into a separate folder. */
#ifndef SM_TESTS_CHEM_FILES_H
#define SM_TESTS_CHEM_FILES_H
#define _POSIX_C_SOURCE 200809L

#include "base/context.h"
#include "scratch_folder.h"
#include "simoom/mechanism.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHEM "tests/data/chem/"

static struct sm_context *ctx;
static struct sm_mechanism *m;

static inline void chem_begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }

static inline void chem_end(void) {
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
}

static inline void chem_write(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert(fputs(text, file) >= 0);
  ck_assert_int_eq(fclose(file), 0);
}

static inline void chem_read(const char *mechanism, const char *thermo, const char *transport) {
  const struct sm_mechanism_files files = {
      .mechanism = mechanism, .thermo = thermo, .transport = transport};
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
}

/* Checks that reading fails with this message, or with a message that starts so if `exact` is
   false. */
static inline void chem_fails(const struct sm_mechanism_files *files, const char *message) {
  chem_begin();
  const enum sm_status status = sm_mechanism_read(ctx, files, &m);
  ck_assert_msg(status == SM_ERR_DATA, "read, or another status: wanted %s", message);
  ck_assert_ptr_null(m);
  ck_assert_str_eq(sm_context_message(ctx), message);
  chem_end();
}

/* Writes a card of thermodynamic data with one or two elements, for a species of constant heat
   capacity. */
static inline void chem_card(char *out, size_t size, const char *name, const char *elements,
                             double cp, double a6, double a7) {
  snprintf(out, size,
           "%-24s%-20sG   200.000  6000.000 1000.00      1\n"
           "%15.8E%15.8E%15.8E%15.8E%15.8E    2\n%15.8E%15.8E%15.8E%15.8E%15.8E    3\n"
           "%15.8E%15.8E%15.8E%15.8E%19d\n",
           name, elements, cp, 0.0, 0.0, 0.0, 0.0, a6, a7, cp, 0.0, 0.0, 0.0, 0.0, a6, a7, 4);
}

/* cal/mol as E/R, K */
#define CALORIES (4184 / SM_GAS_CONSTANT)

/* Species of hydrogen and oxygen in Cantera's form. */
#define CHEM_YAML_SPECIES                                                                          \
  "species:\n- {name: H2, composition: {H: 2}, thermo: &cold {model: constant-cp, cp0: 29}}\n"     \
  "- {name: H, composition: {H: 1}, thermo: *cold}\n"                                              \
  "- {name: O2, composition: {O: 2}, thermo: *cold}\n"                                             \
  "- {name: O, composition: {O: 1}, thermo: *cold}\n"                                              \
  "- {name: OH, composition: {O: 1, H: 1}, thermo: *cold}\n"                                       \
  "- {name: NO, composition: {N: 1, O: 1}, thermo: *cold}\n"

#define CHEM_HEAD "ELEMENTS\nH O\nEND\nSPECIES\nH2 H O2 O OH H2O\nEND\n"

/* Writes thermodynamic data of the species of CHEM_HEAD and others. */
static inline void chem_write_thermo(void) {
  static const char *const cards[][2] = {
      {"H2", "H   2"},      {"H", "H   1"},        {"O2", "O   2"},       {"O", "O   1"},
      {"OH", "O   1H   1"}, {"H2O", "H   2O   1"}, {"H2O2", "H   2O   2"}};
  char text[8192] = "THERMO ALL\n   300.000  1000.000  5000.000\n";
  for (size_t c = 0; c < sizeof cards / sizeof *cards; c++)
    chem_card(text + strlen(text), sizeof text - strlen(text), cards[c][0], cards[c][1], 3.5, 0, 0);
  strcat(text, "END\n");
  chem_write("t.dat", text);
}

/* The following tests run in a separate folder. */
START_TEST(enter_folder) {
  scratch_enter();
  chem_write_thermo();
}
END_TEST

#endif
