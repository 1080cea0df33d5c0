/* judge.h - what the parity test found. */
#ifndef SM_PARITY_JUDGE_H
#define SM_PARITY_JUDGE_H

#include "device/device.h"

/* Unless good, prints what of the kernel is wrong, with a number that tells how much. */
void judge(bool good, const char *kernel, const char *what, int bits, double number);
int judge_failures(void);

/* *worst becomes the relative difference of a and b where that is larger; a NaN stays. */
void widen(double *worst, double a, double b);

/* What only a GPU has, the same iterations by other means, against launches by the host. */
void compare_loops(struct sm_device *device);

/* On a CPU, in any build: neither who flies beside a particle nor how its steps are cut into
 * batches changes a bit of what becomes of it. */
void compare_independence(struct sm_device *device);

/* Whole solves on prisms. */
void compare_prisms_on(struct sm_context *ctx, struct sm_device *device);

#endif
