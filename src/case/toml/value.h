/* case/toml/value.h - reads the tree of a case file into a draft: problems, values, tables. */
#ifndef SM_CASE_TOML_VALUE_H
#define SM_CASE_TOML_VALUE_H

#include "base/arena.h"
#include "base/context.h"
#include "base/text.h"
#include "case/schema/schema.h"
#include "case/toml/toml.h"

/* problem_report.c: Collects the problems of a case and reports them together. */

enum { SM_REPORT_MAX = 20 };

struct sm_report_problem {
  struct sm_toml_span span; /* line 0: the whole file */
  struct sm_text text;
  char message[256];       /* the first line alone, without the place */
  int elements, last_line; /* further elements of a list with the same problem, line of the last */
};

struct sm_problem_report {
  const char *name; /* name of the file, as given by the user */
  const char *text; /* text of the file */
  size_t size;
  const char *const *set; /* overrides; span source n is set[n - 1] */
  struct sm_report_problem problem[SM_REPORT_MAX];
  int count;         /* number of all problems, including those beyond the maximum kept */
  int missing_files; /* number of missing files among them */
};

/* Adds a problem. `help`: remedy, shown on a separate line; may be NULL. A problem that differs
 * from an earlier one only in the element of a list ("box[2]", "box[3]") is counted there. */
void sm_report_add(struct sm_problem_report *report, const struct sm_toml_span *span,
                   const char *help, const char *format, ...) SM_FORMAT(4, 5);

/* Sets the message of the context to all problems in file order. Returns OK without problems,
 * ERR_DATA if all are missing files, else ERR_CASE. */
SM_CHECKED enum sm_status sm_report_close(struct sm_context *ctx, struct sm_problem_report *report);
void sm_report_free(struct sm_problem_report *report);

/* Converts a TOML node to a number, text or list of the case. */

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

/* Remedies of what newcomers write (remedies.c), or NULL: for an unknown key of a table; the word
 * of a list that is meant; for a number outside its range; for a text in place of a table. */
const char *sm_remedy_of_key(const char *table, const char *key);
const char *sm_remedy_of_word(const char *label, const char *word, const char *const *right);
const char *sm_remedy_of_range(const struct sm_schema_key *key, double number);
const char *sm_remedy_of_text(const char *table);

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

/* tables.c: Reads the tree of a case file into a draft, following the schema. */

/* Reads the keys and tables of `root`, with defaults, into *draft. Reports unknown, missing and
 * duplicate keys and wrong types. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_tables(struct sm_case_reader *r, struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

/* "weather.station[2]" and "speed" -> "weather.station[2].speed" */
enum { SM_LABEL_SIZE = 160 };
void sm_read_label(const char *table, const char *name, char out[SM_LABEL_SIZE]);

/* Source position of the start of a table, for problems of the table as a whole; for a table that
 * is not in the file, the whole file (line 0). */
struct sm_toml_span sm_read_span(const struct sm_toml_node *node);

/* Whether an unknown key of the table, reported as such, is this key misspelt. */
bool sm_read_is_misspelt(const struct sm_schema_table *table, const struct sm_toml_node *node,
                         const char *key);

/* locations.c: Adds the places of a table, whose keys have been read into the struct at `base`, to
 * the reader's list. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_locations(struct sm_case_reader *r,
                                            const struct sm_schema_table *table, const char *label,
                                            const struct sm_toml_node *node, const void *base);

/* overrides.c: "table.key=value" texts that replace or add keys of a case. */

/* Applies override `source` (from 1) of the report's list to the tree. The value is TOML, or else a
 * text. Element n (from 1) of [[tables]] is "weather.station[n].speed"; the index is optional for a
 * single element. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_override_apply(struct sm_case_reader *r, struct sm_toml_node *root,
                                            int source);

#endif
