#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include "base/context.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#endif

enum { STREAM_FIRST = 1 << 16, STREAM_LARGEST = 1 << 30 };

bool sm_file_is_stream(const char *path) {
  static const char *const folders[] = {"/dev/fd/", "/dev/stdin", "/proc/self/fd/"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (strncmp(path, folders[i], strlen(folders[i])) == 0) return true;
  return strcmp(path, "-") == 0;
}

/* Reads what has no known length. */
static enum sm_status read_stream(struct sm_context *ctx, const char *path, FILE *file, char **out,
                                  size_t *size) {
  size_t room = STREAM_FIRST;
  SM_TRY(sm_alloc(ctx, room, 1, path, out));
  for (*size = 0;;) {
    *size += fread(*out + *size, 1, room - 1 - *size, file);
    if (ferror(file)) return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be read to its end", path);
    if (*size + 1 < room) return SM_OK; /* zeroed: ends with a NUL */
    if (room >= STREAM_LARGEST)
      return sm_fail(ctx, SM_ERR_IO, "%s: error: more than %d MB", path, STREAM_LARGEST >> 20);
    char *larger = NULL;
    SM_TRY(sm_alloc(ctx, room * 2, 1, path, &larger));
    memcpy(larger, *out, *size);
    sm_free(*out);
    *out = larger;
    room *= 2;
  }
}

static enum sm_status read_regular(struct sm_context *ctx, const char *path, FILE *file,
                                   size_t length, char **out, size_t *size) {
  SM_TRY(sm_alloc(ctx, length + 1, 1, path, out));
  *size = fread(*out, 1, length, file);
  if (*size != length || ferror(file))
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be read to its end", path);
  return SM_OK;
}

enum sm_status sm_file_read(struct sm_context *ctx, const char *path, char **out, size_t *size) {
  *out = NULL;
  struct stat info;
  const bool is_stdin = strcmp(path, "-") == 0;
  FILE *file = is_stdin ? stdin : fopen(path, "rb");
  if (file == NULL) return sm_fail(ctx, SM_ERR_IO, "%s: error: %s", path, strerror(errno));
  enum sm_status status = SM_OK;
  const bool known = fstat(fileno(file), &info) == 0;
  if (known && S_ISREG(info.st_mode) && !is_stdin)
    status = read_regular(ctx, path, file, (size_t)info.st_size, out, size);
  else if (is_stdin || (known && S_ISFIFO(info.st_mode)))
    status = read_stream(ctx, path, file, out, size);
  else
    status = sm_fail(ctx, SM_ERR_IO, "%s: error: not a regular file", path);
  if (!is_stdin) fclose(file);
  if (status != SM_OK) {
    sm_free(*out);
    *out = NULL;
  }
  return status;
}

enum sm_status sm_file_temporary(struct sm_context *ctx, const char *path, char *out, size_t size) {
  const int length = snprintf(out, size, "%s" SM_FILE_PART, path);
  if (length < 0 || (size_t)length >= size)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", path);
  struct stat info;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
    return sm_fail(ctx, SM_ERR_IO, "%s: error: a device or a pipe, and no file to be replaced",
                   path);
  sm_context_add_unfinished(ctx, out);
  return SM_OK;
}

/* Creates an empty file with a temporary name. An existing file or symbolic link of this name (left
 * by a killed run, or planted) is removed and not followed. Returns -1 with errno. */
static int create_exclusive(const char *temporary) {
  enum { TRIES = 8 };
  int descriptor = -1;
  for (int i = 0; i < TRIES && descriptor < 0; i++) {
    if (unlink(temporary) != 0 && errno != ENOENT) return -1;
    descriptor = open(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) return -1;
  }
  return descriptor;
}

static void remove_unfinished(struct sm_context *ctx, const char *temporary) {
  unlink(temporary);
  sm_context_remove_unfinished(ctx, temporary);
}

enum sm_status sm_file_create(struct sm_context *ctx, const char *temporary, const char *name,
                              FILE **out) {
  const int descriptor = create_exclusive(temporary);
  *out = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
  if (*out != NULL) return SM_OK;
  const int reason = errno;
  if (descriptor >= 0) {
    close(descriptor);
    remove_unfinished(ctx, temporary);
  }
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(reason));
}

enum sm_status sm_file_close(struct sm_context *ctx, const char *temporary, const char *name,
                             FILE *file) {
  errno = 0;
  const bool failed = fflush(file) != 0 || ferror(file) != 0;
  const int reason = errno != 0 ? errno : EIO; /* errno of an earlier write is not available */
  if (fclose(file) == 0 && !failed) return SM_OK;
  const int why = failed ? reason : errno;
  remove_unfinished(ctx, temporary);
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(why));
}

/* Whether a path is a regular file (not a folder, a device, nor a link to one). */
static bool is_regular(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Flushes a file to the disk; returns 0 or an errno. */
static int flush(const char *path) {
  const int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int reason = descriptor >= 0 && fsync(descriptor) == 0 ? 0 : errno;
  if (descriptor >= 0 && close(descriptor) != 0 && reason == 0) reason = errno;
  return reason;
}

static enum sm_status cannot_write(struct sm_context *ctx, const char *path, int reason) {
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(reason));
}

