/* threads.h - number of OpenMP threads when none is asked for: processors, affinity, limit of a
 * container. */
#ifndef SM_BASE_MACHINE_THREADS_H
#define SM_BASE_MACHINE_THREADS_H

#include <stddef.h>

/* `asked` if it is positive, else OMP_NUM_THREADS, else the processors that this process may use:
 * those of its affinity, and at most the limit of its control group on processor time,
 * rounded up. More threads than that wait for each other at every barrier. */
int sm_threads_choose(int asked);

/* Processors that the limit of a control group allows, from the files of either version in its
 * folder, rounded up; SIZE_MAX without a limit. */
size_t sm_threads_of_group(const char *folder);

#endif
