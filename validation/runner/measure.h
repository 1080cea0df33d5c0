/* measure.h - computing an entry as its text says. */
#ifndef VALIDATION_RUNNER_MEASURE_H
#define VALIDATION_RUNNER_MEASURE_H

#include "entry.h"
#include "expression.h"

/* Names and their values while an entry is computed; what their functions need. */
struct cli_work {
  struct cli_trial *trial;
  struct cli_scope *scope;
  const struct sm_toml_node *at; /* what is worked on: its line is told when it fails */
  enum cli_outcome outcome;      /* of what failed; CLI_MEASURED: an expression */
};

/* Constants and tables, runs, what is found, the numbers and the pictures. */
enum cli_outcome cli_trial_measure(struct cli_trial *trial);

/* Functions that read what the last run left (results.c). */
extern const struct cli_function cli_result_functions[];

/* Tables of measurements: their columns become names, "table.column" (tables.c). False: it failed,
 * and why. */
bool cli_work_tables(struct cli_work *work);

/* Draws the pictures (pictures.c). */
bool cli_work_pictures(struct cli_work *work);

/* The value of an expression, in which "${name}" may stand for a part of a name. */
bool cli_work_evaluate(struct cli_work *work, const struct sm_toml_node *node,
                       struct cli_value *out);

/* The same of a key of a table. */
bool cli_work_value(struct cli_work *work, const struct sm_toml_node *table, const char *key,
                    struct cli_value *out);

/* The result of a call that may fail otherwise than an expression. */
bool cli_work_note(struct cli_work *work, enum cli_outcome outcome);

#endif
