/* device_profile.h - calls and seconds of every kernel and every copy of a device, by name.
 *
 * Off, and then free but for one comparison per call, until sm_profile_begin. The CPU is timed by
 * the clock on the wall, a GPU by events in its stream, which do not make the host wait; what was
 * enqueued inside a graph or by the device itself shows as the one call that the host made. */
#ifndef SM_DEVICE_DEVICE_PROFILE_H
#define SM_DEVICE_DEVICE_PROFILE_H

#include "base/clock.h"
#include "device/backend.h"
#ifdef __cplusplus
extern "C" {
#endif

enum { SM_DEVICE_PROFILE_ROWS = 256 };

struct sm_device_profile_row {
  const char *name; /* of the kernel in kernels.def; SM_COPY_TO_DEVICE, SM_COPY_TO_HOST */
  int64_t calls;
  double seconds, bytes; /* bytes: of copies, else 0 */
};

struct sm_device_profile {
  struct sm_device_profile_row row[SM_DEVICE_PROFILE_ROWS];
  int count;
  void *events; /* the GPU's that have not been read */
};

#define SM_COPY_TO_DEVICE "copy to device"
#define SM_COPY_TO_HOST "copy to host"

/* Adds one call to the row of that name. Names are literals. */
void sm_device_profile_add(struct sm_device_profile *profile, const char *name, double seconds,
                           double bytes);

/* Seconds on the wall's clock while a profile is taken, else 0: the start of what is timed. */
static inline double sm_device_profile_start(const struct sm_device *device) {
  return device->profile != NULL ? sm_clock_wall() : 0;
}
static inline void sm_device_profile_stop(struct sm_device *device, const char *name, double start,
                                          double bytes) {
  if (device->profile != NULL)
    sm_device_profile_add(device->profile, name, sm_clock_wall() - start, bytes);
}

#ifdef __cplusplus
}
#endif
#endif
