/* inject.c - fault injection: loaded before all libraries (LD_PRELOAD), it lets the n-th call of a
 * kind fail, and counts the calls of all kinds.
 *
 *   FAULT_KIND    alloc, write, sync, close, rename, read or open; without one it only counts
 *   FAULT_AT      the call of that kind that fails, from 1
 *   FAULT_ON      1: so do all that follow (a disk stays full)
 *   FAULT_SIGNAL  1: the call succeeds, and the process gets SIGTERM before it
 *   FAULT_ROOT    files outside of this folder are left alone
 *   FAULT_REPORT  file for what happened: struct report
 *   FAULT_KEEP    folder for every version of a file that has got its name
 *   FAULT_TRACE   the calls that led to it, on stderr
 *
 * Allocations are those of simoom's own code, by the address they return to, with what libstdc++
 * takes on behalf of it; files are of everybody. What runs before main (CUDA's runtime, linked into
 * simoom, sets itself up there and crashes without memory) is left alone. Calls on stderr never
 * fail, and the date stands still, so that results of two runs are the same bytes. */
#define _GNU_SOURCE
#include "inject.h"
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *const kind_name[KINDS] = {"alloc",  "write", "sync", "close",
                                             "rename", "read",  "open"};

/* Record that the driver reads; all of it little-endian as the machine is. */
struct report {
  _Atomic uint64_t count[KINDS];
  _Atomic uint64_t hits;
  uint64_t offset; /* of the call in its module */
  uint64_t own;    /* 1: a call of simoom's code */
  uint64_t output; /* 1: the file was open for writing */
  char path[256], module[256];
  _Atomic uint64_t later[KINDS]; /* calls after the first that failed */
};

enum { CACHE = 4096 };
static struct report nowhere, *report = &nowhere;
static enum kind wanted = KINDS;
static uint64_t wanted_at;
static bool on, signals;
static pid_t process; /* which gets the signal, and no child of it */
char inject_root[PATH_MAX];
static _Atomic uintptr_t cache[CACHE]; /* 2 * address + 1 of own code, 2 * address of foreign */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

__attribute__((constructor)) static void begin(void) {
  void *frame[2];
  const char *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT"), *name = getenv("FAULT_REPORT");
  if (getenv("FAULT_ROOT") != NULL)
    snprintf(inject_root, sizeof inject_root, "%s", getenv("FAULT_ROOT"));
  on = getenv("FAULT_ON") != NULL;
  signals = getenv("FAULT_SIGNAL") != NULL;
  backtrace(frame, 2); /* takes memory once */
  for (int k = 0; k < KINDS && kind != NULL && at != NULL; k++)
    if (strcmp(kind, kind_name[k]) == 0) wanted = (enum kind)k;
  if (at != NULL) wanted_at = strtoull(at, NULL, 10);
  if (name == NULL) return;
  const int file = open(name, O_RDWR | O_CREAT, 0600);
  void *memory = MAP_FAILED;
  if (file >= 0 && ftruncate(file, sizeof nowhere) == 0)
    memory = mmap(NULL, sizeof nowhere, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file >= 0) close(file);
  if (memory != MAP_FAILED) report = memory;
}

/* --- where main begins --- */

static _Atomic bool in_main;
static int (*real_main)(int, char **, char **);

static int counted_main(int count, char **arguments, char **environment) {
  in_main = true;
  process = getpid();
  return real_main(count, arguments, environment);
}

/* The start of the C library, which calls main. */
int __libc_start_main(int (*main)(int, char **, char **), int count, char **arguments,
                      void (*init)(void), void (*end)(void), void (*end_loader)(void), void *stack);
int __libc_start_main(int (*main)(int, char **, char **), int count, char **arguments,
                      void (*init)(void), void (*end)(void), void (*end_loader)(void),
                      void *stack) {
  REAL(__libc_start_main)
  real_main = main;
  return real(counted_main, count, arguments, init, end, end_loader, stack);
}

/* --- whose call --- */

static bool is_module(const char *name, const char *beginning) {
  const char *slash = strrchr(name, '/');
  return strncmp(slash != NULL ? slash + 1 : name, beginning, strlen(beginning)) == 0;
}

