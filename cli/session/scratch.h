/* scratch.h - temporary folder. */
#ifndef CLI_SESSION_SCRATCH_H
#define CLI_SESSION_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Makes an empty folder in TMPDIR, or in /tmp, whose name begins with `prefix`. Returns false with
 * errno; `out` then says where. */
bool cli_scratch_create(const char *prefix, char *out, size_t size);

/* Removes all that is in it, links themselves but not what they point to. */
void cli_scratch_empty(const char *path);

/* Removes it and all that is in it. */
void cli_scratch_remove(const char *path);

#endif
