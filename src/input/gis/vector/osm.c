/* Incomplete OpenStreetMap extracts: relations without all ways, and ways
 * without all nodes, cut at a bounding box. GDAL skips the former, and draws
 * the latter without the missing corners. */
#include "input/gis/vector/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- elements of XML ---- */

struct reader {
  FILE *file;
  size_t at, end;
  unsigned char buffer[1 << 16];
};

struct element {
  char name[16]; /* "/way" for an end tag */
  bool empty;    /* empty-element tag */
  char key[32], value[32], type[32], role[32];
  int64_t id, ref;
};

static int next_byte(struct reader *r) {
  if (r->at == r->end) {
    r->at = 0;
    r->end = fread(r->buffer, 1, sizeof r->buffer, r->file);
    if (r->end == 0) return EOF;
  }
  return r->buffer[r->at++];
}

/* Reads bytes up to `end`, or a name where `end` is 0; longer texts are truncated. Returns the
 * terminating byte. */
static int read_word(struct reader *r, int first, int end, char *out, size_t size) {
  size_t n = 0;
  int c = first;
  for (; c != EOF; c = next_byte(r)) {
    if (end != 0 ? c == end : isspace(c) || c == '=' || c == '>' || (c == '/' && n > 0)) break;
    if (n + 1 < size) out[n++] = (char)c;
  }
  out[n] = '\0';
  return c;
}

static void keep(struct element *e, const char *name, const char *value) {
  if (strcmp(name, "id") == 0) e->id = strtoll(value, NULL, 10);
  if (strcmp(name, "ref") == 0) e->ref = strtoll(value, NULL, 10);
  char *const to[4] = {e->key, e->value, e->type, e->role};
  static const char *const names[4] = {"k", "v", "type", "role"};
  for (int n = 0; n < 4; n++)
    if (strcmp(name, names[n]) == 0) snprintf(to[n], sizeof e->key, "%.31s", value);
}

static bool next_element(struct reader *r, struct element *e) {
  int c;
  do c = next_byte(r);
  while (c != EOF && c != '<');
  if (c == EOF) return false;
  *e = (struct element){.empty = false};
  c = read_word(r, next_byte(r), 0, e->name, sizeof e->name);
  while (c != EOF && c != '>') {
    char name[16], value[64];
    e->empty = c == '/';
    do c = next_byte(r);
    while (isspace(c));
    if (c == '/' || c == '>' || c == EOF) continue;
    e->empty = false;
    c = read_word(r, c, 0, name, sizeof name);
    if (c != '=') continue;
    const int quote = next_byte(r);
    if (quote != '"' && quote != '\'') continue;
    read_word(r, next_byte(r), quote, value, sizeof value);
    keep(e, name, value);
    c = ' ';
  }
  return true;
}

/* ---- what there is ---- */

struct way {
  int64_t id, first, last;
  bool missing; /* some of its nodes are missing */
};

struct list {
  void *item;
  size_t count, capacity, size;
};

struct job {
  struct sm_gis_session *s;
  const char *const *tags;
  size_t tag_count;
  struct list nodes, ways;   /* ids; struct way, sorted */
  struct list members, ends; /* current relation: its ways; end nodes of open ways */
  struct sm_osm_gaps *out;
};

static enum sm_status push(struct sm_gis_session *s, struct list *list, const void *item) {
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
    void *grown = realloc(list->item, capacity * list->size);
    if (grown == NULL) return sm_gis_session_no_memory(s);
    list->item = grown;
    list->capacity = capacity;
  }
  memcpy((char *)list->item + list->count++ * list->size, item, list->size);
  return SM_OK;
}

/* Compares ids, also of ways, which begin with their ids. */
static int by_id(const void *a, const void *b) {
  int64_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return (x > y) - (x < y);
}

static void sort(struct list *list) {
  if (list->count > 1) qsort(list->item, list->count, list->size, by_id);
}

static const void *find(const struct list *list, int64_t id) {
  return list->count > 0 ? bsearch(&id, list->item, list->count, list->size, by_id) : NULL;
}

static bool is_wanted(const struct job *job, const struct element *tag) {
  for (size_t t = 0; t < job->tag_count; t++)
    if (strcmp(tag->key, job->tags[t]) == 0 && strcmp(tag->value, "no") != 0) return true;
  return false;
}

static enum sm_status read_nodes(struct job *job, struct reader *r) {
  struct element e;
  while (next_element(r, &e)) {
    if (strcmp(e.name, "osm") == 0) job->out->xml = true;
    if (strcmp(e.name, "node") != 0) continue;
    const enum sm_status status = push(job->s, &job->nodes, &e.id);
    if (status != SM_OK) return status;
  }
  sort(&job->nodes);
  return SM_OK;
}

