/* options.h - the options of a run, complete: what is 0 or NULL, or unknown to an older caller, has
 * its default. */
#ifndef SM_RUN_OPTIONS_H
#define SM_RUN_OPTIONS_H

#include "simoom/run.h"

struct sm_run_options sm_run_options_complete(const struct sm_run_options *given);

/* Floating-point precision of the wind: 32 or 64 bits. */
int sm_run_bits(const struct sm_run_options *options);

#endif
