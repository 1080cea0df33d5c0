/* scope.h - built-in functions of all scopes, for the evaluation of expressions. */
#ifndef VALIDATION_RUNNER_SCOPE_H
#define VALIDATION_RUNNER_SCOPE_H

#include "expression.h"

/* Function by name; NULL if there is none. */
const struct cli_function *cli_scope_function(const struct cli_scope *scope, const char *name);

/* Applies f to each number. */
bool cli_map(struct cli_scope *scope, double (*f)(double), const struct cli_value *a,
             struct cli_value *out);
bool cli_map_two(struct cli_scope *scope, double (*f)(double, double), const struct cli_value *a,
                 const struct cli_value *b, struct cli_value *out);

/* Function of one or two numbers by name; NULL if there is none. */
double (*cli_function_of_one(const char *name))(double);
double (*cli_function_of_two(const char *name))(double, double);

/* Functions of lists, a NULL name after the last. */
extern const struct cli_function cli_list_functions[];

/* Number m of a list; a single number is repeated. */
static inline double cli_number(const struct cli_value *v, size_t m) {
  return v->number[v->count == 1 ? 0 : m];
}

#endif
