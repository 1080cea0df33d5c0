#define _XOPEN_SOURCE 700 /* for realpath */
#include "simoom/chem_cell.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "case/toml/value.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest cell index and time count that a double represents exactly. */
#define MOST_INDEX 9007199254740992

enum kind { PATH, TEXT, ABOVE_0, FROM_0, RTOL, ANY, MODE, METHOD, AMOUNTS, INDEX, PLACE };

struct entry { /* cell read from a file, whose list of species has its own order */
  struct sm_chem_cell cell;
  struct sm_arena *arena;
  char *folder; /* folder of the file, with final '/'; or empty */
};

struct key {
  const char *name;
  enum kind kind;
  bool needed;
  size_t at;
};

#define KEY(NAME, KIND, NEEDED, FIELD)                                                             \
  { NAME, KIND, NEEDED, offsetof(struct sm_chem_cell, FIELD) }
static const struct key keys[] = {
    KEY("mechanism", PATH, true, mechanism),
    KEY("thermo", PATH, false, thermo),
    KEY("photolysis", PATH, false, photolysis),
    KEY("phase", TEXT, false, phase),
    KEY("temperature", ABOVE_0, true, temperature),
    KEY("pressure", ABOVE_0, true, pressure),
    KEY("dt", ABOVE_0, true, dt),
    KEY("fractions", AMOUNTS, true, fractions),
    KEY("concentration", ABOVE_0, false, concentration),
    KEY("source", AMOUNTS, false, source),
    KEY("energy", ANY, false, energy),
    KEY("mode", MODE, false, mode),
    KEY("method", METHOD, false, method),
    KEY("rtol", RTOL, false, rtol),
    KEY("atol", ABOVE_0, false, atol),
    KEY("sun", FROM_0, false, sun),
    KEY("zenith", FROM_0, false, zenith),
    KEY("water", FROM_0, false, water),
    KEY("cell", INDEX, false, cell),
    KEY("position", PLACE, false, position),
    KEY("time", ANY, false, time),
};
enum { KEYS = sizeof keys / sizeof *keys };

static const char *const modes[] = {"volume", "pressure", "isothermal"};

/* --- writing --- */

/* Adds a basic TOML string. */
static void add_string(struct sm_text *out, const char *text) {
  sm_text_add(out, "\"");
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      sm_text_add(out, "\\%c", *c);
    else if ((unsigned char)*c < 0x20 || *c == 0x7f)
      sm_text_add(out, "\\u%04x", (unsigned)*c);
    else
      sm_text_add_bytes(out, c, 1);
  }
  sm_text_add(out, "\"");
}

