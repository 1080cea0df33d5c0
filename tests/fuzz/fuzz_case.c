/* Fuzz target of the case file. Lines of the input that begin with "#set " are also given as
 * overrides. Without libFuzzer (SM_FUZZ_REPLAY) the program runs every file of the folders that its
 * arguments name. */
#include "base/context.h"
#include "base/file.h"
#include "case/case.h"
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS_MOST = 4, SET_SIZE = 128 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Copies the overrides that the text names; returns how many. */
static size_t find_sets(const char *text, size_t size, char sets[SETS_MOST][SET_SIZE]) {
  static const char mark[] = "#set ";
  size_t count = 0;
  for (size_t at = 0; at < size && count < SETS_MOST;) {
    const char *newline = memchr(text + at, '\n', size - at);
    const size_t length = newline != NULL ? (size_t)(newline - text) - at : size - at;
    if (length > sizeof mark - 1 && memcmp(text + at, mark, sizeof mark - 1) == 0) {
      const size_t used = length - (sizeof mark - 1);
      const size_t kept = used < SET_SIZE ? used : SET_SIZE - 1;
      memcpy(sets[count], text + at + sizeof mark - 1, kept);
      sets[count++][kept] = '\0';
    }
    at += length + 1;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char sets[SETS_MOST][SET_SIZE];
  const char *set[SETS_MOST];
  struct sm_case_options options = {.set = set, .data = "data"};
  struct sm_context *ctx = NULL;
  struct sm_case *c = NULL;
  char *text = malloc(size > 0 ? size : 1); /* exact, so that reading beyond it is seen */
  if (text == NULL || sm_context_create(NULL, &ctx) != SM_OK) abort();
  if (size > 0) memcpy(text, data, size);
  options.set_count = find_sets(text, size, sets);
  for (size_t i = 0; i < options.set_count; i++) set[i] = sets[i];
  const enum sm_status status = sm_case_parse(ctx, "case.toml", text, size, &options, false, &c);
  const bool message = sm_context_message(ctx)[0] != '\0';
  if ((status == SM_OK) != (c != NULL)) abort();
  if (status != SM_OK && (status != SM_ERR_CASE || !message)) abort();
  sm_case_destroy(&c);
  sm_context_destroy(&ctx);
  free(text);
  return 0;
}

#ifdef SM_FUZZ_REPLAY
static int replay(struct sm_context *ctx, const char *folder) {
  int count = 0;
  char path[4096], *text = NULL;
  size_t size = 0;
  DIR *entries = opendir(folder);
  if (entries == NULL) return 0;
  for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] == '.' || sm_file_read(ctx, path, &text, &size) != SM_OK) continue;
    LLVMFuzzerTestOneInput((const uint8_t *)text, size);
    sm_free(text);
    count++;
  }
  closedir(entries);
  printf("%s: %d inputs\n", folder, count);
  return count;
}

int main(int argc, char **argv) {
  struct sm_context *ctx = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  int status = argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
  for (int i = 1; i < argc; i++)
    if (replay(ctx, argv[i]) == 0) status = EXIT_FAILURE;
  sm_context_destroy(&ctx);
  return status;
}
#endif
