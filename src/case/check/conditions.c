/* Checks of the conditions of keys and tables declared in the schema (`only_with`). */
#include "case/check/internal.h"

#include "case/draft.h"
#include "case/schema/keys.h"
#include "case/schema/schema.h"
#include "case/toml/value.h"
#include <stdio.h>
#include <string.h>

/* Key or table of a condition; key NULL: a table. node NULL: absent from the case. */
struct subject {
  const struct sm_schema_key *key;
  const struct sm_toml_node *node;
};

static struct subject find_subject(const struct sm_toml_node *root,
                                   const struct sm_schema_table *table,
                                   const struct sm_toml_node *node, const char *on) {
  const struct sm_schema_key *own = sm_schema_find_key(table, on);
  if (own != NULL) return (struct subject){own, sm_toml_get(node, on)};
  struct subject found = {sm_schema_find_dotted(on), root};
  while (found.node != NULL && *on != '\0') {
    char name[64];
    const size_t length = strcspn(on, ".");
    snprintf(name, sizeof name, "%.*s", (int)length, on);
    found.node = sm_toml_get(found.node, name);
    on += length + (on[length] == '.');
  }
  return found;
}

/* Word of a key or its default; NULL: unknown, or invalid and already reported. */
static const char *word_of(const struct subject *s) {
  if (s->node == NULL) return s->key->fallback >= 0 ? s->key->words[(int)s->key->fallback] : NULL;
  for (size_t i = 0; s->node->type == SM_TOML_TEXT && s->key->words[i] != NULL; i++)
    if (strcmp(s->key->words[i], s->node->text) == 0) return s->key->words[i];
  return NULL;
}

static bool meets(const struct sm_schema_condition *c, const struct subject *s) {
  if (c->words == NULL) return (s->node != NULL) != c->negated;
  const char *word = word_of(s);
  return word == NULL || sm_schema_lists(c->words, word) != c->negated;
}

static void report(struct sm_case_reader *r, const struct sm_schema_condition *c, const char *word,
                   const char *label, const struct sm_toml_node *node) {
  const struct sm_toml_span span = sm_read_span(node);
  const bool describe = c->help == NULL && c->words != NULL && !c->negated;
  SM_SCOPED_BY(sm_text_free) struct sm_text on = {0}, help = {0};
  sm_describe_subject(c, &on);
  if (describe) sm_describe_condition(c, &help);
  if (c->words != NULL) sm_text_add(&on, " = \"%s\"", word);
  sm_report_add(r->report, &span, describe ? sm_text_string(&help) : c->help, "'%s' %s %s", label,
                c->words == NULL && !c->negated ? "requires" : "has no meaning with",
                sm_text_string(&on));
}

/* Reports the first condition that `given`, a key or table inside `node`, violates, and returns
 * false. */
static bool check_conditions(struct sm_case_reader *r, const struct sm_toml_node *root,
                             const struct sm_schema_table *table, const struct sm_toml_node *node,
                             const struct sm_schema_condition *c, const char *label,
                             const struct sm_toml_node *given) {
  for (; c != NULL && c->on != NULL; c++) {
    const struct subject s = find_subject(root, table, node, c->on);
    if (meets(c, &s)) continue;
    report(r, c, c->words != NULL ? word_of(&s) : NULL, label, given);
    return false;
  }
  return true;
}

/* Reports a missing table that its conditions require. */
static void check_required(struct sm_case_reader *r, const struct sm_toml_node *root,
                           const struct sm_schema_table *table, const struct sm_toml_node *node,
                           const struct sm_schema_table *inner) {
  const struct sm_schema_condition *c = inner->only_with;
  const struct subject s = find_subject(root, table, node, c->on);
  SM_SCOPED_BY(sm_text_free) struct sm_text on = {0}, help = {0};
  const bool wrong = c->words != NULL && s.node != NULL && word_of(&s) == NULL; /* reported */
  if (!inner->required || wrong || !meets(c, &s)) return;
  const struct sm_toml_span span = sm_read_span(s.node);
  sm_describe_condition(c, &on);
  sm_describe_table(inner, &help);
  for (size_t i = 0, n = 0; i < inner->key_count; i++)
    if (inner->keys[i].required)
      sm_text_add(&help, "%s%s", n++ == 0 ? " with " : ", ", inner->keys[i].name);
  sm_text_add(&help, " (simoom help %s)", inner->path);
  sm_report_add(r->report, &span, sm_text_string(&help), "'%s' is missing: required with %s",
                inner->path, sm_text_string(&on));
}

/* Reports a key whose text repeats that of an earlier list element. */
static void check_unique(struct sm_case_reader *r, const char *label, const char *key,
                         const struct sm_toml_node *first, const struct sm_toml_node *element) {
  const struct sm_toml_node *own = sm_toml_get(element, key);
  for (; first != element; first = first->next) {
    const struct sm_toml_node *other = sm_toml_get(first, key);
    const bool texts = other != NULL && own->type == SM_TOML_TEXT && other->type == SM_TOML_TEXT;
    if (!texts || strcmp(own->text, other->text) != 0) continue;
    sm_report_add(r->report, &own->span, NULL, "'%s': \"%.60s\" is already in use", label,
                  own->text);
    return;
  }
}

