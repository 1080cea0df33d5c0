/* toml.h - TOML 1.0 as a tree of nodes that know where they stand in the text. */
#ifndef SM_CASE_TOML_TOML_H
#define SM_CASE_TOML_TOML_H

#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sm_toml_type {
  SM_TOML_TABLE,
  SM_TOML_ARRAY,
  SM_TOML_TEXT,
  SM_TOML_INTEGER,
  SM_TOML_FLOAT,
  SM_TOML_BOOLEAN,
  SM_TOML_TIME,
};

/* A stretch of one line, in characters counted from 1. */
struct sm_toml_span {
  int source; /* which text: 0 the file, n > 0 the n-th override */
  int line, column;
  int end_column; /* one past the last; INT_MAX: to the end of the line */
};

struct sm_toml_node {
  enum sm_toml_type type;
  const char *key; /* NULL in an array and at the root */
  struct sm_toml_span key_span, span;
  const char *text; /* TEXT; TIME as "2026-05-01T12:00:00Z", or what there is of it */
  int64_t integer;
  double number; /* FLOAT, and INTEGER too */
  bool flag;
  struct sm_toml_node *first, *next; /* of TABLE and ARRAY, in the order of the text */
  size_t count;                      /* children */
};

struct sm_toml_error {
  struct sm_toml_span span;
  char text[256];
};

/* Reads `size` bytes. Nesting is limited (32 brackets, 16 dots in a key). Errors: ERR_CASE with
 * *error filled (the first mistake), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_toml_parse(struct sm_context *ctx, struct sm_arena *arena, int source,
                                        const char *text, size_t size, struct sm_toml_node **root,
                                        struct sm_toml_error *error);

/* Child of a table, by key; NULL when there is none, or the node is NULL or no table. */
struct sm_toml_node *sm_toml_get(const struct sm_toml_node *table, const char *key);

/* Child i of an array; a node that is no array is its own only element. NULL when there is none. */
struct sm_toml_node *sm_toml_element(struct sm_toml_node *array, size_t i);

/* "a table", "an integer" ... */
const char *sm_toml_type_name(enum sm_toml_type type);

#ifdef __cplusplus
}
#endif
#endif
