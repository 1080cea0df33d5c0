/* run/record/summary.h - what a run tells of itself (struct sm_run_summary). */
#ifndef SM_RUN_RECORD_SUMMARY_H
#define SM_RUN_RECORD_SUMMARY_H

#include "physics/model.h"
#include "simoom/run.h"

/* Before anything is known. */
struct sm_run_summary sm_run_summary_begin(void);

/* Grid and stations. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_summary_set_domain(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_domain *domain,
                                                    struct sm_run_summary *summary);

/* Adds a weather time: the worst residual and divergence of all are kept, and a NaN stays; and the
 * history of the last one, which is told if the case asks for it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_summary_add(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_step_report *report,
                                             struct sm_run_summary *summary);

#endif
