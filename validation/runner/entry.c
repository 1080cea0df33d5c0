#include "entry.h"

#include "cli/text/embedded.h"
#include "cli/text/node.h"
#include "expression.h"
#include "keys.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts of all entries (validation/CMakeLists.txt). */
extern const struct cli_embedded cli_entry_texts[];

const char *cli_entry_name(size_t n) { return cli_entry_texts[n].name; }

/* Reads a number, or an expression of numbers; NAN if the key is absent. */
static bool read_number(const char *file, const struct sm_toml_node *table, const char *key,
                        double *out, char reason[CLI_REASON]) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  *out = node != NULL ? node->number : (double)NAN;
  if (node == NULL || node->type != SM_TOML_TEXT) return true;
  struct cli_scope *scope = cli_scope_create(NULL, NULL);
  const bool good = scope != NULL && cli_evaluate_number(scope, node->text, out);
  if (!good)
    cli_node_wrong(file, node, reason, CLI_REASON, "%s",
                   scope != NULL ? cli_scope_reason(scope) : "out of memory");
  cli_scope_destroy(&scope);
  return good;
}

/* Reads the limit of a gate, required if there is a gate. */
static bool read_limit(const char *file, const struct sm_toml_node *table, const char *key,
                       enum cli_gate gate, struct cli_quantity *out, char reason[CLI_REASON]) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  if (node == NULL) return true;
  out->gate = gate;
  if (!read_number(file, table, key, &out->limit, reason)) return false;
  return !isnan(out->limit) ||
         cli_node_wrong(file, node, reason, CLI_REASON, "'%s' is not a number", key);
}

static bool read_quantity(const char *file, const struct sm_toml_node *table,
                          struct cli_quantity *out, char reason[CLI_REASON]) {
  const char *unit = cli_node_text(table, "unit");
  *out = (struct cli_quantity){.name = cli_node_text(table, "name"),
                               .unit = unit != NULL ? unit : "",
                               .value = cli_node_text(table, "value"),
                               .limit = CLI_NONE};
  return read_limit(file, table, "at_most", CLI_AT_MOST, out, reason) &&
         read_limit(file, table, "at_least", CLI_AT_LEAST, out, reason) &&
         read_number(file, table, "published", &out->published, reason) &&
         read_number(file, table, "peer", &out->peer, reason);
}

static bool read_quantities(struct cli_entry *out, char reason[CLI_REASON]) {
  const struct sm_toml_node *table = cli_node_first(out->text, "numbers");
  for (; table != NULL; table = table->next) {
    if (out->quantity_count == CLI_QUANTITIES)
      return cli_node_wrong(out->file, table, reason, CLI_REASON, "more than %d numbers",
                            CLI_QUANTITIES);
    if (!read_quantity(out->file, table, &out->quantity[out->quantity_count++], reason))
      return false;
  }
  return true;
}

static bool read_settings(struct cli_entry *out, char reason[CLI_REASON]) {
  const struct sm_toml_node *set = cli_node_first(out->text, "set");
  for (int s = 0; s < CLI_SETTINGS && set != NULL; s++, set = set->next)
    out->row.set[s] = set->text;
  return set == NULL ||
         cli_node_wrong(out->file, set, reason, CLI_REASON, "more than %d settings", CLI_SETTINGS);
}

/* "f64", or the default "f32". */
static bool read_precision(struct cli_entry *out, char reason[CLI_REASON]) {
  const struct sm_toml_node *node = sm_toml_get(out->text, "precision");
  return node == NULL || cli_precision(node->text, &out->f64) ||
         cli_node_wrong(out->file, node, reason, CLI_REASON, "precision '%s' is not f32 or f64",
                        node->text);
}

/* Function named by a key; NULL if the key is absent. */
static bool read_function(const struct cli_entry *entry, const char *key,
                          enum cli_outcome (**out)(struct cli_trial *trial),
                          char reason[CLI_REASON]) {
  const struct sm_toml_node *node = sm_toml_get(entry->text, key);
  if (node == NULL) return true;
  for (const struct cli_measure *m = cli_measures; m->name != NULL; m++)
    if (strcmp(m->name, node->text) == 0) *out = m->measure;
  return *out != NULL ||
         cli_node_wrong(entry->file, node, reason, CLI_REASON, "no function '%s'", node->text);
}

/* Path of the case in the folder of the entry, beside the folder of cases. */
static char *own_case(const char *name) {
  static const char format[] = "../validation/%s/case.toml";
  const size_t size = sizeof format + strlen(name);
  char *path = malloc(size);
  if (path != NULL) snprintf(path, size, format, name);
  return path;
}

/* Reads an entry from its text. */
static bool read_entry(const struct cli_embedded *embedded, const struct sm_toml_node *text,
                       struct cli_entry *out, char reason[CLI_REASON]) {
  *out = (struct cli_entry){.file = embedded->file,
                            .row = {.name = embedded->name,
                                    .case_file = cli_node_text(text, "case"),
                                    .data = cli_node_text(text, "data"),
                                    .remark = cli_node_text(text, "remark")},
                            .published = cli_node_text(text, "published"),
                            .peer = cli_node_text(text, "peer"),
                            .note = cli_node_text(text, "note"),
                            .slow = cli_node_flag(text, "slow"),
                            .has_coarse = sm_toml_get(text, "coarse") != NULL,
                            .text = text};
  if (!cli_entry_check(embedded->file, text, reason)) return false;
  out->own_case = out->row.case_file == NULL ? own_case(embedded->name) : NULL;
  if (out->own_case != NULL) out->row.case_file = out->own_case;
  return read_settings(out, reason) && read_precision(out, reason) &&
         read_quantities(out, reason) && read_function(out, "measure", &out->measure, reason) &&
         read_function(out, "prepare", &out->prepare, reason);
}

bool cli_entries_read(struct cli_entries *out, char reason[CLI_REASON]) {
  struct sm_context *ctx = NULL;
  *out = (struct cli_entries){0};
  while (cli_entry_texts[out->count].name != NULL) out->count++;
  out->entry = calloc(out->count, sizeof *out->entry);
  out->document = calloc(out->count, sizeof *out->document);
  bool good = out->entry != NULL && out->document != NULL && sm_context_create(NULL, &ctx) == SM_OK;
  snprintf(reason, CLI_REASON, "out of memory");
  for (size_t e = 0; e < out->count && good; e++) {
    good = cli_embedded_open(ctx, &cli_entry_texts[e], &out->document[e]) == SM_OK;
    if (!good) snprintf(reason, CLI_REASON, "%s", sm_context_message(ctx));
    if (good)
      good =
          read_entry(&cli_entry_texts[e], sm_toml_root(out->document[e]), &out->entry[e], reason);
  }
  sm_context_destroy(&ctx);
  return good;
}

void cli_entries_free(struct cli_entries *entries) {
  for (size_t e = 0; e < entries->count && entries->document != NULL; e++) {
    free(entries->entry[e].own_case);
    sm_toml_close(&entries->document[e]);
  }
  free(entries->entry);
  free(entries->document);
  *entries = (struct cli_entries){0};
}
