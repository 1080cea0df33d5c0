#include "case/toml/value.h"

#include "case/toml/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Reads one item; *to is NULL before, and stays NULL after a problem. */
typedef enum sm_status read_item(const struct sm_case_value *v, const struct sm_toml_node *node,
                                 char **out);

/* Reads a list of texts; a single text is a list of one. */
static enum sm_status read_strings(const struct sm_case_value *v, const struct sm_toml_node *node,
                                   read_item *read) {
  struct sm_string_list *strings = v->to;
  const bool list = node->type == SM_TOML_ARRAY;
  const size_t count = list ? node->count : 1;
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, count, sizeof *strings->item, &strings->item));
  strings->count = 0;
  const struct sm_toml_node *item = list ? node->first : node;
  for (size_t i = 0; i < count; i++, item = item->next) {
    char **slot = &strings->item[strings->count];
    SM_TRY(read(v, item, slot));
    if (*slot != NULL) strings->count++;
  }
  if (count == 0) sm_report_add(v->r->report, &node->span, NULL, "'%s' is empty", v->label);
  return SM_OK;
}

enum sm_status sm_list_paths(const struct sm_case_value *v, const struct sm_toml_node *node) {
  return read_strings(v, node, sm_value_path_into);
}

static enum sm_status read_text(const struct sm_case_value *v, const struct sm_toml_node *node,
                                char **out) {
  if (node->type == SM_TOML_TEXT)
    return sm_arena_copy(v->r->ctx, v->r->arena, node->text, strlen(node->text), out);
  sm_value_wrong_type(v, node);
  return SM_OK;
}

enum sm_status sm_list_texts(const struct sm_case_value *v, const struct sm_toml_node *node) {
  return read_strings(v, node, read_text);
}

enum sm_status sm_list_numbers(const struct sm_case_value *v, const struct sm_toml_node *node) {
  const bool list = node->type == SM_TOML_ARRAY;
  const size_t count = list ? node->count : 1;
  double *number = NULL;
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, count, sizeof *number, &number));
  const struct sm_toml_node *item = list ? node->first : node;
  for (size_t i = 0; i < count; i++, item = item->next) {
    bool ok;
    SM_TRY(sm_value_number_or_word(v, item, &number[*v->count], &ok));
    if (ok) ++*v->count;
  }
  memcpy(v->to, &number, sizeof number);
  return SM_OK;
}

enum sm_status sm_list_points(const struct sm_case_value *v, const struct sm_toml_node *node) {
  double(*point)[2] = NULL;
  if (node->type != SM_TOML_ARRAY) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, node->count, sizeof *point, &point));
  for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next) {
    bool ok[2];
    if (item->type != SM_TOML_ARRAY || item->count != 2) {
      sm_value_wrong_type(v, item);
      continue;
    }
    double *to = point[*v->count];
    SM_TRY(sm_value_number(v, item->first, &to[0], &ok[0]));
    SM_TRY(sm_value_number(v, item->first->next, &to[1], &ok[1]));
    if (ok[0] && ok[1]) ++*v->count;
  }
  memcpy(v->to, &point, sizeof point);
  return SM_OK;
}

enum sm_status sm_list_rows(const struct sm_case_value *v, const struct sm_toml_node *node) {
  const size_t columns = (size_t)v->key->count;
  double *number = NULL;
  if (node->type != SM_TOML_ARRAY) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, node->count, columns * sizeof *number, &number));
  for (const struct sm_toml_node *row = node->first; row != NULL; row = row->next) {
    if (row->type != SM_TOML_ARRAY || row->count != columns) {
      sm_value_wrong_type(v, row);
      continue;
    }
    bool all = true;
    const struct sm_toml_node *item = row->first;
    for (size_t i = 0; i < columns; i++, item = item->next) {
      bool ok;
      struct sm_schema_key key = *v->key; /* unit of the column */
      struct sm_case_value column = *v;
      key.unit = v->key->words[i];
      key.words = NULL;
      key.type = SM_KEY_NUMBER;
      column.key = &key;
      SM_TRY(sm_value_number(&column, item, &number[*v->count * columns + i], &ok));
      all = all && ok;
    }
    if (all) ++*v->count;
  }
  memcpy(v->to, &number, sizeof number);
  return SM_OK;
}

