/* YAML reader: a tree of text nodes with line numbers. */
#include "chem/read/internal.h"

#include <string.h>

bool sm_yaml_has_key(const struct sm_yaml *entry, const char *key) {
  const size_t size = strlen(key);
  return entry->key.size == size && memcmp(entry->key.text, key, size) == 0;
}

const struct sm_yaml *sm_yaml_get(const struct sm_yaml *map, const char *key) {
  if (map == NULL || map->kind != SM_YAML_MAP) return NULL;
  for (const struct sm_yaml *n = map->first; n != NULL; n = n->next)
    if (sm_yaml_has_key(n, key)) return n;
  return NULL;
}

bool sm_yaml_is(const struct sm_yaml *node, const char *text) {
  return node != NULL && node->kind == SM_YAML_TEXT && node->text.size == strlen(text) &&
         memcmp(node->text.text, text, node->text.size) == 0;
}

#ifdef SM_HAVE_YAML

#include <yaml.h>

enum { DEEPEST = 64, ANCHORS = 256 };

/* Anchor &name, for references *name. */
struct anchor {
  const char *name;
  const struct sm_yaml *node;
};

struct reader {
  struct sm_mechanism_builder *b;
  const struct sm_builder_file *source;
  yaml_parser_t parser;
  struct anchor anchor[ANCHORS];
  int anchors;
  bool wrong; /* syntax error: stop reading */
  bool twice; /* duplicate key in a map */
};

static struct sm_file_line place_of(const struct reader *r, yaml_mark_t mark) {
  return (struct sm_file_line){r->source->path, (int32_t)mark.line + 1};
}

static void report(struct reader *r, struct sm_file_line place, const char *what) {
  if (!r->wrong) sm_builder_problem(r->b, place, "%s", what);
  r->wrong = true;
}

static void next_event(struct reader *r, yaml_event_t *event) {
  if (!r->wrong && yaml_parser_parse(&r->parser, event)) return;
  memset(event, 0, sizeof *event); /* event type "none" */
  if (r->wrong) return;
  const char *what = r->parser.problem != NULL ? r->parser.problem : "this is no YAML";
  struct sm_file_line place = place_of(r, r->parser.problem_mark);
  if (r->parser.error == YAML_READER_ERROR) place.line = 0;
  report(r, place, what);
}

static enum sm_status add_anchor(struct reader *r, const yaml_char_t *name,
                                 const struct sm_yaml *node) {
  if (name == NULL || r->wrong) return SM_OK;
  if (r->anchors == ANCHORS) {
    report(r, node->place, "too many anchors");
    return SM_OK;
  }
  struct anchor *anchor = &r->anchor[r->anchors++];
  anchor->node = node;
  return sm_builder_copy(r->b, sm_token_of((const char *)name), &anchor->name);
}

static void resolve_alias(struct reader *r, const yaml_event_t *event, struct sm_yaml *node) {
  const char *name = (const char *)event->data.alias.anchor;
  for (int a = r->anchors - 1; a >= 0; a--)
    if (strcmp(r->anchor[a].name, name) == 0) {
      node->kind = r->anchor[a].node->kind;
      node->text = r->anchor[a].node->text;
      node->first = r->anchor[a].node->first;
      node->count = r->anchor[a].node->count;
      return;
    }
  report(r, node->place, "an alias of an anchor that there is not");
}

static enum sm_status copy_text(struct reader *r, const yaml_event_t *event, struct sm_token *out) {
  out->size = event->data.scalar.length;
  struct sm_token text = {(const char *)event->data.scalar.value, out->size};
  return sm_builder_copy(r->b, text, &out->text);
}

static enum sm_status read_node(struct reader *r, const yaml_event_t *event, int depth,
                                struct sm_yaml *node);

/* Reads a map key and reports duplicates: YAML 1.2 requires unique keys, and readers differ in
 * which value they use. */
static enum sm_status read_key(struct reader *r, const yaml_event_t *event,
                               struct sm_name_table *keys, struct sm_yaml *child) {
  const struct sm_file_line place = place_of(r, event->start_mark);
  if (event->type != YAML_SCALAR_EVENT) {
    report(r, place, "a text is expected as the key of a map");
    return SM_OK;
  }
  SM_TRY(copy_text(r, event, &child->key));
  if (memchr(child->key.text, '\0', child->key.size) != NULL) {
    report(r, place, "a key holds a NUL");
    return SM_OK;
  }
  if (sm_name_table_find_exactly(keys, child->key) < 0)
    return sm_name_table_add(r->b->ctx, r->b->arena, keys, child->key.text);
  sm_builder_problem(r->b, place, "the key '%.*s' is there already in this map",
                     SM_TOKEN(child->key));
  r->twice = true;
  return SM_OK;
}

