/* run_case.h - `simoom run` in a process of its own, for the rows of the suites. */
#ifndef BENCH_RUNNER_RUN_CASE_H
#define BENCH_RUNNER_RUN_CASE_H

#include "bench.h"
#include "child.h"
#include <lab/facts.h>

/* What one run left. Starts from {0}; static, as the facts are freed by the next run. */
struct cli_run {
  struct cli_child child;
  struct sm_facts facts; /* of its summary, until the next run; none when it left none */
};

enum { CLI_MORE = 44 };

/* Adds "--set" and a setting, KEY=VALUE, to `count` arguments. Returns their number then. */
int cli_run_set(const char **more, int count, const char *setting);

/* Runs the case of a row on a device, with the row's settings and then with more arguments (at most
 * CLI_MORE, NULL after the last; NULL: none). What it writes goes to the folder `results` in the
 * temporary folder. Returns CLI_MEASURED for a run that ended well, CLI_NOT_CONVERGED for one that
 * ended otherwise well. For all but CLI_MEASURED `reason` tells why. */
enum cli_outcome cli_run_case(const struct cli_bench *bench, const struct cli_row *row,
                              const char *device, const char *const *more, struct cli_run *run,
                              char reason[CLI_REASON]);

/* The figures that every run has. */
void cli_run_read(const struct cli_run *run, struct cli_sample *sample);

/* Joins a folder and a file in it; false when that is too long. */
bool cli_join(char *out, size_t size, const char *folder, const char *file);

#endif
