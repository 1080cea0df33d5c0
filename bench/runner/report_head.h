/* report_head.h - what the reports of `bench` and `validate` have in common. */
#ifndef BENCH_RUNNER_REPORT_HEAD_H
#define BENCH_RUNNER_REPORT_HEAD_H

#include "bench.h"
#include "cli/text/facts.h"
#include "host.h"

/* Prints a number in so many places after a blank: three digits, no exponent; "-": not known. */
void cli_report_number(FILE *stream, int width, double value);

/* What JSON calls an outcome. */
extern const char *const cli_outcome_words[CLI_STOPPED + 1];

/* Opens the object of a report and writes what made it, last the machine as "host", which stays
 * open too. */
void cli_report_open(struct sm_facts *json, const char *schema, const char *command,
                     const struct cli_host *host);

#endif
