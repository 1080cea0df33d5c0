/* session.h - session of a command: library context and terminal. */
#ifndef CLI_SESSION_SESSION_H
#define CLI_SESSION_SESSION_H

#include "terminal.h"
#include <simoom/simoom.h>

struct cli_session {
  struct sm_context *ctx;
  struct cli_terminal terminal; /* log, progress and errors, on stderr */
  double start;                 /* s, monotonic: when the program started */
};

/* Reports the context's message as an error; returns the exit code of the status. */
int cli_session_fail(struct cli_session *session, enum sm_status status);

/* Reports an error of the program itself, "simoom: error: ..." and returns the status' exit code.
 * Further lines of the text, such as "help: ...", are printed as they are. */
int cli_session_error(struct cli_session *session, enum sm_status status, const char *format, ...)
    SM_FORMAT(3, 4);

/* Refuses to replace a file whose name does not end as that of what would be written (".json"): a
 * slip of the pen must not cost a case or a result. Returns an exit code; NULL is fine. */
int cli_session_check_overwrite(struct cli_session *session, const char *path, const char *ending);

#ifdef SM_ANALYSIS /* scripts/analyse.sh: no status of an error is SM_OK, and so no code 0 */
#define cli_session_fail(session, status) ((void)cli_session_fail(session, status), 1)
#define cli_session_error(session, status, ...)                                                    \
  ((void)cli_session_error(session, status, __VA_ARGS__), 1)
#endif

#endif
