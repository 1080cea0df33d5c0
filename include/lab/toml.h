/* lab/toml.h - TOML 1.0 parser: a tree of nodes with their positions in the text. Reads the files
 * that describe benchmarks and validations; not installed. */
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

/* Source range on one line; columns are counted in characters from 1. */
struct sm_toml_span {
  int source; /* index of the text: 0 is the file, n > 0 the n-th override */
  int line, column;
  int end_column; /* column after the last character; INT_MAX: to the end of the line */
};

struct sm_toml_node {
  enum sm_toml_type type;
  const char *key; /* NULL for elements of an array and for the root */
  struct sm_toml_span key_span, span;
  const char *text; /* TEXT; TIME as "2026-05-01T12:00:00Z", or the parts that are given */
  int64_t integer;
  double number; /* FLOAT and INTEGER */
  bool flag;
  struct sm_toml_node *first, *next; /* children of TABLE and ARRAY in the order of the text */
  size_t count;                      /* number of children */
};

/* Child of a table by key; NULL if absent, or if the node is NULL or not a table. */
SM_PUBLIC struct sm_toml_node *sm_toml_get(const struct sm_toml_node *table, const char *key);

/* Element i of an array; a node that is not an array is its own single element. NULL if absent. */
SM_PUBLIC struct sm_toml_node *sm_toml_element(struct sm_toml_node *array, size_t i);

/* Parsed text with its tree of nodes. */
struct sm_toml_document;

/* Parses a text; `name` is its name in messages. Errors: ERR_CASE ("name:line:column: error: ..."),
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_toml_open(struct sm_context *ctx, const char *name,
                                                 const char *text, struct sm_toml_document **out);
SM_PUBLIC struct sm_toml_node *sm_toml_root(const struct sm_toml_document *document);
SM_PUBLIC void sm_toml_close(struct sm_toml_document **document);

#ifdef __cplusplus
}
#endif
#endif
