/* facts.c - builds a tree of facts and searches it. */
#include "lab/facts.h"

#include "base/context.h"
#include "base/text.h"
#include "lab/warnings.h"
#include "simoom/simoom.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 - 64 };

struct sm_fact_block {
  struct sm_fact_block *before;
  size_t used, size;
  _Alignas(max_align_t) char bytes[];
};

/* Zeroed memory owned by the tree; NULL: out of memory. */
static void *take(struct sm_facts *facts, size_t size) {
  struct sm_fact_block *block = facts->block;
  size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  if (facts->failed) return NULL;
  if (block == NULL || block->size - block->used < size) {
    const size_t room = size > BLOCK ? size : BLOCK;
    block = calloc(1, sizeof *block + room);
    facts->failed = block == NULL;
    if (block == NULL) return NULL;
    block->before = facts->block;
    block->size = room;
    facts->block = block;
  }
  void *memory = block->bytes + block->used;
  block->used += size;
  return memory;
}

static const char *copy(struct sm_facts *facts, const char *text) {
  if (text == NULL) return NULL;
  const size_t size = strlen(text) + 1;
  char *memory = take(facts, size);
  return memory != NULL ? memcpy(memory, text, size) : NULL;
}

void sm_facts_free(struct sm_facts *facts) {
  while (facts->block != NULL) {
    struct sm_fact_block *before = facts->block->before;
    free(facts->block);
    facts->block = before;
  }
  *facts = (struct sm_facts){0};
}

static struct sm_fact *add(struct sm_facts *facts, const char *key, enum sm_fact_kind kind) {
  if (facts->root == NULL) {
    facts->root = facts->open = take(facts, sizeof *facts->root);
    if (facts->root == NULL) return &facts->spare;
    facts->root->kind = SM_FACT_GROUP;
  }
  struct sm_fact *fact = take(facts, sizeof *fact);
  if (fact == NULL) return &facts->spare;
  fact->kind = kind;
  fact->key = copy(facts, key);
  fact->up = facts->open;
  if (facts->open->last != NULL)
    facts->open->last->next = fact;
  else
    facts->open->first = fact;
  facts->open->last = fact;
  return fact;
}

struct sm_fact *sm_facts_null(struct sm_facts *facts, const char *key) {
  return add(facts, key, SM_FACT_NULL);
}

struct sm_fact *sm_facts_text(struct sm_facts *facts, const char *key, const char *value) {
  struct sm_fact *fact = add(facts, key, value != NULL ? SM_FACT_TEXT : SM_FACT_NULL);
  fact->text = copy(facts, value);
  return fact;
}

struct sm_fact *sm_facts_number(struct sm_facts *facts, const char *key, double value) {
  struct sm_fact *fact = add(facts, key, isfinite(value) ? SM_FACT_NUMBER : SM_FACT_NULL);
  fact->number = value;
  return fact;
}

struct sm_fact *sm_facts_integer(struct sm_facts *facts, const char *key, int64_t value) {
  struct sm_fact *fact = add(facts, key, SM_FACT_INTEGER);
  fact->integer = value;
  fact->number = (double)value;
  return fact;
}

struct sm_fact *sm_facts_flag(struct sm_facts *facts, const char *key, bool value) {
  struct sm_fact *fact = sm_facts_integer(facts, key, value);
  fact->kind = SM_FACT_FLAG;
  return fact;
}

static struct sm_fact *open(struct sm_facts *facts, const char *key, enum sm_fact_kind kind) {
  struct sm_fact *fact = add(facts, key, kind);
  if (!facts->failed) facts->open = fact;
  return fact;
}

struct sm_fact *sm_facts_group(struct sm_facts *facts, const char *key) {
  return open(facts, key, SM_FACT_GROUP);
}

struct sm_fact *sm_facts_list(struct sm_facts *facts, const char *key) {
  return open(facts, key, SM_FACT_LIST);
}

void sm_facts_close(struct sm_facts *facts) {
  if (!facts->failed) facts->open = facts->open->up;
}

struct sm_fact *sm_facts_numbers(struct sm_facts *facts, const char *key, const double *value,
                                 size_t count) {
  struct sm_fact *list = sm_facts_list(facts, key);
  for (size_t n = 0; n < count; n++) sm_facts_number(facts, NULL, value[n]);
  sm_facts_close(facts);
  return list;
}

