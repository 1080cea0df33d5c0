/* report_head.h - common parts of the reports of `bench` and `validate`. */
#ifndef BENCH_RUNNER_REPORT_HEAD_H
#define BENCH_RUNNER_REPORT_HEAD_H

#include "bench.h"
#include "cli/text/facts.h"
#include "host.h"

/* Prints a blank and a number of the given width: three digits, no exponent; "-" if unknown. */
void cli_report_number(FILE *stream, int width, double value);

/* JSON words of the outcomes. */
extern const char *const cli_outcome_words[CLI_STOPPED + 1];

/* Opens the object of a report and writes command, program and machine; the last member "host"
 * stays open. */
void cli_report_open(struct sm_facts *json, const char *schema, const char *command,
                     const struct cli_host *host);

#endif
