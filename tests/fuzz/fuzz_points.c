/* Fuzz target of winds at scattered points, CSV and VTK XML. replay.c runs it without libFuzzer. */
#include "input/points/points.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_context *ctx = NULL;
  struct sm_wind_points points;
  char *text = calloc(size + 1, 1);
  if (text == NULL || sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (size > 0) memcpy(text, data, size);
  const enum sm_status status = sm_wind_points_parse(ctx, "points", text, size, &points);
  if ((status == SM_OK) != (points.count > 0)) abort();
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  for (size_t i = 0; i < points.count; i++)
    for (int d = 0; d < 3; d++)
      if (!isfinite(points.x[i][d]) || !isfinite(points.u[i][d])) abort();
  sm_wind_points_free(&points);
  free(text);
  sm_context_destroy(&ctx);
  return 0;
}