struct sm_fact *sm_fact_show(struct sm_fact *fact, const char *label, const char *unit,
                             const char *format) {
  fact->label = label;
  fact->unit = unit;
  fact->format = format;
  return fact;
}

static void add_line(struct sm_facts *facts, const char *label, const char *format,
                     va_list arguments) {
  SM_SCOPED_BY(sm_text_free) struct sm_text line = {0};
  sm_text_add_list(&line, format, arguments);
  struct sm_fact *fact = sm_facts_text(facts, NULL, sm_text_string(&line));
  fact->label = copy(facts, label);
  facts->failed = facts->failed || line.failed;
}

void sm_facts_line(struct sm_facts *facts, const char *label, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_line(facts, label, format, arguments);
  va_end(arguments);
}

void sm_facts_note(struct sm_facts *facts, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_line(facts, "", format, arguments);
  va_end(arguments);
}

void sm_facts_table(struct sm_facts *facts, const struct sm_fact *list, const char *label,
                    const struct sm_fact_column *columns) {
  struct sm_fact *table = add(facts, NULL, SM_FACT_LIST);
  table->first = list->first;
  table->label = label;
  table->column = columns;
}

void sm_facts_schema(struct sm_facts *facts, const char *name) {
  char schema[64];
  snprintf(schema, sizeof schema, "simoom.%s/1", name);
  sm_facts_text(facts, "schema", schema);
  sm_facts_text(facts, "version", sm_version());
}

void sm_facts_warnings(struct sm_facts *facts, const struct sm_context *context) {
  sm_facts_list(facts, "warnings");
  for (int i = 0; i < sm_context_warning_count(context); i++) {
    const int times = sm_context_warning_times(context, i);
    struct sm_text text = {0};
    sm_text_add(&text, "%s", sm_context_warning(context, i));
    if (times > 1) sm_text_add(&text, " (%d times)", times);
    facts->failed = facts->failed || text.failed;
    sm_facts_text(facts, NULL, sm_text_string(&text));
    sm_text_free(&text);
  }
  sm_facts_close(facts);
}

/* --- search --- */

static const struct sm_fact *member(const struct sm_fact *group, const char *key, size_t length) {
  if (group->kind != SM_FACT_GROUP) return NULL;
  for (const struct sm_fact *fact = group->first; fact != NULL; fact = fact->next)
    if (fact->key != NULL && strncmp(fact->key, key, length) == 0 && fact->key[length] == '\0')
      return fact;
  return NULL;
}

/* Item of a list whose number is the text. */
static const struct sm_fact *item(const struct sm_fact *list, const char *text, size_t length) {
  char *end;
  const size_t i = strtoul(text, &end, 10);
  return end == text + length ? sm_fact_item(list, i) : NULL;
}

const struct sm_fact *sm_fact_at(const struct sm_fact *fact, const char *path) {
  while (fact != NULL && *path != '\0') {
    const size_t length = strcspn(path, ".");
    fact = fact->kind == SM_FACT_LIST ? item(fact, path, length) : member(fact, path, length);
    path += length + (path[length] == '.');
  }
  return fact != NULL && fact->kind != SM_FACT_NULL ? fact : NULL;
}

const char *sm_fact_text(const struct sm_fact *fact, const char *path) {
  fact = sm_fact_at(fact, path);
  return fact != NULL && fact->kind == SM_FACT_TEXT ? fact->text : "";
}

double sm_fact_number(const struct sm_fact *fact, const char *path) {
  fact = sm_fact_at(fact, path);
  return fact != NULL && fact->kind >= SM_FACT_FLAG && fact->kind <= SM_FACT_NUMBER ? fact->number
                                                                                    : (double)NAN;
}

static const struct sm_fact *first_of(const struct sm_fact *list) {
  return list != NULL && list->kind == SM_FACT_LIST ? list->first : NULL;
}

size_t sm_fact_count(const struct sm_fact *list) {
  size_t count = 0;
  for (const struct sm_fact *item = first_of(list); item != NULL; item = item->next) count++;
  return count;
}

const struct sm_fact *sm_fact_item(const struct sm_fact *list, size_t i) {
  const struct sm_fact *item = first_of(list);
  while (item != NULL && i-- > 0) item = item->next;
  return item;
}