enum sm_status sm_file_commit_at_once(struct sm_context *ctx, const char *temporary,
                                      const char *path) {
  int reason = flush(temporary);
  if (reason == 0 && rename(temporary, path) != 0) reason = errno;
  sm_context_remove_unfinished(ctx, temporary);
  if (reason == 0) return SM_OK;
  unlink(temporary);
  return cannot_write(ctx, path, reason);
}

static bool is_staged(const struct sm_file_stage *stage, const char *path) {
  return stage != NULL && stage->open && strncmp(path, stage->base, strlen(stage->base)) == 0;
}

enum sm_status sm_file_commit(struct sm_context *ctx, const char *temporary, const char *path) {
  char saved[SM_FILE_SAVED_NAME];
  if (!is_staged(sm_context_stage(ctx), path)) return sm_file_commit_at_once(ctx, temporary, path);
  sm_file_saved_name(path, saved);
  SM_TRY(sm_file_commit_at_once(ctx, temporary, saved));
  unlink(temporary); /* rename() keeps both names if they are the same file */
  return sm_file_stage_adopt(ctx, path);
}

enum sm_status sm_file_reserve(struct sm_context *ctx, const char *path, const char *name,
                               size_t bytes) {
  const int disk = create_exclusive(path);
  int code = disk < 0 ? errno : bytes > 0 ? posix_fallocate(disk, 0, (off_t)bytes) : 0;
  if (disk >= 0 && close(disk) != 0 && code == 0) code = errno;
  if (code == 0) return SM_OK;
  if (disk >= 0) unlink(path);
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(code));
}

static enum sm_status write_temporary(struct sm_context *ctx, const char *path, const void *bytes,
                                      size_t size, char *temporary, size_t room) {
  SM_TRY(sm_file_temporary(ctx, path, temporary, room));
  FILE *file;
  SM_TRY(sm_file_create(ctx, temporary, path, &file));
  fwrite(bytes, 1, size, file);
  return sm_file_close(ctx, temporary, path, file);
}

enum sm_status sm_file_write(struct sm_context *ctx, const char *path, const void *bytes,
                             size_t size) {
  char temporary[4096];
  SM_TRY(write_temporary(ctx, path, bytes, size, temporary, sizeof temporary));
  return sm_file_commit(ctx, temporary, path);
}

enum sm_status sm_file_write_at_once(struct sm_context *ctx, const char *path, const void *bytes,
                                     size_t size) {
  char temporary[4096];
  SM_TRY(write_temporary(ctx, path, bytes, size, temporary, sizeof temporary));
  return sm_file_commit_at_once(ctx, temporary, path);
}

/* --- saved files --- */

void sm_file_saved_name(const char *path, char out[SM_FILE_SAVED_NAME]) {
  snprintf(out, SM_FILE_SAVED_NAME, "%.4180s.saved", path);
}

void sm_file_find_saved(const char *path, char out[SM_FILE_SAVED_NAME]) {
  sm_file_saved_name(path, out);
  if (!is_regular(out)) snprintf(out, SM_FILE_SAVED_NAME, "%.4180s", path);
}

static bool are_one(const char *a, const char *b) {
  struct stat first, second;
  return lstat(a, &first) == 0 && lstat(b, &second) == 0 && first.st_ino == second.st_ino &&
         first.st_dev == second.st_dev;
}

/* Whether `to`, a new empty file, could be made a copy-on-write clone of `from`. */
static bool clone_into(int from, int to) {
#ifdef FICLONE
  return ioctl(to, FICLONE, from) == 0;
#else
  (void)from, (void)to;
  return false;
#endif
}

/* Copies the remaining bytes of a file to another one; returns 0 or an errno. */
static int copy_bytes(int from, int to) {
  char block[1 << 16];
  for (;;) {
    const ssize_t size = read(from, block, sizeof block);
    if (size == 0) return 0;
    if (size < 0) return errno;
    for (ssize_t done = 0; done < size;) {
      const ssize_t more = write(to, block + done, (size_t)(size - done));
      if (more < 0) return errno;
      done += more;
    }
  }
}

/* Duplicates a file to an unused or temporary name; returns 0 or an errno. */
static int duplicate(const char *from, const char *to, bool share) {
  const int in = open(from, O_RDONLY | O_CLOEXEC);
  if (in < 0) return errno;
  int reason = 0;
  const int out = create_exclusive(to);
  if (out < 0) reason = errno;
  bool made = out >= 0 && clone_into(in, out);
  if (out >= 0 && !made && share && unlink(to) == 0) made = link(from, to) == 0;
  if (out >= 0 && !made && share && close(out) == 0) { /* no hard links here */
    close(in);
    return duplicate(from, to, false);
  }
  if (out >= 0 && !made) reason = copy_bytes(in, out);
  close(in);
  if (out >= 0 && close(out) != 0 && reason == 0) reason = errno;
  if (reason != 0 && out >= 0) unlink(to);
  return reason;
}

