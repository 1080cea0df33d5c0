/* child.h - runs this program in a child process and measures time and memory. */
#ifndef BENCH_RUNNER_CHILD_H
#define BENCH_RUNNER_CHILD_H

#include <stdbool.h>
#include <stdint.h>

struct cli_child {
  int code;      /* exit code; -1 after a signal */
  int signal;    /* signal number, else 0 */
  double wall;   /* wall-clock time of the process, s */
  double cpu;    /* CPU time of all threads, user and system, s */
  uint64_t peak; /* peak resident set size, bytes */
};

/* What is called every tenth of a second while a program runs. */
struct cli_child_watch {
  void (*look)(void *user);
  void *user;
};

/* Runs this program with arguments (the first is argv[0], NULL after the last) and waits for its
 * end; stdout and stderr go to files. `watch` may be NULL. Returns false with errno if it could not
 * be started. */
bool cli_child_run(const char *const *arguments, const char *out, const char *err,
                   const struct cli_child_watch *watch, struct cli_child *child);

#endif
