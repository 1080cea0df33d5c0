/* request.h - options common to the commands `bench` and `validate`. */
#ifndef BENCH_RUNNER_REQUEST_H
#define BENCH_RUNNER_REQUEST_H

#include "bench.h"

/* Rejects an unknown name; `what` is its kind, with the command that lists the names. Returns an
 * exit code. */
int cli_request_name(struct cli_session *session, const char *command, const char *what,
                     const char *name, const char *const *known, size_t count);

/* Rejects an invalid device name; NULL is accepted. `automatic`: accepts "auto". Returns an exit
   code. */
int cli_request_device(struct cli_session *session, const char *device, bool automatic);

/* Folder of data: option --data, else SIMOOM_DATA, else NULL. */
const char *cli_request_data(const char *option);

/* Creates the output folder of the runs (scratch.h), and lets signals stop the measurements.
 * Returns an exit code. */
int cli_request_folder(struct cli_session *session, const char *prefix, char *out, size_t size);

/* Words in messages for the measured items: "row", "rows", "measured"; and for their data,
   "maps". */
struct cli_request_words {
  const char *one, *all, *done, *needs;
};

/* Exit code of a command that measured `count` items with these outcomes; reports stops and
 * failures. */
int cli_request_judge(struct cli_session *session, const size_t outcome[CLI_STOPPED + 1],
                      size_t count, const struct cli_request_words *words);

/* Writes a file atomically by a function, unless its path is NULL. Returns `code`, or if that is 0
 * the exit code of a write error. */
int cli_request_finish(struct cli_session *session, int code, const char *path,
                       void (*write)(FILE *stream, const void *what), const void *what);

#endif
