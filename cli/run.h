/* run.h - run of a case with the options of a command: `simoom run`, `simoom release`. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/command.h"

struct cli_run_values {
  const char *folder, *json; /* of the outputs; of the summary: a file, - or NULL */
  bool overwrite, profile, resume, live;
  int ranks;
  const char *const *set; /* further "table.key=value" texts */
  size_t sets;
};

/* Runs a case, tells how it ended and leaves the summary; returns the exit code. *kept: the case,
 * also after a failure, NULL if it could not be read; kept NULL: it is destroyed. */
int cli_run_command(struct cli_session *session, const char *operand,
                    const struct cli_run_values *v, struct sm_case **kept);

#endif
