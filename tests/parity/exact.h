/* exact.h - devices that must give bitwise identical results. */
#ifndef SM_PARITY_EXACT_H
#define SM_PARITY_EXACT_H

#include "device/device.h"

/* True for CPUs and the GPU emulator, which do not fuse multiplications and additions; true for
 * GPUs in the strict build only. */
bool is_exact(const struct sm_device *device);

#endif
