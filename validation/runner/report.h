/* report.h - results of `simoom validate` as a table and as JSON. */
#ifndef VALIDATION_RUNNER_REPORT_H
#define VALIDATION_RUNNER_REPORT_H

#include "bench/runner/report_head.h"
#include "entry.h"

struct cli_validate_report {
  const struct cli_host *host;
  const char *command; /* command line */
  const struct cli_trial *trial;
  size_t count;
};

void cli_validate_print_head(FILE *stream);

/* Prints the lines of an entry: every number with its gate, or the reason of a failure. */
void cli_validate_print(FILE *stream, const struct cli_trial *trial);

/* Numbers of passed and failed gates, and of numbers without a gate. */
struct cli_verdict_counts {
  size_t count[CLI_OPEN + 1]; /* by verdict */
};
struct cli_verdict_counts cli_validate_count(const struct cli_trial *trial, size_t count);

/* Writes JSON of schema "simoom.validate/1" (validation/README.md). */
void cli_validate_write_json(FILE *stream, const struct cli_validate_report *report);

#endif
