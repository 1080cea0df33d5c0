/* Conditions of keys and tables that the schema declares (`only_with`), checked on the case. */
#include "case/check/internal.h"

#include "case/schema/key_text.h"
#include "case/toml/tables.h"
#include <stdio.h>
#include <string.h>

/* The key or table of a condition; key NULL: a table. node NULL: it is not in the case. */
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

/* The word of a key or its default; NULL: not known, or not valid, which reading has reported. */
static const char *word_of(const struct subject *s) {
  if (s->node == NULL) return s->key->fallback >= 0 ? s->key->words[(int)s->key->fallback] : NULL;
  for (size_t i = 0; s->node->type == SM_TOML_TEXT && s->key->words[i] != NULL; i++)
    if (strcmp(s->key->words[i], s->node->text) == 0) return s->key->words[i];
  return NULL;
}

static void report(struct sm_case_reader *r, const struct sm_schema_condition *c, const char *word,
                   const char *label, const struct sm_toml_node *node) {
  const struct sm_toml_span span = sm_read_span(node);
  const bool describe = c->help == NULL && c->words != NULL && !c->negated;
  struct sm_text on = {0}, help = {0};
  sm_describe_subject(c, &on);
  if (describe) sm_describe_condition(c, &help);
  if (c->words != NULL) sm_text_add(&on, " = \"%s\"", word);
  sm_report_add(r->report, &span, describe ? sm_text_string(&help) : c->help, "'%s' %s %s", label,
                c->words == NULL && !c->negated ? "requires" : "has no meaning with",
                sm_text_string(&on));
  sm_text_free(&on);
  sm_text_free(&help);
}

/* Reports the first condition that `given`, a key or table inside `node`, does not meet; false
 * then. */
static bool check_conditions(struct sm_case_reader *r, const struct sm_toml_node *root,
                             const struct sm_schema_table *table, const struct sm_toml_node *node,
                             const struct sm_schema_condition *c, const char *label,
                             const struct sm_toml_node *given) {
  for (; c != NULL && c->on != NULL; c++) {
    const struct subject s = find_subject(root, table, node, c->on);
    const char *word = c->words != NULL ? word_of(&s) : NULL;
    const bool holds = c->words == NULL ? s.node != NULL : sm_schema_lists(c->words, word);
    if (holds != c->negated || (c->words != NULL && word == NULL)) continue;
    report(r, c, word, label, given);
    return false;
  }
  return true;
}

static void check_table(struct sm_case_reader *r, const struct sm_toml_node *root,
                        const struct sm_schema_table *table, const struct sm_toml_node *node) {
  const char *dot = table->path[0] != '\0' ? "." : "", *name;
  char label[96];
  if (node->type != SM_TOML_TABLE) return; /* reported while reading */
  for (size_t i = 0; i < table->key_count; i++) {
    const struct sm_schema_key *key = &table->keys[i];
    const struct sm_toml_node *child = sm_toml_get(node, key->name);
    snprintf(label, sizeof label, "%s%s%s", table->path, dot, key->name);
    if (child != NULL) check_conditions(r, root, table, node, key->only_with, label, child);
  }
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *inner = sm_schema_tables[i];
    if (!sm_schema_is_child(table, inner, &name)) continue;
    struct sm_toml_node *child = sm_toml_get(node, name);
    if (child == NULL ||
        !check_conditions(r, root, table, node, inner->only_with, inner->path, child))
      continue;
    const struct sm_toml_node *element = sm_toml_element(child, 0);
    for (; element != NULL && element != child->next; element = element->next)
      check_table(r, root, inner, element);
  }
}

void sm_check_conditions(struct sm_case_reader *r, const struct sm_toml_node *root) {
  check_table(r, root, sm_schema_find_table(""), root);
}
