/* options.h - options of a run, completed with defaults: for 0 or NULL, or unknown to an older
 * caller. */
#ifndef SM_RUN_OPTIONS_H
#define SM_RUN_OPTIONS_H

#include "simoom/run.h"

struct sm_run_options sm_run_options_complete(const struct sm_run_options *given);

/* Floating-point precision of the wind: 32 or 64 bits. */
int sm_run_bits(const struct sm_run_options *options);

#endif
