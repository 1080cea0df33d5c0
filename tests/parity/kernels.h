/* kernels.h - all kernels by name: run on a device, and serially with the cell
 * function. */
#ifndef SM_PARITY_KERNELS_H
#define SM_PARITY_KERNELS_H

#include "pool.h"

struct kernel {
  const char *name;
  double (*serial)(const struct pool *, const struct shape *, bool backwards);
  void (*run)(struct sm_device *, const struct pool *, const struct shape *);
  bool real; /* in the precision of the state */
};
extern const struct kernel kernels[];
extern const size_t kernel_count;

/* Sum of the magnitudes of what the last serial reduction added up, or the largest one: rounding is
 * relative to it, while a sum of numbers of both signs may come out small by chance. */
double serial_magnitude(void);

/* Whether a kernel computes turbulence from a wind. */
bool is_turbulence(const char *kernel);

/* Whether a kernel moves, creates or counts particles. */
bool is_of_particles(const char *kernel);

#endif
