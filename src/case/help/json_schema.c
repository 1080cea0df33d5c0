/* json_schema.c - JSON Schema of the case file (keywords of OpenAPI 3.0), from the schema tables.
 */
#include "base/context.h"
#include "case/schema/schema.h"
#include "lab/case_schema.h"
#include "lab/facts.h"

#include <math.h>

static void add_type(struct sm_facts *facts, const char *key, const char *type) {
  sm_facts_group(facts, key);
  sm_facts_text(facts, "type", type);
  sm_facts_close(facts);
}

/* Adds the items of a list: `type`, or a text with a unit. */
static void add_items(struct sm_facts *facts, const char *type, bool or_text) {
  if (!or_text) {
    add_type(facts, "items", type);
    return;
  }
  sm_facts_group(facts, "items");
  sm_facts_list(facts, "oneOf");
  add_type(facts, NULL, type);
  add_type(facts, NULL, "string");
  sm_facts_close(facts);
  sm_facts_close(facts);
}

static void add_array(struct sm_facts *facts, const char *type, bool or_text, int least, int most) {
  sm_facts_text(facts, "type", "array");
  add_items(facts, type, or_text);
  if (least > 0) sm_facts_integer(facts, "minItems", least);
  if (most > 0) sm_facts_integer(facts, "maxItems", most);
}

static void add_words(struct sm_facts *facts, const struct sm_schema_key *key) {
  sm_facts_text(facts, "type", "string");
  sm_facts_list(facts, "enum");
  for (int i = 0; key->words[i] != NULL; i++) sm_facts_text(facts, NULL, key->words[i]);
  sm_facts_close(facts);
}

/* Limits of a number; infinite ones are none. */
static void add_range(struct sm_facts *facts, const struct sm_schema_key *key) {
  const bool ranged = key->low < key->high;
  if (ranged && isfinite(key->low)) {
    sm_facts_number(facts, "minimum", key->low);
    if (key->low_open) sm_facts_flag(facts, "exclusiveMinimum", true);
  }
  if (ranged && isfinite(key->high)) {
    sm_facts_number(facts, "maximum", key->high);
    if (key->high_open) sm_facts_flag(facts, "exclusiveMaximum", true);
  }
}

static void add_choice(struct sm_facts *facts, const char *first, const char *second) {
  sm_facts_list(facts, "oneOf");
  add_type(facts, NULL, first);
  add_type(facts, NULL, second);
  sm_facts_close(facts);
}

/* A number, or where it has a unit a text such as "2 ft", or a word. */
static void add_number(struct sm_facts *facts, const struct sm_schema_key *key) {
  if (key->unit == NULL && key->words == NULL) {
    sm_facts_text(facts, "type", "number");
    add_range(facts, key);
    return;
  }
  sm_facts_list(facts, "oneOf");
  sm_facts_group(facts, NULL);
  sm_facts_text(facts, "type", "number");
  add_range(facts, key);
  sm_facts_close(facts);
  sm_facts_group(facts, NULL);
  if (key->unit == NULL)
    add_words(facts, key);
  else
    sm_facts_text(facts, "type", "string");
  sm_facts_close(facts);
  sm_facts_close(facts);
}

/* A value of `type`, or a list of such values. */
static void add_one_or_more(struct sm_facts *facts, const char *type, bool or_text, int most) {
  sm_facts_list(facts, "oneOf");
  add_type(facts, NULL, type);
  if (or_text) add_type(facts, NULL, "string");
  sm_facts_group(facts, NULL);
  add_array(facts, type, or_text, 0, most);
  sm_facts_close(facts);
  sm_facts_close(facts);
}

/* A list of lists of numbers; rows may have times and texts with units. */
static void add_rows(struct sm_facts *facts, int columns, bool or_text) {
  sm_facts_text(facts, "type", "array");
  sm_facts_group(facts, "items");
  add_array(facts, "number", or_text, columns, columns);
  sm_facts_close(facts);
}

