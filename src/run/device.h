/* run/device.h - choice of the device of a run: CPU or GPU. */
#ifndef SM_RUN_DEVICE_H
#define SM_RUN_DEVICE_H

#include "domain/domain.h"
#include "run/options.h"

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
