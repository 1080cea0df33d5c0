/* inject_files.c - fault injection: calls on files that fail (inject.c). */
#define _GNU_SOURCE
#include "inject.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DESCRIPTORS = 1024 };
static _Atomic bool counted[DESCRIPTORS];
/* Process that opened it for writing: children inherit copies. */
static _Atomic pid_t written[DESCRIPTORS];

/* --- which files --- */

static void know(int descriptor, const char *path, bool output) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return;
  char full[PATH_MAX];
  bool inside = path[0] != '/';
  if (path[0] == '/' && inject_root[0] != '\0' && realpath(path, full) != NULL)
    inside = strncmp(full, inject_root, strlen(inject_root)) == 0;
  counted[descriptor] = inside;
  written[descriptor] = output ? getpid() : 0;
}

static void forget(int descriptor) {
  if (descriptor <= 2 || descriptor >= DESCRIPTORS) return;
  counted[descriptor] = false;
  written[descriptor] = 0;
}
static bool is_counted(int descriptor) {
  return descriptor == 1 || (descriptor > 2 && descriptor < DESCRIPTORS && counted[descriptor]);
}

/* This process opened it for writing. */
bool inject_is_output(int descriptor) {
  return descriptor == 1 ||
         (descriptor >= 0 && descriptor < DESCRIPTORS && written[descriptor] == getpid());
}

static bool path_counts(const char *path) {
  return path[0] != '/' ||
         (inject_root[0] != '\0' && strncmp(path, inject_root, strlen(inject_root)) == 0);
}

static bool no_open(const char *path, const void *address) {
  if (!path_counts(path) || !inject_fails(OPEN, address, -1, path)) return false;
  errno = EMFILE;
  return true;
}

static int open_real(int folder, const char *path, int flags, mode_t mode, const void *address) {
  static int (*real)(int, const char *, int, ...);
  if (real == NULL) {
    void *symbol = dlsym(RTLD_NEXT, "openat");
    memcpy(&real, &symbol, sizeof real);
  }
  if (no_open(path, address)) return -1;
  const int descriptor = real(folder, path, flags, mode);
  know(descriptor, path, (flags & O_ACCMODE) != O_RDONLY);
  return descriptor;
}

#define MODE(flags)                                                                                \
  mode_t mode = 0;                                                                                 \
  if (((flags)&O_CREAT) != 0) {                                                                    \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    mode = va_arg(arguments, mode_t);                                                              \
    va_end(arguments);                                                                             \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_real(AT_FDCWD, path, flags, mode, HERE);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_real(AT_FDCWD, path, flags, mode, HERE);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_real(folder, path, flags, mode, HERE);
}

static FILE *opened(FILE *file, const char *path, const char *mode) {
  if (file != NULL) know(fileno(file), path, mode[0] != 'r' || strchr(mode, '+') != NULL);
  return file;
}

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen)
  return no_open(path, HERE) ? NULL : opened(real(path, mode), path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  REAL(fopen64)
  return no_open(path, HERE) ? NULL : opened(real(path, mode), path, mode);
}

/* --- reading and writing --- */

/* From now on the file is a device that is always full, or a folder, which cannot be read: what a
 * stream holds back fails when it comes. */
static void spoil(int descriptor, bool reading) {
  const int other = (int)(reading ? syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY)
                                  : syscall(SYS_openat, AT_FDCWD, "/dev/full", O_RDWR));
  if (other < 0) return;
  dup2(other, descriptor);
  syscall(SYS_close, other);
}

static bool no_write(int descriptor, const void *address) {
  if (!is_counted(descriptor) || !inject_fails(WRITE, address, descriptor, NULL)) return false;
  errno = ENOSPC;
  return true;
}

static bool no_read(int descriptor, const void *address) {
  if (!is_counted(descriptor) || !inject_fails(READ, address, descriptor, NULL)) return false;
  errno = EIO;
  return true;
}

static void stream_write(FILE *file, const void *address) {
  const int descriptor = fileno(file);
  if (no_write(descriptor, address)) spoil(descriptor, false);
}

