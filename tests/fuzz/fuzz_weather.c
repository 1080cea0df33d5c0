/* Fuzz target of the reader of weather models' files. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input/weather/model_weather.h"
#include "input_file.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_good(const struct sm_model_weather *weather) {
  for (int p = 0; p < weather->place_count; p++)
    for (int t = 0; t < weather->time_count; t++) {
      int count;
      const struct sm_model_level *level = sm_model_weather_levels(weather, p, t, &count);
      for (int l = 0; l < count; l++)
        if (!(level[l].height > (l > 0 ? level[l - 1].height : 0)) || !isfinite(level[l].u) ||
            !isfinite(level[l].v))
          return 0;
    }
  return weather->place_count > 0 && weather->time_count > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  struct sm_model_weather weather = {0};
  struct sm_weather_request request = sm_weather_request_default();
  request.path_count = 1;
  request.x[0] = 8.9;
  request.x[1] = 9.1;
  request.y[0] = 50.9;
  request.y[1] = 51.1;
  request.ground = 100;
  const char *path = input_file(&file, data, size, ".nc");
  if (path == NULL) return 0;
  request.paths = &path;
  if (sm_context_create(NULL, &ctx) == SM_OK) {
    const enum sm_status status = sm_weather_files_read(ctx, &request, &weather);
    if (status == SM_OK ? !is_good(&weather) : sm_context_message(ctx)[0] == '\0') abort();
    if (status != SM_OK && weather.level != NULL) abort();
  }
  sm_model_weather_free(&weather);
  sm_context_destroy(&ctx);
  return 0;
}
