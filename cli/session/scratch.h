/* scratch.h - temporary folder. */
#ifndef CLI_SESSION_SCRATCH_H
#define CLI_SESSION_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Creates an empty folder in TMPDIR, or in /tmp, whose name begins with `prefix`. Returns false
 * with errno; `out` then holds the path that was tried. */
bool cli_scratch_create(const char *prefix, char *out, size_t size);

/* Removes the content of the folder; symbolic links are removed, not followed. */
void cli_scratch_empty(const char *path);

/* Removes the folder and its content. */
void cli_scratch_remove(const char *path);

#endif
