#include "chem/read/kpp/formula_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 64, WARNED = 20 };

#define LARGEST 2147483647.0 /* largest 32-bit integer */

typedef struct sm_formula formula;

/* --- what is not understood --- */

void sm_kpp_set_reason(struct sm_kpp_formula_reader *g, const char *format, ...) {
  va_list arguments;
  if (g->wrong) return;
  g->wrong = true;
  va_start(arguments, format);
  vsnprintf(g->reason, sizeof g->reason, format, arguments);
  va_end(arguments);
  if (!g->quiet) sm_builder_problem(g->k->b, g->place, "%s", g->reason);
}

void sm_kpp_set_reason_token(struct sm_kpp_formula_reader *g, const char *what,
                             struct sm_token token) {
  if (token.size == 0) {
    sm_kpp_set_reason(g, "%s the end of the rate", what);
  } else {
    sm_kpp_set_reason(g, "%s '%.*s' in the rate", what, SM_TOKEN(token));
  }
}

/* --- numbers --- */

formula sm_kpp_number_of(struct sm_kpp_formula_reader *g, double value) {
  return sm_formula_number(&g->f, value);
}

/* Warns of integer division once per line, as it is rarely intended. */
static void warn_of_division(struct sm_kpp_formula_reader *g, double a, double b, bool power,
                             double result) {
  struct sm_kpp *k = g->k;
  const char *sign = power ? "**" : "/";
  for (int32_t w = 0; w < k->divided_count; w++)
    if (k->divided[w].line == g->place.line && k->divided[w].file == g->place.file) return;
  if (k->divided_count == WARNED) {
    k->divided_more++;
    return;
  }
  k->divided[k->divided_count++] = g->place;
  sm_builder_warn(
      k->b, g->place,
      "whole numbers are divided: %g%s%s%g%s is %g, as in Fortran and C; write %g.%s%s%g%s "
      "for %g",
      a, sign, b < 0 ? "(" : "", b, b < 0 ? ")" : "", result, a, sign, b < 0 ? "(" : "", b,
      b < 0 ? ")" : "", power ? pow(a, b) : a / b);
}

/* Integer arithmetic of Fortran and C, truncated towards 0. */
static formula whole(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind, double a,
                     double b) {
  double exact = 0;
  switch (kind) {
  case SM_TERM_ADD: exact = a + b; break;
  case SM_TERM_SUBTRACT: exact = a - b; break;
  case SM_TERM_MULTIPLY: exact = a * b; break;
  case SM_TERM_MIN: exact = fmin(a, b); break;
  case SM_TERM_MAX: exact = fmax(a, b); break;
  case SM_TERM_POWER: exact = pow(a, b); break;
  default: exact = a / b; break;
  }
  const double cut = trunc(exact);
  if (fabs(cut) > LARGEST && isfinite(cut))
    sm_kpp_set_reason(g, "a whole number of the rate is larger than 2147483647: give it a point");
  if (cut != exact && isfinite(exact))
    warn_of_division(g, a, b, kind == SM_TERM_POWER, cut == 0 ? 0 : cut);
  formula out = sm_formula_number(&g->f, cut == 0 ? 0 : cut);
  out.is_whole = isfinite(cut);
  return out;
}

formula sm_kpp_binary(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind, formula a,
                      formula b) {
  double first, second;
  if (a.pool != NULL || b.pool != NULL) return sm_kpp_species_sum(g, kind, a, b);
  if (!a.is_whole || !b.is_whole) return sm_formula_binary(&g->f, kind, a, b);
  if (sm_formula_is_number(&a, &first) && sm_formula_is_number(&b, &second))
    return whole(g, kind, first, second);
  if (kind == SM_TERM_DIVIDE || kind == SM_TERM_POWER)
    sm_kpp_set_reason(g, "a division of whole numbers that vary is not supported in the rate");
  formula out = sm_formula_binary(&g->f, kind, a, b);
  out.is_whole = true;
  return out;
}

formula sm_kpp_unary(struct sm_kpp_formula_reader *g, enum sm_rate_term_kind kind, formula a) {
  formula out = sm_formula_unary(&g->f, kind, sm_kpp_species_sum_factor(a));
  if (a.pool != NULL && kind != SM_TERM_NEGATE) sm_kpp_refuse_species_sum(g);
  out.pool = a.pool;
  out.is_whole = kind == SM_TERM_NEGATE && a.is_whole;
  return out;
}

/* --- the grammar --- */

/* Tests for an operator such as .AND., case-insensitive. */
static bool begins(struct sm_kpp_formula_reader *g, const char *sign) {
  const size_t size = strlen(sign);
  g->rest = sm_token_trim(g->rest);
  return g->rest.size >= size && sm_token_is((struct sm_token){g->rest.text, size}, sign);
}

bool sm_kpp_accept(struct sm_kpp_formula_reader *g, const char *sign) {
  const size_t size = strlen(sign);
  if (!begins(g, sign)) return false;
  g->rest.text += size;
  g->rest.size -= size;
  return true;
}

