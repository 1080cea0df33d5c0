/* nccl.h - messages between the GPUs of several processes by NCCL, which is found at run time. */
#ifndef SM_DEVICE_NCCL_H
#define SM_DEVICE_NCCL_H

#include "base/context.h"
#include "device/backend.h"

/* Joins the GPUs of all processes of the device's group, which call it together. Without NCCL on
 * one of them, or with a GPU for two, messages remain those of MPI. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_nccl_open(struct sm_context *ctx, struct sm_device *device);
void sm_nccl_close(struct sm_device *device);

/* First error of a message; NULL: none. */
const char *sm_nccl_error(const struct sm_device *device);

#endif
