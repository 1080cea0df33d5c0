/* signals.h - signal handling: Ctrl-C, SIGTERM of batch systems, closed pipes, file size limits. */
#ifndef CLI_SESSION_SIGNALS_H
#define CLI_SESSION_SIGNALS_H

#include "session.h"
#include <stdbool.h>
#include <sys/types.h>

/* Turns SIGPIPE and SIGXFSZ into write errors instead of ending the
 * program. */
void cli_signals_prepare(void);

/* After this call the first SIGINT or SIGTERM requests a stop at the next safe point; the second
 * one removes unfinished files and ends the program at once, with exit code 130. */
void cli_signals_catch_stop(struct cli_session *session);

/* The same while a case is read and its run is set up, when there are no results to keep: if the
 * next safe point is not reached within half a second, the program ends as stopped. `always`: the
 * command never has results to keep. */
void cli_signals_catch_reading(struct cli_session *session, bool always);

/* Progress callback: the first phase other than "domain" and "set-up" ends this mode. */
void cli_signals_phase(const char *phase);

/* The same for commands without safe points, which end at once and without a message. */
void cli_signals_catch_end(struct cli_session *session);

/* From now on SIGINT or SIGTERM ends the program at once as stopped, and removes unfinished files:
 * the mode of commands that do not choose another one. */
void cli_signals_end_at_once(struct cli_session *session);

/* Process that a signal ends too, since nothing of it is kept; 0: none. */
void cli_signals_child(pid_t process);

/* Whether a signal has requested a stop. */
bool cli_signals_stopping(void);

/* Whether the reader of the output has closed the pipe, which is not reported as an error. */
bool cli_signals_pipe_closed(void);

#endif
