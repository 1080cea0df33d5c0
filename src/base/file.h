/* file.h - files that appear whole or not at all. */
#ifndef SM_BASE_FILE_H
#define SM_BASE_FILE_H

#include "base/context.h"
#include <stdio.h>

/* Reads a whole file; NUL-terminated, freed with sm_free. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_file_read(struct sm_context *ctx, const char *path, char **out,
                                       size_t *size);

/* Temporary name beside `path` under which it is written first: "<path>.part"; at least
 * strlen(path) + 6 bytes in `out`, else truncated and ERR_IO; ERR_IO also where a device or a pipe
 * would be replaced. */
SM_CHECKED enum sm_status sm_file_temporary(struct sm_context *ctx, const char *path, char *out,
                                            size_t size);

/* Creates the file of a temporary name, empty, for writing; messages call it `name`. What has that
 * name already is removed: a link that somebody planted there is not followed. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_create(struct sm_context *ctx, const char *temporary,
                                         const char *name, FILE **out);

/* Closes it. Where anything was not written, it is removed. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_close(struct sm_context *ctx, const char *temporary,
                                        const char *name, FILE *file);

/* Whether there is a file of this name: no folder, device, nor link to one. */
bool sm_file_is_regular(const char *path);

/* Flushes the temporary file to the disk and gives it its name. */
SM_CHECKED enum sm_status sm_file_commit(struct sm_context *ctx, const char *temporary,
                                         const char *path);

/* As sm_file_create, for a library that opens the file by its name, and tries whether the disk has
 * room for `bytes`. Libraries that fail while they write leave less behind when it is known before.
 * Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_reserve(struct sm_context *ctx, const char *path,
                                          const char *name, size_t bytes);

/* Writes a whole file through a temporary name. */
SM_CHECKED enum sm_status sm_file_write(struct sm_context *ctx, const char *path, const void *bytes,
                                        size_t size);

/* Keeps files whose names begin with a path to one run: "<path>.lock" is there, and locked, until
 * it is released or the program ends. Begun with {0}. */
struct sm_file_lock {
  bool held;
  int descriptor;
};

/* File systems without locks are taken as they are. Errors: ERR_USAGE (another run holds it),
 * ERR_IO. */
SM_CHECKED enum sm_status sm_file_lock(struct sm_context *ctx, const char *path,
                                       struct sm_file_lock *lock);
void sm_file_unlock(const char *path, struct sm_file_lock *lock); /* may not be held */

#endif
