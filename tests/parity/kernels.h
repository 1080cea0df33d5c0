/* kernels.h - every kernel by name: how it runs on a device, and serially over its cell function.
 */
#ifndef SM_PARITY_KERNELS_H
#define SM_PARITY_KERNELS_H

#include "pool.h"

struct kernel {
  const char *name;
  double (*serial)(const struct pool *, const struct shape *, bool backwards);
  void (*run)(struct sm_device *, const struct pool *, const struct shape *);
  bool real; /* follows the precision of the state */
};
extern const struct kernel kernels[];
extern const size_t kernel_count;

/* Whether it computes turbulence from a wind. */
bool is_turbulence(const char *kernel);

/* Whether it moves, makes or counts particles. */
bool is_of_particles(const char *kernel);

#endif
