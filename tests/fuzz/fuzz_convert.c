/* Fuzz target of the inputs of other programs: a case made of one is TOML that the case reader
 * parses. replay.c runs it without libFuzzer. */
#include "case/toml/toml.h"
#include "input/convert/internal.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether a text is TOML. */
static int is_toml(struct sm_context *ctx, const char *text) {
  struct sm_arena *arena = NULL;
  struct sm_toml_node *root = NULL;
  struct sm_toml_error error;
  if (sm_arena_create(ctx, &arena) != SM_OK) return 1;
  const enum sm_status status = sm_toml_parse(ctx, arena, 0, text, strlen(text), &root, &error);
  sm_arena_destroy(&arena);
  return status == SM_OK || status == SM_ERR_MEMORY;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const struct sm_convert_options options = {.size = sizeof options};
  struct sm_converted converted;
  struct sm_context *ctx = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) return 0;
  if (sm_convert_memory(ctx, "fuzz", (const char *)data, size, &options, &converted) == SM_OK) {
    if (converted.left > converted.keys || !is_toml(ctx, converted.text)) abort();
  } else if (sm_context_message(ctx)[0] == '\0' || converted.text != NULL) {
    abort();
  }
  free(converted.text);
  sm_context_destroy(&ctx);
  return 0;
}
