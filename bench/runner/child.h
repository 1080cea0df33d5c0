/* child.h - running this program anew, and what that cost. */
#ifndef BENCH_RUNNER_CHILD_H
#define BENCH_RUNNER_CHILD_H

#include <stdbool.h>
#include <stdint.h>

struct cli_child {
  int code;      /* exit code; -1 when a signal ended it */
  int signal;    /* the signal, else 0 */
  double wall;   /* s, from before it was started to its end */
  double cpu;    /* s, of all its threads, user and system */
  uint64_t peak; /* bytes, the largest resident set */
};

/* Runs this program with arguments (the first is argv[0], NULL after the last) and waits for its
 * end; its stdout and stderr go to files. Returns false with errno when it could not be started. */
bool cli_child_run(const char *const *arguments, const char *out, const char *err,
                   struct cli_child *child);

#endif
