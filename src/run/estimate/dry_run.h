/* run/estimate/dry_run.h - what a run sets up before its first step, for `simoom check`. */
#ifndef SM_RUN_ESTIMATE_DRY_RUN_H
#define SM_RUN_ESTIMATE_DRY_RUN_H

#include "domain/domain.h"
#include "simoom/run.h"

/* Whether a case is small enough to be set up when it is checked: `bytes` that a run on the CPU
 * needs. */
bool sm_dry_run_possible(const struct sm_domain *domain, double bytes);

/* Sets up the model, its boundaries, mechanisms, particles and statistics as a run does, on the
 * CPU, and lets go of them: what is wrong with the case is told now, not after it has waited for a
 * machine. Failures of which the case is not to blame (device, memory, convergence) are left to the
 * run. Errors: ERR_CASE, ERR_DATA, ERR_IO. */
SM_CHECKED enum sm_status sm_dry_run(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain,
                                     const struct sm_run_options *options);

#endif
