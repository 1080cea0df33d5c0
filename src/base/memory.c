#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Number after `key` at the start of a line of a file ("": first number of the file); false:
 * absent. */
static bool find_number(const char *path, const char *key, unsigned long long *out) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  char line[256];
  bool found = false;
  const size_t length = strlen(key);
  while (!found && fgets(line, sizeof line, file) != NULL)
    found = strncmp(line, key, length) == 0 && sscanf(line + length, "%llu", out) == 1;
  fclose(file);
  return found;
}

static bool group_number(const char *folder, const char *file, const char *key,
                         unsigned long long *out) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  return find_number(path, key, out);
}

size_t sm_memory_left_in_group(const char *folder) {
  unsigned long long limit, used, files;
  if (!group_number(folder, "memory.max", "", &limit)) return SIZE_MAX; /* "max": unlimited */
  if (!group_number(folder, "memory.current", "", &used)) return SIZE_MAX;
  if (!group_number(folder, "memory.stat", "file ", &files)) files = 0;
  used -= files < used ? files : used;
  const unsigned long long left = limit > used ? limit - used : 0;
  return left < SIZE_MAX ? (size_t)left : SIZE_MAX;
}

/* Minimum of the free memory in the control group of this process and its parents. */
static size_t free_in_groups(void) {
  static const char root[] = "/sys/fs/cgroup";
  char line[4096], folder[4200];
  FILE *file = fopen("/proc/self/cgroup", "r");
  if (file == NULL) return SIZE_MAX;
  bool found = false;
  while (!found && fgets(line, sizeof line, file) != NULL) found = strncmp(line, "0::", 3) == 0;
  fclose(file);
  if (!found) return SIZE_MAX;
  line[strcspn(line, "\n")] = '\0';
  snprintf(folder, sizeof folder, "%s%s", root, line + 3);
  size_t least = SIZE_MAX;
  while (strlen(folder) >= sizeof root - 1) {
    const size_t left = sm_memory_left_in_group(folder);
    if (left < least) least = left;
    *strrchr(folder, '/') = '\0';
  }
  return least;
}

bool sm_memory_has_room(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  munmap(memory, bytes);
  return true;
}

void *sm_memory_reserve(size_t bytes) {
  const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(NULL, bytes > 0 ? bytes : 1, PROT_READ | PROT_WRITE, how, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void sm_memory_give_back(void *memory, size_t bytes) {
  if (memory != NULL) munmap(memory, bytes > 0 ? bytes : 1);
}

size_t sm_memory_available(void) {
  unsigned long long kib;
  const bool found = find_number("/proc/meminfo", "MemAvailable:", &kib);
  const size_t machine = found && kib < SIZE_MAX / 1024 ? (size_t)kib * 1024 : SIZE_MAX;
  const size_t group = free_in_groups();
  return group < machine ? group : machine;
}
