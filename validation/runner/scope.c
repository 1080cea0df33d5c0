/* scope.c - named values of expressions, and their memory. */
#include "scope.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 128, NAME = 48 };

struct block {
  struct block *next;
  double number[];
};

struct cli_scope {
  const struct cli_function *more;
  void *own;
  struct block *memory;
  struct {
    char name[NAME];
    struct cli_value value;
  } entry[NAMES];
  int count;
  char reason[1024];
};

struct cli_scope *cli_scope_create(const struct cli_function *more, void *own) {
  struct cli_scope *scope = calloc(1, sizeof *scope);
  if (scope == NULL) return NULL;
  scope->more = more;
  scope->own = own;
  return scope;
}

void cli_scope_destroy(struct cli_scope **scope) {
  while (*scope != NULL && (*scope)->memory != NULL) {
    struct block *block = (*scope)->memory;
    (*scope)->memory = block->next;
    free(block);
  }
  free(*scope);
  *scope = NULL;
}

void *cli_scope_own(const struct cli_scope *scope) { return scope->own; }

double *cli_scope_numbers(struct cli_scope *scope, size_t count) {
  struct block *block = malloc(sizeof *block + count * sizeof *block->number);
  if (block == NULL) {
    cli_scope_fail(scope, "out of memory");
    return NULL;
  }
  block->next = scope->memory;
  scope->memory = block;
  return block->number;
}

bool cli_scope_list(struct cli_scope *scope, const double *number, size_t count,
                    struct cli_value *out) {
  double *copy = cli_scope_numbers(scope, count);
  if (copy == NULL) return false;
  if (count > 0) memcpy(copy, number, count * sizeof *copy);
  *out = (struct cli_value){copy, count, NULL};
  return true;
}

bool cli_scope_fail(struct cli_scope *scope, const char *format, ...) {
  if (scope->reason[0] != '\0') return false;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(scope->reason, sizeof scope->reason, format, arguments);
  va_end(arguments);
  return false;
}

const char *cli_scope_reason(const struct cli_scope *scope) { return scope->reason; }

static struct cli_value *place_of(const struct cli_scope *scope, const char *name) {
  for (int e = 0; e < scope->count; e++)
    if (strcmp(scope->entry[e].name, name) == 0) return (struct cli_value *)&scope->entry[e].value;
  return NULL;
}

const struct cli_value *cli_scope_find(const struct cli_scope *scope, const char *name) {
  return place_of(scope, name);
}

bool cli_scope_set(struct cli_scope *scope, const char *name, const struct cli_value *value) {
  struct cli_value *place = place_of(scope, name), own = *value;
  if (place == NULL && (scope->count == NAMES || strlen(name) >= NAME))
    return cli_scope_fail(scope, "%s: too many names, or too long a one", name);
  if (value->text != NULL) {
    const size_t size = strlen(value->text) + 1;
    char *copy = (char *)cli_scope_numbers(scope, size / sizeof(double) + 1);
    if (copy == NULL) return false;
    own.text = memcpy(copy, value->text, size);
  }
  if (place == NULL) {
    snprintf(scope->entry[scope->count].name, NAME, "%s", name);
    place = &scope->entry[scope->count++].value;
  }
  *place = own;
  return true;
}

bool cli_scope_set_number(struct cli_scope *scope, const char *name, double number) {
  struct cli_value value;
  return cli_scope_list(scope, &number, 1, &value) && cli_scope_set(scope, name, &value);
}

bool cli_scope_append(struct cli_scope *scope, const char *name, const struct cli_value *value) {
  const struct cli_value *before = cli_scope_find(scope, name);
  const size_t count = before != NULL ? before->count : 0;
  double *number = cli_scope_numbers(scope, count + value->count);
  if (number == NULL) return false;
  if (count > 0) memcpy(number, before->number, count * sizeof *number);
  if (value->count > 0) memcpy(number + count, value->number, value->count * sizeof *number);
  return cli_scope_set(scope, name, &(struct cli_value){number, count + value->count, NULL});
}

static const struct cli_function *find(const struct cli_function *table, const char *name) {
  for (; table != NULL && table->name != NULL; table++)
    if (strcmp(table->name, name) == 0) return table;
  return NULL;
}

const struct cli_function *cli_scope_function(const struct cli_scope *scope, const char *name) {
  const struct cli_function *own = find(scope->more, name);
  return own != NULL ? own : find(cli_list_functions, name);
}

bool cli_map(struct cli_scope *scope, double (*f)(double), const struct cli_value *a,
             struct cli_value *out) {
  if (a->text != NULL) return cli_scope_fail(scope, "'%s': a text, not numbers", a->text);
  double *number = cli_scope_numbers(scope, a->count);
  for (size_t m = 0; m < a->count && number != NULL; m++) number[m] = f(a->number[m]);
  *out = (struct cli_value){number, a->count, NULL};
  return number != NULL;
}

bool cli_map_two(struct cli_scope *scope, double (*f)(double, double), const struct cli_value *a,
                 const struct cli_value *b, struct cli_value *out) {
  const size_t count = a->count == 1 ? b->count : a->count;
  if (a->text != NULL || b->text != NULL)
    return cli_scope_fail(scope, "'%s': a text, not numbers", a->text != NULL ? a->text : b->text);
  if (b->count != count && b->count != 1)
    return cli_scope_fail(scope, "lists of %zu and %zu numbers", a->count, b->count);
  double *number = cli_scope_numbers(scope, count);
  for (size_t m = 0; m < count && number != NULL; m++)
    number[m] = f(cli_number(a, m), cli_number(b, m));
  *out = (struct cli_value){number, count, NULL};
  return number != NULL;
}
