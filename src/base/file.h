/* file.h - file input and output: atomic writing, saved files of interrupted runs, lock files. */
#ifndef SM_BASE_FILE_H
#define SM_BASE_FILE_H

#include "base/context.h"
#include <stdio.h>

/* Reads a whole file, a pipe, or stdin ("-"), NUL-terminated; freed with sm_free. Errors: ERR_IO,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_file_read(struct sm_context *ctx, const char *path, char **out,
                                       size_t *size);

/* Whether a path is stdin or a pipe by its name ("-", "/dev/fd/63"), which is in no folder. */
bool sm_file_is_stream(const char *path);

/* Name suffixes of a file being written, and of the lock file of a run. */
#define SM_FILE_PART ".part"
#define SM_FILE_LOCK ".lock"

/* Temporary name "<path>.part" in the same folder, which is listed as unfinished until the file is
 * committed; `out` needs at least
 * strlen(path) + 6 bytes, else ERR_IO. Also ERR_IO if the path is a device or a
 * pipe. */
SM_CHECKED enum sm_status sm_file_temporary(struct sm_context *ctx, const char *path, char *out,
                                            size_t size);

/* Creates an empty temporary file for writing; `name` is its name in messages. An existing file is
 * removed, and a planted symbolic link is not followed. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_create(struct sm_context *ctx, const char *temporary,
                                         const char *name, FILE **out);

/* Closes a file, and removes it if a write has failed. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_close(struct sm_context *ctx, const char *temporary,
                                        const char *name, FILE *file);

/* Flushes the temporary file to the disk and renames it to its final name, or to its saved name
 * while a stage is open (see below). */
SM_CHECKED enum sm_status sm_file_commit(struct sm_context *ctx, const char *temporary,
                                         const char *path);
/* Like sm_file_commit, but always to the final name. */
SM_CHECKED enum sm_status sm_file_commit_at_once(struct sm_context *ctx, const char *temporary,
                                                 const char *path);

/* Like sm_file_create, for a library that opens the file by name; also tests whether the disk has
 * room for `bytes`, since libraries that fail while writing leave incomplete files. Errors:
 * ERR_IO. */
SM_CHECKED enum sm_status sm_file_reserve(struct sm_context *ctx, const char *path,
                                          const char *name, size_t bytes);

/* Writes a whole file atomically. */
SM_CHECKED enum sm_status sm_file_write(struct sm_context *ctx, const char *path, const void *bytes,
                                        size_t size);
SM_CHECKED enum sm_status sm_file_write_at_once(struct sm_context *ctx, const char *path,
                                                const void *bytes, size_t size);

/* --- saved files ---
 *
 * "<path>.saved" is the state of the file `path` of an unfinished run: a file that waits until all
 * files of the run are complete, or data needed to resume from a checkpoint. */
enum { SM_FILE_SAVED_NAME = 4200 };
void sm_file_saved_name(const char *path, char out[SM_FILE_SAVED_NAME]);

/* Path at which a resumed run finds `path`: the saved file, else the file itself. */
void sm_file_find_saved(const char *path, char out[SM_FILE_SAVED_NAME]);

/* Saves the current content of a temporary file that is still being written: as a clone if the file
 * system supports it, else with `share` as a hard link (for files whose reader needs only the
 * present content), else as a copy. The result is flushed to the disk. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_save(struct sm_context *ctx, const char *temporary,
                                       const char *path, bool share);

/* Creates a temporary file for continued writing from a saved or a complete file; `name` is its
 * name in messages. `share`: as above, for saved files. Errors: ERR_DATA (no such file), ERR_IO. */
SM_CHECKED enum sm_status sm_file_resume(struct sm_context *ctx, const char *from,
                                         const char *temporary, const char *name, bool share);

/* Stage: files whose names begin with `base` wait under their saved names, and replace earlier ones
 * together at its end. Initialised by {0}. */
struct sm_file_stage {
  char base[4096];
  char **path; /* paths of the waiting files */
  int count;
  bool open;
};
void sm_file_stage_open(struct sm_context *ctx, const char *base, struct sm_file_stage *stage);
/* Adds a file saved by an earlier part of the run, if it exists. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_file_stage_adopt(struct sm_context *ctx, const char *path);
/* Renames all files to their final names. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_file_stage_commit(struct sm_context *ctx);
/* Ends the stage: waiting files are removed, or with `keep` stay under their saved names. */
void sm_file_stage_close(struct sm_context *ctx, bool keep);

/* Lock that reserves output files beginning with a path for one run: "<path>.lock" exists and is
 * locked until release or the end of the program. Initialised by {0}. */
struct sm_file_lock {
  bool held;
  int descriptor;
  struct sm_context *ctx;
};

/* File systems without locks are accepted. Errors: ERR_USAGE (locked by another run),
 * ERR_IO. */
SM_CHECKED enum sm_status sm_file_lock_acquire(struct sm_context *ctx, const char *path,
                                               struct sm_file_lock *lock);
void sm_file_lock_release(const char *path, struct sm_file_lock *lock); /* also if it is not held */

#endif
