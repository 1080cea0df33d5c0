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

/* Converts the bytes: one input, or two with SPLIT between. */
static enum sm_status convert(struct sm_context *ctx, const uint8_t *data, size_t size,
                              struct sm_converted *out) {
  static const char split[] = "\n----\n";
  const struct sm_convert_options options = {.size = sizeof options};
  struct sm_convert_input input[2] = {{"fuzz", NULL, size}, {"plume", NULL, 0}};
  char *copy = malloc(size + 1);
  size_t count = 1;
  if (copy == NULL) exit(1);
  memcpy(copy, data, size);
  copy[size] = '\0';
  input[0].text = copy;
  char *between = strstr(copy, split);
  if (between != NULL) {
    *between = '\0';
    input[0].size = (size_t)(between - copy);
    input[1].text = between + strlen(split);
    input[1].size = size - input[0].size - strlen(split);
    count = 2;
  }
  const enum sm_status status = sm_convert_texts(ctx, input, count, &options, out);
  free(copy);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sm_converted converted;
  struct sm_context *ctx = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) return 0;
  if (convert(ctx, data, size, &converted) == SM_OK) {
    if (converted.left > converted.keys || !is_toml(ctx, converted.text)) abort();
  } else if (sm_context_message(ctx)[0] == '\0' || converted.text != NULL) {
    abort();
  }
  free(converted.text);
  sm_context_destroy(&ctx);
  return 0;
}
