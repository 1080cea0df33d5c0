#include "case/toml/value.h"

#include "case/expression.h"
#include "case/toml/units.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct sm_case_expression not_given = {.number = (double)NAN};

/* Source position of byte `column` of a single-line text without escapes. */
static struct sm_toml_span span_at(const struct sm_toml_node *node, int column) {
  struct sm_toml_span span = node->span;
  const int length = (int)strlen(node->text);
  for (int i = 0; i < length; i++)
    if ((unsigned char)node->text[i] > 127) return span; /* non-ASCII: bytes are not characters */
  if (column < 0 || span.end_column - span.column != length + 2) return span;
  span.column += 1 + column;
  span.end_column = span.column + 1;
  return span;
}

/* Whether a text looks like a number with a unit ("10 kg"), not an expression ("10 + x"). */
static bool looks_like_unit(const char *text) {
  const size_t number = strspn(text, "+-.0123456789eE \t");
  return number > 0 && isdigit((unsigned char)text[strspn(text, "+-. \t")]) &&
         isalpha((unsigned char)text[number]);
}

/* Reads a number with or without a unit, else an expression. */
static enum sm_status read_text(const struct sm_case_value *v, const struct sm_toml_node *node,
                                double *number) {
  struct sm_case_reader *r = v->r;
  struct sm_expression_facts facts;
  char unit[200] = "";
  const char *wanted = v->key->unit != NULL ? v->key->unit : "1";
  enum sm_status status = sm_units_read(r->ctx, node->text, wanted, number);
  if (status == SM_OK || status == SM_ERR_MEMORY) return status;
  if (looks_like_unit(node->text)) snprintf(unit, sizeof unit, "%s", sm_context_message(r->ctx));
  status = sm_expression_read(r->ctx, node->text, &facts);
  *number = facts.number;
  if (status == SM_OK || status == SM_ERR_MEMORY) return status;
  const struct sm_toml_span span = unit[0] != '\0' ? node->span : span_at(node, facts.column);
  sm_report_add(r->report, &span, NULL, "'%s': %s", v->label,
                unit[0] != '\0' ? unit : sm_context_message(r->ctx));
  return SM_ERR_CASE;
}

static enum sm_status read_one(const struct sm_case_value *v, const struct sm_toml_node *node,
                               struct sm_case_expression *to) {
  struct sm_case_expression e = {.number = (double)NAN, .line = node->span.line};
  struct sm_case_reader *r = v->r;
  if (node->type == SM_TOML_TEXT) {
    const enum sm_status status = read_text(v, node, &e.number);
    if (status != SM_OK) return status == SM_ERR_MEMORY ? status : SM_OK;
  } else if (node->type == SM_TOML_INTEGER || node->type == SM_TOML_FLOAT) {
    e.number = node->number;
  } else {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  if (node->type != SM_TOML_TEXT || !isnan(e.number)) {
    if (!sm_value_check_range(v, node, e.number)) return SM_OK;
  } else {
    SM_TRY(sm_arena_copy(r->ctx, r->arena, node->text, strlen(node->text), &e.text));
  }
  SM_TRY(sm_arena_copy(r->ctx, r->arena, v->label, strlen(v->label), &e.label));
  *to = e;
  return SM_OK;
}

enum sm_status sm_value_expression(const struct sm_case_value *v, const struct sm_toml_node *node) {
  const size_t count = (size_t)v->key->count;
  struct sm_case_expression *to = v->to;
  if (count == 0) return read_one(v, node, to);
  if (v->key->least > 0 && node->type != SM_TOML_ARRAY) {
    const enum sm_status status = read_one(v, node, to);
    for (size_t i = 1; i < count; i++) to[i] = to[0];
    return status;
  }
  if (node->type != SM_TOML_ARRAY || node->count != count) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  const struct sm_toml_node *item = node->first;
  for (size_t i = 0; i < count; i++, item = item->next) {
    char label[200];
    struct sm_case_value one = *v;
    snprintf(label, sizeof label, "%.160s[%zu]", v->label, i + 1);
    one.label = label;
    SM_TRY(read_one(&one, item, &to[i]));
  }
  return SM_OK;
}

void sm_value_no_expression(const struct sm_case_value *v) {
  struct sm_case_expression *to = v->to;
  for (int i = 0; i < (v->key->count == 0 ? 1 : v->key->count); i++) to[i] = not_given;
}
