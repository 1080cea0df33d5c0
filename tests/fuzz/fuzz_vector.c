/* Fuzz target of maps of buildings and vegetation, through GDAL. scripts/fuzz.sh runs it in a
 * process with limits; replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input/gis.h"
#include "input_file.h"
#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct sm_attribute_rule height[] = {{"height", 1}, {"H", 1}}, lai = {"lai", 1};

/* Rings have points, and each of them is a number. */
static void check_rings(const int *start, int count, double (*vertex)[2], int fewest) {
  if (count < 1 || start[0] != 0) abort();
  for (int r = 0; r < count; r++)
    if (start[r + 1] - start[r] < fewest) abort();
  for (int v = 0; v < start[count]; v++)
    if (!isfinite(vertex[v][0]) || !isfinite(vertex[v][1])) abort();
}

static void read_footprints(struct sm_context *ctx, const char *path, const struct sm_crs *crs) {
  const struct sm_footprint_options options = {.layer = "",
                                               .assumed_crs = "EPSG:4326",
                                               .height = {height, 2},
                                               .default_height = 9,
                                               .x = {-1e8, 1e8},
                                               .y = {-1e8, 1e8}};
  struct sm_footprints out = {0};
  if (sm_gis_read_footprints(ctx, path, crs, &options, &out) != SM_OK) {
    if (sm_context_message(ctx)[0] == '\0') abort();
    return;
  }
  for (size_t i = 0; i < out.count; i++) {
    check_rings(out.item[i].ring_start, out.item[i].ring_count, out.item[i].vertex, 3);
    if (!isfinite(out.item[i].height) || !isfinite(out.item[i].base)) abort();
  }
  sm_footprints_free(&out);
}

static void read_features(struct sm_context *ctx, const char *path, const struct sm_crs *crs) {
  const struct sm_feature_options options = {.layer = "",
                                             .assumed_crs = "EPSG:4326",
                                             .crs_key = "vegetation.crs",
                                             .value = {{height, 2}, {&lai, 1}},
                                             .value_count = 2,
                                             .word = "kind",
                                             .x = {-1e8, 1e8},
                                             .y = {-1e8, 1e8}};
  struct sm_features out = {0};
  if (sm_gis_read_features(ctx, path, crs, &options, &out) != SM_OK) {
    if (sm_context_message(ctx)[0] == '\0') abort();
    return;
  }
  for (size_t i = 0; i < out.count; i++)
    check_rings(out.item[i].ring_start, out.item[i].ring_count, out.item[i].vertex, 1);
  sm_features_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  static struct sm_crs crs; /* made once: PROJ takes longest */
  const char *path = input_file(&file, data, size, "");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (crs.wkt2 != NULL || sm_gis_crs_from_epsg(ctx, 32612, &crs) == SM_OK) {
    if (input_choice(data, size, 2) == 0) { /* opening takes longest */
      read_footprints(ctx, path, &crs);
    } else {
      read_features(ctx, path, &crs);
    }
  }
  sm_context_destroy(&ctx);
  return 0;
}