/* Reads the children of a list or map up to its end. */
static enum sm_status read_children(struct reader *r, int depth, struct sm_yaml *parent) {
  struct sm_yaml *child = NULL, *last = NULL;
  struct sm_name_table keys = {0};
  yaml_event_t event;
  enum sm_status status = SM_OK;
  while (status == SM_OK && !r->wrong) {
    next_event(r, &event);
    const bool ends = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
    if (!ends && !r->wrong) {
      status = sm_arena_alloc(r->b->ctx, r->b->arena, 1, sizeof *child, &child);
      if (status == SM_OK && parent->kind == SM_YAML_MAP) {
        status = read_key(r, &event, &keys, child);
        yaml_event_delete(&event);
        next_event(r, &event);
      }
      if (status == SM_OK) status = read_node(r, &event, depth + 1, child);
    }
    yaml_event_delete(&event);
    if (ends || status != SM_OK || r->wrong) break;
    if (last != NULL) last->next = child;
    if (last == NULL) parent->first = child;
    last = child;
    parent->count++;
  }
  return status;
}

static enum sm_status read_node(struct reader *r, const yaml_event_t *event, int depth,
                                struct sm_yaml *node) {
  node->place = place_of(r, event->start_mark);
  if (depth > DEEPEST) {
    report(r, node->place, "lists and maps are in each other too deep");
    return SM_OK;
  }
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    node->kind = SM_YAML_TEXT;
    SM_TRY(copy_text(r, event, &node->text));
    return add_anchor(r, event->data.scalar.anchor, node);
  case YAML_SEQUENCE_START_EVENT:
    node->kind = SM_YAML_LIST;
    SM_TRY(read_children(r, depth, node));
    return add_anchor(r, event->data.sequence_start.anchor, node);
  case YAML_MAPPING_START_EVENT:
    node->kind = SM_YAML_MAP;
    SM_TRY(read_children(r, depth, node));
    return add_anchor(r, event->data.mapping_start.anchor, node);
  case YAML_ALIAS_EVENT: resolve_alias(r, event, node); return SM_OK;
  default: report(r, node->place, "this is no YAML"); return SM_OK;
  }
}

static enum sm_status read_document(struct reader *r, struct sm_yaml *root) {
  yaml_event_t event;
  enum sm_status status = SM_OK;
  for (bool found = false; !found && !r->wrong && status == SM_OK;) {
    next_event(r, &event);
    found = event.type != YAML_STREAM_START_EVENT && event.type != YAML_DOCUMENT_START_EVENT;
    if (found && !r->wrong) status = read_node(r, &event, 0, root);
    yaml_event_delete(&event);
  }
  if (status != SM_OK || r->wrong) return status;
  next_event(r, &event); /* end of the document */
  if (!r->wrong && event.type != YAML_DOCUMENT_END_EVENT)
    report(r, place_of(r, event.start_mark), "this is no YAML");
  yaml_event_delete(&event);
  if (r->wrong) return SM_OK;
  next_event(r, &event);
  if (!r->wrong && event.type == YAML_DOCUMENT_START_EVENT)
    sm_builder_warn(r->b, place_of(r, event.start_mark),
                    "a second document begins in the file: only the first one is read");
  yaml_event_delete(&event);
  return SM_OK;
}

enum sm_status sm_yaml_read(struct sm_mechanism_builder *b, const struct sm_builder_file *source,
                            const struct sm_yaml **out) {
  struct reader r = {.b = b, .source = source};
  struct sm_yaml *root = NULL;
  *out = NULL;
  SM_TRY(sm_arena_alloc(b->ctx, b->arena, 1, sizeof *root, &root));
  if (!yaml_parser_initialize(&r.parser))
    return sm_fail(b->ctx, SM_ERR_MEMORY, "%s: out of memory", source->path);
  yaml_parser_set_input_string(&r.parser, (const unsigned char *)source->text, source->size);
  const enum sm_status status = read_document(&r, root);
  yaml_parser_delete(&r.parser);
  if (status == SM_OK && !r.wrong && !r.twice) *out = root;
  return status;
}

#else

enum sm_status sm_yaml_read(struct sm_mechanism_builder *b, const struct sm_builder_file *source,
                            const struct sm_yaml **out) {
  *out = NULL;
  return sm_fail(b->ctx, SM_ERR_DATA,
                 "%s: error: simoom was built without libyaml\n"
                 "help: install it (Debian: libyaml-dev) and build simoom again",
                 source->path);
}

#endif
