/* Fuzz target of the wind rose's table. replay.c runs it without libFuzzer. */
#include "input/stations/stations.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_context *ctx = NULL;
  struct sm_rose_table table;
  if (sm_context_create(NULL, &ctx) != SM_OK) return 0;
  if (sm_rose_table_parse(ctx, "fuzz.csv", (const char *)data, size, &table) == SM_OK) {
    double sum = table.calm;
    for (int s = 0; s < table.sectors; s++) {
      sum += table.frequency[s];
      if (!(table.frequency[s] >= 0)) abort();
      if (table.classes == 0 && !(table.scale[s] > 0 && table.shape[s] > 0)) abort();
    }
    for (int c = 0; c < table.classes; c++)
      if (!(table.edge[c + 1] > table.edge[c] && table.edge[c] >= 0)) abort();
    if (!(fabs(sum - 1) < 1e-9) || !(table.first >= 0 && table.first < 360)) abort();
  } else if (sm_context_message(ctx)[0] == '\0' || table.frequency != NULL) {
    abort();
  }
  sm_rose_table_free(&table);
  sm_context_destroy(&ctx);
  return 0;
}
