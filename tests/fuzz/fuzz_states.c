/* Fuzz target of the states of simoom chem rates --state. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "cli/chem/gas.h"
#include "input_file.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "#ATOMS N; O;\n#DEFVAR\nNO2 = N + 2O; NO = N + O; O3 = 3O;\n"
                           "#EQUATIONS\n<1> NO + O3 = NO2 : 1.8E-14;\n";

/* Set-up common to all inputs; made once. */
static struct {
  struct cli_session session;
  struct sm_mechanism *gas;
} common;

static void prepare(void) {
  static struct input_file file;
  const struct sm_mechanism_files files = {.mechanism =
                                               input_file(&file, text, sizeof text - 1, ".eqn")};
  if (sm_context_create(NULL, &common.session.ctx) != SM_OK) abort();
  cli_terminal_open(&common.session.terminal, fopen("/dev/null", "w"));
  if (files.mechanism == NULL ||
      sm_mechanism_read(common.session.ctx, &files, &common.gas) != SM_OK)
    abort();
}

static void check(const struct cli_chem_states *states) {
  if (states->count < 1) abort();
  for (int64_t i = 0; i < states->count; i++)
    if (!(states->temperature[i] > 0) || !(states->pressure[i] > 0)) abort();
  for (int64_t i = 0; i < 3 * states->count; i++)
    if (!(states->concentrations[i] >= 0) || !isfinite(states->concentrations[i])) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct cli_chem_states states = {0};
  if (common.gas == NULL) prepare();
  const char *path = input_file(&file, data, size, ".csv");
  if (path == NULL) return 0;
  if (cli_chem_read_states(&common.session, common.gas, path, &states) == 0) check(&states);
  cli_chem_states_free(&states);
  return 0;
}
