/* confine.c - Landlock rules of a run (Linux 5.13 or later): files that data files name, as a VRT
 * of GDAL or a KPP mechanism do, stay those of the job. */
#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __linux__

/* Of <linux/landlock.h>, which older systems lack. */
enum {
  CREATE_RULESET = 444,
  ADD_RULE = 445,
  RESTRICT_SELF = 446,
  VERSION = 1, /* flag of CREATE_RULESET */
  BENEATH = 1  /* kind of rule */
};
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  ALL_FIRST = (1 << 13) - 1, /* rights of version 1 */
  REFER = 1 << 13,           /* version 2 */
  TRUNCATE = 1 << 14,        /* version 3 */
  NETWORK = 3                /* version 4: bind, connect */
};
enum { READ = EXECUTE | READ_FILE | READ_DIR };

struct ruleset {
  uint64_t files, network;
};

struct __attribute__((packed)) beneath {
  uint64_t rights;
  int32_t folder;
};

static int version(void) {
  return (int)syscall(CREATE_RULESET, NULL, (size_t)0, (unsigned)VERSION);
}

bool cli_confine_available(void) { return version() >= 1; }

/* Allows rights beneath a path, if it is there. */
static void allow(int rules, const char *path, uint64_t rights) {
  const int folder = open(path, O_PATH | O_CLOEXEC);
  if (folder < 0) return;
  const struct beneath rule = {.rights = rights, .folder = folder};
  if (syscall(ADD_RULE, rules, BENEATH, &rule, 0U) != 0 && errno == EINVAL) {
    /* a file has no rights of folders */
    const struct beneath plain = {.rights = rights & (EXECUTE | WRITE_FILE | READ_FILE),
                                  .folder = folder};
    syscall(ADD_RULE, rules, BENEATH, &plain, 0U);
  }
  close(folder);
}

/* Allows reading of the folders of an environment variable, "a:b". */
static void allow_listed(int rules, const char *variable) {
  const char *value = getenv(variable);
  char *list = value != NULL ? strdup(value) : NULL, *rest = NULL;
  for (char *path = list != NULL ? strtok_r(list, ":", &rest) : NULL; path != NULL;
       path = strtok_r(NULL, ":", &rest))
    allow(rules, path, READ);
  free(list);
}

int cli_confine_prepare(const char *program, const char *folder, const char *const *readable) {
  static const char *const system[] = {"/usr",      "/lib", "/lib64",           "/bin",
                                       "/proc",     "/sys", "/etc/ld.so.cache", "/etc/localtime",
                                       "/nix/store"};
  static const char *const variables[] = {
      "LD_LIBRARY_PATH", "SIMOOM_MODULES",          "GDAL_DATA", "PROJ_LIB",
      "PROJ_DATA",       "ECCODES_DEFINITION_PATH", "CUDA_HOME"};
  static const char *const beside[] = {"", "/../lib", "/../lib64", "/../share"};
  const int abi = version();
  if (abi < 1) return -1;
  const uint64_t all = (uint64_t)ALL_FIRST | (abi >= 2 ? REFER : 0U) | (abi >= 3 ? TRUNCATE : 0U);
  const struct ruleset set = {.files = all, .network = abi >= 4 ? NETWORK : 0U};
  const size_t size = abi >= 4 ? sizeof set : sizeof set.files;
  const int rules = (int)syscall(CREATE_RULESET, &set, size, 0U);
  char path[2 * CLI_CHILD_PATH];
  if (rules < 0) return -1;
  for (size_t n = 0; n < sizeof system / sizeof *system; n++) allow(rules, system[n], READ);
  for (size_t n = 0; n < sizeof variables / sizeof *variables; n++)
    allow_listed(rules, variables[n]);
  for (size_t n = 0; n < sizeof beside / sizeof *beside; n++) {
    snprintf(path, sizeof path, "%s", program);
    char *slash = strrchr(path, '/');
    if (slash == NULL) continue;
    snprintf(slash, sizeof path - (size_t)(slash - path), "%s", beside[n]);
    allow(rules, path, READ);
  }
  allow(rules, "/dev", all & ~(uint64_t)EXECUTE);
  allow(rules, folder, READ);
  for (; readable != NULL && *readable != NULL; readable++) allow(rules, *readable, READ);
  snprintf(path, sizeof path, "%s/out", folder);
  allow(rules, path, all & ~(uint64_t)EXECUTE);
  return rules;
}

bool cli_confine_enter(int rules) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0U) == 0;
}

#else

bool cli_confine_available(void) { return false; }

int cli_confine_prepare(const char *program, const char *folder, const char *const *readable) {
  (void)program;
  (void)folder;
  (void)readable;
  return -1;
}

bool cli_confine_enter(int rules) {
  (void)rules;
  return false;
}

#endif
