/* rows.h - the rows of the suites, which are TOML (bench/suites, bench/README.md) that the program
 * carries. */
#ifndef BENCH_RUNNER_ROWS_H
#define BENCH_RUNNER_ROWS_H

#include "bench.h"

/* Reads the rows of all suites, once in a process; false: a text is wrong, and why, or there is no
 * memory. */
bool cli_rows_read(char reason[CLI_REASON]);

/* The rows of a suite, after that. */
const struct cli_row *cli_suite_rows(const struct cli_suite *suite, size_t *count);

#endif
