/* kernel_profile.h - the profile of a run's device, as the summary tells it. */
#ifndef SM_RUN_RECORD_KERNEL_PROFILE_H
#define SM_RUN_RECORD_KERNEL_PROFILE_H

#include "device/device.h"
#include "simoom/run.h"

/* Fills the summary's kernels, longest first, and copies, when the device takes a profile.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_run_profile_report(struct sm_context *ctx, struct sm_device *device,
                                                struct sm_run_summary *summary);

#endif
