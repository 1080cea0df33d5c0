/* kept.h - results of earlier benchmarks on this machine, reused from their JSON files (--keep). */
#ifndef BENCH_RUNNER_KEPT_H
#define BENCH_RUNNER_KEPT_H

#include "bench.h"
#include "host.h"
#include <lab/facts.h>

enum { CLI_KEPT = 32 }; /* maximum number of files */

struct cli_kept {
  struct sm_facts facts[CLI_KEPT];
  int count;
};

/* Reads a file of `simoom bench --json`; false, with a reason, if it cannot be used. */
bool cli_kept_read(struct cli_kept *kept, const char *path, const struct cli_host *host,
                   char reason[CLI_REASON]);

/* Fills a result from the first file with a successful measurement of its row on its device. False:
 * there is none, or it has points or kernels, which must be measured again. */
bool cli_kept_find(const struct cli_kept *kept, struct cli_result *result);

void cli_kept_free(struct cli_kept *kept);

#endif
