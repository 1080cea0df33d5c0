/* input_file.h - fuzz input as a file, in memory if the system supports it. Included once per
 * program, which defines _DEFAULT_SOURCE. */
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

/* Creates a file with a new name and this extension; false on failure. */
static inline bool input_file(const uint8_t *data, size_t size, const char *ending,
                              char path[INPUT_PATH]) {
  const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(path, INPUT_PATH, "%s/simoom-fuzz-XXXXXX%s", folder, ending);
  const int file = mkstemps(path, (int)strlen(ending));
  if (file < 0) return false;
  const bool whole = write(file, data, size) == (ssize_t)size;
  if (close(file) == 0 && whole) return true;
  unlink(path);
  return false;
}

#endif
