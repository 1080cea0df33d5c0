/* report.h - benchmark results as a table and as JSON. */
#ifndef BENCH_RUNNER_REPORT_H
#define BENCH_RUNNER_REPORT_H

#include "report_head.h"

struct cli_bench_report {
  const struct cli_host *host;
  const char *command;     /* command line */
  const double *bandwidth; /* bytes/s by enum cli_memory; NAN: not measured */
  const struct cli_result *result;
  size_t count;
};

void cli_bench_print_head(FILE *stream);
void cli_bench_print_result(FILE *stream, const struct cli_result *result);

/* The tables after the first, for the results of one suite, if any of its rows was measured: its
 * own, or every figure that has another one to be set beside. */
void cli_bench_print_beside(FILE *stream, const struct cli_suite *suite,
                            const struct cli_result *result, size_t count);

/* Prints all figures of a suite that have a reference. */
void cli_bench_print_references(FILE *stream, const struct cli_suite *suite,
                                const struct cli_result *result, size_t count);

/* Factor by which a result is better than its reference; NAN if it was not measured. */
double cli_reference_ratio(const struct cli_result *result, const struct cli_reference *reference);

/* Writes JSON of schema "simoom.bench/1" (bench/README.md). */
void cli_bench_write_json(FILE *stream, const struct cli_bench_report *report);

#endif
