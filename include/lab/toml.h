/* lab/toml.h - TOML 1.0 as a tree of nodes with their positions in the text. For the files that
 * describe benchmarks and validations; not installed. */
#ifndef SIMOOM_LAB_TOML_H
#define SIMOOM_LAB_TOML_H

#include "simoom/context.h"
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

/* Child of a table, by key; NULL: absent, or the node is NULL or not a table. */
SM_PUBLIC struct sm_toml_node *sm_toml_get(const struct sm_toml_node *table, const char *key);

/* Child i of an array; a node that is not an array is its own only element. NULL: absent. */
SM_PUBLIC struct sm_toml_node *sm_toml_element(struct sm_toml_node *array, size_t i);

/* A text with its tree. */
struct sm_toml_document;

/* Reads a text, which `name` calls in messages. Errors: ERR_CASE ("name:line:column: error: ..."),
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_toml_open(struct sm_context *ctx, const char *name,
                                                 const char *text, struct sm_toml_document **out);
SM_PUBLIC struct sm_toml_node *sm_toml_root(const struct sm_toml_document *document);
SM_PUBLIC void sm_toml_close(struct sm_toml_document **document);

#ifdef __cplusplus
}
#endif
#endif
