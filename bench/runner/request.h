/* request.h - what the commands that measure, `bench` and `validate`, ask of their command line. */
#ifndef BENCH_RUNNER_REQUEST_H
#define BENCH_RUNNER_REQUEST_H

#include "bench.h"

/* Refuses a name that is none of the known ones; `what` it names, and the command that lists them.
 * Returns an exit code. */
int cli_request_name(struct cli_session *session, const char *command, const char *what,
                     const char *name, const char *const *known, size_t count);

/* Refuses what is no device; NULL is fine. `automatic`: "auto" is one. Returns an exit code. */
int cli_request_device(struct cli_session *session, const char *device, bool automatic);

/* The folder of data: that of the option --data, else SIMOOM_DATA, else NULL. */
const char *cli_request_data(const char *option);

/* Makes the folder that runs write into (scratch.h); from here on a signal stops measuring.
 * Returns an exit code. */
int cli_request_folder(struct cli_session *session, const char *prefix, char *out, size_t size);

/* How the command calls what it measures: "row", "rows", "measured"; and what it needs, "maps". */
struct cli_request_words {
  const char *one, *all, *done, *needs;
};

/* The exit code of a command that measured `count` things with these outcomes: what stopped it or
 * went wrong is told. */
int cli_request_judge(struct cli_session *session, const size_t outcome[CLI_STOPPED + 1],
                      size_t count, const struct cli_request_words *words);

/* Writes a file as a whole by a function, unless its path is NULL. Returns `code`, or that of a
 * failure to write when it is 0. */
int cli_request_finish(struct cli_session *session, int code, const char *path,
                       void (*write)(FILE *stream, const void *what), const void *what);

#endif
