/* request.h - what the commands that measure, `bench` and `validate`, ask of their command line. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "session.h"
#include <stddef.h>
#include <stdio.h>

/* Refuses a name that is none of the known ones; `what` it names, and the command that lists them.
 * Returns an exit code. */
int cli_request_name(struct cli_session *session, const char *command, const char *what,
                     const char *name, const char *const *known, size_t count);

/* Refuses what is no device; NULL is fine. `automatic`: "auto" is one. Returns an exit code. */
int cli_request_device(struct cli_session *session, const char *device, bool automatic);

/* The folder of data: that of the option --data, else SIMOOM_DATA, else NULL. */
const char *cli_request_data(const char *option);

/* Writes a file as a whole by a function; returns an exit code. */
int cli_request_write(struct cli_session *session, const char *path,
                      void (*write)(FILE *stream, const void *what), const void *what);

#endif
