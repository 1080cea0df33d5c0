/* file.h - files that appear whole or not at all. */
#ifndef SM_BASE_FILE_H
#define SM_BASE_FILE_H

#include "base/context.h"
#include <stdio.h>

/* Reads a whole file; NUL-terminated, freed with sm_free. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_file_read(struct sm_context *ctx, const char *path, char **out,
                                       size_t *size);

/* Endings of the names of a file that is being written, and of the lock of a run. */
#define SM_FILE_PART ".part"
#define SM_FILE_LOCK ".lock"

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

/* Flushes the temporary file to the disk and gives it its name: while a stage is open (below), that
 * of a file that waits. */
SM_CHECKED enum sm_status sm_file_commit(struct sm_context *ctx, const char *temporary,
                                         const char *path);
/* The same, whether a stage is open or not. */
SM_CHECKED enum sm_status sm_file_commit_at_once(struct sm_context *ctx, const char *temporary,
                                                 const char *path);

/* As sm_file_create, for a library that opens the file by its name, and tries whether the disk has
 * room for `bytes`. Libraries that fail while they write leave less behind when it is known before.
 * Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_reserve(struct sm_context *ctx, const char *path,
                                          const char *name, size_t bytes);

/* Writes a whole file through a temporary name. */
SM_CHECKED enum sm_status sm_file_write(struct sm_context *ctx, const char *path, const void *bytes,
                                        size_t size);
SM_CHECKED enum sm_status sm_file_write_at_once(struct sm_context *ctx, const char *path,
                                                const void *bytes, size_t size);

/* --- saved files ---
 *
 * "<path>.saved" holds what a run that has not ended has of the file `path`: a file that waits
 * until all of the run are whole, or what a later run needs to go on from its checkpoint. */
enum { SM_FILE_SAVED_NAME = 4200 };
void sm_file_saved_name(const char *path, char out[SM_FILE_SAVED_NAME]);

/* Where a run that goes on finds what there is of `path`: the saved file, else the file itself. */
void sm_file_find_saved(const char *path, char out[SM_FILE_SAVED_NAME]);

/* Saves a temporary file as it is, which is written on: a clone where the file system can make one,
 * else with `share` a second name of the same file, for those of which a reader needs only what is
 * there already, else a copy. It is flushed to the disk. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_save(struct sm_context *ctx, const char *temporary,
                                       const char *path, bool share);

/* Makes a temporary file, to go on with, from a saved or a whole one; `name` as messages call it.
 * `share` as above, for saved ones. Errors: ERR_DATA (no such file), ERR_IO. */
SM_CHECKED enum sm_status sm_file_resume(struct sm_context *ctx, const char *from,
                                         const char *temporary, const char *name, bool share);

/* A stage: files whose names begin with `base` wait under their saved names, and replace earlier
 * ones together, at its end. Begun with {0}. */
struct sm_file_stage {
  char base[4096];
  char **path; /* of those that wait */
  int count;
  bool open;
};
void sm_file_stage_open(struct sm_context *ctx, const char *base, struct sm_file_stage *stage);
/* A file that an earlier part of the run has saved waits too, if there is one. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_file_stage_adopt(struct sm_context *ctx, const char *path);
/* All files get their names. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_stage_commit(struct sm_context *ctx);
/* Ends the stage: what still waits is removed, or with `keep` left under its saved name. */
void sm_file_stage_close(struct sm_context *ctx, bool keep);

/* Keeps files whose names begin with a path to one run: "<path>.lock" is there, and locked, until
 * it is released or the program ends. Begun with {0}. */
struct sm_file_lock {
  bool held;
  int descriptor;
};

/* File systems without locks are taken as they are. Errors: ERR_USAGE (another run holds it),
 * ERR_IO. */
SM_CHECKED enum sm_status sm_file_lock_acquire(struct sm_context *ctx, const char *path,
                                               struct sm_file_lock *lock);
void sm_file_lock_release(const char *path, struct sm_file_lock *lock); /* may not be held */

#endif
