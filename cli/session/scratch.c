#define _XOPEN_SOURCE 700 /* for nftw, mkdtemp */
#include "scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool cli_scratch_create(const char *prefix, char *out, size_t size) {
  const char *parent = getenv("TMPDIR");
  if (parent == NULL || parent[0] == '\0') parent = "/tmp";
  if ((size_t)snprintf(out, size, "%s/%s-XXXXXX", parent, prefix) >= size) {
    errno = ENAMETOOLONG;
    return false;
  }
  return mkdtemp(out) != NULL;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info;
  (void)kind;
  return where->level > 0 ? remove(path) : 0;
}

void cli_scratch_empty(const char *path) { nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS); }

void cli_scratch_remove(const char *path) {
  cli_scratch_empty(path);
  rmdir(path);
}
