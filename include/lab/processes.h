/* processes.h - processes of a run that a launcher (mpirun, srun) started, for the program. */
#ifndef LAB_PROCESSES_H
#define LAB_PROCESSES_H

#include "simoom/context.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Launcher that started this process, by the environment. count 0: no launcher. */
struct sm_launch {
  int count, rank;
};
SM_PUBLIC struct sm_launch sm_launch_find(void);

/* Joins the processes of the launcher, by MPI if they are several; `ranks`: their number as the
 * user gives it, 0: not given. Without a launcher 1 makes a run of one process with the results of
 * one of several. Of all but process 0 log lines are sent to process 0 or dropped. Called once, and
 * before other threads exist. Errors: ERR_USAGE (`ranks` differs from the launcher's number),
 * ERR_DATA (no MPI; another MPI than the launcher's; different builds of simoom), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_processes_join(struct sm_context *ctx, int ranks);

/* Number of this process; 0 of a process alone. Process 0 writes all output. */
SM_PUBLIC int sm_processes_rank(const struct sm_context *ctx);

/* All processes call it together: the first status that is not OK, for all of them; process 0 gets
 * its message. */
SM_PUBLIC SM_CHECKED enum sm_status sm_processes_agree(struct sm_context *ctx,
                                                       enum sm_status status);

/* Waits until all processes call it, and ends MPI. */
SM_PUBLIC void sm_processes_leave(struct sm_context *ctx);

#ifdef __cplusplus
}
#endif
#endif