/* Reads the arguments after the opening bracket, which was consumed. */
static int read_arguments(struct sm_kpp_formula_reader *g, struct sm_token name,
                          formula *argument) {
  int count = 0;
  do {
    if (count == SM_KPP_ARGUMENTS) break;
    argument[count++] = sm_kpp_read_sum(g);
    g->rest = sm_token_trim(g->rest);
    if (g->kind_from != NULL && g->rest.text == g->kind_from) {
      g->rest.size -= (size_t)(g->kind_to - g->kind_from);
      g->rest.text = g->kind_to;
      g->kind_from = NULL;
    }
  } while (!g->wrong && sm_kpp_accept(g, ","));
  if (!sm_kpp_accept(g, ")")) sm_kpp_set_reason_token(g, "a bracket is not closed behind", name);
  return count;
}

/* Calls a function defined in the input files. */
static formula call_own(struct sm_kpp_formula_reader *g, struct sm_token name,
                        const struct sm_kpp_function *function) {
  formula argument[SM_KPP_ARGUMENTS], out = {0};
  char reason[SM_KPP_REASON] = "";
  const int count = read_arguments(g, name, argument);
  if (count != function->arguments)
    sm_kpp_set_reason_token(g, "a wrong number of arguments of", name);
  if (g->wrong || g->f.status != SM_OK) return sm_kpp_number_of(g, 0);
  g->f.status = sm_kpp_call(g->k, function, argument, &out, reason);
  if (g->f.status != SM_OK || reason[0] == '\0') return out;
  static const char lines[] = "a formula cannot be made of the lines of the function";
  if (strncmp(reason, lines, sizeof lines - 1) == 0) /* of a function that this one calls */
    sm_kpp_set_reason(g, "%s", reason);
  else
    sm_kpp_set_reason(g, "%s '%.*s' in the rate: %.120s", lines, SM_TOKEN(name), reason);
  return sm_kpp_number_of(g, 0);
}

/* RCONST(4): rate of equation 4, which must be an earlier one. */
static formula call_rate(struct sm_kpp_formula_reader *g, struct sm_token name) {
  formula argument[SM_KPP_ARGUMENTS];
  double value = 0;
  const int count = read_arguments(g, name, argument);
  if (g->wrong || g->f.status != SM_OK) return sm_kpp_number_of(g, 0);
  if (count == 1 && sm_formula_is_number(&argument[0], &value) && value >= 1 &&
      value <= g->k->rate_count && value == trunc(value) &&
      g->k->rates[(int32_t)value - 1].count > 0)
    return g->k->rates[(int32_t)value - 1];
  sm_kpp_set_reason_token(g, "no equation before has the number of", name);
  return sm_kpp_number_of(g, 0);
}

/* Removes the kind argument (", dp" or ", kind=dp") before a bracket; all reals are double. */
static void pass_kind(struct sm_kpp_formula_reader *g) {
  size_t at = 0, comma = 0;
  int open = 0;
  for (; at < g->rest.size && open >= 0; at++) {
    const char c = g->rest.text[at];
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && open == 0) comma = at;
  }
  if (open >= 0 || comma == 0) return;
  struct sm_token kind = {g->rest.text + comma + 1, at - comma - 2}, token;
  if (!sm_kpp_name(&kind, &token)) return;
  kind = sm_token_trim(kind);
  if (sm_token_is(token, "KIND") && kind.size > 0 && kind.text[0] == '=') {
    kind = (struct sm_token){kind.text + 1, kind.size - 1};
    (void)sm_kpp_name(&kind, &token);
  }
  if (sm_token_trim(kind).size > 0) return;
  g->kind_from = g->rest.text + comma; /* end of read_arguments */
  g->kind_to = g->rest.text + at - 1;
}

static formula call(struct sm_kpp_formula_reader *g, struct sm_token name) {
  formula argument[SM_KPP_ARGUMENTS];
  const struct sm_kpp_function *own = sm_kpp_find_function(g->k, name);
  if (own != NULL) return call_own(g, name, own);
  if (sm_token_is(name, "RCONST")) return call_rate(g, name);
  const struct sm_kpp_rate_law *law = sm_kpp_find_rate_law(name);
  if (law == NULL && sm_token_is(name, "C")) return sm_kpp_species_amount(g);
  if (law == NULL) {
    sm_kpp_set_reason_unknown(g, "unknown function", name);
    return sm_kpp_number_of(g, 0);
  }
  if (sm_token_is(name, "REAL") || sm_token_is(name, "INT") || sm_token_is(name, "NINT"))
    pass_kind(g);
  const int count = read_arguments(g, name, argument);
  if (!sm_kpp_rate_law_accepts(law, count))
    sm_kpp_set_reason_token(g, "a wrong number of arguments of", name);
  for (int a = 0; a < count && !g->wrong; a++)
    if (argument[a].pool != NULL) sm_kpp_refuse_species_sum(g);
  if (g->wrong || g->f.status != SM_OK) return sm_kpp_number_of(g, 0);
  return sm_kpp_call_rate_law(g, law, argument, count);
}

