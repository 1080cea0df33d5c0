/* Fuzz target of tables of photolysis beside a KPP mechanism. replay.c runs it without libFuzzer.
 */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "simoom/mechanism.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char mechanism[] = "#DEFVAR\nNO2 = IGNORE; NO = IGNORE; O3 = IGNORE;\n"
                                "#EQUATIONS\n<1> NO2 = NO : J(1);\n<3> O3 = NO : j_o3;\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file, equations;
  struct sm_context *ctx = NULL;
  struct sm_mechanism *m = NULL;
  if (equations.path[0] == '\0' &&
      input_file(&equations, mechanism, sizeof mechanism - 1, ".eqn") == NULL)
    return 0;
  const struct sm_mechanism_files files = {.mechanism = equations.path,
                                           .photolysis = input_file(&file, data, size, ".txt")};
  if (files.photolysis == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  const enum sm_status status = sm_mechanism_read(ctx, &files, &m);
  if ((status == SM_OK) != (m != NULL)) abort();
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return 0;
}