/* Parses "levels * 3.0" into attribute "levels" and factor 3. Attribute names have no '*'. */
static enum sm_status read_rule(const struct sm_case_value *v, const struct sm_toml_span *span,
                                const char *text, struct sm_attribute_rule *rule, bool *ok) {
  const char *star = strrchr(text, '*');
  const char *start = text + strspn(text, " ");
  size_t length = star != NULL && star > start ? (size_t)(star - start) : strlen(start);
  while (length > 0 && start[length - 1] == ' ') length--;
  *ok = length > 0 && start[0] != '*';
  rule->factor = 0;
  if (*ok && star != NULL) {
    const enum sm_status status = sm_units_read(v->r->ctx, star + 1, "m", &rule->factor);
    if (status == SM_ERR_MEMORY) return status;
    *ok = status == SM_OK && rule->factor > 0;
  }
  if (!*ok) {
    sm_report_add(v->r->report, span, NULL,
                  "'%s': \"%.60s\" is not a rule; write an attribute, or an attribute "
                  "times a positive number: \"levels * 3.0\"",
                  v->label, text);
    return SM_OK;
  }
  char *name = NULL;
  const enum sm_status status = sm_arena_copy(v->r->ctx, v->r->arena, start, length, &name);
  rule->attribute = name;
  return status;
}

enum sm_status sm_list_rules(const struct sm_case_value *v, const struct sm_toml_node *node) {
  const bool list = node->type == SM_TOML_ARRAY;
  const size_t count = list ? node->count : 1;
  struct sm_attribute_rules *rules = v->to;
  struct sm_attribute_rule *rule = NULL;
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, count, sizeof *rule, &rule));
  const struct sm_toml_node *item = list ? node->first : node;
  *rules = (struct sm_attribute_rules){rule, 0};
  for (size_t i = 0; i < count; i++, item = item->next) {
    bool ok = false;
    if (item->type != SM_TOML_TEXT) {
      sm_value_wrong_type(v, item);
    } else {
      SM_TRY(read_rule(v, &item->span, item->text, &rule[rules->count], &ok));
    }
    if (ok) rules->count++;
  }
  return SM_OK;
}

enum sm_status sm_list_default_rules(const struct sm_case_value *v) {
  size_t count = 0;
  if (v->key->words == NULL) return SM_OK;
  while (v->key->words[count] != NULL) count++;
  struct sm_attribute_rules *rules = v->to;
  struct sm_attribute_rule *rule = NULL;
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, count, sizeof *rule, &rule));
  for (size_t i = 0; i < count; i++) {
    bool ok;
    SM_TRY(read_rule(v, NULL, v->key->words[i], &rule[i], &ok));
  }
  *rules = (struct sm_attribute_rules){rule, count};
  return SM_OK;
}

enum sm_status sm_list_classes(const struct sm_case_value *v, const struct sm_toml_node *node) {
  struct sm_roughness_class *class_table = NULL;
  if (node->type != SM_TOML_TABLE) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  SM_TRY(sm_arena_alloc(v->r->ctx, v->r->arena, node->count, sizeof *class_table, &class_table));
  for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next) {
    char *end = NULL;
    bool ok;
    errno = 0;
    const long number = strtol(item->key, &end, 10);
    if (errno != 0 || end == item->key || *end != '\0' || labs(number) > 1000000000) {
      sm_report_add(v->r->report, &item->key_span, NULL,
                    "'%s': the class '%.40s' is not a whole number", v->label, item->key);
      continue;
    }
    struct sm_roughness_class *to = &class_table[*v->count];
    to->value = (int)number;
    SM_TRY(sm_value_number(v, item, &to->z0, &ok));
    if (ok) ++*v->count;
  }
  memcpy(v->to, &class_table, sizeof class_table);
  return SM_OK;
}
