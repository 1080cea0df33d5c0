/* Fuzz target of the export of results on prisms (NetCDF). replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "output/gis/export.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file, table;
  const struct sm_export_options options = sm_export_options_default();
  struct sm_context *ctx = NULL;
  const char *path = input_file(&file, data, size, ".nc");
  const char *out = table.path[0] != '\0' ? table.path : input_file(&table, "", 0, ".csv");
  if (path == NULL || out == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  const enum sm_status status = sm_export_prisms(ctx, path, &options, out);
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  sm_context_destroy(&ctx);
  return 0;
}
