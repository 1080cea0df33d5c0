/* signals.h - Ctrl-C, a batch system's SIGTERM, closed pipes and full quotas. */
#ifndef CLI_SESSION_SIGNALS_H
#define CLI_SESSION_SIGNALS_H

#include "session.h"
#include <stdbool.h>

/* A closed pipe and a file that outgrew its limit become write errors instead of killing the
 * program. */
void cli_signals_prepare(void);

/* From now on the first SIGINT or SIGTERM asks the session's call to stop at its next safe point;
 * the second one ends the program at once, with exit code 130. */
void cli_signals_catch_stop(struct cli_session *session);

/* The same while a case is read and its run set up, of which nothing is kept: what is busy with one
 * large file, map or array has half a second to get to a safe point, then the program ends as
 * stopped. `always`: of a command that keeps nothing at all. */
void cli_signals_catch_reading(struct cli_session *session, bool always);

/* What a run begins while it is set up goes with it: files whose names begin so. */
void cli_signals_remove_begun(const char *folder, const char *prefix);

/* Told of every phase: the first one but "domain" and "set-up" ends this. Files are those of this
 * run, and not of another one of the same name, once the set-up is more than begun. */
void cli_signals_phase(const char *phase, double fraction);

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
