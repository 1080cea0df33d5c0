#include "scope.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parser state; expressions are evaluated while parsing. */
struct reader {
  struct cli_scope *scope;
  const char *text, *at;
};

static bool read_choice(struct reader *r, struct cli_value *out);

static bool wrong(struct reader *r, const char *what) {
  return cli_scope_fail(r->scope, "\"%s\": %s at \"%s\"", r->text, what, r->at);
}

/* Skips these characters if they come next. */
static bool skip(struct reader *r, const char *sign) {
  while (isspace((unsigned char)*r->at)) r->at++;
  const size_t length = strlen(sign);
  if (strncmp(r->at, sign, length) != 0) return false;
  r->at += length;
  return true;
}

static bool demand(struct reader *r, const char *sign) {
  char what[32];
  if (skip(r, sign)) return true;
  snprintf(what, sizeof what, "no '%s'", sign);
  return wrong(r, what);
}

/* --- operators --- */

static double add(double a, double b) { return a + b; }
static double subtract(double a, double b) { return a - b; }
static double multiply(double a, double b) { return a * b; }
static double divide(double a, double b) { return a / b; }
static double is_less(double a, double b) { return a < b; }
static double is_at_most(double a, double b) { return a <= b; }
static double is_more(double a, double b) { return a > b; }
static double is_at_least(double a, double b) { return a >= b; }
static double is_equal(double a, double b) { return a <= b && a >= b; }
static double is_other(double a, double b) { return !(a <= b && a >= b); }
static bool holds(double a) { return a < 0 || a > 0; }
static double both(double a, double b) { return holds(a) && holds(b); }
static double either(double a, double b) { return holds(a) || holds(b); }

/* Operators, in order of increasing precedence; longer tokens before their prefixes. */
static const struct {
  const char *sign;
  int level;
  double (*f)(double, double);
} operators[] = {{"||", 0, either},      {"&&", 1, both},     {"<=", 2, is_at_most},
                 {">=", 2, is_at_least}, {"==", 2, is_equal}, {"!=", 2, is_other},
                 {"<", 2, is_less},      {">", 2, is_more},   {"+", 3, add},
                 {"-", 3, subtract},     {"*", 4, multiply},  {"/", 4, divide},
                 {"%", 4, fmod}};
enum { OPERATORS = sizeof operators / sizeof *operators, HIGHEST = 4 };

static double (*read_operator(struct reader *r, int level))(double, double) {
  for (int o = 0; o < OPERATORS; o++)
    if (operators[o].level == level && skip(r, operators[o].sign)) return operators[o].f;
  return NULL;
}

/* --- operands --- */

static bool read_text(struct reader *r, struct cli_value *out) {
  char text[256];
  const size_t length = strcspn(r->at, "'");
  if (r->at[length] == '\0' || length >= sizeof text) return wrong(r, "no end of the text");
  memcpy(text, r->at, length);
  text[length] = '\0';
  r->at += length + 1;
  const struct cli_value own = {NULL, 0, text};
  if (!cli_scope_set(r->scope, "", &own)) return false;
  *out = *cli_scope_find(r->scope, "");
  return true;
}

/* Whether an argument has the type of a letter of `takes`. */
static bool fits(const struct cli_value *argument, char kind, size_t first_count) {
  const bool text = argument->text != NULL, single = !text && argument->count == 1;
  switch (kind) {
  case 'l': return !text;
  case 'e': return !text && argument->count == first_count;
  case 'n': return single;
  case 't': return text;
  default: return text || single;
  }
}

static bool call_listed(struct reader *r, const char *name, const struct cli_value *argument,
                        int count, struct cli_value *out) {
  const struct cli_function *f = cli_scope_function(r->scope, name);
  const int named = f != NULL ? (int)strcspn(f->takes, "+") : 0;
  char what[96];
  if (f == NULL || count < named || (count > named && f->takes[named] != '+')) {
    snprintf(what, sizeof what, "no function %s of %d arguments", name, count);
    return wrong(r, what);
  }
  for (int a = 0; a < count; a++) {
    if (fits(&argument[a], f->takes[a < named ? a : named - 1], argument->count)) continue;
    snprintf(what, sizeof what, "%s: argument %d of another kind or length", name, a + 1);
    return wrong(r, what);
  }
  return f->call(r->scope, argument, count, out);
}

static bool call(struct reader *r, const char *name, struct cli_value *out) {
  struct cli_value argument[CLI_ARGUMENTS];
  int count = 0;
  while (!skip(r, ")")) {
    if (count == CLI_ARGUMENTS) return wrong(r, "too many arguments");
    if (count > 0 && !demand(r, ",")) return false;
    if (!read_choice(r, &argument[count++])) return false;
  }
  double (*one)(double) = cli_function_of_one(name);
  double (*two)(double, double) = cli_function_of_two(name);
  if (one != NULL && count == 1) return cli_map(r->scope, one, argument, out);
  if (two != NULL && count == 2) return cli_map_two(r->scope, two, &argument[0], &argument[1], out);
  return call_listed(r, name, argument, count, out);
}