enum sm_status sm_file_save(struct sm_context *ctx, const char *temporary, const char *path,
                            bool share) {
  char saved[SM_FILE_SAVED_NAME], part[SM_FILE_SAVED_NAME + 8];
  sm_file_saved_name(path, saved);
  snprintf(part, sizeof part, "%s" SM_FILE_PART, saved);
  const bool again = are_one(temporary, saved);
  if (!again) sm_context_add_unfinished(ctx, part);
  int reason = again ? flush(saved) : duplicate(temporary, part, share);
  if (reason == 0 && !again) reason = flush(part);
  if (reason == 0 && !again && rename(part, saved) != 0) reason = errno;
  sm_context_remove_unfinished(ctx, part);
  if (reason == 0) return SM_OK;
  if (!again) unlink(part);
  return cannot_write(ctx, saved, reason);
}

enum sm_status sm_file_resume(struct sm_context *ctx, const char *from, const char *temporary,
                              const char *name, bool share) {
  if (access(from, F_OK) != 0)
    return sm_fail(ctx, SM_ERR_DATA, "%s: error: cannot be resumed: %s", from, strerror(errno));
  const int reason = duplicate(from, temporary, share && strcmp(from, name) != 0);
  return reason == 0 ? SM_OK : cannot_write(ctx, name, reason);
}

/* --- a stage --- */

void sm_file_stage_open(struct sm_context *ctx, const char *base, struct sm_file_stage *stage) {
  if (stage->open) return;
  snprintf(stage->base, sizeof stage->base, "%s", base);
  stage->open = true;
  sm_context_set_stage(ctx, stage);
}

enum sm_status sm_file_stage_adopt(struct sm_context *ctx, const char *path) {
  struct sm_file_stage *stage = sm_context_stage(ctx);
  char saved[SM_FILE_SAVED_NAME];
  sm_file_saved_name(path, saved);
  if (stage == NULL || !is_regular(saved)) return SM_OK;
  for (int i = 0; i < stage->count; i++)
    if (strcmp(stage->path[i], path) == 0) return SM_OK;
  char **grown = realloc(stage->path, ((size_t)stage->count + 1) * sizeof *grown);
  if (grown != NULL) stage->path = grown;
  char *copy = grown != NULL ? sm_text_copy(path) : NULL;
  if (copy == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: names of files");
  stage->path[stage->count++] = copy;
  return SM_OK;
}

enum sm_status sm_file_stage_commit(struct sm_context *ctx) {
  struct sm_file_stage *stage = sm_context_stage(ctx);
  for (int i = 0; stage != NULL && i < stage->count; i++) {
    char saved[SM_FILE_SAVED_NAME];
    sm_file_saved_name(stage->path[i], saved);
    if (rename(saved, stage->path[i]) != 0) return cannot_write(ctx, stage->path[i], errno);
  }
  sm_file_stage_close(ctx, true);
  return SM_OK;
}

void sm_file_stage_close(struct sm_context *ctx, bool keep) {
  struct sm_file_stage *stage = sm_context_stage(ctx);
  if (stage == NULL) return;
  for (int i = 0; i < stage->count; i++) {
    char saved[SM_FILE_SAVED_NAME];
    sm_file_saved_name(stage->path[i], saved);
    if (!keep) unlink(saved);
    free(stage->path[i]);
  }
  free(stage->path);
  *stage = (struct sm_file_stage){.open = false};
  sm_context_set_stage(ctx, NULL);
}

/* Whether an open file still has this name, since its previous holder may have removed it. */
static bool is_there(int descriptor, const char *name) {
  struct stat open, named;
  return fstat(descriptor, &open) == 0 && stat(name, &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

enum sm_status sm_file_lock_acquire(struct sm_context *ctx, const char *path,
                                    struct sm_file_lock *lock) {
  char name[4200];
  snprintf(name, sizeof name, "%s%s", path, SM_FILE_LOCK);
  while (!lock->held) {
    lock->descriptor = open(name, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock->descriptor < 0)
      return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(errno));
    if (flock(lock->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(lock->descriptor);
      return sm_fail(ctx, SM_ERR_USAGE,
                     "%s: error: another run is writing files of this name\n"
                     "help: wait until it has ended, or -o writes elsewhere",
                     path);
    }
    lock->held = is_there(lock->descriptor, name);
    if (!lock->held) close(lock->descriptor);
  }
  lock->ctx = ctx;
  sm_context_add_unfinished(ctx, name);
  return SM_OK;
}

void sm_file_lock_release(const char *path, struct sm_file_lock *lock) {
  char name[4200];
  if (!lock->held) return;
  snprintf(name, sizeof name, "%s%s", path, SM_FILE_LOCK);
  sm_context_remove_unfinished(lock->ctx, name);
  unlink(name);
  close(lock->descriptor);
  lock->held = false;
}
