/* Fuzz target of the file of a reacting cell. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "simoom/chem_cell.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct sm_chem_cell *cell) {
  double sum = 0;
  for (int32_t k = 0; k < cell->species_count; k++) {
    if (cell->species[k] == NULL || !(cell->fractions[k] >= 0)) abort();
    sum += cell->fractions[k];
  }
  if (!(sum > 0) || !isfinite(sum)) abort();
  if (cell->mechanism == NULL || !(cell->temperature > 0) || !(cell->pressure > 0)) abort();
  if (!(cell->dt > 0) || cell->method < 0 || cell->method >= SM_CHEM_METHODS) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  struct sm_chem_cell *cell = NULL;
  const char *path = input_file(&file, data, size, ".toml");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  const enum sm_status status = sm_chem_cell_read(ctx, path, &cell);
  if ((status == SM_OK) != (cell != NULL)) abort();
  if (status != SM_OK && (status != SM_ERR_CASE || sm_context_message(ctx)[0] == '\0')) abort();
  if (cell != NULL) check(cell);
  sm_chem_cell_destroy(&cell);
  sm_context_destroy(&ctx);
  return 0;
}
