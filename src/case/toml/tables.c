#include "case/toml/value.h"

#include "case/schema/schema.h"
#include <stdio.h>
#include <string.h>

enum { NAMES_MOST = 64 };

void sm_read_label(const char *table, const char *name, char out[SM_LABEL_SIZE]) {
  snprintf(out, SM_LABEL_SIZE, "%.90s%s%.60s", table, table[0] != '\0' ? "." : "", name);
}

struct sm_toml_span sm_read_span(const struct sm_toml_node *node) {
  return node != NULL && node->key != NULL ? node->key_span
         : node != NULL                    ? node->span
                                           : (struct sm_toml_span){0};
}

/* Collects the names allowed in a table: its keys and subtables. */
static size_t collect_names(const struct sm_schema_table *table, const char *names[NAMES_MOST]) {
  size_t count = 0;
  for (size_t i = 0; i < table->key_count && count < NAMES_MOST; i++)
    names[count++] = table->keys[i].name;
  for (size_t i = 0; i < sm_schema_table_count && count < NAMES_MOST; i++)
    if (sm_schema_is_child(table, sm_schema_tables[i], &names[count])) count++;
  return count;
}

/* Whether any table has this name. */
static bool is_table_name(const char *name) {
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const char *dot = strrchr(sm_schema_tables[i]->path, '.');
    if (strcmp(dot != NULL ? dot + 1 : sm_schema_tables[i]->path, name) == 0) return true;
  }
  return false;
}

/* Table other than `here` that has a key or subtable of this name. */
static const struct sm_schema_table *find_elsewhere(const struct sm_schema_table *here,
                                                    const char *name) {
  const bool table = is_table_name(name);
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const char *child;
    if (sm_schema_tables[i] == here) continue;
    if (sm_schema_find_key(sm_schema_tables[i], name) != NULL) return sm_schema_tables[i];
    for (size_t j = 0; j < sm_schema_table_count && table; j++)
      if (sm_schema_is_child(sm_schema_tables[i], sm_schema_tables[j], &child) &&
          strcmp(child, name) == 0)
        return sm_schema_tables[i];
  }
  return NULL;
}

static void report_unknown(struct sm_case_reader *r, const struct sm_schema_table *table,
                           const char *label, const struct sm_toml_node *node) {
  const char *names[NAMES_MOST];
  char full[SM_LABEL_SIZE], help[192];
  const char *space = table->path[0] != '\0' ? " " : "";
  const char *nearest = sm_text_nearest(node->key, names, collect_names(table, names));
  const char *remedy = sm_remedy_of_key(table->path, node->key);
  const char *renamed = sm_schema_renamed_in(table->path, node->key);
  const bool here = renamed != NULL || nearest != NULL;
  const struct sm_schema_table *other = here ? NULL : find_elsewhere(table, node->key);
  if (remedy != NULL) {
    snprintf(help, sizeof help, "%s", remedy);
  } else if (renamed != NULL) {
    snprintf(help, sizeof help, "it is now called '%s' (simoom help %s)", renamed, renamed);
  } else if (nearest != NULL) {
    snprintf(help, sizeof help, "did you mean '%s'? (simoom help%s%s)", nearest, space,
             table->path);
  } else if (other != NULL && other->path[0] != '\0') {
    snprintf(help, sizeof help, "'%.60s' belongs to [%s] (simoom help %s)", node->key, other->path,
             other->path);
  } else if (other != NULL) {
    snprintf(help, sizeof help, "'%.60s' belongs to the top of the file", node->key);
  } else {
    snprintf(help, sizeof help, "'simoom help%s%s' lists the keys", space, table->path);
  }
  sm_read_label(label, node->key, full);
  sm_report_add(r->report, &node->key_span, help, "unknown %s '%s'",
                node->type == SM_TOML_TABLE ? "table" : "key", full);
}

/* Whether a table has this subtable or key. */
static bool is_known(const struct sm_schema_table *table, const char *key) {
  const char *name;
  if (sm_schema_find_key(table, key) != NULL) return true;
  for (size_t i = 0; i < sm_schema_table_count; i++)
    if (sm_schema_is_child(table, sm_schema_tables[i], &name) && strcmp(name, key) == 0)
      return true;
  return false;
}

bool sm_read_is_misspelt(const struct sm_schema_table *table, const struct sm_toml_node *node,
                         const char *key) {
  const char *names[NAMES_MOST];
  const size_t count = collect_names(table, names);
  if (node == NULL || node->type != SM_TOML_TABLE) return false;
  for (const struct sm_toml_node *child = node->first; child != NULL; child = child->next) {
    if (is_known(table, child->key)) continue;
    const char *nearest = sm_text_nearest(child->key, names, count);
    if (nearest != NULL && strcmp(nearest, key) == 0) return true;
  }
  return false;
}

static void report_unknowns(struct sm_case_reader *r, const struct sm_schema_table *table,
                            const char *label, const struct sm_toml_node *node) {
  for (const struct sm_toml_node *child = node->first; child != NULL; child = child->next) {
    if (!is_known(table, child->key)) report_unknown(r, table, label, child);
  }
}

/* Reports a key without any of the keys, one of which it needs. */
static void check_needed(struct sm_case_reader *r, const struct sm_schema_key *key,
                         const char *label, const struct sm_toml_node *table,
                         const struct sm_toml_node *given) {
  const struct sm_toml_node *other = table->first;
  SM_SCOPED_BY(sm_text_free) struct sm_text needed = {0};
  while (other != NULL && !sm_schema_lists(key->needs, other->key)) other = other->next;
  if (key->needs == NULL || other != NULL) return;
  sm_describe_needed(key, "'", &needed);
  sm_report_add(r->report, &given->key_span, NULL, "'%s' requires %s", label,
                sm_text_string(&needed));
}

