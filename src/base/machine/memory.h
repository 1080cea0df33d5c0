/* memory.h - memory of the machine: what is available; zeroing and copying by all threads. */
#ifndef SM_BASE_MACHINE_MEMORY_H
#define SM_BASE_MACHINE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

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
#endif
