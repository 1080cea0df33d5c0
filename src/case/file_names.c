/* file_names.c - file names in the text of a case, by the schema, without reading the files. */
#include "base/context.h"
#include "case/schema/schema.h"
#include "lab/case_schema.h"
#include "lab/toml.h"
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 256, DEPTH = 32 };

struct lister {
  void (*each)(void *user, const char *key, const char *name, int line);
  void *user;
};

static void list_texts(const struct lister *l, const char *key, const struct sm_toml_node *node) {
  if (node->type == SM_TOML_TEXT) l->each(l->user, key, node->text, node->span.line);
  if (node->type != SM_TOML_ARRAY) return;
  for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next)
    if (item->type == SM_TOML_TEXT) l->each(l->user, key, item->text, item->span.line);
}

/* Whether the texts of a key are names of files or folders. */
static bool holds_files(const char *dotted) {
  const struct sm_schema_key *key = sm_schema_find_dotted(dotted);
  return key != NULL && (key->type == SM_KEY_PATH || key->type == SM_KEY_PATHS ||
                         strcmp(dotted, "case.data") == 0);
}

/* Lists the files of a table and the tables in it; `path` is its dotted name. */
static void list_table(const struct lister *l, const struct sm_toml_node *table, const char *path,
                       int depth) {
  char name[PATH_SIZE];
  for (const struct sm_toml_node *node = table->first; node != NULL; node = node->next) {
    const char *key = node->key != NULL ? node->key : "";
    const int length = snprintf(name, sizeof name, "%s%s%s", path, path[0] != '\0' ? "." : "", key);
    if (length < 0 || (size_t)length >= sizeof name || depth > DEPTH) continue; /* no such key */
    if (node->type == SM_TOML_TABLE)
      list_table(l, node, name, depth + 1);
    else if (holds_files(name))
      list_texts(l, name, node);
    else if (node->type == SM_TOML_ARRAY)
      for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next)
        if (item->type == SM_TOML_TABLE) list_table(l, item, name, depth + 1);
  }
}

enum sm_status sm_case_list_files(struct sm_context *ctx, const char *text,
                                  void (*each)(void *user, const char *key, const char *name,
                                               int line),
                                  void *user) {
  const struct lister l = {.each = each, .user = user};
  SM_SCOPED_BY(sm_toml_close) struct sm_toml_document *document = NULL;
  const enum sm_status status = sm_toml_open(ctx, "case.toml", text, &document);
  if (status != SM_OK) return status;
  list_table(&l, sm_toml_root(document), "", 0);
  return SM_OK;
}
