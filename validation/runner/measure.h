/* measure.h - computes an entry from its text. */
#ifndef VALIDATION_RUNNER_MEASURE_H
#define VALIDATION_RUNNER_MEASURE_H

#include "entry.h"
#include "expression.h"

/* State of the computation of an entry: names with values, and data of the functions. */
struct cli_work {
  struct cli_trial *trial;
  struct cli_scope *scope;
  const struct sm_toml_node *at; /* current item, whose line is reported after a failure */
  enum cli_outcome outcome;      /* outcome of a failed call; CLI_MEASURED: an expression failed */
};

/* Computes an entry: constants and tables, runs, derived values, numbers, pictures. */
enum cli_outcome cli_trial_measure(struct cli_trial *trial);

/* Functions that read the results of the last run (results.c). */
extern const struct cli_function cli_result_functions[];

/* Reads tables of measurements; their columns become names, "table.column" (tables.c). False:
 * failure, with a reason. */
bool cli_work_tables(struct cli_work *work);

/* Draws the pictures (pictures.c). */
bool cli_work_pictures(struct cli_work *work);

/* Evaluates an expression in which "${name}" may replace a part of a name. */
bool cli_work_evaluate(struct cli_work *work, const struct sm_toml_node *node,
                       struct cli_value *out);

/* The same for the expression of a key. */
bool cli_work_value(struct cli_work *work, const struct sm_toml_node *table, const char *key,
                    struct cli_value *out);

/* Records the outcome of a call other than an expression. */
bool cli_work_note(struct cli_work *work, enum cli_outcome outcome);

#endif
