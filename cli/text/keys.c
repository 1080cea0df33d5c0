#include "keys.h"

#include "node.h"
#include <string.h>

/* Destination of an error message. */
struct report {
  const char *file;
  char *reason;
  size_t size;
};

static bool wrong(const struct report *to, const struct sm_toml_node *at, const char *what,
                  const char *key) {
  return cli_node_wrong(to->file, at, to->reason, to->size, "%s '%s'", what, key);
}

static bool is_text(const struct sm_toml_node *node) { return node->type == SM_TOML_TEXT; }

static bool is_number(const struct sm_toml_node *node) {
  return node->type == SM_TOML_INTEGER || node->type == SM_TOML_FLOAT;
}

static bool is_either(const struct sm_toml_node *node) { return is_text(node) || is_number(node); }

static bool is_table(const struct sm_toml_node *node) { return node->type == SM_TOML_TABLE; }

static bool is_list(const struct sm_toml_node *node,
                    bool (*is_item)(const struct sm_toml_node *item)) {
  if (node->type != SM_TOML_ARRAY) return false;
  for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next)
    if (!is_item(item)) return false;
  return true;
}

static bool is_of(const struct sm_toml_node *node, char kind) {
  switch (kind) {
  case 't': return is_text(node);
  case 'n': return is_number(node);
  case 'b': return node->type == SM_TOML_BOOLEAN;
  case 'T': return is_list(node, is_text);
  case 'N': return is_list(node, is_number);
  case 'v': return is_list(node, is_either);
  case 'l': return is_table(node) || is_list(node, is_table);
  default: return false;
  }
}

static bool check(const struct report *to, const struct sm_toml_node *table,
                  const struct cli_key *keys);

static bool check_value(const struct report *to, const struct sm_toml_node *node,
                        const struct cli_key *key) {
  bool good = false;
  for (const char *kind = key->kinds; *kind != '\0'; kind++) good = good || is_of(node, *kind);
  if (!good) return wrong(to, node, "a value of another kind:", node->key);
  if (key->items == NULL) return true;
  if (node->type == SM_TOML_TABLE) return check(to, node, key->items);
  for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next)
    if (!check(to, item, key->items)) return false;
  return true;
}

static bool check(const struct report *to, const struct sm_toml_node *table,
                  const struct cli_key *keys) {
  for (const struct sm_toml_node *child = table->first; child != NULL; child = child->next) {
    const struct cli_key *key = keys;
    while (key->kinds != NULL && key->name != NULL && strcmp(key->name, child->key) != 0) key++;
    if (key->kinds == NULL) return wrong(to, child, "unknown key", child->key);
    if (!check_value(to, child, key)) return false;
  }
  for (const struct cli_key *key = keys; key->kinds != NULL; key++)
    if (strchr(key->kinds, '!') != NULL && sm_toml_get(table, key->name) == NULL)
      return wrong(to, table, "no key", key->name);
  return true;
}

bool cli_keys_check(const char *file, const struct sm_toml_node *table, const struct cli_key *keys,
                    char *reason, size_t size) {
  return check(&(struct report){file, reason, size}, table, keys);
}
