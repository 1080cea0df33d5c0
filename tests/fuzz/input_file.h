/* input_file.h - fuzz input as a file, in memory if the system supports it. A program that includes
 * it defines _DEFAULT_SOURCE. */
#ifndef SM_TESTS_INPUT_FILE_H
#define SM_TESTS_INPUT_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INPUT_PATH = 64 };

/* File of the inputs of a program, initialised by {0}. It is made once and written anew for each
 * input: making and removing it took longer than most readers. */
struct input_file {
  char path[INPUT_PATH];
  int descriptor;
};

static struct input_file *input_files[4]; /* to be removed at the end */

static inline void input_files_remove(void) {
  for (size_t i = 0; i < sizeof input_files / sizeof *input_files; i++)
    if (input_files[i] != NULL) unlink(input_files[i]->path);
}

static inline bool input_file_create(struct input_file *file, const char *ending) {
  const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  size_t known = 0;
  snprintf(file->path, INPUT_PATH, "%s/simoom-fuzz-XXXXXX%s", folder, ending);
  file->descriptor = mkstemps(file->path, (int)strlen(ending));
  if (file->descriptor < 0) return false;
  while (known < sizeof input_files / sizeof *input_files - 1 && input_files[known] != NULL)
    known++;
  if (known == 0) atexit(input_files_remove);
  input_files[known] = file;
  return true;
}

/* Path of the file with these bytes; NULL on failure. */
static inline const char *input_file(struct input_file *file, const void *data, size_t size,
                                     const char *ending) {
  if (file->path[0] == '\0' && !input_file_create(file, ending)) return NULL;
  const bool whole = pwrite(file->descriptor, data, size, 0) == (ssize_t)size;
  return whole && ftruncate(file->descriptor, (off_t)size) == 0 ? file->path : NULL;
}

/* Whether an input also takes a way that is much slower than the reader: one of 128, by its bytes.
 */
static inline bool input_is_sampled(const uint8_t *data, size_t size) {
  uint32_t sum = 2166136261U; /* FNV-1a */
  for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * 16777619U;
  return ((sum ^ sum >> 16) & 127) == 0;
}

#endif
