#include "rows.h"

#include "cli/text/embedded.h"
#include "cli/text/node.h"
#include <simoom/simoom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The texts of the suites (bench/CMakeLists.txt). */
extern const struct cli_embedded cli_suite_texts[];

enum { SUITES = 8 };

/* Rows are asked for by all parts of the command, as long as it runs. */
static struct {
  const struct cli_suite *suite;
  struct sm_toml_document *document;
  struct cli_row *row;
  char *own; /* of all rows */
  size_t count;
} loaded[SUITES];

static unsigned devices_of(const struct sm_toml_node *table, const char *key) {
  static const char *const words[] = {"cpu", "cuda", "both", NULL};
  static const unsigned devices[] = {CLI_ON_CPU, CLI_ON_CUDA, CLI_ON_CPU | CLI_ON_CUDA};
  const int word = cli_node_word(table, key, words);
  return word >= 0 ? devices[word] : 0;
}

/* A goal, a value of one of the sources, or a value with its own source. */
static struct cli_reference read_reference(const struct sm_toml_node *sources,
                                           const struct sm_toml_node *table) {
  const char *of = cli_node_text(table, "of");
  const struct sm_toml_node *source = of != NULL ? sm_toml_get(sources, of) : table;
  const bool goal = sm_toml_get(table, "goal") != NULL;
  const char *figure = cli_node_text(table, "figure");
  struct cli_reference out = {.devices = devices_of(table, "on"),
                              .value = cli_node_number(table, goal ? "goal" : "value"),
                              .with = goal ? "goal" : cli_node_text(source, "with"),
                              .source = goal ? NULL : cli_node_text(source, "source")};
  for (int f = 0; f < CLI_FIGURE_COUNT && figure != NULL; f++)
    if (strcmp(cli_figure_info[f].key, figure) == 0) out.figure = (enum cli_figure)f;
  return out;
}

static struct cli_row read_row(const struct sm_toml_node *root, const struct sm_toml_node *table) {
  struct cli_row out = {.name = cli_node_text(table, "name"),
                        .case_file = cli_node_text(table, "case"),
                        .data = cli_node_text(table, "data"),
                        .remark = cli_node_text(table, "remark"),
                        .devices = devices_of(table, "on"),
                        .also = devices_of(table, "also"),
                        .one_thread = cli_node_flag(table, "one_thread"),
                        .limited = cli_node_flag(table, "limited")};
  const struct sm_toml_node *set = cli_node_first(table, "set");
  for (int s = 0; s < CLI_SETTINGS && set != NULL; s++, set = set->next) out.set[s] = set->text;
  const struct sm_toml_node *beside = cli_node_first(table, "beside");
  for (int r = 0; r < CLI_REFERENCES && beside != NULL; r++, beside = beside->next)
    out.reference[r] = read_reference(sm_toml_get(root, "sources"), beside);
  return out;
}

/* The n-th suite that has a text. */
static bool read_suite(struct sm_context *ctx, const struct cli_suite *suite, size_t n) {
  const struct cli_embedded *text = cli_suite_texts;
  while (text->name != NULL && strcmp(text->name, suite->name) != 0) text++;
  if (text->name == NULL || cli_embedded_open(ctx, text, &loaded[n].document) != SM_OK)
    return false;
  const struct sm_toml_node *root = sm_toml_root(loaded[n].document),
                            *rows = sm_toml_get(root, "row");
  if (rows == NULL) return false;
  loaded[n].row = calloc(rows->count, sizeof *loaded[n].row);
  loaded[n].own = calloc(rows->count, suite->own_size + 1);
  if (loaded[n].row == NULL || loaded[n].own == NULL) return false;
  for (const struct sm_toml_node *table = rows->first; table != NULL; table = table->next) {
    struct cli_row *row = &loaded[n].row[loaded[n].count];
    char *own = loaded[n].own + loaded[n].count++ * suite->own_size;
    *row = read_row(root, table);
    if (suite->read_own != NULL) suite->read_own(table, own);
    row->own = own;
  }
  loaded[n].suite = suite;
  return true;
}

bool cli_rows_read(char reason[CLI_REASON]) {
  struct sm_context *ctx = NULL;
  size_t n = 0;
  bool good = sm_context_create(NULL, &ctx) == SM_OK;
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL && good; suite++) {
    if ((*suite)->rows != NULL) continue;
    good = n < SUITES && read_suite(ctx, *suite, n++);
    if (!good)
      snprintf(reason, CLI_REASON, "suite %s: %s", (*suite)->name, sm_context_message(ctx));
  }
  sm_context_destroy(&ctx);
  return good;
}

const struct cli_row *cli_suite_rows(const struct cli_suite *suite, size_t *count) {
  if (suite->rows != NULL) return suite->rows(count);
  *count = 0;
  for (size_t n = 0; n < SUITES; n++) {
    if (loaded[n].suite != suite) continue;
    *count = loaded[n].count;
    return loaded[n].row;
  }
  return NULL;
}
