/* several_processes.h - a test program that runs itself in several processes, by mpirun.
 *
 * The program calls `worker` in a process that mpirun started, which joins the others and prints
 * what the test compares. */
#ifndef SM_TESTS_SEVERAL_PROCESSES_H
#define SM_TESTS_SEVERAL_PROCESSES_H

#include "harness.h"
#include "lab/processes.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT = 1 << 16, SKIPPED = 77 };
static const int process_counts[] = {1, 2, 3, 4, 6};
enum { PROCESS_COUNTS = sizeof process_counts / sizeof *process_counts };

/* Runs this program in so many processes; `out` gets what they print. Returns its exit code. */
static inline int run_processes(int count, char out[OUTPUT]) {
  char program[4096], command[8192];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  ck_assert_int_gt(length, 0);
  program[length] = '\0';
  ck_assert_int_eq(setenv("PROGRAM", program, 1), 0); /* its path may hold blanks */
  snprintf(
      command, sizeof command,
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
      "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none "
      "OMPI_MCA_btl_vader_single_copy_mechanism=none OMP_NUM_THREADS=1 "
      "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 mpirun -n %d \"$PROGRAM\" 2>&1", /* MPI leaks */
      count);
  FILE *pipe = popen(command, "r");
  ck_assert_ptr_nonnull(pipe);
  const size_t size = fread(out, 1, OUTPUT - 1, pipe);
  out[size] = '\0';
  return pclose(pipe);
}

/* Why they cannot run here; NULL: they can. */
static inline const char *processes_missing(void) {
  const char *folder = getenv("SIMOOM_MODULES");
  char path[4096];
  if (system("command -v mpirun >/dev/null") != 0) return "no mpirun";
  snprintf(path, sizeof path, "%s/simoom_mpi.so", folder != NULL ? folder : ".");
  return access(path, R_OK) == 0 ? NULL : "built without MPI";
}

static int worker(int count);

/* Joins the processes, and leaves them. */
static inline int run_worker(int count, struct sm_context **ctx) {
  int code = EXIT_FAILURE;
  if (sm_context_create(NULL, ctx) != SM_OK) return code;
  if (sm_processes_join(*ctx, 0) == SM_OK)
    code = worker(count);
  else
    printf("%s\n", sm_context_message(*ctx));
  fflush(stdout);
  sm_processes_leave(*ctx);
  sm_context_destroy(ctx);
  return code;
}

#define PROCESSES_MAIN(CTX, ...)                                                                   \
  int main(void) {                                                                                 \
    const int count = sm_launch_find().count;                                                      \
    if (count > 0) return run_worker(count, CTX);                                                  \
    const char *missing = processes_missing();                                                     \
    if (missing != NULL) {                                                                         \
      printf("skipped: %s\n", missing);                                                            \
      return SKIPPED;                                                                              \
    }                                                                                              \
    const TTest *const tests[] = {__VA_ARGS__};                                                    \
    return run_tests(__FILE__, tests, sizeof tests / sizeof *tests);                               \
  }

#endif
