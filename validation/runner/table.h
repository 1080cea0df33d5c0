/* table.h - tables of numbers in the folder of an entry. */
#ifndef VALIDATION_RUNNER_TABLE_H
#define VALIDATION_RUNNER_TABLE_H

#include "bench/runner/bench.h"
#include "metrics.h"

enum { CLI_COLUMNS = 8 };

struct cli_table {
  double cell[CLI_PAIRS][CLI_COLUMNS];
  size_t rows;
};

/* Reads a table: lines that begin with '#' are comments, the next one has the column names
 * ("x,z,u"), the others one number per column, separated by commas. CLI_SKIPPED: the file cannot be
 * read; CLI_FAILED: other columns, more than CLI_PAIRS rows, or none. `reason` says so, with the
 * line. */
enum cli_outcome cli_table_read(const char *path, const char *columns, struct cli_table *out,
                                char reason[CLI_REASON]);

#endif