static formula read_primary(struct sm_kpp_formula_reader *g) {
  struct sm_token name;
  double value;
  bool is_whole;
  if (sm_kpp_literal(&g->rest, &value, &is_whole)) {
    formula out = sm_kpp_number_of(g, value);
    out.is_whole = is_whole && !g->k->matlab;
    return out;
  }
  if (sm_kpp_accept(g, "(")) {
    const formula inside = sm_kpp_read_sum(g);
    if (!sm_kpp_accept(g, ")"))
      sm_kpp_set_reason_token(g, "a bracket is not closed before", g->rest);
    return inside;
  }
  if (!sm_kpp_name(&g->rest, &name)) {
    sm_kpp_set_reason_token(g, "a number, a name or a bracket is expected at", g->rest);
    return sm_kpp_number_of(g, 0);
  }
  if (!sm_kpp_accept(g, "(")) return sm_kpp_read_variable(g, name);
  if (sm_token_is(name, "J") || sm_token_is(name, "PHOTOL") || sm_token_is(name, "RJCELL"))
    return sm_kpp_read_photolysis(g);
  return call(g, name);
}

/* Parses a factor. Unary minus has lower precedence than power: -a**b is -(a**b). */
static formula read_factor(struct sm_kpp_formula_reader *g) {
  if (g->depth >= DEEPEST)
    sm_kpp_set_reason_token(g, "brackets are in each other too deep at", g->rest);
  if (g->wrong || g->f.status != SM_OK) return (formula){0};
  g->depth++;
  formula out;
  if (sm_kpp_accept(g, "-")) {
    out = sm_kpp_unary(g, SM_TERM_NEGATE, read_factor(g));
  } else if (sm_kpp_accept(g, "+")) {
    out = read_factor(g);
  } else {
    out = read_primary(g);
    if (sm_kpp_accept(g, "**") || sm_kpp_accept(g, "^")) {
      const formula exponent = read_factor(g);
      out = sm_kpp_binary(g, SM_TERM_POWER, out, exponent);
    }
  }
  g->depth--;
  return out;
}

static formula read_product(struct sm_kpp_formula_reader *g) {
  formula out = read_factor(g);
  for (bool on = true; on && !g->wrong;) {
    on = false;
    if (sm_kpp_accept(g, "*")) {
      out = sm_kpp_binary(g, SM_TERM_MULTIPLY, out, read_factor(g));
      on = true;
    } else if (!begins(g, "/=") && sm_kpp_accept(g, "/")) {
      out = sm_kpp_binary(g, SM_TERM_DIVIDE, out, read_factor(g));
      on = true;
    }
  }
  return out;
}

formula sm_kpp_read_sum(struct sm_kpp_formula_reader *g) {
  formula out = read_product(g);
  for (bool on = true; on && !g->wrong;) {
    on = false;
    if (sm_kpp_accept(g, "+")) {
      out = sm_kpp_binary(g, SM_TERM_ADD, out, read_product(g));
      on = true;
    } else if (sm_kpp_accept(g, "-")) {
      out = sm_kpp_binary(g, SM_TERM_SUBTRACT, out, read_product(g));
      on = true;
    }
  }
  return out;
}

/* --- rates --- */

enum sm_status sm_kpp_read_all(struct sm_kpp_formula_reader *g, struct sm_token text,
                               formula *out) {
  g->rest = text;
  *out = sm_kpp_read_sum(g);
  if (!g->wrong && g->f.status == SM_OK && sm_token_trim(g->rest).size > 0)
    sm_kpp_set_reason_token(g, "not understood:", sm_token_trim(g->rest));
  if (g->f.status == SM_ERR_DATA) {
    sm_kpp_set_reason_token(g, "the formula is too long:", sm_token_trim(text));
    return SM_OK;
  }
  return g->f.status;
}

static bool varies(const struct sm_formula *a) {
  for (int32_t i = 0; i < a->count; i++)
    if (a->terms[i].kind > SM_TERM_NUMBER && a->terms[i].kind < SM_TERM_ADD) return true;
  return false;
}

enum sm_status sm_kpp_formula(struct sm_kpp *k, struct sm_file_line place, struct sm_token text,
                              struct sm_formula *out, const char **photolysis_name, bool *good) {
  struct sm_kpp_formula_reader g = {.k = k, .f = {.b = k->b}, .place = place};
  SM_TRY(sm_kpp_read_all(&g, text, out));
  if (!g.wrong && !out->is_arrhenius && !varies(out)) /* 1/0 */
    sm_kpp_set_reason_token(&g, "no finite number is", sm_token_trim(text));
  *photolysis_name = g.photolysis;
  *good = !g.wrong;
  return SM_OK;
}