static void check_table(struct sm_case_reader *r, const struct sm_toml_node *root,
                        const struct sm_schema_table *table, const struct sm_toml_node *first,
                        const struct sm_toml_node *node) {
  const char *dot = table->path[0] != '\0' ? "." : "", *name;
  char label[96];
  if (node->type != SM_TOML_TABLE) return; /* reported while reading */
  for (size_t i = 0; i < table->key_count; i++) {
    const struct sm_schema_key *key = &table->keys[i];
    const struct sm_toml_node *child = sm_toml_get(node, key->name);
    snprintf(label, sizeof label, "%s%s%s", table->path, dot, key->name);
    if (child == NULL) continue;
    check_conditions(r, root, table, node, key->only_with, label, child);
    if (key->unique) check_unique(r, label, key->name, first, node);
  }
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *inner = sm_schema_tables[i];
    if (!sm_schema_is_child(table, inner, &name)) continue;
    struct sm_toml_node *child = sm_toml_get(node, name);
    if (child == NULL && inner->only_with != NULL) check_required(r, root, table, node, inner);
    if (child == NULL ||
        !check_conditions(r, root, table, node, inner->only_with, inner->path, child))
      continue;
    const struct sm_toml_node *const list = sm_toml_element(child, 0), *element = list;
    for (; element != NULL && element != child->next; element = element->next)
      check_table(r, root, inner, list, element);
  }
}

/* --- a model that replaces that of the case --- */

/* Whether a condition on the wind model is not met. */
static bool is_of_other_model(const struct sm_toml_node *root, const struct sm_schema_table *table,
                              const struct sm_toml_node *node,
                              const struct sm_schema_condition *c) {
  for (; c != NULL && c->on != NULL; c++) {
    if (strcmp(c->on, "wind.model") != 0) continue;
    const struct subject s = find_subject(root, table, node, c->on);
    if (!meets(c, &s)) return true;
  }
  return false;
}

static const struct sm_schema_table *inner_table(const struct sm_schema_table *table,
                                                 const char *key) {
  const char *name;
  for (size_t i = 0; i < sm_schema_table_count; i++)
    if (sm_schema_is_child(table, sm_schema_tables[i], &name) && strcmp(name, key) == 0)
      return sm_schema_tables[i];
  return NULL;
}

/* Whether the model is a flow solver, whose turbulence is its own ([flow]). */
static bool is_flow(const struct sm_toml_node *root) {
  const struct sm_toml_node *model = sm_toml_get(sm_toml_get(root, "wind"), "model");
  return model != NULL && model->type == SM_TOML_TEXT && sm_schema_lists(FLOWS, model->text);
}

static void drop_from(struct sm_case_reader *r, const struct sm_toml_node *root,
                      const struct sm_schema_table *table, struct sm_toml_node *node) {
  struct sm_toml_node **at = &node->first;
  while (*at != NULL) {
    struct sm_toml_node *child = *at;
    const struct sm_schema_key *key = sm_schema_find_key(table, child->key);
    const struct sm_schema_table *inner = inner_table(table, child->key);
    const struct sm_schema_condition *c = key != NULL     ? key->only_with
                                          : inner != NULL ? inner->only_with
                                                          : NULL;
    /* [turbulence], and what it would give, output.turbulence */
    const bool closure = (node == root || node == sm_toml_get(root, "output")) &&
                         strcmp(child->key, "turbulence") == 0 && is_flow(root);
    if (closure || is_of_other_model(root, table, node, c)) {
      sm_warn(r->ctx, "%s:%d: warning: '%s%s%s' is of another wind model, and ignored",
              r->report->name, sm_read_span(child).line, table->path,
              table->path[0] != '\0' ? "." : "", child->key);
      *at = child->next;
      node->count--;
      continue;
    }
    at = &child->next;
    if (inner == NULL) continue;
    if (child->type == SM_TOML_TABLE) drop_from(r, root, inner, child);
    for (struct sm_toml_node *e = child->first; child->type == SM_TOML_ARRAY && e != NULL;
         e = e->next)
      if (e->type == SM_TOML_TABLE) drop_from(r, root, inner, e);
  }
}

void sm_drop_other_models(struct sm_case_reader *r, struct sm_toml_node *root) {
  const struct sm_toml_node *model = sm_toml_get(sm_toml_get(root, "wind"), "model");
  if (model == NULL || model->type != SM_TOML_TEXT || !sm_schema_lists(FROM_WEATHER, model->text))
    return;
  drop_from(r, root, sm_schema_find_table(""), root);
}

void sm_check_conditions(struct sm_case_reader *r, const struct sm_toml_node *root) {
  check_table(r, root, sm_schema_find_table(""), root, root);
}
