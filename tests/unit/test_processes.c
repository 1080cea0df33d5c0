/* Processes of a launcher: what its environment says; a run of one process; refusals. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "base/context.h"
#include "harness.h"
#include "lab/processes.h"
#include "parallel/parallel.h"
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;

static void setup(void) {
  static const char *const names[] = {
      "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK",
      "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
}

static void teardown(void) {
  sm_processes_leave(ctx);
  sm_context_destroy(&ctx);
}

static void assert_launch(int count, int rank) {
  const struct sm_launch launch = sm_launch_find();
  ck_assert_int_eq(launch.count, count);
  ck_assert_int_eq(launch.rank, rank);
}

START_TEST(launchers_are_recognised) {
  setup();
  assert_launch(0, 0);
  setenv("SLURM_PROCID", "0", 1); /* a batch script */
  assert_launch(0, 0);
  setenv("SLURM_STEP_NUM_TASKS", "8", 1);
  setenv("SLURM_PROCID", "7", 1);
  assert_launch(8, 7);
  setenv("PMI_SIZE", "4", 1);
  setenv("PMI_RANK", "3", 1);
  assert_launch(4, 3);
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  setenv("OMPI_COMM_WORLD_RANK", "1", 1);
  assert_launch(2, 1);
  setenv("OMPI_COMM_WORLD_RANK", "2", 1); /* none of two */
  assert_launch(4, 3);
  teardown();
}
END_TEST

START_TEST(a_run_without_a_launcher_has_no_processes) {
  setup();
  ck_assert_int_eq(sm_processes_join(ctx, 0), SM_OK);
  ck_assert_ptr_null(sm_parallel_of(ctx));
  ck_assert_int_eq(sm_parallel_count(NULL), 1);
  ck_assert_int_eq(sm_parallel_sharing(NULL), 1);
  ck_assert_int_eq(sm_parallel_local_rank(NULL), 0);
  ck_assert_int_eq(sm_processes_agree(ctx, SM_ERR_IO), SM_ERR_IO);
  teardown();
}
END_TEST

START_TEST(one_process_needs_no_mpi) {
  setup();
  ck_assert_int_eq(sm_processes_join(ctx, 1), SM_OK);
  const struct sm_parallel *parallel = sm_parallel_of(ctx);
  ck_assert_ptr_nonnull(parallel);
  ck_assert_int_eq(sm_parallel_count(parallel), 1);
  ck_assert_int_eq(sm_parallel_sharing(parallel), 1);
  ck_assert_int_eq(sm_processes_rank(ctx), 0);
  ck_assert_int_eq(sm_processes_agree(ctx, SM_ERR_CASE), SM_ERR_CASE);
  ck_assert_int_eq(sm_processes_agree(ctx, SM_OK), SM_OK);
  teardown();
}
END_TEST

START_TEST(numbers_that_differ_are_refused) {
  setup();
  ck_assert_int_eq(sm_processes_join(ctx, 2), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "need a launcher"));
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  ck_assert_int_eq(sm_processes_join(ctx, 3), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "--ranks 3, but the launcher started 2"));
  teardown();
}
END_TEST

TEST_MAIN(launchers_are_recognised, a_run_without_a_launcher_has_no_processes,
          one_process_needs_no_mpi, numbers_that_differ_are_refused)
