/* row_exchange.c - halo exchange and gathering of arrays of a device, whose rows are divided among
 * processes. */
#include "device/device.h"

#include "device/device_profile.h"
#include "parallel/rows.h"

void sm_device_exchange_rows(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int count, int width) {
  const double start = sm_device_profile_start(device);
  const size_t bytes = sm_rows_exchange(rows, array, count, width);
  sm_device_profile_stop(device, SM_HALO_EXCHANGE, start, (double)bytes);
}

void sm_device_gather_rows(struct sm_device *device, const struct sm_rows *rows,
                           const struct sm_row_array *array) {
  const double start = sm_device_profile_start(device);
  const size_t bytes = sm_rows_gather(rows, array);
  sm_device_profile_stop(device, SM_GATHER, start, (double)bytes);
}

void sm_device_broadcast_row(struct sm_device *device, const struct sm_rows *rows,
                             const struct sm_row_array *array, int from) {
  const double start = sm_device_profile_start(device);
  const size_t bytes = sm_rows_broadcast(rows, array, from);
  sm_device_profile_stop(device, SM_GATHER, start, (double)bytes);
}

const struct sm_rows *sm_device_sum_alone(struct sm_device *device) {
  const struct sm_rows *rows = device->rows;
  device->rows = NULL;
  return rows;
}
