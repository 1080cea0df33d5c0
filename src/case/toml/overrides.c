#include "case/toml/value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Component of a dotted path, "station[2]". */
struct part {
  char name[64];
  size_t index; /* 0: not given */
};

/* Copies text without leading and trailing blanks. */
static enum sm_status copy_trimmed(struct sm_case_reader *r, const char *start, const char *end,
                                   char **out) {
  while (start < end && isspace((unsigned char)*start)) start++;
  while (end > start && isspace((unsigned char)end[-1])) end--;
  return sm_arena_copy(r->ctx, r->arena, start, (size_t)(end - start), out);
}

/* Parses a component of the path and moves past it and the following point. */
static bool next_part(const char **path, struct part *part) {
  const char *at = *path;
  size_t length = 0;
  while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '-') length++;
  if (length == 0 || length >= sizeof part->name) return false;
  memcpy(part->name, at, length);
  part->name[length] = '\0';
  part->index = 0;
  at += length;
  if (*at == '[') {
    const size_t digits = strspn(at + 1, "0123456789");
    if (digits == 0 || digits > 6 || at[1 + digits] != ']') return false;
    part->index = (size_t)strtol(at + 1, NULL, 10);
    if (part->index == 0) return false;
    at += digits + 2;
  }
  if (*at == '.' && at[1] != '\0') {
    at++;
  } else if (*at != '\0') {
    return false;
  }
  *path = at;
  return true;
}

static enum sm_status add_node(struct sm_case_reader *r, struct sm_toml_node *table,
                               const char *name, const struct sm_toml_span *span,
                               struct sm_toml_node **out) {
  char *key = NULL;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, 1, sizeof **out, out));
  SM_TRY(sm_arena_copy(r->ctx, r->arena, name, strlen(name), &key));
  (*out)->type = SM_TOML_TABLE;
  (*out)->key = key;
  (*out)->key_span = (*out)->span = *span;
  struct sm_toml_node **last = &table->first;
  while (*last != NULL) last = &(*last)->next;
  *last = *out;
  table->count++;
  return SM_OK;
}

/* Table of a path component below `table`; NULL after a problem. */
static enum sm_status enter(struct sm_case_reader *r, struct sm_toml_node *table,
                            const struct part *part, const struct sm_toml_span *span,
                            struct sm_toml_node **out) {
  struct sm_toml_node *child = sm_toml_get(table, part->name);
  *out = NULL;
  if (child == NULL && part->index <= 1) return add_node(r, table, part->name, span, out);
  const size_t count = child == NULL ? 0 : child->type == SM_TOML_ARRAY ? child->count : 1;
  if (part->index == 0 && count != 1) {
    sm_report_add(r->report, span, NULL, "there are %zu '%s'; say which, '%s[1]' for the first",
                  count, part->name, part->name);
    return SM_OK;
  }
  if (part->index > count) {
    sm_report_add(r->report, span, NULL, "there is no '%s[%zu]', only %zu of them", part->name,
                  part->index, count);
    return SM_OK;
  }
  child = sm_toml_element(child, part->index > 0 ? part->index - 1 : 0);
  if (child->type != SM_TOML_TABLE) {
    sm_report_add(r->report, span, NULL, "'%s' is not a table", part->name);
    return SM_OK;
  }
  *out = child;
  return SM_OK;
}

/* Parses the value as TOML, else takes it as a text. */
static enum sm_status read_value(struct sm_case_reader *r, const char *text,
                                 const struct sm_toml_span *span, struct sm_toml_node *to) {
  static const char key[] = "value = ";
  struct sm_toml_error error;
  struct sm_toml_node *root = NULL;
  const size_t length = strlen(text), before = sizeof key - 1;
  char *line = NULL;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, before + length + 1, 1, &line));
  memcpy(line, key, before);
  memcpy(line + before, text, length);
  const enum sm_status status =
      sm_toml_parse(r->ctx, r->arena, span->source, line, before + length, &root, &error);
  if (status == SM_ERR_MEMORY) return sm_fail(r->ctx, status, "%s: out of memory", r->report->name);
  const struct sm_toml_node *value = status == SM_OK && root->count == 1 ? root->first : NULL;
  if (value != NULL) {
    to->type = value->type;
    to->text = value->text;
    to->integer = value->integer;
    to->number = value->number;
    to->flag = value->flag;
    to->first = value->first;
    to->count = value->count;
  } else {
    to->type = SM_TOML_TEXT;
    to->text = text;
  }
  return SM_OK;
}

/* Table of the key that an override sets; NULL after a problem. */
static enum sm_status find_place(struct sm_case_reader *r, const char *path,
                                 struct sm_toml_node *root, const struct sm_toml_span *span,
                                 struct sm_toml_node **out) {
  struct sm_toml_node *table = root;
  struct part part;
  *out = NULL;
  while (next_part(&path, &part)) {
    if (*path != '\0') {
      SM_TRY(enter(r, table, &part, span, &table));
      if (table == NULL) return SM_OK;
    } else if (part.index == 0) {
      *out = sm_toml_get(table, part.name);
      return *out != NULL ? SM_OK : add_node(r, table, part.name, span, out);
    }
  }
  sm_report_add(r->report, span, NULL, "expected table.key=value, such as domain.margin=\"50 m\"");
  return SM_OK;
}

enum sm_status sm_override_apply(struct sm_case_reader *r, struct sm_toml_node *root, int source) {
  const char *set = r->report->set[source - 1], *equals = strchr(set, '=');
  const struct sm_toml_span span = {source, 1, 1, 1};
  struct sm_toml_node *node = NULL;
  char *path = NULL, *text = NULL;
  const char *end = set + strlen(set);
  SM_TRY(copy_trimmed(r, set, equals != NULL ? equals : set, &path));
  SM_TRY(copy_trimmed(r, equals != NULL ? equals + 1 : end, end, &text));
  SM_TRY(find_place(r, path, root, &span, &node));
  if (node == NULL) return SM_OK;
  node->key_span = node->span = span;
  return read_value(r, text, &span, node);
}
