/* judge.h - reports differences found by the parity test. */
#ifndef SM_PARITY_JUDGE_H
#define SM_PARITY_JUDGE_H

#include "device/device.h"

/* Prints the failure of a kernel, with its magnitude, unless good. */
void judge(bool good, const char *kernel, const char *what, int bits, double number);
int judge_failures(void);

/* Raises *worst to the relative difference of a and b; propagates NaN. */
void widen(double *worst, double a, double b);

/* Compares GPU-only iteration loops with launches from the host. */
void compare_loops(struct sm_device *device);

/* CPU, any build: the result of a particle depends neither on other particles of its pack nor on
 * the division of its steps into batches. */
void compare_independence(struct sm_device *device);

/* Compares complete solves on prisms. */
void compare_prisms_on(struct sm_context *ctx, struct sm_device *device);

#endif
