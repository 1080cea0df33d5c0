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

/* Files to be removed at the end, and their folder: GDAL lists the neighbours of a map, of which
 * there would be those of all processes. */
static struct input_file *input_files[4];
static char input_folder[INPUT_PATH / 2];

static inline void input_files_remove(void) {
  for (size_t i = 0; i < sizeof input_files / sizeof *input_files; i++)
    if (input_files[i] != NULL) unlink(input_files[i]->path);
  rmdir(input_folder);
}

static inline bool input_file_create(struct input_file *file, const char *ending) {
  size_t known = 0;
  if (input_folder[0] == '\0') {
    snprintf(input_folder, sizeof input_folder, "%s/simoom-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(input_folder) == NULL) return false;
    atexit(input_files_remove);
  }
  snprintf(file->path, INPUT_PATH, "%s/XXXXXX%s", input_folder, ending);
  file->descriptor = mkstemps(file->path, (int)strlen(ending));
  if (file->descriptor < 0) return false;
  while (known < sizeof input_files / sizeof *input_files - 1 && input_files[known] != NULL)
    known++;
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

/* Choice below n, by the bytes of an input: the same input is always read in the same way. */
static inline unsigned input_choice(const uint8_t *data, size_t size, unsigned n) {
  uint32_t sum = 2166136261U; /* FNV-1a */
  for (size_t i = 0; i < size; i++) sum = (sum ^ data[i]) * 16777619U;
  return (sum ^ sum >> 16) % n;
}

/* Whether an input also takes a way that is much slower than the reader: one of 128. */
static inline bool input_is_sampled(const uint8_t *data, size_t size) {
  return input_choice(data, size, 128) == 0;
}

#endif