static bool read_name(struct reader *r, struct cli_value *out) {
  char name[48];
  size_t length = 0;
  while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.') {
    if (length + 1 == sizeof name) return wrong(r, "too long a name");
    name[length++] = *r->at++;
  }
  name[length] = '\0';
  if (skip(r, "(")) return call(r, name, out);
  const struct cli_value *value = cli_scope_find(r->scope, name);
  if (value == NULL) return wrong(r, "no such name before");
  *out = *value;
  return true;
}

static bool read_item(struct reader *r, struct cli_value *out) {
  if (skip(r, "(")) return read_choice(r, out) && demand(r, ")");
  if (skip(r, "'")) return read_text(r, out);
  if (isalpha((unsigned char)*r->at)) return read_name(r, out);
  char *end;
  const double number = strtod(r->at, &end);
  if (end == r->at) return wrong(r, "no number, name or bracket");
  r->at = end;
  return cli_scope_list(r->scope, &number, 1, out);
}

/* Indexed items: a[i]. */
static bool read_indexed(struct reader *r, struct cli_value *out) {
  if (!read_item(r, out)) return false;
  while (skip(r, "[")) {
    struct cli_value index;
    if (!read_choice(r, &index) || !demand(r, "]")) return false;
    const double n = index.count == 1 ? index.number[0] : -1;
    if (!(n >= 0 && n < (double)out->count)) return wrong(r, "no such number of the list");
    *out = (struct cli_value){out->number + (size_t)n, 1, NULL};
  }
  return true;
}

static double negative(double a) { return -a; }

static bool read_power(struct reader *r, struct cli_value *out) {
  struct cli_value exponent;
  if (skip(r, "-")) return read_power(r, out) && cli_map(r->scope, negative, out, out);
  if (!read_indexed(r, out)) return false;
  if (!skip(r, "^")) return true;
  return read_power(r, &exponent) && cli_map_two(r->scope, pow, out, &exponent, out);
}

static bool read_level(struct reader *r, int level, struct cli_value *out) {
  double (*f)(double, double);
  if (level > HIGHEST) return read_power(r, out);
  if (!read_level(r, level + 1, out)) return false;
  while ((f = read_operator(r, level)) != NULL) {
    struct cli_value right;
    if (!read_level(r, level + 1, &right) || !cli_map_two(r->scope, f, out, &right, out))
      return false;
  }
  return true;
}

/* condition ? a : b; both branches are evaluated. */
static bool read_choice(struct reader *r, struct cli_value *out) {
  struct cli_value yes, no;
  if (!read_level(r, 0, out)) return false;
  if (!skip(r, "?")) return true;
  if (!read_choice(r, &yes) || !demand(r, ":") || !read_choice(r, &no)) return false;
  if (out->text != NULL || yes.text != NULL || no.text != NULL)
    return wrong(r, "a text, not numbers, before");
  size_t count = out->count > yes.count ? out->count : yes.count;
  if (no.count > count) count = no.count;
  if ((out->count != count && out->count != 1) || (yes.count != count && yes.count != 1) ||
      (no.count != count && no.count != 1))
    return wrong(r, "lists of different lengths before");
  double *number = cli_scope_numbers(r->scope, count);
  for (size_t m = 0; m < count && number != NULL; m++)
    number[m] = holds(cli_number(out, m)) ? cli_number(&yes, m) : cli_number(&no, m);
  *out = (struct cli_value){number, count, NULL};
  return number != NULL;
}

bool cli_evaluate(struct cli_scope *scope, const char *text, struct cli_value *out) {
  struct reader r = {scope, text, text};
  if (!read_choice(&r, out)) return false;
  skip(&r, "");
  return *r.at == '\0' || wrong(&r, "no operator");
}

bool cli_evaluate_number(struct cli_scope *scope, const char *text, double *out) {
  struct cli_value value;
  if (!cli_evaluate(scope, text, &value)) return false;
  if (value.text != NULL || value.count != 1)
    return cli_scope_fail(scope, "\"%s\": %zu numbers, not one", text, value.count);
  *out = value.number[0];
  return true;
}

/* Value of an expression of `length` characters, formatted for a case. */
static bool expand_one(struct cli_scope *scope, const char *text, size_t length, char *out,
                       size_t size) {
  char own[256];
  struct cli_value value;
  if (length >= sizeof own) return cli_scope_fail(scope, "\"%s\": too long", text);
  memcpy(own, text, length);
  own[length] = '\0';
  if (!cli_evaluate(scope, own, &value)) return false;
  size_t at = value.text != NULL ? (size_t)snprintf(out, size, "%s", value.text) : 0;
  for (size_t m = 0; m < value.count && at < size; m++)
    at += (size_t)snprintf(out + at, size - at, "%s%.17g", m > 0 ? ", " : "", value.number[m]);
  return at < size || cli_scope_fail(scope, "\"%s\": too long", text);
}

bool cli_expand(struct cli_scope *scope, const char *text, char *out, size_t size) {
  size_t at = 0;
  for (const char *c = text; *c != '\0';) {
    if (at + 1 >= size) return cli_scope_fail(scope, "\"%s\": too long", text);
    const size_t length = strcspn(c, "}");
    if (*c != '$' || c[1] != '{' || c[length] == '\0') {
      out[at++] = *c++;
      continue;
    }
    if (!expand_one(scope, c + 2, length - 2, out + at, size - at)) return false;
    at += strlen(out + at);
    c += length + 1;
  }
  out[at] = '\0';
  return true;
}
