#include "simoom/case.h"

#include "base/context.h"
#include "case/help/glossary.h"
#include "case/schema/schema.h"
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 80, COLUMN = 12 };

static void add_tables(struct sm_text *out) {
  sm_text_add(out, "A case file is TOML. 'simoom help TABLE' lists the keys of a table,\n"
                   "'simoom help TABLE.KEY' explains a key.\n\n");
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    struct sm_text name = {0};
    sm_describe_table(sm_schema_tables[i], &name);
    sm_text_add(out, "  %-28s ", sm_text_string(&name));
    out->failed = out->failed || name.failed;
    sm_text_free(&name);
    sm_describe_wrapped(out, sm_schema_tables[i]->meaning, 31, 31);
  }
}

static void add_table(const struct sm_schema_table *table, struct sm_text *out) {
  enum { INDENT = 22 };
  sm_describe_table(table, out);
  sm_text_add(out, ": %s%s", table->meaning, table->only_with != NULL ? "; " : "");
  sm_describe_conditions(table->only_with, out);
  sm_text_add(out, "\n\n");
  for (size_t i = 0; i < table->key_count; i++) {
    struct sm_text line = {0};
    const struct sm_schema_key *key = &table->keys[i];
    sm_text_add(&line, "%s; ", key->meaning);
    if (!key->required) sm_text_add(&line, "default: ");
    sm_describe_default(key, &line);
    sm_text_add(out, "  %-*s ", INDENT - 3, key->name); /* keep a blank after a long name */
    sm_describe_wrapped(out, sm_text_string(&line), INDENT, INDENT);
    out->failed = out->failed || line.failed;
    sm_text_free(&line);
  }
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const char *name;
    if (table->path[0] == '\0' || !sm_schema_is_child(table, sm_schema_tables[i], &name)) continue;
    sm_text_add(out, "\nwith the tables ");
    sm_describe_table(sm_schema_tables[i], out);
    sm_text_add(out, ": %s\n", sm_schema_tables[i]->meaning);
  }
}

static void add_field(struct sm_text *out, const char *title,
                      void (*describe)(const struct sm_schema_key *, struct sm_text *),
                      const struct sm_schema_key *key) {
  SM_SCOPED_BY(sm_text_free) struct sm_text words = {0};
  describe(key, &words);
  if (words.size > 0) sm_describe_field(out, title, COLUMN, sm_text_string(&words));
  out->failed = out->failed || words.failed;
}

static void describe_meaning(const struct sm_schema_key *key, struct sm_text *out) {
  sm_text_add(out, "%s", key->meaning);
}

static void describe_excluded(const struct sm_schema_key *key, struct sm_text *out) {
  if (key->excludes != NULL) sm_text_add(out, "%s", key->excludes);
}

static void describe_condition(const struct sm_schema_key *key, struct sm_text *out) {
  if (key->needs != NULL) sm_text_add(out, "only with ");
  sm_describe_needed(key, "", out);
  if (key->needs != NULL && key->only_with != NULL) sm_text_add(out, "; ");
  sm_describe_conditions(key->only_with, out);
}

static void add_key(const struct sm_schema_table *table, const struct sm_schema_key *key,
                    struct sm_text *out) {
  sm_text_add(out, "%s%s in ", out->size > 0 ? "\n" : "", key->name);
  sm_describe_table(table, out);
  sm_text_add(out, "\n");
  add_field(out, "what", describe_meaning, key);
  add_field(out, "value", sm_describe_value, key);
  add_field(out, "range", sm_describe_range, key);
  add_field(out, "place", sm_describe_place, key);
  add_field(out, "default", sm_describe_default, key);
  add_field(out, "not with", describe_excluded, key);
  add_field(out, "used", describe_condition, key);
}

/* Adds the keys called `name`: a key with its table, or the last part of a key name. */
static bool add_keys(const char *name, struct sm_text *out) {
  bool found = false;
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *table = sm_schema_tables[i];
    const size_t length = strlen(table->path);
    const char *last = name;
    if (strchr(name, '.') != NULL) {
      if (length == 0 || strncmp(name, table->path, length) != 0 || name[length] != '.') continue;
      last = name + length + 1;
    }
    const struct sm_schema_key *key = sm_schema_find_key(table, last);
    if (key == NULL) continue;
    add_key(table, key, out);
    found = true;
  }
  return found;
}

