/* Fuzz target of the station file. replay.c runs it without libFuzzer. */
#include "input/stations/stations.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const struct sm_case_station like = {
      .radius = INFINITY, .profile = SM_PROFILE_LOG, .z0 = NAN, .exponent = NAN};
  struct sm_context *ctx = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) return 0;
  struct sm_case_station *station = NULL;
  size_t count = 0;
  if (sm_stations_parse(ctx, "fuzz.csv", (const char *)data, size, &like, &station, &count) ==
      SM_OK) {
    for (size_t i = 0; i < count; i++) {
      for (size_t j = 0; j < station[i].reading_count; j++) {
        const struct sm_case_reading *reading = &station[i].reading[j];
        const int good = reading->height > 0 && reading->speed >= 0 && reading->from >= 0 &&
                         reading->from <= 360 &&
                         (j == 0 || reading->time >= station[i].reading[j - 1].time);
        if (!good) abort();
      }
    }
  } else if (sm_context_message(ctx)[0] == '\0' || station != NULL || count != 0) {
    abort();
  }
  sm_stations_free(&station, count);
  sm_context_destroy(&ctx);
  return 0;
}
