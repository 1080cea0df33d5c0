/* memory.h - available memory of the machine. */
#ifndef SM_BASE_MEMORY_H
#define SM_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that this process can still take without being killed: what the machine has available and,
 * in a container, what the limit of its group leaves; SIZE_MAX where nobody tells. */
size_t sm_memory_available(void);

/* Whether the limit of the address space (ulimit -v) leaves so many bytes: what libraries that
 * crash without are asked beforehand. */
bool sm_memory_has_room(size_t bytes);

/* Zeroed addresses that take no memory until they are written to, and giving them back; NULL: the
 * address space is too small. */
void *sm_memory_reserve(size_t bytes);
void sm_memory_give_back(void *memory, size_t bytes);

/* What the limit of a control group (version 2) leaves, by the files in its folder; pages that only
 * hold copies of files count as free. SIZE_MAX without a limit. */
size_t sm_memory_left_in_group(const char *folder);

#endif