static void add_value(struct sm_facts *facts, const struct sm_schema_key *key) {
  const int least = key->least > 0 ? key->least : key->count;
  switch (key->type) {
  case SM_KEY_NUMBER: add_number(facts, key); break;
  case SM_KEY_INTEGER:
    sm_facts_text(facts, "type", "integer");
    add_range(facts, key);
    break;
  case SM_KEY_FLAG: sm_facts_text(facts, "type", "boolean"); break;
  case SM_KEY_BAND: add_choice(facts, "integer", "string"); break;
  case SM_KEY_PATHS:
  case SM_KEY_TEXTS:
  case SM_KEY_RULES: add_one_or_more(facts, "string", false, 0); break;
  case SM_KEY_WORD: add_words(facts, key); break;
  case SM_KEY_WORDS:
    sm_facts_text(facts, "type", "array");
    sm_facts_group(facts, "items");
    add_words(facts, key);
    sm_facts_close(facts);
    break;
  case SM_KEY_VECTOR: add_array(facts, "number", key->unit != NULL, least, key->count); break;
  case SM_KEY_EXTENT: add_one_or_more(facts, "number", true, key->count); break;
  case SM_KEY_LIST: add_array(facts, "number", key->unit != NULL, 0, 0); break;
  case SM_KEY_POINTS: add_rows(facts, 2, key->unit != NULL); break;
  case SM_KEY_ROWS: add_rows(facts, key->count, true); break;
  case SM_KEY_CLASSES: sm_facts_text(facts, "type", "object"); break;
  case SM_KEY_EXPRESSION:
    if (key->count == 0)
      add_choice(facts, "number", "string");
    else
      add_one_or_more(facts, "number", true, key->count);
    break;
  default: sm_facts_text(facts, "type", "string"); break;
  }
}

static void add_key(struct sm_facts *facts, const struct sm_schema_key *key) {
  SM_SCOPED_BY(sm_text_free) struct sm_text words = {0};
  sm_text_add(&words, "%s: ", key->meaning);
  sm_describe_value(key, &words);
  if (!key->required) sm_text_add(&words, "; default: ");
  if (!key->required) sm_describe_default(key, &words);
  if (key->only_with != NULL) sm_text_add(&words, "; ");
  sm_describe_conditions(key->only_with, &words);
  sm_facts_group(facts, key->name);
  sm_facts_text(facts, "description", sm_text_string(&words));
  add_value(facts, key);
  sm_facts_close(facts);
  facts->failed = facts->failed || words.failed;
}

static void add_required(struct sm_facts *facts, const struct sm_schema_table *table) {
  bool open = false;
  for (size_t i = 0; i < table->key_count; i++) {
    if (!table->keys[i].required || table->keys[i].only_with != NULL) continue;
    if (!open) sm_facts_list(facts, "required");
    open = true;
    sm_facts_text(facts, NULL, table->keys[i].name);
  }
  if (open) sm_facts_close(facts);
}

/* Adds a table with its keys and the tables in it (as deep as table paths, four at most). */
static void add_table(struct sm_facts *facts, const struct sm_schema_table *table) {
  const char *name;
  sm_facts_text(facts, "type", "object");
  sm_facts_text(facts, "description", table->meaning);
  sm_facts_group(facts, "properties");
  for (size_t i = 0; i < table->key_count; i++) add_key(facts, &table->keys[i]);
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *child = sm_schema_tables[i];
    if (!sm_schema_is_child(table, child, &name)) continue;
    sm_facts_group(facts, name);
    if (child->element_size > 0) {
      sm_facts_text(facts, "type", "array");
      sm_facts_group(facts, "items");
    }
    add_table(facts, child);
    if (child->element_size > 0) sm_facts_close(facts);
    sm_facts_close(facts);
  }
  sm_facts_close(facts);
  sm_facts_flag(facts, "additionalProperties", false);
  add_required(facts, table);
}

void sm_case_add_schema(struct sm_facts *facts) {
  const struct sm_schema_table *top = sm_schema_find_table("");
  if (top != NULL) add_table(facts, top);
}
