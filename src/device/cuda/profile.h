/* device/cuda/profile.h - kernel profile of a GPU: a pair of CUDA events around the work of a
 * kernel. For the .cu files of this folder only. */
#ifndef SM_DEVICE_CUDA_PROFILE_H
#define SM_DEVICE_CUDA_PROFILE_H

#include "device/device_profile.h"
#include <stdlib.h>

/* Pairs of events; read when all are used, and on sync. */
struct event_pairs {
  enum { PAIRS = 512 };
  cudaEvent_t start[PAIRS], stop[PAIRS];
  const char *name[PAIRS];
  double bytes[PAIRS];
  int made, used; /* number of existing pairs; number of pairs waiting to be read */
};

static inline struct event_pairs *pairs_of(const struct sm_device *device) {
  return device->profile != NULL ? (struct event_pairs *)device->profile->events : NULL;
}

/* Adds the times of the events to the profile; waits for the last event. */
static inline void read_events(struct sm_device *device) {
  struct event_pairs *pairs = pairs_of(device);
  if (pairs == NULL) return;
  for (int m = 0; m < pairs->used; m++) {
    float milliseconds = 0;
    if (cudaEventSynchronize(pairs->stop[m]) == cudaSuccess &&
        cudaEventElapsedTime(&milliseconds, pairs->start[m], pairs->stop[m]) == cudaSuccess)
      sm_device_profile_add(device->profile, pairs->name[m], 1e-3 * (double)milliseconds,
                            pairs->bytes[m]);
  }
  pairs->used = 0;
}

static inline void free_events(struct sm_device *device) {
  struct event_pairs *pairs = pairs_of(device);
  if (pairs == NULL) return;
  for (int m = 0; m < pairs->made; m++) {
    cudaEventDestroy(pairs->start[m]);
    cudaEventDestroy(pairs->stop[m]);
  }
  free(pairs);
  device->profile->events = NULL;
}

/* Next free pair; -1 if none can be created. */
static inline int take_pair(struct sm_device *device) {
  if (device->profile->events == NULL)
    device->profile->events = calloc(1, sizeof(struct event_pairs));
  struct event_pairs *pairs = pairs_of(device);
  if (pairs == NULL) return -1;
  if (pairs->used == event_pairs::PAIRS) read_events(device);
  if (pairs->used == pairs->made) {
    if (cudaEventCreate(&pairs->start[pairs->made]) != cudaSuccess) return -1;
    if (cudaEventCreate(&pairs->stop[pairs->made]) != cudaSuccess) {
      cudaEventDestroy(pairs->start[pairs->made]);
      return -1;
    }
    pairs->made++;
  }
  return pairs->used++;
}

/* Times the work enqueued during its lifetime, except work captured into a graph. Not nested. */
struct timed {
  const struct sm_device *device;
  int pair;
  timed(struct sm_device *d, const char *name, size_t bytes = 0) : device(d), pair(-1) {
    if (d->profile == NULL) return;
    cudaSetDevice(d->index); /* device that owns the events */
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing((cudaStream_t)d->stream, &capture);
    if (capture != cudaStreamCaptureStatusNone) return;
    pair = take_pair(d);
    if (pair < 0) return;
    struct event_pairs *pairs = pairs_of(d);
    pairs->name[pair] = name;
    pairs->bytes[pair] = (double)bytes;
    cudaEventRecord(pairs->start[pair], (cudaStream_t)d->stream);
  }
  ~timed() {
    if (pair >= 0) cudaEventRecord(pairs_of(device)->stop[pair], (cudaStream_t)device->stream);
  }
};

#endif
