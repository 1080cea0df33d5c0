/* options.h - structs of callers with a size: options of a run, completed with defaults for 0 or
 * NULL or what an older caller does not know; and structs that are filled. */
#ifndef SM_RUN_OPTIONS_H
#define SM_RUN_OPTIONS_H

#include "simoom/run.h"

struct sm_run_options sm_run_options_complete(const struct sm_run_options *given);

/* Floating-point precision of the wind: 32 or 64 bits. */
int sm_run_bits(const struct sm_run_options *options);

/* A struct that a caller hands out, and that starts with its size. Errors: ERR_USAGE (size 0). */
SM_CHECKED enum sm_status sm_struct_check(struct sm_context *ctx, const void *given,
                                          const char *type);

/* Copies what fits of our own struct into the caller's, whose size stays. */
void sm_struct_give(const void *own, void *out);

#endif
