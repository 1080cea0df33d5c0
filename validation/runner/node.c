#include "node.h"

const char *cli_node_text(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL && node->type == SM_TOML_TEXT ? node->text : NULL;
}

bool cli_node_flag(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL && node->type == SM_TOML_BOOLEAN && node->flag;
}

const struct sm_toml_node *cli_node_first(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL && (node->type == SM_TOML_ARRAY || node->type == SM_TOML_TABLE) ? node->first
                                                                                      : NULL;
}
