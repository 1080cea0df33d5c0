/* summary.h - summary of a run, as text and as JSON. */
#ifndef CLI_REPORT_SUMMARY_H
#define CLI_REPORT_SUMMARY_H

#include <lab/run_facts.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints the summary of a run. Text: the files written, one per line; for a run that was done, not
 * converged or stopped also its profile, mass budgets and the closing line. JSON: schema
 * simoom.run/1 (docs/commands.md). False: out of memory. */
bool cli_report_tell(FILE *stream, const struct sm_run_record *report, bool json);

#endif
