/* fuzz_stations.c - throws bytes at the reader of station files.
 *
 * Built by clang with -fsanitize=fuzzer -DSM_LIBFUZZER it is a fuzzer; otherwise a program that
 * replays the files named on its command line (the corpus). */
#include "input/stations.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
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

#ifndef SM_LIBFUZZER
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (file == NULL) {
      perror(argv[i]);
      return EXIT_FAILURE;
    }
    static uint8_t bytes[1 << 20];
    LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, file));
    fclose(file);
  }
  return EXIT_SUCCESS;
}
#endif
