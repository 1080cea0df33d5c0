/* Fuzz target of rows of numbers. replay.c runs it without libFuzzer. */
#include "input/stations/stations.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const struct sm_number_column columns[] = {
      {{"time", "t"}, 0, HUGE_VAL}, {{"latitude", "lat"}, -90, 90}, {{"rate"}, 0, HUGE_VAL}};
  struct sm_context *ctx = NULL;
  double *number = NULL;
  size_t rows = 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  const enum sm_status status =
      sm_number_rows_parse(ctx, "rows.csv", (const char *)data, size, columns, 3, &number, &rows);
  if ((status == SM_OK) != (number != NULL)) abort();
  if (status != SM_OK && (status != SM_ERR_DATA || sm_context_message(ctx)[0] == '\0')) abort();
  for (size_t i = 0; i < rows; i++) {
    const double *row = number + 3 * i;
    if (!(row[0] >= 0 && row[2] >= 0 && fabs(row[1]) <= 90)) abort();
    if (i > 0 && !(row[0] > row[-3])) abort();
  }
  sm_free(number);
  sm_context_destroy(&ctx);
  return 0;
}
