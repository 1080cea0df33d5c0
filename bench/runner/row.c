#include "row.h"

#include "cli/text/node.h"
#include <string.h>

static const struct cli_key source[] = {
    {"with", "t!", NULL}, {"source", "t", NULL}, {NULL, NULL, NULL}};
static const struct cli_key sources[] = {{NULL, "l", source}, {NULL, NULL, NULL}};
static const struct cli_key reference[] = {
    {"figure", "t!", NULL}, {"on", "t!", NULL},  {"goal", "n", NULL},   {"value", "n", NULL},
    {"of", "t", NULL},      {"with", "t", NULL}, {"source", "t", NULL}, {NULL, NULL, NULL}};
static const struct cli_key common[] = {{"name", "t!", NULL},   {"case", "t", NULL},
                                        {"data", "t", NULL},    {"remark", "t!", NULL},
                                        {"on", "t!", NULL},     {"also", "t", NULL},
                                        {"set", "T", NULL},     {"one_thread", "b", NULL},
                                        {"limited", "b", NULL}, {"beside", "l", reference}};
enum { COMMON = sizeof common / sizeof *common, OWN = 8 };

bool cli_rows_check(const struct cli_suite *suite, const char *file,
                    const struct sm_toml_node *root, char reason[CLI_REASON]) {
  struct cli_key row[COMMON + OWN + 1] = {{NULL, NULL, NULL}};
  const struct cli_key all[] = {{"row", "l!", row}, {"sources", "l", sources}, {NULL, NULL, NULL}};
  memcpy(row, common, sizeof common);
  for (int k = 0; k < OWN && suite->keys != NULL && suite->keys[k].kinds != NULL; k++)
    row[COMMON + k] = suite->keys[k];
  return cli_keys_check(file, root, all, reason, CLI_REASON);
}

/* Position in the text, for messages. */
struct place {
  const char *file;
  char *reason;
};

static bool unknown(const struct place *place, const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  return cli_node_wrong(place->file, node != NULL ? node : table, place->reason, CLI_REASON,
                        "%s '%s' is not known", key, node != NULL ? node->text : "");
}

/* Devices of a key, which may be absent. */
static bool read_devices(const struct place *place, const struct sm_toml_node *table,
                         const char *key, unsigned *out) {
  static const char *const words[] = {"cpu", "cuda", "both", NULL};
  static const unsigned devices[] = {CLI_ON_CPU, CLI_ON_CUDA, CLI_ON_CPU | CLI_ON_CUDA};
  const int word = cli_node_word(table, key, words);
  *out = word >= 0 ? devices[word] : 0;
  return word >= 0 || sm_toml_get(table, key) == NULL || unknown(place, table, key);
}

static bool read_figure(const struct place *place, const struct sm_toml_node *table,
                        enum cli_figure *out) {
  const char *figure = cli_node_text(table, "figure");
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) {
    if (strcmp(cli_figure_info[f].key, figure) != 0) continue;
    *out = (enum cli_figure)f;
    return true;
  }
  return unknown(place, table, "figure");
}

/* Reads a goal, a value with one of the named sources, or a value with its own source. */
static bool read_reference(const struct place *place, const struct sm_toml_node *root,
                           const struct sm_toml_node *table, struct cli_reference *out) {
  const char *of = cli_node_text(table, "of");
  const struct sm_toml_node *from = table;
  const bool goal = sm_toml_get(table, "goal") != NULL;
  if (goal == (sm_toml_get(table, "value") != NULL))
    return cli_node_wrong(place->file, table, place->reason, CLI_REASON,
                          "either 'goal' or 'value'");
  if (of != NULL) from = sm_toml_get(sm_toml_get(root, "sources"), of);
  if (from == NULL) return unknown(place, table, "of");
  *out = (struct cli_reference){.value = cli_node_number(table, goal ? "goal" : "value"),
                                .with = goal ? "goal" : cli_node_text(from, "with"),
                                .source = goal ? NULL : cli_node_text(from, "source")};
  if (out->with == NULL)
    return cli_node_wrong(place->file, table, place->reason, CLI_REASON, "no key 'of' or 'with'");
  return read_devices(place, table, "on", &out->devices) && read_figure(place, table, &out->figure);
}

static bool read_references(const struct place *place, const struct sm_toml_node *root,
                            const struct sm_toml_node *table, struct cli_row *out) {
  const struct sm_toml_node *beside = cli_node_first(table, "beside");
  for (int r = 0; beside != NULL; r++, beside = beside->next) {
    if (r == CLI_REFERENCES)
      return cli_node_wrong(place->file, beside, place->reason, CLI_REASON,
                            "more than %d references", CLI_REFERENCES);
    if (!read_reference(place, root, beside, &out->reference[r])) return false;
  }
  return true;
}

static bool read_settings(const struct place *place, const struct sm_toml_node *table,
                          struct cli_row *out) {
  const struct sm_toml_node *set = cli_node_first(table, "set");
  for (int s = 0; s < CLI_SETTINGS && set != NULL; s++, set = set->next) out->set[s] = set->text;
  return set == NULL || cli_node_wrong(place->file, set, place->reason, CLI_REASON,
                                       "more than %d settings", CLI_SETTINGS);
}

bool cli_row_read(const struct cli_suite *suite, const char *file, const struct sm_toml_node *root,
                  const struct sm_toml_node *table, struct cli_row *out, void *own,
                  char reason[CLI_REASON]) {
  const struct place place = {file, reason};
  *out = (struct cli_row){.name = cli_node_text(table, "name"),
                          .case_file = cli_node_text(table, "case"),
                          .data = cli_node_text(table, "data"),
                          .remark = cli_node_text(table, "remark"),
                          .one_thread = cli_node_flag(table, "one_thread"),
                          .limited = cli_node_flag(table, "limited"),
                          .own = own};
  const char *wrong = suite->read_own != NULL ? suite->read_own(table, own) : NULL;
  if (wrong != NULL) return unknown(&place, table, wrong);
  return read_devices(&place, table, "on", &out->devices) &&
         read_devices(&place, table, "also", &out->also) && read_settings(&place, table, out) &&
         read_references(&place, root, table, out);
}

bool cli_precision(const char *text, bool *f64) {
  *f64 = strcmp(text, "f64") == 0;
  return *f64 || strcmp(text, "f32") == 0;
}
