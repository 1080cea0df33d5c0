/* signals.h - Ctrl-C, a batch system's SIGTERM, closed pipes and full quotas. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include "session.h"
#include <stdbool.h>

/* A closed pipe and a file that outgrew its limit become write errors instead of killing the
 * program. */
void cli_signals_prepare(void);

/* From now on the first SIGINT or SIGTERM asks the session's call to stop at its next safe point;
 * the second one ends the program at once, with exit code 130. */
void cli_signals_catch_stop(struct cli_session *session);

/* The same of what has no steps and ends at once: nothing is said. */
void cli_signals_catch_end(struct cli_session *session);

/* The same of what computes for a while and keeps nothing: SIGINT or SIGTERM ends the program at
 * once as stopped, and a file that is being written goes away. */
void cli_signals_end_at_once(struct cli_session *session);

/* True after a signal that asks to stop. */
bool cli_signals_stopping(void);

/* True when somebody stopped reading what the program writes: no error worth telling. */
bool cli_signals_pipe_closed(void);

#endif
