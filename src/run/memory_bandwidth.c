/* run/memory_bandwidth.c - measures the memory bandwidth of a device, which bounds the speed of
   every solver. */
#include "base/clock.h"
#include "device/device.h"
#include "simoom/run.h"
#include <math.h>

/* Array size: exceeds all caches, takes a GPU about a millisecond. */
static const size_t bytes = (size_t)1 << 30;

enum { ATTEMPTS = 3 };

/* Time to read and write an array once, in place, since writing to another array would also read it
   into the cache. */
static double update_time(double *x, int threads) {
  const ptrdiff_t count = (ptrdiff_t)(bytes / sizeof *x);
  const double start = sm_clock_wall();
#pragma omp parallel for simd num_threads(threads) schedule(static)
  for (ptrdiff_t i = 0; i < count; i++) x[i] = x[i] + 1.0;
  return sm_clock_wall() - start;
}

static enum sm_status copy_time(struct sm_context *ctx, struct sm_device *device, void *to,
                                const void *from, double *out) {
  const double start = sm_clock_wall();
  SM_TRY(sm_device_upload(ctx, device, to, from, bytes)); /* copy within the memory of the device */
  *out = sm_clock_wall() - start;
  return SM_OK;
}

enum sm_status sm_memory_bandwidth(struct sm_context *ctx, const char *name, int threads,
                                   double *out) {
  struct sm_device *device = NULL;
  double *a = NULL, *b = NULL;
  double best = INFINITY;
  enum sm_status status = SM_OK;
  *out = NAN;
  SM_TRY(sm_device_open(ctx, name, threads, 64, 2 * bytes, &device));
  const bool host = sm_device_is_host(device);
  SM_TRY_DONE(sm_device_allocate(ctx, device, 1, bytes, "an array to be moved", &a));
  if (!host) SM_TRY_DONE(sm_device_allocate(ctx, device, 1, bytes, "an array to be moved", &b));
  for (int i = 0; i < ATTEMPTS + 1; i++) { /* the first attempt touches the pages */
    double seconds;
    if (host) {
      seconds = update_time(a, device->threads);
    } else {
      SM_TRY_DONE(copy_time(ctx, device, b, a, &seconds));
    }
    if (i > 0) best = fmin(best, seconds);
  }
  *out = 2 * (double)bytes / best;
done:
  sm_device_release(device, a, 1, bytes);
  sm_device_release(device, b, 1, bytes);
  sm_device_close(&device);
  return status;
}