/* Adds the tables whose path ends in `name`: their meaning, and for a single table its keys. */
static bool add_tables_called(const char *name, struct sm_text *out) {
  SM_SCOPED_BY(sm_text_free) struct sm_text list = {0};
  const struct sm_schema_table *table = NULL;
  size_t count = 0;
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const char *last = strrchr(sm_schema_tables[i]->path, '.');
    if (last == NULL || strcmp(last + 1, name) != 0) continue;
    table = sm_schema_tables[i];
    sm_text_add(&list, "%s", out->size > 0 || count > 0 ? "\n" : "");
    sm_describe_table(table, &list);
    sm_text_add(&list, ": %s (simoom help %s)\n", table->meaning, table->path);
    count++;
  }
  if (count == 1 && out->size == 0)
    add_table(table, out);
  else
    sm_text_add(out, "%s", sm_text_string(&list));
  out->failed = out->failed || list.failed;
  return count > 0;
}

static enum sm_status no_such_key(struct sm_context *ctx, const char *name) {
  static const char prefix[] = "no key or table";
  char(*full)[NAME_SIZE] = NULL;
  const char **names = NULL;
  size_t keys = 0, count = 0, used = 0;
  enum sm_status status = SM_OK;
  char renamed[NAME_SIZE];
  if (sm_schema_renamed_find(name, renamed, sizeof renamed))
    return sm_fail(ctx, SM_ERR_USAGE, "%s '%.80s'; it is now called '%s'", prefix, name, renamed);
  for (size_t i = 0; i < sm_schema_table_count; i++) keys += sm_schema_tables[i]->key_count;
  SM_TRY_DONE(sm_alloc(ctx, keys, sizeof *full, "names of keys", &full));
  SM_TRY_DONE(
      sm_alloc(ctx, sm_schema_table_count + 2 * keys, sizeof *names, "names of keys", &names));
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *table = sm_schema_tables[i];
    names[count++] = table->path;
    for (size_t j = 0; j < table->key_count; j++, used++) {
      snprintf(full[used], NAME_SIZE, "%s%s%s", table->path, table->path[0] != '\0' ? "." : "",
               table->keys[j].name);
      names[count++] = full[used];
      names[count++] = table->keys[j].name;
    }
  }
  const char *nearest = sm_text_nearest(name, names, count);
  if (nearest != NULL)
    status = sm_fail(ctx, SM_ERR_USAGE, "%s '%.80s'; did you mean '%s'?", prefix, name, nearest);
  else
    status =
        sm_fail(ctx, SM_ERR_USAGE, "%s '%.80s'; 'simoom help keys' lists the tables", prefix, name);
done:
  sm_free(full);
  sm_free(names);
  return status;
}

/* Adds exact matches of `name`: a table, keys, or tables by the last part of their name. */
static bool add_called(const char *name, struct sm_text *out) {
  const struct sm_schema_table *table = sm_schema_find_table(name);
  if (table != NULL) {
    add_table(table, out);
    return true;
  }
  const bool is_key = add_keys(name, out);
  return add_tables_called(name, out) || is_key;
}

/* Adds glossary terms, else keys, else explanations that contain the words of `name`. Former names
 * of keys are found only if they are a term or a synonym. */
static bool add_search(const char *name, struct sm_text *out) {
  char renamed[NAME_SIZE];
  const char *dot = strchr(name, '.');
  if (dot != NULL && !(dot[1] >= '0' && dot[1] <= '9')) return false; /* a key, not "PM2.5" */
  if (sm_glossary_add_terms(name, SM_GLOSSARY_SYNONYM, out) > 0) return true;
  if (sm_schema_renamed_find(name, renamed, sizeof renamed)) return false;
  return sm_glossary_add_terms(name, SM_GLOSSARY_IN_NAMES, out) > 0 ||
         sm_glossary_add_keys(name, out) > 0 ||
         sm_glossary_add_terms(name, SM_GLOSSARY_IN_MEANING, out) > 0;
}

enum sm_status sm_case_help(struct sm_context *ctx, const char *key, char **out) {
  struct sm_text text = {0};
  *out = NULL;
  if (key == NULL) {
    add_tables(&text);
  } else if (add_called(key, &text)) {
    sm_glossary_add_terms(key, SM_GLOSSARY_SYNONYM, &text);
  } else if (!add_search(key, &text)) {
    sm_text_free(&text);
    return no_such_key(ctx, key);
  }
  if (text.failed) {
    sm_text_free(&text);
    return sm_fail(ctx, SM_ERR_MEMORY, "help: out of memory");
  }
  *out = text.data;
  return SM_OK;
}
