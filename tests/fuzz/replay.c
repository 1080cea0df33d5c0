/* replay.c - the main program of a fuzz target that is built without libFuzzer: runs the target on
 * every file of the folders, and on the files, that its arguments name. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs the target on one file; false when it cannot be read. */
static int replay_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    return 0;
  }
  fseek(file, 0, SEEK_END);
  const long end = ftell(file);
  const size_t size = end > 0 ? (size_t)end : 0;
  rewind(file);
  uint8_t *data = malloc(size > 0 ? size : 1); /* exact, so that reading beyond it is seen */
  const int good = data != NULL && fread(data, 1, size, file) == size;
  if (good) LLVMFuzzerTestOneInput(data, size);
  free(data);
  fclose(file);
  return good;
}

/* Counts the inputs of a folder or file; -1 when one cannot be read. */
static int replay(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) return replay_file(path) ? 1 : -1;
  DIR *entries = opendir(path);
  if (entries == NULL) return -1;
  int count = 0;
  for (const struct dirent *entry; count >= 0 && (entry = readdir(entries)) != NULL;) {
    char name[4096];
    if (entry->d_name[0] == '.') continue;
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    count = replay_file(name) ? count + 1 : -1;
  }
  closedir(entries);
  return count;
}

int main(int argc, char **argv) {
  int total = 0;
  for (int i = 1; i < argc; i++) {
    const int count = replay(argv[i]);
    if (count < 0) return EXIT_FAILURE;
    total += count;
  }
  printf("%d inputs\n", total);
  return total > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
