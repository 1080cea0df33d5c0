/* run/estimate/requirements.h - what a run needs of a device. */
#ifndef SM_RUN_ESTIMATE_REQUIREMENTS_H
#define SM_RUN_ESTIMATE_REQUIREMENTS_H

#include "physics/model.h"
#include "simoom/run.h"

/* Bytes of the device's memory. Errors: those of the model, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_bytes(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain,
                                       const struct sm_run_options *options, size_t *out);

/* Checks the names of the devices of a run, and warns of those that the case leaves idle. Errors:
 * ERR_USAGE. */
SM_CHECKED enum sm_status sm_run_check_devices(struct sm_context *ctx, const struct sm_case *c,
                                               const char *list);

#endif
