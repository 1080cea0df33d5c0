/* expression.h - expressions over lists of numbers, which entries of the validation are written in.
 *
 * Numbers, names, 'texts', + - * / % ^ and brackets, comparisons, && ||, a ? b : c, a[i] (the i-th
 * number of a, from 0) and functions. All operators work number by number; a single number stands
 * for as many as the other side has. */
#ifndef VALIDATION_RUNNER_EXPRESSION_H
#define VALIDATION_RUNNER_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

/* A list of numbers, or a text. Its memory is the scope's. */
struct cli_value {
  const double *number;
  size_t count;
  const char *text; /* NULL: numbers */
};

struct cli_scope;

/* A function: false when it fails, and says why by cli_scope_fail. `takes`: its arguments, a letter
 * each: l a list, e a list as long as the first, n a single number, t a text, c a text or a single
 * number (a column); a + at the end: any number of the last one. */
struct cli_function {
  const char *name, *takes;
  bool (*call)(struct cli_scope *scope, const struct cli_value *argument, int count,
               struct cli_value *out);
};
enum { CLI_ARGUMENTS = 8 };

/* Names with values. more: functions besides those of all scopes, a NULL name after the last;
 * own: what they need to know. NULL without memory. */
struct cli_scope *cli_scope_create(const struct cli_function *more, void *own);
void cli_scope_destroy(struct cli_scope **scope);
void *cli_scope_own(const struct cli_scope *scope);

/* Room for so many numbers; NULL, and a failure, without memory. */
double *cli_scope_numbers(struct cli_scope *scope, size_t count);

/* A copy of numbers. */
bool cli_scope_list(struct cli_scope *scope, const double *number, size_t count,
                    struct cli_value *out);

/* Gives a name a value, in the place of another one; `text` is copied. False without memory. */
bool cli_scope_set(struct cli_scope *scope, const char *name, const struct cli_value *value);
bool cli_scope_set_number(struct cli_scope *scope, const char *name, double number);

/* Adds numbers to the end of a name's. */
bool cli_scope_append(struct cli_scope *scope, const char *name, const struct cli_value *value);

/* The value of a name; NULL: it has none. */
const struct cli_value *cli_scope_find(const struct cli_scope *scope, const char *name);

/* Says why something failed, unless it is said already; returns false. */
bool cli_scope_fail(struct cli_scope *scope, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Why; "" before a failure. */
const char *cli_scope_reason(const struct cli_scope *scope);

/* The value of an expression. False: it has none, and why. */
bool cli_evaluate(struct cli_scope *scope, const char *text, struct cli_value *out);

/* The same of one that must be a single number. */
bool cli_evaluate_number(struct cli_scope *scope, const char *text, double *out);

/* A text in which "${expression}" stands for its number, with all its digits, or for its text. */
bool cli_expand(struct cli_scope *scope, const char *text, char *out, size_t size);

#endif
