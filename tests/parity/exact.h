/* exact.h - of which devices the same bits are asked. */
#ifndef SM_PARITY_EXACT_H
#define SM_PARITY_EXACT_H

#include "device/device.h"

/* No CPU fuses multiplications and additions, nor does the emulator of a GPU; GPUs do, unless the
 * build is the strict one. */
bool is_exact(const struct sm_device *device);

#endif
