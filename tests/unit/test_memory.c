/* What memory is left, by the machine and by the limits of a container. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include "base/memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/simoom-memory-XXXXXX";

static void put(const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
}

static void drop(const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  remove(path);
}

START_TEST(a_group_leaves_its_limit_less_what_is_used_and_not_cache) {
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_uint_eq(sm_memory_left_in_group(folder), SIZE_MAX); /* no files: no group */
  put("memory.max", "max\n");
  put("memory.current", "700\n");
  ck_assert_uint_eq(sm_memory_left_in_group(folder), SIZE_MAX);
  put("memory.max", "1000\n");
  ck_assert_uint_eq(sm_memory_left_in_group(folder), 300);
  put("memory.stat", "anon 500\nfile 200\nfile_mapped 77\n");
  ck_assert_uint_eq(sm_memory_left_in_group(folder), 500);
  put("memory.current", "1500\n");
  ck_assert_uint_eq(sm_memory_left_in_group(folder), 0);
  drop("memory.max");
  drop("memory.current");
  drop("memory.stat");
  rmdir(folder);
}
END_TEST

START_TEST(this_machine_has_some_memory_left) {
  const size_t left = sm_memory_available();
  ck_assert_uint_gt(left, 1 << 20);
}
END_TEST

TEST_MAIN(a_group_leaves_its_limit_less_what_is_used_and_not_cache,
          this_machine_has_some_memory_left)
