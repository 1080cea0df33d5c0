/* Number of threads when none is asked for: OMP_NUM_THREADS, limit of a control group on processor
 * time. */
#define _POSIX_C_SOURCE 200809L
#include "scratch_folder.h"

#include "base/machine/machine.h"
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

START_TEST(a_group_allows_its_quota_rounded_up) {
  scratch_open();
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), SIZE_MAX); /* no file: no group */
  scratch_write("cpu.max", "max 100000\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), SIZE_MAX);
  scratch_write("cpu.max", "100000 100000\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), 1);
  scratch_write("cpu.max", "150000 100000\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), 2);
  scratch_write("cpu.max", "20000 100000\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), 1);
  scratch_write("cpu.max", "nonsense\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), SIZE_MAX);
  scratch_write("cpu.cfs_quota_us", "-1\n"); /* version 1 */
  scratch_write("cpu.cfs_period_us", "100000\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), SIZE_MAX);
  scratch_write("cpu.cfs_quota_us", "250000\n");
  ck_assert_uint_eq(sm_threads_of_group(scratch_folder), 3);
  scratch_close();
}
END_TEST

START_TEST(what_is_asked_for_comes_first) {
  const int all = omp_get_num_procs();
  unsetenv("OMP_NUM_THREADS");
  omp_set_num_threads(all + 3);
  ck_assert_int_eq(sm_threads_choose(all + 7), all + 7);
  const int chosen = sm_threads_choose(0);
  ck_assert_int_ge(chosen, 1);
  ck_assert_int_le(chosen, all + 3);
  setenv("OMP_NUM_THREADS", "5", 1);
  ck_assert_int_eq(sm_threads_choose(0), all + 3); /* OpenMP has read the variable at its start */
  ck_assert_int_eq(sm_threads_choose(-1), all + 3);
}
END_TEST

TEST_MAIN(a_group_allows_its_quota_rounded_up, what_is_asked_for_comes_first)
