/* row.h - parses a row of a suite. */
#ifndef BENCH_RUNNER_ROW_H
#define BENCH_RUNNER_ROW_H

#include "bench.h"

/* False: a key of the text is unknown, missing or of a wrong type; `reason` says which, with file
 * and line. */
bool cli_rows_check(const struct cli_suite *suite, const char *file,
                    const struct sm_toml_node *root, char reason[CLI_REASON]);

/* Reads a row of a checked text. False: too many settings or references, or an unknown word or
 * source; `reason` says which, with file and line. */
bool cli_row_read(const struct cli_suite *suite, const char *file, const struct sm_toml_node *root,
                  const struct sm_toml_node *table, struct cli_row *out, void *own,
                  char reason[CLI_REASON]);

#endif
