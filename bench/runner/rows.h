/* rows.h - rows of the suites, from the embedded TOML texts (bench/suites,
 * bench/README.md). */
#ifndef BENCH_RUNNER_ROWS_H
#define BENCH_RUNNER_ROWS_H

#include "bench.h"

/* Reads the rows of all suites, once per process; false, with a reason: an error in a text, or out
 * of memory. */
bool cli_rows_read(char reason[CLI_REASON]);

/* Rows of a suite, after cli_rows_read. */
const struct cli_row *cli_suite_rows(const struct cli_suite *suite, size_t *count);

#endif
