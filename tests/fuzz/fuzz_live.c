/* Fuzz target of what simoom view --follow tells of the folder of a run: PREFIX_live.json of one
 * that goes on (inputs of even size), PREFIX_run.json of one that has ended. What is told is JSON
 * whatever they hold. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "cli/view/follow.h"
#include "input_file.h"
#include <fcntl.h>
#include <lab/facts.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Folders of a run, each with one file; made once, removed at the end. */
static struct folder {
  const char *name;
  char path[INPUT_PATH], file[2 * INPUT_PATH];
  int descriptor;
} folders[2] = {{.name = "a_live.json"}, {.name = "a_run.json"}};

static void remove_folders(void) {
  for (int i = 0; i < 2; i++) {
    unlink(folders[i].file);
    rmdir(folders[i].path);
  }
}

static void prepare(void) {
  const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  for (struct folder *folder = folders; folder < folders + 2; folder++) {
    snprintf(folder->path, INPUT_PATH, "%s/simoom-fuzz-XXXXXX", place);
    if (mkdtemp(folder->path) == NULL) abort();
    snprintf(folder->file, sizeof folder->file, "%s/%s", folder->path, folder->name);
    folder->descriptor = open(folder->file, O_RDWR | O_CREAT, 0600);
    if (folder->descriptor < 0) abort();
  }
  atexit(remove_folders);
}

static void check(const char *text) {
  struct sm_facts told;
  const char *reason;
  if (text == NULL || !sm_facts_read(&told, text, &reason) ||
      sm_fact_text(told.root, "stamp")[0] == '\0')
    abort();
  sm_facts_free(&told);
}

/* Through the files of a folder, which takes most of the time. */
static void poll_folder(const uint8_t *data, size_t size) {
  const struct folder *folder = &folders[size % 2];
  struct cli_follow follow = {.folder = folder->path, .stamp = 1}; /* a result is open */
  char *text = NULL;
  if (folder->path[0] == '\0') prepare();
  if (pwrite(folder->descriptor, data, size, 0) != (ssize_t)size ||
      ftruncate(folder->descriptor, (off_t)size) != 0 ||
      sm_context_create(NULL, &follow.ctx) != SM_OK)
    abort();
  if (!cli_follow_poll(&follow, &text)) abort();
  check(text);
  free(text);
  cli_follow_end(&follow);
  sm_context_destroy(&follow.ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (text == NULL) abort();
  if (size > 0) memcpy(text, data, size);
  for (size_t i = 0; i < size; i++)
    if (text[i] == '\0') text[i] = ' '; /* as cli_file_text */
  text[size] = '\0';
  char *told =
      size % 2 == 0 ? cli_follow_text(text, NULL, 1, 0) : cli_follow_text(NULL, text, 1, 0);
  check(told);
  free(told);
  free(text);
  if (input_is_sampled(data, size)) poll_folder(data, size);
  return 0;
}
