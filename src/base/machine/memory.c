#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include "base/machine/machine.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* Memory left by a limit; page cache counts as free. */
static size_t left_of(unsigned long long limit, unsigned long long used, unsigned long long files) {
  used -= files < used ? files : used;
  const unsigned long long left = limit > used ? limit - used : 0;
  return left < SIZE_MAX ? (size_t)left : SIZE_MAX;
}

size_t sm_memory_left_in_group(const char *folder) {
  static const struct {
    const char *limit, *used, *files;
  } version[] = {{"memory.max", "memory.current", "file "},
                 {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache "}};
  for (int v = 0; v < 2; v++) {
    unsigned long long limit, used, files;
    if (!sm_control_group_number(folder, version[v].limit, "", &limit)) continue; /* or "max" */
    if (!sm_control_group_number(folder, version[v].used, "", &used)) continue;
    if (!sm_control_group_number(folder, "memory.stat", version[v].files, &files)) files = 0;
    return left_of(limit, used, files);
  }
  return SIZE_MAX;
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

void sm_memory_zero(void *memory, size_t bytes) {
  const uintptr_t page = (uintptr_t)1 << 21;
  const size_t shared = (size_t)16 << 20, large = (size_t)256 << 20, part = (size_t)4 << 20;
  if (bytes < shared) {
    memset(memory, 0, bytes);
    return;
  }
#ifdef MADV_HUGEPAGE
  const uintptr_t low = ((uintptr_t)memory + page - 1) / page * page;
  const uintptr_t high = ((uintptr_t)memory + bytes) / page * page;
  if (bytes >= large)
    (void)madvise((char *)memory + (low - (uintptr_t)memory), high - low, MADV_HUGEPAGE);
#endif
#pragma omp parallel for schedule(static)
  for (size_t at = 0; at < bytes; at += part)
    memset((char *)memory + at, 0, bytes - at < part ? bytes - at : part);
}

void sm_memory_copy(void *to, const void *from, size_t bytes) {
  const size_t part = (size_t)1 << 20;
#pragma omp parallel for schedule(static) if (bytes > part)
  for (size_t at = 0; at < bytes; at += part)
    memcpy((char *)to + at, (const char *)from + at, bytes - at < part ? bytes - at : part);
}

size_t sm_memory_available(void) {
  unsigned long long kib;
  const bool found = sm_control_group_number("/proc", "meminfo", "MemAvailable:", &kib);
  const size_t machine = found && kib < SIZE_MAX / 1024 ? (size_t)kib * 1024 : SIZE_MAX;
  const size_t group = sm_control_group_least("memory", sm_memory_left_in_group);
  return group < machine ? group : machine;
}
