/* Fuzz target of tables of photolysis beside a KPP mechanism. replay.c runs it without libFuzzer.
 */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "simoom/mechanism.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char mechanism[] = "#DEFVAR\nNO2 = IGNORE; NO = IGNORE; O3 = IGNORE; O2 = IGNORE;\n"
                                "#EQUATIONS\n<1> NO2 = NO + O3 : J(1);\n<2> O3 + NO = NO2 : "
                                "1.8E-14;\n<3> O3 = O2 : j_o3;\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[INPUT_PATH], equations[INPUT_PATH];
  struct sm_context *ctx = NULL;
  struct sm_mechanism *m = NULL;
  if (!input_file(data, size, ".txt", path)) return 0;
  if (input_file((const uint8_t *)mechanism, sizeof mechanism - 1, ".eqn", equations)) {
    const struct sm_mechanism_files files = {.mechanism = equations, .photolysis = path};
    if (sm_context_create(NULL, &ctx) != SM_OK) abort();
    const enum sm_status status = sm_mechanism_read(ctx, &files, &m);
    if ((status == SM_OK) != (m != NULL)) abort();
    if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
    sm_mechanism_destroy(&m);
    sm_context_destroy(&ctx);
    unlink(equations);
  }
  unlink(path);
  return 0;
}
