/* run_case.h - `simoom run` in a child process, for the rows of the suites. */
#ifndef BENCH_RUNNER_RUN_CASE_H
#define BENCH_RUNNER_RUN_CASE_H

#include "bench.h"
#include "child.h"
#include <lab/facts.h>

/* Results of one run. Starts from {0}; static, as the facts are freed by the next run. */
struct cli_run {
  struct cli_child child;
  struct sm_facts facts; /* summary of the run, valid until the next run; empty if there is none */
};

enum { CLI_MORE = 44 };

/* Appends "--set" and a setting KEY=VALUE to `count` arguments; returns the new count. */
int cli_run_set(const char **more, int count, const char *setting);

/* Runs the case of a row on a device, with the settings of the row and further arguments (at most
 * CLI_MORE, NULL after the last; may be NULL). Output goes to the folder `results` in the temporary
 * folder. Returns CLI_MEASURED after success, or CLI_NOT_CONVERGED if only convergence failed. For
 * outcomes other than CLI_MEASURED `reason` is set. */
enum cli_outcome cli_run_case(const struct cli_bench *bench, const struct cli_row *row,
                              const char *device, const char *const *more, struct cli_run *run,
                              char reason[CLI_REASON]);

/* Sets the figures common to all runs. */
void cli_run_read(const struct cli_run *run, struct cli_sample *sample);

/* After it, of a flow: time of a step and cell steps per second, in place of iterations. */
void cli_run_read_flow(const struct cli_run *run, struct cli_sample *sample);

/* Joins a folder and a file name; false if too long. */
bool cli_join(char *out, size_t size, const char *folder, const char *file);

#endif
