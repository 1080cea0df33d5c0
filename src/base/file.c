#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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

enum sm_status sm_file_commit(struct sm_context *ctx, const char *temporary, const char *path) {
  const int descriptor = open(temporary, O_RDONLY);
  if (descriptor < 0 || fsync(descriptor) != 0 || close(descriptor) != 0 ||
      rename(temporary, path) != 0) {
    const int reason = errno;
    unlink(temporary);
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(reason));
  }
  return SM_OK;
}

enum sm_status sm_file_reserve(struct sm_context *ctx, const char *path, const char *name,
                               size_t bytes) {
  errno = 0;
  const int disk = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0666);
  const int code = disk < 0 ? errno : posix_fallocate(disk, 0, (off_t)bytes);
  if (disk >= 0) close(disk);
  if (code == 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", name, strerror(code));
}

enum sm_status sm_file_write(struct sm_context *ctx, const char *path, const void *bytes,
                             size_t size) {
  char temporary[4096];
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  FILE *file = fopen(temporary, "wb");
  if (file == NULL)
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(errno));
  const size_t done = fwrite(bytes, 1, size, file);
  if (fclose(file) != 0 || done != size) {
    const int reason = errno;
    unlink(temporary);
    return sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path, strerror(reason));
  }
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
    lock->descriptor = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
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
