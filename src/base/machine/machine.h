/* base/machine/machine.h - memory, threads and control groups of the machine. */
#ifndef SM_BASE_MACHINE_MACHINE_H
#define SM_BASE_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

/* memory.c: Memory of the machine: what is available; zeroing and copying by all threads. */

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that this process can allocate without being killed: the available memory of the machine
 * or, in a container, the rest of the limit of its control group; SIZE_MAX if unknown. */
size_t sm_memory_available(void);

/* Whether the limit of the address space (ulimit -v) leaves this many bytes; asked before calling
 * libraries that crash when memory runs out. */
bool sm_memory_has_room(size_t bytes);

/* Zeroed address space that takes no memory until it is written to, and its release; NULL: the
 * address space is too small. */
void *sm_memory_reserve(size_t bytes);
void sm_memory_give_back(void *memory, size_t bytes);

/* Zeroes new memory: 16 MiB and more by all threads, 256 MiB and more in large pages where the
 * system has them. Smaller arrays keep small pages: a virtual machine whose host takes free memory
 * back gets large ones slowly. */
void sm_memory_zero(void *memory, size_t bytes);

/* Copies by all threads. */
void sm_memory_copy(void *to, const void *from, size_t bytes);

/* Memory left by the limit of a control group, from the files of either version in its folder; page
 * cache counts as free. SIZE_MAX without a limit. */
size_t sm_memory_left_in_group(const char *folder);

#ifdef __cplusplus
}
#endif

/* threads.c: Number of OpenMP threads when none is asked for: processors, affinity, limit of a
 * container. */

/* `asked` if it is positive, else OMP_NUM_THREADS, else the processors that this process may use:
 * those of its affinity, and at most the limit of its control group on processor time,
 * rounded up. More threads than that wait for each other at every barrier. */
int sm_threads_choose(int asked);

/* Processors that the limit of a control group allows, from the files of either version in its
 * folder, rounded up; SIZE_MAX without a limit. */
size_t sm_threads_of_group(const char *folder);

/* control_group.c: Control groups of Linux (cgroups, version 1 and 2): limits of a container on
 * memory and processors. */

/* Least value over the folders of the control group that a controller ("cpu", "memory") has for
 * this process, and of its parents; SIZE_MAX without control groups. */
size_t sm_control_group_least(const char *controller, size_t (*value)(const char *folder));

/* Number after `key` at the start of a line of a file in a folder ("": first number of the file);
 * false: absent, or not a number, such as "max". */
bool sm_control_group_number(const char *folder, const char *file, const char *key,
                             unsigned long long *out);

#endif