static enum sm_status read_trajectories(struct job *job, struct reader *r) {
  struct element e;
  struct way way = {0};
  size_t nodes = 0;
  bool within = false, wanted = false;
  while (next_element(r, &e)) {
    if (strcmp(e.name, "way") == 0) {
      way = (struct way){.id = e.id};
      nodes = 0;
      within = true;
      wanted = false;
    }
    if (within && strcmp(e.name, "nd") == 0) {
      if (nodes++ == 0) way.first = e.ref;
      way.last = e.ref;
      way.missing = way.missing || find(&job->nodes, e.ref) == NULL;
    }
    if (within && strcmp(e.name, "tag") == 0) wanted = wanted || is_wanted(job, &e);
    if (!within || (strcmp(e.name, "/way") != 0 && !(e.empty && strcmp(e.name, "way") == 0)))
      continue;
    within = false;
    if (wanted && way.missing && job->out->ways++ == 0) job->out->way = way.id;
    const enum sm_status status = push(job->s, &job->ways, &way);
    if (status != SM_OK) return status;
  }
  sort(&job->ways);
  return SM_OK;
}

/* True when all ways of a relation exist, with all nodes, and form closed rings. */
static enum sm_status check_relation(struct job *job, bool *whole) {
  job->ends.count = 0;
  *whole = true;
  for (size_t m = 0; m < job->members.count; m++) {
    const struct way *way = find(&job->ways, ((const int64_t *)job->members.item)[m]);
    if (way == NULL || way->missing) *whole = false;
    if (way == NULL || way->first == way->last) continue;
    enum sm_status status = push(job->s, &job->ends, &way->first);
    if (status == SM_OK) status = push(job->s, &job->ends, &way->last);
    if (status != SM_OK) return status;
  }
  sort(&job->ends);
  const int64_t *end = job->ends.item;
  for (size_t e = 0; e < job->ends.count; e += 2)
    if (e + 1 == job->ends.count || end[e] != end[e + 1]) *whole = false;
  return SM_OK;
}

static enum sm_status read_relations(struct job *job, struct reader *r) {
  struct element e;
  int64_t id = 0;
  bool within = false, wanted = false, areas = false;
  while (next_element(r, &e)) {
    enum sm_status status = SM_OK;
    if (strcmp(e.name, "relation") == 0) {
      id = e.id;
      job->members.count = 0;
      within = true;
      wanted = areas = false;
    }
    if (within && strcmp(e.name, "member") == 0 && strcmp(e.type, "way") == 0 &&
        strcmp(e.role, "subarea") != 0)
      status = push(job->s, &job->members, &e.ref);
    if (within && strcmp(e.name, "tag") == 0) {
      wanted = wanted || is_wanted(job, &e);
      areas = areas || (strcmp(e.key, "type") == 0 && strcmp(e.value, "multipolygon") == 0);
    }
    bool whole = true;
    if (within && strcmp(e.name, "/relation") == 0) {
      within = false;
      if (status == SM_OK && wanted && areas) status = check_relation(job, &whole);
      if (!whole && job->out->relations++ == 0) job->out->relation = id;
    }
    if (status != SM_OK) return status;
  }
  return SM_OK;
}

enum sm_status sm_osm_find_gaps(struct sm_gis_session *s, const char *path, const char *const *tags,
                                size_t tag_count, struct sm_osm_gaps *out) {
  static enum sm_status (*const passes[])(struct job *, struct reader *) = {
      read_nodes, read_trajectories, read_relations};
  struct job job = {.s = s,
                    .tags = tags,
                    .tag_count = tag_count,
                    .nodes = {.size = sizeof(int64_t)},
                    .ways = {.size = sizeof(struct way)},
                    .members = {.size = sizeof(int64_t)},
                    .ends = {.size = sizeof(int64_t)},
                    .out = out};
  *out = (struct sm_osm_gaps){.xml = false};
  const size_t length = strlen(path);
  if (length < 4 || strcmp(path + length - 4, ".osm") != 0) return SM_OK;
  struct reader *r = malloc(sizeof *r);
  if (r == NULL) return sm_gis_session_no_memory(s);
  r->file = fopen(path, "rb");
  enum sm_status status = SM_OK;
  for (int pass = 0; pass < 3 && status == SM_OK && r->file != NULL; pass++) {
    r->at = r->end = 0;
    rewind(r->file);
    status = passes[pass](&job, r);
    if (!out->xml) break;
  }
  if (r->file != NULL) fclose(r->file);
  free(r);
  free(job.nodes.item);
  free(job.ways.item);
  free(job.members.item);
  free(job.ends.item);
  return status;
}

void sm_osm_warn(struct sm_gis_session *s, const char *path, const char *what,
                 const struct sm_osm_gaps *gaps) {
  static const char help[] = "help: extracts that are cut at a box lose ways and nodes; take one "
                             "with complete ways and relations";
  if (gaps->ways > 0)
    sm_gis_session_warn(s,
                        "%s: warning: %s of which the file lacks some nodes, read without those "
                        "corners: %zu ways (the first is %lld)\n%s",
                        path, what, gaps->ways, (long long)gaps->way, help);
  if (gaps->relations > 0)
    sm_gis_session_warn(s,
                        "%s: warning: %s of which the file lacks some ways or nodes, left out or "
                        "read without them: %zu relations (the first is %lld)\n%s",
                        path, what, gaps->relations, (long long)gaps->relation, help);
  if (!gaps->xml && s->relations > 0)
    sm_gis_session_warn(s,
                        "%s: warning: relations of areas, perhaps %s, of which the file lacks some "
                        "ways, left out: %zu (the first is %lld)\n%s",
                        path, what, s->relations, s->relation, help);
}
