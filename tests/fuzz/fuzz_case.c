/* Fuzz target of the case file. Lines of the input that begin with "#set " are also given as
 * overrides. replay.c runs it without libFuzzer. */
#include "base/context.h"
#include "case/case.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SETS_MOST = 4, SET_SIZE = 128 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Copies the overrides that the text names; returns how many. */
static size_t find_sets(const char *text, size_t size, char sets[SETS_MOST][SET_SIZE]) {
  static const char mark[] = "#set ";
  size_t count = 0;
  for (size_t at = 0; at < size && count < SETS_MOST;) {
    const char *newline = memchr(text + at, '\n', size - at);
    const size_t length = newline != NULL ? (size_t)(newline - text) - at : size - at;
    if (length > sizeof mark - 1 && memcmp(text + at, mark, sizeof mark - 1) == 0) {
      const size_t used = length - (sizeof mark - 1);
      const size_t kept = used < SET_SIZE ? used : SET_SIZE - 1;
      memcpy(sets[count], text + at + sizeof mark - 1, kept);
      sets[count++][kept] = '\0';
    }
    at += length + 1;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char sets[SETS_MOST][SET_SIZE];
  const char *set[SETS_MOST];
  struct sm_case_options options = {.size = sizeof options, .set = set, .data = "data"};
  struct sm_context *ctx = NULL;
  struct sm_case *c = NULL;
  char *text = malloc(size > 0 ? size : 1); /* exact, so that reading beyond it is seen */
  if (text == NULL || sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (size > 0) memcpy(text, data, size);
  options.set_count = find_sets(text, size, sets);
  for (size_t i = 0; i < options.set_count; i++) set[i] = sets[i];
  const enum sm_status status = sm_case_parse(ctx, "case.toml", text, size, &options, false, &c);
  const bool message = sm_context_message(ctx)[0] != '\0';
  if ((status == SM_OK) != (c != NULL)) abort();
  if (status != SM_OK && (status != SM_ERR_CASE || !message)) abort();
  sm_case_destroy(&c);
  sm_context_destroy(&ctx);
  free(text);
  return 0;
}
