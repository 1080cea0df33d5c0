/* Fuzz target of the record of a run (JSON): as simoom report reads it into a page, and as simoom
 * plot reads its residuals. Pictures need a module that is not opened here. replay.c runs it
 * without libFuzzer. */
#define _DEFAULT_SOURCE
#include "cli/report/page.h"
#include "input_file.h"
#include "output/picture/plot.h"
#include <lab/facts.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* No output of a run is there: what the page says of it comes from the record. */
static void report(struct sm_context *ctx, const char *path, const uint8_t *data, size_t size) {
  const char *reason = NULL;
  char *text = malloc(size + 1);
  if (text == NULL) return;
  memcpy(text, data, size);
  for (size_t i = 0; i < size; i++)
    if (text[i] == '\0') text[i] = ' '; /* as cli_file_text */
  text[size] = '\0';
  static FILE *nowhere;
  static struct cli_session session;
  if (nowhere == NULL) {
    nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL) abort();
    cli_terminal_open(&session.terminal, nowhere);
  }
  session.ctx = ctx;
  const struct sm_display_units units = {.count = 0};
  struct cli_run_page page = {
      .session = &session, .record = path, .scratch = "/nonexistent", .units = &units};
  struct sm_facts facts;
  const bool good = sm_facts_read(&facts, text, &reason);
  if (!good && (reason == NULL || reason[0] == '\0')) abort();
  page.run = good ? facts.root : NULL;
  page.out = nowhere;
  if (page.run != NULL) (void)cli_run_page_write(&page);
  sm_facts_free(&facts);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  static bool prepared;
  struct sm_context *ctx = NULL;
  const struct sm_plot_options options = sm_plot_options_default();
  const char *path = input_file(&file, data, size, ".json");
  if (path == NULL) return 0;
  if (!prepared) setenv("SIMOOM_MODULES", "/nonexistent", 1);
  prepared = true;
  if (sm_context_create(NULL, &ctx) != SM_OK) abort();
  const enum sm_status status = sm_plot_history(ctx, path, &options, "/nonexistent/a.png");
  if (status == SM_OK || sm_context_message(ctx)[0] == '\0') abort();
  report(ctx, path, data, size);
  sm_context_destroy(&ctx);
  return 0;
}
