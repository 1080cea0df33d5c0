/* Fuzz target of what simoom view --follow tells of the folder of a run: PREFIX_live.json of one
 * that goes on, PREFIX_run.json of one that has ended. What is told is JSON whatever they hold.
 * replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "cli/view/follow.h"
#include "input_file.h"
#include <lab/facts.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *used;

static void remove_folder(void) { rmdir(used); }

static void look(const char *folder, const char *name, const uint8_t *data, size_t size) {
  char path[2 * INPUT_PATH], *text = NULL;
  const char *reason;
  struct cli_follow follow = {.folder = folder};
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  if (file == NULL) return;
  const bool whole = fwrite(data, 1, size, file) == size;
  if (fclose(file) != 0 || !whole || sm_context_create(NULL, &follow.ctx) != SM_OK) abort();
  if (!cli_follow_poll(&follow, &text) && sm_context_message(follow.ctx)[0] == '\0') abort();
  if (text == NULL) abort();
  struct sm_facts told;
  if (!sm_facts_read(&told, text, &reason) || sm_fact_text(told.root, "stamp")[0] == '\0') abort();
  sm_facts_free(&told);
  free(text);
  cli_follow_end(&follow);
  sm_context_destroy(&follow.ctx);
  unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char folder[INPUT_PATH]; /* made once, removed at the end */
  if (folder[0] == '\0') {
    if (!input_file(data, 0, "", folder)) return 0;
    unlink(folder);
    if (mkdir(folder, 0700) != 0) abort();
    used = folder;
    atexit(remove_folder);
  }
  look(folder, "a_live.json", data, size);
  look(folder, "a_run.json", data, size);
  return 0;
}
