/* value.h - from a node of the file to a number, a text, a list in the case. */
#ifndef SM_CASE_TOML_VALUE_H
#define SM_CASE_TOML_VALUE_H

#include "base/arena.h"
#include "case/schema/schema.h"
#include "case/toml/problem_report.h"

/* What all reading needs. */
struct sm_case_reader {
  struct sm_context *ctx;
  struct sm_arena *arena;
  struct sm_problem_report *report;
  const char *folder; /* of the case file: "", or ends with '/' */
  const char *data;   /* what "$data" stands for; NULL: not known */
  bool check_files;
  struct sm_case_location *location, **next_location; /* locations.c: the list, and its end */
};

/* One value on its way: what is read, and where to. */
struct sm_case_value {
  struct sm_case_reader *r;
  const struct sm_schema_key *key;
  const char *label; /* of the key, in messages */
  void *to;          /* the key's place */
  size_t *count;     /* its number of items, for lists */
};

/* Reports what was expected and what was found. */
void sm_value_wrong_type(const struct sm_case_value *v, const struct sm_toml_node *node);

/* Reports a number outside of the key's range, or none at all; false then. */
bool sm_value_check_range(const struct sm_case_value *v, const struct sm_toml_node *node,
                          double number);

/* A number, or a text with a unit. *ok is false after a problem, and *out as before. */
SM_CHECKED enum sm_status sm_value_number(const struct sm_case_value *v,
                                          const struct sm_toml_node *node, double *out, bool *ok);

/* The name of a file, which must be there if the reader checks files. */
SM_CHECKED enum sm_status sm_value_path_into(const struct sm_case_value *v,
                                             const struct sm_toml_node *node, char **out);

/* Reads `node` as `key` says into its place in the struct at `base`. `label` names it in messages.
 * Problems go to the report; the place then has the default. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_value_read(struct sm_case_reader *r, const struct sm_schema_key *key,
                                        const char *label, const struct sm_toml_node *node,
                                        void *base);

/* Sets the default of a key. */
SM_CHECKED enum sm_status sm_value_default(struct sm_case_reader *r,
                                           const struct sm_schema_key *key, void *base);

/* "$data" and the case's folder put before a path, if it asks for it. *out is NULL when "$data"
 * is not known. */
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

/* The rules that the key's words are. */
SM_CHECKED enum sm_status sm_list_default_rules(const struct sm_case_value *v);

/* expression_value.c: Keys of a case that are a number or an expression of the place. */

/* Reads a node into the key's struct sm_case_expression, or into so many of them as the key counts.
 * Problems go to the report; the place then has "not given". Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_value_expression(const struct sm_case_value *v,
                                              const struct sm_toml_node *node);

/* Makes them "not given". */
void sm_value_no_expression(const struct sm_case_value *v);

#endif
