/* value.h - converts a TOML node to a number, text or list of the case. */
#ifndef SM_CASE_TOML_VALUE_H
#define SM_CASE_TOML_VALUE_H

#include "base/arena.h"
#include "case/schema/schema.h"
#include "case/toml/problem_report.h"

/* Common state of reading a case. */
struct sm_case_reader {
  struct sm_context *ctx;
  struct sm_arena *arena;
  struct sm_problem_report *report;
  const char *folder; /* folder of the case file: "", or ends with '/' */
  const char *data;   /* replacement of "$data"; NULL: unknown */
  bool check_files;
  struct sm_case_location *location, **next_location; /* locations.c: the list, and its end */
};

/* A value being read: its node, key and destination. */
struct sm_case_value {
  struct sm_case_reader *r;
  const struct sm_schema_key *key;
  const char *label; /* name of the key in messages */
  void *to;          /* destination of the value */
  size_t *count;     /* destination of the number of items, for lists */
};

/* Reports the expected and the actual type. */
void sm_value_wrong_type(const struct sm_case_value *v, const struct sm_toml_node *node);

/* Reports a number that is out of range or not finite, and returns false. */
bool sm_value_check_range(const struct sm_case_value *v, const struct sm_toml_node *node,
                          double number);

/* Reads a number, or a text with a unit. After a problem *ok is false and *out unchanged. */
SM_CHECKED enum sm_status sm_value_number(const struct sm_case_value *v,
                                          const struct sm_toml_node *node, double *out, bool *ok);

/* Also accepts the first word of the key, for its word_value. */
SM_CHECKED enum sm_status sm_value_number_or_word(const struct sm_case_value *v,
                                                  const struct sm_toml_node *node, double *out,
                                                  bool *ok);

/* Reads a file name; the file must exist if the reader checks files. */
SM_CHECKED enum sm_status sm_value_path_into(const struct sm_case_value *v,
                                             const struct sm_toml_node *node, char **out);

/* Reads `node` according to `key` into the struct at `base`. `label` names it in messages. After a
 * reported problem the value is the default. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_value_read(struct sm_case_reader *r, const struct sm_schema_key *key,
                                        const char *label, const struct sm_toml_node *node,
                                        void *base);

/* Sets the default value of a key. */
SM_CHECKED enum sm_status sm_value_default(struct sm_case_reader *r,
                                           const struct sm_schema_key *key, void *base);

/* Resolves a path: replaces "$data", or prepends the folder of the case. *out is NULL if "$data" is
 * unknown. */
SM_CHECKED enum sm_status sm_value_path(struct sm_case_reader *r, const char *path,
                                        const char **out);

/* lists.c: Keys of a case that hold a list. Each reads a node into the key's place; problems go to
 * the report, and the list then lacks the item. Errors: ERR_MEMORY. */

SM_CHECKED enum sm_status sm_list_paths(const struct sm_case_value *v,
                                        const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_texts(const struct sm_case_value *v,
                                        const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_numbers(const struct sm_case_value *v,
                                          const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_points(const struct sm_case_value *v,
                                         const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_rows(const struct sm_case_value *v,
                                       const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_rules(const struct sm_case_value *v,
                                        const struct sm_toml_node *node);
SM_CHECKED enum sm_status sm_list_classes(const struct sm_case_value *v,
                                          const struct sm_toml_node *node);

/* Default attribute rules, from the words of the key. */
SM_CHECKED enum sm_status sm_list_default_rules(const struct sm_case_value *v);

/* expression_value.c: Keys of a case whose value is a number or an expression in space. */

/* Reads a node into the struct sm_case_expression of the key, or into an array of them. After a
 * reported problem the value is "not given". Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_value_expression(const struct sm_case_value *v,
                                              const struct sm_toml_node *node);

/* Sets the value to "not given". */
void sm_value_no_expression(const struct sm_case_value *v);

#endif