/* Reports keys given together with keys that exclude them, and keys without a required key. */
static void check_neighbours(struct sm_case_reader *r, const struct sm_schema_table *table,
                             const char *label, const struct sm_toml_node *node) {
  char full[SM_LABEL_SIZE];
  for (size_t i = 0; i < table->key_count; i++) {
    const struct sm_schema_key *key = &table->keys[i];
    const struct sm_toml_node *child = sm_toml_get(node, key->name);
    if (child == NULL) continue;
    sm_read_label(label, key->name, full);
    check_needed(r, key, full, node, child);
    for (const struct sm_toml_node *other = node->first; other != NULL; other = other->next) {
      const struct sm_schema_key *rival = sm_schema_find_key(table, other->key);
      const bool said = rival != NULL && rival < key && sm_schema_lists(rival->excludes, key->name);
      if (sm_schema_lists(key->excludes, other->key) && !said)
        sm_report_add(r->report, &other->key_span, NULL, "'%s' and '%s' are mutually exclusive",
                      full, other->key);
    }
  }
}

static enum sm_status read_keys(struct sm_case_reader *r, const struct sm_schema_table *table,
                                const char *label, const struct sm_toml_node *node, void *base) {
  char full[SM_LABEL_SIZE];
  for (size_t i = 0; i < table->key_count; i++) {
    const struct sm_schema_key *key = &table->keys[i];
    const struct sm_toml_node *child = sm_toml_get(node, key->name);
    SM_TRY(sm_value_default(r, key, base));
    if (child == NULL && !key->required) continue;
    sm_read_label(label, key->name, full);
    if (child != NULL) {
      SM_TRY(sm_value_read(r, key, full, child, base));
    } else if (node != NULL && !sm_read_is_misspelt(table, node, key->name)) {
      const struct sm_toml_span span = sm_read_span(node);
      struct sm_text help = {0};
      sm_text_add(&help, "%s = ", key->name);
      sm_describe_value(key, &help);
      sm_report_add(r->report, &span, sm_text_string(&help), "'%s' is missing", full);
      sm_text_free(&help);
    }
  }
  return SM_OK;
}

static enum sm_status read_table(struct sm_case_reader *r, const struct sm_schema_table *table,
                                 const char *label, struct sm_toml_node *node, void *base);

/* Reads the elements of [[path]]; a single [path] is a list of one. */
static enum sm_status read_elements(struct sm_case_reader *r, const struct sm_schema_table *table,
                                    const char *label, struct sm_toml_node *node, void *base) {
  char *bytes = base, *elements = NULL, full[SM_LABEL_SIZE], number[24];
  size_t read = 0;
  if (node == NULL) return SM_OK;
  const size_t count = node->type == SM_TOML_ARRAY ? node->count : 1;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, count, table->element_size, &elements));
  struct sm_toml_node *element = sm_toml_element(node, 0);
  for (size_t i = 0; i < count; i++, element = element->next) {
    snprintf(number, sizeof number, "[%zu]", i + 1);
    snprintf(full, sizeof full, "%.120s%s", label, number);
    if (element->type == SM_TOML_TABLE) {
      SM_TRY(read_table(r, table, full, element, elements + read * table->element_size));
      read++;
    } else {
      sm_report_add(r->report, &element->span,
                    element->type == SM_TOML_TEXT ? sm_remedy_of_text(table->path) : NULL,
                    "'%s': expected a table [[%s]], found %s", full, table->path,
                    sm_toml_type_name(element->type));
    }
  }
  memcpy(bytes + table->at, &elements, sizeof elements);
  memcpy(bytes + table->count_at, &read, sizeof read);
  return SM_OK;
}

static enum sm_status read_table(struct sm_case_reader *r, const struct sm_schema_table *table,
                                 const char *label, struct sm_toml_node *node, void *base) {
  char full[SM_LABEL_SIZE] = "", *bytes = base;
  const char *name;
  if (node != NULL && node->type != SM_TOML_TABLE) {
    const bool onoff = node->type == SM_TOML_BOOLEAN && sm_schema_find_key(table, "on") != NULL;
    char help[SM_LABEL_SIZE + 32];
    snprintf(help, sizeof help, "%s.on = %s", table->path, node->flag ? "true" : "false");
    sm_report_add(r->report, &node->key_span, onoff ? help : NULL,
                  "'%s': expected a table [%s], found %s", label, table->path,
                  sm_toml_type_name(node->type));
    return SM_OK;
  }
  if (node != NULL) {
    report_unknowns(r, table, label, node);
    check_neighbours(r, table, label, node);
    if (table->line_at != 0) {
      const int line = sm_read_span(node).line;
      memcpy(bytes + table->line_at, &line, sizeof line);
    }
  }
  SM_TRY(read_keys(r, table, label, node, base));
  if (node != NULL) SM_TRY(sm_read_locations(r, table, label, node, base));
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    if (!sm_schema_is_child(table, sm_schema_tables[i], &name)) continue;
    struct sm_toml_node *child = sm_toml_get(node, name);
    if (child != NULL) sm_read_label(label, name, full); /* an absent one has no messages */
    if (sm_schema_tables[i]->element_size > 0) {
      SM_TRY(read_elements(r, sm_schema_tables[i], full, child, base));
    } else {
      SM_TRY(read_table(r, sm_schema_tables[i], full, child, base));
    }
  }
  return SM_OK;
}

enum sm_status sm_read_tables(struct sm_case_reader *r, struct sm_toml_node *root,
                              struct sm_case_draft *draft) {
  return read_table(r, sm_schema_find_table(""), "", root, draft);
}
