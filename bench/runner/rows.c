#include "rows.h"

#include "cli/text/embedded.h"
#include "row.h"
#include <simoom/simoom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Texts of the suites (bench/CMakeLists.txt). */
extern const struct cli_embedded cli_suite_texts[];

enum { SUITES = 16 };

/* Rows are used by all parts of the command until its end. */
static struct {
  const struct cli_suite *suite;
  struct sm_toml_document *document;
  struct cli_row *row;
  char *own; /* `own` data of all rows */
  size_t count;
} loaded[SUITES];

/* Reads the n-th suite that has a text. */
static bool read_suite(struct sm_context *ctx, const struct cli_suite *suite, size_t n,
                       char reason[CLI_REASON]) {
  const struct cli_embedded *text = cli_suite_texts;
  while (text->name != NULL && strcmp(text->name, suite->name) != 0) text++;
  snprintf(reason, CLI_REASON, "suite %s: no text", suite->name);
  if (text->name == NULL) return false;
  if (cli_embedded_open(ctx, text, &loaded[n].document) != SM_OK) {
    snprintf(reason, CLI_REASON, "%s", sm_context_message(ctx));
    return false;
  }
  const struct sm_toml_node *root = sm_toml_root(loaded[n].document);
  if (!cli_rows_check(suite, text->file, root, reason)) return false;
  const struct sm_toml_node *rows = sm_toml_get(root, "row");
  loaded[n].row = calloc(rows->count, sizeof *loaded[n].row);
  loaded[n].own = calloc(rows->count, suite->own_size + 1);
  snprintf(reason, CLI_REASON, "out of memory");
  if (loaded[n].row == NULL || loaded[n].own == NULL) return false;
  for (const struct sm_toml_node *table = rows->first; table != NULL; table = table->next) {
    struct cli_row *row = &loaded[n].row[loaded[n].count];
    char *own = loaded[n].own + loaded[n].count++ * suite->own_size;
    if (!cli_row_read(suite, text->file, root, table, row, own, reason)) return false;
  }
  loaded[n].suite = suite;
  return true;
}

bool cli_rows_read(char reason[CLI_REASON]) {
  struct sm_context *ctx = NULL;
  size_t n = 0;
  bool good = sm_context_create(NULL, &ctx) == SM_OK;
  if (!good) snprintf(reason, CLI_REASON, "out of memory");
  for (const struct cli_suite *const *suite = cli_suites; *suite != NULL && good; suite++) {
    if ((*suite)->rows != NULL) continue;
    good = n < SUITES;
    if (good)
      good = read_suite(ctx, *suite, n++, reason);
    else
      snprintf(reason, CLI_REASON, "more than %d suites", SUITES);
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
