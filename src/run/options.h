/* options.h - size-versioned structs of callers: run options, completed with defaults for members
 * that are 0, NULL or unknown to an older caller; and output structs. */
#ifndef SM_RUN_OPTIONS_H
#define SM_RUN_OPTIONS_H

#include "domain/domain.h"
#include "simoom/run.h"

struct sm_run_options sm_run_options_complete(const struct sm_run_options *given);

/* Bits of the floating-point precision of the wind: 32 or 64. */
int sm_run_bits(const struct sm_run_options *options);

/* Before a run is set up: fails if its wind file is there and must not be replaced. Errors:
 * ERR_USAGE, as sm_run_outputs_check. */
SM_CHECKED enum sm_status sm_run_check_names(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_run_options *options);

/* Checks an output struct of a caller, which starts with its size. Errors: ERR_USAGE (size 0). */
SM_CHECKED enum sm_status sm_struct_check(struct sm_context *ctx, const void *given,
                                          const char *type);

/* Copies the members that fit from the internal struct to the caller's, whose size is kept. */
void sm_struct_give(const void *own, void *out);

/* device.c: Choice of the device of a run: CPU or GPU. */

struct sm_device;

/* First name of the device list of the options. */
void sm_run_first_device(const struct sm_run_options *options, char *name, size_t size);

/* Whether the winds of a case take a CPU with so many threads less time than a GPU takes to start:
 * diagnostic winds of few cells. */
bool sm_run_is_small(const struct sm_case *c, const struct sm_domain *domain, int threads);

/* Opens the first device of the options; "auto" is a GPU if there is one with enough memory, but
 * the CPU for winds that are small. */
SM_CHECKED enum sm_status sm_run_open_device(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             const struct sm_run_options *options,
                                             struct sm_device **out);

#endif
