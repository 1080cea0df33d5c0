/* document.c - TOML documents other than cases (lab/toml.h). */
#include "base/context.h"
#include "case/toml/toml.h"
#include <string.h>

struct sm_toml_document {
  struct sm_arena *arena;
  struct sm_toml_node *root;
};

enum sm_status sm_toml_open(struct sm_context *ctx, const char *name, const char *text,
                            struct sm_toml_document **out) {
  struct sm_arena *arena = NULL;
  struct sm_toml_node *root = NULL;
  struct sm_toml_error error;
  enum sm_status status;
  *out = NULL;
  SM_TRY(sm_arena_create(ctx, &arena));
  status = sm_toml_parse(ctx, arena, 0, text, strlen(text), &root, &error);
  if (status == SM_ERR_CASE)
    status = sm_fail(ctx, SM_ERR_CASE, "%s:%d:%d: error: %s", name, error.span.line,
                     error.span.column, error.text);
  if (status == SM_OK) status = sm_arena_alloc(ctx, arena, 1, sizeof **out, out);
  if (status != SM_OK) {
    sm_arena_destroy(&arena);
    return status;
  }
  **out = (struct sm_toml_document){arena, root};
  return SM_OK;
}

struct sm_toml_node *sm_toml_root(const struct sm_toml_document *document) {
  return document->root;
}

void sm_toml_close(struct sm_toml_document **document) {
  struct sm_arena *arena = *document != NULL ? (*document)->arena : NULL;
  sm_arena_destroy(&arena);
  *document = NULL;
}
