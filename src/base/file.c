#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum sm_status sm_file_read(struct sm_context *ctx, const char *path, char **out, size_t *size) {
  *out = NULL;
  struct stat info;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return sm_fail(ctx, SM_ERR_IO, "%s: error: %s", path, strerror(errno));
  enum sm_status status = SM_OK;
  if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode)) {
    status = sm_fail(ctx, SM_ERR_IO, "%s: error: not a regular file", path);
  } else {
    status = sm_alloc(ctx, (size_t)info.st_size + 1, 1, path, out);
  }
  if (status == SM_OK) {
    *size = fread(*out, 1, (size_t)info.st_size, file);
    if (*size != (size_t)info.st_size || ferror(file)) {
      sm_free(*out);
      *out = NULL;
      status = sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be read to its end", path);
    }
  }
  fclose(file);
  return status;
}

enum sm_status sm_file_temporary(struct sm_context *ctx, const char *path, char *out, size_t size) {
  const int length = snprintf(out, size, "%s.part", path);
  if (length < 0 || (size_t)length >= size)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: the name is too long", path);
  struct stat info;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
    return sm_fail(ctx, SM_ERR_IO, "%s: error: a device or a pipe, and no file to be replaced",
                   path);
  return SM_OK;
}

/* A new, empty file under a temporary name. What has that name, left by a run that was killed or
 * put there as a link to somebody's file, is removed and not followed. -1 with errno. */
static int create_anew(const char *temporary) {
  enum { TRIES = 8 };
  int descriptor = -1;
  for (int i = 0; i < TRIES && descriptor < 0; i++) {
    if (unlink(temporary) != 0 && errno != ENOENT) return -1;
    descriptor = open(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) return -1;
  }
  return descriptor;
}

enum sm_status sm_file_create(struct sm_context *ctx, const char *temporary, const char *name,
                              FILE **out) {
  const int descriptor = create_anew(temporary);
  *out = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
  if (*out != NULL) return SM_OK;
  const int reason = errno;
  if (descriptor >= 0) {
    close(descriptor);
    unlink(temporary);
  }
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(reason));
}

enum sm_status sm_file_close(struct sm_context *ctx, const char *temporary, const char *name,
                             FILE *file) {
  errno = 0;
  const bool failed = fflush(file) != 0 || ferror(file) != 0;
  const int reason = errno != 0 ? errno : EIO; /* that of an earlier write is not known any more */
  if (fclose(file) == 0 && !failed) return SM_OK;
  const int why = failed ? reason : errno;
  unlink(temporary);
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(why));
}

bool sm_file_is_regular(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 && S_ISREG(info.st_mode);
}

enum sm_status sm_file_commit(struct sm_context *ctx, const char *temporary, const char *path) {
  const int descriptor = open(temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  bool good = descriptor >= 0 && fsync(descriptor) == 0;
  int reason = errno;
  if (descriptor >= 0 && close(descriptor) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (good && rename(temporary, path) == 0) return SM_OK;
  if (good) reason = errno;
  unlink(temporary);
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(reason));
}

enum sm_status sm_file_reserve(struct sm_context *ctx, const char *path, const char *name,
                               size_t bytes) {
  const int disk = create_anew(path);
  int code = disk < 0 ? errno : bytes > 0 ? posix_fallocate(disk, 0, (off_t)bytes) : 0;
  if (disk >= 0 && close(disk) != 0 && code == 0) code = errno;
  if (code == 0) return SM_OK;
  if (disk >= 0) unlink(path);
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(code));
}

enum sm_status sm_file_write(struct sm_context *ctx, const char *path, const void *bytes,
                             size_t size) {
  char temporary[4096];
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  FILE *file;
  SM_TRY(sm_file_create(ctx, temporary, path, &file));
  fwrite(bytes, 1, size, file);
  SM_TRY(sm_file_close(ctx, temporary, path, file));
  return sm_file_commit(ctx, temporary, path);
}

/* Whether an open file is the one of this name: its last holder may have removed it meanwhile. */
static bool is_there(int descriptor, const char *name) {
  struct stat open, named;
  return fstat(descriptor, &open) == 0 && stat(name, &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

static const char lock_ending[] = ".lock";

enum sm_status sm_file_lock(struct sm_context *ctx, const char *path, struct sm_file_lock *lock) {
  char name[4200];
  snprintf(name, sizeof name, "%s%s", path, lock_ending);
  while (!lock->held) {
    lock->descriptor = open(name, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock->descriptor < 0)
      return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(errno));
    if (flock(lock->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(lock->descriptor);
      return sm_fail(ctx, SM_ERR_USAGE,
                     "%s: error: another run is writing files of this name\n"
                     "help: wait until it has ended, or -o DIR writes elsewhere",
                     path);
    }
    lock->held = is_there(lock->descriptor, name);
    if (!lock->held) close(lock->descriptor);
  }
  return SM_OK;
}

void sm_file_unlock(const char *path, struct sm_file_lock *lock) {
  char name[4200];
  if (!lock->held) return;
  snprintf(name, sizeof name, "%s%s", path, lock_ending);
  unlink(name);
  close(lock->descriptor);
  lock->held = false;
}
