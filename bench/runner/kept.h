/* kept.h - rows that an earlier command has measured on this machine, taken from its JSON. */
#ifndef BENCH_RUNNER_KEPT_H
#define BENCH_RUNNER_KEPT_H

#include "bench.h"
#include "host.h"
#include <lab/facts.h>

enum { CLI_KEPT = 32 }; /* files, at most */

struct cli_kept {
  struct sm_facts facts[CLI_KEPT];
  int count;
};

/* Reads a file that `simoom bench --json` wrote; false: it cannot be used, and why. */
bool cli_kept_read(struct cli_kept *kept, const char *path, const struct cli_host *host,
                   char reason[CLI_REASON]);

/* Fills in a result from the files, the first that has its row, well measured on its device. False:
 * none has it, or it has points or kernels, which are measured anew. */
bool cli_kept_find(const struct cli_kept *kept, struct cli_result *result);

void cli_kept_free(struct cli_kept *kept);

#endif
