/* expression.h - expressions on lists of numbers, used in the entries of the validation.
 *
 * Numbers, names, 'texts', + - * / % ^ and brackets, comparisons, && ||, a ? b : c, a[i] (the i-th
 * number of a, from 0) and functions. Operators work element by element; a single number is
 * repeated to the length of the other operand. */
#ifndef VALIDATION_RUNNER_EXPRESSION_H
#define VALIDATION_RUNNER_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

/* List of numbers, or text; the memory belongs to the scope. */
struct cli_value {
  const double *number;
  size_t count;
  const char *text; /* NULL: a list of numbers */
};

struct cli_scope;

/* Function; returns false after cli_scope_fail. `takes`: one letter per argument: l a list, e a
 * list as long as the first, n a single number, t a text, c a text or a single number (a column); a
 * final + repeats the last one. */
struct cli_function {
  const char *name, *takes;
  bool (*call)(struct cli_scope *scope, const struct cli_value *argument, int count,
               struct cli_value *out);
};
enum { CLI_ARGUMENTS = 8 };

/* Creates a scope of named values. more: additional functions, a NULL name after the last; own:
 * their data. NULL if out of memory. */
struct cli_scope *cli_scope_create(const struct cli_function *more, void *own);
void cli_scope_destroy(struct cli_scope **scope);
void *cli_scope_own(const struct cli_scope *scope);

/* Allocates numbers; NULL, and a failure, if out of memory. */
double *cli_scope_numbers(struct cli_scope *scope, size_t count);

/* Sets *out to a copy of the numbers. */
bool cli_scope_list(struct cli_scope *scope, const double *number, size_t count,
                    struct cli_value *out);

/* Sets the value of a name, replacing an earlier one; `text` is copied. False if out of memory. */
bool cli_scope_set(struct cli_scope *scope, const char *name, const struct cli_value *value);
bool cli_scope_set_number(struct cli_scope *scope, const char *name, double number);

/* Appends numbers to the list of a name. */
bool cli_scope_append(struct cli_scope *scope, const char *name, const struct cli_value *value);

/* Value of a name; NULL if it has none. */
const struct cli_value *cli_scope_find(const struct cli_scope *scope, const char *name);

/* Sets the reason of a failure, unless one is set; returns false. */
bool cli_scope_fail(struct cli_scope *scope, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reason of the failure; "" before a failure. */
const char *cli_scope_reason(const struct cli_scope *scope);

/* Evaluates an expression. False: failure, with a reason. */
bool cli_evaluate(struct cli_scope *scope, const char *text, struct cli_value *out);

/* Evaluates an expression that must give a single number. */
bool cli_evaluate_number(struct cli_scope *scope, const char *text, double *out);

/* Replaces each "${expression}" of a text by its number, with full precision, or by its text. */
bool cli_expand(struct cli_scope *scope, const char *text, char *out, size_t size);

#endif
