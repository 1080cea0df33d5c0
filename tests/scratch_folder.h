/* scratch_folder.h - temporary folder of a test. Files named by scratch_path are removed
 * with the folder at the end; other files in it were left by the library, and the test
 * fails. */
#ifndef SM_TESTS_SCRATCH_FOLDER_H
#define SM_TESTS_SCRATCH_FOLDER_H

#include "harness.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCRATCH_PATHS = 64 };

static char scratch_folder[32], scratch_paths[SCRATCH_PATHS][96];
static int scratch_count;

static inline void scratch_open(void) {
  strcpy(scratch_folder, "/tmp/simoom-test-XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(scratch_folder));
  scratch_count = 0;
}

/* Path of a file in the folder, valid until the end; the same for the same name. */
static inline const char *scratch_path(const char *name) {
  for (int p = 0; p < scratch_count; p++)
    if (strcmp(scratch_paths[p] + strlen(scratch_folder) + 1, name) == 0) return scratch_paths[p];
  ck_assert_int_lt(scratch_count, SCRATCH_PATHS);
  char *path = scratch_paths[scratch_count++];
  ck_assert_int_lt(snprintf(path, sizeof scratch_paths[0], "%s/%s", scratch_folder, name),
                   sizeof scratch_paths[0]);
  return path;
}

/* Writes a text file to the folder; returns its path. */
static inline const char *scratch_write(const char *name, const char *text) {
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_msg(file != NULL, "%s cannot be written", path);
  ck_assert(fputs(text, file) >= 0);
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

static inline void scratch_leave(void) {
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", scratch_folder);
  if (system(command) != 0) fprintf(stderr, "%s is left\n", scratch_folder);
}

/* The following tests of this process run in the folder, which is removed with its content when the
 * process ends. */
static inline void scratch_enter(void) {
  scratch_open();
  ck_assert_int_eq(chdir(scratch_folder), 0);
  ck_assert_int_eq(atexit(scratch_leave), 0);
}

static inline void scratch_close(void) {
  for (int p = 0; p < scratch_count; p++) unlink(scratch_paths[p]);
  ck_assert_msg(rmdir(scratch_folder) == 0, "something is left in %s", scratch_folder);
}

#endif
