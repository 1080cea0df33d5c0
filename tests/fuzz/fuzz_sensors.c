/* Fuzz target of a table of sensor readings. replay.c runs it without libFuzzer. */
#include "base/context.h"
#include "input/sensors/sensors.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_context *ctx = NULL;
  struct sm_sensor_readings readings = {0};
  char *text = calloc(size + 1, 1);
  if (text == NULL || sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (size > 0) memcpy(text, data, size);
  const enum sm_status status = sm_sensors_parse(ctx, "sensors.csv", text, size, &readings);
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  for (size_t i = 0; i < readings.count && status == SM_OK; i++) {
    const struct sm_sensor_reading *r = &readings.item[i];
    if (!isfinite(r->place[0]) || !isfinite(r->place[1]) || !isfinite(r->height)) abort();
    if (!(r->error > 0) || !(r->limit >= 0) || !isfinite(r->error + r->limit)) abort();
    if (isnan(r->value) && !(r->limit > 0)) abort();
    if (readings.timed && !(r->until > r->from)) abort();
    if (r->name[0] == '\0') abort();
  }
  sm_sensors_free(&readings);
  free(text);
  sm_context_destroy(&ctx);
  return 0;
}
