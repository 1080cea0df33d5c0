/* session.h - session of a command: library context and terminal. */
#ifndef CLI_SESSION_SESSION_H
#define CLI_SESSION_SESSION_H

#include "terminal.h"
#include <simoom/simoom.h>

struct cli_session {
  struct sm_context *ctx;
  struct cli_terminal terminal; /* log, progress and errors on stderr */
  char **arguments;             /* of the program, NULL after the last */
  double start;                 /* start of the program, monotonic clock, s */
  enum sm_status status;        /* of the last error */
  char message[4096];           /* its text */
};

/* Reports the message of the context as an error; returns the exit code of the status. */
int cli_session_fail(struct cli_session *session, enum sm_status status);

/* Reports an error of the program itself, "simoom: error: ...", and returns the exit code of the
 * status. Further lines of the text, such as "help: ...", are printed unchanged. */
int cli_session_error(struct cli_session *session, enum sm_status status, const char *format, ...)
    SM_FORMAT(3, 4);

/* Refuses to overwrite a file whose extension differs from that of the output (".json"), so that a
 * typing error does not destroy a case or a result. Returns an exit code; path may be NULL. */
int cli_session_check_overwrite(struct cli_session *session, const char *path, const char *ending);

#ifdef SM_ANALYSIS /* for scripts/analyse.sh: the exit code of an error is never 0 */
#define cli_session_fail(session, status) ((void)cli_session_fail(session, status), 1)
#define cli_session_error(session, status, ...)                                                    \
  ((void)cli_session_error(session, status, __VA_ARGS__), 1)
#endif

#endif