/* The first address of the way here that is not in libstdc++. */
static const void *behind_library(const void *address) {
  enum { DEEP = 12 };
  void *frame[DEEP];
  const int count = backtrace(frame, DEEP);
  Dl_info info;
  for (int i = 1; i < count; i++)
    if (dladdr(frame[i], &info) != 0 && info.dli_fname != NULL &&
        !is_module(info.dli_fname, "libstdc++") && !is_module(info.dli_fname, "inject"))
      return frame[i];
  return address;
}

static bool is_own(const void *address) {
  const uintptr_t key = (uintptr_t)address;
  _Atomic uintptr_t *slot = &cache[(key ^ key >> 12) % CACHE];
  const uintptr_t known = atomic_load_explicit(slot, memory_order_relaxed);
  if (known >> 1 == key) return known & 1;
  Dl_info info;
  const bool found = dladdr(address, &info) != 0 && info.dli_fname != NULL;
  if (found && is_module(info.dli_fname, "libstdc++")) {
    const void *behind = behind_library(address);
    return behind != address && is_own(behind);
  }
  const bool own =
      found && (is_module(info.dli_fname, "simoom") || is_module(info.dli_fname, "libsimoom"));
  atomic_store_explicit(slot, key << 1 | own, memory_order_relaxed);
  return own;
}

/* Records the call that fails. */
static void record(const void *address, int descriptor, const char *path) {
  if (getenv("FAULT_TRACE") != NULL) {
    void *frame[24];
    backtrace_symbols_fd(frame, backtrace(frame, 24), 2);
  }
  Dl_info info;
  if (dladdr(address, &info) != 0 && info.dli_fname != NULL) {
    snprintf(report->module, sizeof report->module, "%s", info.dli_fname);
    report->offset = (uint64_t)((const char *)address - (const char *)info.dli_fbase);
  }
  report->own = is_own(address);
  if (path != NULL) snprintf(report->path, sizeof report->path, "%s", path);
  if (descriptor < 0) return;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, report->path, sizeof report->path - 1);
  if (length >= 0) report->path[length] = '\0';
  report->output = inject_is_output(descriptor);
}

bool inject_fails(enum kind kind, const void *address, int descriptor, const char *path) {
  if (!in_main) return false;
  const uint64_t now = atomic_fetch_add(&report->count[kind], 1) + 1;
  if (report->hits > 0) atomic_fetch_add(&report->later[kind], 1);
  if (kind != wanted || (on ? now < wanted_at : now != wanted_at)) return false;
  if (atomic_fetch_add(&report->hits, 1) > 0) return true;
  record(address, descriptor, path);
  if (signals) kill(process, SIGTERM);
  return !signals;
}

/* --- memory --- */

static bool no_memory(const void *address) {
  if (!is_own(address) || !inject_fails(ALLOC, address, -1, NULL)) return false;
  errno = ENOMEM;
  return true;
}

void *malloc(size_t size) { return no_memory(HERE) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return no_memory(HERE) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) { return no_memory(HERE) ? NULL : __libc_realloc(old, size); }

void *aligned_alloc(size_t alignment, size_t size) {
  return no_memory(HERE) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (no_memory(HERE)) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out != NULL ? 0 : ENOMEM;
}

char *strdup(const char *text) {
  const size_t size = strlen(text) + 1;
  char *copy = no_memory(HERE) ? NULL : __libc_malloc(size);
  if (copy != NULL) memcpy(copy, text, size);
  return copy;
}

/* operator new; throws std::bad_alloc. */
static void *new_or_throw(size_t size, const void *address) {
  void *memory = no_memory(address) ? NULL : __libc_malloc(size > 0 ? size : 1);
  if (memory != NULL) return memory;
  void *symbol = dlsym(RTLD_DEFAULT, "_ZSt17__throw_bad_allocv");
  void (*bad_alloc)(void);
  memcpy(&bad_alloc, &symbol, sizeof bad_alloc);
  bad_alloc();
  abort();
}

void *_Znwm(size_t size) { return new_or_throw(size, HERE); }
void *_Znam(size_t size) { return new_or_throw(size, HERE); }

/* --- the date --- */

static const time_t always = 1767225600; /* 2026-01-01 */

time_t time(time_t *out) {
  if (out != NULL) *out = always;
  return always;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  (void)zone;
  *out = (struct timeval){.tv_sec = always};
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  REAL(clock_gettime)
  if (clock != CLOCK_REALTIME) return real(clock, out);
  *out = (struct timespec){.tv_sec = always};
  return 0;
}
