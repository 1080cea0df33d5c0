/* Fuzz target of the table of places that simoom export --stations reads. replay.c runs it without
 * libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "output/gis/export.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  const struct sm_export_options options = {.stations = input_file(&file, data, size, ".csv")};
  struct sm_export_job job = {.options = &options, .out = "places.csv", .crs = {.local = true}};
  struct sm_export_stations stations;
  if (options.stations == NULL) return 0;
  if (sm_context_create(NULL, &job.ctx) != SM_OK) abort();
  const enum sm_status status = sm_export_stations_read(&job, &stations);
  if (status != SM_OK && sm_context_message(job.ctx)[0] == '\0') abort();
  if (status == SM_OK && stations.count == 0) abort();
  for (size_t i = 0; i < stations.count && status == SM_OK; i++)
    for (int c = 0; c < 3; c++)
      if (!isfinite(stations.place[i][c]) || stations.name[i] == NULL) abort();
  sm_export_stations_free(&stations);
  sm_context_destroy(&job.ctx);
  return 0;
}
