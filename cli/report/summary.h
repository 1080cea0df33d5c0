/* summary.h - summary of a run, as text and as JSON. */
#ifndef CLI_REPORT_SUMMARY_H
#define CLI_REPORT_SUMMARY_H

#include <simoom/run.h>
#include <stdbool.h>
#include <stdio.h>

struct cli_report {
  const struct sm_case *c; /* NULL if the case could not be read, or if its text is not needed */
  const char *case_name;   /* NULL if the case could not be read */
  const char *case_file, *folder;
  enum sm_status status;
  const struct sm_run_summary *run;
  const struct sm_context *ctx; /* source of the message and warnings */
  double wall_total;            /* s since the start of the program */
};

/* Prints the summary of a run. Text: the files written, one per line; for a run that was done, not
 * converged or stopped also its profile, mass budgets and the closing line. JSON: schema
 * simoom.run/1 (docs/commands.md). False: out of memory. */
bool cli_report_tell(FILE *stream, const struct cli_report *report, bool json);

/* Status name in JSON: "ok", "diverged", "case". */
void cli_status_word(enum sm_status status, char *out, size_t size);

#endif
