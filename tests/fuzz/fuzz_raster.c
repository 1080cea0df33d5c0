/* Fuzz target of maps of the terrain, through GDAL. scripts/fuzz.sh runs it in a process with
 * limits; replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input/gis.h"
#include "input_file.h"
#include "library_caches.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { N = 8 };

static void read_map(struct sm_context *ctx, const char *path, const struct sm_crs *crs,
                     enum sm_resample resample) {
  const struct sm_map_window window = {500000, 4000000, 10, 10, N, N};
  struct sm_raster_report report = {0};
  float value[N * N] = {0};
  const struct sm_raster_options options = {.kind = SM_RASTER_ELEVATION,
                                            .resample = resample,
                                            .crs = "",
                                            .fill = resample == SM_RESAMPLE_BILINEAR};
  const enum sm_status status =
      sm_gis_read_raster(ctx, &path, 1, &options, crs, &window, value, &report);
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  if (status == SM_OK && !(report.covered >= 0 && report.covered <= 1)) abort();
  if (status == SM_OK && report.missing > N * N) abort();
  for (int i = 0; i < N * N && status == SM_OK; i++)
    if (isinf(value[i])) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  static struct sm_crs crs; /* made once: PROJ takes longest */
  const unsigned way =
      input_choice(data, size, SM_RESAMPLE_NEAREST + 2); /* opening takes longest */
  struct sm_map_extent extent;
  const char *path = input_file(&file, data, size, "");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (crs.wkt2 != NULL || sm_gis_crs_from_epsg(ctx, 32612, &crs) == SM_OK) {
    if (way <= SM_RESAMPLE_NEAREST)
      read_map(ctx, path, &crs, (enum sm_resample)way);
    else if (sm_gis_extent(ctx, path, "", "", NULL, &extent) != SM_OK &&
             sm_context_message(ctx)[0] == '\0')
      abort();
  }
  sm_context_destroy(&ctx);
  return 0;
}
