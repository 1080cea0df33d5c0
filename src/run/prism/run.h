/* run/prism/run.h - a case of prisms, from its mesh to its files. */
#ifndef SM_RUN_PRISM_RUN_H
#define SM_RUN_PRISM_RUN_H

#include "base/context.h"
#include "simoom/run.h"

/* As sm_run and sm_run_check, of a case with [mesh]. */
SM_CHECKED enum sm_status sm_prism_run(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_run_options *options,
                                       struct sm_run_summary *summary);
SM_CHECKED enum sm_status sm_prism_describe(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_run_options *options, char **report);

#endif
