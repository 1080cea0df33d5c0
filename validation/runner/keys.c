/* keys.c - keys of entry.toml: unknown keys and wrong types are errors. */
#include "keys.h"

#include "cli/text/keys.h"
#include "cli/text/node.h"
#include "table.h"

static const struct cli_key expressions[] = {{NULL, "t", NULL}, {NULL, NULL, NULL}};
static const struct cli_key constants[] = {{NULL, "ntN", NULL}, {NULL, NULL, NULL}};
static const struct cli_key values[] = {{NULL, "v", NULL}, {NULL, NULL, NULL}};
static const struct cli_key places[] = {{NULL, "n", NULL}, {NULL, NULL, NULL}};
static const struct cli_key numbers[] = {{"name", "t!", NULL},     {"unit", "t", NULL},
                                         {"value", "t", NULL},     {"at_most", "nt", NULL},
                                         {"at_least", "nt", NULL}, {"published", "nt", NULL},
                                         {"peer", "nt", NULL},     {NULL, NULL, NULL}};
static const struct cli_key run[] = {{"case", "t", NULL},        {"set", "T", NULL},
                                     {"precision", "t", NULL},   {"row", "T", NULL},
                                     {"for", "l", values},       {"let", "l", constants},
                                     {"find", "l", expressions}, {"collect", "l", expressions},
                                     {NULL, NULL, NULL}};
static const struct cli_key table[] = {
    {"file", "t", NULL},   {"columns", "tT", NULL}, {"data", "t", NULL}, {"list", "t", NULL},
    {"points", "n", NULL}, {"fields", "l", places}, {NULL, NULL, NULL}};
static const struct cli_key tables[] = {{NULL, "l", table}, {NULL, NULL, NULL}};
static const struct cli_key picture[] = {
    {"kind", "t!", NULL}, {"name", "t!", NULL},    {"quantity", "t!", NULL},
    {"field", "t", NULL}, {"along", "t", NULL},    {"at", "t", NULL},
    {"place", "t", NULL}, {"measured", "t", NULL}, {"computed", "t", NULL},
    {"boxes", "t", NULL}, {"groups", "T", NULL},   {"logarithmic", "b", NULL},
    {NULL, NULL, NULL}};
static const struct cli_key entry[] = {
    {"remark", "t!", NULL},     {"case", "t", NULL},           {"published", "t", NULL},
    {"peer", "t", NULL},        {"note", "t", NULL},           {"data", "t", NULL},
    {"set", "T", NULL},         {"precision", "t", NULL},      {"slow", "b", NULL},
    {"prepare", "t", NULL},     {"measure", "t", NULL},        {"columns", "T", NULL},
    {"numbers", "l!", numbers}, {"constants", "l", constants}, {"coarse", "l", constants},
    {"tables", "l", tables},    {"let", "l", constants},       {"find", "l", constants},
    {"run", "l", run},          {"picture", "l", picture},     {NULL, NULL, NULL}};

static bool wrong(const char *file, const struct sm_toml_node *number, const char *what,
                  char reason[CLI_REASON]) {
  return cli_node_wrong(file, number, reason, CLI_REASON, "%s", what);
}

/* Checks the required keys of a table: in the folder, a JSON list, or fields of lines. */
static bool check_tables(const char *file, const struct sm_toml_node *text,
                         char reason[CLI_REASON]) {
  const struct sm_toml_node *each = cli_node_first(text, "tables");
  for (; each != NULL; each = each->next) {
    const struct sm_toml_node *columns = sm_toml_get(each, "columns");
    const bool names = columns != NULL && columns->type == SM_TOML_TEXT;
    const bool list = sm_toml_get(each, "list") != NULL, data = sm_toml_get(each, "data") != NULL;
    const bool fields = sm_toml_get(each, "fields") != NULL;
    if (sm_toml_get(each, "file") != NULL ? !names || list || data || fields
        : list                            ? columns == NULL || names || !data || fields
                                          : columns != NULL || !data || !fields)
      return wrong(file, each,
                   "either 'file' with 'columns' as a text, or 'data' with 'list' and a list of "
                   "'columns', or 'data' with 'fields'",
                   reason);
    if (fields && sm_toml_get(each, "fields")->count > CLI_COLUMNS)
      return wrong(file, each, "too many fields", reason);
  }
  return true;
}

/* Numbers without an expression come from the function; a number has one gate. */
static bool check_numbers(const char *file, const struct sm_toml_node *text,
                          char reason[CLI_REASON]) {
  const bool measured = sm_toml_get(text, "measure") != NULL;
  const struct sm_toml_node *number = cli_node_first(text, "numbers");
  for (; number != NULL; number = number->next) {
    if ((sm_toml_get(number, "value") == NULL) != measured)
      return wrong(file, number, measured ? "'value' beside 'measure'" : "no key 'value'", reason);
    if (sm_toml_get(number, "at_most") != NULL && sm_toml_get(number, "at_least") != NULL)
      return wrong(file, number, "either 'at_most' or 'at_least'", reason);
  }
  return true;
}

bool cli_entry_check(const char *file, const struct sm_toml_node *text, char reason[CLI_REASON]) {
  return cli_keys_check(file, text, entry, reason, CLI_REASON) &&
         check_tables(file, text, reason) && check_numbers(file, text, reason);
}
