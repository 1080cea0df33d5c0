/* list_keys.c - prints every table and key of case files as lines of JSON, for random_cases.py. */
#include "case/schema/schema.h"
#include <stdio.h>

static const char *const types[SM_KEY_TYPES] = {
    [SM_KEY_NUMBER] = "number",   [SM_KEY_INTEGER] = "integer",
    [SM_KEY_FLAG] = "flag",       [SM_KEY_TEXT] = "text",
    [SM_KEY_NAME] = "name",       [SM_KEY_BAND] = "text",
    [SM_KEY_PATH] = "path",       [SM_KEY_PATHS] = "paths",
    [SM_KEY_TEXTS] = "texts",     [SM_KEY_WORD] = "word",
    [SM_KEY_WORDS] = "words",     [SM_KEY_TIME] = "time",
    [SM_KEY_VECTOR] = "vector",   [SM_KEY_EXTENT] = "extent",
    [SM_KEY_LIST] = "list",       [SM_KEY_POINTS] = "points",
    [SM_KEY_ROWS] = "rows",       [SM_KEY_EPSG] = "epsg",
    [SM_KEY_CRS] = "crs",         [SM_KEY_RULES] = "rules",
    [SM_KEY_CLASSES] = "classes", [SM_KEY_EXPRESSION] = "expression",
};

/* Infinite limits are null. */
static void print_number(const char *name, double value) {
  if (value - value == 0)
    printf(", \"%s\": %.17g", name, value);
  else
    printf(", \"%s\": null", name);
}

static void print_words(const char *const *words) {
  printf(", \"words\": [");
  for (size_t i = 0; words != NULL && words[i] != NULL; i++)
    printf("%s\"%s\"", i > 0 ? ", " : "", words[i]);
  printf("]");
}

static void print_key(const struct sm_schema_table *table, const struct sm_schema_key *key) {
  printf("{\"table\": \"%s\", \"many\": %s, \"key\": \"%s\", \"type\": \"%s\"", table->path,
         table->element_size > 0 ? "true" : "false", key->name, types[key->type]);
  printf(", \"count\": %d, \"least\": %d", key->count, key->least);
  print_number("low", key->low);
  print_number("high", key->high);
  printf(", \"low_open\": %s, \"high_open\": %s", key->low_open ? "true" : "false",
         key->high_open ? "true" : "false");
  printf(", \"required\": %s, \"unit\": \"%s\"", key->required ? "true" : "false",
         key->unit != NULL ? key->unit : "");
  printf(", \"excludes\": \"%s\", \"needs\": \"%s\"", key->excludes != NULL ? key->excludes : "",
         key->needs != NULL ? key->needs : "");
  print_number("fallback", key->fallback);
  print_words(key->words);
  printf("}\n");
}

int main(void) {
  for (size_t i = 0; i < sm_schema_table_count; i++)
    for (size_t j = 0; j < sm_schema_tables[i]->key_count; j++)
      print_key(sm_schema_tables[i], &sm_schema_tables[i]->keys[j]);
  return 0;
}
