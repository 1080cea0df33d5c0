/* Probe of NetCDF-4 files (HDF5) in a child process: for some damaged files the HDF5 library frees
 * uninitialised pointers or allocates gigabytes. */
#define _POSIX_C_SOURCE 200809L
#include "input/netcdf/classic_header.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netcdf.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 5, LAST_USER_BLOCK = 1 << 20 };
static const rlim_t most_memory = (rlim_t)1 << 30; /* bytes, beyond those of the process */

/* True with an HDF5 signature at 0 or a power of two from 512 on (HDF5 file format, superblock). */
static bool is_hdf5(const char *path) {
  static const unsigned char mark[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  unsigned char found[sizeof mark];
  FILE *file = fopen(path, "rb");
  bool is = false;
  if (file == NULL) return false;
  for (long at = 0; !is && at <= LAST_USER_BLOCK; at = at == 0 ? 512 : 2 * at) {
    if (fseek(file, at, SEEK_SET) != 0 || fread(found, 1, sizeof found, file) != sizeof found)
      break;
    is = memcmp(found, mark, sizeof mark) == 0;
  }
  fclose(file);
  return is;
}

static void limit(int resource, rlim_t most) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0 || now.rlim_cur <= most) return;
  now.rlim_cur = most;
  (void)setrlimit(resource, &now);
}

/* Address space of the process, bytes. */
static rlim_t memory_now(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return RLIM_INFINITY - most_memory;
  const bool known = fscanf(file, "%lu", &pages) == 1;
  fclose(file);
  return known ? (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) : RLIM_INFINITY - most_memory;
}

/* Closes all but the standard streams: a lock of the parent lasts while any process has its file
 * open, so that it would outlive a parent that is killed. */
static void close_inherited(void) {
  enum { MOST = 65536 };
  DIR *open_now = opendir("/proc/self/fd");
  if (open_now == NULL) { /* not Linux: whatever may be open */
    const long limit_of_system = sysconf(_SC_OPEN_MAX);
    const int end = limit_of_system > 0 && limit_of_system < MOST ? (int)limit_of_system : MOST;
    for (int descriptor = STDERR_FILENO + 1; descriptor < end; descriptor++)
      (void)close(descriptor);
    return;
  }
  const int own = dirfd(open_now);
  for (const struct dirent *entry = readdir(open_now); entry != NULL; entry = readdir(open_now)) {
    const int descriptor = (int)strtol(entry->d_name, NULL, 10); /* 0 of "." and ".." */
    if (descriptor > STDERR_FILENO && descriptor != own) (void)close(descriptor);
  }
  (void)closedir(open_now);
}

static void restrict_child(void) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU};
  struct rusage used = {0};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) (void)signal(deadly[i], SIG_DFL);
  (void)signal(SIGINT, SIG_IGN); /* the parent handles signals of the terminal */
  (void)signal(SIGTERM, SIG_IGN);
  (void)getrusage(RUSAGE_SELF, &used);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, memory_now() + most_memory);
  limit(RLIMIT_CPU, (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + SECONDS);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) (void)dup2(nowhere, STDERR_FILENO);
}

/* Reads attributes as the library will on request; unreadable ones are ignored. */
static void read_attributes(int id, int variable, int count) {
  for (int a = 0; a < count; a++) {
    char name[NC_MAX_NAME + 1];
    int type;
    size_t length;
    if (nc_inq_attname(id, variable, a, name) == NC_NOERR)
      (void)nc_inq_att(id, variable, name, &type, &length);
  }
}

static int read_all_but_values(const char *path) {
  int id, variables = 0, attributes = 0;
  const int code = nc_open(path, NC_NOWRITE, &id);
  if (code != NC_NOERR) return code;
  if (nc_inq(id, NULL, &variables, &attributes, NULL) == NC_NOERR)
    read_attributes(id, NC_GLOBAL, attributes);
  for (int v = 0; v < variables; v++)
    if (nc_inq_varnatts(id, v, &attributes) == NC_NOERR) read_attributes(id, v, attributes);
  return NC_NOERR;
}

/* Decodes an exit code, a byte: NetCDF codes are from -33 to -150, others are system errors. */
static int code_of(int state) {
  if (!WIFEXITED(state)) return NC_EHDFERR;
  const int code = -WEXITSTATUS(state);
  return code == NC_ENOMEM ? NC_EHDFERR : code;
}

int sm_ncprobe(const char *path) {
  if (!is_hdf5(path)) return NC_NOERR;
  const pid_t child = fork();
  if (child < 0) return NC_NOERR;
  if (child == 0) {
    close_inherited();
    restrict_child();
    const int code = read_all_but_values(path);
    _exit(code >= 0 ? EXIT_SUCCESS : -code & 0xff);
  }
  int state = 0;
  while (waitpid(child, &state, 0) < 0)
    if (errno != EINTR) return NC_NOERR;
  return code_of(state);
}
