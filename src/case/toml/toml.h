/* toml.h - TOML 1.0 parser: a tree of nodes with their positions in the text. */
#ifndef SM_CASE_TOML_TOML_H
#define SM_CASE_TOML_TOML_H

#include "base/arena.h"
#include "lab/toml.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm_toml_error {
  struct sm_toml_span span;
  char text[256];
};

/* Parses `size` bytes. Nesting is limited (32 brackets, 16 dots in a key). Errors: ERR_CASE with
 * *error (the first syntax error), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_toml_parse(struct sm_context *ctx, struct sm_arena *arena, int source,
                                        const char *text, size_t size, struct sm_toml_node **root,
                                        struct sm_toml_error *error);

/* Type name: "a table", "an integer" ... */
const char *sm_toml_type_name(enum sm_toml_type type);

#ifdef __cplusplus
}
#endif
/* Whether a table has a key. */
static inline bool sm_toml_has(const struct sm_toml_node *table, const char *key) {
  return sm_toml_get(table, key) != NULL;
}

#endif
