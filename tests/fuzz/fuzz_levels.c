/* Fuzz target of a table of hazard levels. replay.c runs it without libFuzzer. */
#include "output/hazard/hazard.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_context *ctx = NULL;
  struct sm_hazard_table table = {0};
  char label[64], *text = calloc(size + 1, 1);
  if (text == NULL || sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (size > 0) memcpy(text, data, size);
  const enum sm_status status = sm_hazard_table_parse(ctx, "levels.csv", text, size, &table);
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  for (size_t i = 0; i < table.count; i++) {
    const struct sm_hazard_level *level = &table.level[i];
    if (!(level->value > 0) || !isfinite(level->value) || !isfinite(level->exponent)) abort();
    if (!(level->molar_mass > 0) || !isfinite(level->molar_mass)) abort();
    if (!(level->average >= 0) || !isfinite(level->average)) abort();
    if (sm_hazard_label(level, label)[0] == '\0') abort();
  }
  sm_hazard_table_free(&table);
  free(text);
  sm_context_destroy(&ctx);
  return 0;
}