static void stream_read(FILE *file, const void *address) {
  const int descriptor = fileno(file);
  if (no_read(descriptor, address)) spoil(descriptor, true);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  REAL(write)
  return no_write(descriptor, HERE) ? -1 : real(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at) {
  REAL(pwrite)
  return no_write(descriptor, HERE) ? -1 : real(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t at) {
  REAL(pwrite64)
  return no_write(descriptor, HERE) ? -1 : real(descriptor, bytes, size, at);
}

int ftruncate(int descriptor, off_t size) {
  REAL(ftruncate)
  return no_write(descriptor, HERE) ? -1 : real(descriptor, size);
}

int ftruncate64(int descriptor, off_t size) {
  REAL(ftruncate64)
  return no_write(descriptor, HERE) ? -1 : real(descriptor, size);
}

int posix_fallocate(int descriptor, off_t from, off_t size) {
  REAL(posix_fallocate)
  return no_write(descriptor, HERE) ? ENOSPC : real(descriptor, from, size);
}

int posix_fallocate64(int descriptor, off_t from, off_t size) {
  REAL(posix_fallocate64)
  return no_write(descriptor, HERE) ? ENOSPC : real(descriptor, from, size);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  REAL(read)
  return no_read(descriptor, HERE) ? -1 : real(descriptor, bytes, size);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t at) {
  REAL(pread)
  return no_read(descriptor, HERE) ? -1 : real(descriptor, bytes, size, at);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off_t at) {
  REAL(pread64)
  return no_read(descriptor, HERE) ? -1 : real(descriptor, bytes, size, at);
}

size_t fread(void *bytes, size_t size, size_t count, FILE *file) {
  REAL(fread)
  stream_read(file, HERE);
  return real(bytes, size, count, file);
}

char *fgets(char *text, int size, FILE *file) {
  REAL(fgets)
  stream_read(file, HERE);
  return real(text, size, file);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
  REAL(fwrite)
  stream_write(file, HERE);
  return real(bytes, size, count, file);
}

int fputs(const char *text, FILE *file) {
  REAL(fputs)
  stream_write(file, HERE);
  return real(text, file);
}

int fputc(int one, FILE *file) {
  REAL(fputc)
  stream_write(file, HERE);
  return real(one, file);
}

int putc(int one, FILE *file) {
  REAL(putc)
  stream_write(file, HERE);
  return real(one, file);
}

int puts(const char *text) {
  REAL(puts)
  stream_write(stdout, HERE);
  return real(text);
}

int putchar(int one) {
  REAL(putchar)
  stream_write(stdout, HERE);
  return real(one);
}

#define PRINT(file, format)                                                                        \
  va_list arguments;                                                                               \
  stream_write(file, HERE);                                                                        \
  va_start(arguments, format);                                                                     \
  const int length = vfprintf(file, format, arguments);                                            \
  va_end(arguments);                                                                               \
  return length;

int fprintf(FILE *file, const char *format, ...) { PRINT(file, format) }
int printf(const char *format, ...) { PRINT(stdout, format) }
int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
  (void)flag;
  PRINT(file, format)
}
int __printf_chk(int flag, const char *format, ...) {
  (void)flag;
  PRINT(stdout, format)
}

int fflush(FILE *file) {
  REAL(fflush)
  if (file != NULL && __fpending(file) > 0) stream_write(file, HERE); /* else none is made */
  return real(file);
}

/* --- the rest --- */

int fsync(int descriptor) {
  REAL(fsync)
  if (!is_counted(descriptor) || !inject_fails(SYNC, HERE, descriptor, NULL))
    return real(descriptor);
  errno = EIO;
  return -1;
}

int fdatasync(int descriptor) {
  REAL(fdatasync)
  if (!is_counted(descriptor) || !inject_fails(SYNC, HERE, descriptor, NULL))
    return real(descriptor);
  errno = EIO;
  return -1;
}

int close(int descriptor) {
  REAL(close)
  const bool fail = is_counted(descriptor) && inject_fails(CLOSE, HERE, descriptor, NULL);
  forget(descriptor);
  const int code = real(descriptor);
  if (!fail) return code;
  errno = EIO;
  return -1;
}

int fclose(FILE *file) {
  REAL(fclose)
  const int descriptor = fileno(file);
  const bool fail = is_counted(descriptor) && inject_fails(CLOSE, HERE, descriptor, NULL);
  forget(descriptor);
  const int code = real(file);
  if (!fail) return code;
  errno = EIO;
  return EOF;
}

/* Another name for a file as it is now, "N-name". */
static void keep_version(const char *path) {
  static _Atomic int number;
  const char *folder = getenv("FAULT_KEEP"), *slash = strrchr(path, '/');
  char name[PATH_MAX];
  if (folder == NULL) return;
  snprintf(name, sizeof name, "%s/%d-%s", folder, number++, slash != NULL ? slash + 1 : path);
  if (link(path, name) != 0) abort();
}

int rename(const char *from, const char *to) {
  REAL(rename)
  if (path_counts(to) && inject_fails(RENAME, HERE, -1, to)) {
    errno = EIO;
    return -1;
  }
  const int code = real(from, to);
  if (code == 0 && path_counts(to)) keep_version(to);
  return code;
}
