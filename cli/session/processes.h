/* processes.h - processes of a command: started by mpirun, joined, left. */
#ifndef CLI_SESSION_PROCESSES_H
#define CLI_SESSION_PROCESSES_H

#include "session.h"

/* Joins the processes that a launcher started; without one starts `ranks` of them by mpirun on this
 * machine, and does not return (0: not given). Returns the exit code of a failure, else 0. */
int cli_processes_begin(struct cli_session *session, int ranks);

/* Whether this process computes for process 0, which prints and writes all. */
bool cli_processes_is_worker(const struct cli_session *session);

/* Waits for the other processes. Returns the exit code of this one: of a worker 0, as process 0
 * speaks for all. */
int cli_processes_end(struct cli_session *session, int code);

#endif