/* Adds a number with full precision; TOML floats need a point or an exponent. */
static void add_number(struct sm_text *out, double value) {
  char text[40];
  if (!isfinite(value)) {
    sm_text_add(out, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    return;
  }
  snprintf(text, sizeof text, "%.17g", value);
  sm_text_add(out, "%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

static void add_amounts(struct sm_text *out, const struct sm_chem_cell *c, const double *amount) {
  const char *between = "{ ";
  for (int32_t k = 0; k < c->species_count; k++) {
    if (fabs(amount[k]) <= 0) continue;
    sm_text_add(out, "%s", between);
    add_string(out, c->species[k]);
    sm_text_add(out, " = ");
    add_number(out, amount[k]);
    between = ", ";
  }
  sm_text_add(out, "%s", between[0] == '{' ? "{}" : " }");
}

static void add_path(struct sm_text *out, const char *path) {
  char *whole = realpath(path, NULL);
  add_string(out, whole != NULL ? whole : path);
  free(whole);
}

static void add_list(struct sm_text *out, const struct sm_chem_cell *c, bool index) {
  for (int d = 0; d < 3; d++) {
    sm_text_add(out, "%s", d == 0 ? "[" : ", ");
    if (index)
      sm_text_add(out, "%lld", (long long)c->cell[d]);
    else
      add_number(out, c->position[d]);
  }
  sm_text_add(out, "]");
}

/* Whether a key is written; keys without information are omitted. */
static bool has_key(const struct sm_chem_cell *c, const struct key *key) {
  const char *at = (const char *)c + key->at;
  if (key->needed) return true;
  if (key->kind == INDEX || key->kind == PLACE || key->at == offsetof(struct sm_chem_cell, time))
    return c->placed;
  if (key->kind == MODE || key->kind == METHOD) return true;
  if (key->kind == PATH || key->kind == TEXT) return *(const char *const *)at != NULL;
  if (key->kind == AMOUNTS) return *(const double *const *)at != NULL;
  // cppcheck-suppress invalidPointerCast ; what lies there is a double, by offsetof
  return fabs(*(const double *)at) > 0;
}

static void add_key(struct sm_text *out, const struct sm_chem_cell *c, const struct key *key) {
  const char *at = (const char *)c + key->at;
  if (!has_key(c, key)) return;
  sm_text_add(out, "%s = ", key->name);
  switch (key->kind) {
  case PATH: add_path(out, *(const char *const *)at); break;
  case TEXT: add_string(out, *(const char *const *)at); break;
  case MODE: add_string(out, modes[c->mode]); break;
  case METHOD: add_string(out, sm_chem_method_name(c->method)); break;
  case AMOUNTS: add_amounts(out, c, *(const double *const *)at); break;
  case INDEX:
  case PLACE: add_list(out, c, key->kind == INDEX); break;
  // cppcheck-suppress invalidPointerCast ; what lies there is a double, by offsetof
  default: add_number(out, *(const double *)at);
  }
  sm_text_add(out, "\n");
}

enum sm_status sm_chem_cell_write(struct sm_context *ctx, const char *path,
                                  const struct sm_chem_cell *cell) {
  SM_SCOPED_BY(sm_text_free) struct sm_text out = {0};
  sm_text_add(&out, "# A reacting cell: simoom chem ignite integrates it again.\n"
                    "# K, Pa, s, fractions by mole, kmol/(m3 s), W/m3, m\n");
  for (size_t i = 0; i < KEYS; i++) add_key(&out, cell, &keys[i]);
  return out.failed ? sm_fail(ctx, SM_ERR_MEMORY, "%s: out of memory", path)
                    : sm_file_write_at_once(ctx, path, out.data, out.size);
}

/* --- reading --- */

struct reading {
  struct sm_context *ctx;
  struct sm_problem_report report;
  struct entry *entry;
};

static void wrong(struct reading *r, const struct sm_toml_node *node, const char *name,
                  const char *expected) {
  sm_report_add(&r->report, &node->span, NULL, "'%s': expected %s", name, expected);
}

static bool read_number(struct reading *r, const struct sm_toml_node *node, const char *name,
                        enum kind kind, double *out) {
  static const char *const expected[] = {
      [ABOVE_0] = "a number above 0",
      [FROM_0] = "a number, 0 or above",
      [RTOL] = "a number from 1e-10, below which rounding in doubles is more than it, to 0.1",
      [ANY] = "a finite number"};
  const bool number = node->type == SM_TOML_FLOAT || node->type == SM_TOML_INTEGER;
  const double value = number ? node->number : (double)NAN;
  const bool good = isfinite(value) &&
                    (kind == RTOL ? value >= SM_CHEM_RTOL_MIN && value <= 0.1
                                  : kind == ANY || value > 0 || (kind == FROM_0 && value >= 0));
  if (good)
    *out = node->number;
  else
    wrong(r, node, name, expected[kind]);
  return good;
}

static enum sm_status read_text(struct reading *r, const struct sm_toml_node *node,
                                const struct key *key, const char **out) {
  char *copy;
  if (node->type != SM_TOML_TEXT || node->text[0] == '\0') {
    wrong(r, node, key->name, key->kind == PATH ? "the name of a file, a text" : "a text");
    return SM_OK;
  }
  const char *folder = key->kind == PATH && node->text[0] != '/' ? r->entry->folder : "";
  const size_t before = strlen(folder), length = strlen(node->text);
  SM_TRY(sm_arena_alloc(r->ctx, r->entry->arena, before + length + 1, 1, &copy));
  memcpy(copy, folder, before);
  memcpy(copy + before, node->text, length);
  *out = copy;
  return SM_OK;
}

static int read_word(struct reading *r, const struct sm_toml_node *node, const char *name,
                     const char *const *words, size_t count) {
  SM_SCOPED_BY(sm_text_free) struct sm_text list = {0};
  for (size_t i = 0; i < count; i++) {
    if (node->type == SM_TOML_TEXT && strcmp(node->text, words[i]) == 0) return (int)i;
    sm_text_add(&list, "%s\"%s\"", i > 0 ? ", " : "one of ", words[i]);
  }
  wrong(r, node, name, sm_text_string(&list));
  return 0;
}

/* Index of a species, which is added if absent. */
static int32_t species_of(struct sm_chem_cell *c, const char **names, const char *name) {
  for (int32_t k = 0; k < c->species_count; k++)
    if (strcmp(names[k], name) == 0) return k;
  names[c->species_count] = name;
  return c->species_count++;
}

/* Reads fractions and sources of all species named by either. */
static enum sm_status read_amounts(struct reading *r, const struct sm_toml_node *root) {
  static const char *const which[2] = {"fractions", "source"};
  struct sm_chem_cell *c = &r->entry->cell;
  const struct sm_toml_node *table[2];
  const char **names;
  double *amount[2] = {NULL, NULL}, sum = 0;
  size_t most = 0;
  for (int i = 0; i < 2; i++) {
    table[i] = sm_toml_get(root, which[i]);
    if (table[i] == NULL) continue;
    if (table[i]->type != SM_TOML_TABLE) {
      wrong(r, table[i], which[i], "species and numbers, as in { H2 = 0.3, O2 = 0.7 }");
      table[i] = NULL;
    } else {
      most += table[i]->count;
    }
  }
  SM_TRY(sm_arena_alloc(r->ctx, r->entry->arena, most, sizeof *names, &names));
  for (int i = 0; i < 2; i++) {
    if (table[i] == NULL) continue;
    SM_TRY(sm_arena_alloc(r->ctx, r->entry->arena, most, sizeof *amount[i], &amount[i]));
    for (const struct sm_toml_node *n = table[i]->first; n != NULL; n = n->next) {
      char *name;
      SM_TRY(sm_arena_copy(r->ctx, r->entry->arena, n->key, strlen(n->key), &name));
      (void)read_number(r, n, name, i == 0 ? FROM_0 : ANY, &amount[i][species_of(c, names, name)]);
    }
  }
  for (int32_t k = 0; amount[0] != NULL && k < c->species_count; k++) sum += amount[0][k];
  if (table[0] != NULL && !(sum > 0) && r->report.count == 0)
    wrong(r, table[0], which[0], "a gas: fractions of a sum above 0");
  c->species = names;
  c->fractions = amount[0];
  c->source = amount[1];
  return SM_OK;
}

static void read_three(struct reading *r, struct sm_toml_node *node, const char *name, bool index) {
  struct sm_chem_cell *c = &r->entry->cell;
  bool good = node->type == SM_TOML_ARRAY && node->count == 3;
  for (size_t d = 0; good && d < 3; d++) {
    const struct sm_toml_node *n = sm_toml_element(node, d);
    good = n->type == SM_TOML_INTEGER || (!index && n->type == SM_TOML_FLOAT);
    good = good && isfinite(n->number) && fabs(n->number) < (double)MOST_INDEX;
    if (!good) break;
    if (index)
      c->cell[d] = n->integer;
    else
      c->position[d] = n->number;
  }
  if (!good) wrong(r, node, name, index ? "three whole numbers" : "three numbers");
}

static enum sm_status read_key(struct reading *r, struct sm_toml_node *node,
                               const struct key *key) {
  struct sm_chem_cell *c = &r->entry->cell;
  char *at = (char *)c + key->at;
  const char *methods[SM_CHEM_METHODS];
  for (int m = 0; m < SM_CHEM_METHODS; m++)
    methods[m] = sm_chem_method_name((enum sm_chem_method)m);
  switch (key->kind) {
  case PATH:
  case TEXT: return read_text(r, node, key, (const char **)(void *)at);
  case MODE: c->mode = (enum sm_chem_mode)read_word(r, node, key->name, modes, 3); break;
  case METHOD:
    c->method = (enum sm_chem_method)read_word(r, node, key->name, methods, SM_CHEM_METHODS);
    break;
  case AMOUNTS: break; /* read by read_amounts */
  case INDEX:
  case PLACE:
    c->placed = true;
    read_three(r, node, key->name, key->kind == INDEX);
    break;
  default: (void)read_number(r, node, key->name, key->kind, (double *)(void *)at);
  }
  return SM_OK;
}

static void unknown(struct reading *r, const struct sm_toml_node *node) {
  const char *names[KEYS];
  char help[64];
  for (size_t i = 0; i < KEYS; i++) names[i] = keys[i].name;
  const char *nearest = sm_text_nearest(node->key, names, KEYS);
  if (nearest != NULL) snprintf(help, sizeof help, "did you mean '%s'?", nearest);
  sm_report_add(&r->report, &node->key_span, nearest != NULL ? help : NULL, "unknown key '%s'",
                node->key);
}

static enum sm_status read_all(struct reading *r, const struct sm_toml_node *root) {
  const struct sm_toml_span whole = {0};
  for (struct sm_toml_node *node = root->first; node != NULL; node = node->next) {
    size_t i = 0;
    while (i < KEYS && strcmp(keys[i].name, node->key) != 0) i++;
    if (i == KEYS)
      unknown(r, node);
    else
      SM_TRY(read_key(r, node, &keys[i]));
  }
  SM_TRY(read_amounts(r, root));
  for (size_t i = 0; i < KEYS; i++)
    if (keys[i].needed && sm_toml_get(root, keys[i].name) == NULL)
      sm_report_add(&r->report, &whole, NULL, "'%s' is missing", keys[i].name);
  return sm_report_close(r->ctx, &r->report);
}

static enum sm_status parse(struct reading *r) {
  struct sm_toml_node *root = NULL;
  struct sm_toml_error error;
  const char *slash = strrchr(r->report.name, '/');
  const size_t length = slash != NULL ? (size_t)(slash - r->report.name) + 1 : 0;
  SM_TRY(sm_arena_copy(r->ctx, r->entry->arena, r->report.name, length, &r->entry->folder));
  const enum sm_status status =
      sm_toml_parse(r->ctx, r->entry->arena, 0, r->report.text, r->report.size, &root, &error);
  if (status == SM_OK) return read_all(r, root);
  if (status != SM_ERR_CASE) return status;
  sm_report_add(&r->report, &error.span, NULL, "%s", error.text);
  return sm_report_close(r->ctx, &r->report);
}

enum sm_status sm_chem_cell_read(struct sm_context *ctx, const char *path,
                                 struct sm_chem_cell **out) {
  struct reading *r = NULL;
  struct sm_arena *arena = NULL;
  char *text = NULL;
  size_t size = 0;
  enum sm_status status;
  *out = NULL;
  SM_TRY(sm_file_read(ctx, path, &text, &size));
  SM_TRY_DONE(sm_alloc(ctx, 1, sizeof *r, "a reacting cell", &r));
  SM_TRY_DONE(sm_arena_create(ctx, &arena));
  SM_TRY_DONE(sm_arena_alloc(ctx, arena, 1, sizeof *r->entry, &r->entry));
  r->ctx = ctx;
  r->entry->arena = arena;
  r->report = (struct sm_problem_report){.name = path, .text = text, .size = size};
  SM_TRY_DONE(parse(r));
  *out = &r->entry->cell;
  arena = NULL;
done:
  if (r != NULL) sm_report_free(&r->report);
  sm_arena_destroy(&arena);
  sm_free(r);
  sm_free(text);
  return status;
}

void sm_chem_cell_destroy(struct sm_chem_cell **cell) {
  if (*cell == NULL) return;
  struct entry *entry = (struct entry *)(void *)*cell; /* the cell is its first member */
  struct sm_arena *arena = entry->arena;
  sm_arena_destroy(&arena);
  *cell = NULL;
}
