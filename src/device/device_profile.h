/* device_profile.h - profile of a device: number of calls and seconds of every kernel and copy, by
 * name.
 *
 * Off until sm_device_begin_profile, at the cost of one comparison per call. The CPU is timed by
 * wall clock, a GPU by events in its stream, which do not block the host; work enqueued in a graph
 * or by the device itself appears as the one call of the host. */
#ifndef SM_DEVICE_DEVICE_PROFILE_H
#define SM_DEVICE_DEVICE_PROFILE_H

#include "base/clock.h"
#include "device/backend.h"
#ifdef __cplusplus
extern "C" {
#endif

enum { SM_DEVICE_PROFILE_ROWS = 320 };

struct sm_device_profile_row {
  const char *name; /* kernel in kernels.def; SM_COPY_TO_DEVICE ... SM_GATHER */
  int64_t calls;
  double seconds, bytes; /* bytes: copies, and those sent to other processes */
};

struct sm_device_profile {
  struct sm_device_profile_row row[SM_DEVICE_PROFILE_ROWS];
  int count;
  void *events; /* GPU: events not read yet */
};

#define SM_COPY_TO_DEVICE "copy to device"
#define SM_COPY_TO_HOST "copy to host"
#define SM_HALO_EXCHANGE "halo exchange"
#define SM_GATHER "gather"

/* Adds one call to the entry of this name. Names must be literals. */
void sm_device_profile_add(struct sm_device_profile *profile, const char *name, double seconds,
                           double bytes);

/* Wall-clock time in s if a profile is active, else 0: start of a timed interval. */
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
