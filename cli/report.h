/* report.h - what the reports of `bench` and `validate` have in common. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "bench.h"
#include "bench_host.h"
#include "json.h"

/* Prints a number in so many places after a blank: three digits, no exponent; "-": not known. */
void cli_report_number(FILE *stream, int width, double value);

/* What JSON calls an outcome. */
extern const char *const cli_outcome_words[CLI_STOPPED + 1];

/* Opens the object of a report and writes what made it, last the machine as "host", which stays
 * open too. */
void cli_report_open(struct cli_json *json, const char *schema, const char *command,
                     const struct cli_host *host);

#endif
