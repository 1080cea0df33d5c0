/* replay.c - the main program of a fuzz target that is built without libFuzzer: runs the target on
 * every file of the folders, on the files, and on the inputs in the packs (.pack), that its
 * arguments name. A target with a mutator of its own also gets each input mutated a few times,
 * always alike; SIMOOM_FUZZ_MUTATIONS says how often. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MUTATED = 1 << 16 }; /* bytes of an input that is mutated, or packed */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
    __attribute__((weak));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* In place of libFuzzer's: changes a byte. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) {
  if (size > 0 && most >= size) data[size * 7919 % 31 % size] ^= 0x15;
  return size;
}

/* The input itself, then mutated again and again. */
static void replay_bytes(const uint8_t *data, size_t size) {
  const char *told = getenv("SIMOOM_FUZZ_MUTATIONS");
  const int mutations = told != NULL ? atoi(told) : 8;
  const size_t most = 2 * size + 1024;
  LLVMFuzzerTestOneInput(data, size);
  if (LLVMFuzzerCustomMutator == NULL || size > MUTATED) return;
  uint8_t *copy = malloc(most);
  if (copy == NULL) return;
  memcpy(copy, data, size);
  size_t length = size;
  for (int m = 0; m < mutations; m++) {
    length = LLVMFuzzerCustomMutator(copy, length, most, (unsigned)m + 1);
    LLVMFuzzerTestOneInput(copy, length);
  }
  free(copy);
}

/* Inputs one after another, each after a line with its size, as scripts/fuzz_tools.py packs them.
 * Returns how many; -1: damaged. */
static int replay_pack(const char *path) {
  FILE *file = fopen(path, "rb");
  int count = 0;
  size_t size;
  char newline;
  while (file != NULL && count >= 0 && fscanf(file, "%zu%c", &size, &newline) == 2) {
    uint8_t *data = size <= MUTATED ? malloc(size > 0 ? size : 1) : NULL;
    const int good = data != NULL && newline == '\n' && fread(data, 1, size, file) == size &&
                     fgetc(file) == '\n';
    if (good) LLVMFuzzerTestOneInput(data, size);
    free(data);
    count = good ? count + 1 : -1;
  }
  if (file != NULL) fclose(file);
  return file != NULL ? count : -1;
}

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
  if (good) replay_bytes(data, size);
  free(data);
  fclose(file);
  return good;
}

/* Counts the inputs of a folder or file; -1 when one cannot be read. */
static int replay(const char *path) {
  struct stat info;
  const char *ending = strrchr(path, '.');
  if (ending != NULL && strcmp(ending, ".pack") == 0) return replay_pack(path);
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
