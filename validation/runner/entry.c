#include "entry.h"

#include "cli/text/embedded.h"
#include "cli/text/node.h"
#include "expression.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The texts of all entries (validation/CMakeLists.txt). */
extern const struct cli_embedded cli_entry_texts[];

const char *cli_entry_name(size_t n) { return cli_entry_texts[n].name; }

/* A number, or an expression of numbers; NAN where there is no such key. */
static bool read_number(const struct sm_toml_node *table, const char *key, double *out,
                        char reason[CLI_REASON]) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  *out = node != NULL ? node->number : (double)NAN;
  if (node == NULL || node->type != SM_TOML_TEXT) return true;
  struct cli_scope *scope = cli_scope_create(NULL, NULL);
  const bool good = scope != NULL && cli_evaluate_number(scope, node->text, out);
  if (!good)
    snprintf(reason, CLI_REASON, "%s", scope != NULL ? cli_scope_reason(scope) : "out of memory");
  cli_scope_destroy(&scope);
  return good;
}

static bool read_quantity(const struct sm_toml_node *table, struct cli_quantity *out,
                          char reason[CLI_REASON]) {
  double at_most, at_least;
  const char *unit = cli_node_text(table, "unit");
  *out = (struct cli_quantity){.name = cli_node_text(table, "name"),
                               .unit = unit != NULL ? unit : "",
                               .value = cli_node_text(table, "value")};
  if (!read_number(table, "at_most", &at_most, reason) ||
      !read_number(table, "at_least", &at_least, reason) ||
      !read_number(table, "published", &out->published, reason) ||
      !read_number(table, "peer", &out->peer, reason))
    return false;
  out->gate = !isnan(at_most) ? CLI_AT_MOST : !isnan(at_least) ? CLI_AT_LEAST : CLI_NO_GATE;
  out->limit = !isnan(at_most) ? at_most : at_least;
  return true;
}

static bool read_quantities(const struct sm_toml_node *text, struct cli_entry *out,
                            char reason[CLI_REASON]) {
  const struct sm_toml_node *table = cli_node_first(text, "numbers");
  for (; table != NULL; table = table->next) {
    if (out->quantity_count == CLI_QUANTITIES) {
      snprintf(reason, CLI_REASON, "more than %d numbers", CLI_QUANTITIES);
      return false;
    }
    if (!read_quantity(table, &out->quantity[out->quantity_count++], reason)) return false;
  }
  return true;
}

/* The function that a key names; NULL: there is no such key. */
static bool read_function(const struct sm_toml_node *text, const char *key,
                          enum cli_outcome (**out)(struct cli_trial *trial),
                          char reason[CLI_REASON]) {
  const char *name = cli_node_text(text, key);
  if (name == NULL) return true;
  for (const struct cli_measure *m = cli_measures; m->name != NULL; m++)
    if (strcmp(m->name, name) == 0) *out = m->measure;
  if (*out == NULL) snprintf(reason, CLI_REASON, "no function '%s'", name);
  return *out != NULL;
}

/* The case of the entry's own folder, beside the folder of cases. */
static char *own_case(const char *name) {
  static const char format[] = "../validation/%s/case.toml";
  const size_t size = sizeof format + strlen(name);
  char *path = malloc(size);
  if (path != NULL) snprintf(path, size, format, name);
  return path;
}

bool cli_entry_read(const char *name, const struct sm_toml_node *text, struct cli_entry *out,
                    char reason[CLI_REASON]) {
  const char *precision = cli_node_text(text, "precision");
  *out = (struct cli_entry){.row = {.name = name,
                                    .case_file = cli_node_text(text, "case"),
                                    .data = cli_node_text(text, "data"),
                                    .remark = cli_node_text(text, "remark")},
                            .published = cli_node_text(text, "published"),
                            .peer = cli_node_text(text, "peer"),
                            .note = cli_node_text(text, "note"),
                            .f64 = precision != NULL && strcmp(precision, "f64") == 0,
                            .slow = cli_node_flag(text, "slow"),
                            .has_coarse = sm_toml_get(text, "coarse") != NULL,
                            .text = text};
  const struct sm_toml_node *set = cli_node_first(text, "set");
  for (int s = 0; s < CLI_SETTINGS && set != NULL; s++, set = set->next)
    out->row.set[s] = set->text;
  out->own_case = out->row.case_file == NULL ? own_case(name) : NULL;
  if (out->own_case != NULL) out->row.case_file = out->own_case;
  return read_quantities(text, out, reason) &&
         read_function(text, "measure", &out->measure, reason) &&
         read_function(text, "prepare", &out->prepare, reason);
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
      good = cli_entry_read(cli_entry_texts[e].name, sm_toml_root(out->document[e]), &out->entry[e],
                            reason);
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
