#include "node.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *cli_node_text(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL && node->type == SM_TOML_TEXT ? node->text : NULL;
}

double cli_node_number(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL ? node->number : 0;
}

bool cli_node_flag(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL && node->type == SM_TOML_BOOLEAN && node->flag;
}

int cli_node_word(const struct sm_toml_node *table, const char *key, const char *const *words) {
  const char *text = cli_node_text(table, key);
  for (int w = 0; text != NULL && words[w] != NULL; w++)
    if (strcmp(words[w], text) == 0) return w;
  return -1;
}

const struct sm_toml_node *cli_node_first(const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return node != NULL && (node->type == SM_TOML_ARRAY || node->type == SM_TOML_TABLE) ? node->first
                                                                                      : NULL;
}

bool cli_node_wrong(const char *file, const struct sm_toml_node *node, char *reason, size_t size,
                    const char *format, ...) {
  const int length = snprintf(reason, size, "%s:%d: error: ", file, node->span.line);
  if (length < 0 || (size_t)length >= size) return false;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason + length, size - (size_t)length, format, arguments);
  va_end(arguments);
  return false;
}
