/* Fuzz target of the reading back of results (NetCDF): what simoom info tells of them, and what
 * simoom view shows. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "simoom/output.h"
#include "simoom/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(struct sm_context *ctx, const char *path) {
  static const char *const blocks[] = {"0/wind/0/0", "0/terrain/0/0", "0/path/0/0"};
  struct sm_view *view = NULL;
  char *manifest = NULL;
  const enum sm_status status = sm_view_open(ctx, &path, 1, NULL, &view);
  if ((status == SM_OK) != (view != NULL)) abort();
  if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
  if (status == SM_OK && sm_view_manifest(ctx, view, &manifest) == SM_OK) free(manifest);
  for (size_t b = 0; status == SM_OK && b < sizeof blocks / sizeof *blocks; b++) {
    void *bytes;
    size_t count;
    if (sm_view_block(ctx, view, blocks[b], &bytes, &count) == SM_OK) free(bytes);
  }
  sm_view_close(&view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  const char *path = input_file(&file, data, size, ".nc");
  if (path == NULL) return 0;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  for (int json = 0; json < 2; json++) {
    char *text = NULL;
    const enum sm_status status = sm_describe_file(ctx, path, json, &text);
    if ((status == SM_OK) != (text != NULL)) abort();
    if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
    free(text);
  }
  look(ctx, path);
  sm_context_destroy(&ctx);
  return 0;
}
