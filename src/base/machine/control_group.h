/* control_group.h - control groups of Linux (cgroups, version 1 and 2): limits of a container on
 * memory and processors. */
#ifndef SM_BASE_MACHINE_CONTROL_GROUP_H
#define SM_BASE_MACHINE_CONTROL_GROUP_H

#include <stdbool.h>
#include <stddef.h>

/* Least value over the folders of the control group that a controller ("cpu", "memory") has for
 * this process, and of its parents; SIZE_MAX without control groups. */
size_t sm_control_group_least(const char *controller, size_t (*value)(const char *folder));

/* Number after `key` at the start of a line of a file in a folder ("": first number of the file);
 * false: absent, or not a number, such as "max". */
bool sm_control_group_number(const char *folder, const char *file, const char *key,
                             unsigned long long *out);

#endif
