/* Available memory, by the machine and by the limits of a container. */
#define _POSIX_C_SOURCE 200809L
#include "scratch_folder.h"

#include "base/machine/machine.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

START_TEST(a_group_leaves_its_limit_less_what_is_used_and_not_cache) {
  scratch_open();
  ck_assert_uint_eq(sm_memory_left_in_group(scratch_folder), SIZE_MAX); /* no files: no group */
  scratch_write("memory.max", "max\n");
  scratch_write("memory.current", "700\n");
  ck_assert_uint_eq(sm_memory_left_in_group(scratch_folder), SIZE_MAX);
  scratch_write("memory.max", "1000\n");
  ck_assert_uint_eq(sm_memory_left_in_group(scratch_folder), 300);
  scratch_write("memory.stat", "anon 500\nfile 200\nfile_mapped 77\n");
  ck_assert_uint_eq(sm_memory_left_in_group(scratch_folder), 500);
  scratch_write("memory.current", "1500\n");
  ck_assert_uint_eq(sm_memory_left_in_group(scratch_folder), 0);
  scratch_write("memory.max", "max\n");
  scratch_write("memory.limit_in_bytes", "1000\n"); /* version 1 */
  scratch_write("memory.usage_in_bytes", "700\n");
  scratch_write("memory.stat", "cache 1\ntotal_cache 100\n");
  ck_assert_uint_eq(sm_memory_left_in_group(scratch_folder), 400);
  scratch_close();
}
END_TEST

START_TEST(this_machine_has_some_memory_left) {
  const size_t left = sm_memory_available();
  ck_assert_uint_gt(left, 1 << 20);
}
END_TEST

TEST_MAIN(a_group_leaves_its_limit_less_what_is_used_and_not_cache,
          this_machine_has_some_memory_left)
