#include "embedded.h"

#include <stdlib.h>
#include <string.h>

enum sm_status cli_embedded_open(struct sm_context *ctx, const struct cli_embedded *embedded,
                                 struct sm_toml_document **out) {
  size_t size = 1, at = 0;
  *out = NULL;
  for (const char *const *line = embedded->line; *line != NULL; line++) size += strlen(*line) + 1;
  char *text = malloc(size);
  if (text == NULL) return SM_ERR_MEMORY;
  for (const char *const *line = embedded->line; *line != NULL; line++) {
    const size_t length = strlen(*line);
    memcpy(text + at, *line, length);
    text[at + length] = '\n';
    at += length + 1;
  }
  text[at] = '\0';
  const enum sm_status status = sm_toml_open(ctx, embedded->file, text, out);
  free(text);
  return status;
}
